"""What is told about a name: its declaration, what is known about it, and what changes it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

from lsprotocol.types import Hover, MarkupContent, MarkupKind

from rulewright.diagnostics.source import Span
from rulewright.lsp.analysis import Analysis
from rulewright.lsp.meanings import meaning_of, word_at
from rulewright.lsp.session import Place, Session
from rulewright.parse import ast
from rulewright.resolve.symbols import BoolType, EntryInfo, KeyInfo, KindInfo, MemberInfo, Symbols
from rulewright.resolve.texts import fill_text
from rulewright.resolve.uses import Thing
from rulewright.semantics import model as m

T = TypeVar("T")

_BEHIND_LOCAL = re.compile(r"\s*:\s*(?:\w+\.\.\w+|\w+(?: optional)?)|\s+in\s+[\w.]+")
_LONGEST = 12
"""Lines of a declaration that are shown."""


def hover(session: Session, place: Place) -> Hover | None:
    """The text for the name at a place, or for the word of the language."""
    occurrence = place.occurrence
    if occurrence is None:
        return _of_the_language(session, place)
    parts = [describe(place.analysis, thing) for thing in occurrence.things]
    content = MarkupContent(MarkupKind.Markdown, "\n\n---\n\n".join(parts))
    return Hover(content, session.range(occurrence.span))


def _of_the_language(session: Session, place: Place) -> Hover | None:
    found = word_at(place.text, place.offset)
    told = None if found is None else meaning_of(place.text[found[0] : found[1]])
    if found is None or told is None:
        return None
    return Hover(MarkupContent(MarkupKind.Markdown, told), session.positions(place.path).range(*found))


def describe(analysis: Analysis, thing: Thing) -> str:
    """A thing in Markdown."""
    told = _TELLERS[thing.sort](analysis, thing)
    span = analysis.index.definitions[thing]
    above = comment_above(span)
    where = f"*{span.source.name}:{span.line}*"
    return "\n\n".join(part for part in (*told, above, where) if part)


def comment_above(span: Span) -> str:
    """The comment lines directly above a declaration, and the comment behind it on its line."""
    source = span.source
    lines: list[str] = []
    for line in range(span.line - 1, 0, -1):
        text = source.line_text(line).strip()
        if not text.startswith("#"):
            break
        lines.insert(0, text.lstrip("#").strip())
    behind = source.line_text(span.line).rpartition("#")[2] if _comment_behind(source.line_text(span.line)) else ""
    return " ".join([*lines, behind.strip()]).strip()


def _comment_behind(line: str) -> bool:
    quotes = line.partition("#")[0].count('"')
    return "#" in line and quotes % 2 == 0


# ---- one function for each sort of thing ----


def _plain(word: str) -> Callable[[Analysis, Thing], list[str]]:
    def tell(analysis: Analysis, thing: Thing) -> list[str]:
        return [f"**{word}** `{thing.name}`", _declaration(analysis, thing), _text(analysis, thing.name)]

    return tell


def _const(analysis: Analysis, thing: Thing) -> list[str]:
    values = {s.players: s.constants[thing.name] for s in analysis.tables if thing.name in s.constants}
    told = [f"**constant** `{thing.name}`"]
    if len(set(values.values())) == 1:
        told.append(f"`{next(iter(values.values()))}`")
    elif values:
        heads, numbers = zip(*((str(p), str(v)) for p, v in values.items()), strict=True)
        told.append(_table(["players", *heads], [["", *numbers]]))
    return [*told, _text(analysis, thing.name)]


def _kind(analysis: Analysis, thing: Thing) -> list[str]:
    kind = _first(s.kinds.get(thing.name) for s in analysis.tables)
    if kind is None:
        return [f"**kind** `{thing.name}`"]
    keys = [[f"`{key.name}`", _key_type(key)] for key in kind.keys.values()]
    entries = ", ".join(f"`{e.name}`" for e in kind.entries[:_LONGEST])
    more = f" and {len(kind.entries) - _LONGEST} more" if len(kind.entries) > _LONGEST else ""
    return [
        f"**kind** {_titled(kind.name, kind.title)}" + (", a token" if kind.is_token else ""),
        _text(analysis, kind.name),
        _table(["key", "type"], keys) if keys else "",
        f"{len(kind.entries)} entries: {entries}{more}",
    ]


def _key(analysis: Analysis, thing: Thing) -> list[str]:
    kind = _first(s.kinds.get(thing.home) for s in analysis.tables)
    key = kind.keys.get(thing.name) if kind is not None else None
    if kind is None or key is None:
        return [f"**key** `{thing.name}` of `{thing.home}`"]
    return [
        f"**key** `{key.name}` of {_titled(kind.name, kind.title)}",
        _key_type(key),
        _text(analysis, f"{kind.name}.{key.name}"),
    ]


def _key_type(key: KeyInfo) -> str:
    told = "a flag, which an entry has or has not" if isinstance(key.type, BoolType) else str(key.type)
    if key.default is not None:
        told += f", {key.default} if it is not given"
    return told


def _entry(analysis: Analysis, thing: Thing) -> list[str]:
    table = _first(s for s in analysis.tables if _entry_in(s, thing) is not None)
    if table is None:
        return [f"**{thing.home}** `{thing.name}`"]
    kind = table.kinds[thing.home]
    entry = _entry_in(table, thing)
    assert entry is not None
    keys = [[f"`{key.name}`", value] for key in kind.keys.values() if (value := _key_value(table, key, entry))]
    refinements = [r for r in table.refinements if r.entry.name == thing.name and r.entry.kind == thing.home]
    changes = "\n".join(_shorten(_code_of(r.decl.span)) for r in refinements)
    return [
        f"**{entry.title}** ({kind.title} `{entry.name}`)",
        _filled(table, entry.text.text) if entry.text is not None else "",
        _table(["key", "value"], keys) if keys else "",
        _fence(changes) if changes else "",
    ]


def _entry_in(table: Symbols, thing: Thing) -> EntryInfo | None:
    kind: KindInfo | None = table.kinds.get(thing.home)
    return kind.entry(thing.name) if kind is not None else None


def _key_value(table: Symbols, key: KeyInfo, entry: EntryInfo) -> str:
    value = entry.values.get(key.name)
    match str(key.type):
        case "true or false":
            return "yes" if value else ""
        case "a phase":
            return next((p.name for p in table.phases.values() if p.index == value), "")
        case _:
            pass
    kind = getattr(key.type, "kind", None)
    if kind is not None and isinstance(value, int):
        return table.kinds[kind].entries[value].name if value >= 0 else ""
    return str(value)


def _place(analysis: Analysis, thing: Thing) -> list[str]:
    place = _first(s.places.get(thing.name) for s in analysis.tables)
    if place is None:
        return [f"**place** `{thing.name}`"]
    word = "deck" if place.decl.is_deck else "place"
    whose = "" if place.owner is None else f", one for each {place.owner}"
    return [
        f"**{word}** {_titled(place.name, place.title)}{whose}",
        _text(analysis, place.name),
        _fence(_line_of(place.decl)),
    ]


def _var(analysis: Analysis, thing: Thing) -> list[str]:
    for table in analysis.tables:
        phase = table.phases.get(thing.home)
        variable = (phase.variables if phase is not None else table.variables).get(thing.name)
        if variable is not None:
            owner = "" if variable.owner is None else f", one for each {variable.owner}"
            until = f", until the phase `{phase.name}` ends" if phase is not None else ""
            dims = f" for each {' and '.join(variable.dims)}" if variable.dims else ""
            path = f"{thing.home}.{thing.name}" if thing.home else thing.name
            return [f"**variable** `{path}`: {variable.type}{dims}{owner}{until}", _text(analysis, path)]
    return [f"**variable** `{thing.name}`"]


def _option(analysis: Analysis, thing: Thing) -> list[str]:
    option = _first(s.options.get(thing.name) for s in analysis.tables)
    told = f": {option.type}" if option is not None else ""
    return [f"**option** `{thing.name}`{told}", _text(analysis, thing.name)]


def _phase(analysis: Analysis, thing: Thing) -> list[str]:
    phase = _first(s.phases.get(thing.name) for s in analysis.tables)
    if phase is None:
        return [f"**phase** `{thing.name}`"]
    members = [[f"`{member.name}`", member.sort] for member in phase.members.values()]
    members += [[f"`{name}`", "choice"] for name in phase.choices]
    return [
        f"**phase** {_titled(phase.name, phase.title)}",
        _text(analysis, phase.name),
        _table(["name", "what"], members) if members else "",
    ]


def _member(analysis: Analysis, thing: Thing) -> list[str]:
    member = _find_member(analysis, thing)
    if member is None:
        return [f"**{thing.sort}** `{thing.name}`"]
    return [
        f"**{member.sort}** `{member.path}`",
        _text(analysis, member.path),
        _fence(_line_of(member.decl)),
        _changes(analysis, member),
    ]


def _choice(analysis: Analysis, thing: Thing) -> list[str]:
    told = [f"**choice** `{thing.home}.{thing.name}`"]
    table = _first(iter(analysis.tables))
    if table is not None:
        added = [r for r in table.refinements if r.target == (thing.home, thing.name)]
        told.append(_numbered("Options are added by", ((r.entry, r.decl.span) for r in added)))
    return told


def _local(analysis: Analysis, thing: Thing) -> list[str]:
    span = analysis.index.definitions[thing]
    line = span.source.line_text(span.line)
    # A `let` has its value on the line; a parameter and a loop variable have their type or place behind them.
    behind = _BEHIND_LOCAL.match(line[span.column - 1 + len(thing.name) :])
    told = f"`{thing.name}{behind[0]}`" if behind is not None else f"`{thing.name}`"
    return [told, _fence(_shorten(line.strip()))]


def _action(analysis: Analysis, thing: Thing) -> list[str]:
    path = f"{thing.home}.{thing.name}" if thing.home else thing.name
    return [f"**option of a choice** `{path}`", _text(analysis, path), _fence(_head_of_option(analysis, thing))]


def _head_of_option(analysis: Analysis, thing: Thing) -> str:
    """An option up to its block; its condition may go on for some lines."""
    span = analysis.index.definitions[thing]
    head = span.source.text[span.start :].partition("{")[0]
    return "\n".join(
        line.strip() if number == 0 else f"    {line.strip()}" for number, line in enumerate(head.splitlines())
    )


def _find_member(analysis: Analysis, thing: Thing) -> MemberInfo | None:
    for table in analysis.tables:
        phase = table.phases.get(thing.home)
        members = phase.members if phase is not None else table.members
        if thing.name in members:
            return members[thing.name]
    return None


def _changes(analysis: Analysis, member: MemberInfo) -> str:
    """What refines a member, in the order in which it works."""
    title = {
        "value": "Changed, in this order, by",
        "test": "Changed, in this order, by",
        "event": "Answered, in this order, by",
        "step": "Replaced by the first of these whose conditions hold",
    }[member.sort]
    woven = analysis.woven
    if woven is None:
        table = _first(iter(analysis.tables))
        found = [
            (r.entry, r.decl.span)
            for r in (table.refinements if table is not None else ())
            if isinstance(r.target, MemberInfo) and r.target.path == member.path
        ]
        return _numbered(title, found)
    items: tuple[m.ValueRefinement | m.Handler, ...] = ()
    if member.path in woven.functions:
        items = woven.functions[member.path].changes
    elif member.path in woven.events:
        items = woven.events[member.path].handlers
    elif member.path in woven.steps:
        items = woven.steps[member.path].replacements
    return _numbered(title, ((item.entry, item.span) for item in items))


# ---- pieces of Markdown ----


def _numbered(title: str, items: Iterable[tuple[EntryInfo, Span]]) -> str:
    lines = [
        f"{number}. {entry.title}: `{_head(span)}` ({span.source.name}:{span.line})"
        for number, (entry, span) in enumerate(items, 1)
    ]
    return "\n".join([f"{title}:", "", *lines]) if lines else ""


def _head(span: Span) -> str:
    """A refinement on one line, without the block behind it."""
    return " ".join(span.text.partition("{")[0].split())


def _line_of(decl: ast.Node) -> str:
    return _shorten(_code_of(decl.span))


def _code_of(span: Span) -> str:
    """The text of a declaration, moved to the left as far as its first line is."""
    indent = span.column - 1
    first, *rest = span.text.splitlines() or [""]
    return "\n".join([first, *(line[min(indent, len(line) - len(line.lstrip())) :] for line in rest)])


def _shorten(text: str) -> str:
    lines = text.splitlines()
    return "\n".join([*lines[:_LONGEST], "…"]) if len(lines) > _LONGEST else text


def _declaration(analysis: Analysis, thing: Thing) -> str:
    span = analysis.index.definitions[thing]
    return _fence(span.source.line_text(span.line).strip())


def _text(analysis: Analysis, path: str) -> str:
    """What readers are told about it."""
    return next((_filled(s, s.texts[path]) for s in analysis.tables if path in s.texts), "")


def _filled(table: Symbols, text: str) -> str:
    """A text for readers with titles in place of the names in braces; parameters keep their names."""
    kinds = table.kinds.values()
    words = {entry.name: entry.title for kind in kinds for entry in kind.entries}
    words |= {kind.name: kind.title for kind in kinds}
    words |= {token.name: token.title for token in table.tokens.values()}
    words |= {place.name: place.title for place in table.places.values()}
    words |= {phase.name: phase.title for phase in table.phases.values()}
    words |= {name: str(number) for name, number in table.constants.items()}
    return fill_text(text, words)


def _titled(name: str, title: str) -> str:
    """A name with its title, unless that says nothing more."""
    return f"`{name}`" if title == name.replace("_", " ") else f"`{name}`: {title}"


def _fence(code: str) -> str:
    return f"```rules\n{code}\n```"


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _first(items: Iterable[T | None]) -> T | None:
    return next((item for item in items if item is not None), None)


_TELLERS: dict[str, Callable[[Analysis, Thing], list[str]]] = {
    "game": _plain("game"),
    "addition": _plain("addition"),
    "const": _const,
    "option": _option,
    "token": _plain("token"),
    "kind": _kind,
    "key": _key,
    "entry": _entry,
    "place": _place,
    "var": _var,
    "value": _member,
    "test": _member,
    "event": _member,
    "step": _member,
    "phase": _phase,
    "choice": _choice,
    "action": _action,
    "local": _local,
}
