"""Words among the keys of an entry that belong somewhere else."""

from __future__ import annotations

from rulewright.diagnostics.sink import Sink
from rulewright.parse import ast
from rulewright.parse.terminals import STATEMENTS
from rulewright.parse.wording import DECLARED_OUTSIDE
from rulewright.resolve import errors

TEXT_KEY = "text"
"""A key that every kind has: what readers are told about the entry, in one text or several."""


def report_misplaced(sink: Sink, head: ast.Word, listed: ast.Name | None) -> bool:
    """Says so if a word that is no key is one of these; what follows it can't be read as keys.

    `listed`: the name before the first key, of an entry in the list of its kind.
    """
    if isinstance(head.value, tuple) and listed is not None:
        errors.key_undeclared(sink, listed, head.span)
        return True
    if head.quoted:
        return False
    word = str(head.value)
    if word == TEXT_KEY:
        errors.text_without_quotes(sink, head.span)
    elif word in DECLARED_OUTSIDE:
        errors.declaration_in_entry(sink, word, head.span)
    elif word in STATEMENTS:
        errors.statement_among_keys(sink, word, head.span)
    elif word == "when":
        errors.condition_among_keys(sink, head.span)
    else:
        return False
    return True
