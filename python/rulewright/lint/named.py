"""Names that stand in any rule, also in one that the number of players or an option leaves out."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.datatypes import values_of
from rulewright.parse import ast
from rulewright.resolve import Layer

_IN_TEXT = re.compile(r"\{(\w+)\}")


def named_in(layers: Sequence[Layer]) -> set[str]:
    """What expressions, keys, ranges and texts for readers name, and what is done, emitted or played."""
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
        elif isinstance(node, ast.Word):
            if isinstance(node.value, str):
                found |= set(_IN_TEXT.findall(node.value)) if node.quoted else {node.value}
        elif isinstance(node, ast.Range):
            found |= {end.text for end in (node.low, node.high) if isinstance(end, ast.Name)}
        elif isinstance(node, ast.Text):
            found |= set(_IN_TEXT.findall(node.text))
        elif isinstance(node, ast.Do):
            found.add(node.path.names[-1].text)
            waiting.append(node.args)
        elif isinstance(node, ast.Node):
            waiting.extend(values_of(node, "span"))
    return found
