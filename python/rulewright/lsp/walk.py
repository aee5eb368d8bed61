"""Goes through syntax trees."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from rulewright.parse import ast


def nodes_in(node: ast.Node) -> Iterator[ast.Node]:
    """All nodes inside of a node, itself first."""
    yield node
    for field in dataclasses.fields(node):
        value = getattr(node, field.name)
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, ast.Node):
                yield from nodes_in(item)
