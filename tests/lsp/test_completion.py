"""What can be typed at a place, and nothing that can't."""

from pathlib import Path

import pytest
from lsprotocol import types as lsp
from tests.lsp.editor import Editor, document

pytestmark = pytest.mark.asyncio(loop_scope="module")

KEYS = ["points", "circles", "column", "copies", "size", "makes", "violet", "large_kind"]


@pytest.mark.parametrize(
    ("file", "old", "typed", "first"),
    [
        ("buildings.rules", "cost 1 points 1", "cost 1 |", KEYS),
        ("buildings.rules", "makes indigo", "makes |", ["corn", "indigo", "sugar", "tobacco", "coffee"]),
        ("buildings.rules", "my.island.room > 0", "my.|", ["purse", "chips", "goods", "island", "city"]),
        ("buildings.rules", "my.island.room > 0", "my.island.|", ["count", "empty", "room", "full"]),
        ("materials.rules", "holds good", "holds |", ["doubloon", "colonist", "vp", "good", "tile", "building"]),
        ("materials.rules", "key cost       0..10", "key cost |", ["good", "tile", "ship", "role", "building", "int"]),
        ("trader.rules", "gain price(g) + privilege doubloon", "gain 1 |", ["doubloon", "colonist", "vp"]),
        ("trader.rules", "move 1 g", "move 1 |", ["doubloon", "colonist", "vp", "corn", "indigo"]),
        ("trader.rules", "accepts(g) {", "g is |", ["corn", "indigo", "sugar", "tobacco", "coffee"]),
        ("materials.rules", "place cargo holds good most it.size", "place cargo holds good most it.|", ["size"]),
        ("game.rules", "play r.plays", "clear r.taken  play |", ["builder", "captain", "craftsman"]),
        ("trader.rules", "move 1 g from my.goods", "move 1 g from |", ["bank", "vp_pool", "supply", "quarries"]),
        ("settler.rules", "draw 1 from stack", "draw 1 from |", ["stack"]),
        ("game.rules", "set round += 1", "set |", ["governor", "chooser", "ending", "round"]),
        ("words.rules", 'text trader.price "the price of {g}"', 'text trader.price "the price of {|', ["g", "good"]),
    ],
)
async def test_names_that_fit_come_first(
    editor: Editor, games: Path, file: str, old: str, typed: str, first: list[str]
) -> None:
    path = games / "puerto_rico" / file
    editor.open(path)
    editor.replace(path, old, typed.replace("|", ""))
    found = await editor.complete(path, typed)
    assert found[: len(first)] == first


async def test_members_of_a_phase_that_can_be_refined(editor: Editor, games: Path) -> None:
    path = games / "puerto_rico" / "buildings.rules"
    editor.open(path)
    editor.replace(path, "trader.price(_) += 1", "trader.")
    found = await editor.complete(path, "trader.|")
    assert {"price", "accepts"} <= set(found)
    assert not {"has_sold", "trading", "corn", "move"} & set(found)


async def test_steps_of_a_phase(editor: Editor, games: Path) -> None:
    path = games / "puerto_rico" / "buildings.rules"
    editor.open(path)
    editor.replace(path, "do settler.explore", "do settler.")
    found = await editor.complete(path, "do settler.|")
    assert {"lay_tile", "explore"} <= set(found)
    assert not {"laid", "has_home", "hire"} & set(found)


async def test_events_that_can_be_answered(editor: Editor, games: Path) -> None:
    path = games / "puerto_rico" / "buildings.rules"
    editor.open(path)
    editor.replace(path, "on settler.before_tile {", "on ")
    found = await editor.complete(path, "  on |")
    assert {"settler.before_tile", "captain.loaded", "builder.built"} <= set(found)
    assert "trader.price" not in found


async def test_choices_to_which_options_can_be_added(editor: Editor, games: Path) -> None:
    path = games / "puerto_rico" / "buildings.rules"
    editor.open(path)
    editor.replace(path, "option in captain.loading", "option in ")
    assert "captain.loading" in await editor.complete(path, "option in |")


async def test_statements_where_a_statement_can_stand(editor: Editor, games: Path) -> None:
    path = games / "puerto_rico" / "trader.rules"
    editor.open(path)
    editor.replace(path, "clear has_sold", "cle")
    found = await editor.complete(path, "    cle|\n")
    assert {"move", "gain", "turns", "may", "if", "set"} <= set(found)
    assert not {"kind", "token", "from", "game"} & set(found)


async def test_declarations_at_the_top(editor: Editor, games: Path) -> None:
    path = games / "puerto_rico" / "buildings.rules"
    editor.open(path, "\n" + (games / "puerto_rico" / "buildings.rules").read_text(encoding="utf-8"))
    found = await editor.complete(path, "|\n#")
    assert {"kind", "phase", "token", "building", "good"} <= set(found)
    assert "move" not in found


async def test_locals_are_known_where_they_stand(editor: Editor, games: Path) -> None:
    path = games / "puerto_rico" / "trader.rules"
    editor.open(path)
    editor.replace(path, "set has_sold", "let number = 3  gain ")
    assert "number" in await editor.complete(path, "number = 3  gain |")
    assert "number" not in await editor.complete(path, "where not |has_sold")


async def test_members_declared_further_down_are_known(editor: Editor, games: Path) -> None:
    path = games / "puerto_rico" / "trader.rules"
    editor.open(path)
    editor.replace(path, "= g.price", "= ")
    assert "trades_allowed" in await editor.complete(path, "value price(g: good)   = |")


async def test_nothing_in_comments_and_texts(editor: Editor, games: Path) -> None:
    path = games / "puerto_rico" / "trader.rules"
    editor.open(path)
    assert await editor.complete(path, "# by the |player") == []
    assert await editor.complete(path, '"Tra|der"') == []


async def test_an_item_is_explained_when_it_is_chosen(editor: Editor, games: Path) -> None:
    path = games / "puerto_rico" / "buildings.rules"
    editor.open(path)
    params = lsp.CompletionParams(document(path), editor.at(path, "makes |indigo"))
    found = await editor.client.text_document_completion_async(params)
    assert isinstance(found, lsp.CompletionList)
    item = next(i for i in found.items if i.label == "sugar")
    assert item.kind == lsp.CompletionItemKind.EnumMember
    told = (await editor.client.completion_item_resolve_async(item)).documentation
    assert isinstance(told, lsp.MarkupContent)
    assert "**Sugar**" in told.value
