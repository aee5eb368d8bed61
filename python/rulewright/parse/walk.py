"""Going through syntax trees."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator

from rulewright.parse import ast

_THINGS = ast.Option | ast.Const | ast.ByRow | ast.Token | ast.Key | ast.Entry | ast.Kind | ast.Place | ast.Var
_MEMBERS = ast.Function | ast.Event | ast.Step | ast.Phase


def nodes_in(node: ast.Node) -> Iterator[ast.Node]:
    """All nodes inside of a node, itself first."""
    yield node
    for field in dataclasses.fields(node):
        value = getattr(node, field.name)
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, ast.Node):
                yield from nodes_in(item)


def names_declared_in(declarations: Iterable[ast.Declaration]) -> Iterator[str]:
    """The names that stand for something because of these declarations."""
    for declaration in declarations:
        for node in nodes_in(declaration):
            if isinstance(node, _THINGS | _MEMBERS):
                yield node.name.text
