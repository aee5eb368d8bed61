"""From a name to its declaration and to all its places, across files, editions and additions."""

from pathlib import Path

import pytest
from lsprotocol import types as lsp
from tests.lsp.editor import Editor, document

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize(
    ("file", "mark", "target"),
    [
        ("buildings.rules", "trader.pr|ice(_) += 1", ("puerto_rico/trader.rules", "price(g: good)")),
        ("buildings.rules", "tra|der.price(_) += 1", ("puerto_rico/trader.rules", "trader ")),
        ("buildings.rules", "|building small_market", ("puerto_rico/materials.rules", "building ")),
        ("buildings.rules", "makes ind|igo", ("puerto_rico/materials.rules", "indigo price 1")),
        ("buildings.rules", "do hi|re", ("puerto_rico/materials.rules", "hire {")),
        ("buildings.rules", "my.isl|and.room", ("puerto_rico/materials.rules", "island ")),
        ("buildings.rules", "settler.has_home(|t)", ("puerto_rico/buildings.rules", "t) {")),
        ("trader.rules", "gain price(|g)", ("puerto_rico/trader.rules", "g: good) where")),
        ("trader.rules", "privilege doubl|oon", ("puerto_rico/materials.rules", "doubloon ")),
        ("trader.rules", "set has_s|old", ("puerto_rico/trader.rules", "has_sold:")),
    ],
)
async def test_definition(editor: Editor, known_games: Path, file: str, mark: str, target: tuple[str, str]) -> None:
    path = known_games / "puerto_rico" / file
    editor.open(path)
    ((found_file, text),) = await editor.definition(path, mark)
    assert found_file == target[0]
    assert text.startswith(target[1])


async def test_a_word_of_the_language_has_no_declaration(editor: Editor, known_games: Path) -> None:
    path = known_games / "puerto_rico" / "trader.rules"
    editor.open(path)
    assert await editor.definition(path, "tu|rns from chooser") == []


async def test_references_lie_in_all_files_of_the_game(editor: Editor, known_games: Path) -> None:
    path = known_games / "puerto_rico" / "trader.rules"
    editor.open(path)
    found = await editor.references(path, "value pr|ice(g: good)")
    files = [file for file, _ in found]
    assert files.count("puerto_rico/buildings.rules") == 2
    assert files.count("puerto_rico/trader.rules") == 2
    without = await editor.references(path, "value pr|ice(g: good)", declared=False)
    assert set(found) - set(without) == {f for f in found if f[1].startswith("price(g: good)")}


async def test_references_lie_in_editions_and_additions(editor: Editor, games: Path) -> None:
    """The edition calls the thing by another name, and a variant changes an entry."""
    path = games / "puerto_rico" / "materials.rules"
    editor.open(path)
    doubloons = await editor.references(path, "token doubl|oon")
    assert any(file == "puerto_rico_1897/game.rules" and "coin" in text for file, text in doubloons)
    coffee = await editor.references(path, "cof|fee price")
    assert any(file == "variants/historical_prices.rules" for file, _ in coffee)


async def test_highlights_stay_in_the_file(editor: Editor, known_games: Path) -> None:
    path = known_games / "puerto_rico" / "trader.rules"
    editor.open(path)
    params = lsp.DocumentHighlightParams(document(path), editor.at(path, "var   has_s|old"))
    found = await editor.client.text_document_document_highlight_async(params) or []
    assert [editor.text_at(path, h.range) for h in found] == ["has_sold"] * editor.texts[path].count("has_sold")


async def test_a_local_is_not_mixed_up_with_another_of_its_name(editor: Editor, games: Path) -> None:
    path = games / "puerto_rico" / "trader.rules"
    editor.open(path)
    price = await editor.references(path, "value price(|g: good)")
    own = [text for file, text in price if file == "puerto_rico/trader.rules"]
    assert own == ["g.price", "g: good)   = g.price"]
