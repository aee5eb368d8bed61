"""Editions: another game's declarations under new names, with single things changed.

Renaming is done on the syntax trees, before anything is collected: afterwards nothing knows the
old names any more, and a changed place or entry is found under its new name.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from operator import is_not
from typing import Any, TypeVar

from rulewright.datatypes import values_of
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import Span
from rulewright.parse import ast
from rulewright.resolve import errors
from rulewright.resolve.layers import Layer
from rulewright.resolve.texts import rename_in_text
from rulewright.resolve.uses import SILENT, Uses

T = TypeVar("T")


def put_together(layers: Sequence[Layer], sink: Sink, uses: Uses = SILENT) -> tuple[Layer, ...]:
    """The layers with each one's renamings done in all layers before it, and its changed places and kinds merged."""
    done: list[Layer] = []
    for layer in layers:
        renames = [d for d in layer.declarations if isinstance(d, ast.Rename)]
        if renames:
            done = _rename(done, renames, sink)
            uses.rename({r.old.text: r.new.text for r in renames})
            for rename in renames:
                uses.said(rename.old.span, rename.new.text)
                uses.said(rename.new.span, rename.new.text)
        rest = tuple(d for d in layer.declarations if not isinstance(d, ast.Rename))
        places = [d for d in rest if isinstance(d, ast.Place) and d.changes]
        if places:
            done = _change_places(done, places, sink)
            for place in places:
                uses.said(place.name.span, place.name.text)
            rest = tuple(d for d in rest if not (isinstance(d, ast.Place) and d.changes))
        kinds = [d for d in rest if isinstance(d, ast.ChangeKind)]
        if kinds:
            done = _change_kinds(done, kinds, sink)
            for kind in kinds:
                uses.said(kind.name.span, kind.name.text)
            rest = tuple(d for d in rest if not isinstance(d, ast.ChangeKind))
        done.append(dataclasses.replace(layer, declarations=rest))
    return tuple(done)


def _rename(layers: Sequence[Layer], renames: Sequence[ast.Rename], sink: Sink) -> list[Layer]:
    names = {r.old.text: r.new.text for r in renames}
    titles = {r.old.text: r.title for r in renames if r.title is not None}
    used: set[str] = set()
    found = [
        dataclasses.replace(x, declarations=tuple(_renamed(d, names, titles, used) for d in x.declarations))
        for x in layers
    ]
    declared = _all_names(layers)
    given: dict[str, Span] = {}
    for rename in renames:
        if rename.new.text in given:
            errors.declared_twice(sink, rename.new.text, rename.new.span, given[rename.new.text])
        given.setdefault(rename.new.text, rename.new.span)
        if rename.old.text not in used:
            errors.renames_nothing(sink, rename.old.text, rename.old.span, declared)
        elif rename.new.text in declared and rename.new.text not in names:
            errors.declared_twice(sink, rename.new.text, rename.new.span, declared[rename.new.text])
    return found


def _all_names(layers: Iterable[Layer]) -> dict[str, Span]:
    declared: dict[str, Span] = {}
    for layer in layers:
        for declaration in layer.declarations:
            name = getattr(declaration, "name", None)
            if isinstance(name, ast.Name):
                declared.setdefault(name.text, name.span)
            for entry in getattr(declaration, "entries", ()):
                declared.setdefault(entry.name.text, entry.name.span)
    return declared


def _renamed(node: T, names: Mapping[str, str], titles: Mapping[str, ast.Text], used: set[str]) -> T:
    """A tree with every name replaced; a renamed declaration gets the new title."""
    if isinstance(node, tuple):
        changes = [_renamed(x, names, titles, used) for x in node]
        # What stays as it is stays the same object.
        return type(node)(changes) if any(map(is_not, changes, node)) else node
    if not isinstance(node, ast.Node):
        return node
    if isinstance(node, ast.Name):
        if node.text not in names:
            return node
        used.add(node.text)
        return dataclasses.replace(node, text=names[node.text])
    if isinstance(node, ast.Text):
        text = rename_in_text(node.text, names)
        return dataclasses.replace(node, text=text) if text != node.text else node
    if isinstance(node, ast.Word) and node.quoted:
        value = rename_in_text(str(node.value), names)
        return dataclasses.replace(node, value=value) if value != node.value else node
    if isinstance(node, ast.Word):
        if not isinstance(node.value, str) or node.value not in names:
            return node
        used.add(node.value)
        return dataclasses.replace(node, value=names[node.value])
    changed: dict[str, Any] = {}
    for field, old in zip(node.__dataclass_fields__, values_of(node), strict=True):
        if isinstance(old, (tuple, ast.Node)):
            new = _renamed(old, names, titles, used)
            if new is not old:
                changed[field] = new
    name = getattr(node, "name", None)
    if isinstance(name, ast.Name) and name.text in titles and hasattr(node, "title"):
        changed["title"] = titles[name.text]
    return dataclasses.replace(node, **changed) if changed else node


def _change_places(layers: Sequence[Layer], changes: Sequence[ast.Place], sink: Sink) -> list[Layer]:
    by_name = {c.name.text: c for c in changes}
    seen: set[str] = set()
    known: list[str] = []

    def changed(declaration: ast.Declaration) -> ast.Declaration:
        match declaration:
            case ast.Place():
                known.append(declaration.name.text)
                change = by_name.get(declaration.name.text)
                if change is None:
                    return declaration
                seen.add(declaration.name.text)
                return _merged(declaration, change)
            case ast.EachDecl():
                members = tuple(changed(x) for x in declaration.members)
                return dataclasses.replace(declaration, members=members)  # type: ignore[arg-type]
            case _:
                return declaration

    found = [dataclasses.replace(x, declarations=tuple(changed(d) for d in x.declarations)) for x in layers]
    for change in changes:
        if change.name.text not in seen:
            errors.unknown(sink, "E0201", "place", change.name.text, change.name.span, known)
    return found


def _merged(place: ast.Place, change: ast.Place) -> ast.Place:
    """A place with the clauses of a change; those that the change does not have stay."""
    kept = {}
    for field in dataclasses.fields(change):
        value = getattr(change, field.name)
        if field.name not in ("span", "name", "is_deck", "changes") and value not in (None, False, "nobody"):
            kept[field.name] = value
    return dataclasses.replace(place, **kept)


def _change_kinds(layers: Sequence[Layer], changes: Sequence[ast.ChangeKind], sink: Sink) -> list[Layer]:
    """The layers with more keys for their kinds."""
    kinds = [d.name.text for x in layers for d in x.declarations if isinstance(d, ast.Kind)]
    for change in changes:
        if change.name.text not in kinds:
            errors.unknown(sink, "E0206", "kind", change.name.text, change.name.span, kinds)

    def changed(declaration: ast.Declaration) -> ast.Declaration:
        if not isinstance(declaration, ast.Kind):
            return declaration
        more = tuple(k for c in changes if c.name.text == declaration.name.text for k in c.keys)
        return dataclasses.replace(declaration, keys=(*declaration.keys, *more)) if more else declaration

    return [dataclasses.replace(x, declarations=tuple(changed(d) for d in x.declarations)) for x in layers]
