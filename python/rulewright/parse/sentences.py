"""Sentences that are nearly right: what stands before a word tells what its author meant.

Each function knows one habit. It gets the line up to the word, without comments and texts, and answers
with the advice and what to write instead of the word, or with nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from rulewright.parse import braces, spoken, wording
from rulewright.parse.stumble import Hint, Stumble
from rulewright.parse.terminals import STATEMENTS, Expected

_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=", "is")
_COMPARED = re.compile(r"(?:==|!=|<=?|>=?|\bis\b)(?!.*\b(?:and|or|not|when|where)\b)")
_UNANNOUNCED = re.compile(r"(?:^|[{}\s])(?:(?:after|before|when|during|if)\s+)?(\w+\.\w+)\s*(\([^)]*\))?\s*$")
_SHORTEST_KIND = 3
"""A shorter word behind `each` is the name of the loop's variable."""
_LIMITS = ("max", "maximum", "limit", "upto", "capacity")
_ANYTHING = r"[\w.\[\]]+"
_OF_A_PLACE = r"\b(?:place|deck)\b[^{}]*\bholds\b[^{}]*$|\bchange (?:place|deck) \w+ *$"
_OPERATORS = ("=", "<", ">", "+", "-", "*", "/", " and", " or", " not", " is", " when", " where")


def hint(word: str, sort: str, text: str, start: int, expected: Expected) -> Hint | None:
    """What the sentence around a word tells about it."""
    code = braces.plain(text)
    line_start = code.rfind("\n", 0, start) + 1
    line_end = code.find("\n", start)
    rest = code[start + len(word) : line_end if line_end >= 0 else len(code)]
    stumble = Stumble(word, sort, code[line_start:start], rest, expected)
    return next((found for habit in _HABITS if (found := habit(stumble)) is not None), None)


def advice_for_line(line: str, expected: Expected) -> str | None:
    """Advice about a line that stops too early."""
    words = line.split()
    if words and words[0] in STATEMENTS and " on " in line:
        event = line.rpartition(" on ")[2].strip()
        return f"say first when it happens: `on {event} {{ {words[0]} … }}`"
    if words and words[0] in STATEMENTS and "+=" in expected.signs:
        return f"say when it happens: `on EVENT {{ {line.strip()} }}`"
    if line.endswith("%"):
        return "`%` is what is left over from a division; a part of x is `x * 50 / 100`"
    if re.search(r"\bhalf\b", line):
        return "half of x is `x / 2`, rounded down"
    if "{" in expected.signs:
        return "what belongs to it stands in braces: `{ … }`"
    if line.endswith(_OPERATORS):
        return f"say what stands behind `{words[-1]}`: a number, a name, or what is worked out of them"
    return None


def _event_without_on(s: Stumble) -> Hint | None:
    if s.word != "{" or "+=" not in s.expected.signs:
        return None
    found = _UNANNOUNCED.search(s.line)
    if found is None:
        return None
    return f"if it is an event, it is answered with `on {found[1]}{found[2] or ''} {{ … }}`", None


def _key_behind_refinements(s: Stumble) -> Hint | None:
    if s.word == "text" and "instead" in s.expected.words and "kind" not in s.expected.words:
        return "`text` is a key; keys stand behind the brace, before what the entry changes", None
    if s.sort != "INT" or "+=" not in s.expected.signs:
        return None
    name = s.behind(r"\b([a-z_]\w*)")
    if name is None:
        return None
    if s.expected.takes_name:
        # Outside of an entry a number belongs to a constant.
        return f"a number gets another value with `const {name[1]} = …`, or in a table `by players`", None
    return f"keys come first, without signs and before what the entry changes, as in `{name[1]} {s.word}`", None


def _entry_without_braces(s: Stumble) -> Hint | None:
    if s.word == "-" and s.expected.accepted <= {"STRING", "{"} and re.match(r"\w", s.rest):
        name = s.behind(r"\b(\w+)")
        tail = re.match(r"\w+", s.rest)
        if name is not None and tail is not None:
            return f"a name is made of letters, digits and `_`: `{name[1]}_{tail[0]}`", "_"
    if s.sort != "NAME" or not s.expected.accepted <= {"STRING", "{"} or s.behind(r"\bmy"):
        return None
    if "STRING" in s.expected.accepted and s.rest.startswith('"'):
        return f'a title stands between two quotes: `"{s.word}"`', None
    if "STRING" in s.expected.accepted and s.rest.lstrip().startswith("{"):
        return f'a title stands in quotes: `"{s.word}"`', f'"{s.word}"'
    return f"what belongs to it stands in braces: `{{ {s.word} … }}`", None


def _parts_left_out(s: Stumble) -> Hint | None:
    if s.word == "to" and "from" in s.expected.words and re.search(r"\b(?:move|draw)\b", s.line):
        return "say where it comes from: `from PLACE to PLACE`", None
    amount = s.behind(r"\b(gain|pay)\s+(\w+)")
    if amount is not None and s.expected.takes_name and s.sort != "NAME":
        return f"say how many: `{amount[1]} 1 {amount[2]}`", None
    changed = s.behind(r"\bchange\s+(\w+)")
    if changed is not None and s.word == "{":
        return f"say of which kind it is: `change KIND {changed[1]} {{ … }}`", None
    beginning = s.behind(r"\b(turns|rounds)")
    if beginning is not None and "from" in s.expected.words:
        return f"say with whom it begins: `{beginning[1]} from PLAYER …`", None
    loop = s.behind(r"\beach\s+(\w+)")
    if loop is not None and s.word == "{" and {":", "in"} <= s.expected.accepted:
        turns = "; everybody has a turn in `turns from PLAYER { … }`" if loop[1] == "player" else ""
        if len(loop[1]) < _SHORTEST_KIND:
            return f"say what it goes through: `each {loop[1]}: player {{ … }}`, or `: KIND`", None
        return f"give it a name: `each {loop[1][0]}: {loop[1]} {{ … }}`{turns}", None
    return None


def _other_words(s: Stumble) -> Hint | None:
    if s.word in _LIMITS and re.search(_OF_A_PLACE, s.line):
        return "a limit is written `most N`, or `at most N each`", "most"
    if s.sort == "NAME" and s.behind(r"\bmy"):
        return f"write `my.{s.word}`", None
    if s.word in ("of", "for", "to") and len(s.expected.accepted) == 1 and s.expected.words:
        return f"write `{s.expected.words[0]}`", s.expected.words[0]
    if s.word == "per" and s.expected.words == ["a"]:
        return "write `once a phase`", "a"
    if s.word in ("+", "-", "*") and f"{s.word}=" in s.expected.signs:
        return f"a number is changed with `{s.word}=`", f"{s.word}="
    return None


def _loops(s: Stumble) -> Hint | None:
    summed = s.behind(rf"\b(sum|max|min)\(\s*((\w+){_ANYTHING})")
    place = re.match(rf"\s*({_ANYTHING})", s.rest)
    if s.word == "in" and summed is not None and place is not None:
        return f"write `{summed[1]}({summed[2]} for {summed[3]} in {place[1]})`", None
    counted = s.behind(rf"\b(count|any|all)\(\s*({_ANYTHING})")
    if s.word == "where" and counted is not None:
        return f"give what is there a name: `{counted[1]}(x in {counted[2]} where …)`", None
    return None


def _choice_in_short(s: Stumble) -> Hint | None:
    mode = s.behind(r"\b(may|must)")
    if mode is not None and s.word == "{" and s.expected.words == ["choose"]:
        return f"a choice begins with `{mode[1]} choose {{ … }}`", None
    if s.sort == "NAME" and {"where", "alike"} <= set(s.expected.words) and s.behind(r"\)|\w"):
        return f"a condition stands behind `where`: `… where {s.word}{s.rest.partition('{')[0].rstrip()} {{ … }}`", None
    return None


def _order_behind_condition(s: Stumble) -> Hint | None:
    if s.word not in ("after", "before") or not s.behind(r"\bwhen\b.*"):
        return None
    return f"`{s.word} ENTRY` stands in front of `when`", None


def _chained(s: Stumble) -> Hint | None:
    if s.word not in _COMPARISONS or s.word in s.expected.accepted or _COMPARED.search(s.line) is None:
        return None
    return "two comparisons are joined with `and`: `a < b and b < c`", None


_HABITS: tuple[Callable[[Stumble], Hint | None], ...] = (
    *spoken.HABITS,
    *wording.HABITS,
    _event_without_on,
    _key_behind_refinements,
    _entry_without_braces,
    _parts_left_out,
    _other_words,
    _choice_in_short,
    _loops,
    _chained,
    _order_behind_condition,
)
