"""Pages of the documentation that are made from the code: they can't be incomplete or out of date."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from unittest import mock

from tools.docs.api import api_page

from rulewright import resources
from rulewright.api import describe_games
from rulewright.cli.main import COMMANDS, help_text
from rulewright.diagnostics.codes import CODES, Code
from rulewright.rulebook import to_markdown, write_rulebook

_STAGES = {
    "E01": "The form of the text",
    "E02": "Names",
    "E03": "Types and numbers",
    "E04": "Rules of a game",
    "E05": "Translation",
    "W": "Warnings",
}
_WIDTH = "96"
"""Columns of help texts."""
_WIDEST = 100
"""Columns of an example."""


def generated_pages() -> dict[str, str]:
    """Markdown by the path of its page."""
    pages: dict[str, Callable[[], str]] = {
        "reference/diagnostics.md": diagnostics_page,
        "reference/commands.md": commands_page,
        "reference/api.md": api_page,
        "reference/grammar.md": grammar_page,
    }
    made = {path: make() for path, make in pages.items()}
    for game in describe_games():
        made[f"reference/rulebooks/{game.name}.md"] = to_markdown(write_rulebook(game.name))
    return made


def diagnostics_page() -> str:
    """Every code of the catalogue, by the stage that reports it."""
    lines = [
        "# Messages",
        "",
        "Every message has a code, a place, a reason and mostly a way out. `rulewright explain CODE` shows the same",
        "in the terminal. The examples are lines of one small game about flowers, pebbles and hives.",
    ]
    stage = ""
    for code in CODES.values():
        title = next(text for start, text in _STAGES.items() if code.code.startswith(start))
        if title != stage:
            stage = title
            lines += ["", f"## {title}"]
        lines += ["", *_code(code)]
    return "\n".join(lines) + "\n"


def _code(code: Code) -> Iterator[str]:
    yield f"### {code.code} {code.slug}"
    yield ""
    yield f"*{code.title[0].upper()}{code.title[1:]}.* {code.explanation}"
    for lead, sample in (("Wrong:", code.example.wrong), ("Right:", code.example.right)):
        # One sample is too long to be read, and has to be.
        shown = (line if len(line) <= _WIDEST else f"{line[:_WIDEST]} …" for line in sample.splitlines())
        yield from ("", lead, "", "```rules", *shown, "```")


def commands_page() -> str:
    """What every command says about itself."""
    lines = ["# Commands", "", "```text", help_text(), "```"]
    with mock.patch.dict(os.environ, {"COLUMNS": _WIDTH}):
        for name, command in COMMANDS.items():
            lines += ["", f"## {name}", "", "```text", command.help_text().rstrip(), "```"]
    return "\n".join(lines) + "\n"


def grammar_page() -> str:
    """The grammar, word for word."""
    lines = ["# The grammar", "", "LALR(1), as Lark writes it. [The language](../language.md) explains what it means."]
    folder = resources.grammar_path().parent
    for name in ("rules.lark", "lexical.lark"):
        lines += ["", f"## {name}", "", "```text", (folder / name).read_text(encoding="utf-8").rstrip(), "```"]
    return "\n".join(lines) + "\n"
