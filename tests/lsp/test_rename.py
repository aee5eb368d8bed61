"""A rename changes every place and leaves the games as they were; what can't be is refused with a reason."""

import shutil
from pathlib import Path

import pytest
from pygls.exceptions import JsonRpcException
from tests.lsp.editor import Editor

from rulewright.compiler import compile_game

pytestmark = pytest.mark.asyncio(loop_scope="module")


def write(games: Path, changed: dict[str, str]) -> None:
    for name, text in changed.items():
        (path,) = [p for p in games.rglob("*.rules") if f"{p.parent.name}/{p.name}" == name]
        path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "mark", "new"),
    [
        ("trader.rules", "value pr|ice(g: good)", "tariff"),
        ("materials.rules", "token doubl|oon", "ducat"),
        ("materials.rules", "kind bui|lding", "edifice"),
        ("materials.rules", "key co|st ", "expense"),
        ("materials.rules", "key vio|let", "purple"),  # also named in texts
        ("materials.rules", "place pu|rse", "wallet"),
        ("materials.rules", "cof|fee price", "mocha"),
        ("game.rules", "vic|tory_points", "points_in_all"),
        ("captain.rules", "event loa|ded", "shipped"),
        ("trader.rules", "sell(|g: good)", "item"),
        ("buildings.rules", "building off|ice", "bureau"),
    ],
)
async def test_all_games_compile_as_before(editor: Editor, games: Path, file: str, mark: str, new: str) -> None:
    path = games / "puerto_rico" / file
    before = {name: compile_game(games / name).program_text for name in ("puerto_rico", "puerto_rico_1897")}
    editor.open(path)
    changed = await editor.rename(path, mark, new)
    assert changed
    write(games, changed)
    for name, program in before.items():
        after = compile_game(games / name)
        assert count(after.program_text) == count(program)
    compile_game(games / "puerto_rico_1897", variants=["historical_prices"])


def count(program: str) -> int:
    """How many lines a program has: names don't change that, and another meaning nearly always does."""
    return len(program.splitlines())


async def test_an_editions_own_name(editor: Editor, games: Path) -> None:
    """The edition's `rename` gets the new name; the game that it is made from keeps its own."""
    path = games / "puerto_rico_1897" / "game.rules"
    editor.open(path)
    changed = await editor.rename(path, "to co|in ", "dollar")
    assert "puerto_rico/materials.rules" not in changed
    assert "to dollar" in changed["puerto_rico_1897/game.rules"]
    write(games, changed)
    compile_game(games / "puerto_rico_1897")


async def test_the_name_that_an_edition_renames(editor: Editor, known_games: Path) -> None:
    path = known_games / "puerto_rico" / "materials.rules"
    editor.open(path)
    changed = await editor.rename(path, "token doubl|oon", "ducat")
    edition = changed["puerto_rico_1897/game.rules"]
    assert edition.split("rename ducat", 1)[1].split()[:2] == ["to", "coin"]


async def test_unsaved_text_is_changed_as_it_is(editor: Editor, games: Path) -> None:
    path = games / "puerto_rico" / "trader.rules"
    editor.open(path)
    editor.change(path, "# a line that is not on the disk\n" + editor.texts[path])
    changed = await editor.rename(path, "value pr|ice(g: good)", "tariff")
    assert changed["puerto_rico/trader.rules"].startswith("# a line")
    assert "value tariff(g: good)" in changed["puerto_rico/trader.rules"]


@pytest.mark.parametrize(
    ("file", "mark", "new", "reason"),
    [
        ("trader.rules", "value pr|ice(g: good)", "my", "has a meaning of its own"),
        ("trader.rules", "value pr|ice(g: good)", "turns", "is a word of the language"),
        ("trader.rules", "value pr|ice(g: good)", "2fast", "is no name"),
        ("trader.rules", "value pr|ice(g: good)", "accepts", "is declared twice"),
        ("materials.rules", "token doubl|oon", "colonist", "is declared twice"),
        ("materials.rules", "place pu|rse", "house", "is declared twice"),
        ("trader.rules", "sell(|g: good)", "house", "stands for something else"),
        ("game.rules", "value sc|ore", "points_at_end", "the name that every game has for it"),
        ("trader.rules", "tu|rns from chooser", "rounds_of", "there is no name here"),
        ("materials.rules", "|settler plays settler", "farmer", "renames both in one line"),
    ],
)
async def test_refused(editor: Editor, known_games: Path, file: str, mark: str, new: str, reason: str) -> None:
    path = known_games / "puerto_rico" / file
    editor.open(path)
    with pytest.raises(JsonRpcException, match=reason):
        await editor.rename(path, mark, new)


async def test_refused_while_a_file_can_not_be_read(editor: Editor, games: Path) -> None:
    trader, buildings = games / "puerto_rico" / "trader.rules", games / "puerto_rico" / "buildings.rules"
    editor.open(trader)
    editor.open(buildings)
    editor.replace(buildings, "{", "")
    with pytest.raises(JsonRpcException, match=r"buildings\.rules.* error of form"):
        await editor.rename(trader, "value pr|ice(g: good)", "tariff")


async def test_names_in_texts_for_readers(editor: Editor, games: Path) -> None:
    path = games / "puerto_rico" / "trader.rules"
    shutil.rmtree(games / "puerto_rico_1897")
    editor.open(path)
    text = 'text trader.accepts "The {house} takes it."\n'
    editor.change(path, editor.texts[path] + "\n" + text)
    changed = await editor.rename(path, "= hou|se[g] == 0", "shop")
    assert "{shop} takes it" in changed["puerto_rico/trader.rules"]
