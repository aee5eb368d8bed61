"""The rules as a page that shows what ran: one file, which needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from rulewright.tracing.counts import FileLines, Line, LineReport

_MOST = 15
"""Lines in the list of those that cost most."""

_STYLE = """
:root { color-scheme: light dark; --ink: #1c1e21; --faint: #6b7280; --paper: #ffffff; --line: #e5e7eb;
  --ran: #e9f7ee; --never: #fde8e8; --never-ink: #9b1c1c; --heat: #f59e0b; }
@media (prefers-color-scheme: dark) { :root { --ink: #e5e7eb; --faint: #9ca3af; --paper: #16181c; --line: #2d3138;
  --ran: #14261b; --never: #3a1618; --never-ink: #fca5a5; --heat: #d97706; } }
body { margin: 2rem auto; max-width: 72rem; padding: 0 1rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2.2rem 0 .5rem; }
p { color: var(--faint); margin: .3rem 0 1rem; max-width: 48rem; }
a { color: inherit; }
table { border-collapse: collapse; width: 100%; }
td, th { padding: .15rem .6rem; text-align: right; white-space: nowrap; vertical-align: top; }
th { font-weight: 600; border-bottom: 1px solid var(--line); }
td.text, th.text { text-align: left; }
.overview td { border-bottom: 1px solid var(--line); }
.source { font: 13px/1.55 ui-monospace, monospace; }
.source td { padding: 0 .6rem; color: var(--faint); }
.source td.text { color: var(--ink); white-space: pre-wrap; width: 100%; overflow-wrap: anywhere; }
.ran td.runs { background: var(--ran); color: var(--ink); }
.never td { background: var(--never); } .never td.runs, .never td.text { color: var(--never-ink); }
.absent td.text { color: var(--faint); font-style: italic; }
.heat { display: inline-block; height: .6em; background: var(--heat); border-radius: 2px; margin-right: .4em; }
"""


def page_of(report: LineReport) -> str:
    """The page as a text in HTML."""
    return "\n".join(_parts(report)) + "\n"


def _parts(report: LineReport) -> Iterator[str]:
    title = f"{report.title}: what ran"
    yield "<!doctype html>"
    yield f'<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<style>{_STYLE}</style></head><body>"
    games = "1 game" if report.games == 1 else f"{report.games:,} games"
    yield f"<h1>{escape(title)}</h1>"
    yield (
        f"<p>{games} of {report.players} random players from seed {report.seed}, "
        f"{report.instructions:,} instructions of the interpreter. "
        "<b>Runs</b> is how often the busiest thing on a line ran: a statement, an option that was taken, a value "
        "that was worked out. <b>Share</b> is the line's part of all instructions; an instruction that adds up "
        "many cells counts as one.</p>"
    )
    yield from _overview(report)
    yield from _hottest(report)
    for number, file in enumerate(report.files):
        yield from _file(report, number, file)
    yield "</body></html>"


def _overview(report: LineReport) -> Iterator[str]:
    yield '<table class="overview"><tr><th class="text">file</th><th>ran</th><th>never</th>'
    yield "<th>not in the program</th><th>share</th></tr>"
    for number, file in enumerate(report.files):
        counts = [len(file.with_status(status)) for status in ("ran", "never", "absent")]
        share = sum(report.share(line) for line in file.lines)
        cells = "".join(f"<td>{count}</td>" for count in counts)
        yield f'<tr><td class="text"><a href="#f{number}">{escape(file.name)}</a></td>{cells}<td>{share:.1%}</td></tr>'
    yield "</table>"


def _hottest(report: LineReport) -> Iterator[str]:
    yield "<h2>Where the time goes</h2>"
    yield '<table class="source"><tr><th>share</th><th>runs</th><th class="text">place</th>'
    yield '<th class="text">rule</th></tr>'
    numbers = {file.name: number for number, file in enumerate(report.files)}
    for file, line in report.hottest(_MOST):
        link = f'<a href="#f{numbers[file.name]}-{line.number}">{escape(file.name)}:{line.number}</a>'
        yield (
            f"<tr><td>{_heat(report, line)}</td><td>{_runs(line)}</td>"
            f'<td class="text" style="white-space:nowrap;width:auto">{link}</td>'
            f'<td class="text">{escape(line.text.strip())}</td></tr>'
        )
    yield "</table>"


def _file(report: LineReport, number: int, file: FileLines) -> Iterator[str]:
    yield f'<h2 id="f{number}">{escape(file.name)}</h2>'
    yield '<table class="source"><tr><th>line</th><th>runs</th><th>share</th><th class="text">rule</th></tr>'
    for line in file.lines:
        share = _heat(report, line) if line.instructions else ""
        yield (
            f'<tr id="f{number}-{line.number}" class="{line.status}"><td>{line.number}</td>'
            f'<td class="runs">{_runs(line)}</td><td>{share}</td><td class="text">{escape(line.text)}</td></tr>'
        )
    yield "</table>"


def _runs(line: Line) -> str:
    match line.status:
        case "ran":
            return f"{line.runs:,}"
        case "never":
            return "never"
        case _:
            return ""


def _heat(report: LineReport, line: Line) -> str:
    share = report.share(line)
    return f'<span class="heat" style="width:{min(6.0, 30 * share):.2f}em"></span>{share:.1%}'
