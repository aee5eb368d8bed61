"""Every code has an example that gives it and no other, and one that is right."""

from pathlib import Path

import pytest

from rulewright.compiler import compile_game
from rulewright.diagnostics.catalogue.example import GAME, Example
from rulewright.diagnostics.codes import CODES
from rulewright.diagnostics.diagnostic import Diagnostic
from rulewright.diagnostics.errors import RuleError
from rulewright.diagnostics.source import SourceFile
from rulewright.lint import warnings_of
from rulewright.sources import Addition, GameSources


def complaints(example: Example, part: str) -> list[Diagnostic]:
    game, *additions = example.texts(part)
    sources = GameSources(
        Path(GAME),
        (SourceFile("game.rules", game),),
        tuple(Addition(text.split()[1], (SourceFile(f"{text.split()[1]}.rules", text),)) for text in additions),
    )
    found: dict[Diagnostic, None] = {}
    for players in (2, 3):
        try:
            compiled = compile_game(sources, players=players)
            found |= dict.fromkeys((*compiled.warnings, *warnings_of(compiled)))
        except RuleError as error:
            found |= dict.fromkeys(error.diagnostics)
    return list(found)


@pytest.mark.parametrize("code", CODES)
def test_the_wrong_example_gives_its_code_and_no_other(code: str) -> None:
    example = CODES[code].example
    found = complaints(example, example.wrong)
    assert {d.code for d in found} == {code}, "\n".join(f"{d.code} {d.message} `{d.primary.span.text}`" for d in found)


@pytest.mark.parametrize("code", CODES)
def test_the_right_example_compiles(code: str) -> None:
    example = CODES[code].example
    assert [d for d in complaints(example, example.right) if d.code == code or d.code.startswith("E")] == []
