"""What a name stands for is told where it stands."""

from pathlib import Path

import pytest
from tests.lsp.editor import Editor

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize(
    ("file", "mark", "told"),
    [
        ("buildings.rules", "small_mar|ket", ["**Small market**", "| `cost` | 1 |", "trader.price(_) += 1"]),
        ("materials.rules", "key ci|rcles    0..3", ["**key** `circles`", "a number from 0 to 3"]),
        ("materials.rules", "key si|ze       1..2", ["1 if it is not given"]),
        ("materials.rules", "place hou|se", ["**place** `house`", "most 4", "the trading house"]),
        ("materials.rules", "place ch|ips", ["one for each player", "hidden from others"]),
        ("materials.rules", "kind sh|ip", ["**kind** `ship`", "| `size` |", "`small_ship`"]),
        ("materials.rules", "settler pla|ys", ["a phase"]),
        ("materials.rules", "starts victory_po|ints", ["**constant**", "| players | 3 | 4 | 5 |"]),
        ("trader.rules", "phase tra|der", ["**phase** `trader`: Trader", "| `price` | value |"]),
        ("trader.rules", "var   has_s|old", ["true or false", "until the phase `trader` ends"]),
        ("captain.rules", "event lo|aded", ["Answered, in this order, by", "Harbor"]),
        ("materials.rules", "key vio|let", ["**key** `violet` of `building`", "a flag, which an entry has or has not"]),
        ("buildings.rules", "building har|bor", ["Each time you load goods, you gain 1 victory point more."]),
        ("buildings.rules", "let n = my.goods[|g]", ["`g: good`"]),
        ("buildings.rules", "ship_aw|ay(g", ["`wharf.ship_away`", "ship all your g", "where my.goods[g] > 0\n```"]),
        ("game.rules", "seats(governor, |p)", ["`p: player`"]),
    ],
)
async def test_hover(editor: Editor, known_games: Path, file: str, mark: str, told: list[str]) -> None:
    path = known_games / "puerto_rico" / file
    editor.open(path)
    text = await editor.hover(path, mark)
    for part in told:
        assert part in text


async def test_refinements_of_a_value_come_in_the_order_in_which_they_work(editor: Editor, games: Path) -> None:
    path = games / "puerto_rico" / "trader.rules"
    editor.open(path)
    text = await editor.hover(path, "value pr|ice")
    first, second = text.index("1. Small market: `trader.price(_) += 1`"), text.index("2. Large market:")
    assert first < second
    buildings = games / "puerto_rico" / "buildings.rules"
    editor.open(buildings)
    editor.replace(buildings, "trader.price(_) += 1", "trader.price(_) += 1 after large_market")
    changed = await editor.hover(path, "value pr|ice")
    assert changed.index("1. Large market:") < changed.index("2. Small market:")
    line = editor.texts[buildings][: editor.texts[buildings].index("+= 1 after")].count("\n") + 1
    assert f"(buildings.rules:{line})" in changed


async def test_an_edition_shows_its_own_names(editor: Editor, known_games: Path) -> None:
    path = known_games / "puerto_rico_1897" / "game.rules"
    editor.open(path)
    text = await editor.hover(path, "to co|in ")
    assert "**token** `coin`" in text


async def test_nothing_is_told_about_white_space(editor: Editor, known_games: Path) -> None:
    path = known_games / "puerto_rico" / "trader.rules"
    editor.open(path)
    assert await editor.hover(path, "{\n |") == ""


@pytest.mark.parametrize(
    ("file", "mark", "told"),
    [
        ("settler.rules", "may choo|se {", "The player takes one of the options."),
        ("settler.rules", "my.island.ro|om", "How much more a place can hold."),
        ("mayor.rules", "spr|ead my", "The player shares pieces out"),
        ("game.rules", "nex|t(governor)", "clockwise"),
        ("materials.rules", "place bank holds doubloon unl|imited", "never runs out"),
    ],
)
async def test_words_of_the_language_are_explained(
    editor: Editor, known_games: Path, file: str, mark: str, told: str
) -> None:
    path = known_games / "puerto_rico" / file
    editor.open(path)
    text = await editor.hover(path, mark)
    assert told in text
    assert "a word of the language" in text


@pytest.mark.parametrize(
    ("file", "mark"),
    [
        ("materials.rules", "# What is i|n the box"),
        ("words.rules", "# You may store it i|f"),
        ("words.rules", "the ro|le"),
    ],
)
async def test_nothing_is_told_of_what_is_no_rule(editor: Editor, known_games: Path, file: str, mark: str) -> None:
    path = known_games / "puerto_rico" / file
    editor.open(path, path.read_text(encoding="utf-8") + "# You may store it if there is room\n")
    assert await editor.hover(path, mark) == ""


async def test_a_word_that_is_being_typed_is_explained_too(editor: Editor, games: Path) -> None:
    path = games / "puerto_rico" / "trader.rules"
    editor.open(path)
    editor.replace(path, "has_sold: bool", "has_sold: bool\n  turns from chooser { if my.goods[")
    assert "Gives each player a turn" in await editor.hover(path, "tur|ns from chooser { if")
    assert "trader.price" in await editor.hover(path, "value pri|ce")
