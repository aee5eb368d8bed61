"""Every expression and statement of a game's model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache

from rulewright.diagnostics.source import SourceFile, Span
from rulewright.parse import ast
from rulewright.resolve.symbols import EntryInfo, MemberInfo, PlaceInfo, Symbols, VarInfo
from rulewright.semantics import model as m

_LEAVES = (Symbols, MemberInfo, EntryInfo, PlaceInfo, VarInfo, Span, SourceFile, ast.Node, m.Local, str, int)


def nodes_of(model: m.GameModel) -> Iterator[object]:
    """All nodes below the model. What is only written, as the target of `set`, is not among them."""
    waiting: list[object] = [model]
    while waiting:
        node = waiting.pop()
        if isinstance(node, _LEAVES) or node is None:
            continue
        if isinstance(node, tuple):
            waiting.extend(node)
        elif isinstance(node, Mapping):
            waiting.extend(node.values())
        elif isinstance(node, m.SetVar):
            yield node
            waiting.extend((node.target.indices, _without(node.value, node.target.var)))
        elif isinstance(node, m.Roll):
            yield node
            waiting.append(node.target.indices)
        elif is_dataclass(node) and not isinstance(node, type):
            yield node
            waiting.extend(getattr(node, name) for name in _names(node.__class__))


@cache
def _names(sort: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(sort))


def _without(value: m.Expr, variable: VarInfo) -> object:
    """A value that is stored; a counter that only counts itself up is not read by that."""
    if isinstance(value, m.Arith) and isinstance(value.left, m.VarRef) and value.left.var is variable:
        return (value.left.indices, value.right)
    return value
