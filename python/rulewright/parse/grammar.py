"""Builds the Lark parser: the only place with its options.

Its tables take a second to work out and are the same every time, so they are kept between runs. What is
read back may hold plain data only: no entry of a folder on the disk can make this process run anything.
"""

from __future__ import annotations

import hashlib
import io
import pickle
import sys
from functools import lru_cache
from pathlib import Path
from typing import NoReturn, cast

import lark
from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

from rulewright import resources
from rulewright.cache import Cache


@lru_cache(maxsize=1)
def grammar() -> Lark:
    """The parser, made once in a process."""
    cache = Cache.of_user()
    if cache is None:
        return _built()
    key = _key()
    kept = cache.read(key)
    found = _loaded(kept) if kept is not None else None
    if found is None:
        found = _built()
        data, memo = found.memo_serialize([TerminalDef, Rule])
        cache.write(key, pickle.dumps({"data": _plain(data), "memo": _plain(memo)}))
    return found


def _built() -> Lark:
    return Lark.open(
        str(resources.grammar_path()),
        parser="lalr",
        start="file",
        propagate_positions=True,
        maybe_placeholders=False,
    )


def _key() -> str:
    """A hash of all that the tables are made from."""
    digest = hashlib.sha256(f"grammar {lark.__version__} {sys.version_info[:2]}".encode())
    for file in sorted(resources.grammar_folder().glob("*.lark")):
        text = file.read_bytes()
        digest.update(f"{file.name} {len(text)} ".encode() + text)
    digest.update(Path(__file__).read_bytes())  # and how the parser is made
    return digest.hexdigest()


def _loaded(content: bytes) -> Lark | None:
    """The parser from its tables; nothing if they are not what was kept."""
    try:
        tables = _PlainData(io.BytesIO(content)).load()
        return cast(Lark, Lark._load_from_dict(tables["data"], tables["memo"]))  # type: ignore[no-untyped-call]
    except Exception:  # whatever is wrong with an entry, the tables can be worked out again
        return None


def _plain(data: object) -> object:
    """The same data without the parser's own sort of texts."""
    match data:
        case str():
            return str.__str__(data)
        case dict():
            return {_plain(key): _plain(value) for key, value in data.items()}
        case list() | tuple():
            return type(data)(map(_plain, data))
        case _:
            return data


class _PlainData(pickle.Unpickler):
    """Reads numbers, texts and lists, and nothing that would have to be looked up by name."""

    def find_class(self, module: str, name: str) -> NoReturn:
        raise pickle.UnpicklingError(f"{module}.{name} is not plain data")
