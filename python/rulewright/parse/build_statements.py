"""Lark's tree to statements of the syntax tree."""

from __future__ import annotations

from typing import Literal, cast

from lark import Token

from rulewright.parse import ast
from rulewright.parse.build_expressions import ExpressionReader, Node


class StatementReader(ExpressionReader):
    """Adds statements: one method for each rule of the grammar, found by the rule's name."""

    def statement(self, tree: Node) -> ast.Statement:
        return cast(ast.Statement, getattr(self, str(tree.data))(tree))

    def block(self, tree: Node) -> ast.Block:
        return ast.Block(self.span(tree), tuple(self.statement(t) for t in self.trees(tree)))

    def block_of(self, tree: Node) -> ast.Block:
        return self.block(next(t for t in self.trees(tree) if t.data == "block"))

    def amount(self, tree: Node) -> ast.Amount:
        if tree.data == "all_of":
            return ast.Amount(self.span(tree), "all", None)
        mode = cast(Literal["exactly", "up_to"], str(tree.data))
        return ast.Amount(self.span(tree), mode, self.expr(self.trees(tree)[0]))

    def move_stmt(self, tree: Node) -> ast.Statement:
        amount, *rest = self.trees(tree)
        item: ast.Path | None = None
        if rest[0].data == "item":
            item = self.path(rest.pop(0))
        places = [self.expr(t) for t in rest]
        fallback = places[1] if len(places) == 3 else None
        return ast.Move(self.span(tree), self.amount(amount), item, places[0], fallback, places[-1])

    def gain_stmt(self, tree: Node) -> ast.Statement:
        return self._gain(tree, paying=False)

    def pay_stmt(self, tree: Node) -> ast.Statement:
        return self._gain(tree, paying=True)

    def _gain(self, tree: Node, *, paying: bool) -> ast.Statement:
        amount, item = self.trees(tree)
        return ast.Gain(self.span(tree), self.amount(amount), self.path(item), paying)

    def set_stmt(self, tree: Node) -> ast.Statement:
        trees = self.trees(tree)
        target = self.expr(trees[0])
        if len(trees) == 1:
            return ast.Set(self.span(tree), target, "set", None)
        operator = cast(Literal["=", "+=", "-="], str(trees[1].children[0]))
        return ast.Set(self.span(tree), target, operator, self.expr(trees[2]))

    def clear_stmt(self, tree: Node) -> ast.Statement:
        return ast.Set(self.span(tree), self.expr(self.trees(tree)[0]), "clear", None)

    def let_stmt(self, tree: Node) -> ast.Statement:
        return ast.Let(self.span(tree), self.names(tree)[0], self.expr(self.trees(tree)[0]))

    def if_stmt(self, tree: Node) -> ast.Statement:
        condition, then, *rest = self.trees(tree)
        otherwise: ast.Block | None = None
        if rest:
            tail = rest[0]
            is_block = tail.data == "block"
            otherwise = self.block(tail) if is_block else ast.Block(self.span(tail), (self.if_stmt(tail),))
        return ast.If(self.span(tree), self.expr(condition), self.block(then), otherwise)

    def each_stmt(self, tree: Node) -> ast.Statement:
        *heads, body = self.trees(tree)
        binders = tuple(self.binder(t) for t in heads if t.data in ("over_kind", "in_place"))
        conditions = [self.expr(t) for t in heads if t.data not in ("over_kind", "in_place")]
        over = ast.ForClause(self.span(tree), binders, conditions[0] if conditions else None)
        return ast.Each(self.span(tree), over, self.block(body))

    def repeat_stmt(self, tree: Node) -> ast.Statement:
        mode: Literal["until", "while", "times", "forever"] = "forever"
        condition: ast.Expr | None = None
        bound: ast.Expr | None = None
        for child in self.trees(tree):
            if child.data in ("until_cond", "while_cond", "times_cond"):
                mode = cast(Literal["until", "while", "times"], str(child.data).removesuffix("_cond"))
                condition = self.expr(self.trees(child)[0])
            elif child.data == "repeat_bound":
                bound = self.expr(self.trees(child)[0])
        return ast.Repeat(self.span(tree), mode, condition, bound, self.block_of(tree))

    def turns_stmt(self, tree: Node) -> ast.Statement:
        start, *rest = self.trees(tree)
        count = next((self.expr(self.trees(t)[0]) for t in rest if t.data == "turns_count"), None)
        return ast.Turns(self.span(tree), self.expr(start), count, self._where(rest), self.block_of(tree))

    def _where(self, trees: list[Node]) -> ast.Expr | None:
        return next((self.expr(self.trees(t)[0]) for t in trees if t.data == "where_clause"), None)

    def rounds_stmt(self, tree: Node) -> ast.Statement:
        start, *rest = self.trees(tree)
        end = next(t for t in rest if t.data in ("until_no", "while_rounds"))
        event = self.names(end)[0] if end.data == "until_no" else None
        condition = None if event else self.expr(self.trees(end)[0])
        bound = next((self.expr(self.trees(t)[0]) for t in rest if t.data == "repeat_bound"), None)
        where = self._where(rest)
        return ast.Rounds(self.span(tree), self.expr(start), where, event, condition, bound, self.block_of(tree))

    def as_stmt(self, tree: Node) -> ast.Statement:
        player, body = self.trees(tree)
        return ast.As(self.span(tree), self.expr(player), self.block(body))

    def choose_stmt(self, tree: Node) -> ast.Statement:
        trees = self.trees(tree)
        mode = cast(Literal["may", "must"], str(trees[0].children[0]))
        names = self.names(tree)
        options = tuple(self.choice_option(t) for t in trees if t.data == "choice_option")
        possible = any(t.data == "if_possible" for t in trees)
        times = next((self.expr(self.trees(t)[0]) for t in trees if t.data == "times_bound"), None)
        declined = next((self.block_of(t) for t in trees if t.data == "declined"), None)
        return ast.Choose(self.span(tree), mode, names[0] if names else None, possible, times, options, declined)

    def choice_option(self, tree: Node) -> ast.ChoiceOption:
        where: ast.Expr | None = None
        alike: tuple[ast.Expr, ...] = ()
        for child in self.trees(tree):
            if child.data == "alike":
                alike = tuple(self.expr(t) for t in self.trees(child))
            elif child.data not in ("params", "block"):
                where = self.expr(child)
        return ast.ChoiceOption(
            self.span(tree),
            self.names(tree)[0],
            self.params(tree) or (),
            where,
            alike,
            self.block_of(tree),
        )

    def do_stmt(self, tree: Node) -> ast.Statement:
        return self._do(tree, emits=False)

    def emit_stmt(self, tree: Node) -> ast.Statement:
        return self._do(tree, emits=True)

    def _do(self, tree: Node, *, emits: bool) -> ast.Statement:
        arguments = next((t for t in self.trees(tree) if t.data == "arguments"), None)
        args = tuple(self.expr(t) for t in self.trees(arguments)) if arguments is not None else ()
        return ast.Do(self.span(tree), self.path_of(tree), args, emits)

    def play_stmt(self, tree: Node) -> ast.Statement:
        return ast.Play(self.span(tree), self.expr(self.trees(tree)[0]))

    def draw_stmt(self, tree: Node) -> ast.Statement:
        amount, source, target = (self.expr(t) for t in self.trees(tree))
        return ast.Draw(self.span(tree), amount, source, target)

    def roll_stmt(self, tree: Node) -> ast.Statement:
        return ast.Roll(self.span(tree), self.expr(self.trees(tree)[0]))

    def require_stmt(self, tree: Node) -> ast.Statement:
        return ast.Require(self.span(tree), self.expr(self.trees(tree)[0]), self.one_text(tree))

    def one_text(self, tree: Node) -> ast.Text:
        """The texts of a node as one, with spaces between."""
        strings = [t for t in tree.children if isinstance(t, Token) and t.type == "STRING"]
        return ast.Text(self.token_name(strings[0]).span, " ".join(str(s)[1:-1] for s in strings))

    def spread_stmt(self, tree: Node) -> ast.Statement:
        pool, *targets = (self.expr(t) for t in self.trees(tree))
        return ast.Spread(self.span(tree), pool, tuple(targets))

    def pick_stmt(self, tree: Node) -> ast.Statement:
        number, *options = self.trees(tree)
        sizes = [self.expr(t) for t in self.trees(number)]
        least = None if number.data == "up_to" else sizes[0]
        return ast.Pick(self.span(tree), least, sizes[-1], tuple(self._pick_option(o) for o in options))

    def _pick_option(self, tree: Node) -> ast.PickOption:
        param: ast.Param | None = None
        of: ast.Expr | None = None
        where: ast.Expr | None = None
        for child in self.trees(tree):
            match child.data:
                case "param":
                    param = self._param(child)
                case "pick_of":
                    of = self.expr(self.trees(child)[0])
                case "block":
                    pass
                case _:
                    where = self.expr(child)
        return ast.PickOption(self.span(tree), self.names(tree)[0], param, of, where, self.block_of(tree))
