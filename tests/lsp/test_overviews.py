"""Outline, symbols, folding, colours and form of a file."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from tests.lsp.editor import Editor, apply, document, path_of

from rulewright.lsp.tokens import LEGEND

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def outline(editor: Editor, path: Path) -> list[lsp.DocumentSymbol]:
    found = await editor.client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document(path)))
    return [symbol for symbol in found or [] if isinstance(symbol, lsp.DocumentSymbol)]


def names(symbols: Sequence[lsp.DocumentSymbol]) -> Iterator[str]:
    for symbol in symbols:
        yield symbol.name
        yield from names(symbol.children or [])


async def test_the_outline_has_members_under_their_phase(editor: Editor, games: Path) -> None:
    path = games / "puerto_rico" / "trader.rules"
    editor.open(path)
    (phase,) = await outline(editor, path)
    assert (phase.name, phase.detail, phase.kind) == ("trader", "Trader", lsp.SymbolKind.Namespace)
    assert {"price", "accepts", "trading"} <= {child.name for child in phase.children or []}
    assert editor.text_at(path, phase.selection_range) == "trader"


async def test_the_outline_holds_while_the_text_is_broken(editor: Editor, games: Path) -> None:
    path = games / "puerto_rico" / "buildings.rules"
    editor.open(path)
    whole = set(names(await outline(editor, path)))
    editor.replace(path, 'building office "Office" {', 'building office "Office" { (')
    broken = set(names(await outline(editor, path)))
    assert whole - broken <= {"office"}


async def test_symbols_of_the_workspace(editor: Editor, games: Path) -> None:
    path = games / "puerto_rico" / "trader.rules"
    editor.open(path)
    found = await editor.client.workspace_symbol_async(lsp.WorkspaceSymbolParams("smlmkt")) or []
    own = [s for s in found if path_of(s.location.uri).is_relative_to(games)]
    assert [(s.name, s.container_name) for s in own] == [("small_market", "building")]


async def test_folding(editor: Editor, games: Path) -> None:
    path = games / "puerto_rico" / "trader.rules"
    editor.open(path)
    found = await editor.client.text_document_folding_range_async(lsp.FoldingRangeParams(document(path))) or []
    lines = editor.texts[path].split("\n")
    assert found[0].start_line == 0
    assert lines[found[0].end_line + 1] == "}"
    for fold in found:
        assert lines[fold.start_line].rstrip().endswith("{")
        assert lines[fold.end_line + 1].strip().startswith("}")


async def test_names_are_coloured_by_what_they_stand_for(editor: Editor, games: Path) -> None:
    path = games / "puerto_rico" / "trader.rules"
    editor.open(path)
    found = await editor.client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document(path)))
    assert found is not None
    lines = editor.texts[path].split("\n")
    coloured: dict[str, set[str]] = {}
    line = column = 0
    for step, move, length, kind, _ in zip(*[iter(found.data)] * 5, strict=True):
        line, column = line + step, move + (0 if step else column)
        coloured.setdefault(lines[line][column : column + length], set()).add(LEGEND.token_types[kind])
    assert coloured["price"] == {"function", "property"}  # the phase's value, and the key of a good
    assert coloured["good"] == {"class"}
    assert coloured["house"] == {"variable"}
    assert coloured["g"] == {"parameter"}


async def test_formatting(editor: Editor, games: Path) -> None:
    path = games / "puerto_rico" / "trader.rules"
    editor.open(path)
    right = editor.texts[path]
    params = lsp.DocumentFormattingParams(document(path), lsp.FormattingOptions(2, insert_spaces=True))
    assert not await editor.client.text_document_formatting_async(params)
    editor.change(path, right.replace("  ", " "))
    edits = await editor.client.text_document_formatting_async(params)
    assert edits
    assert apply(editor.texts[path], edits).split() == right.split()
    assert apply(editor.texts[path], edits) != editor.texts[path]
    editor.replace(path, "{", "")
    with pytest.raises(JsonRpcException, match=r"trader\.rules:\d+:\d+: .*mend this"):
        await editor.client.text_document_formatting_async(params)
