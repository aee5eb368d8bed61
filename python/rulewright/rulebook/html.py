"""The page as HTML that needs nothing else: no other file, no network, no script."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from rulewright.rulebook.document import Block, Document, Heading, Item, Items, Paragraph, Table

_STYLE = """
:root { --ink: #24211c; --soft: #6d655a; --line: #d9d1c3; --page: #fbf9f5; --shade: #f1ece2; --mark: #7a3b12; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e3da; --soft: #a79f92; --line: #433d35; --page: #1c1a17; --shade: #292520; --mark: #e0a06c; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.55 Georgia, "Times New Roman", serif; }
main { max-width: 62rem; margin: 0 auto; padding: 2rem 1.25rem 5rem; }
h1, h2, h3, th, nav, b { font-family: "Helvetica Neue", Arial, sans-serif; }
h1 { font-size: 2.4rem; line-height: 1.15; margin: 0 0 .75rem; }
h2 { font-size: 1.5rem; margin: 2.75rem 0 .75rem; padding-bottom: .25rem; border-bottom: 2px solid var(--mark); }
h3 { font-size: 1.12rem; margin: 1.75rem 0 .5rem; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; padding: .6rem 0; font-size: .92rem;
      border-block: 1px solid var(--line); }
a { color: var(--mark); text-decoration: none; }
a:hover { text-decoration: underline; }
p { margin: .6rem 0; max-width: 46rem; }
ul, ol { margin: .4rem 0; padding-left: 1.5rem; }
li { margin: .22rem 0; max-width: 48rem; }
li > ul { margin: .15rem 0; }
b { font-size: .94em; }
.wide { overflow-x: auto; margin: .9rem 0; }
table { border-collapse: collapse; min-width: 50%; font-size: .95rem; }
th { text-align: left; font-size: .8rem; color: var(--soft); border-bottom: 2px solid var(--line); }
th, td { padding: .38rem .75rem .38rem 0; vertical-align: top; }
td { border-bottom: 1px solid var(--line); }
td:first-child { font-weight: 600; }
tbody tr:nth-child(even) { background: var(--shade); }
th:first-child, td:first-child { padding-left: .5rem; }
.number { text-align: right; padding-right: 1rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
@media print { body { font-size: 11pt; background: none; } nav { display: none; } tr, li { break-inside: avoid; } }
"""


def to_html(document: Document) -> str:
    """The whole page."""
    body = "\n".join(line for block, anchor in document.anchored() for line in _block(block, anchor, document))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(document.title)}</title>\n<style>{_STYLE}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _block(block: Block, anchor: str, document: Document) -> Iterator[str]:
    match block:
        case Heading(level, text):
            yield f'<h{level} id="{escape(anchor)}">{escape(text)}</h{level}>'
            if level == 1:
                links = (f'<a href="#{escape(to)}">{escape(title)}</a>' for title, to in document.sections())
                yield f"<nav>{''.join(links)}</nav>"
        case Paragraph(text):
            yield f"<p>{escape(text)}</p>"
        case Items(items, numbered):
            yield from _items(items, "ol" if numbered else "ul")
        case Table():
            yield from _table(block)


def _items(items: Sequence[Item], tag: str) -> Iterator[str]:
    yield f"<{tag}>"
    for item in items:
        lead = f"<b>{escape(item.lead)}</b>" if item.lead else ""
        own = f"{lead}{': ' if lead and item.text else ''}{escape(item.text)}"
        if item.children:
            yield f"<li>{own}"
            yield from _items(item.children, "ul")
            yield "</li>"
        else:
            yield f"<li>{own}</li>"
    yield f"</{tag}>"


def _table(table: Table) -> Iterator[str]:
    def cell(tag: str, column: int, text: str) -> str:
        kind = ' class="number"' if column in table.numeric else ""
        return f"<{tag}{kind}>{escape(text)}</{tag}>"

    yield '<div class="wide"><table>'
    yield f"<thead><tr>{''.join(cell('th', i, t) for i, t in enumerate(table.head))}</tr></thead>"
    yield "<tbody>"
    for row in table.rows:
        yield f"<tr>{''.join(cell('td', i, t) for i, t in enumerate(row))}</tr>"
    yield "</tbody></table></div>"
