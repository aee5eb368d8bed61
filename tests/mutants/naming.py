"""Which tests name which statements of the rules pages."""

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
STATEMENT = re.compile(r"\b(?:PR|P97|P2|X[1-5]|SJ)-\d+\b")
"""The id of a statement."""


@cache
def named_tests() -> dict[str, list[str]]:
    """Node ids of the tests that name a statement, in their text or in comments above it."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(TESTS.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if STATEMENT.search(text):
            for name, its_text in _functions(text):
                for statement in dict.fromkeys(STATEMENT.findall(its_text)):
                    found[statement].append(f"{path.relative_to(TESTS.parent).as_posix()}::{name}")
    return dict(found)


def order(statement: str) -> tuple[str, int]:
    """Sorts as the pages do: by letters, then by number."""
    letters, number = statement.split("-")
    return letters, int(number)


def _functions(text: str) -> list[tuple[str, str]]:
    """Names and texts of the test functions of a module."""
    lines = text.splitlines()
    functions = []
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]) - 1
            while first > 0 and lines[first - 1].startswith("#"):
                first -= 1
            functions.append((node.name, "\n".join(lines[first : node.end_lineno])))
    return functions
