"""Statements that run through without a stop."""

from __future__ import annotations

from rulewright.resolve.symbols import IntType, MemberInfo
from rulewright.resolve.texts import fill_text
from rulewright.semantics import model as m
from rulewright.semantics.places import substitute
from rulewright.semantics.walk import span_of_statement
from rulewright.translate import folding
from rulewright.translate.code import Body, Instr, Operand
from rulewright.translate.expressions import Env, ExpressionTranslator, reg_type
from rulewright.translate.layout import Slot, first_value
from rulewright.translate.unit import Unit

_MANY_TURNS = 10_000
"""Turns of a loop that ends by itself; more than that is a fault."""


class PlainTranslator:
    """Writes statements into one body."""

    def __init__(self, unit: Unit, body: Body, watchers: dict[str, list[Slot]], functions: dict[str, int]) -> None:
        self.unit = unit
        self.body = body
        self.watchers = watchers
        self.functions = functions
        self.expressions = ExpressionTranslator(unit, body)

    def block(self, block: m.Block, env: Env) -> None:
        """Statements of a block; its locals stay in registers."""
        env = env.child()
        self.unit.trace.left = None
        for statement in block.statements:
            self.statement(statement, env)

    def statement(self, statement: m.Statement, env: Env) -> None:
        """One statement; a ``let`` adds to the environment."""
        span = span_of_statement(statement)
        with self.unit.statement(self.body, span):
            self._statement(statement, env)

    def _statement(self, statement: m.Statement, env: Env) -> None:
        match statement:
            case m.Move():
                self._move(statement, env)
            case m.MoveAll():
                self._move_all(statement, env)
            case m.Require():
                self.require(statement, env)
            case m.SetVar():
                self.set_variable(statement, env)
            case m.Let():
                value = self.expressions.value(statement.value, env)
                env.values[statement.local] = value
            case m.Assign():
                self._assign(statement, env)
            case m.If():
                self._if(statement, env)
            case m.Each():
                self._each(statement, env)
            case m.Repeat():
                self._repeat(statement, env)
            case m.Turns():
                self._turns(statement, env)
            case m.Rounds():
                self._rounds(statement, env)
            case m.As():
                inner = env.child()
                inner.me = self.expressions.value(statement.player, env)
                self.block(statement.body, inner)
            case m.Do():
                self.call(statement, env)
            case other:
                raise AssertionError(other)

    # ---- tokens ----

    def _move(self, statement: m.Move, env: Env) -> None:
        amount = self.expressions.value(statement.amount, env)
        if amount == 0:
            return
        span = self.unit.span(statement.span)
        source, source_index, _ = self.expressions.cell(statement.source, env)
        target, target_index, _ = self.expressions.cell(statement.target, env)
        ending = f"{target} {target_index}"
        if statement.up_to or statement.fallback is not None:
            there = self.body.compute("int", f"load {source} {source_index}", span)
            first: Operand = self.body.compute("int", f"min {amount} {there}")
            self.body.emit(f"move {source} {source_index} {ending} {first}", span)
            if statement.fallback is not None:
                rest: Operand = self.body.compute("int", f"sub {amount} {first}")
                other, other_index, _ = self.expressions.cell(statement.fallback, env)
                if statement.up_to:
                    more = self.body.compute("int", f"load {other} {other_index}", span)
                    rest = self.body.compute("int", f"min {rest} {more}")
                self.body.emit(f"move {other} {other_index} {ending} {rest}", span)
        else:
            self.body.emit(f"move {source} {source_index} {ending} {amount}", span)
        if not statement.fits:
            self.check_limit(statement.target, env, span)

    def _move_all(self, statement: m.MoveAll, env: Env) -> None:
        span = self.unit.span(statement.span)
        source, source_index, length = self.expressions.cell(statement.source, env)
        target, target_index, width = self.expressions.cell(statement.target, env)
        if statement.source.place.holds.sort == "kind" and width == length:
            self.body.emit(f"move_all {source} {source_index} {target} {target_index} {length}", span)
        else:
            self.body.emit(f"gather {source} {source_index} {length} {target} {target_index}", span)
        self.check_limit(statement.target, env, span)

    def require(self, statement: m.Require, env: Env) -> None:
        """A fault with the rule file's own words."""
        holds = self.expressions.value(statement.condition, env)
        if holds == 1:
            return
        fails = self.body.compute("bool", f"not {holds}")
        with self.body.when(fails):
            self._fault(statement, statement.blanks, {}, env)

    def _fault(self, statement: m.Require, blanks: tuple[m.Blank, ...], words: dict[str, str], env: Env) -> None:
        """The fault with each word that may stand in a blank, under the condition that it does."""
        if not blanks:
            self.body.emit(f'fault "{fill_text(statement.text, words)}"', self.unit.span(statement.span))
            return
        blank, *rest = blanks
        value = self.expressions.value(blank.local, env)
        for number, word in enumerate(blank.words, blank.first):
            here = {**words, blank.local.local.name: word}
            if value == number:
                self._fault(statement, tuple(rest), here, env)
            elif not isinstance(value, int):
                with self.body.when(self.body.compute("bool", f"eq {value} {number}")):
                    self._fault(statement, tuple(rest), here, env)

    def check_limit(self, ref: m.PlaceRef, env: Env, span: int) -> None:
        """A fault if a place holds more than its declared most; nothing where its cell's range says so."""
        model = self.unit.game.places[ref.place.name]
        if model.most is None or (isinstance(model.most, m.Const) and ref.place.holds.sort != "kind"):
            return
        whole = m.PlaceRef(ref.place, ref.owner, ref.per, None, ref.span)
        index = ref.per if ref.place.per is not None else ref.owner
        limit = self.expressions.value(substitute(model.most, model.most_index, index, ref.owner), env)
        count = self.expressions.count(whole, env)
        over = self.body.compute("bool", f"gt {count} {limit}")
        with self.body.when(over):
            self.body.emit(f'fault "`{ref.place.name}` would hold more than it can"', span)

    # ---- variables ----

    def set_variable(self, statement: m.SetVar, env: Env) -> None:
        """``set``."""
        slot = self.unit.layout.variable(statement.target.var)
        indices = [self.expressions.value(i, env) for i in statement.target.indices]
        index = self.expressions.flatten(slot.sizes, indices)
        value = self.expressions.value(statement.value, env)
        self.body.emit(f"store {slot} {index} {value}", self.unit.span(statement.span))

    def _assign(self, statement: m.Assign, env: Env) -> None:
        value = self.expressions.value(statement.value, env)
        home = env.values[statement.local]
        if isinstance(home, Slot):
            self.body.emit(f"store {home} 0 {value}")
        else:
            env.values[statement.local] = value

    def clear(self, slot: Slot) -> None:
        """All cells of a variable back to what they start with."""
        first = first_value(slot.value)
        if slot.cells == 1:
            self.body.emit(f"store {slot} 0 {first}")
            return
        with self.body.loop(0, slot.cells) as cell:
            self.body.emit(f"store {slot} {cell} {first}")

    # ---- control ----

    def _if(self, statement: m.If, env: Env) -> None:
        condition = self.expressions.value(statement.condition, env)
        if isinstance(condition, int):
            self.block(statement.then if condition else statement.otherwise, env)
            return
        then: list[Instr] = []
        otherwise: list[Instr] = []
        for instrs, block in ((then, statement.then), (otherwise, statement.otherwise)):
            with self.body.nested(instrs):
                self.block(block, env)
        self.body.close_if(condition, then, otherwise)

    def _each(self, statement: m.Each, env: Env) -> None:
        binding = statement.binding
        values = folding.stretch(binding, statement.where, env.known(), self.unit.game.symbols)
        if not values:
            return
        with self.body.loop(values.start, values.stop) as counter:
            inner = env.child()
            inner.values[binding.local] = counter
            self.expressions.condition(statement.condition, inner, lambda: self.block(statement.body, inner))

    def _repeat(self, statement: m.Repeat, env: Env) -> None:
        bound = self.expressions.value(statement.bound, env)
        with self.body.loop(0, bound):
            self._leave_unless(statement.condition, env)
            self.block(statement.body, env)

    def _leave_unless(self, condition: m.Expr | None, env: Env) -> None:
        if condition is None:
            return
        test = self.expressions.value(condition, env)
        stop = self.body.compute("bool", f"not {test}")
        with self.body.when(stop):
            self.body.emit("break")

    def player_after(self, start: Operand, steps: Operand) -> Operand:
        """The seat so many steps clockwise."""
        players = self.unit.game.symbols.players
        if isinstance(start, int) and isinstance(steps, int):
            return (start + steps) % players
        moved = self.body.compute("int", f"add {start} {steps}")
        return self.body.compute("int", f"mod {moved} {players}")

    def _turns(self, statement: m.Turns, env: Env) -> None:
        start = self.expressions.value(statement.start, env)
        turns: Operand = self.unit.game.symbols.players
        if statement.each is not None:
            each = self.expressions.value(statement.each, env)
            turns = self.body.compute("int", f"mul {each} {turns}")
        with self.body.loop(0, turns) as step:
            inner = env.child()
            inner.me = self.player_after(start, step)
            self.block(statement.body, inner)

    def _rounds(self, statement: m.Rounds, env: Env) -> None:
        start = self.expressions.value(statement.start, env)
        players = self.unit.game.symbols.players
        span = self.unit.span(statement.span)
        bound = _MANY_TURNS if statement.bound is None else self.expressions.value(statement.bound, env)
        idle: Slot | None = None
        if statement.event is not None:
            idle = watch(self.unit, self.watchers, statement.event)
        with self.body.loop(0, bound) as step:
            self._leave_unless(statement.condition, env)
            inner = env.child()
            inner.me = self.player_after(start, step)
            if idle is not None:
                count = self.body.compute("int", f"load {idle} 0")
                more = self.body.compute("int", f"add {count} 1")
                self.body.emit(f"store {idle} 0 {more}")
            self.block(statement.body, inner)
            if idle is not None:
                now = self.body.compute("int", f"load {idle} 0")
                done = self.body.compute("bool", f"ge {now} {players}")
                with self.body.when(done):
                    self.body.emit("break")
            if statement.bound is None:
                last = self.body.compute("bool", f"eq {step} {_MANY_TURNS - 1}")
                with self.body.when(last):
                    self.body.emit('fault "these rounds do not come to an end"', span)
        if idle is not None:
            self.body.emit(f"store {idle} 0 0")

    # ---- steps and events ----

    def note_event(self, member: MemberInfo) -> None:
        """Tells the loops that wait for an event that it happened."""
        for slot in self.watchers.get(member.path, ()):
            self.body.emit(f"store {slot} 0 0")

    def call(self, statement: m.Do, env: Env) -> None:
        """A step or an event that does not stop the game."""
        member = statement.member
        self.note_event(member)
        if member.sort == "event" and not self.unit.game.events[member.path].handlers:
            return
        args = [self.expressions.me(env), *(self.expressions.value(a, env) for a in statement.args)]
        number = self._function(member)
        self.body.emit(f"call f{number} {' '.join(map(str, args))}", self.unit.span(statement.span))

    def _function(self, member: MemberInfo) -> int:
        path = member.path
        if path not in self.functions:
            body = self.unit.body(("int", *(reg_type(p.type) for p in member.params)))
            inner = PlainTranslator(self.unit, body, self.watchers, self.functions)
            values: list[Operand] = [body.param(i + 1) for i in range(len(member.params))]
            env = Env(body.param(0))
            if member.sort == "event":
                for handler in self.unit.game.events[path].handlers:
                    inside = env.child()
                    inside.values.update(zip(handler.params, values, strict=True))
                    inner.guarded(handler, inside)
            else:
                step = self.unit.game.steps[path]
                inside = env.child()
                inside.values.update(zip(step.params, values, strict=True))
                inner.replaced(list(step.replacements), step.body, inside, values)
            self.functions[path] = self.unit.function(path, body, "none")
        return self.functions[path]

    def guarded(self, handler: m.Handler, env: Env) -> None:
        """A handler, if its entry is active."""
        self.expressions.condition(handler.guard, env, lambda: self.block(handler.body, env))

    def replaced(self, handlers: list[m.Handler], body: m.Block, env: Env, values: list[Operand]) -> None:
        """The first replacement that holds, or else the step's own body."""
        if not handlers:
            self.block(body, env)
            return
        first, *rest = handlers
        inside = env.child()
        inside.values.update(zip(first.params, values, strict=True))
        guard: Operand = 1 if first.guard is None else self.expressions.value(first.guard, inside)
        then: list[Instr] = []
        otherwise: list[Instr] = []
        with self.body.nested(then):
            self.block(first.body, inside)
        with self.body.nested(otherwise):
            self.replaced(rest, body, env, values)
        self.body.close_if(guard, then, otherwise)


def watch(unit: Unit, watchers: dict[str, list[Slot]], event: MemberInfo) -> Slot:
    """The slot that counts turns in a row without an event."""
    slots = watchers.setdefault(event.path, [])
    if not slots:
        slots.append(unit.layout.control(f"{event.path}.idle", IntType(0, unit.game.symbols.players)))
    return slots[0]
