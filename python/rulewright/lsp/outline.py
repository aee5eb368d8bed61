"""The declarations of a file as a tree, and those of all files as a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from lsprotocol.types import DocumentSymbol, FoldingRange, SymbolKind, WorkspaceSymbol

from rulewright.diagnostics.source import Span
from rulewright.lsp.session import Session
from rulewright.parse import ast
from rulewright.parse.walk import nodes_in
from rulewright.resolve.uses import Sort
from rulewright.sources import SourceError

KINDS: dict[Sort, SymbolKind] = {
    "game": SymbolKind.Module,
    "addition": SymbolKind.Module,
    "const": SymbolKind.Constant,
    "option": SymbolKind.Property,
    "token": SymbolKind.Struct,
    "kind": SymbolKind.Class,
    "key": SymbolKind.Field,
    "entry": SymbolKind.EnumMember,
    "place": SymbolKind.Variable,
    "var": SymbolKind.Variable,
    "value": SymbolKind.Function,
    "test": SymbolKind.Boolean,
    "event": SymbolKind.Event,
    "step": SymbolKind.Method,
    "phase": SymbolKind.Namespace,
    "choice": SymbolKind.Interface,
    "action": SymbolKind.Operator,
}
"""How each sort of thing is drawn; locals are not listed."""


class _Outline:
    """Turns declarations into symbols; those that were changed since the last whole text are left out."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def of(self, declarations: tuple[ast.Declaration, ...]) -> list[DocumentSymbol]:
        return [symbol for d in declarations for symbol in self._symbols(d)]

    def _symbols(self, node: ast.Declaration) -> Iterator[DocumentSymbol]:
        match node:
            case ast.Game():
                yield from self._one("game", node, node.name, node.title)
            case ast.Extension():
                yield from self._one("addition", node, node.name, node.title, self.of(node.members))
            case ast.With():
                yield from self.of(node.members)
            case ast.ByPlayers():
                for row in node.rows:
                    yield from self._one("const", row, row.name, None)
            case ast.Const():
                yield from self._one("const", node, node.name, None)
            case ast.Option():
                yield from self._one("option", node, node.name, None)
            case ast.Token():
                yield from self._one("token", node, node.name, node.title)
            case ast.Kind():
                keys = [s for key in node.keys for s in self._one("key", key, key.name, None)]
                yield from self._one("kind", node, node.name, node.title, [*keys, *self.of(node.entries)])
            case ast.Entry():
                yield from self._one("entry", node, node.name, node.title)
            case ast.Place():
                yield from self._one("place", node, node.name, node.title)
            case ast.EachDecl():
                yield from self.of(node.members)
            case ast.Var():
                yield from self._one("var", node, node.name, None)
            case ast.Function():
                yield from self._one(node.sort, node, node.name, None)
            case ast.Event():
                yield from self._one("event", node, node.name, None)
            case ast.Step():
                yield from self._one("step", node, node.name, None)
            case ast.Routine():
                yield from self._routine(node)
            case ast.Phase():
                choices = [c for c in nodes_in(node.body) if isinstance(c, ast.Choose) and c.name is not None]
                named = [s for c in choices if c.name for s in self._one("choice", c, c.name, None)]
                yield from self._one("phase", node, node.name, node.title, [*self.of(node.members), *named])
            case _:
                pass

    def _routine(self, node: ast.Routine) -> Iterator[DocumentSymbol]:
        whole = self._session.range(node.span)
        word = node.span.source.span(node.span.start, node.span.start + len(node.sort))
        head = self._session.range(word)
        if whole is not None and head is not None:
            yield DocumentSymbol(node.sort, SymbolKind.Method, whole, head)

    def _one(
        self,
        sort: Sort,
        node: ast.Node,
        name: ast.Name,
        title: ast.Text | None,
        children: Sequence[DocumentSymbol] = (),
    ) -> Iterator[DocumentSymbol]:
        whole, head = self._session.range(node.span), self._session.range(name.span)
        if whole is not None and head is not None:
            detail = title.text if title is not None else sort
            yield DocumentSymbol(name.text, KINDS[sort], whole, head, detail=detail, children=list(children))


def outline(session: Session, path: Path) -> list[DocumentSymbol]:
    """The declarations of a file.

    Raises:
        SourceError: there is no such file.
    """
    return _Outline(session).of(session.documents.tree(path).declarations)


def workspace_symbols(session: Session, query: str, paths: list[Path]) -> list[WorkspaceSymbol]:
    """Everything declared in some files whose name contains the letters of a query in their order."""
    found: list[WorkspaceSymbol] = []
    seen: set[tuple[str | None, int]] = set()
    for path in paths:
        try:
            index = session.of_file(path).index
        except SourceError:
            continue
        for thing in index.things():
            span = index.definitions[thing]
            if thing.sort == "local" or (span.source.path, span.start) in seen or not matches(query, thing.name):
                continue
            seen.add((span.source.path, span.start))
            place = session.location(span)
            if place is not None:
                found.append(WorkspaceSymbol(place, thing.name, KINDS[thing.sort], container_name=thing.home or None))
    return found


def matches(query: str, name: str) -> bool:
    """Whether a name contains the letters of a query in their order."""
    letters = iter(name.casefold())
    return all(letter in letters for letter in query.casefold())


def folding(session: Session, path: Path) -> list[FoldingRange]:
    """Declarations and blocks of more than one line.

    Raises:
        SourceError: there is no such file.
    """
    lines: dict[int, int] = {}
    for node in nodes_in(session.documents.tree(path)):
        if not isinstance(node, (ast.Declaration, ast.Statement, ast.Block, ast.Refinement, ast.ChoiceOption)):
            continue
        shown = session.range(_without_end(node.span))
        if shown is not None and shown.end.line > shown.start.line:
            lines[shown.start.line] = max(lines.get(shown.start.line, 0), shown.end.line)
    return [FoldingRange(first, last) for first, last in sorted(lines.items())]


def _without_end(span: Span) -> Span:
    """All but the closing brace, whose line stays in sight."""
    text = span.text
    return span.source.span(span.start, span.start + len(text[:-1].rstrip())) if text.endswith("}") else span
