"""Words and phrases of plain English, and the signs and clauses that rules have for them.

As in `spoken`, each function knows one habit and answers with the advice and what to write instead of the word.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from rulewright.diagnostics.suggest import nearest
from rulewright.parse.stumble import Hint, Stumble
from rulewright.parse.terminals import CLAUSES, STATEMENTS

_PATH = r"[A-Za-z_]\w*(?:\.\w+)*"
_COMPARED = {
    r"(?:greater|more|bigger|higher) than": ">",
    r"(?:less|fewer|smaller|lower) than": "<",
    r"at least": ">=",
    r"at most": "<=",
    r"equal to": "==",
    r"equals": "==",
}
DECLARED_OUTSIDE = ("var", "value", "test", "event", "step", "place", "deck", "const", "setup", "play", "phase")
"""Words that begin a declaration, and none inside of an entry."""


def _comparison_in_words(s: Stumble) -> Hint | None:
    around = f"{s.line}{s.word}{s.rest}"
    for phrase, sign in _COMPARED.items():
        found = re.search(rf"({_PATH})\s+(?:is\s+)?{phrase}\s+(\w[\w.]*)", around)
        if found is not None and found.start() <= len(s.line) < found.end():
            return f"write `{found[1]} {sign} {found[2]}`", None
    negated = s.behind(rf"({_PATH})\s+not")
    if negated is not None and s.sort == "NAME" and "+=" in s.expected.signs:
        return f"write `{negated[1]} is not {s.word}`", None
    if s.behind(rf"\bhalf\s+(?:of\s+)?(?:the\s+)?{_PATH}"):
        return "half of x is `x / 2`, rounded down", None
    part = s.behind(r"\b(\w+)\s+of")
    if part is not None and s.sort == "NAME" and "+=" in s.expected.signs:
        return f"a key stands behind a dot: `{s.word}.{part[1]}`", None
    return None


def _block_without_braces(s: Stumble) -> Hint | None:
    if (
        s.word not in STATEMENTS
        or "{" not in s.expected.signs
        or (s.word == "if" and s.expected.accepted & {"where", "when"})
    ):
        return None
    option = s.behind(r"(\w+)")
    if {"where", "alike"} <= s.expected.accepted and option is not None:
        return f"what an option does stands in braces: `{option[1]} {{ {s.word} … }}`", None
    return f"what happens then stands in braces: `{{ {s.word} … }}`", None


def _options_joined(s: Stumble) -> Hint | None:
    if s.sort == "NAME" and {"where", "alike"} <= s.expected.accepted and s.behind(r"\}\s*(?:or|and)"):
        return "options stand one after another, with nothing between them", None
    return None


def _part_of_a_game(s: Stumble) -> Hint | None:
    """A phase, a step or an event by its name alone."""
    if s.expected.begins_statement and s.sort == "NAME" and re.match(r"\s*(?:\(|\}|$)", s.rest):
        ways = f"a phase is run with `play {s.word}`, a step with `do {s.word}`, an event with `emit {s.word}`"
        return ways, None
    if s.sort == "INT" and s.behind(r"\bplayer") and "{" in s.expected.signs:
        return "who begins is held by a variable: `var starter: player` starts as the first seat", None
    if s.word == "." and (declared := s.behind(r"\b(value|test)\s+\w+")) and (name := re.match(r"\w+", s.rest)):
        return (
            f"a {declared[1]} is declared for everybody: `{declared[1]} {name[0]} = …`, and `me` is whom it is about",
            None,
        )
    return None


def _loops(s: Stumble) -> Hint | None:
    if s.word == "," and (first := s.behind(r"\b(?:for|each|where)?\s(\w+)")) and {":", "in"} <= s.expected.accepted:
        second = re.match(rf"\s*(\w+)\s+in\s+({_PATH})", s.rest)
        if second is not None:
            return f"say for each of them where it lies: `{first[1]} in {second[2]}, {second[1]} in {second[2]}`", None
    quantified = re.search(r"\b(all|any|count)\((\w+:\s*\w+|\w+ in [\w.]+)\)\s*([^{}]*)$", f"{s.line}{s.word}{s.rest}")
    if quantified is not None and quantified[3] and quantified.end(2) < len(s.line):
        return (
            f"the condition stands in the brackets: `{quantified[1]}({quantified[2]} where {quantified[3].strip()})`",
            None,
        )
    if s.sort == "INT" and s.expected.begins_statement and (again := re.match(r"\s*times\b", s.rest)):
        return f"write `repeat {s.word}{again[0]} {{ … }}`", f"repeat {s.word}"
    if s.sort == "INT" and s.behind(r"\beach\s+\w+\s*:") and (last := re.match(r"\s*\.\.\s*(\d+)", s.rest)):
        return f"`each` goes through things; to do something again: `repeat {last[1]} times {{ … }}`", None
    if s.sort == "INT" and (changed := s.behind(r"([-+*]?=)\s*(?:gain|pay|move|draw)")):
        return f"a value is changed by a number: `{changed[1]} {s.word}`", None
    return None


def _clauses(s: Stumble) -> Hint | None:
    if s.sort == "INT" and s.behind(r"\bholds") and (held := re.match(r"\s*(\w+)", s.rest)):
        return f"write `holds {held[1]} starts {s.word}`", None
    ranged = re.search(r"\bfrom\s+(\d+)\s+to\s+(\d+)", f"{s.line}{s.word}{s.rest}")
    if s.sort == "INT" and ranged is not None and s.behind("from"):
        return f"a range is written with two points: `{ranged[1]}..{ranged[2]}`", None
    if s.word in ("place", "deck", "var") and (owner := s.behind(r"\beach\s+(\w+)")):
        return f"what each {owner[1]} has stands in braces: `each {owner[1]} {{ {s.word} … }}`", None
    near = nearest(s.word, CLAUSES) if s.sort == "NAME" and s.behind(r"\b(?:place|deck)\s+\w+") else None
    if near is not None and s.word != "max":  # which is near to `may`, and means `most`
        return f"did you mean `{near}`?", near
    if s.word == "." and s.behind(r":\s*my"):
        return "a parameter has a type, such as a kind; from where it may be, say behind `where`", None
    if s.word == "to" and s.behind(r"\bdraw\s+up") and (number := re.match(r"\s*(\w+)", s.rest)):
        return f"a draw ends early when nothing is left: write `draw {number[1]} from …`", None
    return None


def _among_effects(s: Stumble) -> Hint | None:
    declared = re.match(r"\s*(\w+)\b", s.line)
    if s.expected.among_keys and declared is not None and declared[1] in DECLARED_OUTSIDE and s.word in (":", "{", "="):
        return f"`{declared[1]}` is declared outside of the entry, on a line of its own", None
    if s.word == "{" and re.search(r"\b(?:at|on|when)\s+(?:the\s+)?(?:game_)?end\b", s.line):
        return "points at the end of the game are `score += …`", None
    if s.word in ("=", ":") and s.expected.takes_name and {",", "}"} <= s.expected.accepted:
        key, value = s.behind(r"\b(\w+)"), re.match(r"\s*(\w+)", s.rest)
        if key is not None and value is not None:
            return f"a key and its value stand side by side: `{key[1]} {value[1]}`", None
    if s.word == "once" and "when" in s.expected.words:
        return "`once a phase` stands behind `option in …`; elsewhere a `var` remembers what has happened", None
    limited = s.behind(rf"({_PATH}(?:\([^)]*\))?)\s*[-+*]?=\s*[^{{}}]*\b(max|min|most)")
    if s.sort == "INT" and limited is not None:
        sign = "max=" if limited[2] == "min" else "min="
        return f"a limit is a change of its own: `{limited[1]} {sign} {s.word}`", None
    summed = re.search(r"([-+]=)\s*([^{}]+?)\s*$", s.line)
    place = re.match(rf"\s*({_PATH})", s.rest)
    if s.word in ("each", "per", "for") and summed is not None and place is not None and s.expected.takes_name:
        what = f"x in {place[1]}" if "." in place[1] else f"x: {place[1]}"
        return f"write `{summed[1]} sum({summed[2]} for {what})`", None
    return None


HABITS: tuple[Callable[[Stumble], Hint | None], ...] = (
    _comparison_in_words,
    _options_joined,
    _block_without_braces,
    _part_of_a_game,
    _loops,
    _clauses,
    _among_effects,
)
"""The first that has something to say is believed."""
