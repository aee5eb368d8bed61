"""Names that stand in any rule, also in one that the number of players or an option leaves out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass

from rulewright.parse import ast
from rulewright.resolve import Layer


def named_in(layers: Sequence[Layer]) -> set[str]:
    """What expressions read, and what is done, emitted or played."""
    found: set[str] = set()
    waiting: list[object] = [layer.declarations for layer in layers]
    while waiting:
        node = waiting.pop()
        match node:
            case tuple():
                waiting.extend(node)
            case ast.NameExpr() | ast.Member():
                found.add(node.name.text)
                waiting.append(getattr(node, "base", None))
            case ast.Do():
                found.add(node.path.names[-1].text)
                waiting.append(node.args)
            case ast.Node() if is_dataclass(node):
                waiting.extend(getattr(node, field.name) for field in fields(node) if field.name != "span")
    return found
