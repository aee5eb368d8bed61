"""Names that stand in any rule, also in one that the number of players or an option leaves out."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.datatypes import values_of
from rulewright.parse import ast
from rulewright.resolve import Layer


def named_in(layers: Sequence[Layer]) -> set[str]:
    """What expressions read, and what is done, emitted or played."""
    found: set[str] = set()
    waiting: list[object] = [layer.declarations for layer in layers]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting.extend(node)
        elif isinstance(node, ast.NameExpr):
            found.add(node.name.text)
        elif isinstance(node, ast.Member):
            found.add(node.name.text)
            waiting.append(node.base)
        elif isinstance(node, ast.Do):
            found.add(node.path.names[-1].text)
            waiting.append(node.args)
        elif isinstance(node, ast.Node):
            waiting.extend(values_of(node, "span"))
    return found
