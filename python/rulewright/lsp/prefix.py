"""What could stand at a place: the text up to there goes through the parser, which knows what it would accept.

To ask the later stages which names could stand there, a made-up name is put in and the sentence is finished
in the shortest way, so that there is a tree to look at.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass

from lark import Token
from lark.exceptions import UnexpectedInput
from lark.parsers.lalr_interactive_parser import InteractiveParser

from rulewright.lsp.words import NAME, texts_of_terminals
from rulewright.parse.grammar import grammar

MADE_UP = "zz_to_be_named"
"""Stands for the name that is being typed."""

_END = "$END"
_CLOSING = ("RBRACE", "RPAR", "RSQB")
_GOING_ON = ("FROM", "TO", "THEN", "ELSE", "TIMES", "FOR", "OF", "OVER", "LBRACE", "EQUAL", "COLON", "CHOOSE")
_VALUES = {"NAME": MADE_UP + "_too", "INT": "0", "STRING": '""'}
_LONGEST = 80
"""Tokens that may be needed to finish a sentence."""
_EARLIEST = 40
"""Lines at which the parser may start to read, at most."""


@dataclass(frozen=True, slots=True)
class Prefix:
    """A text up to a place."""

    start: int
    """Where the declaration begins that holds the place."""
    accepted: frozenset[str]
    """Names of the terminals that could stand there."""
    finished: str | None
    """The declaration with a made-up name at the place and an end; None where no name can stand."""


def read_prefix(text: str, offset: int) -> Prefix | None:
    """What could stand where the word at a place begins; None in comments, texts, and behind errors of form."""
    begin = word_start(text, offset)
    if _in_comment(text, begin):
        return None
    for start in _starts(text, begin):
        for readable in _mended(text[start:begin]):
            parser = grammar().parse_interactive(readable)
            parser.exhaust_lexer()
            accepted = frozenset[str](parser.accepts())  # type: ignore[no-untyped-call]
            rest = _finish(parser) if "NAME" in accepted else None
            finished = None if rest is None else f"{readable}{MADE_UP} {rest}"
            return Prefix(start, accepted, finished)
    return None


def _mended(text: str) -> Iterator[str]:
    """The text if it can be read; otherwise without the line of the error, or the one before, or both."""
    place = _error_in(text)
    if place is None:
        yield text
        return
    lines = text.splitlines(keepends=True)
    wrong = text.count("\n", 0, place)
    before = next((n for n in range(wrong - 1, 0, -1) if lines[n].strip()), 0)
    for left_out in ({wrong}, {before}, {before, wrong}):
        # Neither the head of the declaration nor the line that is being typed.
        if all(0 < number < len(lines) - 1 for number in left_out):
            candidate = "".join("\n" if n in left_out else line for n, line in enumerate(lines))
            if _error_in(candidate) is None:
                yield candidate


def _error_in(text: str) -> int | None:
    """Where a text can't be read any further; None if it can to its end."""
    try:
        grammar().parse_interactive(text).exhaust_lexer()
    except UnexpectedInput as error:
        place = error.pos_in_stream
        return place if isinstance(place, int) else 0
    return None


def word_start(text: str, offset: int) -> int:
    """Where the word begins that is being typed."""
    start = offset
    while start > 0 and NAME.fullmatch("_" + text[start - 1]):
        start -= 1
    return start


def _in_comment(text: str, offset: int) -> bool:
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    quoted = False
    for letter in line:
        if letter == '"':
            quoted = not quoted
        elif letter == "#" and not quoted:
            return True
    return quoted


def _starts(text: str, offset: int) -> Iterator[int]:
    """Where declarations may begin: words at the left edge, the nearest first; then the start of the file."""
    at, tried = offset, 0
    while at > 0 and tried < _EARLIEST:
        at = text.rfind("\n", 0, at)
        if at < 0:
            break
        if NAME.match(text, at + 1, at + 2):
            tried += 1
            yield at + 1
    yield 0


def _finish(parser: InteractiveParser) -> str | None:
    """What makes the text whole after a name, as short as it is easily found."""
    state = _copy(parser)
    # The tree is made from the finished text later; here only the states of the parser matter.
    state.parser_state.parse_conf = copy(state.parser_state.parse_conf)
    state.parser_state.parse_conf.callbacks = {}
    state.feed_token(Token("NAME", MADE_UP))
    signs = texts_of_terminals()
    added: list[str] = []
    for _ in range(_LONGEST):
        if _fed(state, _END) is not None:
            return " ".join(added)
        for name in _in_preference(_choices(state)):
            following = _fed(state, name)
            if following is not None:
                state = following
                added.append(_VALUES.get(name) or signs[name])
                break
        else:
            return None
    return None


def _in_preference(choices: dict[str, object]) -> list[str]:
    """Terminals: what closes first, then what leads on, then names and numbers, then everything else."""
    terminals = sorted(name for name in choices if name.isupper() and name != _END)
    order = (*_CLOSING, *_GOING_ON, *_VALUES)
    known = {*texts_of_terminals(), *_VALUES}
    return sorted((t for t in terminals if t in known), key=lambda t: order.index(t) if t in order else len(order))


def _fed(state: InteractiveParser, name: str) -> InteractiveParser | None:
    following = _copy(state)
    try:
        following.feed_token(Token(name, ""))
    except UnexpectedInput:
        return None
    return following


def _copy(state: InteractiveParser) -> InteractiveParser:
    found: InteractiveParser = state.copy(deepcopy_values=False)  # type: ignore[no-untyped-call]
    return found


def _choices(state: InteractiveParser) -> dict[str, object]:
    found: dict[str, object] = state.choices()  # type: ignore[no-untyped-call]
    return found
