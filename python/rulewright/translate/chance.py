"""Statements that chance decides: draws from a deck, and rolls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.resolve.symbols import IntType
from rulewright.semantics import model as m
from rulewright.translate.expressions import Env
from rulewright.translate.layout import Slot

if TYPE_CHECKING:
    from rulewright.translate.routines import RoutineWriter


def write_draw(writer: RoutineWriter, statement: m.Draw, env: Env) -> None:
    """Draws one after another from a deck, which is refilled when it is empty."""
    span = writer.unit.span(statement.span)
    amount = writer.expressions.value(statement.amount, env)
    left: Slot | None = None
    head, drawn, leave = writer.segment(), writer.segment(params=1), writer.segment()
    if amount != 1:
        left = writer.unit.layout.control(f"{writer.name}.left", IntType())
        writer.body.emit(f"store {left} 0 {amount}")
    # Which of several decks it is must be known where chance decides.
    place = statement.source.place
    name = f"{writer.name}.{place.name}"
    several = place.owner is not None or place.per is not None
    base = writer.unit.layout.control(f"{name}.first", IntType()) if several else None
    writer.goto(head)
    outside = writer.after_stop(env)
    writer.enter(head)

    def end() -> None:
        if left is not None:
            writer.body.emit(f"store {left} 0 0")
        writer.goto(leave)

    def take() -> None:
        deck, index, length = writer.expressions.cell(statement.source, outside)
        there = writer.expressions.count(statement.source, outside)
        if statement.refill is not None:
            empty = writer.body.compute("bool", f"eq {there} 0")
            with writer.body.when(empty):
                pile, pile_index, _ = writer.expressions.cell(statement.refill, outside)
                writer.body.emit(f"move_all {pile} {pile_index} {deck} {index} {length}", span)
            there = writer.expressions.count(statement.source, outside)
        some = writer.body.compute("bool", f"gt {there} 0")
        weights = f"{deck} {length}" if base is None else f"{deck} {length} {base}"
        number = writer.unit.chance(name, weights, drawn, span)

        def ask() -> None:
            if base is not None:
                writer.body.emit(f"store {base} 0 {index}")
            writer.body.emit(f"chance h{number}")

        writer.branches(some, ask, end)

    if left is None:
        take()
    else:
        count = writer.body.compute("int", f"load {left} 0")
        wanted = writer.body.compute("bool", f"gt {count} 0")
        writer.branches(wanted, take, end)
    writer.enter(drawn)
    if base is not None:
        writer.body.emit(f"store {base} 0 0")
    outcome = m.Local("drawn", IntType())
    inner = outside.child()
    inner.values[outcome] = writer.body.param(0)
    source, target = (
        m.PlaceRef(r.place, r.owner, r.per, m.LocalRef(outcome), r.span) for r in (statement.source, statement.target)
    )
    writer.plain.statement(m.Move(m.number(1), False, source, None, target, statement.span), inner)
    if left is None:
        writer.goto(leave)
    else:
        count = writer.body.compute("int", f"load {left} 0")
        rest = writer.body.compute("int", f"sub {count} 1")
        writer.body.emit(f"store {left} 0 {rest}")
        writer.goto(head)
    writer.enter(leave)


def write_roll(writer: RoutineWriter, statement: m.Roll, env: Env) -> None:
    """Lets chance set a variable."""
    rolled = writer.segment(params=1)
    span = writer.unit.span(statement.span)
    number = writer.unit.chance(f"{writer.name}.{statement.target.var.name}", f"uniform {statement.size}", rolled, span)
    writer.body.emit(f"chance h{number}")
    outside = writer.after_stop(env)
    writer.enter(rolled)
    outcome = m.Local("rolled", statement.target.var.type)
    outside.values[outcome] = writer.body.param(0)
    writer.plain.statement(m.SetVar(statement.target, m.LocalRef(outcome), statement.span), outside)
