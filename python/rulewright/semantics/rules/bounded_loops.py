"""E0403: a loop that may never end.

A ``repeat`` says how often at most. ``rounds while PLACE > 0`` ends by itself when every turn
takes at least one token out of that place; otherwise it says how often at most, too.
"""

from __future__ import annotations

from rulewright.diagnostics.sink import Sink
from rulewright.parse import ast
from rulewright.semantics import model as m


def check_repeat(statement: ast.Repeat, bounded: bool, sink: Sink) -> None:
    """Complains about a ``repeat`` without a bound."""
    if bounded:
        return
    head = statement.span.source.span(statement.span.start, statement.body.span.start)
    sink.error(
        "E0403",
        head,
        "this loop has no bound",
        label="may go on for ever",
        help="write `repeat N times`"
        if statement.condition is None
        else "write `, at most N times` after the condition",
    )


def check_rounds(
    statement: ast.Rounds,
    condition: m.Expr | None,
    bounded: bool,
    body: m.Block,
    sink: Sink,
) -> None:
    """Complains about ``rounds while`` that nothing brings to an end."""
    if bounded or condition is None:
        return
    if isinstance(condition, m.Compare) and condition.operator == ">" and isinstance(condition.left, m.PlaceCount):
        emptied = condition.left.ref.place
        for inner in body.statements:
            takes = isinstance(inner, m.Move) and isinstance(inner.amount, m.Const) and inner.amount.value > 0
            if takes and isinstance(inner, m.Move) and inner.source.place is emptied:
                return
    assert statement.condition is not None
    sink.error(
        "E0403",
        statement.condition.span,
        "these rounds may never end",
        label="nothing makes this false for sure",
        help="write `, at most N times` after the condition, or move at least one token out of the place each turn",
    )
