"""Works out expressions of the rules at a position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rulewright.semantics import model as m
from rulewright.semantics.places import evaluate, sizes
from rulewright.translate.layout import Layout, Slot
from rulewright.vm.description import Description
from rulewright.weave.woven import WovenFunction, WovenGame

_HALF = 1 << 31


class Unknown(Exception):
    """A value that the rules don't have here: a division by 0, a part that is not there."""


@dataclass(slots=True)
class Cells:
    """The cells of one position, by slot; each slot is read once."""

    description: Description
    block: bytes
    _read: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def of(self, slot: Slot) -> tuple[int, ...]:
        """All cells of a slot."""
        if slot.number not in self._read:
            self._read[slot.number] = self.description.slots[slot.number].read(self.block)
        return self._read[slot.number]


@dataclass(frozen=True, slots=True)
class Frame:
    """Whose turn it is, and the values of locals."""

    me: int
    values: Mapping[m.Local, int] = field(default_factory=dict)

    def with_values(self, values: Mapping[m.Local, int]) -> Frame:
        """A frame that knows more."""
        return Frame(self.me, {**self.values, **values})


@dataclass(frozen=True, slots=True)
class Change:
    """A refinement of a value or test that was met: whether it worked, and the value after it."""

    refinement: m.ValueRefinement
    frame: Frame
    worked: bool
    after: int


class Evaluator:
    """Works out expressions; ``switched`` has refinements that are taken to work, or not to, by identity."""

    def __init__(
        self, game: WovenGame, layout: Layout, cells: Cells, switched: Mapping[int, bool] | None = None
    ) -> None:
        self.game = game
        self.layout = layout
        self.cells = cells
        self.switched = switched or {}
        self.met: dict[int, Change] = {}
        """The refinements that were met, by identity; each as it was at first."""

    def switching(self, refinement: m.ValueRefinement, *, works: bool) -> Evaluator:
        """The same with a refinement that works, or does not, whatever its conditions are."""
        return Evaluator(self.game, self.layout, self.cells, {**self.switched, id(refinement): works})

    def value(self, expr: m.Expr, frame: Frame) -> int:
        """The value of an expression; truth is 1.

        Raises:
            Unknown: it has none at this position.
        """
        match expr:
            case m.Const():
                return expr.value
            case m.LocalRef():
                if expr.local not in frame.values:
                    raise Unknown(f"`{expr.local.name}` has no value yet")
                return frame.values[expr.local]
            case m.Me():
                return frame.me
            case m.PlaceCount():
                return self.count(expr.ref, frame)
            case m.VarRef():
                slot = self.layout.variable(expr.var)
                return self._cells(slot, [self.value(i, frame) for i in expr.indices], 1)
            case m.KeyRef():
                return self._key(expr, frame)
            case m.TableRef():
                return self._at(expr.values, self.value(expr.index, frame))
            case m.Arith():
                return self._arith(expr.operator, self.value(expr.left, frame), self.value(expr.right, frame))
            case m.Compare():
                left, right = self.value(expr.left, frame), self.value(expr.right, frame)
                return evaluate(expr.operator, left, right) or 0
            case m.Logic():
                left = self.value(expr.left, frame)
                return left if left == (expr.operator == "or") else self.value(expr.right, frame)
            case m.Negation():
                return 1 - self.value(expr.operand, frame)
            case m.Cond():
                return self.value(expr.then if self.value(expr.condition, frame) else expr.otherwise, frame)
            case m.CallMember():
                return self.called(expr, frame)[0]
            case m.Aggregate():
                return self._aggregate(expr, frame)

    def holds(self, expr: m.Expr | None, frame: Frame) -> bool:
        """Whether a condition holds; one that is missing does."""
        return expr is None or self.value(expr, frame) != 0

    # ---- places ----

    def count(self, ref: m.PlaceRef, frame: Frame) -> int:
        """How many tokens lie in a place or the named part of it."""
        indices = [self.value(i, frame) for i in (ref.owner, ref.per, ref.entry) if i is not None]
        length = 1
        for size in sizes(self.game.symbols, ref.place)[len(indices) :]:
            length *= size
        return self._cells(self.layout.place(ref.place), indices, length)

    def _cells(self, slot: Slot, indices: Sequence[int], length: int) -> int:
        """The sum of so many cells from the one with these indices on; the last index varies fastest."""
        first = 0
        for position, size in enumerate(slot.sizes):
            first = first * size + (indices[position] if position < len(indices) else 0)
        cells = self.cells.of(slot)
        if not 0 <= first <= len(cells) - length:
            raise Unknown("there is no such part")
        return sum(cells[first : first + length])

    def _key(self, expr: m.KeyRef, frame: Frame) -> int:
        entries = self.game.symbols.kinds[expr.kind].entries
        numbers = [v if isinstance(v := e.values[expr.key], int) else 0 for e in entries]
        if len(set(numbers)) == 1:
            return numbers[0]
        return self._at(numbers, self.value(expr.entry, frame))

    def _at(self, numbers: Sequence[int], index: int) -> int:
        if not 0 <= index < len(numbers):
            raise Unknown("there is no such entry")
        return numbers[index]

    def _arith(self, operator: str, left: int, right: int) -> int:
        result = evaluate(operator, left, right)
        if result is None:
            raise Unknown("a division by 0")
        return (result + _HALF) % (2 * _HALF) - _HALF

    # ---- values and tests of the rules ----

    def function(self, call: m.CallMember) -> WovenFunction:
        """The value or test that is called."""
        return self.game.functions[call.member.path]

    def called(self, call: m.CallMember, frame: Frame) -> tuple[int, list[Change]]:
        """The value of a call, and the refinements on the way to it."""
        function = self.function(call)
        args = [self.value(a, frame) for a in call.args]
        result = self.value(function.body, Frame(frame.me, dict(zip(function.params, args, strict=True))))
        changes: list[Change] = []
        for refinement in function.changes:
            inner = Frame(frame.me, dict(zip(refinement.params, args, strict=True)))
            decided = {"or": 1, "and": 0}.get(refinement.operator) == result
            works = not decided and self._works(refinement, inner)
            if works:
                result = self._changed(refinement, result, inner)
            changes.append(Change(refinement, inner, works, result))
            self.met.setdefault(id(refinement), changes[-1])
        return result, changes

    def _works(self, refinement: m.ValueRefinement, frame: Frame) -> bool:
        switched = self.switched.get(id(refinement))
        return self.holds(refinement.guard, frame) if switched is None else switched

    def _changed(self, refinement: m.ValueRefinement, before: int, frame: Frame) -> int:
        value = self.value(refinement.value, frame)
        match refinement.operator:
            case "=" | "or" | "and":
                # What `or` and `and` join to is not decided yet, so the other side decides.
                return value
            case "min=" | "max=":
                return self._arith(refinement.operator[:3], before, value)
            case operator:
                return self._arith(operator[0], before, value)

    # ---- sums and their like ----

    def turns(self, expr: m.Aggregate, frame: Frame) -> Iterator[tuple[Frame, int]]:
        """Every turn of a loop whose condition holds, and how often it counts."""

        def level(depth: int, inner: Frame, amount: int) -> Iterator[tuple[Frame, int]]:
            if depth == len(expr.bindings):
                yield inner, amount
                return
            binding = expr.bindings[depth]
            for index in range(binding.size):
                inside = inner.with_values({binding.local: index})
                there = 1 if binding.part is None else self.count(binding.part, inside)
                if there > 0:
                    yield from level(depth + 1, inside, amount * there)

        for inner, amount in level(0, frame, 1):
            # `all` asks for its condition in every turn; the others go through the turns where it holds.
            if expr.operator == "all" or self.holds(expr.where, inner):
                yield inner, amount

    def _aggregate(self, expr: m.Aggregate, frame: Frame) -> int:
        turns = self.turns(expr, frame)
        if expr.operator == "any":
            return int(any(True for _ in turns))
        if expr.operator == "all":
            return int(all(self.holds(expr.where, inner) for inner, _ in turns))
        values = [(1 if expr.body is None else self.value(expr.body, inner), amount) for inner, amount in turns]
        match expr.operator:
            case "sum" | "count":
                total = sum(value * amount for value, amount in values)
                return self._arith("+", total, 0)
            case "max":
                return max((value for value, _ in values), default=0)
            case "min":
                return min((value for value, _ in values), default=0)
            case "largest":
                assert expr.count is not None
                wanted = max(0, self.value(expr.count, frame))
                return sum(sorted((value for value, _ in values), reverse=True)[:wanted])
