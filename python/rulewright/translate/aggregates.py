"""Sums, counts, tests over loops, and the largest of several numbers.

Where what is added up is a row of cells times numbers that never change, one instruction does it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulewright.semantics import model as m
from rulewright.translate import folding
from rulewright.translate.code import Operand
from rulewright.translate.expressions import Env, ExpressionTranslator

_LARGEST_TABLE = 4096


class AggregateTranslator:
    """Writes loops for aggregates."""

    def __init__(self, expressions: ExpressionTranslator) -> None:
        self.expressions = expressions
        self.body = expressions.body
        self.unit = expressions.unit
        self.symbols = expressions.symbols

    def translate(self, expr: m.Aggregate, env: Env) -> Operand:
        """The operand with the result."""
        if expr.operator in ("sum", "count"):
            if isinstance(expr.body, m.Arith) and expr.body.operator in ("+", "-"):
                return self._sum_apart(expr, expr.body, env)
            if len(expr.bindings) == 1:
                short = self._weighted(expr, env)
                if short is not None:
                    return short
            else:
                return self._sum_of_sums(expr, env)
        match expr.operator:
            case "sum" | "count":
                return self._sum(expr, env)
            case "any" | "all":
                return self._test(expr, env)
            case "max" | "min":
                return self._extreme(expr, env)
            case "largest":
                return self._largest(expr, env)

    def _loop(
        self,
        bindings: tuple[m.Binding, ...],
        where: m.Expr | None,
        env: Env,
        work: Callable[[Env, list[Operand]], None],
    ) -> None:
        """Nested loops; ``work`` gets how often each bound thing lies in its place."""

        def level(depth: int, inner: Env, amounts: list[Operand]) -> None:
            if depth == len(bindings):
                self.expressions.condition(where, inner, lambda: work(inner, amounts))
                return
            binding = bindings[depth]
            with self.body.loop(0, binding.size) as counter:
                inside = inner.child()
                inside.values[binding.local] = counter
                if binding.part is None:
                    level(depth + 1, inside, amounts)
                else:
                    amount = self.expressions.count(binding.part, inside)
                    test = self.body.compute("bool", f"gt {amount} 0")
                    with self.body.when(test):
                        level(depth + 1, inside, [*amounts, amount])

        level(0, env, [])

    # ---- one instruction instead of a loop ----

    def _weighted(self, expr: m.Aggregate, env: Env) -> Operand | None:
        binding = expr.bindings[0]
        local = binding.local
        row = binding.place
        factor = expr.body
        if row is None:
            row, factor = self._row_of(expr.body, local)
            if row is None:
                return None
        runs_along_parts = row.place.holds.sort != "kind"
        fixed = [row.owner] if runs_along_parts else [row.owner, row.per]
        if any(local is x for i in fixed if i is not None for x in folding.other_locals(i, _NOBODY)):
            return None
        parts = [p for p in (expr.where, factor) if p is not None]
        free: list[m.Local] = []
        known = dict(env.known())
        for part in parts:
            for other in folding.other_locals(part, local):
                if other not in known and not any(other is f for f in free):
                    free.append(other)
        if len(free) > 1:
            return None
        outer = free[0] if free else None
        count = 1 if outer is None else folding.domain(outer, self.symbols)
        if count is None or count * binding.size > _LARGEST_TABLE:
            return None
        table: list[int] = []
        for value in range(count):
            for entry in range(binding.size):
                given = {**known, local: entry} | ({outer: value} if outer is not None else {})
                weight = self._weight(expr.where, factor, given)
                if weight is None:
                    return None
                table.append(weight)
        cells = m.PlaceRef(row.place, row.owner, row.per, None, row.span)
        if runs_along_parts:
            cells = m.PlaceRef(row.place, row.owner, None, None, row.span)
        slot, index, length = self.expressions.cell(cells, env)
        if length != binding.size:
            return None
        span = self.unit.span(row.span)
        if outer is None and set(table) == {1}:
            return self.body.compute("int", f"sum {slot} {index} {length}", span)
        start: Operand = 0
        if outer is not None:
            at = self.expressions.value(m.LocalRef(outer), env)
            start = (
                self.body.compute("int", f"mul {at} {binding.size}") if not isinstance(at, int) else at * binding.size
            )
        number = self.unit.table(tuple(table))
        return self.body.compute("int", f"dot {slot} {index} c{number} {start} {length}", span)

    def _weight(self, where: m.Expr | None, factor: m.Expr | None, given: dict[m.Local, int]) -> int | None:
        if where is not None:
            holds = folding.fold(where, given, self.symbols)
            if holds is None:
                return None
            if not holds:
                return 0
        return 1 if factor is None else folding.fold(factor, given, self.symbols)

    def _row_of(self, body: m.Expr | None, local: m.Local) -> tuple[m.PlaceRef | None, m.Expr | None]:
        """The cells that a sum runs along, and what they are multiplied with."""
        if isinstance(body, m.PlaceCount):
            ref = body.ref
            last = ref.entry if ref.place.holds.sort == "kind" else ref.per
            if isinstance(last, m.LocalRef) and last.local is local and ref.is_cell:
                return ref, None
        if isinstance(body, m.Arith) and body.operator == "*":
            for cells, factor in ((body.left, body.right), (body.right, body.left)):
                row, rest = self._row_of(cells, local)
                if row is not None and rest is None:
                    return row, factor
        return None, None

    # ---- loops ----

    def _sum_apart(self, expr: m.Aggregate, body: m.Arith, env: Env) -> Operand:
        """A sum of sums or differences is the sum or difference of two sums."""
        left, right = (self.translate(replace(expr, body=part), env) for part in (body.left, body.right))
        return self.body.compute("int", f"{'add' if body.operator == '+' else 'sub'} {left} {right}")

    def _sum_of_sums(self, expr: m.Aggregate, env: Env) -> Operand:
        """Over several variables: the last one is summed up inside of the loops over the others."""
        *outer, last = expr.bindings
        inner_sum = replace(expr, bindings=(last,))
        total = self.body.variable("int", "const 0")

        def work(inner: Env, amounts: list[Operand]) -> None:
            value = self.translate(inner_sum, inner)
            for amount in amounts:
                value = self.body.compute("int", f"mul {value} {amount}")
            self.body.emit(f"{total} = add {total} {value}")

        self._loop(tuple(outer), None, env, work)
        return total

    def _sum(self, expr: m.Aggregate, env: Env) -> Operand:
        total = self.body.variable("int", "const 0")

        def work(inner: Env, amounts: list[Operand]) -> None:
            value: Operand = 1 if expr.body is None else self.expressions.value(expr.body, inner)
            for amount in amounts:
                value = amount if value == 1 else self.body.compute("int", f"mul {value} {amount}")
            self.body.emit(f"{total} = add {total} {value}")

        self._loop(expr.bindings, expr.where, env, work)
        return total

    def _test(self, expr: m.Aggregate, env: Env) -> Operand:
        finding = expr.operator == "any"
        result = self.body.variable("bool", f"const {0 if finding else 1}")
        where = expr.where
        if not finding and where is not None:
            where = m.Negation(where)
        single = len(expr.bindings) == 1

        def work(_inner: Env, _amounts: list[Operand]) -> None:
            self.body.emit(f"{result} = const {1 if finding else 0}")
            if single:
                self.body.emit("break")

        self._loop(expr.bindings, where, env, work)
        return result

    def _extreme(self, expr: m.Aggregate, env: Env) -> Operand:
        assert expr.body is not None
        result = self.body.variable("int", "const 0")
        seen = self.body.variable("bool", "const 0")
        better = "gt" if expr.operator == "max" else "lt"

        def work(inner: Env, _amounts: list[Operand]) -> None:
            assert expr.body is not None
            value = self.expressions.value(expr.body, inner)
            first = self.body.compute("bool", f"not {seen}")
            beats = self.body.compute("bool", f"{better} {value} {result}")
            takes = self.body.compute("bool", f"or {first} {beats}")
            with self.body.when(takes):
                self.body.emit(f"{result} = copy {value}")
                self.body.emit(f"{seen} = const 1")

        self._loop(expr.bindings, expr.where, env, work)
        return result

    def _largest(self, expr: m.Aggregate, env: Env) -> Operand:
        """A value counts if fewer than so many others are larger; of equal ones the earlier goes first."""
        assert expr.body is not None
        assert expr.count is not None
        body, where = expr.body, expr.where
        wanted = self.expressions.value(expr.count, env)
        total = self.body.variable("int", "const 0")
        if wanted == 0:
            return total
        binding = expr.bindings[0]

        def work(inner: Env, _amounts: list[Operand]) -> None:
            value = self.expressions.value(body, inner)
            here = inner.values[binding.local]
            rank = self.body.variable("int", "const 0")

            def against(other: Env, _more: list[Operand]) -> None:
                rival = self.expressions.value(body, other)
                there = other.values[binding.local]
                larger = self.body.compute("bool", f"gt {rival} {value}")
                equal = self.body.compute("bool", f"eq {rival} {value}")
                earlier = self.body.compute("bool", f"lt {there} {here}")
                tied = self.body.compute("bool", f"and {equal} {earlier}")
                beaten = self.body.compute("bool", f"or {larger} {tied}")
                with self.body.when(beaten):
                    self.body.emit(f"{rank} = add {rank} 1")

            self._loop((binding,), where, env, against)
            counts = self.body.compute("bool", f"lt {rank} {wanted}")
            with self.body.when(counts):
                self.body.emit(f"{total} = add {total} {value}")

        positive = self.body.compute("bool", f"gt {wanted} 0")
        with self.body.when(positive):
            self._loop((binding,), where, env, work)
        return total


_NOBODY = m.Local("", m.number(0).type)
