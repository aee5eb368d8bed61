"""Parses one file.

Errors of form are collected: after one the broken declaration is taken out, and the rest is read
again, so that one missing brace does not hide the rest of the file.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import cast

from lark import Token, Tree
from lark.exceptions import UnexpectedInput

from rulewright.diagnostics.diagnostic import Diagnostic
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import SourceFile
from rulewright.parse import ast, limits, recovery, syntax_errors
from rulewright.parse.build import build_file
from rulewright.parse.grammar import grammar

MOST_ERRORS = 20
"""Errors of form in one file, after which the rest of it is not read."""


KEPT = 64
"""Files whose trees are kept: a game is compiled for each number of players, and again after each change."""


def parse_file(source: SourceFile, sink: Sink) -> ast.File:
    """The tree of a file; what could not be read is reported and left out."""
    tree, found = _parse(source, source.path)
    for diagnostic in found:
        sink.add(diagnostic)
    return tree


@lru_cache(maxsize=KEPT)
def _parse(source: SourceFile, _path: str | None) -> tuple[ast.File, tuple[Diagnostic, ...]]:
    """Equal texts of one name give equal trees; the path counts too, for spans lead to it."""
    sink = Sink()
    text = source.text
    declarations: list[ast.Declaration] = []
    for _ in range(MOST_ERRORS):
        try:
            tree = cast("Tree[object]", grammar().parse(text))
        except UnexpectedInput as error:
            position = syntax_errors.report(error, source, text, sink)
            shorter = recovery.blank(text, recovery.part_at(text, position))
            if shorter == text:
                break
            text = shorter
        else:
            if limits.check_form(tree, source, sink):
                declarations.extend(build_file(tree, source))
            else:
                text = re.sub(r"[^\n]", " ", text)
            break
    whole = source.span(0, len(source.text))
    return ast.File(whole, tuple(declarations), recovery.unread(source.text, text)), sink.sorted()


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
