"""Constants: rows of tables by number of players, and ``const`` declarations."""

from __future__ import annotations

from rulewright.diagnostics.sink import Sink
from rulewright.parse import ast
from rulewright.resolve import errors
from rulewright.resolve.uses import SILENT, Uses


class Constants:
    """Collects constants; a ``const`` may use those declared before it."""

    def __init__(self, players: int, sink: Sink, uses: Uses = SILENT) -> None:
        self.values: dict[str, int] = {"players": players}
        self._players = players
        self._sink = sink
        self._uses = uses
        self._homes: dict[str, tuple[ast.Name, int]] = {}
        self._without_column: list[tuple[ast.ByPlayers, list[ast.ByRow]]] = []
        """Tables without a column for the number of players, and their rows; a later layer may have one."""

    def add_table(self, table: ast.ByPlayers, layer: int) -> None:
        """Takes the column of the number of players; a later layer replaces cells of an earlier one."""
        for row in table.rows:
            if len(row.values) != len(table.columns):
                self._sink.error(
                    "E0213",
                    row.span,
                    f"row `{row.name.text}` has {len(row.values)} numbers",
                    label=f"the table has {len(table.columns)} columns",
                    help="write one number for each column",
                )
        if self._players in table.columns:
            column = table.columns.index(self._players)
            for row in table.rows:
                if len(row.values) == len(table.columns):
                    self._declare(row.name, row.values[column], layer)
            return
        missing = [row for row in table.rows if row.name.text not in self.values]
        if missing:
            self._without_column.append((table, missing))
        for row in missing:
            # Some number, so that what uses the name is no second error.
            self._declare(row.name, row.values[-1], layer)

    def finish(self) -> None:
        """Reports numbers that no layer gives for this number of players."""
        for table, rows in self._without_column:
            names = [row.name.text for row in rows if self._homes[row.name.text][0] is row.name]
            if names:
                errors.no_column(self._sink, self._players, table.span, table.columns, names)

    def add_const(self, const: ast.Const, layer: int) -> None:
        """A named number."""
        value = self.evaluate(const.value)
        if value is not None:
            self._declare(const.name, value, layer)

    def _declare(self, name: ast.Name, value: int, layer: int) -> None:
        self._uses.declare(name.span, "const", name.text)
        home = self._homes.get(name.text)
        if home is not None and home[1] == layer:
            errors.declared_twice(self._sink, name.text, name.span, home[0].span)
        self._homes[name.text] = (name, layer)
        self.values[name.text] = value

    def evaluate(self, expr: ast.Expr) -> int | None:
        """The number an expression of constants stands for."""
        match expr:
            case ast.Integer():
                return expr.value
            case ast.Negative():
                inner = self.evaluate(expr.operand)
                return None if inner is None else -inner
            case ast.NameExpr():
                value = self.values.get(expr.name.text)
                self._uses.use(expr.name.span, "const", expr.name.text)
                if value is None:
                    errors.unknown(self._sink, "E0201", "constant", expr.name.text, expr.span, self.values)
                return value
            case ast.Binary():
                left, right = self.evaluate(expr.left), self.evaluate(expr.right)
                if left is None or right is None:
                    return None
                if expr.operator in "/%" and right == 0:
                    self._sink.error("E0305", expr.span, "division by zero", label="the divisor is 0")
                    return None
                result = {
                    "+": lambda: left + right,
                    "-": lambda: left - right,
                    "*": lambda: left * right,
                    "/": lambda: left // right,
                    "%": lambda: left % right,
                }[expr.operator]()
                if abs(result) >= 2**31:
                    self._sink.error("E0305", expr.span, "this number is too large", label=f"{result}")
                    return None
                return result
            case _:
                self._sink.error(
                    "E0214", expr.span, "a constant is made of numbers and other constants", label="not a constant"
                )
                return None

    def bound(self, bound: int | ast.Name) -> int:
        """An end of a range; an unknown constant is reported and counts as 0."""
        if isinstance(bound, int):
            return bound
        self._uses.use(bound.span, "const", bound.text)
        if bound.text not in self.values:
            errors.unknown(self._sink, "E0201", "constant", bound.text, bound.span, self.values)
        return self.values.get(bound.text, 0)
