"""Builds the Lark parser: the only place with its options.

Its tables take most of a second to work out and are the same every time. So they come with the package
(`make` keeps them up to date, docs/adr/0017 has the reasons). Tables that were made from another grammar or for
another release of Lark are not used: new ones are worked out, and kept in the cache.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

import lark
from lark import Lark

from rulewright import resources
from rulewright.cache import Cache
from rulewright.parse import tables

TABLES = Path(__file__).with_name("tables.bin")
"""The tables of the package: their key, a line end, and what `tables` makes."""


@lru_cache(maxsize=1)
def grammar() -> Lark:
    """The parser, made once in a process."""
    key = tables_key()
    return _from_package(key) or _from_cache(key)


def build() -> Lark:
    """The parser from the grammar itself."""
    return Lark.open(
        str(resources.grammar_path()),
        parser="lalr",
        start="file",
        propagate_positions=True,
        maybe_placeholders=False,
    )


def tables_key() -> str:
    """A hash of all that the tables are made from."""
    digest = hashlib.sha256(f"grammar {lark.__version__}".encode())
    for file in sorted(resources.grammar_folder().glob("*.lark")):
        text = file.read_bytes()
        digest.update(f"{file.name} {len(text)} ".encode() + text)
    for source in (__file__, tables.__file__):  # and how the parser is made and kept
        digest.update(Path(source).read_bytes())
    return digest.hexdigest()


def _from_package(key: str) -> Lark | None:
    try:
        made_from, _, content = TABLES.read_bytes().partition(b"\n")
    except OSError:
        return None
    return tables.from_bytes(content) if made_from == key.encode() else None


def _from_cache(key: str) -> Lark:
    cache = Cache.of_user()
    if cache is None:
        return build()
    kept = cache.read(key)
    found = tables.from_bytes(kept) if kept is not None else None
    if found is None:
        found = build()
        cache.write(key, tables.to_bytes(found))
    return found
