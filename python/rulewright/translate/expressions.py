"""Expressions to instructions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rulewright.resolve.symbols import BoolType, KindType, ValueType
from rulewright.semantics import model as m
from rulewright.semantics.places import sizes
from rulewright.translate import folding
from rulewright.translate.code import Body, Instr, Operand, RegType
from rulewright.translate.layout import Slot
from rulewright.translate.unit import Unit

_ARITH = {"+": "add", "-": "sub", "*": "mul", "/": "div", "%": "mod", "min": "min", "max": "max"}
_COMPARE = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


@dataclass(slots=True)
class Env:
    """Where locals are: in registers (or literals), or in slots of the state."""

    me: Operand | Slot | None = None
    """Whose turn it is; a slot where it must be looked up."""
    values: dict[m.Local, Operand | Slot] = field(default_factory=dict)

    def child(self) -> Env:
        """A copy to add to."""
        return Env(self.me, dict(self.values))

    def known(self) -> Mapping[m.Local, int]:
        """Locals whose value is known now."""
        return {k: v for k, v in self.values.items() if isinstance(v, int)}


class ExpressionTranslator:
    """Writes expressions into a body. Values and tests of the rules are written in place."""

    def __init__(self, unit: Unit, body: Body) -> None:
        self.unit = unit
        self.body = body
        self.symbols = unit.game.symbols

    def with_body(self, body: Body) -> ExpressionTranslator:
        """The same, for another body."""
        return ExpressionTranslator(self.unit, body)

    # ---- values ----

    def value(self, expr: m.Expr, env: Env) -> Operand:
        """The operand that holds an expression's value."""
        known = folding.fold(expr, env.known(), self.symbols)
        if known is not None:
            return known
        match expr:
            case m.LocalRef():
                return self._local(expr.local, env)
            case m.Me():
                return self.me(env)
            case m.PlaceCount():
                return self.count(expr.ref, env)
            case m.VarRef():
                slot = self.unit.layout.variable(expr.var)
                index = self.flatten(slot.sizes, [self.value(i, env) for i in expr.indices])
                return self._given(expr.type, f"load {slot} {index}", self.unit.span(expr.span))
            case m.KeyRef():
                return self._key(expr, env)
            case m.TableRef():
                index = self.value(expr.index, env)
                table = self.unit.table(expr.values)
                return self.body.compute("int", f"table c{table} {index}", self.unit.span(expr.span))
            case m.Arith():
                left, right = self.value(expr.left, env), self.value(expr.right, env)
                return self._arith(expr, left, right)
            case m.Compare():
                left, right = self.value(expr.left, env), self.value(expr.right, env)
                return self.body.compute("bool", f"{_COMPARE[expr.operator]} {left} {right}")
            case m.Logic():
                return self._logic(expr, env)
            case m.Negation():
                return self.body.compute("bool", f"not {self.value(expr.operand, env)}")
            case m.Cond():
                return self._cond(expr, env)
            case m.CallMember():
                return self._call(expr, env)
            case m.Aggregate():
                return self._aggregate(expr, env)
            case _:
                raise AssertionError(expr)

    def me(self, env: Env) -> Operand:
        """Whose turn it is."""
        assert env.me is not None, "checked: a player's turn"
        if isinstance(env.me, Slot):
            return self.body.cached_load(str(env.me))
        return env.me

    def _local(self, local: m.Local, env: Env) -> Operand:
        found = env.values[local]
        if isinstance(found, Slot):
            return self.body.compute(reg_type(local.type), f"load {found} 0")
        return found

    def _given(self, type_: ValueType, text: str, span: int | None = None) -> Operand:
        """A value that is read. One that may be none must not be used outside of the test that it is not."""
        if isinstance(type_, KindType) and type_.optional:
            return self.body.variable("int", text, span)
        return self.body.compute(reg_type(type_), text, span)

    def _arith(self, expr: m.Arith, left: Operand, right: Operand) -> Operand:
        if expr.operator in ("+", "-") and right == 0:
            return left
        if expr.operator == "+" and left == 0:
            return right
        span = self.unit.span(expr.span) if expr.operator in ("/", "%") else None
        return self.body.compute("int", f"{_ARITH[expr.operator]} {left} {right}", span)

    def _key(self, expr: m.KeyRef, env: Env) -> Operand:
        kind = self.symbols.kinds[expr.kind]
        numbers = tuple(v if isinstance(v := e.values[expr.key], int) else 0 for e in kind.entries)
        index = self.value(expr.entry, env)
        if len(set(numbers)) == 1 and numbers:
            return numbers[0]
        text = f"table c{self.unit.table(numbers)} {index}"
        if isinstance(expr.type, BoolType):
            return self.body.compute("bool", f"ne {self.body.compute('int', text)} 0")
        return self._given(expr.type, text)

    def _logic(self, expr: m.Logic, env: Env) -> Operand:
        result = self.body.new("bool")
        left = self.value(expr.left, env)
        if isinstance(left, int):
            # Known on one side only: the other decides, or nothing is left to decide.
            if (left == 1) == (expr.operator == "or"):
                return left
            return self.value(expr.right, env)
        self.body.emit(f"{result} = copy {left}")
        test: Operand = result
        if expr.operator == "or":
            test = self.body.compute("bool", f"not {result}")
        with self.body.when(test):
            self.body.emit(f"{result} = copy {self.value(expr.right, env)}")
        return result

    def _cond(self, expr: m.Cond, env: Env) -> Operand:
        condition = self.value(expr.condition, env)
        if isinstance(condition, int):
            return self.value(expr.then if condition else expr.otherwise, env)
        known = env.known()
        then, otherwise = (folding.fold(e, known, self.symbols) for e in (expr.then, expr.otherwise))
        type_ = reg_type(expr.type)
        if then is not None and otherwise is not None:
            return self.body.compute(type_, f"select {condition} {then} {otherwise}")
        result = self.body.new(type_)
        blocks: tuple[list[Instr], list[Instr]] = ([], [])
        for block, branch in zip(blocks, (expr.then, expr.otherwise), strict=True):
            with self.body.nested(block):
                self.body.emit(f"{result} = copy {self.value(branch, env)}")
        self.body.close_if(condition, *blocks)
        return result

    def condition(self, expr: m.Expr | None, env: Env, then: Callable[[], None]) -> None:
        """Writes code that runs only if a condition holds; parts joined by ``and`` are tested in turn."""
        if expr is None:
            then()
            return
        if isinstance(expr, m.Logic) and expr.operator == "and":
            self.condition(expr.left, env, lambda: self.condition(expr.right, env, then))
            return
        test = self.value(expr, env)
        if isinstance(test, int):
            if test:
                then()
            return
        with self.body.when(test):
            then()

    # ---- places ----

    def flatten(self, measures: tuple[int, ...], indices: list[Operand]) -> Operand:
        """The number of a cell: the last dimension varies fastest; missing ones are 0."""
        flat: Operand = 0
        stride = 1
        for measure in measures[len(indices) :]:
            stride *= measure
        for measure, index in reversed(list(zip(measures, indices, strict=False))):
            part: Operand
            if isinstance(index, int):
                part = index * stride
            elif stride == 1:
                part = index
            else:
                part = self.body.compute("int", f"mul {index} {stride}")
            if flat == 0:
                flat = part
            elif isinstance(flat, int) and isinstance(part, int):
                flat += part
            elif part != 0:
                flat = self.body.compute("int", f"add {flat} {part}")
            stride *= measure
        return flat

    def cell(self, ref: m.PlaceRef, env: Env) -> tuple[Slot, Operand, int]:
        """Slot, first cell and number of cells of a place or the named part of it."""
        place = ref.place
        slot = self.unit.layout.place(place)
        indices: list[Operand] = []
        for index in (ref.owner, ref.per, ref.entry):
            if index is not None:
                indices.append(self.value(index, env))
        measures = sizes(self.symbols, place)
        length = 1
        for measure in measures[len(indices) :]:
            length *= measure
        return slot, self.flatten(measures, indices), length

    def count(self, ref: m.PlaceRef, env: Env) -> Operand:
        """How many tokens lie in a place."""
        slot, index, length = self.cell(ref, env)
        if length == 1:
            return self.body.compute("int", f"load {slot} {index}", self.unit.span(ref.span))
        return self.body.compute("int", f"sum {slot} {index} {length}", self.unit.span(ref.span))

    # ---- values and tests of the rules ----

    def _call(self, expr: m.CallMember, env: Env) -> Operand:
        function = self.unit.game.functions[expr.member.path]
        args = [self.value(a, env) for a in expr.args]
        span = function.member.decl.span
        self.unit.mark(self.body, span)

        def write() -> Operand:
            inner = Env(env.me, dict(zip(function.params, args, strict=True)))
            with self.unit.at(span):
                result = self.value(function.body, inner)
            for change in function.changes:
                inner.values.update(zip(change.params, args, strict=True))
                with self.unit.at(change.span):
                    result = self._change(change, result, inner)
            return result

        if not function.changes:
            return write()
        inputs = args if env.me is None else [*args, self.me(env)]
        return self.body.outside(f"value {expr.member.path} {' '.join(map(str, inputs))}", inputs, write)

    def _change(self, change: m.ValueRefinement, before: Operand, env: Env) -> Operand:
        type_: RegType = "bool" if change.target.sort == "test" else "int"
        guard = folding.fold(change.guard, env.known(), self.symbols) if change.guard is not None else 1
        if guard == 0:
            return before
        if change.guard is None and change.operator != "=":
            self.unit.mark(self.body, change.span)
            sign = change.operator.rstrip("=")
            return self.body.compute(type_, f"{_ARITH.get(sign, sign)} {before} {self.value(change.value, env)}")
        result = self.body.new(type_)
        self.body.emit(f"{result} = copy {before}")

        def work() -> None:
            self.unit.mark(self.body, change.span)
            value = self.value(change.value, env)
            match change.operator:
                case "+=" | "-=" | "*=":
                    self.body.emit(f"{result} = {_ARITH[change.operator[0]]} {result} {value}")
                case "min=" | "max=":
                    self.body.emit(f"{result} = {change.operator[:3]} {result} {value}")
                case "or" | "and":
                    self.body.emit(f"{result} = {change.operator} {result} {value}")
                case _:
                    self.body.emit(f"{result} = copy {value}")

        if change.operator in ("or", "and"):
            # Already decided: neither the guard nor the change matters any more.
            test: Operand = result if change.operator == "and" else self.body.compute("bool", f"not {result}")
            with self.body.when(test):
                self.condition(change.guard, env, work)
        else:
            self.condition(change.guard, env, work)
        return result

    # ---- sums and their like ----

    def _aggregate(self, expr: m.Aggregate, env: Env) -> Operand:
        from rulewright.translate.aggregates import AggregateTranslator

        return AggregateTranslator(self).translate(expr, env)


def reg_type(type_: ValueType) -> RegType:
    """The type of a register for values of a type."""
    return "bool" if isinstance(type_, BoolType) else "int"
