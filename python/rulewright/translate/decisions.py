"""Decisions: numbers for actions, and the function that says which of them are legal."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.datatypes import data
from rulewright.resolve.symbols import IntType, KindType, PlayerType, ValueType
from rulewright.semantics import model as m
from rulewright.semantics.walk import locals_in
from rulewright.translate import folding
from rulewright.translate.code import Body, Operand, Reg
from rulewright.translate.expressions import Env, ExpressionTranslator
from rulewright.translate.layout import Slot
from rulewright.translate.unit import Unit


@data
class NumberedOption:
    """An option with its first action number and the ranges of its parameters."""

    option: m.Option
    first: int
    lows: tuple[int, ...]
    sizes: tuple[int, ...]


@data
class Site:
    """A decision of the program: the choice it was made from, its numbers, and where its locals are."""

    choose: m.Choose
    options: tuple[NumberedOption, ...]
    passing: int | None
    locals: Mapping[m.Local, int | Slot]
    """What is known inside of the choice: a value, or the slot that holds it."""


def number_options(unit: Unit, choose: m.Choose) -> tuple[list[NumberedOption], int | None]:
    """Numbers for all options in their order, and last the one for passing."""
    numbered: list[NumberedOption] = []
    for option in choose.options:
        ranges = [param_range(unit, p.local.type) for p in option.params]
        total = 1
        for _, size in ranges:
            total *= size
        first = unit.numbers(total)
        numbered.append(NumberedOption(option, first, tuple(r[0] for r in ranges), tuple(r[1] for r in ranges)))
    passing = unit.numbers(1) if choose.passing is not None else None
    return numbered, passing


def param_range(unit: Unit, type_: ValueType) -> tuple[int, int]:
    """Least value and number of values of a parameter."""
    match type_:
        case PlayerType():
            return 0, unit.game.symbols.players
        case KindType():
            return 0, len(unit.game.symbols.kinds[type_.kind].entries)
        case IntType(low=int(low), high=int(high)):
            return low, high - low + 1
        case _:
            raise AssertionError(type_)


def param_text(unit: Unit, type_: ValueType) -> str:
    """A parameter in text form."""
    match type_:
        case PlayerType():
            return "player"
        case KindType():
            return f"k{unit.layout.kinds[type_.kind]}"
        case IntType(low=int(low), high=int(high)):
            return f"{low}..{high}"
        case _:
            raise AssertionError(type_)


def write_legal(unit: Unit, choose: m.Choose, numbered: list[NumberedOption], passing: int | None, env: Env) -> int:
    """The legal function of a decision; answers its number."""
    body = unit.body(reads_only=True)
    writer = _LegalWriter(unit, body, env)
    forced = [n for n in numbered if n.option.forced]
    must: Reg | None = None
    if passing is not None and forced:
        must = body.variable("bool", "const 0")
    for item in numbered:
        with unit.at(item.option.span):
            writer.offer_all(item, must if item.option.forced else None)
    if passing is not None:
        if must is None:
            body.emit(f"offer {passing}")
        else:
            free = body.compute("bool", f"not {must}")
            with body.when(free):
                body.emit(f"offer {passing}")
    return unit.function(f"{choose.name}.legal", body, "none")


class _LegalWriter:
    """Writes the loops over the parameters of options."""

    def __init__(self, unit: Unit, body: Body, env: Env) -> None:
        self.unit = unit
        self.body = body
        self.env = env
        self.expressions = ExpressionTranslator(unit, body)

    def offer_all(self, item: NumberedOption, mark: Reg | None) -> None:
        """Offers the numbers of one option that are legal now."""
        parts = _conjuncts(item.option.where)
        self._level(item, 0, parts, self.env.child(), [], mark)

    def _level(
        self,
        item: NumberedOption,
        depth: int,
        parts: list[m.Expr],
        env: Env,
        values: list[Operand],
        mark: Reg | None,
    ) -> None:
        """Tests what can be tested already, then goes through the next parameter."""
        params = item.option.params
        waiting = [p.local for p in params[depth:]]
        now = [p for p in parts if not any(x is w for x in locals_in(p) for w in waiting)]
        later = [p for p in parts if p not in now]

        def inside() -> None:
            if depth == len(params):
                self._offer(item, env, values, mark)
                return
            param = params[depth]
            if param.fixed is not None:
                value = self.expressions.value(param.fixed, env)
                inner = env.child()
                inner.values[param.local] = value
                self._level(item, depth + 1, later, inner, [*values, value], mark)
                return
            low, size = item.lows[depth], item.sizes[depth]
            first, end, rest = self._bounds(param.local, low, low + size, later, waiting[1:], env)
            with self.body.loop(first, end) as counter:
                inner = env.child()
                inner.values[param.local] = counter
                self._level(item, depth + 1, rest, inner, [*values, counter], mark)

        condition: m.Expr | None = None
        for part in now:
            condition = m.both(condition, part)
        self.expressions.condition(condition, env, inside)

    def _bounds(
        self, local: m.Local, low: int, end: int, parts: list[m.Expr], unknown: list[m.Local], env: Env
    ) -> tuple[Operand, Operand, list[m.Expr]]:
        """Conditions that bound a parameter become the ends of its loop; answers the other ones."""
        first: Operand = low
        last: Operand = end
        rest: list[m.Expr] = []
        for part in parts:
            side = _bound_on(part, local, unknown)
            if side is None or not isinstance(local.type, IntType):
                rest.append(part)
                continue
            operator, limit = side
            value = self.expressions.value(limit, env)
            if operator in ("<=", "<"):
                stop = self._plus(value, 1) if operator == "<=" else value
                last = self.body.compute("int", f"min {last} {stop}")
            else:
                start = self._plus(value, 1) if operator == ">" else value
                first = self.body.compute("int", f"max {first} {start}")
        return first, last, rest

    def _offer(self, item: NumberedOption, env: Env, values: list[Operand], mark: Reg | None) -> None:
        if item.option.alike:
            self._offer_first_alike(item, env, values, mark)
        else:
            self._offer_number(item, values, mark)

    def _offer_number(self, item: NumberedOption, values: list[Operand], mark: Reg | None) -> None:
        number: Operand = 0
        for value, low, size in zip(values, item.lows, item.sizes, strict=True):
            if number != 0:
                scaled = number * size if isinstance(number, int) else self.body.compute("int", f"mul {number} {size}")
            else:
                scaled = 0
            number = self._plus(scaled, self._plus(value, -low))
        self.body.emit(f"offer {self._plus(number, item.first)}")
        if mark is not None:
            self.body.emit(f"{mark} = const 1")

    def _plus(self, left: Operand, right: Operand) -> Operand:
        if isinstance(left, int) and isinstance(right, int):
            return left + right
        if left == 0:
            return right
        if right == 0:
            return left
        return self.body.compute("int", f"add {left} {right}")

    def _offer_first_alike(self, item: NumberedOption, env: Env, values: list[Operand], mark: Reg | None) -> None:
        """Of several that are alike only the first is offered."""
        option = item.option
        position = next(i for i, p in enumerate(option.params) if p.fixed is None)
        local = option.params[position].local
        rivals = self._rivals(option, local, item.sizes[position])
        if rivals == list(range(len(rivals))):
            self._offer_number(item, values, mark)
            return
        mine = [self.expressions.value(e, env) for e in option.alike]
        doubled = self.body.variable("bool", "const 0")
        # Most entries differ in something that never changes, and need no comparison at all.
        table = self.unit.table(tuple(rivals))
        start = self.body.compute("int", f"table c{table} {values[position]}")
        with self.body.loop(start, values[position]) as earlier:
            inner = env.child()
            inner.values[local] = earlier

            def compare() -> None:
                tests = [
                    self.body.compute("bool", f"eq {self.expressions.value(e, inner)} {value}")
                    for e, value in zip(option.alike, mine, strict=True)
                ]
                test = tests[0]
                for other in tests[1:]:
                    test = self.body.compute("bool", f"and {test} {other}")
                with self.body.when(test):
                    self.body.emit(f"{doubled} = const 1")
                    self.body.emit("break")

            self.expressions.condition(option.where, inner, compare)
        single = self.body.compute("bool", f"not {doubled}")
        with self.body.when(single):
            self._offer_number(item, values, mark)

    def _rivals(self, option: m.Option, local: m.Local, size: int) -> list[int]:
        """For each value the first earlier one that could be alike, or the value itself."""
        keys = [
            tuple(folding.fold(e, {local: value}, self.unit.game.symbols) for e in option.alike)
            for value in range(size)
        ]
        return [next((o for o in range(value) if _may_equal(keys[o], keys[value])), value) for value in range(size)]


def _may_equal(left: tuple[int | None, ...], right: tuple[int | None, ...]) -> bool:
    return all(a is None or b is None or a == b for a, b in zip(left, right, strict=True))


_MIRRORED = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}


def _bound_on(part: m.Expr, local: m.Local, unknown: list[m.Local]) -> tuple[str, m.Expr] | None:
    """``n <= limit`` and its like: the sign, and a limit that does not depend on later parameters."""
    if not isinstance(part, m.Compare) or part.operator not in _MIRRORED:
        return None
    for mine, limit, operator in (
        (part.left, part.right, part.operator),
        (part.right, part.left, _MIRRORED[part.operator]),
    ):
        is_mine = isinstance(mine, m.LocalRef) and mine.local is local
        if is_mine and not any(x is u for x in locals_in(limit) for u in (local, *unknown)):
            return operator, limit
    return None


def _conjuncts(expr: m.Expr | None) -> list[m.Expr]:
    if expr is None:
        return []
    if isinstance(expr, m.Logic) and expr.operator == "and":
        return _conjuncts(expr.left) + _conjuncts(expr.right)
    return [expr]
