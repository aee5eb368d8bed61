"""Puts a program together: slots, then code from the entry on, then everything as text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.semantics import model as m
from rulewright.semantics.walk import statements_in
from rulewright.translate.code import Operand, render_block
from rulewright.translate.decisions import Site
from rulewright.translate.expressions import Env, ExpressionTranslator
from rulewright.translate.layout import Layout
from rulewright.translate.plain import watch
from rulewright.translate.routines import RoutineWriter, Shared
from rulewright.translate.suspension import Suspension
from rulewright.translate.trace import Trace
from rulewright.translate.unit import Segment, Unit
from rulewright.weave.woven import WovenGame, WovenPhase


@dataclass(frozen=True, slots=True)
class Translation:
    """A program in text form, and what ties it to the rules it was made from."""

    text: str
    layout: Layout
    sites: tuple[Site, ...]
    """Its decisions, by number."""
    trace: Trace
    """Where its code comes from."""


def translate_game(game: WovenGame, rules_hash: str, *, marked: bool = False) -> Translation:
    """The program of a game; a marked one does the same, and tells which lines of the rules it runs."""
    layout = Layout(game.symbols, list(game.places.values()), game.variables)
    unit = Unit(game, layout, trace=Trace(marked))
    score = _score(unit, "score")
    tiebreak = _score(unit, "tiebreak")
    limits = tuple(_limits(unit))
    shared = Shared(unit, Suspension(game), {}, {}, _call_sites(game), {}, [], _PlayWriter(unit).write)
    for block in game.blocks():
        for statement in statements_in(block):
            if isinstance(statement, m.Rounds) and statement.event is not None:
                watch(unit, shared.watchers, statement.event)
    entry = unit.segment("start")
    writer = RoutineWriter(shared, entry, "play", outer_me=False)
    writer.block(m.Block((*game.setup.statements, *game.play.statements)), Env())
    writer.body.emit("over")
    while shared.pending:
        member, routine = shared.pending.pop()
        inner = RoutineWriter(shared, routine.entry, member.path, outer_me=True)
        inner.write_routine(member, routine)
    text = "\n".join(_render(unit, rules_hash, entry, score, tiebreak, limits)) + "\n"
    return Translation(text, layout, tuple(shared.sites), unit.trace)


def _call_sites(game: WovenGame) -> dict[str, int]:
    counts: dict[str, int] = {}
    for block in game.blocks():
        for statement in statements_in(block):
            if isinstance(statement, m.Do):
                counts[statement.member.path] = counts.get(statement.member.path, 0) + 1
    return counts


def _score(unit: Unit, name: str) -> int:
    """A function of a player's seat; 0 for everybody if the rules have none of that name."""
    body = unit.body(("int",), reads_only=True)
    result = body.variable("int", "const 0")
    function = unit.game.functions.get(name)
    if function is not None:
        env = Env(body.param(0))
        call = m.CallMember(function.member, (), function.body.type)
        body.emit(f"{result} = copy {ExpressionTranslator(unit, body).value(call, env)}")
    body.emit(f"return {result}")
    return unit.function(name, body, "int")


def _limits(unit: Unit) -> Iterator[str]:
    """For each place whose limit is not just the range of its cells, a function of the number of a part of it."""
    for model in unit.game.places.values():
        place = model.place
        if model.most is None or (isinstance(model.most, m.Const) and place.holds.sort != "kind"):
            continue
        body = unit.body(("int",), reads_only=True)
        part: Operand = body.param(0)
        owner: Operand | None = part if place.owner is not None else None
        if place.owner is not None and place.per is not None:
            number = len(unit.game.symbols.kinds[place.per].entries)
            owner = body.compute("int", f"div {part} {number}")
            part = body.compute("int", f"mod {part} {number}")
        env = Env(owner if place.owner == "player" else None)
        if model.most_index is not None:
            env.values[model.most_index] = part
        result = body.variable("int", "const 0")
        body.emit(f"{result} = copy {ExpressionTranslator(unit, body).value(model.most, env)}")
        body.emit(f"return {result}")
        yield f"limit {unit.layout.place(place)} f{unit.function(f'{place.name}.most', body, 'int')}"


class _PlayWriter:
    """``play``: phases are written once; how they come back depends on how many places play them."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        game = unit.game
        plays = [s for b in game.blocks() for s in statements_in(b) if isinstance(s, m.Play)]
        self.sites = len(plays)
        self.entries: list[Segment] | None = None
        self.address = unit.layout.return_address("phase.return") if self.sites > 1 else None

    def write(self, writer: RoutineWriter, statement: m.Play, env: Env) -> None:
        """One ``play`` statement."""
        phase = writer.expressions.value(statement.phase, env)
        back = writer.segment()
        if self.address is not None:
            writer.body.emit(f"return_to {self.address} g{back.number}")
        if self.entries is None:
            self.entries = [self.unit.segment(p.name) for p in self._phases()]
            self._jump(writer, phase, statement)
            self._write_phases(writer.shared, back)
        else:
            self._jump(writer, phase, statement)
        writer.enter(back)
        if self.address is not None:
            writer.body.emit(f"return_to {self.address} g0")

    def _phases(self) -> list[WovenPhase]:
        return sorted(self.unit.game.phases.values(), key=lambda p: p.index)

    def _jump(self, writer: RoutineWriter, phase: object, statement: m.Play) -> None:
        assert self.entries is not None
        targets = " ".join(f"g{s.number}" for s in self.entries)
        writer.body.emit(f"jump {phase} [{targets}]", self.unit.span(statement.span))

    def _write_phases(self, shared: Shared, back: Segment) -> None:
        assert self.entries is not None
        for phase, entry in zip(self._phases(), self.entries, strict=True):
            inner = RoutineWriter(shared, entry, phase.name, outer_me=True)
            inner.block(phase.body, Env())
            for variable in self.unit.game.variables:
                if variable.phase == phase.name:
                    inner.plain.clear(self.unit.layout.variable(variable))
            if self.address is None:
                inner.goto(back)
            else:
                inner.body.emit(f"resume {self.address}")


def _render(
    unit: Unit, rules_hash: str, entry: Segment, score: int, tiebreak: int, limits: tuple[str, ...]
) -> Iterator[str]:
    symbols = unit.game.symbols
    yield "rulewright-ir 1"
    yield f'game "{symbols.name}" players {symbols.players} actions {unit.actions} length {symbols.length}'
    yield f'hash "{rules_hash}"'
    for file in unit.files:
        yield f'file "{file}"'
    for span in unit.spans:
        yield "span " + " ".join(map(str, span))
    for kind in symbols.kinds.values():
        yield f'kind "{kind.name}" {{ {" ".join(f"{chr(34)}{e.name}{chr(34)}" for e in kind.entries)} }}'
    for token in symbols.tokens:
        yield f'token "{token}"'
    for slot in unit.layout.slots:
        yield slot.text
    for table in unit.tables:
        yield "table { " + " ".join(map(str, table)) + " }"
    yield from unit.functions
    for segment in unit.segments:
        lines: list[str] = []
        render_block(segment.body.root, 1, lines)
        params = " ".join(segment.body.params)
        yield f'segment "{segment.name}" ({params}) [{" ".join(segment.body.locals)}] {{'
        yield from lines
        yield "}"
    yield from unit.decisions
    yield from unit.chances
    yield from limits
    yield f"actor {unit.layout.me}"
    yield f"entry g{entry.number}"
    yield f"score f{score}"
    yield f"tiebreak f{tiebreak}"
