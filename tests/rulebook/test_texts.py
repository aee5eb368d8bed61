"""Texts for readers: where they come from, what they may name, and what editions make of them."""

from pathlib import Path

import pytest

from rulewright.compiler import CompiledGame, compile_game
from rulewright.diagnostics.errors import RuleError
from rulewright.resolve.texts import fill_text

GAME = """
game shells "Shells" { players 2..2 }
token pearl "pearl" from sea to pouch
kind shell { key worth 1..3  red worth 1 text "Worth little," "and {pearl}s.", blue worth 2 }
place sea holds pearl starts 20
each player { place pouch holds pearl }
phase diving { turns from start { may choose { dive(s: shell) { gain worth_of(s) pearl } } } }
value worth_of(s: shell) = s.worth
var start: player
play { play diving }
value score = my.pouch
"""
TEXTS = """
text shells "Two dive for {pearl}s."
text diving.dive "open {s}"
text worth_of "what {s} is worth"
text shell.worth "How much is in {it}."
text start ""
"""


def compiled(folder: Path, *additions: str, texts: str = TEXTS) -> CompiledGame:
    (folder / "shells.rules").write_text(GAME + texts, encoding="utf-8")
    files = []
    for number, text in enumerate(additions):
        files.append(folder / f"more_{number}.rules")
        files[-1].write_text(text, encoding="utf-8")
    return compile_game(folder / "shells.rules", expansions=files)


def test_everything_that_is_declared_can_have_a_text(tmp_path: Path) -> None:
    symbols = compiled(tmp_path).symbols
    assert symbols.texts == {
        "shells": "Two dive for {pearl}s.",
        "diving.dive": "open {s}",
        "worth_of": "what {s} is worth",
        "shell.worth": "How much is in {it}.",
        "start": "",
    }
    red, blue = symbols.kinds["shell"].entries
    assert red.text is not None
    assert red.text.text == "Worth little, and {pearl}s."
    assert blue.text is None
    assert red.values == {"worth": 1}


def test_a_text_changes_nothing_in_the_game(tmp_path: Path) -> None:
    def code(game: CompiledGame) -> list[str]:
        return [line for line in game.program_text.splitlines() if game.hash not in line and "span" not in line]

    assert code(compiled(tmp_path)) == code(compiled(tmp_path, texts=""))


def test_a_later_layer_replaces_a_text(tmp_path: Path) -> None:
    game = compiled(tmp_path, 'text diving.dive "look into {s}"', 'change shell blue { text "Rare." }')
    assert game.symbols.texts["diving.dive"] == "look into {s}"
    blue = game.symbols.kinds["shell"].entries[1]
    assert blue.text is not None
    assert blue.text.text == "Rare."
    assert blue.values == {"worth": 2}


def test_a_renamed_thing_has_its_new_name_in_texts(tmp_path: Path) -> None:
    game = compiled(tmp_path, 'rename pearl to bead "glass bead"')
    assert game.symbols.texts["shells"] == "Two dive for {bead}s."
    red = game.symbols.kinds["shell"].entries[0]
    assert red.text is not None
    assert red.text.text == "Worth little, and {bead}s."


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ('text diwing "x"', "unknown name `diwing`"),
        ('text shell.weight "x"', "unknown name `shell.weight`"),
        ('text diving "for {perl}s"', "unknown name `perl`"),
        ('text worth_of "of {t}"', "unknown name `t`"),
        ('text sea "a"  text sea "b"', "`sea` is declared twice"),
        ('change shell red { text "for {perl}s" }', "unknown name `perl`"),
    ],
)
def test_a_text_about_nothing_is_an_error(tmp_path: Path, texts: str, message: str) -> None:
    with pytest.raises(RuleError, match="error") as caught:
        compiled(tmp_path, texts)
    assert [d.message for d in caught.value.diagnostics] == [message]


def test_names_in_braces_are_filled_in() -> None:
    assert fill_text("{a} and {b}s", {"a": "x"}) == "x and bs"
