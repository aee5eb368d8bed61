"""What readers are told: the texts of a game, and the names in braces inside them.

``{name}`` in a text stands for the title of a thing, or for what is given for a parameter. So an
edition that renames the thing has the new title in every text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from rulewright.datatypes import values_of
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import Span
from rulewright.parse import ast
from rulewright.resolve import errors
from rulewright.resolve.layers import Layer
from rulewright.resolve.symbols import Symbols
from rulewright.resolve.uses import SILENT, Sort, Uses

_Params = Mapping[str, Span | None]
"""Parameters by name, each with the place where it is declared, if it is."""
_NO_PARAMS: _Params = {}
_IT: _Params = {"it": None}

_NAME_IN_BRACES = re.compile(r"\{(\w+)\}")
_WITH_PLURAL = re.compile(r"\{(\w+)\}(s\b)?")


def names_in_text(text: str) -> list[str]:
    """The names that stand in braces."""
    return _NAME_IN_BRACES.findall(text)


def fill_text(text: str, words: Mapping[str, str], plural: Callable[[str], str] = "{}s".format) -> str:
    """A text with words in place of the names in braces; names without a word stay as they are.

    Args:
        text: what is filled.
        words: what stands for each name.
        plural: makes more than one of a word, where an `s` stands behind the brace.
    """

    def word(match: re.Match[str]) -> str:
        found = words.get(match[1], match[1])
        return plural(found) if match[2] else found

    return _WITH_PLURAL.sub(word, text)


def rename_in_text(text: str, names: Mapping[str, str]) -> str:
    """A text with other names in braces."""
    return _NAME_IN_BRACES.sub(lambda match: "{" + names.get(match[1], match[1]) + "}", text)


def collect_texts(symbols: Symbols, layers: Sequence[Layer], sink: Sink, uses: Uses = SILENT) -> dict[str, str]:
    """The texts of all layers; a later layer replaces the text of an earlier one."""
    # An edition has the text of the game that it is made from, until it has its own.
    games = {d.name.text for layer in layers for d in layer.declarations if isinstance(d, ast.Game)}
    subjects = {**_named_things(symbols), **dict.fromkeys((*games, *(layer.name for layer in layers)), _NO_PARAMS)}
    titled = _titled(symbols)
    texts: dict[str, str] = {}
    for layer in layers:
        seen: dict[str, Span] = {}
        for decl in layer.declarations:
            if not isinstance(decl, ast.TextDecl):
                continue
            path = decl.path.text
            if path not in subjects:
                errors.unknown(sink, "E0201", "name", path, decl.path.span, subjects, otherwise=_ADVICE)
                continue
            if path in seen:
                errors.declared_twice(sink, path, decl.path.span, seen[path], "say all of it in one text")
            seen[path] = decl.path.span
            texts[symbols.name if path in games else path] = decl.text.text
            _check_names(decl.text, [*subjects[path], *titled], sink)
            _note_path(decl.path, symbols, uses)
            written = decl.span.source.span(decl.text.span.start, decl.span.end)
            _note_names(decl.text.text, written, subjects[path], symbols, uses)
    for kind in symbols.kinds.values():
        for entry in kind.entries:
            if entry.text is not None and entry.kind == kind.name:
                _check_names(entry.text, titled, sink)
                _note_names(entry.text.text, entry.text.span, _NO_PARAMS, symbols, uses)
    return texts


_ADVICE = "a text is about something that is declared: `phase`, `phase.name`, `kind.key`, or an action without brackets"


def _note_path(path: ast.Path, symbols: Symbols, uses: Uses) -> None:
    """Says what the names in front of a text stand for."""
    first, *rest = path.names
    found = _thing(first.text, symbols)
    if found is not None:
        uses.use(first.span, found[0], first.text, found[1])
    if not rest:
        return
    last, home = rest[-1], first.text
    kind, phase = symbols.kinds.get(home), symbols.phases.get(home)
    if kind is not None:
        uses.use(last.span, "key", last.text, home)
    elif phase is not None and last.text in phase.members:
        uses.use(last.span, phase.members[last.text].sort, last.text, home)
    elif phase is not None and last.text in phase.variables:
        uses.use(last.span, "var", last.text, home)
    else:
        uses.use(last.span, "action", last.text, home)


def _note_names(text: str, written: Span, params: _Params, symbols: Symbols, uses: Uses) -> None:
    """Says what the names in braces stand for. An edition may read others than are written there."""
    for name, match in zip(names_in_text(text), _NAME_IN_BRACES.finditer(written.text), strict=False):
        start = written.start + match.start(1)
        span = written.source.span(start, start + len(match[1]))
        if name in params:
            uses.local(span, name, params[name])
        elif (found := _thing(name, symbols)) is not None:
            uses.use(span, found[0], name, found[1])


def _thing(name: str, symbols: Symbols) -> tuple[Sort, str] | None:
    """Sort and home of what has a name in the whole game."""
    tables: tuple[tuple[Sort, Mapping[str, object]], ...] = (
        ("const", symbols.constants),
        ("option", symbols.options),
        ("token", symbols.tokens),
        ("place", symbols.places),
        ("var", symbols.variables),
        ("kind", symbols.kinds),
        ("phase", symbols.phases),
    )
    for sort, table in tables:
        if name in table:
            return sort, ""
    if name in symbols.members:
        return symbols.members[name].sort, ""
    entries = symbols.entries_named(name)
    if entries:
        return "entry", entries[0].kind
    return next((("key", kind.name) for kind in symbols.kinds.values() if name in kind.keys), None)


def _check_names(text: ast.Text, known: Sequence[str], sink: Sink) -> None:
    if re.search(r"[{}]", _NAME_IN_BRACES.sub("", text.text)):
        errors.brace_alone(sink, text.span)
    for name in names_in_text(text.text):
        if name not in known:
            advice = "name a thing of the game or a parameter of what the text is about, or leave the braces out"
            errors.unknown(sink, "E0201", "name", name, text.span, known, otherwise=advice)


def _titled(symbols: Symbols) -> list[str]:
    """What can stand in braces in every text."""
    entries = [name for kind in symbols.kinds.values() for name in (*kind.keys, *(e.name for e in kind.entries))]
    things = (symbols.constants, symbols.kinds, symbols.tokens, symbols.places, symbols.phases)
    return [*(name for names in things for name in names), *entries]


def _named_things(symbols: Symbols) -> dict[str, _Params]:
    """Everything that can have a text, by path, with its parameters."""
    found: dict[str, _Params] = {symbols.name: _NO_PARAMS}
    for names in (symbols.constants, symbols.options, symbols.tokens, symbols.places):
        found |= dict.fromkeys(names, _NO_PARAMS)
    found |= {name: _IT if variable.owner else _NO_PARAMS for name, variable in symbols.variables.items()}
    for kind in symbols.kinds.values():
        found[kind.name] = _NO_PARAMS
        found |= {f"{kind.name}.{key}": _IT for key in kind.keys}
    for phase in symbols.phases.values():
        found[phase.name] = _NO_PARAMS
        found |= {f"{phase.name}.{name}": _NO_PARAMS for name in phase.variables}
    members = [*symbols.members.values(), *(m for p in symbols.phases.values() for m in p.members.values())]
    found |= {m.path: {p.name: p.named_at for p in m.params} for m in members}
    for where, node in _sources_of_actions(symbols):
        found |= {f"{where}.{name}": params for name, params in actions_in(node)}
    return found


def _sources_of_actions(symbols: Symbols) -> Iterator[tuple[str, ast.Node]]:
    """Where actions are offered, under the name that stands in front of theirs."""
    yield from (("setup", block) for block in symbols.setup)
    yield "play", symbols.play
    yield from ((phase.name, phase.decl) for phase in symbols.phases.values())
    yield from ((m.name, m.decl) for m in symbols.members.values())
    yield from ((info.entry.name, info.decl) for info in symbols.refinements)


def actions_in(node: ast.Node) -> Iterator[tuple[str, _Params]]:
    """The options inside a declaration or a statement, with their parameters, in the order in which they stand."""
    waiting: list[object] = [node]
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, tuple):
            waiting.extend(reversed(inner))
        elif isinstance(inner, ast.Node) and not isinstance(inner, (ast.Expr, ast.Name, ast.Text)):
            if isinstance(inner, ast.ChoiceOption):
                yield inner.name.text, {p.name.text: p.name.span for p in inner.params}
            elif isinstance(inner, ast.PickOption):
                yield inner.name.text, {p.name.text: p.name.span for p in (inner.param,) if p is not None}
            waiting.extend(reversed(values_of(inner, "span")))
