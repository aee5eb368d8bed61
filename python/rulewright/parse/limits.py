"""What the grammar allows but no rule file needs: huge numbers, endless nesting, a clause twice.

Checked on the parser's tree before anything is built from it, and without recursion, so that a
file made to exhaust the compiler is refused like any other mistake.
"""

from __future__ import annotations

from lark import Token, Tree

from rulewright.diagnostics.diagnostic import Label
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import SourceFile, Span

LARGEST = 1_000_000
"""The largest number that can be written; results of arithmetic may be larger."""

DEEPEST = 60
"""Levels of a tree; every later stage goes down these levels by recursion."""

_WORDS = {
    "holds_clause": "holds",
    "per_clause": "per",
    "starts_clause": "starts",
    "most_clause": "most",
    "each_most_clause": "at most",
    "owe_clause": "may owe",
    "unlimited_clause": "unlimited",
    "hidden_others_clause": "hidden",
    "hidden_all_clause": "hidden",
    "count_clause": "count seen",
    "refilled_clause": "refilled from",
    "players_item": "players",
    "length_item": "length",
}


def check_form(tree: Tree[object], source: SourceFile, sink: Sink) -> bool:
    """Reports what is too large, too deep or there twice; answers whether a tree can be built."""
    buildable = True
    waiting: list[tuple[Tree[object], int]] = [(tree, 0)]
    while waiting:
        node, depth = waiting.pop()
        if depth > DEEPEST:
            _too_deep(node, source, sink)
            return False
        _check_clauses(node, source, sink)
        for child in node.children:
            if isinstance(child, Tree):
                waiting.append((child, depth + 1))
            elif isinstance(child, Token) and child.type == "INT":
                buildable = _check_number(child, source, sink) and buildable
    return buildable


def _check_number(token: Token, source: SourceFile, sink: Sink) -> bool:
    # The length is looked at first: turning a very long text into a number takes long, too.
    if len(token) <= len(str(LARGEST)) and int(token) <= LARGEST:
        return True
    sink.error(
        "E0105",
        _token_span(token, source),
        "this number is too large",
        label=f"a number in a rule file is at most {LARGEST}",
        help="use a smaller number; for something that never runs out write `unlimited`",
    )
    return False


def _too_deep(node: Tree[object], source: SourceFile, sink: Sink) -> None:
    start = getattr(node.meta, "start_pos", None)
    span = source.end_span() if start is None else source.span(start, min(start + 1, len(source.text)))
    sink.error(
        "E0106",
        span,
        "this is nested too deeply",
        label=f"more than {DEEPEST} levels of braces, signs or conditions",
        help="give a part of it a name of its own: a `value`, a `test` or a `step`",
    )


def _check_clauses(node: Tree[object], source: SourceFile, sink: Sink) -> None:
    seen: dict[str, Span] = {}
    for child in node.children:
        word = _clause(child)
        if word is None or not isinstance(child, Tree):
            continue
        span = source.span(child.meta.start_pos, child.meta.end_pos) if not child.meta.empty else None
        span = span or _whole(node, source)
        if word in seen:
            sink.error(
                "E0107",
                span,
                f"`{word}` is said twice",
                label="said again here",
                secondary=(Label(seen[word], "first said here"),) if seen[word] != span else (),
                help="remove one of them",
            )
        seen.setdefault(word, span)


def _clause(child: object) -> str | None:
    if not isinstance(child, Tree):
        return None
    if child.data == "modifier":
        return " ".join(str(word) for word in child.children)
    return _WORDS.get(str(child.data))


def _whole(node: Tree[object], source: SourceFile) -> Span:
    return source.span(node.meta.start_pos, node.meta.end_pos)


def _token_span(token: Token, source: SourceFile) -> Span:
    start = token.start_pos or 0
    return source.span(start, start + len(token))
