"""Turns of players between which the game stops: in order, round and round, or one alone.

Whose turn it is stands in one slot of the state. A loop over players remembers whose turn it was
outside, and puts that back when it is over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.diagnostics.source import Span
from rulewright.resolve.symbols import IntType, PlayerType
from rulewright.semantics import model as m
from rulewright.semantics.walk import span_of
from rulewright.translate.code import Operand
from rulewright.translate.expressions import Env
from rulewright.translate.layout import Slot
from rulewright.translate.plain import watch

if TYPE_CHECKING:
    from rulewright.translate.routines import RoutineWriter


def _player_slot(writer: RoutineWriter, what: str) -> Slot:
    """A slot of a loop over players."""
    return writer.unit.layout.control(f"{writer.name}.{what}", PlayerType())


def _save_me(writer: RoutineWriter) -> Slot | None:
    """Remembers whose turn it is outside."""
    if not writer.outer_me and writer.depth == 0:
        return None
    saved = _player_slot(writer, "outer")
    now = writer.body.compute("int", f"load {writer.unit.layout.me} 0")
    writer.body.emit(f"store {saved} 0 {now}")
    return saved


def _restore_me(writer: RoutineWriter, saved: Slot | None) -> None:
    me = writer.unit.layout.me
    if saved is None:
        writer.body.emit(f"store {me} 0 0")
        return
    before = writer.body.compute("int", f"load {saved} 0")
    writer.body.emit(f"store {me} 0 {before}")
    writer.body.emit(f"store {saved} 0 0")


def _inside_turn(writer: RoutineWriter, env: Env) -> Env:
    inner = writer.after_stop(env)
    inner.me = writer.unit.layout.me
    return inner


def _begin(writer: RoutineWriter, first: Operand, span: Span) -> None:
    """Makes it a player's turn; nobody's turn is a fault of the rules."""
    writer.body.emit(f"store {writer.unit.layout.me} 0 {first}", writer.unit.span(span))


def write_turns(writer: RoutineWriter, statement: m.Turns, env: Env) -> None:
    """Each player in turn, once or several times."""
    first = writer.expressions.value(statement.start, env)
    each = 1 if statement.each is None else writer.expressions.value(statement.each, env)
    if each == 0:
        return
    condition, own = _in_his_turn(writer, statement.body)
    if condition is not None and each == 1:
        _write_turns_of_some(writer, statement, first, condition, own, env)
        return
    turn, leave = writer.segment(), writer.segment()
    saved = _save_me(writer)
    start = _player_slot(writer, "start")
    # Rounds are counted up from 0, so that a position at the first decision needs nothing else.
    played, wanted = _round_counter(writer, each)
    _begin(writer, first, statement.span)
    writer.body.emit(f"store {start} 0 {first}")
    writer.goto(turn)
    writer.enter(turn)
    writer.depth += 1
    writer.block(statement.body, _inside_turn(writer, env))
    writer.depth -= 1
    now = writer.body.compute("int", f"load {writer.unit.layout.me} 0")
    following = writer.plain.player_after(now, 1)
    home = writer.body.compute("int", f"load {start} 0")
    done: Operand = writer.body.compute("bool", f"eq {following} {home}")

    def again() -> None:
        writer.body.emit(f"store {writer.unit.layout.me} 0 {following}")
        writer.goto(turn)

    def end() -> None:
        _restore_me(writer, saved)
        for slot in (start, played, wanted):
            if isinstance(slot, Slot):
                writer.body.emit(f"store {slot} 0 0")
        writer.goto(leave)

    def round_over() -> None:
        if played is None:
            end()
            return
        count = writer.body.compute("int", f"load {played} 0")
        reached = writer.body.compute("int", f"add {count} 1")
        limit = writer.body.compute("int", f"load {wanted} 0") if isinstance(wanted, Slot) else wanted
        more = writer.body.compute("bool", f"lt {reached} {limit}")

        def next_round() -> None:
            writer.body.emit(f"store {played} 0 {reached}")
            again()

        writer.branches(more, next_round, end)

    writer.branches(done, round_over, again)
    writer.enter(leave)


def _in_his_turn(writer: RoutineWriter, body: m.Block) -> tuple[m.Expr | None, m.Block]:
    """Under which condition a player has a turn at all, and what he does in it."""
    match body.statements:
        case (m.If(condition=condition, then=then, otherwise=m.Block(statements=())),):
            more, own = _in_his_turn(writer, then)
            return more if _always(writer, condition) else m.both(condition, more), own
        case _:
            return None, body


def _joined(condition: m.Expr) -> list[m.Expr]:
    """The conditions of several ``if`` that were put together."""
    if isinstance(condition, m.Logic) and condition.operator == "and" and condition.span is None:
        return _joined(condition.left) + _joined(condition.right)
    return [condition]


def _always(writer: RoutineWriter, condition: m.Expr) -> bool:
    """Whether a condition is a test that is true and that nothing narrows."""
    if not isinstance(condition, m.CallMember):
        return False
    function = writer.unit.game.functions[condition.member.path]
    return not function.changes and isinstance(function.body, m.Const) and function.body.value == 1


def _write_turns_of_some(
    writer: RoutineWriter, statement: m.Turns, first: Operand, condition: m.Expr, own: m.Block, env: Env
) -> None:
    """One turn for each player for whom a condition holds when it comes to him."""
    head, turn, leave = writer.segment(params=1), writer.segment(), writer.segment()
    me, players = writer.unit.layout.me, writer.unit.game.symbols.players
    saved = _save_me(writer)
    start = _player_slot(writer, "start")
    _begin(writer, first, statement.span)
    writer.body.emit(f"store {start} 0 {first}")
    writer.goto(head, 0)
    writer.enter(head)
    home = writer.body.compute("int", f"load {start} 0")
    # It writes only to leave.
    writer.body.reads_only = True
    with writer.body.loop(writer.body.param(0), players) as passed:
        player = writer.body.compute("int", f"add {home} {passed}")
        player = writer.body.compute("int", f"mod {player} {players}")
        inner = writer.after_stop(env)
        inner.me = player

        def found() -> None:
            writer.body.emit(f"store {me} 0 {player}")
            writer.goto(turn)

        for part in _joined(condition):
            writer.unit.mark(writer.body, span_of(part))
        writer.expressions.condition(condition, inner, found)
    _restore_me(writer, saved)
    writer.body.emit(f"store {start} 0 0")
    writer.goto(leave)
    writer.enter(turn)
    writer.depth += 1
    writer.block(own, _inside_turn(writer, env))
    writer.depth -= 1
    now = writer.body.compute("int", f"load {me} 0")
    home = writer.body.compute("int", f"load {start} 0")
    passed_before = writer.body.compute("int", f"sub {now} {home}")
    passed_before = writer.body.compute("int", f"mod {passed_before} {players}")
    writer.goto(head, writer.body.compute("int", f"add {passed_before} 1"))
    writer.enter(leave)


def _round_counter(writer: RoutineWriter, each: Operand) -> tuple[Slot | None, Slot | int]:
    """Where rounds are counted, and how many are wanted; a single round needs no counter."""
    if each == 1:
        return None, 1
    played = writer.unit.layout.control(f"{writer.name}.played", IntType())
    if isinstance(each, int):
        return played, each
    wanted = writer.unit.layout.control(f"{writer.name}.rounds", IntType())
    writer.body.emit(f"store {wanted} 0 {each}")
    return played, wanted


def write_rounds(writer: RoutineWriter, statement: m.Rounds, env: Env) -> None:
    """Round and round, until an event has not happened for a whole round or a condition fails."""
    first = writer.expressions.value(statement.start, env)
    saved = _save_me(writer)
    idle = watch(writer.unit, writer.shared.watchers, statement.event) if statement.event is not None else None
    left = _turns_left(writer, statement, env)
    _begin(writer, first, statement.span)
    turn, leave = writer.segment(), writer.segment()
    writer.goto(turn)
    inner = _inside_turn(writer, env)
    writer.enter(turn)
    me = writer.unit.layout.me

    def end() -> None:
        for slot in (idle, left):
            if slot is not None:
                writer.body.emit(f"store {slot} 0 0")
        _restore_me(writer, saved)
        writer.goto(leave)

    def take_turn() -> None:
        if idle is not None:
            count = writer.body.compute("int", f"load {idle} 0")
            more = writer.body.compute("int", f"add {count} 1")
            writer.body.emit(f"store {idle} 0 {more}")
        writer.depth += 1
        writer.block(statement.body, inner)
        writer.depth -= 1

        def following() -> None:
            now = writer.body.compute("int", f"load {me} 0")
            writer.body.emit(f"store {me} 0 {writer.plain.player_after(now, 1)}")
            writer.goto(turn)

        if idle is None:
            following()
            return
        without = writer.body.compute("int", f"load {idle} 0")
        over = writer.body.compute("bool", f"ge {without} {writer.unit.game.symbols.players}")
        writer.branches(over, end, following)

    if statement.condition is None and left is None:
        take_turn()
    else:
        wish: Operand = 1
        if statement.condition is not None:
            wish = writer.expressions.value(statement.condition, inner)
        if left is not None:
            count = writer.body.compute("int", f"load {left} 0")
            some = writer.body.compute("bool", f"gt {count} 0")
            wish = writer.body.compute("bool", f"and {wish} {some}")
            rest = writer.body.compute("int", f"sub {count} 1")
            with writer.body.when(some):
                writer.body.emit(f"store {left} 0 {rest}")
        writer.branches(wish, take_turn, end)
    writer.enter(leave)


def _turns_left(writer: RoutineWriter, statement: m.Rounds, env: Env) -> Slot | None:
    """A slot that counts down the turns of rounds with a declared bound."""
    if statement.bound is None:
        return None
    bound = writer.expressions.value(statement.bound, env)
    left = writer.unit.layout.control(f"{writer.name}.turns_left", IntType())
    writer.body.emit(f"store {left} 0 {bound}")
    return left


def write_as(writer: RoutineWriter, statement: m.As, env: Env) -> None:
    """One player's turn out of order."""
    player = writer.expressions.value(statement.player, env)
    saved = _save_me(writer)
    _begin(writer, player, statement.span)
    inner = _inside_turn(writer, env)
    inner.me = player
    writer.depth += 1
    writer.block(statement.body, inner)
    writer.depth -= 1
    _restore_me(writer, saved)
