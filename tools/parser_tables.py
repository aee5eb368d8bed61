"""Writes the parser's tables into the package; `make setup` and `make wheel` call it after changes of the grammar."""

from __future__ import annotations

from rulewright.parse import grammar, tables


def current() -> bytes:
    """What is to be in the package for the grammar as it is now; the same bytes every time."""
    return grammar.tables_key().encode() + b"\n" + tables.to_bytes(grammar.build())


if __name__ == "__main__":
    part = grammar.TABLES.with_suffix(".part")
    part.write_bytes(current())
    part.replace(grammar.TABLES)
