"""Moves of tokens: the only statements that change what lies in a place.

Both ends hold the same token and what leaves one arrives at the other, so no rule can make or
lose a token except at the places declared ``unlimited``.
"""

from __future__ import annotations

from rulewright.diagnostics.diagnostic import Label, declared_at
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import Span
from rulewright.diagnostics.suggest import nearest
from rulewright.parse import ast
from rulewright.resolve.symbols import IntType, KindType, Symbols
from rulewright.semantics import errors, intervals, meant
from rulewright.semantics import model as m
from rulewright.semantics.expressions import ExpressionChecker
from rulewright.semantics.places import MANY, same_token
from rulewright.semantics.scope import Scope


class MoveChecker:
    """Checks ``move``, ``gain``, ``pay`` and ``draw``."""

    def __init__(self, symbols: Symbols, expressions: ExpressionChecker, sink: Sink) -> None:
        self.symbols = symbols
        self.expressions = expressions
        self.sink = sink

    def move(self, statement: ast.Move, scope: Scope) -> list[m.Statement]:
        source = self.expressions.place(statement.source, scope)
        target = self.expressions.place(statement.target, scope)
        fallback = self.expressions.place(statement.fallback, scope) if statement.fallback is not None else None
        if source is None or target is None or (statement.fallback is not None and fallback is None):
            self._look_at_amount(statement.amount, scope)
            return []
        for other, node in ((target, statement.target), (fallback, statement.fallback)):
            if other is not None and node is not None and not same_token(source.place, other.place):
                self._token_mismatch(source, other, statement.source.span, node.span)
                return []
        if statement.amount.mode == "all" and statement.item is None and not _one_cell(source):
            return self._move_all(statement, source, target)
        return self._move_cells(statement, source, fallback, target, scope)

    def _token_mismatch(self, source: m.PlaceRef, target: m.PlaceRef, first: Span, second: Span) -> None:
        self.sink.error(
            "E0401",
            second,
            f"a {target.place.holds.name} would be made out of a {source.place.holds.name}",
            label=f"`{target.place.name}` holds {target.place.holds.name}",
            secondary=(
                Label(first, f"`{source.place.name}` holds {source.place.holds.name}"),
                *declared_at(target.place.decl.name.span, f"`{target.place.name}` is declared here"),
            ),
            help="tokens move only between places that hold the same token",
        )

    def _move_all(self, statement: ast.Move, source: m.PlaceRef, target: m.PlaceRef) -> list[m.Statement]:
        spread_out = source.place.holds.sort == "kind"
        if spread_out and (target.place.holds.sort != "kind" or target.entry is not None):
            self._token_mismatch(source, target, statement.source.span, statement.target.span)
            return []
        shape_differs = source.place.per is not None and source.per is None and spread_out
        if shape_differs or (target.place.per is not None and target.per is None):
            self.sink.error(
                "E0304",
                statement.span,
                "these places have parts that do not match",
                label="which part goes where?",
                help="move one part at a time with `each`",
            )
            return []
        return [m.MoveAll(source, target, statement.span)]

    def _move_cells(
        self,
        statement: ast.Move,
        source: m.PlaceRef,
        fallback: m.PlaceRef | None,
        target: m.PlaceRef,
        scope: Scope,
    ) -> list[m.Statement]:
        item = statement.item
        ends = [e for e in (source, target, fallback) if e is not None]
        entry: m.Expr | None = None
        if item is not None:
            entry = self._item(item, source, scope)
            if entry is None and source.place.holds.sort != "token":
                return []
        bound: list[m.PlaceRef] = []
        for end, node in zip(ends, (statement.source, statement.target, statement.fallback), strict=False):
            assert node is not None
            cell = self._bind(end, entry, node.span)
            if cell is None:
                return []
            bound.append(cell)
        for cell, node in zip(bound[1:], (statement.target, statement.fallback), strict=False):
            if node is not None and _known_to_differ(bound[0], cell):
                self.sink.error(
                    "E0401",
                    node.span,
                    "one thing would be made out of another",
                    label="this part holds something else",
                    secondary=(Label(statement.source.span, "than this one"),),
                    help="name the same entry on both sides",
                )
                return []
        amount, up_to = self._amount(statement.amount, bound[0], scope)
        second = bound[2] if len(bound) > 2 else None
        return [m.Move(amount, up_to, bound[0], second, bound[1], statement.span)]

    def _look_at_amount(self, amount: ast.Amount, scope: Scope) -> None:
        """Finds what is wrong with a number that is not needed any more, so that all is said at once."""
        if amount.expr is not None:
            self.expressions.number(amount.expr, scope)

    def _amount(self, amount: ast.Amount, source: m.PlaceRef, scope: Scope) -> tuple[m.Expr, bool]:
        if amount.mode == "all":
            if source.place.decl.unlimited:
                self.sink.error(
                    "E0313",
                    amount.span,
                    f"`{source.place.name}` never runs out",
                    label="there is no `all` of it",
                    secondary=declared_at(source.place.decl.name.span),
                )
                return m.number(0), False
            return m.PlaceCount(source, IntType(0, None)), False
        assert amount.expr is not None
        number = self.expressions.number(amount.expr, scope)
        if isinstance(number.type, IntType) and number.type.high is not None and number.type.high < 0:
            self.sink.error("E0305", amount.span, "a negative number of tokens can't be moved", label="always below 0")
        # What never runs out always has as many as are asked for.
        return number, amount.mode == "up_to" and not source.place.decl.unlimited

    def _item(self, item: ast.Path, source: m.PlaceRef, scope: Scope) -> m.Expr | None:
        holds = source.place.holds
        if holds.sort == "token":
            self.expressions.uses.use(item.names[0].span, "token", holds.name)
            if item.text != holds.name:
                self.sink.error(
                    "E0401",
                    item.span,
                    f"`{source.place.name}` holds no {item.text}",
                    label=f"it holds {holds.name}",
                    secondary=declared_at(source.place.decl.name.span),
                    help=f"write `{holds.name}`, or move from another place",
                )
            return None
        if item.text in self.symbols.tokens:
            self.sink.error(
                "E0401",
                item.span,
                f"`{source.place.name}` holds no {item.text}",
                label=f"it holds {holds.name}",
                secondary=declared_at(source.place.decl.name.span),
                help=f"name a {holds.name}, or move from another place",
            )
            return None
        if item.text in self.symbols.kinds and source.place.decl.is_deck:
            advice = f"from a deck is drawn, by chance: `draw 1 from {source.place.name} to …`"
            errors.unknown_name(self.sink, item.text, item.span, (), advice)
            return None
        expr: ast.Expr = ast.NameExpr(item.names[0].span, item.names[0])
        for name in item.names[1:]:
            expr = ast.Member(item.span, expr, name)
        return self.expressions.typed(expr, KindType(holds.name), scope)

    def _bind(self, ref: m.PlaceRef, entry: m.Expr | None, span: Span) -> m.PlaceRef | None:
        """The one cell of a place that the item lies in."""
        if ref.place.holds.sort == "kind" and ref.entry is None and entry is not None:
            ref = m.PlaceRef(ref.place, ref.owner, ref.per, entry, ref.span)
        elif ref.place.holds.sort != "token" and entry is not None:
            own = _known_entry(ref)
            if isinstance(entry, m.Const) and own is not None and entry.value != own:
                self.sink.error(
                    "E0401",
                    span,
                    f"`{span.text}` can't hold this",
                    label="another thing lies there",
                    secondary=declared_at(ref.place.decl.name.span),
                    help="name a place, or a part of one, that holds what is moved",
                )
                return None
        if not ref.is_cell:
            self.sink.error(
                "E0304",
                span,
                f"`{ref.place.name}` holds several things",
                label="which of them is moved?",
                help="name it before `from`, as in `move 1 x from …`",
            )
            return None
        return ref

    def gain(self, statement: ast.Gain, scope: Scope) -> list[m.Statement]:
        name = statement.item.text
        token = self.symbols.tokens.get(name)
        word = "pay" if statement.paying else "gain"
        if token is None:
            self._no_plain_token(name, word, statement.item.span, scope)
            self._look_at_amount(statement.amount, scope)
            return []
        self.expressions.uses.use(statement.item.names[0].span, "token", name)
        if token.source is None or token.pocket is None:
            self.sink.error(
                "E0411",
                statement.item.span,
                f"`{name}` has no place that it comes from",
                label=f"`{word}` does not know from where",
                secondary=declared_at(token.span),
                help=f"write `token {name} from PLACE to PLACE`, or use `move`",
            )
            return []
        origin, pocket = self.symbols.places.get(token.source), self.symbols.places.get(token.pocket)
        if origin is None or pocket is None:
            return []
        me = self.expressions.me(statement.span, scope, f"`{word}`")
        mine = m.PlaceRef(pocket, me, None, None, statement.span)
        store = m.PlaceRef(origin, None, None, None, statement.span)
        source, target = (mine, store) if statement.paying else (store, mine)
        amount, up_to = self._amount(statement.amount, source, scope)
        return [m.Move(amount, up_to, source, None, target, statement.span)]

    def _no_plain_token(self, name: str, word: str, span: Span, scope: Scope) -> None:
        way = meant.way_to_move(self.symbols, name, to_player=word == "gain")
        if way is None and name in scope.locals:
            way = "`move … from … to …`"
        if way is None:
            self._unknown_token(name, span)
            return
        self.sink.error(
            "E0411",
            span,
            f"`{name}` is an entry, and `{word}` is for tokens declared with `from` and `to`",
            label=f"`{word}` does not know {'from' if word == 'gain' else 'to'} where",
            help=f"write {way}",
        )

    def _unknown_token(self, name: str, span: Span) -> None:
        symbols = self.symbols
        advice, instead = None, None
        if nearest(name, symbols.tokens) is None:
            instead = meant.token_called(symbols, name)
            listed = ", ".join(f"`{t.name}`" for t in symbols.tokens.values() if t.pocket is not None)
            if instead is not None:
                advice = f"its name is `{instead}`"
            elif name in symbols.kinds:
                advice = f"a {name} goes from place to place: `move 1 x from … to …`, or `draw 1 from … to …`"
            elif listed:
                advice = f"what can be gained and paid: {listed}"
        errors.unknown_name(self.sink, name, span, symbols.tokens, advice, instead)

    def draw(self, statement: ast.Draw, scope: Scope) -> list[m.Statement]:
        amount = self.expressions.number(statement.amount, scope)
        if intervals.outside(amount.type, 0, MANY):
            self.sink.error(
                "E0305", statement.amount.span, "so many can't be drawn", label=f"from 0 to {MANY} can be drawn"
            )
        source = self.expressions.place(statement.source, scope)
        target = self.expressions.place(statement.target, scope)
        if source is None or target is None:
            return []
        if not source.place.decl.is_deck:
            self.sink.error(
                "E0408",
                statement.source.span,
                f"`{source.place.name}` is not a deck",
                label="only a deck can be drawn from",
                secondary=declared_at(source.place.decl.name.span),
                help="declare it with `deck` instead of `place`, or use `move`",
            )
            return []
        if not same_token(source.place, target.place):
            self._token_mismatch(source, target, statement.source.span, statement.target.span)
            return []
        for ref, node in ((source, statement.source), (target, statement.target)):
            if ref.entry is not None or (ref.place.per is not None and ref.per is None):
                self.sink.error(
                    "E0304",
                    node.span,
                    "what is drawn is not known before",
                    label="one part only" if ref.entry is not None else "which part?",
                    help="name the place, and its part if it has one for each of a kind, but no entry",
                )
                return []
        if target.place.holds.sort != source.place.holds.sort:
            self._token_mismatch(source, target, statement.source.span, statement.target.span)
            return []
        refill: m.PlaceRef | None = None
        name = source.place.decl.refilled_from
        if name is not None and name.text in self.symbols.places:
            place = self.symbols.places[name.text]
            owner = source.owner if place.owner is not None else None
            refill = m.PlaceRef(place, owner, None, None, statement.span)
        return [m.Draw(amount, source, refill, target, statement.span)]


def _known_entry(ref: m.PlaceRef) -> int | None:
    """Which entry lies in a cell, if that is the same in every position."""
    if ref.place.holds.sort == "entry":
        return ref.place.holds.entry
    return ref.entry.value if isinstance(ref.entry, m.Const) else None


def _known_to_differ(left: m.PlaceRef, right: m.PlaceRef) -> bool:
    a, b = _known_entry(left), _known_entry(right)
    return a is not None and b is not None and a != b


def _one_cell(ref: m.PlaceRef) -> bool:
    return ref.is_cell
