"""What an author can do about a word in the wrong place, and the exact replacement where it is certain."""

from __future__ import annotations

import re

from rulewright.diagnostics.suggest import nearest
from rulewright.parse import sentences, slips
from rulewright.parse.stumble import Hint
from rulewright.parse.terminals import Expected

_NONE: Hint = (None, None)
_NAME = re.compile(r"[A-Za-z_]\w*")
_ASSIGNS = re.compile(r"[A-Za-z_][\w.]*(?:\[[^\]\n]*\])?\s*(?:=|\+=|-=)(?!=)")
_FIRST_WORDS = ("instead", "anytime", "option", "phase", "setup", "kind", "step")
_CONDITIONS = ("if", "when", "where", "unless")


def hint_for(word: str, sort: str, text: str, start: int, expected: Expected) -> Hint:
    """For a word of the grammar's `sort` at a place of the text."""
    foreign = slips.word_slip(word)
    is_foreign = foreign is not None and foreign.split()[0] in expected.words
    if is_foreign and (word != "for" or sentences.hint(word, sort, text, start, expected) is None):
        return f"write `{foreign}`", foreign
    if word == "{" and "{" not in expected.signs:
        line = text[text.rfind("\n", 0, start) + 1 : start].split()
        near = nearest(line[0], _FIRST_WORDS) if line else None
        if near is not None:
            return f"did you mean `{near}` at the start of the line?", None
    habit = sentences.hint(word, sort, text, start, expected)
    if habit is not None:
        return habit
    if word == "{" and "{" not in expected.signs:
        return _NONE
    if word in ("=", "==", ":", ",", ".", "then"):
        return _for_sign(word, text, start, expected)
    if word in _CONDITIONS:
        fitting = [w for w in ("where", "when") if w in expected.words]
        if fitting:
            return f"a condition stands here behind `{fitting[0]}`", fitting[0]
    if word == "choose" and expected.begins_statement:
        return "write `may choose`, or `must choose` if it can't be declined", None
    if expected.begins_statement and _ASSIGNS.match(text, start):
        return "a variable is changed with `set`, as in `set x += 1`", None
    if expected.accepted == {")", ",", ":"} and sort == "NAME":
        return "a parameter is a name, `:` and its type", None
    is_keyword = sort not in ("NAME", "INT", "STRING") and _NAME.fullmatch(word)
    if is_keyword and expected.takes_name and not expected.may_end:
        return f"`{word}` is a word of the language; choose another name", None
    if sort == "STRING" and expected.takes_name:
        return "a title in quotes stands behind the name", None
    if sort == "INT" and expected.accepted == {"NAME"}:
        return "a name begins with a letter", None
    return _NONE


def _for_sign(word: str, text: str, start: int, expected: Expected) -> Hint:
    if word == "=" and text[start - 1 : start] == "=":
        return "a single `=` is enough here", ""
    if word == "==" and "=" in expected.signs:
        return "a value is given with a single `=`", "="
    if word == "=" and {"optional", ".."} <= expected.accepted:
        return "a variable starts at 0, false or the first entry; `setup` can `set` another value", None
    if word == "=" and "==" in expected.signs and not expected.accepted & {")", "]"}:
        return "two things are compared with `==`", "=="
    if word == "." and ".." in expected.signs:
        return "a range is written with two points, as in `0..5`", ".."
    if word in (":", ",") and expected.among_keys:
        return "a key and its value stand side by side without signs, as in `size 2`", ""
    if word == "then" and "{" in expected.signs:
        return "a block needs no `then`; the word belongs to values: `if … then … else …`", ""
    return _NONE
