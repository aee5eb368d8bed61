"""Expressions as they stand in the rules, with the values of known locals in their places."""

from __future__ import annotations

from rulewright.explaining.evaluator import Frame
from rulewright.resolve.symbols import BoolType, IntType, KindType, MemberInfo, PhaseType, PlayerType, ValueType
from rulewright.semantics import model as m
from rulewright.vm.explanation import Plain
from rulewright.weave.woven import WovenGame

_BINDS = {"or": 1, "and": 2, "not": 3, "compare": 4, "+": 5, "-": 5, "*": 6, "/": 6, "%": 6}
"""How strongly signs bind; `docs/language.md` has the table."""
_TIGHT = 7


class Words:
    """Writes expressions; ``phase`` is where the reader stands: its own names need no phase in front."""

    def __init__(self, game: WovenGame, phase: str | None) -> None:
        self.game = game
        self.phase = phase

    def plain(self, value: int, type_: ValueType) -> Plain:
        """What a number means."""
        match type_:
            case BoolType():
                return bool(value)
            case PlayerType():
                return f"seat {value}"
            case KindType() if type_.kind:
                entries = self.game.symbols.kinds[type_.kind].entries
                return entries[value].name if 0 <= value < len(entries) else None
            case KindType():
                return None
            case PhaseType():
                return next((p.name for p in self.game.symbols.phases.values() if p.index == value), None)
            case _:
                return value

    def said(self, value: int, type_: ValueType) -> str:
        """The same as a word."""
        plain = self.plain(value, type_)
        match plain:
            case None:
                return "none"
            case bool():
                return "true" if plain else "false"
            case _:
                return str(plain)

    def show(self, expr: m.Expr, frame: Frame) -> str:
        """An expression in the words of the rules."""
        return self._show(expr, frame)[0]

    def _at_least(self, expr: m.Expr, frame: Frame, strength: int) -> str:
        text, binds = self._show(expr, frame)
        return text if binds >= strength else f"({text})"

    def _show(self, expr: m.Expr, frame: Frame) -> tuple[str, int]:
        """The text, and how strongly it holds together."""
        match expr:
            case m.Const():
                return self.said(expr.value, expr.type), _TIGHT
            case m.LocalRef():
                value = frame.values.get(expr.local)
                return (expr.local.name if value is None else self.said(value, expr.type)), _TIGHT
            case m.Me():
                return "me", _TIGHT
            case m.PlaceCount():
                return self.place(expr.ref, frame, "" if expr.ref.is_cell else ".count"), _TIGHT
            case m.VarRef():
                return self._variable(expr, frame), _TIGHT
            case m.KeyRef():
                return f"{self._at_least(expr.entry, frame, _TIGHT)}.{expr.key}", _TIGHT
            case m.TableRef():
                return f"[{', '.join(map(str, expr.values))}][{self.show(expr.index, frame)}]", _TIGHT
            case m.Arith():
                return self._arith(expr, frame)
            case m.Compare():
                return self._compare(expr, frame)
            case m.Logic():
                binds = _BINDS[expr.operator]
                left, right = self._at_least(expr.left, frame, binds), self._at_least(expr.right, frame, binds)
                return f"{left} {expr.operator} {right}", binds
            case m.Negation():
                return f"not {self._at_least(expr.operand, frame, _BINDS['not'])}", _BINDS["not"]
            case m.Cond():
                parts = (self.show(e, frame) for e in (expr.condition, expr.then, expr.otherwise))
                condition, then, otherwise = parts
                return f"if {condition} then {then} else {otherwise}", 0
            case m.CallMember():
                return self.call(expr.member, [self.show(a, frame) for a in expr.args]), _TIGHT
            case m.Aggregate():
                return self._aggregate(expr, frame), _TIGHT

    def call(self, member: MemberInfo, args: list[str]) -> str:
        """A value or test with its arguments."""
        name = member.name if member.phase in (None, self.phase) else member.path
        return f"{name}({', '.join(args)})" if args else name

    def place(self, ref: m.PlaceRef, frame: Frame, ending: str = "") -> str:
        """A place with its owner and the parts that are named."""
        parts = "".join(f"[{self.show(i, frame)}]" for i in (ref.per, ref.entry) if i is not None)
        return f"{self._owner(ref.owner, frame)}{ref.place.name}{parts}{ending}"

    def _owner(self, owner: m.Expr | None, frame: Frame) -> str:
        match owner:
            case None:
                return ""
            case m.Me():
                return "my."
            case m.LocalRef() if isinstance(owner.type, PlayerType) and owner.local in frame.values:
                return f"{self.show(owner, frame)}'s "
            case _:
                return f"{self._at_least(owner, frame, _TIGHT)}."

    def _variable(self, expr: m.VarRef, frame: Frame) -> str:
        indices = list(expr.indices)
        owner = self._owner(indices.pop(0), frame) if expr.var.owner is not None else ""
        named = expr.var.phase is not None and expr.var.phase != self.phase and "." not in expr.var.name
        name = f"{expr.var.phase}.{expr.var.name}" if named else expr.var.name
        return f"{owner}{name}" + (f"[{', '.join(self.show(i, frame) for i in indices)}]" if indices else "")

    def _arith(self, expr: m.Arith, frame: Frame) -> tuple[str, int]:
        text = expr.span.text
        if text.endswith(".room") and isinstance(expr.right, m.PlaceCount):
            return self.place(expr.right.ref, frame, ".room"), _TIGHT
        if expr.operator == "%" and isinstance(expr.left, m.Arith) and text.startswith(("next(", "seats(")):
            ends = (expr.left.left,) if text.startswith("next(") else (expr.left.right, expr.left.left)
            return f"{text.split('(')[0]}({', '.join(self.show(e, frame) for e in ends)})", _TIGHT
        if expr.operator in ("min", "max"):
            return f"{expr.operator}({self.show(expr.left, frame)}, {self.show(expr.right, frame)})", _TIGHT
        binds = _BINDS[expr.operator]
        left, right = self._at_least(expr.left, frame, binds), self._at_least(expr.right, frame, binds + 1)
        return f"{left} {expr.operator} {right}", binds

    def _compare(self, expr: m.Compare, frame: Frame) -> tuple[str, int]:
        written = expr.span.text if expr.span is not None else ""
        for ending, ref in ((".empty", _counted(expr.left)), (".full", _limited(expr.left))):
            if ref is not None and written.endswith(ending):
                return self.place(ref, frame, ending), _TIGHT
        numbers = isinstance(expr.left.type, IntType)
        operator = expr.operator if numbers else {"==": "is", "!=": "is not"}.get(expr.operator, expr.operator)
        binds = _BINDS["compare"]
        left, right = (self._at_least(side, frame, binds + 1) for side in (expr.left, expr.right))
        return f"{left} {operator} {right}", binds

    def _aggregate(self, expr: m.Aggregate, frame: Frame) -> str:
        loops = ", ".join(self._binding(b, frame) for b in expr.bindings)
        where = f" where {self.show(expr.where, frame)}" if expr.where is not None else ""
        head = "" if expr.body is None else f"{self.show(expr.body, frame)} for "
        count = "" if expr.count is None else f"{self.show(expr.count, frame)}, "
        return f"{expr.operator}({count}{head}{loops}{where})"

    def _binding(self, binding: m.Binding, frame: Frame) -> str:
        if binding.place is not None:
            return f"{binding.local.name} in {self.place(binding.place, frame)}"
        type_ = binding.local.type
        return f"{binding.local.name}: {type_.kind if isinstance(type_, KindType) else 'player'}"


def _counted(expr: m.Expr) -> m.PlaceRef | None:
    return expr.ref if isinstance(expr, m.PlaceCount) else None


def _limited(expr: m.Expr) -> m.PlaceRef | None:
    return _counted(expr.right) if isinstance(expr, m.Arith) else None
