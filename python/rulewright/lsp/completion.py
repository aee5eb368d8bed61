"""What could be typed at a place: words of the language as the grammar has them, names as the stages know them.

The names are those that the stages would suggest for an unknown name at this place.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator

from lsprotocol.types import CompletionItem, CompletionItemKind, MarkupContent, MarkupKind

from rulewright.compiler import parse_sources
from rulewright.diagnostics.diagnostic import Diagnostic
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import SourceFile
from rulewright.lsp.analysis import Analysis, look_up
from rulewright.lsp.braces import is_in_braces, names_for_braces
from rulewright.lsp.hover import describe
from rulewright.lsp.positions import shift_between
from rulewright.lsp.prefix import MADE_UP, Prefix, read_prefix
from rulewright.lsp.session import Place, Session
from rulewright.lsp.words import keywords
from rulewright.parse import ast, parse_file
from rulewright.parse.walk import nodes_in
from rulewright.resolve.symbols import Symbols
from rulewright.resolve.uses import Sort, Thing

KINDS: dict[Sort, CompletionItemKind] = {
    "game": CompletionItemKind.Module,
    "addition": CompletionItemKind.Module,
    "const": CompletionItemKind.Constant,
    "option": CompletionItemKind.Property,
    "token": CompletionItemKind.Struct,
    "kind": CompletionItemKind.Class,
    "key": CompletionItemKind.Field,
    "entry": CompletionItemKind.EnumMember,
    "place": CompletionItemKind.Variable,
    "var": CompletionItemKind.Variable,
    "value": CompletionItemKind.Function,
    "test": CompletionItemKind.Function,
    "event": CompletionItemKind.Event,
    "step": CompletionItemKind.Method,
    "phase": CompletionItemKind.Module,
    "choice": CompletionItemKind.Interface,
    "action": CompletionItemKind.Method,
    "local": CompletionItemKind.Variable,
}

_DECLARATIONS = {"KIND", "PHASE", "TOKEN"}
"""Where these can stand, an entry can be declared too."""


def complete(session: Session, place: Place) -> list[CompletionItem]:
    """What could be typed here, the likeliest first."""
    known = _by_name(place.analysis)
    if is_in_braces(place.text, place.offset):
        tables = place.analysis.tables
        spoken = dict.fromkeys(names_for_braces(tables[0], place.text, place.offset)) if tables else ()
        return _in_order([_named(name, known.get(name, [])) for name in spoken])
    prefix = read_prefix(place.text, place.offset)
    if prefix is None:
        return []
    names = list(dict.fromkeys(_names(session, place, prefix)))
    items = [_named(name, known.get(name.rpartition(".")[2], [])) for name in names]
    words = sorted(text for name, text in keywords().items() if name in prefix.accepted and text not in names)
    items += [CompletionItem(word, kind=CompletionItemKind.Keyword) for word in words]
    return _in_order(items)


def _in_order(items: list[CompletionItem]) -> list[CompletionItem]:
    """The items with numbers that keep editors from sorting them by the alphabet."""
    for number, item in enumerate(items):
        item.sort_text = f"{number:05}"
    return items


def resolve(place_analyses: Iterable[Analysis], item: CompletionItem) -> CompletionItem:
    """The item with what is known about the thing it names."""
    data = item.data
    if isinstance(data, dict):
        thing = Thing(data["sort"], data["name"], data["home"])
        for analysis in place_analyses:
            if thing in analysis.index.definitions:
                item.documentation = MarkupContent(MarkupKind.Markdown, describe(analysis, thing))
                break
    return item


def _named(name: str, things: list[Thing]) -> CompletionItem:
    if not things:
        return CompletionItem(name, kind=CompletionItemKind.Variable)
    thing = things[0]
    data = {"sort": thing.sort, "name": thing.name, "home": thing.home}
    # A path replaces the word before the dot too, so it is matched as a whole.
    return CompletionItem(name, kind=KINDS[thing.sort], detail=thing.sort, data=data, filter_text=name)


def _by_name(analysis: Analysis) -> dict[str, list[Thing]]:
    found: dict[str, list[Thing]] = {}
    for thing in analysis.index.things():
        found.setdefault(thing.name, []).append(thing)
    return found


# ---- names ----


def _names(session: Session, place: Place, prefix: Prefix) -> Iterator[str]:
    if prefix.finished is None:
        return
    tree = _finished_tree(session, place, prefix)
    sink = Sink()

    def parse(source: SourceFile, quiet: Sink) -> ast.File:
        return tree if source.path == str(place.path) else session.documents.parse_whole(source, quiet)

    layers = parse_sources(place.analysis.sources, Sink(), parse).layers
    symbols = look_up(layers, sink)
    asked = [d for d in sink.sorted() if d.primary.span.text.endswith(MADE_UP)]
    given = _given_keys(tree)
    if symbols is not None:
        yield from _fitting(tree, symbols, {name for complaint in asked for name in _offered(complaint)})
    for complaint in asked:
        for name in _offered(complaint):
            # A key that has its value already is not offered again.
            if complaint.code != "E0203" or name not in given:
                yield name
    if symbols is None:
        return
    if any(isinstance(n, ast.Move) and n.item is not None and n.item.text == MADE_UP for n in nodes_in(tree)):
        yield from symbols.tokens
        yield from (e.name for kind in symbols.kinds.values() if kind.is_token for e in kind.entries)
    if any(d.code == "E0203" for d in asked) and "ON" in prefix.accepted:
        yield from _refinable(symbols)
    if prefix.accepted >= _DECLARATIONS:
        yield from symbols.kinds


def _fitting(tree: ast.File, symbols: Symbols, offered: set[str]) -> Iterator[str]:
    """Of the names that are offered, those of the sort that the statement needs."""
    for node in nodes_in(tree):
        match node:
            case ast.Move() | ast.Draw() if _is_made_up(node.source) or _is_made_up(node.target):
                decks = isinstance(node, ast.Draw) and _is_made_up(node.source)
                wanted = [p.name for p in symbols.places.values() if p.owner is None and (p.decl.is_deck or not decks)]
                yield from (name for name in (*wanted, "my") if name in offered)
            case ast.Set() if _is_made_up(node.target):
                phases = symbols.phases.values()
                variables = [v for v in symbols.variables.values() if v.owner is None]
                variables += [v for phase in phases for v in phase.variables.values()]
                yield from (v.name for v in variables if v.name in offered)
            case _:
                pass


def _is_made_up(expr: ast.Expr) -> bool:
    return isinstance(expr, ast.NameExpr) and expr.name.text == MADE_UP


def _offered(complaint: Diagnostic) -> Iterator[str]:
    """Candidates that begin with what stands before the made-up name, such as `phase.`, without it."""
    before = complaint.primary.span.text.removesuffix(MADE_UP)
    for name in complaint.candidates:
        if name.startswith(before) and MADE_UP not in name:
            yield name.removeprefix(before)


def _refinable(symbols: Symbols) -> Iterator[str]:
    members = [*symbols.members.values(), *(m for p in symbols.phases.values() for m in p.members.values())]
    yield from (member.path for member in members if member.sort in ("value", "test"))


def _given_keys(tree: ast.File) -> set[str]:
    """Key words of the entry that the made-up name stands in."""
    for node in nodes_in(tree):
        if isinstance(node, ast.Entry) and any(word.value == MADE_UP for word in node.words):
            return {word.value for word in node.words if isinstance(word.value, str)}
    return set()


# ---- the tree with the made-up name ----


def _finished_tree(session: Session, place: Place, prefix: Prefix) -> ast.File:
    """The last whole tree of the file, with the finished declaration in place of the one being typed."""
    assert prefix.finished is not None
    source = SourceFile(place.path.name, prefix.finished, str(place.path))
    typed = parse_file(source, Sink()).declarations
    whole = session.documents.tree(place.path)
    shift = shift_between(whole.span.source.text, place.text)
    start, end = shift.nearest_back(prefix.start), shift.nearest_back(place.offset)
    names = {_name_of(d) for d in typed} - {None}
    declarations: list[ast.Declaration] = []
    replaced: list[ast.Declaration] = []
    for old in whole.declarations:
        inside = old.span.start < end and old.span.end > start
        if inside or (type(old).__name__, _name_of(old)) in {(type(d).__name__, n) for d in typed for n in names}:
            replaced.append(old)
        else:
            declarations.append(old)
    declarations += (_with_rest(d, replaced, end) for d in typed)
    return ast.File(whole.span, tuple(declarations))


def _with_rest(typed: ast.Declaration, replaced: list[ast.Declaration], end: int) -> ast.Declaration:
    """A declaration with the members that the old one has behind the place."""
    if not isinstance(typed, (ast.Extension, ast.Phase)):
        return typed
    rest = [m for old in replaced if isinstance(old, type(typed)) for m in old.members if m.span.start >= end]
    return dataclasses.replace(typed, members=(*typed.members, *rest))


def _name_of(declaration: ast.Declaration) -> str | None:
    name = getattr(declaration, "name", None)
    return name.text if isinstance(name, ast.Name) else None
