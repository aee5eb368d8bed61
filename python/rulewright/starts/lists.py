"""What a game offers to somebody who begins: samples, what can be changed, its numbers, and a phase to start from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass

from rulewright.compiler import CompiledGame, compile_game, head_of
from rulewright.parse import ast
from rulewright.resolve.symbols import KindInfo, MemberInfo, PhaseType, Symbols

_MOST_SAMPLES = 4
_WIDEST = 90
_WIDTH = 112

Numbers = list[tuple[str, tuple[int, ...]]]
"""Constants, each with its value for every number of players."""


def samples_of(compiled: CompiledGame, kind: KindInfo | None) -> list[str]:
    """Refinements that entries of the game have, as comments; those of the kind first."""
    found: dict[str, str] = {}
    infos = sorted(compiled.symbols.refinements, key=lambda r: kind is None or r.entry.kind != kind.name)
    for info in infos:
        text = " ".join(info.decl.span.text.split())
        if len(text) <= _WIDEST:
            found.setdefault(text.split()[0], f"  #   {text}  ({info.entry.title})")
    lines = list(found.values())[:_MOST_SAMPLES]
    return ["  # What others change, for example:", *lines] if lines else []


def example_of(compiled: CompiledGame, kind: KindInfo) -> str:
    """A short refinement that an entry of the kind has; what adds up goes with any other."""
    found = [
        " ".join(info.decl.span.text.split())
        for info in compiled.symbols.refinements
        if info.entry.kind == kind.name and isinstance(info.decl, ast.RefineValue) and info.decl.operator == "+="
    ]
    # One that works in a phase shows more than one about points at the end.
    return min(found, key=lambda text: ("." not in text.partition(" ")[0], len(text)), default="score += 1")


def targets_of(symbols: Symbols) -> list[str]:
    """All that can be refined, as comments: a line for each phase and sort."""
    lines = [
        "  # All that can be changed (`value += 1`, `test or …`, `on event`, `instead of step`, `option in choice`):"
    ]
    lines += _members("", symbols.members.values(), ())
    for phase in symbols.phases.values():
        lines += _members(f"{phase.name}.", phase.members.values(), phase.choices)
    return lines


def _members(prefix: str, members: Iterable[MemberInfo], choices: Iterable[str]) -> Iterator[str]:
    by_sort: dict[str, list[str]] = {sort: [] for sort in ("value", "test", "event", "step", "choice")}
    for member in members:
        params = ", ".join(p.name for p in member.params)
        by_sort[member.sort].append(f"{prefix}{member.name}" + (f"({params})" if params else ""))
    by_sort["choice"] += [f"{prefix}{name}" for name in choices]
    for sort, names in by_sort.items():
        line = ""
        for name in names:
            if line and len(line) + len(name) > _WIDTH:
                yield f"{line},"
                line = ""
            line = f"{line}, {name}" if line else f"  #   {sort}: {name}"
        if line:
            yield line


def numbers_of(game: str) -> Numbers:
    """The constants of a game."""
    tables = [compile_game(game, players=n).symbols.constants for n in head_of(game).players]
    return [(name, tuple(table[name] for table in tables)) for name in tables[0] if name != "players"]


def comment_on(numbers: Numbers) -> list[str]:
    """The constants as comments."""
    if not numbers:
        return []
    lines = [
        f"  #   {name}: {' '.join(str(v) for v in (values[:1] if len(set(values)) == 1 else values))}"
        for name, values in numbers
    ]
    return ["  #", "  # The numbers of the game, by number of players where they differ:", *lines]


def changed_number(numbers: Numbers, players: Sequence[int]) -> str:
    """An example that changes nothing yet."""
    for name, values in numbers:
        if len(set(values)) > 1:
            columns, row = (" ".join(str(v) for v in numbers) for numbers in (players, values))
            return f"by players {columns} {{ {name} {row} }}  # an example: as they are; write others"
    return f"players {players[0]}..{players[-1]}  # an example: for how many players it is"


def phase_for(symbols: Symbols, kind: KindInfo, name: str, title: str) -> str | None:
    """A phase for an entry that plays one, with turns as the game's own phases have them."""
    if not any(isinstance(key.type, PhaseType) for key in kind.keys.values()):
        return None
    starts = Counter(
        " ".join(turns.start.span.text.split()) for phase in symbols.phases.values() for turns in _turns(phase.decl)
    )
    if not starts:
        return None
    start = starts.most_common(1)[0][0]
    token = next((t.name for t in symbols.tokens.values() if t.source and t.pocket), None)
    if token is None:
        body = f"    event arrived\n    turns from {start} {{ emit arrived }}\n"
    else:
        option = f"take_one {{ gain 1 {token} }}"
        body = f"    turns from {start} {{\n      may choose {{ {option} }}  # an example\n    }}\n"
    head = "  # What it plays. Values, tests and events in it can be changed by others."
    return f'{head}\n  phase {name} "{title}" {{\n{body}  }}'


def _turns(node: object) -> Iterator[ast.Turns]:
    if isinstance(node, ast.Turns):
        yield node
    if isinstance(node, tuple):
        for item in node:
            yield from _turns(item)
    elif isinstance(node, ast.Node) and is_dataclass(node):
        for field in fields(node):
            if field.name != "span":
                yield from _turns(getattr(node, field.name))
