"""Statements that stop the game: they cut the code into segments.

A routine is written segment by segment. What must outlive a stop lies in slots of the state, which
are cleared as soon as it is over, so that equal positions have equal bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rulewright.datatypes import data
from rulewright.resolve.symbols import IntType, MemberInfo
from rulewright.semantics import model as m
from rulewright.semantics.walk import span_of_statement
from rulewright.translate import folding
from rulewright.translate.chance import write_draw, write_roll
from rulewright.translate.code import Body, Instr, Operand, Reg
from rulewright.translate.decisions import Site, number_options, param_text, write_legal
from rulewright.translate.expressions import Env
from rulewright.translate.layout import Slot
from rulewright.translate.plain import PlainTranslator
from rulewright.translate.suspension import Suspension
from rulewright.translate.turns import write_as, write_rounds, write_turns
from rulewright.translate.unit import OptionText, Segment, Unit


@data
class Routine:
    """Code that is entered from several places and comes back by a return address."""

    entry: Segment
    address: Slot
    params: tuple[Slot, ...]


@data
class _AskedAgain:
    """Where a repeated choice begins and ends, and the slots that count it."""

    head: Segment
    leave: Segment
    counters: tuple[Slot, ...]


@dataclass(slots=True)
class Shared:
    """What all routines of a program have in common."""

    unit: Unit
    suspension: Suspension
    watchers: dict[str, list[Slot]]
    functions: dict[str, int]
    call_sites: dict[str, int]
    routines: dict[str, Routine]
    pending: list[tuple[MemberInfo, Routine]]
    play: Callable[[RoutineWriter, m.Play, Env], None]
    sites: list[Site] = field(default_factory=list)
    """The decisions, by number."""


class RoutineWriter:
    """Writes statements into segments, one after another."""

    def __init__(self, shared: Shared, segment: Segment, name: str, *, outer_me: bool) -> None:
        self.shared = shared
        self.unit = shared.unit
        self.suspension = shared.suspension
        self.name = name
        self.outer_me = outer_me
        self.depth = 0
        self.enter(segment)

    # ---- segments ----

    def enter(self, segment: Segment) -> None:
        """Goes on writing in a segment."""
        self.use(segment.body)

    def use(self, body: Body) -> None:
        """Goes on writing in a body."""
        self.body = body
        self.plain = PlainTranslator(self.unit, body, self.shared.watchers, self.shared.functions)
        self.expressions = self.plain.expressions

    def segment(self, params: int = 0) -> Segment:
        """A new segment of this routine."""
        return self.unit.segment(self.name, params)

    def goto(self, segment: Segment, *args: Operand) -> None:
        """Ends the current block with a jump, unless it has ended already."""
        self.body.emit(" ".join(["goto", f"g{segment.number}", *map(str, args)]))

    def after_stop(self, env: Env) -> Env:
        """What is still known in another segment: literals and slots."""
        kept: dict[m.Local, Operand | Slot] = {k: v for k, v in env.values.items() if isinstance(v, (int, Slot))}
        me = env.me if env.me is None or isinstance(env.me, int) else self.unit.layout.me
        return Env(me, kept)

    def branches(self, condition: Operand, then: Callable[[], None], otherwise: Callable[[], None]) -> None:
        """An ``if`` both of whose branches end in other segments."""
        body = self.body
        blocks: tuple[list[Instr], list[Instr]] = ([], [])
        for block, write in zip(blocks, (then, otherwise), strict=True):
            with body.nested(block):
                self.use(body)
                write()
        body.close_if(condition, *blocks)

    # ---- blocks ----

    def block(self, block: m.Block, env: Env) -> None:
        """Statements of a block, stops included."""
        env = env.child()
        own: list[Slot] = []
        statements = block.statements
        self.unit.trace.left = None
        for position, statement in enumerate(statements):
            if not isinstance(statement, m.Let) and not self.suspension.statement(statement):
                self.plain.statement(statement, env)
                continue
            span = span_of_statement(statement)
            with self.unit.statement(self.body, span):
                if not isinstance(statement, m.Let):
                    env = self.statement(statement, env)
                    continue
                value = self.expressions.value(statement.value, env)
                rest = m.Block(statements[position + 1 :])
                slot = self.keep(statement.local, value, rest, env, changes=statement.changes, hidden=statement.hidden)
                if slot is not None:
                    own.append(slot)
        for slot in own:
            self.body.emit(f"store {slot} 0 0")

    def keep(
        self,
        local: m.Local,
        value: Operand,
        rest: m.Block,
        env: Env,
        *,
        changes: bool = False,
        hidden: bool = False,
    ) -> Slot | None:
        """Puts a local where the rest of its block can find it; answers the slot if it needs one."""
        if (isinstance(value, int) and not changes) or not self.suspension.outlives(local, rest.statements):
            env.values[local] = value
            return None
        slot = self.unit.layout.control(f"{self.name}.{local.name}", local.type, hidden=hidden)
        self.body.emit(f"store {slot} 0 {value}")
        env.values[local] = slot
        return slot

    def statement(self, statement: m.Statement, env: Env) -> Env:
        """A statement that stops the game; answers what is known after it."""
        match statement:
            case m.If():
                self._if(statement, env)
            case m.Each():
                self._each(statement, env)
            case m.Repeat():
                self._repeat(statement, env)
            case m.Turns():
                write_turns(self, statement, env)
            case m.Rounds():
                write_rounds(self, statement, env)
            case m.As():
                write_as(self, statement, env)
            case m.Choose():
                self._choose(statement, env)
            case m.Do():
                self._do(statement, env)
            case m.Play():
                self.shared.play(self, statement, env)
            case m.Draw():
                write_draw(self, statement, env)
            case m.Roll():
                write_roll(self, statement, env)
            case other:
                raise AssertionError(other)
        return self.after_stop(env)

    def _if(self, statement: m.If, env: Env) -> None:
        condition = self.expressions.value(statement.condition, env)
        if isinstance(condition, int):
            self.block(statement.then if condition else statement.otherwise, env)
            return
        join = self.segment()

        def branch(block: m.Block) -> None:
            self.block(block, env)
            self.goto(join)

        self.branches(condition, lambda: branch(statement.then), lambda: branch(statement.otherwise))
        self.enter(join)

    # ---- loops ----

    def _each(self, statement: m.Each, env: Env) -> None:
        binding = statement.binding
        values = folding.stretch(binding, statement.where, env.known(), self.unit.game.symbols)
        if not values:
            return
        slot = self.unit.layout.control(f"{self.name}.{binding.local.name}", binding.local.type)
        head, inside, leave = self.segment(params=1), self.segment(), self.segment()
        self.goto(head, values.start)
        outside = self.after_stop(env)
        self.enter(head)
        # It writes only to leave.
        self.body.reads_only = True
        with self.body.loop(self.body.param(0), values.stop) as counter:
            inner = outside.child()
            inner.values[binding.local] = counter

            def found() -> None:
                self.body.emit(f"store {slot} 0 {counter}")
                self.goto(inside)

            self.expressions.condition(statement.condition, inner, found)
        self.body.emit(f"store {slot} 0 0")
        self.goto(leave)
        self.enter(inside)
        kept = outside.child()
        kept.values[binding.local] = slot
        self.block(statement.body, kept)
        here = self.body.compute("int", f"load {slot} 0")
        following = self.body.compute("int", f"add {here} 1")
        self.goto(head, following)
        self.enter(leave)

    def _repeat(self, statement: m.Repeat, env: Env) -> None:
        bound = self.expressions.value(statement.bound, env)
        slot = self.unit.layout.control(f"{self.name}.repeat", IntType())
        head, leave = self.segment(), self.segment()
        limit: Operand | Slot = bound
        if not isinstance(bound, int):
            limit = self.unit.layout.control(f"{self.name}.repeat.most", IntType())
            self.body.emit(f"store {limit} 0 {bound}")
        self.goto(head)
        outside = self.after_stop(env)
        self.enter(head)
        done = self.body.compute("int", f"load {slot} 0")
        most = self.body.compute("int", f"load {limit} 0") if isinstance(limit, Slot) else limit
        again: Operand = self.body.compute("bool", f"lt {done} {most}")
        if statement.condition is not None:
            wish = self.expressions.value(statement.condition, outside)
            again = self.body.compute("bool", f"and {again} {wish}")

        def turn() -> None:
            more = self.body.compute("int", f"add {done} 1")
            self.body.emit(f"store {slot} 0 {more}")
            self.block(statement.body, outside)
            self.goto(head)

        def end() -> None:
            self.body.emit(f"store {slot} 0 0")
            if isinstance(limit, Slot):
                self.body.emit(f"store {limit} 0 0")
            self.goto(leave)

        self.branches(again, turn, end)
        self.enter(leave)

    # ---- choices ----

    def _choose(self, statement: m.Choose, env: Env) -> None:
        outside = self.after_stop(env)
        outside.me = self.unit.layout.me
        again = self._asked_again(statement, env)
        numbered, passing = number_options(self.unit, statement)
        legal = write_legal(self.unit, statement, numbered, passing, outside)
        join = self.segment() if again is None else again.leave
        declined = self.segment() if statement.declined.statements else join
        targets = [self.segment(params=len(item.option.params)) for item in numbered]
        options = [
            OptionText(
                item.option.name,
                item.first,
                tuple(param_text(self.unit, p.local.type) for p in item.option.params),
                target,
            )
            for item, target in zip(numbered, targets, strict=True)
        ]
        if passing is not None and statement.passing is not None:
            options.append(OptionText(statement.passing, passing, (), declined))
        number = self.unit.decision(statement.name, legal, self.unit.span(statement.span), options)
        known = {k: v for k, v in outside.values.items() if not isinstance(v, Reg)}
        self.shared.sites.append(Site(statement, tuple(numbered), passing, known))
        self.body.emit(f"decide d{number}")
        for item, target in zip(numbered, targets, strict=True):
            self.enter(target)
            if item.option.span != statement.span:
                self.unit.mark(self.body, item.option.span)
            inner = outside.child()
            own: list[Slot] = []
            for position, param in enumerate(item.option.params):
                slot = self.keep(param.local, self.body.param(position), item.option.body, inner)
                if slot is not None:
                    own.append(slot)
            self.block(item.option.body, inner)
            for slot in own:
                self.body.emit(f"store {slot} 0 0")
            self.goto(join if again is None else again.head)
        if declined is not join:
            self.enter(declined)
            self.block(statement.declined, outside.child())
            self.goto(join)
        self.enter(join)
        if again is not None:
            for slot in again.counters:
                self.body.emit(f"store {slot} 0 0")

    def _asked_again(self, statement: m.Choose, env: Env) -> _AskedAgain | None:
        """The head of a choice that comes again until it is declined or was asked often enough."""
        times: Operand = 1 if statement.times is None else self.expressions.value(statement.times, env)
        if times == 1:
            return None
        asked = self.unit.layout.control(f"{statement.name}.asked", IntType())
        counters = [asked]
        if not isinstance(times, int):
            counters.append(self.unit.layout.control(f"{statement.name}.times", IntType()))
            self.body.emit(f"store {counters[1]} 0 {times}")
        head, ask, leave = self.segment(), self.segment(), self.segment()
        self.goto(head)
        self.enter(head)
        done = self.body.compute("int", f"load {asked} 0")
        most = times if isinstance(times, int) else self.body.compute("int", f"load {counters[1]} 0")
        more = self.body.compute("int", f"add {done} 1")

        def once_more() -> None:
            self.body.emit(f"store {asked} 0 {more}")
            self.goto(ask)

        self.branches(self.body.compute("bool", f"lt {done} {most}"), once_more, lambda: self.goto(leave))
        self.enter(ask)
        return _AskedAgain(head, leave, tuple(counters))

    # ---- steps and events ----

    def _do(self, statement: m.Do, env: Env) -> None:
        member = statement.member
        self.plain.note_event(member)
        if self.shared.call_sites.get(member.path, 0) <= 1:
            self.block(self._written_out(member, statement.args), env)
            return
        routine = self._routine(member)
        for slot, arg in zip(routine.params, statement.args, strict=True):
            self.body.emit(f"store {slot} 0 {self.expressions.value(arg, env)}")
        back = self.segment()
        self.body.emit(f"return_to {routine.address} g{back.number}")
        self.goto(routine.entry)
        self.enter(back)
        # Nothing waits there any more.
        self.body.emit(f"return_to {routine.address} g0")

    def _routine(self, member: MemberInfo) -> Routine:
        path = member.path
        if path not in self.shared.routines:
            params = tuple(self.unit.layout.control(f"{path}.{p.name}", p.type) for p in member.params)
            address = self.unit.layout.return_address(f"{path}.return")
            routine = Routine(self.unit.segment(path), address, params)
            self.shared.routines[path] = routine
            self.shared.pending.append((member, routine))
        return self.shared.routines[path]

    def write_routine(self, member: MemberInfo, routine: Routine) -> None:
        """The body of a step or an event that several places call."""
        locals_ = [m.Local(p.name, p.type) for p in member.params]
        env = Env(self.unit.layout.me, dict(zip(locals_, routine.params, strict=True)))
        self.block(self._written_out(member, tuple(m.LocalRef(x) for x in locals_)), env)
        for slot in routine.params:
            self.body.emit(f"store {slot} 0 0")
        self.body.emit(f"resume {routine.address}")

    def _written_out(self, member: MemberInfo, args: tuple[m.Expr, ...]) -> m.Block:
        """What a step or an event does, with its arguments, as one block."""
        found: list[m.Statement] = []
        if member.sort == "event":
            for handler in self.unit.game.events[member.path].handlers:
                found += [m.Let(p, a) for p, a in zip(handler.params, args, strict=True)]
                found += _guarded(handler, m.Block(()))
            return m.Block(tuple(found))
        step = self.unit.game.steps[member.path]
        body = m.Block((*(m.Let(p, a) for p, a in zip(step.params, args, strict=True)), *step.body.statements))
        for handler in reversed(step.replacements):
            lets = [m.Let(p, a) for p, a in zip(handler.params, args, strict=True)]
            body = m.Block((*lets, *_guarded(handler, body)))
        return body


def _guarded(handler: m.Handler, otherwise: m.Block) -> list[m.Statement]:
    if handler.guard is None:
        return list(handler.body.statements)
    return [m.If(handler.guard, handler.body, otherwise)]
