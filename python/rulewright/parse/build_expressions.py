"""Lark's tree to expressions, types and parameters of the syntax tree."""

from __future__ import annotations

from typing import Any, Literal, cast

from lark import Token, Tree

from rulewright.diagnostics.source import SourceFile, Span
from rulewright.parse import ast

Node = Tree[Any]


class ExpressionReader:
    """One method for each rule of the grammar, found by the rule's name."""

    def __init__(self, source: SourceFile) -> None:
        self.source = source

    # ---- reading a node ----

    def span(self, node: Node) -> Span:
        meta = node.meta
        if meta.empty:
            return self.source.span(0, 0)
        return self.source.span(meta.start_pos, meta.end_pos)

    def trees(self, tree: Node) -> list[Node]:
        return [c for c in tree.children if isinstance(c, Tree)]

    def token_name(self, token: Token) -> ast.Name:
        start = token.start_pos or 0
        return ast.Name(self.source.span(start, start + len(token)), str(token))

    def names(self, tree: Node) -> list[ast.Name]:
        return [self.token_name(c) for c in tree.children if isinstance(c, Token) and c.type == "NAME"]

    def title(self, tree: Node) -> ast.Text | None:
        for child in self.trees(tree):
            if child.data == "title":
                return ast.Text(self.span(child), str(child.children[0])[1:-1])
        return None

    def path(self, tree: Node) -> ast.Path:
        return ast.Path(self.span(tree), tuple(self.names(tree)))

    def path_of(self, tree: Node) -> ast.Path:
        return self.path(next(t for t in self.trees(tree) if t.data == "path"))

    def signed(self, tree: Node) -> int:
        value = int(str(tree.children[-1]))
        return -value if tree.data == "minus_int" else value

    # ---- types and parameters ----

    def type(self, tree: Node) -> ast.Type:
        inner = tree.children[0]
        if isinstance(inner, Token):
            return self.token_name(inner)
        return self.range(inner)

    def range(self, tree: Node) -> ast.Range:
        low, high = (self._bound(t) for t in self.trees(tree))
        return ast.Range(self.span(tree), low, high)

    def _bound(self, tree: Node) -> int | ast.Name:
        if tree.data == "name_bound":
            return self.names(tree)[0]
        return self.signed(self.trees(tree)[0])

    def params(self, tree: Node) -> tuple[ast.Param, ...] | None:
        for child in self.trees(tree):
            if child.data == "params":
                return tuple(self._param(p) for p in self.trees(child))
        return None

    def _param(self, tree: Node) -> ast.Param:
        types = self.trees(tree)
        type_ = self.type(types[0]) if types else None
        return ast.Param(self.span(tree), self.names(tree)[0], type_, optional=len(types) > 1)

    # ---- expressions ----

    def expr(self, tree: Node) -> ast.Expr:
        return cast(ast.Expr, getattr(self, str(tree.data))(tree))

    def integer(self, tree: Node) -> ast.Expr:
        return ast.Integer(self.span(tree), int(str(tree.children[0])))

    def true(self, tree: Node) -> ast.Expr:
        return ast.Boolean(self.span(tree), value=True)

    def false(self, tree: Node) -> ast.Expr:
        return ast.Boolean(self.span(tree), value=False)

    def none(self, tree: Node) -> ast.Expr:
        return ast.NoneValue(self.span(tree))

    def given(self, tree: Node) -> ast.Expr:
        return ast.Given(self.span(tree), self.names(tree)[0])

    def name_expr(self, tree: Node) -> ast.Expr:
        return ast.NameExpr(self.span(tree), self.names(tree)[0])

    def list_expr(self, tree: Node) -> ast.Expr:
        return ast.ListExpr(self.span(tree), tuple(self.expr(t) for t in self.trees(tree)))

    def member(self, tree: Node) -> ast.Expr:
        return ast.Member(self.span(tree), self.expr(self.trees(tree)[0]), self.names(tree)[0])

    def index(self, tree: Node) -> ast.Expr:
        base, *indices = (self.expr(t) for t in self.trees(tree))
        return ast.Index(self.span(tree), base, tuple(indices))

    def call(self, tree: Node) -> ast.Expr:
        callee, args = self.trees(tree)
        values: tuple[ast.Expr, ...] = ()
        over: ast.ForClause | None = None
        if args.data == "binder_args":
            over = self.for_clause(args)
        else:
            values = tuple(self.expr(t) for t in self.trees(args) if t.data != "for_clause")
            for child in self.trees(args):
                if child.data == "for_clause":
                    over = self.for_clause(child)
        return ast.Call(self.span(tree), self.expr(callee), values, over)

    def for_clause(self, tree: Node) -> ast.ForClause:
        binders: tuple[ast.Binder, ...] = ()
        where: ast.Expr | None = None
        for child in self.trees(tree):
            if child.data == "binders":
                binders = tuple(self.binder(t) for t in self.trees(child))
            elif child.data == "where_clause":
                where = self.expr(self.trees(child)[0])
        return ast.ForClause(self.span(tree), binders, where)

    def binder(self, tree: Node) -> ast.Binder:
        names = self.names(tree)
        if tree.data == "over_kind":
            return ast.Binder(self.span(tree), names[0], names[1], None)
        return ast.Binder(self.span(tree), names[0], None, self.expr(self.trees(tree)[0]))

    def conditional(self, tree: Node) -> ast.Expr:
        condition, then, otherwise = (self.expr(t) for t in self.trees(tree))
        return ast.Conditional(self.span(tree), condition, then, otherwise)

    def or_(self, tree: Node) -> ast.Expr:
        return self._logical(tree, "or")

    def and_(self, tree: Node) -> ast.Expr:
        return self._logical(tree, "and")

    def _logical(self, tree: Node, operator: Literal["and", "or"]) -> ast.Expr:
        left, right = (self.expr(t) for t in self.trees(tree))
        return ast.Logical(self.span(tree), operator, left, right)

    def not_(self, tree: Node) -> ast.Expr:
        return ast.Not(self.span(tree), self.expr(self.trees(tree)[0]))

    def comparison(self, tree: Node) -> ast.Expr:
        left, operator, right = self.trees(tree)
        sign = " ".join(str(t) for t in operator.children)
        sign = {"is": "==", "is not": "!="}.get(sign, sign)
        return ast.Comparison(self.span(tree), sign, self.expr(left), self.expr(right))

    def binary(self, tree: Node) -> ast.Expr:
        left, operator, right = self.trees(tree)
        return ast.Binary(self.span(tree), str(operator.children[0]), self.expr(left), self.expr(right))

    def negative(self, tree: Node) -> ast.Expr:
        return ast.Negative(self.span(tree), self.expr(self.trees(tree)[0]))
