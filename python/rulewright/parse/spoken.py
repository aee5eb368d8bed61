"""Sentences as people would say them, and how rules say the same.

Each function knows one habit: it gets a word that can't stand where it stands, and answers with the advice and
what to write instead of the word, or with nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from rulewright.diagnostics.suggest import nearest
from rulewright.parse.stumble import Hint, Stumble
from rulewright.parse.terminals import STATEMENTS

_BELONGS = ("has", "have", "contains", "contain", "owns", "own", "includes")
_MOVES = ("take", "give", "put", "place", "remove", "return", "add", "steal", "lose", "get", "receive")
_SO_MANY = r"\s*(?:\d+|all|an?|one)\s+[a-z]"
_STOPS = ("break", "end", "stop", "exit", "finish", "win")
_TAKES_OUT = ("remove", "delete", "without", "forbid")
_CONDITION = r"\b(?:when|where|if|and|or|not|while|until)\b[^{}]*"
_PATH = r"[A-Za-z_]\w*(?:\.\w+)*"


def _another_player(s: Stumble) -> Hint | None:
    """`p gain 1 bead`, `gain 1 bead for p`."""
    told = re.match(r"\s*((?:gain|pay)s?\b[^{}]*?)\s*(?:[{}]|$)", s.rest)
    if s.expected.begins_statement and s.sort == "NAME" and told is not None:
        return f"what another player does is written `as {s.word} {{ {told[1]} }}`", None
    gained = re.search(r"\b((?:gain|pay)\s[^{}]*?)\s*$", s.line)
    if gained is None or s.word not in ("for", "to", "from", "by"):
        return None
    who = re.match(r"\s*([^{}]*?)\s*(?:[{}]|$)", s.rest)
    whom = who[1] if who is not None else ""
    word = gained[1].split()[0]
    if s.word in ("for", "by") or (s.word == "to" and re.fullmatch(r"[a-z]\w{,1}|next\(.*\)", whom)):
        return f"`{word}` is for the player whose turn it is; for another one: `as {whom} {{ {gained[1]} }}`", None
    return f"`{word}` takes no place, the token itself says from where to where; else write `move … from … to …`", None


def _moves_by_other_words(s: Stumble) -> Hint | None:
    if not s.expected.begins_statement or re.match(r"\s*(?:[-+]?=|\.|\()", s.rest):
        return None
    is_verb = re.match(_SO_MANY, s.rest) is not None and nearest(s.word, STATEMENTS) is None
    if s.rest.strip(" }") and (s.word in _MOVES or is_verb):
        return "pieces go from place to place with `move N x from … to …`, from a deck with `draw N from … to …`", None
    if s.word in _STOPS:
        return "the game is over when `play` is: `set` a variable, and let the loop end `until` it is set", None
    if s.word == "return":
        return "a step gives nothing back; what is worked out is a `value NAME = …`", None
    return None


def _drawn_by_name(s: Stumble) -> Hint | None:
    drawn = s.behind(r"\bdraw\s+(\w+)")
    if drawn is None or s.sort != "NAME" or s.expected.words != ["from"]:
        return None
    return f"what is drawn has no name before: `draw {drawn[1]} from DECK to PLACE`", None


def _one_of_several(s: Stumble) -> Hint | None:
    """`x in [red, blue]`, `mill in my.yard`, `my.yard has mill`."""
    line, word, rest = s.line, s.word, s.rest
    if word in ("in", *_BELONGS):  # the word itself, where no name could stand
        line, rest = f"{line}{word}", rest.lstrip()
        word, rest = rest[:1], rest[1:]
    found = re.search(rf"{_CONDITION}?(?<![\w.])({_PATH})\s+(\w+)\s*$", line)
    if found is None or (re.search(_CONDITION, line) is None and not re.search(r"=\s*[^{{}}]*$", line)):
        return None
    what = found[1]
    if found[2] == "in" and word == "[":
        names = [name.strip() for name in (word + rest).strip("[").partition("]")[0].split(",")]
        return "write `" + " or ".join(f"{what} is {name}" for name in names) + "`", None
    other = re.match(_PATH, word + rest)
    if other is None or other[0] == what:
        return None
    if found[2] == "in":
        return f"what lies in a place is counted: `{other[0]}[{what}] > 0`", None
    if found[2] in _BELONGS:
        return f"what lies in a place is counted: `{what}[{other[0]}] > 0`", None
    return None


def _condition_in_front(s: Stumble) -> Hint | None:
    first = s.line.split()[:1]
    if "+=" not in s.expected.signs or first not in (["when"], ["if"], ["unless"], ["while"]):
        return None
    return "a condition stands behind what it limits: `phase.name += 1 when …`, `on EVENT when … { … }`", None


def _inside_of_an_entry(s: Stumble) -> Hint | None:
    """Among keys and refinements: a block of a phase, a sum without `sum`, a list of events, a text without quotes."""
    if re.search(r"\btext\s+[A-Za-z]", s.line) and s.expected.takes_name and s.sort != "STRING":
        return 'a text stands in quotes: `text "…"`', None
    name = s.behind(r"(?:^|[{}])\s*(\w+)")
    if s.word == "{" and name is not None and s.expected.among_keys and (inner := re.match(r"\s*([a-z]\w*)", s.rest)):
        return f"if it is a phase, it stands in front of each name: `{name[1]}.{inner[1]} …`", None
    summed = re.search(r"([-+]=)\s*([^{}]+?)\s*$", s.line)
    loop = re.match(rf"\s*(?:each\s+)?(\w+)\s+in\s+({_PATH})", s.rest)
    if s.word == "for" and summed is not None and loop is not None:
        return f"write `{summed[1]} sum({summed[2]} for {loop[1]} in {loop[2]})`", None
    event = s.behind(rf"\bon\s+({_PATH})")
    if s.word in (",", "or", "and") and event is not None and (other := re.match(rf"\s*({_PATH})", s.rest)):
        return f"each event has its own answer: `on {event[1]} {{ … }}  on {other[1]} {{ … }}`", None
    if s.word in ("+", "-", "*", "/") and s.expected.among_keys and s.behind(r"\b[a-z_]\w*\s+\d+"):
        return "the value of a key is one number, or the name of a constant", None
    returned = re.match(r"\s*return\s+([^{}]*?)\s*\}", s.rest)
    value = s.behind(rf"({_PATH}\s*(?:\([^)]*\))?)")
    if s.word == "{" and returned is not None and value is not None:
        return f"a value is changed with a sign: `{value[1]} = {returned[1]}`", None
    return None


def _option_without_name(s: Stumble) -> Hint | None:
    if not {"where", "alike", "{"} <= s.expected.accepted:
        return None
    done = s.behind(r"\{\s*(\w+)")
    if done is None or done[1] not in STATEMENTS:
        return None
    return f"each option has a name and a block: `NAME {{ {done[1]} … }}`", None


def _declared_otherwise(s: Stumble) -> Hint | None:
    if s.word == "{" and (event := s.behind(r"\bevent\s+(\w+)\s*(?:\([^)]*\))?")):
        return f"an event is a name; what happens then stands where it is answered: `on {event[1]} {{ … }}`", None
    if s.word == "=" and (step := s.behind(r"\bstep\s+(\w+)\s*(?:\([^)]*\))?")):
        return f"what a step does stands in braces: `step {step[1]} {{ … }}`", None
    if s.sort == "NAME" and (typed := s.behind(r"\b(value|test)\s+(?:int|bool|number|integer|boolean)")):
        return f"no type stands in front: `{typed[1]} {s.word} = …`", None
    if s.word == "{" and (head := re.match(r"\s*(expansion|variant)\s", s.line)) and len(s.expected.words) == 1:
        return f"say for which game: `{s.expected.words[0]} GAME`, behind the name of the {head[1]}", None
    if s.word == "{" and s.expected.words == ["times"]:
        return "write `times`, as in `repeat 3 times { … }`", "times {"
    if s.word == "-" and s.expected.accepted == {".."}:
        return "a range is written with two points, as in `1..9`", ".."
    if s.expected.accepted == {".."} and (number := s.behind(r"\bplayers\s+(\d+)")):
        last = re.match(r"\s*(\d+)", s.rest)
        if last is not None:
            return f"a range is written with two points: `players {number[1]}..{last[1]}`", None
        return f"`players` takes a range: `{number[1]}..{number[1]}` for that number alone", None
    if s.word == "}" and s.expected.takes_name and s.behind(r"\b(?:may|must)\s+choose\b[^{}]*\{"):
        return "name at least one option: `NAME where … { … }`", None
    return None


def _changed_otherwise(s: Stumble) -> Hint | None:
    changed = s.behind(r"\bchange\s+(value|test|phase|step|event|variable|var|const)\s+(\w+)\b.*")
    if changed is not None:
        ways = {
            "value": f"`{changed[2]} = …`, with its phase in front if it has one",
            "test": f"`{changed[2]} or …`, with its phase in front if it has one",
            "step": f"`instead of {changed[2]} {{ … }}`, with its phase in front if it has one",
            "event": f"`on {changed[2]} {{ … }}`, with its phase in front if it has one",
            "const": f"`const {changed[2]} = …`",
        }
        way = ways.get(changed[1], f"what it names, as in `{changed[2]}.NAME += 1` or `on {changed[2]}.EVENT {{ … }}`")
        return f"`change` is for entries, kinds and places; here write {way}", None
    several = s.behind(r"\bchange\s+(\w+)\s+\w+")
    if several is not None and s.sort == "NAME" and s.rest.lstrip().startswith("{"):
        return f"one at a time: `change {several[1]} {s.word} {{ … }}`", None
    removed = re.match(rf"\s*({'|'.join(_TAKES_OUT)})\s+\w+\s*$", s.line)
    if removed is not None and s.sort == "NAME":
        return "nothing can be taken out of a game; `change` it so that it has no effect or is never offered", None
    return None


def _parameters_without_comma(s: Stumble) -> Hint | None:
    if s.expected.accepted != {")", ",", ":"} or s.sort != "NAME":
        return None
    # In a declaration or an option the type is missing; what a refinement names again has none.
    first = s.behind(r"\w\.\w+\((?:\w+\s*,\s*)*(\w+)")
    return None if first is None else (f"a comma stands between parameters: `{first[1]}, {s.word}`", None)


HABITS: tuple[Callable[[Stumble], Hint | None], ...] = (
    _another_player,
    _moves_by_other_words,
    _drawn_by_name,
    _one_of_several,
    _condition_in_front,
    _inside_of_an_entry,
    _option_without_name,
    _declared_otherwise,
    _changed_otherwise,
    _parameters_without_comma,
)
"""The first that has something to say is believed."""
