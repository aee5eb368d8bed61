"""What is known about the range of a number."""

from __future__ import annotations

from rulewright.resolve.symbols import IntType, ValueType


def of(type_: ValueType) -> tuple[int | None, int | None]:
    """Least and greatest value; None where nothing is known."""
    return (type_.low, type_.high) if isinstance(type_, IntType) else (None, None)


def union(left: ValueType, right: ValueType) -> IntType:
    """A number that is one of two."""
    (a, b), (c, d) = of(left), of(right)
    low = None if a is None or c is None else min(a, c)
    high = None if b is None or d is None else max(b, d)
    return IntType(low, high)


def arithmetic(operator: str, left: ValueType, right: ValueType) -> IntType:
    """The range of a result."""
    (a, b), (c, d) = of(left), of(right)
    if operator == "min":
        known = [x for x in (b, d) if x is not None]
        return IntType(None if a is None or c is None else min(a, c), min(known) if known else None)
    if operator == "max":
        known = [x for x in (a, c) if x is not None]
        return IntType(max(known) if known else None, None if b is None or d is None else max(b, d))
    if operator == "+":
        return IntType(None if a is None or c is None else a + c, None if b is None or d is None else b + d)
    if operator == "-":
        return IntType(None if a is None or d is None else a - d, None if b is None or c is None else b - c)
    if a is None or b is None or c is None or d is None:
        return IntType()
    if operator == "*":
        corners = [a * c, a * d, b * c, b * d]
        return IntType(min(corners), max(corners))
    if operator == "/" and c > 0:
        corners = [a // c, a // d, b // c, b // d]
        return IntType(min(corners), max(corners))
    if operator == "%" and c > 0:
        return IntType(0, d - 1)
    return IntType()


def outside(type_: ValueType, low: int, high: int) -> bool:
    """Whether a number can never lie in a range."""
    a, b = of(type_)
    return (a is not None and a > high) or (b is not None and b < low)
