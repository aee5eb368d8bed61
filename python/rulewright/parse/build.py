"""Lark's tree to declarations of the syntax tree; expressions and statements have files of their own."""

from __future__ import annotations

from typing import Literal, cast

from lark import Token, Tree

from rulewright.diagnostics.source import SourceFile
from rulewright.parse import ast
from rulewright.parse.build_expressions import Node
from rulewright.parse.build_statements import StatementReader


def build_file(tree: Tree[object], source: SourceFile) -> list[ast.Declaration]:
    """All declarations of a file."""
    reader = _DeclarationReader(source)
    return [reader.declaration(child) for child in reader.trees(cast(Node, tree))]


class _DeclarationReader(StatementReader):
    """Adds declarations: one method for each rule of the grammar, found by the rule's name."""

    def declaration(self, tree: Node) -> ast.Declaration:
        found = getattr(self, str(tree.data))(tree)
        if isinstance(found, ast.Refinement):
            return ast.General(found.span, found)
        return cast(ast.Declaration, found)

    def game_decl(self, tree: Node) -> ast.Game:
        names = self.names(tree)
        players: ast.Range | None = None
        length: int | None = None
        for item in self.trees(tree):
            if item.data == "players_item":
                players = self.range(self.trees(item)[0])
            elif item.data == "length_item":
                length = int(str(item.children[0]))
        base = names[1] if len(names) > 1 else None
        return ast.Game(self.span(tree), names[0], self.title(tree), base, players, length)

    def expansion_decl(self, tree: Node) -> ast.Extension:
        return self._extension(tree, "expansion")

    def variant_decl(self, tree: Node) -> ast.Extension:
        return self._extension(tree, "variant")

    def _extension(self, tree: Node, sort: Literal["expansion", "variant"]) -> ast.Extension:
        name, game = self.names(tree)
        members = tuple(self.declaration(t) for t in self.trees(tree) if t.data not in ("title", "order"))
        return ast.Extension(self.span(tree), sort, name, self.title(tree), game, self.orders(tree), members)

    def with_decl(self, tree: Node) -> ast.With:
        members = tuple(self.declaration(t) for t in self.trees(tree))
        return ast.With(self.span(tree), tuple(self.names(tree)), members)

    def by_players(self, tree: Node) -> ast.ByPlayers:
        columns = tuple(int(str(t)) for t in tree.children if isinstance(t, Token))
        rows = tuple(
            ast.ByRow(self.span(row), self.names(row)[0], tuple(self.signed(t) for t in self.trees(row)))
            for row in self.trees(tree)
        )
        return ast.ByPlayers(self.span(tree), columns, rows)

    def option_decl(self, tree: Node) -> ast.Option:
        type_ = self.trees(tree)[0]
        if type_.data == "entry_set":
            return ast.Option(self.span(tree), self.names(tree)[0], self.names(type_)[0], many=True)
        return ast.Option(self.span(tree), self.names(tree)[0], self.type(type_), many=False)

    def const_decl(self, tree: Node) -> ast.Const:
        return ast.Const(self.span(tree), self.names(tree)[0], self.expr(self.trees(tree)[0]))

    def token_decl(self, tree: Node) -> ast.Token:
        names = self.names(tree)
        source, pocket = (names[1], names[2]) if len(names) == 3 else (None, None)
        return ast.Token(self.span(tree), names[0], self.title(tree), source, pocket)

    def kind_decl(self, tree: Node) -> ast.Kind:
        includes: ast.Name | None = None
        keys: list[ast.Key] = []
        active: ast.Expr | None = None
        entries: list[ast.Entry] = []
        is_token = False
        for child in self.trees(tree):
            match child.data:
                case "is_token":
                    is_token = True
                case "includes":
                    includes = self.names(child)[0]
                case "key_decl":
                    keys.append(self.key_decl(child))
                case "active_decl":
                    active = self.expr(self.trees(child)[0])
                case "listed_entry":
                    entries.append(self.listed_entry(child))
        return ast.Kind(
            self.span(tree),
            self.names(tree)[0],
            self.title(tree),
            is_token,
            includes,
            tuple(keys),
            active,
            tuple(entries),
        )

    def change_kind(self, tree: Node) -> ast.ChangeKind:
        keys = tuple(self.key_decl(child) for child in self.trees(tree))
        return ast.ChangeKind(self.span(tree), self.names(tree)[0], keys)

    def key_decl(self, tree: Node) -> ast.Key:
        trees = self.trees(tree)
        optional = any(t.data == "key_optional" for t in trees)
        default = next((self.word(self.trees(t)[0]) for t in trees if t.data == "key_value"), None)
        return ast.Key(self.span(tree), self.names(tree)[0], self.type(trees[0]), optional, default)

    def listed_entry(self, tree: Node) -> ast.Entry:
        words = [self.word(t) for t in self.trees(tree)]
        title: ast.Text | None = None
        if words and words[0].quoted:
            first = words.pop(0)
            title = ast.Text(first.span, str(first.value))
        return ast.Entry(self.span(tree), None, self.names(tree)[0], title, tuple(words), (), changes=False)

    def entry_decl(self, tree: Node) -> ast.Entry:
        return self._entry(tree, changes=False)

    def change_decl(self, tree: Node) -> ast.Entry:
        return self._entry(tree, changes=True)

    def _entry(self, tree: Node, *, changes: bool) -> ast.Entry:
        kind, name = self.names(tree)
        words: list[ast.Word] = []
        refinements: list[ast.Refinement] = []
        for child in self.trees(tree):
            if child.data == "title":
                continue
            if str(child.data).endswith("_word"):
                words.append(self.word(child))
            else:
                refinements.append(cast(ast.Refinement, getattr(self, str(child.data))(child)))
        return ast.Entry(
            self.span(tree), kind, name, self.title(tree), tuple(words), tuple(refinements), changes=changes
        )

    def word(self, tree: Node) -> ast.Word:
        span = self.span(tree)
        match tree.data:
            case "name_word":
                return ast.Word(span, str(tree.children[0]), quoted=False)
            case "int_word":
                return ast.Word(span, self.signed(self.trees(tree)[0]), quoted=False)
            case "text_word":
                return ast.Word(span, str(tree.children[0])[1:-1], quoted=True)
            case _:
                low, high = (int(str(t)) for t in tree.children)
                return ast.Word(span, (low, high), quoted=False)

    def rename_decl(self, tree: Node) -> ast.Rename:
        old, new = self.names(tree)
        return ast.Rename(self.span(tree), old, new, self.title(tree))

    def players_decl(self, tree: Node) -> ast.Players:
        return ast.Players(self.span(tree), self.range(self.trees(tree)[0]))

    def change_place(self, tree: Node) -> ast.Place:
        return self._place(tree, changes=True)

    def place_decl(self, tree: Node) -> ast.Place:
        return self._place(tree, changes=False)

    def _place(self, tree: Node, *, changes: bool) -> ast.Place:
        name = self.names(tree)[0]
        is_deck = False
        words: dict[str, ast.Name] = {}
        exprs: dict[str, ast.Expr] = {}
        flags: set[str] = set()
        for child in self.trees(tree):
            match child.data:
                case "place_sort":
                    is_deck = str(child.children[0]) == "deck"
                case "holds_clause" | "per_clause" | "refilled_clause":
                    words[str(child.data)] = self.names(child)[0]
                case "starts_clause" | "most_clause" | "each_most_clause":
                    exprs[str(child.data)] = self.expr(self.trees(child)[0])
                case _:
                    flags.add(str(child.data))
        hidden: Literal["nobody", "others", "all"] = "nobody"
        if "hidden_others_clause" in flags:
            hidden = "others"
        elif "hidden_all_clause" in flags:
            hidden = "all"
        return ast.Place(
            self.span(tree),
            name,
            self.title(tree),
            is_deck,
            words.get("holds_clause"),
            words.get("per_clause"),
            exprs.get("starts_clause"),
            exprs.get("most_clause"),
            exprs.get("each_most_clause"),
            "owe_clause" in flags,
            "unlimited_clause" in flags,
            hidden,
            "count_clause" in flags,
            words.get("refilled_clause"),
            changes,
        )

    def each_decl(self, tree: Node) -> ast.EachDecl:
        members = tuple(cast("ast.Place | ast.Var", self.declaration(t)) for t in self.trees(tree))
        return ast.EachDecl(self.span(tree), self.names(tree)[0], members)

    def var_decl(self, tree: Node) -> ast.Var:
        trees = self.trees(tree)
        optional = trees[-1].data == "or_none"
        dims = tuple(self.names(trees[0])) if trees[0].data == "dims" else ()
        type_ = self.type(trees[-2] if optional else trees[-1])
        return ast.Var(self.span(tree), self.names(tree)[0], dims, type_, optional)

    def value_decl(self, tree: Node) -> ast.Function:
        return self._function(tree, "value")

    def test_decl(self, tree: Node) -> ast.Function:
        return self._function(tree, "test")

    def _function(self, tree: Node, sort: Literal["value", "test"]) -> ast.Function:
        body = self.expr(self.trees(tree)[-1])
        return ast.Function(self.span(tree), sort, self.names(tree)[0], self.params(tree) or (), body)

    def event_decl(self, tree: Node) -> ast.Event:
        return ast.Event(self.span(tree), self.names(tree)[0], self.params(tree) or ())

    def step_decl(self, tree: Node) -> ast.Step:
        return ast.Step(self.span(tree), self.names(tree)[0], self.params(tree) or (), self.block_of(tree))

    def setup_decl(self, tree: Node) -> ast.Routine:
        return ast.Routine(self.span(tree), "setup", self.block_of(tree))

    def play_decl(self, tree: Node) -> ast.Routine:
        return ast.Routine(self.span(tree), "play", self.block_of(tree))

    def phase_decl(self, tree: Node) -> ast.Phase:
        members: list[ast.Declaration] = []
        statements: list[ast.Statement] = []
        for child in self.trees(tree):
            if child.data == "title":
                continue
            if str(child.data).endswith("_decl"):
                members.append(self.declaration(child))
            else:
                statements.append(self.statement(child))
        span = self.span(tree)
        body = ast.Block(span, tuple(statements))
        return ast.Phase(span, self.names(tree)[0], self.title(tree), tuple(members), body)

    def text_decl(self, tree: Node) -> ast.TextDecl:
        return ast.TextDecl(self.span(tree), self.path_of(tree), self.one_text(tree))

    # ---- refinements ----

    def refine_value(self, tree: Node) -> ast.RefineValue:
        trees = [t for t in self.trees(tree) if t.data != "anytime"]
        path = self.path(trees[0])
        operator = next(t for t in trees if t.data == "refine_op")
        exprs = [self.expr(t) for t in trees if t.data not in ("path", "params", "refine_op", "order")]
        when = exprs[1] if len(exprs) > 1 else None
        sign = "".join(str(t) for t in operator.children)
        return ast.RefineValue(
            self.span(tree), self.anytime(tree), path, self.params(tree), sign, exprs[0], self.orders(tree), when
        )

    def on_event(self, tree: Node) -> ast.OnEvent:
        when: ast.Expr | None = None
        for child in self.trees(tree):
            if child.data not in ("anytime", "path", "params", "order", "block"):
                when = self.expr(child)
        return ast.OnEvent(
            self.span(tree),
            self.anytime(tree),
            self.path_of(tree),
            self.params(tree) or (),
            self.orders(tree),
            when,
            self.block_of(tree),
        )

    def orders(self, tree: Node) -> tuple[ast.Order, ...]:
        found: list[ast.Order] = []
        for child in self.trees(tree):
            if child.data == "order":
                relation = cast(Literal["after", "before"], str(child.children[0]))
                found.append(ast.Order(self.span(child), relation, self.token_name(cast(Token, child.children[1]))))
        return tuple(found)

    def add_option(self, tree: Node) -> ast.AddOption:
        words = {str(t) for m in self.trees(tree) if m.data == "modifier" for t in m.children}
        options = tuple(self.choice_option(t) for t in self.trees(tree) if t.data == "choice_option")
        return ast.AddOption(
            self.span(tree), self.anytime(tree), self.path_of(tree), "once" in words, "never" in words, options
        )

    def instead_of(self, tree: Node) -> ast.InsteadOf:
        rest = [t for t in self.trees(tree) if t.data not in ("anytime", "path", "params", "block")]
        when = self.expr(rest[0]) if rest else None
        return ast.InsteadOf(
            self.span(tree), self.anytime(tree), self.path_of(tree), self.params(tree) or (), when, self.block_of(tree)
        )

    def anytime(self, tree: Node) -> bool:
        return any(t.data == "anytime" for t in self.trees(tree))
