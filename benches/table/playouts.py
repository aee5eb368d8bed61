"""Random games by interpreter, as machine code and by hand: the ratios, and how the cost grows."""

from __future__ import annotations

import json
from dataclasses import dataclass

from benches.table.bench import Bench, run
from benches.table.figures import BenchError, Figure, Findings, Row, Table, at_most, ratio
from benches.table.programs import (
    ALL_EXPANSIONS,
    BASE,
    BY_EXPANSIONS,
    BY_HAND,
    BY_PLAYERS,
    UNBOUGHT_EXPANSIONS,
    Subject,
    check_nothing_is_bought,
)


@dataclass(frozen=True, slots=True)
class Played:
    """Nanoseconds a decision of each side, and for a copy of a state of so many bytes."""

    sides: dict[str, Figure]
    copy: Figure
    size: int


def measure(bench: Bench) -> Findings:
    """The rows and tables of this section."""
    by_hand = play(bench, BY_HAND[:1] if bench.effort.is_proof else BY_HAND, has_hand=True)
    rows: list[Row] = []
    for subject, found in by_hand.items():
        sides, players = found.sides, f"{subject.players} players"
        native, interpreter, hand = sides["native"], sides["interpreter"], sides["hand"]
        rows.append(ratio(f"native playouts against the hand-written game, {players}", native, hand, 0.5))
        rows.append(ratio(f"native against interpreter, {players}", native, interpreter, 4))
        rows.append(ratio(f"interpreter against the hand-written game, {players}", interpreter, hand, 0.1))
    copies = by_hand[BY_HAND[0]]
    rows.append(at_most(f"copy of a state, {copies.size} bytes, {BY_HAND[0].players} players", copies.copy, 60, "ns"))
    if bench.effort.is_proof:
        return Findings(rows, [_growth("By number of players", by_hand)])

    wanted = (BASE, UNBOUGHT_EXPANSIONS, ALL_EXPANSIONS) if bench.effort.is_short else BY_EXPANSIONS
    others = play(bench, tuple(dict.fromkeys((*wanted, *BY_PLAYERS))), has_hand=False)
    rows.append(_unbought(bench, others))
    tables = [
        _growth("By number of players", by_hand | {each: others[each] for each in BY_PLAYERS}),
        _growth("By expansions", {each: others[each] for each in wanted}),
    ]
    return Findings(rows, tables)


def _unbought(bench: Bench, played: dict[Subject, Played]) -> Row:
    loaded, own = bench.rules.load(UNBOUGHT_EXPANSIONS), bench.rules.load(BASE)
    check_nothing_is_bought(loaded, own, 2 if bench.effort.is_short else 20)
    what = "decision with all expansions loaded and none of their buildings owned, against the 1897 base, 4 players"
    base, unbought = (played[subject].sides["native"] for subject in (BASE, UNBOUGHT_EXPANSIONS))
    return ratio(what, base, unbought, 1.3, is_limit=True)


def play(bench: Bench, subjects: tuple[Subject, ...], *, has_hand: bool) -> dict[Subject, Played]:
    """Plays programs in turns. Raises BenchError if the sides don't agree."""
    words = [bench.binary("engines"), "--json", *([] if has_hand else ["--no-hand"])]
    words += [str(bench.effort.games), str(bench.effort.playouts)]
    lines = run([*words, *map(str, bench.rules.programs(subjects))]).splitlines()
    if len(lines) != len(subjects):
        raise BenchError(f"`engines` printed {len(lines)} lines for {len(subjects)} programs")
    return {subject: _read(line) for subject, line in zip(subjects, lines, strict=True)}


def _read(line: str) -> Played:
    found = json.loads(line)
    sides = {name: Figure(tuple(values)) for name, values in found["sides"].items()}
    return Played(sides, Figure(tuple(found["copy"])), found["bytes"])


def _growth(title: str, played: dict[Subject, Played]) -> Table:
    rows = []
    times: list[float | None]
    for subject, found in played.items():
        native, interpreter, hand = found.sides["native"], found.sides["interpreter"], found.sides.get("hand")
        times = [native.median, native.least, interpreter.median, interpreter.least]
        times.append(None if hand is None else hand.median)
        rows.append((subject.name, *times, found.size, found.copy.median))
    heads = ("game", "native", "least", "interpreter", "least", "by hand", "bytes of a state", "copy")
    return Table(title, heads, tuple(rows), "Random play, ns a decision, and ns for a copy; all programs in turns.")
