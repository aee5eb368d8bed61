"""The parser's tables as bytes: plain data, and nothing that could run anything when it is read.

One grammar gives the same bytes every time. Lark numbers its states and symbols in the order of sets, which is
another one in each process; here they are numbered in the order in which they are reached from the start.
"""

from __future__ import annotations

import io
import pickle
import sys
from typing import Any, NoReturn, cast

from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

_SHIFT = 0
"""What Lark writes for going on to a state; the other number is for the end of a rule."""


def to_bytes(parser: Lark) -> bytes:
    """The tables of a parser."""
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    data["parser"]["parser"] = _renumbered(data["parser"]["parser"])
    return pickle.dumps({"data": _plain(data), "memo": _plain(memo)}, protocol=5)


def from_bytes(content: bytes) -> Lark | None:
    """The parser from its tables; nothing if they are not what was kept."""
    try:
        tables = _PlainData(io.BytesIO(content)).load()
        return cast(Lark, Lark._load_from_dict(tables["data"], tables["memo"]))  # type: ignore[no-untyped-call]
    except Exception:  # whatever is wrong with them, the tables can be worked out again
        return None


def _renumbered(automaton: dict[str, Any]) -> dict[str, Any]:
    """The same states and symbols with other numbers."""
    names: dict[int, str] = automaton["tokens"]
    symbols = {old: new for new, old in enumerate(sorted(names, key=lambda number: names[number]))}
    starts: dict[str, int] = automaton["start_states"]
    states = {starts[name]: number for number, name in enumerate(sorted(starts))}
    steps: dict[int, dict[int, tuple[int, Any]]] = {}
    reached = list(states)
    for old in reached:
        step = {symbols[symbol]: action for symbol, action in automaton["states"][old].items()}
        for symbol in sorted(step):
            does, target = step[symbol]
            if does == _SHIFT:
                if target not in states:
                    states[target] = len(states)
                    reached.append(target)
                step[symbol] = (does, states[target])
        steps[states[old]] = dict(sorted(step.items()))
    return {
        **automaton,
        "tokens": {symbols[old]: names[old] for old in sorted(names, key=lambda number: symbols[number])},
        "states": steps,
        "start_states": {name: states[starts[name]] for name in sorted(starts)},
        "end_states": {name: states[end] for name, end in sorted(automaton["end_states"].items())},
    }


def _plain(data: object) -> object:
    """The same data without the parser's own sort of texts."""
    match data:
        case str():
            return sys.intern(str.__str__(data))  # equal texts are one object, so that they are written once
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
