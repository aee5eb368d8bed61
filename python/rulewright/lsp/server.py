"""The protocol: which request is answered by which module, and when a change is looked at.

Everything runs on one thread. A change is looked at a moment after the last key, first for one number of players,
after a pause for all of them, then in everything that shares files with the game; a new change stops that.
"""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeVar

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from rulewright._native import __version__
from rulewright.diagnostics.errors import RuleError
from rulewright.formatting import format_source
from rulewright.lsp import completion, diagnostics, hover, navigation, outline, rename, tokens
from rulewright.lsp.analysis import Analysis
from rulewright.lsp.session import Place, Session, path_of, uri_of
from rulewright.lsp.workspace import rule_files_in
from rulewright.parse.grammar import grammar
from rulewright.sources import SourceError

DELAY = 0.05
"""Seconds without a key after which a change is looked at, for the first number of players."""
PAUSE = 0.2
"""Seconds after which everything else is looked at: all numbers of players, then editions and additions."""

T = TypeVar("T")

_log = logging.getLogger(__name__)


class _AtPlace(Protocol):
    """Parameters of a request about a place."""

    @property
    def text_document(self) -> lsp.TextDocumentIdentifier: ...
    @property
    def position(self) -> lsp.Position: ...


class RulesServer(LanguageServer):
    """A session, and what the editor has been told so far."""

    def __init__(self) -> None:
        super().__init__("rulewright", __version__, text_document_sync_kind=lsp.TextDocumentSyncKind.Full)
        self.session = Session()
        self._told: dict[Path, list[lsp.Diagnostic]] = {}
        self._coming: asyncio.Task[None] | None = None

    # ---- diagnostics ----

    def look_soon(self, path: Path) -> None:
        """Looks at the game of a file when no more changes come."""
        if self._coming is not None:
            self._coming.cancel()
        self._coming = asyncio.ensure_future(self._look(path))

    async def _look(self, path: Path) -> None:
        await asyncio.sleep(DELAY)
        try:
            recipe = self.session.recipe(path)
            glanced = self.session.glance(recipe)
            if glanced is not None:
                self._tell([glanced], path)
                await asyncio.sleep(PAUSE)
            own = self.session.analysis(recipe)
            self._tell([own], path)
            if own.problem is not None or any(f.diagnostic.code.startswith("E") for f in own.findings):
                return
            found = [own]
            for analysis in self.session.family(path):
                if analysis is not own:
                    found.append(analysis)
                    await asyncio.sleep(0)  # a key that was pressed meanwhile comes first
            self._tell(found, path)
        except Exception:
            # The editor must not lose its server over one text; the log keeps what happened.
            _log.exception("a fault of the server while it looked at %s", path)

    def _tell(self, analyses: list[Analysis], path: Path) -> None:
        found = diagnostics.collect(self.session, analyses)
        if analyses[0].problem is not None:
            found.setdefault(path, []).append(diagnostics.problem(analyses[0].problem))
        for file, complaints in found.items():
            self._publish(file, complaints)

    def _publish(self, file: Path, complaints: list[lsp.Diagnostic]) -> None:
        if file not in self._told or self._told[file] != complaints:
            self._told[file] = complaints
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri_of(file), complaints))

    # ---- places ----

    def place(self, params: _AtPlace) -> Place | None:
        """Where the author is; None for a file that can't be read."""
        try:
            return self.session.place(params.text_document.uri, params.position)
        except SourceError:
            return None

    def asked(self, work: Callable[[], T]) -> T | None:
        """An answer, or None for a file that can't be read."""
        try:
            return work()
        except SourceError:
            return None

    def folders(self) -> list[Path]:
        """The folders that the editor has open."""
        return [path_of(folder.uri) for folder in self.workspace.folders.values()]


class _NoRefusals(logging.Filter):
    """Keeps refusals out of the log: the author is told, and nothing is wrong with the server."""

    def filter(self, record: logging.LogRecord) -> bool:
        fault = record.exc_info[1] if record.exc_info else None
        return not isinstance(fault, JsonRpcException)


def make_server() -> RulesServer:
    """A server with all its features."""
    logging.getLogger("pygls.protocol.json_rpc").addFilter(_NoRefusals())
    server = RulesServer()
    _add_documents(server)
    _add_questions(server)
    _add_changes(server)
    _add_overviews(server)
    return server


def _add_documents(server: RulesServer) -> None:
    @server.feature(lsp.INITIALIZED)
    def initialized(_params: lsp.InitializedParams) -> None:
        encoding = server.server_capabilities.position_encoding
        server.session.encoding = str(getattr(encoding, "value", encoding) or lsp.PositionEncodingKind.Utf16.value)
        # The parser's tables are made before the first file comes, and not looked through for garbage ever after.
        grammar()
        gc.collect()
        gc.freeze()
        gc.set_threshold(100_000, 50, 50)  # trees that are kept are not looked through after every other key

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: lsp.DidOpenTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        server.session.documents.open(path, params.text_document.text)
        server.asked(lambda: server.session.documents.tree(path))  # a whole tree, if there is one, before it is broken
        server.look_soon(path)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: lsp.DidChangeTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        document = server.workspace.get_text_document(params.text_document.uri)
        server.session.documents.open(path, document.source)
        server.look_soon(path)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def did_save(params: lsp.DidSaveTextDocumentParams) -> None:
        server.look_soon(path_of(params.text_document.uri))

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: lsp.DidCloseTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        server.session.documents.close(path)
        if path.is_file():
            server.look_soon(path)
        else:
            server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(params.text_document.uri, []))

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def did_change_files(_params: lsp.DidChangeWatchedFilesParams) -> None:
        for path in server.session.documents.opened()[-1:]:
            server.look_soon(path)


def _add_questions(server: RulesServer) -> None:
    session = server.session

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def on_hover(params: lsp.HoverParams) -> lsp.Hover | None:
        place = server.place(params)
        return None if place is None else hover.hover(session, place)

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def on_definition(params: lsp.DefinitionParams) -> list[lsp.Location]:
        place = server.place(params)
        return [] if place is None else navigation.definition(session, place)

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def on_references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        place = server.place(params)
        declared = params.context.include_declaration
        return [] if place is None else navigation.references(session, place, with_declaration=declared)

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def on_highlight(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        place = server.place(params)
        return [] if place is None else navigation.highlights(session, place)

    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=["."], resolve_provider=True)
    )
    def on_completion(params: lsp.CompletionParams) -> lsp.CompletionList:
        place = server.place(params)
        items = [] if place is None else completion.complete(session, place)
        return lsp.CompletionList(is_incomplete=False, items=items)

    @server.feature(lsp.COMPLETION_ITEM_RESOLVE)
    def on_resolve(item: lsp.CompletionItem) -> lsp.CompletionItem:
        return completion.resolve((session.of_file(path) for path in session.documents.opened()), item)


def _add_changes(server: RulesServer) -> None:
    session = server.session

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix])
    )
    def on_code_action(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        return diagnostics.quick_fixes(params.context.diagnostics)

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def on_prepare(params: lsp.PrepareRenameParams) -> lsp.Range | None:
        place = server.place(params)
        return None if place is None else _or_refuse(lambda: rename.prepare(session, place))

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def on_rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        place = server.place(params)
        return None if place is None else _or_refuse(lambda: rename.rename(session, place, params.new_name))

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def on_formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
        path = path_of(params.text_document.uri)
        text = server.asked(lambda: session.documents.text(path))
        if text is None:
            return None
        try:
            formatted = format_source(text, path.name)
        except RuleError as error:
            first = error.diagnostics[0]
            raise _refusal(f"{first.primary.span}: {first.message}; mend this before the file is formatted") from None
        if formatted == text:
            return []
        return [lsp.TextEdit(session.positions(path).range(0, len(text)), formatted)]


def _add_overviews(server: RulesServer) -> None:
    session = server.session

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def on_outline(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol] | None:
        return server.asked(lambda: outline.outline(session, path_of(params.text_document.uri)))

    @server.feature(lsp.WORKSPACE_SYMBOL)
    def on_symbols(params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
        paths = [*session.documents.opened(), *rule_files_in(server.folders())]
        return outline.workspace_symbols(session, params.query, paths)

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def on_folding(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange] | None:
        return server.asked(lambda: outline.folding(session, path_of(params.text_document.uri)))

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, tokens.LEGEND)
    def on_tokens(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens | None:
        return server.asked(lambda: tokens.semantic_tokens(session, path_of(params.text_document.uri)))


def _or_refuse(work: Callable[[], T]) -> T:
    try:
        return work()
    except rename.Refused as refused:
        raise _refusal(str(refused)) from None


def _refusal(text: str) -> JsonRpcException:
    return JsonRpcException(text, lsp.LSPErrorCodes.RequestFailed.value)
