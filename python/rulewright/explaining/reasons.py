"""Takes conditions apart: what holds, what fails, the values of the parts, and where it all stands."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.diagnostics.source import Span
from rulewright.explaining.evaluator import Change, Evaluator, Frame, Unknown
from rulewright.explaining.words import Words
from rulewright.semantics import model as m
from rulewright.semantics.walk import children, span_of
from rulewright.vm.explanation import Plain, Reason, Refinement

_MOST_DEPTH = 6
"""Values in values are followed so far."""

_MOST_TURNS = 3
"""So many turns of a loop are named."""

_LOOPS = frozenset({"sum", "count", "any", "all", "max", "min", "largest"})
_SHORT = 20

_NONE = "none of these holds"


def conjuncts(expr: m.Expr | None) -> Iterator[m.Expr]:
    """The conditions that are joined by ``and``."""
    if isinstance(expr, m.Logic) and expr.operator == "and":
        yield from conjuncts(expr.left)
        yield from conjuncts(expr.right)
    elif expr is not None:
        yield expr


def is_settled(expr: m.Expr) -> bool:
    """Whether an expression has the same value in every position, given its locals."""
    if isinstance(expr, m.PlaceCount | m.VarRef | m.CallMember | m.Aggregate | m.Me):
        return False
    return all(is_settled(child) for child in children(expr))


def place_of(span: Span | None) -> str | None:
    """File and line."""
    return None if span is None else f"{span.source.name}:{span.line}"


class Reasoner:
    """Says of conditions why they hold or fail. A value is taken apart where it is first met."""

    def __init__(self, evaluator: Evaluator, words: Words) -> None:
        self.evaluator = evaluator
        self.words = words
        self._told: set[str] = set()

    def conditions(self, expr: m.Expr | None, frame: Frame) -> tuple[Reason, ...]:
        """A reason for each condition joined by ``and`` that depends on the position."""
        return tuple(self.reason(part, frame) for part in conjuncts(expr) if not is_settled(part))

    def reason(self, expr: m.Expr, frame: Frame, depth: int = 0) -> Reason:
        """Whether a condition holds, and why."""
        condition = self.words.show(expr, frame)
        place = place_of(span_of(expr))
        try:
            holds = self.evaluator.holds(expr, frame)
        except Unknown as unknown:
            return Reason(None, f"{condition} can't be worked out here: {unknown}", condition, place)
        said = self._told_by_compiler(expr, frame, holds=holds)
        if said is not None:
            return Reason(holds, said, condition, place, tuple(self._values(expr, frame)))
        verdict = "holds" if holds else "fails"
        match expr:
            case m.Logic():
                return self._either(expr, frame, condition, place, holds=holds, depth=depth)
            case m.Negation() if _is_leaf(expr.operand):
                values = tuple(self._values(expr.operand, frame))
                return Reason(holds, self._with_values(f"{condition} {verdict}", values), condition, place, values)
            case m.Negation():
                inner = self.reason(expr.operand, frame, depth + 1)
                because = inner.because if isinstance(expr.operand, m.Aggregate) else _spliced(inner)
                return Reason(holds, f"{condition} {verdict}", condition, place, (), because)
            case m.CallMember():
                because, refinements = self._inside(expr, frame, depth, holds=holds)
                return Reason(holds, f"{condition} {verdict}", condition, place, (), because, refinements)
            case m.Aggregate():
                because = tuple(self._turns(expr, frame, depth))
                return Reason(holds, f"{condition} {verdict}", condition, place, (), because)
            case m.Cond():
                decided = self.evaluator.holds(expr.condition, frame)
                branch = expr.then if decided else expr.otherwise
                because = (self.reason(expr.condition, frame, depth + 1), self.reason(branch, frame, depth + 1))
                return Reason(holds, f"{condition} {verdict}", condition, place, (), because)
            case m.Compare():
                values = tuple(self._values(expr, frame))
                text = self._with_values(f"{condition} {verdict}", values)
                because = tuple(self._derived(expr, frame, depth))
                return Reason(holds, text, condition, place, values, because)
            case _:
                values = ((condition, holds),)
                return Reason(holds, f"{condition} {verdict}", condition, place, values)

    def _told_by_compiler(self, expr: m.Expr, frame: Frame, *, holds: bool) -> str | None:
        """The words for a condition that stands in no rule file, with the values among them."""
        if not isinstance(expr, m.Compare | m.Logic | m.Negation):
            return None
        words = expr.agrees if holds else expr.says
        if not words:
            return None

        def said(word: str | m.Expr) -> str:
            return word if isinstance(word, str) else self._said(word, self.evaluator.value(word, frame))

        return "".join(map(said, words))

    # ---- and, or, loops ----

    def _either(
        self, expr: m.Logic, frame: Frame, condition: str, place: str | None, *, holds: bool, depth: int
    ) -> Reason:
        """Only what decides: of a failing ``and`` what fails, of an ``or`` that holds what holds."""
        parts = [self.reason(part, frame, depth + 1) for part in _joined(expr, expr.operator)]
        deciding = [p for p in parts if p.holds is holds] if holds == (expr.operator == "or") else parts
        if holds or expr.operator == "and":
            if len(deciding) == 1:
                return deciding[0]
            return Reason(holds, f"{condition} {'holds' if holds else 'fails'}", condition, place, (), tuple(deciding))
        because = tuple(each for part in deciding for each in _spliced(part))
        return Reason(False, _NONE, condition, place, (), because)

    def _turns(self, expr: m.Aggregate, frame: Frame, depth: int) -> Iterator[Reason]:
        """For ``any`` that holds the turns that make it so, for ``all`` that fails those that don't."""
        found = 0
        for inner, _ in self.evaluator.turns(expr, frame):
            if expr.where is None or found == _MOST_TURNS:
                return
            reason = self.reason(expr.where, inner, depth + 1)
            if reason.holds is (expr.operator == "any"):
                found += 1
                yield reason

    # ---- values and tests of the rules ----

    def _inside(
        self, call: m.CallMember, frame: Frame, depth: int, *, holds: bool
    ) -> tuple[tuple[Reason, ...], tuple[Refinement, ...]]:
        """Why a test is as it is: its own condition, and the refinements that worked."""
        function = self.evaluator.function(call)
        args = [self.evaluator.value(a, frame) for a in call.args]
        inner = Frame(frame.me, dict(zip(function.params, args, strict=True)))
        own = [self.reason(part, inner, depth + 1) for part in conjuncts(function.body)]
        failing = [r for r in own if r.holds is False]
        body = function.body
        if isinstance(body, m.Const):
            failing = []
            own = [Reason(bool(body.value), f"it is {self.words.said(body.value, body.type)} by itself", "", None)]
        worked = self._worked(call, frame)
        because = tuple(own if holds and not failing else failing or own)
        return because, worked

    def _worked(self, call: m.CallMember, frame: Frame) -> tuple[Refinement, ...]:
        _, changes = self.evaluator.called(call, frame)
        return tuple(self._refinement(change) for change in changes if change.worked)

    def _refinement(self, change: Change) -> Refinement:
        """One that worked: what it did."""
        refinement = change.refinement
        effect = self.effect(change)
        place = place_of(refinement.span) or ""
        value = self.evaluator.value(refinement.value, change.frame)
        shown = "" if isinstance(refinement.value, m.Const) else f", which is {self._said(refinement.value, value)}"
        text = f"{refinement.entry.title}: {effect}{shown} ({place})"
        needs = self.conditions(refinement.guard, change.frame)
        return Refinement(refinement.entry.name, refinement.entry.title, place, effect, True, False, text, needs)

    def effect(self, change: Change) -> str:
        """The sign of a refinement and what stands behind it."""
        return f"{change.refinement.operator} {self.words.show(change.refinement.value, change.frame)}"

    def _derived(self, expr: m.Expr, frame: Frame, depth: int) -> Iterator[Reason]:
        """How the values of the rules in an expression came about."""
        if depth > _MOST_DEPTH:
            return
        match expr:
            case m.CallMember():
                text = self.words.show(expr, frame)
                if text not in self._told:
                    self._told.add(text)
                    yield self._value(expr, text, frame, depth)
            case m.Aggregate():
                yield from self._extreme(expr, frame, depth)
            case m.Cond():
                yield from self._derived(expr.condition, frame, depth)
                branch = expr.then if self.evaluator.holds(expr.condition, frame) else expr.otherwise
                yield from self._derived(branch, frame, depth)
            case _:
                for child in children(expr):
                    yield from self._derived(child, frame, depth)

    def _value(self, call: m.CallMember, text: str, frame: Frame, depth: int) -> Reason:
        """A value of the rules: the expression behind it, its parts, and what changed it."""
        function = self.evaluator.function(call)
        args = [self.evaluator.value(a, frame) for a in call.args]
        inner = Frame(frame.me, dict(zip(function.params, args, strict=True)))
        value, _ = self.evaluator.called(call, frame)
        body = _written(function.body)
        shown = self.words.show(body, inner)
        values = tuple(self._values(body, inner))
        said = f"{text} is {self._said(call, value)}"
        if not isinstance(body, m.Const):
            said += f": {shown}"
            if not _is_leaf(body):
                said += _listed(values, " with ", " ")
        place = place_of(span_of(body) or function.member.decl.span)
        because = tuple(self._derived(body, inner, depth + 1))
        return Reason(None, said, shown, place, values, because, self._worked(call, frame))

    def _extreme(self, expr: m.Aggregate, frame: Frame, depth: int) -> Iterator[Reason]:
        """Where the greatest or least of several numbers is found."""
        if expr.operator not in ("max", "min") or expr.body is None:
            return
        value = self.evaluator.value(expr, frame)
        for inner, _ in self.evaluator.turns(expr, frame):
            if self.evaluator.value(expr.body, inner) == value:
                body = self.words.show(expr.body, inner)
                because = tuple(self._derived(expr.body, inner, depth + 1))
                which = "greatest" if expr.operator == "max" else "least"
                text = f"the {which} is {body}, {value}"
                yield Reason(None, text, body, place_of(span_of(expr)), ((body, value),), because)
                return

    # ---- the values of parts ----

    def _values(self, expr: m.Expr, frame: Frame) -> Iterator[tuple[str, Plain]]:
        """The parts of an expression that depend on the position, each once."""
        seen: set[str] = set()
        for leaf in _leaves(expr):
            text = self.words.show(leaf, frame)
            if text in seen:
                continue
            seen.add(text)
            try:
                yield text, self.words.plain(self.evaluator.value(leaf, frame), leaf.type)
            except Unknown:
                continue

    def _said(self, expr: m.Expr, value: int) -> str:
        return self.words.said(value, expr.type)

    def _with_values(self, text: str, values: tuple[tuple[str, Plain], ...]) -> str:
        return text + _listed(values, ": ", " is ")


def _listed(values: tuple[tuple[str, Plain], ...], before: str, between: str) -> str:
    if not values:
        return ""
    return before + ", ".join(f"{_short(name)}{between}{_word(value)}" for name, value in values)


def _short(name: str) -> str:
    """A loop that was just shown in full is not shown again."""
    head, bracket, rest = name.partition("(")
    return f"{head}(…)" if bracket and head in _LOOPS and len(rest) > _SHORT else name


def _word(value: Plain) -> str:
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _spliced(reason: Reason) -> tuple[Reason, ...]:
    """What a reason without words of its own stands for."""
    return reason.because if reason.text == _NONE else (reason,)


def _joined(expr: m.Expr, operator: str) -> Iterator[m.Expr]:
    if isinstance(expr, m.Logic) and expr.operator == operator:
        yield from _joined(expr.left, operator)
        yield from _joined(expr.right, operator)
    else:
        yield expr


def _is_leaf(expr: m.Expr) -> bool:
    """Whether an expression is read, not worked out."""
    return isinstance(expr, m.PlaceCount | m.VarRef | m.KeyRef | m.LocalRef | m.Me)


def _written(body: m.Expr) -> m.Expr:
    """A value's expression without the 0 that the checker adds to what entries may change."""
    if isinstance(body, m.Arith) and body.operator == "+" and body.right == m.number(0):
        return body.left
    return body


def _leaves(expr: m.Expr) -> Iterator[m.Expr]:
    match expr:
        case m.PlaceCount() | m.VarRef() | m.KeyRef() | m.CallMember() | m.Aggregate() | m.Me():
            yield expr
        case m.Arith() if expr.span.text.endswith(".room") and isinstance(expr.right, m.PlaceCount):
            yield expr
        case _:
            for child in children(expr):
                yield from _leaves(child)
