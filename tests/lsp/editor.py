"""An editor for tests: it opens files, types, and asks the server over its real protocol."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from lsprotocol import types as lsp
from pygls import uris
from pytest_lsp import LanguageClient

PATIENCE = 60.0
"""Seconds until a test gives up; a machine with much to do is slow, and no speed is asserted."""

_STEP = 0.005
"""Seconds between two looks."""


class Editor:
    """What an author does with a server."""

    def __init__(self, client: LanguageClient) -> None:
        self.client = client
        self.texts: dict[Path, str] = {}
        self._version = 0

    def open(self, path: Path, text: str | None = None) -> None:
        self.texts[path] = path.read_text(encoding="utf-8") if text is None else text
        item = lsp.TextDocumentItem(uri(path), "rules", 0, self.texts[path])
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))

    def change(self, path: Path, text: str) -> None:
        self._version += 1
        self.texts[path] = text
        whole = lsp.TextDocumentContentChangeWholeDocument(text)
        document = lsp.VersionedTextDocumentIdentifier(self._version, uri(path))
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [whole]))

    def replace(self, path: Path, old: str, new: str) -> None:
        """Types `new` where `old` first stands."""
        assert old in self.texts[path], f"`{old}` is not in {path.name}"
        self.change(path, self.texts[path].replace(old, new, 1))

    def close(self, path: Path) -> None:
        self.client.text_document_did_close(lsp.DidCloseTextDocumentParams(document(path)))
        del self.texts[path]

    # ---- places ----

    def at(self, path: Path, mark: str) -> lsp.Position:
        """The place of `|` in a piece of the text."""
        before, _, after = mark.partition("|")
        offset = self.texts[path].index(before + after) + len(before)
        text = self.texts[path][:offset]
        line = text.rpartition("\n")[2]
        return lsp.Position(text.count("\n"), len(line.encode("utf-16-le")) // 2)

    def text_at(self, path: Path, place: lsp.Range) -> str:
        """The characters of a range on one line, with columns in UTF-16."""
        text = self.texts.get(path) or path.read_text(encoding="utf-8")
        line = text.split("\n")[place.start.line].encode("utf-16-le")
        assert place.start.line == place.end.line
        return line[2 * place.start.character : 2 * place.end.character].decode("utf-16-le")

    # ---- what the server says ----

    def complaints(self, path: Path) -> Sequence[lsp.Diagnostic]:
        return self.client.diagnostics.get(uri(path), [])

    async def until(self, path: Path, holds: Callable[[Sequence[lsp.Diagnostic]], bool]) -> Sequence[lsp.Diagnostic]:
        """The complaints about a file, as soon as a condition holds for them."""
        waited = 0.0
        while not (uri(path) in self.client.diagnostics and holds(self.complaints(path))):
            await asyncio.sleep(_STEP)
            waited += _STEP
            assert waited < PATIENCE, f"still: {[d.message for d in self.complaints(path)]}"
        return self.complaints(path)

    async def until_clean(self, path: Path) -> None:
        await self.until(path, lambda complaints: not complaints)

    async def hover(self, path: Path, mark: str) -> str:
        params = lsp.HoverParams(document(path), self.at(path, mark))
        found = await self.client.text_document_hover_async(params)
        if found is None:
            return ""
        assert isinstance(found.contents, lsp.MarkupContent)
        return found.contents.value

    async def definition(self, path: Path, mark: str) -> list[tuple[str, str]]:
        params = lsp.DefinitionParams(document(path), self.at(path, mark))
        return self.shown(await self.client.text_document_definition_async(params))

    async def references(self, path: Path, mark: str, *, declared: bool = True) -> list[tuple[str, str]]:
        context = lsp.ReferenceContext(include_declaration=declared)
        params = lsp.ReferenceParams(context, document(path), self.at(path, mark))
        return self.shown(await self.client.text_document_references_async(params))

    def shown(self, found: object) -> list[tuple[str, str]]:
        """Places as file and the line's text."""
        assert isinstance(found, (list, tuple))
        shown = []
        for location in found:
            assert isinstance(location, lsp.Location)
            path = path_of(location.uri)
            text = self.texts.get(path) or path.read_text(encoding="utf-8")
            line = text.split("\n")[location.range.start.line]
            shown.append((f"{path.parent.name}/{path.name}", line[location.range.start.character :].strip()))
        return sorted(shown)

    async def complete(self, path: Path, mark: str) -> list[str]:
        params = lsp.CompletionParams(document(path), self.at(path, mark))
        found = await self.client.text_document_completion_async(params)
        assert isinstance(found, lsp.CompletionList)
        return [item.label for item in sorted(found.items, key=lambda item: item.sort_text or "")]

    async def rename(self, path: Path, mark: str, new: str) -> dict[str, str]:
        """The texts of all files after a rename, by folder and name."""
        params = lsp.RenameParams(document(path), self.at(path, mark), new)
        edit = await self.client.text_document_rename_async(params)
        assert edit is not None
        assert edit.changes is not None
        changed = {}
        for address, edits in edit.changes.items():
            file = path_of(address)
            text = self.texts.get(file) or file.read_text(encoding="utf-8")
            changed[f"{file.parent.name}/{file.name}"] = apply(text, edits)
        return changed


def apply(text: str, edits: Sequence[lsp.TextEdit | lsp.AnnotatedTextEdit | lsp.SnippetTextEdit]) -> str:
    """A text with edits made; only for texts without characters outside of the basic plane."""
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    plain = [edit for edit in edits if isinstance(edit, lsp.TextEdit)]
    assert len(plain) == len(edits)
    for edit in sorted(plain, key=lambda e: (e.range.start.line, e.range.start.character), reverse=True):
        start = starts[edit.range.start.line] + edit.range.start.character
        end = starts[edit.range.end.line] + edit.range.end.character
        text = text[:start] + edit.new_text + text[end:]
    return text


def uri(path: Path) -> str:
    return uris.from_fs_path(str(path)) or ""


def path_of(address: str) -> Path:
    return Path(uris.to_fs_path(address) or "")


def document(path: Path) -> lsp.TextDocumentIdentifier:
    return lsp.TextDocumentIdentifier(uri(path))
