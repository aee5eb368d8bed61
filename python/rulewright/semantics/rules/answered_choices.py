"""E0404: a forced choice that can be empty.

``must choose`` promises that there is always an answer. That is proved when one option has no
condition, or a condition that holds for the least values of its parameters whatever the position.
"""

from __future__ import annotations

from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import Span
from rulewright.semantics import intervals
from rulewright.semantics import model as m
from rulewright.semantics.places import evaluate


def check_answered(options: tuple[m.Option, ...], span: Span, sink: Sink) -> None:
    """Complains about a forced choice without an option that is certain."""
    if any(_certain(option) for option in options):
        return
    sink.error(
        "E0404",
        span,
        "this choice is forced, but there may be nothing to choose",
        label="no option is always possible",
        help="write `must choose … if possible`, `may choose`, or add an option without a condition",
    )


def _certain(option: m.Option) -> bool:
    if option.where is None:
        return True
    least: dict[m.Local, int] = {}
    for param in option.params:
        if param.fixed is None:
            low = getattr(param.local.type, "low", 0)
            least[param.local] = low if low is not None else 0
    return _known(option.where, least) == 1


def _known(expr: m.Expr, values: dict[m.Local, int]) -> int | None:
    """The value of an expression if it does not depend on the position."""
    match expr:
        case m.Const():
            return expr.value
        case m.LocalRef():
            return values.get(expr.local)
        case m.Logic():
            left, right = _known(expr.left, values), _known(expr.right, values)
            deciding = 1 if expr.operator == "or" else 0
            if deciding in (left, right):
                return deciding
            return None if left is None or right is None else 1 - deciding
        case m.Negation():
            inner = _known(expr.operand, values)
            return None if inner is None else 1 - inner
        case m.Compare() | m.Arith():
            left, right = _known(expr.left, values), _known(expr.right, values)
            if left is not None and right is None and expr.operator in ("<=", "<"):
                least, _ = intervals.of(expr.right.type)
                return 1 if least is not None and evaluate(expr.operator, left, least) else None
            return None if left is None or right is None else evaluate(expr.operator, left, right)
        case _:
            return None
