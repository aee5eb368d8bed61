"""While the text is not right, the server still helps; whatever is typed, it goes on."""

import random
from pathlib import Path

import pytest
from lsprotocol import types as lsp
from tests.lsp.editor import Editor, document

pytestmark = pytest.mark.asyncio(loop_scope="module")

KEYS = ["{", "}", "(", ")", '"', "#", ".", "..", "[", "]", " ", "\n", "=", "+=", ",", "0", "é", "😀", "$", "\r\n"]
WORDS = ["phase", "my.", "value x = ", "game", "each", "kind", "move 1 ", "gain ", "is ", "trader.", "none", "if "]


async def test_names_are_known_around_a_broken_sentence(editor: Editor, games: Path) -> None:
    path = games / "puerto_rico" / "trader.rules"
    editor.open(path)
    await editor.until_clean(path)
    editor.replace(path, "test  accepts(g: good) = house[g] == 0", "test  accepts(g: good) = (((\n\n")
    await editor.until(path, bool)
    assert "value price" in await editor.hover(path, "gain pr|ice(g)")  # behind the broken place
    assert "**variable**" in await editor.hover(path, "var   has_s|old")  # before it
    assert ("puerto_rico/trader.rules", "price(g: good)   = g.price") in await editor.definition(path, "gain pr|ice")
    ((_, line),) = await editor.definition(path, "up to trades_al|lowed times")  # which has moved down
    assert line.startswith("trades_allowed ")
    assert "has_sold" in await editor.complete(path, "set has_|sold")


async def test_names_are_known_in_a_game_with_wrong_names(editor: Editor, games: Path) -> None:
    """Errors of a stage don't keep the next one from saying what names stand for."""
    path = games / "puerto_rico" / "materials.rules"
    editor.open(path)
    editor.replace(path, "place house", "place hoose")
    trader = path.with_name("trader.rules")
    editor.open(trader)
    # The unknown name is told once, in the first file that uses it.
    files = list(path.parent.glob("*.rules"))
    await editor.until(path, lambda _: any(editor.complaints(file) for file in files))
    assert "value price" in await editor.hover(trader, "gain pr|ice(g)")


async def test_a_file_that_was_broken_when_it_was_opened(editor: Editor, games: Path) -> None:
    path = games / "puerto_rico" / "buildings.rules"
    text = path.read_text(encoding="utf-8").replace('"Hacienda" {', '"Hacienda"', 1)
    editor.open(path, text)
    await editor.until(path, bool)
    assert "**Large market**" in await editor.hover(path, "large_mar|ket")


async def test_windows_line_ends_and_letters_outside_of_the_basic_plane(editor: Editor, games: Path) -> None:
    path = games / "puerto_rico" / "trader.rules"
    text = path.read_text(encoding="utf-8").replace('"Trader"', '"Träder 😀"')
    editor.open(path, text.replace("\n", "\r\n"))
    await editor.until_clean(path)
    editor.replace(path, '"Träder 😀" {', '"Träder 😀" { var here: nothing')
    (complaint,) = await editor.until(path, bool)
    assert editor.text_at(path, complaint.range) == "nothing"
    assert "value price" in await editor.hover(path, "gain pr|ice(g)")


def edited(text: str, source: random.Random) -> str:
    """A text after one more key, or after something was deleted, doubled or moved."""
    at = source.randrange(len(text) + 1)
    to = min(len(text), at + source.randrange(1, 30))
    match source.randrange(5):
        case 0 | 1:
            return text[:at] + source.choice([*KEYS, *WORDS]) + text[at:]
        case 2:
            return text[:at] + text[to:]
        case 3:
            return text[:at] + text[at:to] * 2 + text[to:]
        case _:
            other = source.randrange(len(text) + 1)
            return text[:other] + text[at:to] + text[other:]


@pytest.mark.parametrize("seed", range(6))
async def test_random_typing_never_stops_the_server(editor: Editor, games: Path, seed: int) -> None:
    """Each text is asked about in every way; every request is answered."""
    source = random.Random(seed)
    files = sorted(games.glob("*/*.rules"))
    for _ in range(3):
        path = source.choice(files)
        if path not in editor.texts:
            editor.open(path)
        text = right = editor.texts[path]
        for _ in range(8):
            text = edited(text, source)
            editor.change(path, text)
            await ask_everything(editor, path, source)
        editor.change(path, right)
        await editor.until(path, lambda complaints: not any(str(c.code).startswith("E01") for c in complaints))
    errors = [m.message for m in editor.client.log_messages if m.type == lsp.MessageType.Error]
    assert errors == []
    assert editor.client.messages == []


async def ask_everything(editor: Editor, path: Path, source: random.Random) -> None:
    client, here = editor.client, document(path)
    lines = editor.texts[path].split("\n")
    line = source.randrange(len(lines))
    place = lsp.Position(line, source.randrange(len(lines[line]) + 1))
    await client.text_document_hover_async(lsp.HoverParams(here, place))
    await client.text_document_definition_async(lsp.DefinitionParams(here, place))
    await client.text_document_completion_async(lsp.CompletionParams(here, place))
    await client.text_document_document_highlight_async(lsp.DocumentHighlightParams(here, place))
    await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(here))
    await client.text_document_folding_range_async(lsp.FoldingRangeParams(here))
    await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(here))
    context = lsp.CodeActionContext(diagnostics=list(editor.complaints(path)))
    await client.text_document_code_action_async(lsp.CodeActionParams(here, lsp.Range(place, place), context))
