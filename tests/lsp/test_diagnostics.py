"""Complaints come while the author types, for every file of the game, and go away when it is right again."""

from pathlib import Path

import pytest
from lsprotocol import types as lsp
from tests.lsp.editor import Editor, apply, document, uri

pytestmark = pytest.mark.asyncio(loop_scope="module")

SMALL = """\
game tiny "Tiny" { players 2..3  length 50 }
token coin from bank to purse
place bank holds coin unlimited
each player { place purse holds coin }
var starter: player
phase taking {
  turns from starter { may choose { take { gain 1 coin } } }
}
play { repeat 3 times { play taking } }
value score = my.purse
"""


async def test_a_misspelt_name_is_shown_where_it_stands_and_goes_away(editor: Editor, games: Path) -> None:
    trader = games / "puerto_rico" / "trader.rules"
    editor.open(trader)
    await editor.until_clean(trader)
    editor.replace(trader, "gain price(g)", "gain prise(g)")
    (complaint,) = await editor.until(trader, bool)
    assert complaint.code == "E0201"
    assert complaint.severity == lsp.DiagnosticSeverity.Error
    assert complaint.source == "rulewright"
    assert "`prise`" in complaint.message
    assert "did you mean `price`?" in complaint.message
    assert editor.text_at(trader, complaint.range) == "prise"
    editor.replace(trader, "gain prise(g)", "gain price(g)")
    await editor.until_clean(trader)


async def test_the_catalogue_tells_about_the_code(editor: Editor, games: Path) -> None:
    trader = games / "puerto_rico" / "trader.rules"
    editor.open(trader)
    editor.replace(trader, "gain price(g)", "gain prise(g)")
    (complaint,) = await editor.until(trader, bool)
    assert complaint.related_information
    assert "Every name must be declared" in complaint.related_information[-1].message


async def test_unsaved_text_counts_in_the_other_files(editor: Editor, games: Path) -> None:
    """A name that is changed in one file is missing in another, which is not even open."""
    folder = games / "puerto_rico"
    materials, buildings = folder / "materials.rules", folder / "buildings.rules"
    editor.open(materials)
    await editor.until_clean(buildings)
    editor.replace(materials, "key cost ", "key expense ")
    complaints = await editor.until(buildings, bool)
    assert any("`cost`" in c.message for c in complaints)
    editor.close(materials)  # what lies on the disk counts again
    await editor.until_clean(buildings)


async def test_related_places_lie_in_their_files(editor: Editor, games: Path) -> None:
    folder = games / "puerto_rico"
    trader, materials = folder / "trader.rules", folder / "materials.rules"
    editor.open(trader)
    editor.change(trader, editor.texts[trader] + "\ntoken colonist\n")
    (complaint,) = await editor.until(trader, bool)
    assert complaint.code == "E0202"
    assert complaint.related_information
    first = complaint.related_information[0]
    assert (first.location.uri, first.message) == (uri(materials), "first declared here")


async def test_a_suggestion_is_a_quick_fix(editor: Editor, games: Path) -> None:
    trader = games / "puerto_rico" / "trader.rules"
    editor.open(trader)
    right = editor.texts[trader]
    editor.replace(trader, "gain price(g)", "gain prise(g)")
    complaints = await editor.until(trader, bool)
    context = lsp.CodeActionContext(diagnostics=list(complaints))
    params = lsp.CodeActionParams(document(trader), complaints[0].range, context)
    (action,) = await editor.client.text_document_code_action_async(params) or []
    assert isinstance(action, lsp.CodeAction)
    assert action.title == "Replace `prise` by `price`"
    assert action.edit is not None
    assert action.edit.changes is not None
    assert apply(editor.texts[trader], list(action.edit.changes[uri(trader)])) == right


async def test_a_complaint_for_some_numbers_of_players_says_so(editor: Editor, tmp_path: Path) -> None:
    path = tmp_path / "tiny.rules"
    editor.open(path, SMALL + "by players 2 { missing 1 }\nvalue tiebreak = missing\n")
    complaints = await editor.until(path, bool)
    assert all("(only with 3 players)" in c.message for c in complaints)


async def test_a_single_file_that_was_never_saved(editor: Editor, tmp_path: Path) -> None:
    path = tmp_path / "tiny.rules"
    editor.open(path, SMALL)
    await editor.until_clean(path)
    editor.replace(path, "gain 1 coin", "gain 1 cion")
    (complaint,) = await editor.until(path, bool)
    assert editor.text_at(path, complaint.range) == "cion"


async def test_an_empty_file_says_what_is_missing(editor: Editor, tmp_path: Path) -> None:
    path = tmp_path / "empty.rules"
    editor.open(path, "")
    (complaint,) = await editor.until(path, bool)
    assert complaint.message == "the rule files are empty"


async def test_an_addition_in_the_games_folder(editor: Editor, games: Path) -> None:
    path = games / "puerto_rico_1897" / "variants" / "historical_prices.rules"
    editor.open(path)
    await editor.until_clean(path)
    editor.replace(path, "change good coffee", "change good coffe")
    (complaint,) = await editor.until(path, bool)
    assert "`coffe`" in complaint.message


@pytest.mark.parametrize("as_folder", [False, True])
async def test_an_addition_anywhere_finds_its_game(editor: Editor, tmp_path: Path, as_folder: bool) -> None:
    """One that lies in no game's folder says itself which game it is for, here a bundled one."""
    folder = tmp_path / "mine"
    folder.mkdir()
    inner = "building kiosk { cost 1 points 1 circles 1 column 1 copies 1 violet\n  trader.price(_) += 1\n}\n"
    head = folder / "head.rules"
    if as_folder:
        head.write_text("expansion mine for puerto_rico { }\n", encoding="utf-8")
        path = folder / "kiosk.rules"
        path.write_text(inner, encoding="utf-8")
    else:
        path = head
        path.write_text(f"expansion mine for puerto_rico {{\n{inner}}}\n", encoding="utf-8")
    editor.open(path)
    await editor.until_clean(path)
    editor.replace(path, "trader.price", "trader.prize")
    (complaint,) = await editor.until(path, bool)
    assert complaint.code == "E0207"


async def test_what_breaks_an_edition_is_shown_in_the_edition(editor: Editor, games: Path) -> None:
    """The game itself is right, so the games that are made from it are looked at."""
    materials, edition = games / "puerto_rico" / "materials.rules", games / "puerto_rico_1897" / "game.rules"
    for path in (games / "puerto_rico").glob("*.rules"):
        path.write_text(path.read_text(encoding="utf-8").replace("waiting", "resting"), encoding="utf-8")
    editor.open(materials)
    complaints = await editor.until(edition, bool)
    assert [editor.text_at(edition, c.range) for c in complaints] == ["waiting"]


async def test_errors_of_form_do_not_echo(editor: Editor, games: Path) -> None:
    trader = games / "puerto_rico" / "trader.rules"
    editor.open(trader)
    await editor.until_clean(trader)
    editor.replace(trader, "test  accepts(g: good) =", "test  accepts(g: good)")
    complaints = await editor.until(trader, bool)
    assert [str(c.code)[:3] for c in complaints] == ["E01"]
    for other in (games / "puerto_rico").glob("*.rules"):
        assert other == trader or not editor.complaints(other)
