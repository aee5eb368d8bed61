"""Names that stand in any rule, also in one that the number of players or an option leaves out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields, is_dataclass

from rulewright.parse import ast
from rulewright.resolve import Layer

_IN_TEXT = re.compile(r"\{(\w+)\}")


def named_in(layers: Sequence[Layer]) -> set[str]:
    """What expressions, keys, ranges and texts for readers name, and what is done, emitted or played."""
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
            case ast.Word() if isinstance(node.value, str):
                found |= set(_IN_TEXT.findall(node.value)) if node.quoted else {node.value}
            case ast.Range():
                found |= {end.text for end in (node.low, node.high) if isinstance(end, ast.Name)}
            case ast.Text():
                found |= set(_IN_TEXT.findall(node.text))
            case ast.Do():
                found.add(node.path.names[-1].text)
                waiting.append(node.args)
            case ast.Node() if is_dataclass(node):
                waiting.extend(getattr(node, field.name) for field in fields(node) if field.name != "span")
    return found
