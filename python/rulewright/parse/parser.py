"""Builds the Lark parser (the only place with its options) and parses one file.

Errors of form are collected: after one the parser looks for the next closing brace at the top
level and goes on behind it, so that one missing brace does not hide the rest of the file.
"""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from rulewright import resources
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import SourceFile
from rulewright.parse import ast, limits, syntax_errors
from rulewright.parse.build import build_file


@lru_cache(maxsize=1)
def grammar() -> Lark:
    """The parser, made once in a process."""
    return Lark.open(
        str(resources.grammar_path()),
        parser="lalr",
        start="file",
        propagate_positions=True,
        maybe_placeholders=False,
    )


def parse_file(source: SourceFile, sink: Sink) -> ast.File:
    """The tree of a file; what could not be read is reported and left out."""
    declarations: list[ast.Declaration] = []
    start = 0
    while True:
        # Earlier text is blanked, not cut: positions stay those of the file.
        text = _blank(source.text, start)
        try:
            tree: Tree[object] = grammar().parse(text)  # type: ignore[assignment]
        except UnexpectedInput as error:
            syntax_errors.report(error, source, sink)
            position = min(syntax_errors.position_of(error, source), len(source.text))
            begin = syntax_errors.declaration_before(source.text, start, position)
            # What stands complete before the broken declaration is still read.
            declarations.extend(_readable(_blank(source.text, start)[:begin], source, sink))
            following = syntax_errors.declaration_after(source.text, max(position, begin + 1))
            if following is None:
                break
            start = following
        else:
            if limits.check_form(tree, source, sink):
                declarations.extend(build_file(tree, source))
            break
    whole = source.span(0, len(source.text))
    return ast.File(whole, tuple(declarations))


def read_tree(source: SourceFile, sink: Sink) -> tuple[Tree[object], list[Token]] | None:
    """The grammar's tree of a file and its words in order; nothing if it can't be read, which is reported.

    For tools that look at the text as it is written; the compiler uses `parse_file`.
    """
    reading = grammar().parse_interactive(source.text)
    try:
        tokens = list(reading.iter_parse())
        end = Token.new_borrow_pos("$END", "", tokens[-1]) if tokens else Token("$END", "")
        tree = cast("Tree[object]", reading.feed_token(end))
    except UnexpectedInput:
        parse_file(source, sink)
        return None
    return (tree, tokens) if limits.check_form(tree, source, sink) else None


def _readable(text: str, source: SourceFile, sink: Sink) -> list[ast.Declaration]:
    try:
        tree: Tree[object] = grammar().parse(text)  # type: ignore[assignment]
    except UnexpectedInput:
        return []
    return build_file(tree, source) if limits.check_form(tree, source, sink) else []


def _blank(text: str, end: int) -> str:
    return "".join(c if c == "\n" else " " for c in text[:end]) + text[end:] if end else text
