"""Every expression and statement of a game's model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import is_dataclass
from types import NoneType
from typing import Any

from rulewright.datatypes import values_of
from rulewright.diagnostics.source import SourceFile, Span
from rulewright.parse import ast
from rulewright.resolve.symbols import EntryInfo, MemberInfo, PlaceInfo, Symbols, VarInfo
from rulewright.semantics import model as m

_LEAVES = (Symbols, MemberInfo, EntryInfo, PlaceInfo, VarInfo, Span, SourceFile, ast.Node, m.Local, str, int, NoneType)


def nodes_of(model: m.GameModel) -> Iterator[object]:
    """All nodes below the model. What is only written, as the target of `set`, is not among them."""
    waiting: list[Any] = [model]
    about: dict[type, tuple[bool, _Below]] = {}
    while waiting:
        node = waiting.pop()
        sort = type(node)
        if sort not in about:
            about[sort] = _about(sort)
        is_node, below = about[sort]
        if is_node:
            yield node
        waiting.extend(below(node))


_Below = Callable[[Any], Iterable[object]]


def _about(sort: type) -> tuple[bool, _Below]:
    """Whether objects of a class are nodes, and what gives those below one."""
    if issubclass(sort, _LEAVES):
        return False, lambda _: ()
    if issubclass(sort, tuple):
        return False, iter
    if issubclass(sort, Mapping):
        return False, lambda node: node.values()
    if sort is m.SetVar:
        return True, lambda node: (node.target.indices, _without(node.value, node.target.var))
    if sort is m.Roll:
        return True, lambda node: (node.target.indices,)
    return (True, values_of) if is_dataclass(sort) else (False, lambda _: ())


def _without(value: m.Expr, variable: VarInfo) -> object:
    """A value that is stored; a counter that only counts itself up is not read by that."""
    if isinstance(value, m.Arith) and isinstance(value.left, m.VarRef) and value.left.var is variable:
        return (value.left.indices, value.right)
    return value
