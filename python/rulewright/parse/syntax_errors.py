"""Errors of form, in the author's words: what stands there, and what could stand there instead.

The parser knows which terminals would be accepted; `terminals` turns them into words. No name of a
terminal or of a grammar rule ever reaches the author.
"""

from __future__ import annotations

import re
import unicodedata

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from rulewright.diagnostics.diagnostic import Label, Suggestion
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import SourceFile
from rulewright.diagnostics.suggest import is_slip, nearest
from rulewright.parse import braces, sentences, slips
from rulewright.parse.grammar import grammar
from rulewright.parse.hints import hint_for
from rulewright.parse.terminals import CLAUSES, Expected

_NAME = re.compile(r"[A-Za-z_]\w*")
_END = "$END"
_PLACE = re.compile(r"[ \t]*(?:place|deck)\b")
_DECLARES = re.compile(
    r"[ \t]*(?:token|kind|place|deck|each|var|value|test|event|step|phase|const|option|key)[ \t]+(?:\w+[ \t]+)*"
)


def report(error: UnexpectedInput, source: SourceFile, text: str, sink: Sink) -> int:
    """Reports one error of form in what is left of a file; answers where the broken part is."""
    unclosed = braces.find_unclosed(text)
    if unclosed is not None and unclosed.end <= position_of(error, text):
        _report_unclosed(unclosed, source, sink)
        return unclosed.brace
    surplus = braces.find_surplus(text)
    if surplus is not None and surplus.end <= position_of(error, text):
        _report_surplus(surplus, source, sink)
        return surplus.brace
    if isinstance(error, UnexpectedCharacters):
        return _report_character(position_of(error, text), source, sink)
    return _report_word(error, source, text, sink)


def position_of(error: UnexpectedInput, text: str) -> int:
    """Offset of the error in the text."""
    if isinstance(error, UnexpectedToken) and error.token.type == _END:
        return len(text)
    position = getattr(error, "pos_in_stream", None)
    return position if isinstance(position, int) and 0 <= position <= len(text) else len(text)


def _report_unclosed(unclosed: braces.Unclosed, source: SourceFile, sink: Sink) -> None:
    opened = source.span(unclosed.brace, unclosed.brace + 1)
    sink.error(
        "E0104",
        source.span(unclosed.end, unclosed.end),
        "a `}` is missing",
        label="expected here, or before",
        secondary=(Label(opened, "this brace is never closed"),),
        help="add the missing `}`",
    )


def _report_surplus(surplus: braces.Unclosed, source: SourceFile, sink: Sink) -> None:
    brace = source.span(surplus.end, surplus.end + 1)
    sink.error(
        "E0104",
        brace,
        "there is one `}` too many",
        label="probably this one",
        secondary=(Label(source.span(surplus.brace, surplus.brace + 1), "it closes this brace"),),
        help="remove it, or add the `{` that is missing before it",
        suggestion=Suggestion(brace, ""),
    )


def _report_character(start: int, source: SourceFile, sink: Sink) -> int:
    char = source.text[start : start + 1]
    if char == '"':
        sink.error(
            "E0103",
            source.span(start, _line_end(source.text, start)),
            "this text in quotes does not end",
            label="no closing quote on this line",
            help='close it with `"` on the same line',
        )
        return start
    slip = slips.slip_at(source.text, start)
    if slip is not None:
        _report_slip(_in_a_list(slip, source.text), source, sink, "E0102")
        return start
    advice = "comments start with `#`, texts stand in double quotes"
    if unicodedata.category(char) in ("Pi", "Pf", "Ps") or char == "'":  # any sort of quotes
        advice = 'texts stand in straight double quotes: `"…"`'
    elif char == "?":
        advice = "a choice between two values is written `if … then … else …`"
    elif char.isalpha():
        advice = "names are made of the letters a to z, digits and `_`; other letters may stand in texts"
    sink.error(
        "E0102",
        source.span(start, min(start + 1, len(source.text))),
        f"the character `{char}` has no meaning in a rule file",
        label="not part of the language",
        help=advice,
    )
    return start


def _in_a_list(slip: slips.Slip, text: str) -> slips.Slip:
    """A `;` between the entries of a kind is meant as the comma that belongs there."""
    line = text[text.rfind("\n", 0, slip.start) + 1 : slip.start]
    if text[slip.start : slip.end] == ";" and re.search(r"\bkind\b[^}]*\{[^}]*$", line):
        return slips.Slip(slip.start, slip.end, ",", "entries stand behind one another with commas")
    return slip


def _report_slip(slip: slips.Slip, source: SourceFile, sink: Sink, code: str) -> None:
    span = source.span(slip.start, slip.end)
    sink.error(
        code,
        span,
        f"`{span.text}` has no meaning in a rule file",
        label="not part of the language",
        help=slip.advice,
        suggestion=Suggestion(span, slip.replacement, is_certain=True),
    )


def _report_word(error: UnexpectedInput, source: SourceFile, text: str, sink: Sink) -> int:
    expected = Expected.of(error)
    start = position_of(error, text)
    if not isinstance(error, UnexpectedToken) or error.token.type == _END:
        span = source.span(*(2 * [len(text.rstrip())]))
        words = text.split()
        sink.error(
            "E0101",
            span,
            "the file ends too early",
            label=f"expected {expected}",
            help=f"go on behind `{words[-1]}`, or remove it" if words else None,
        )
        return span.start
    word = str(error.token)
    span = source.span(start, start + len(word))
    if word == "}" and braces.depth_before(text, start) <= 0:
        sink.error(
            "E0104",
            span,
            "this brace closes nothing",
            label="no `{` is open here",
            help="remove it, or add the `{` that is missing before it",
        )
        return start
    slip = slips.slip_at(source.text, start)
    if slip is not None:
        _report_slip(slip, source, sink, "E0101")
        return start
    if slips.is_decimal(source.text, start) and ".." not in expected.signs:
        sink.error(
            "E0101",
            span,
            "numbers are whole",
            label="a part of a number",
            help="multiply and divide: `x * 3 / 2` is one and a half times x, rounded down",
        )
        return start
    earlier = _swallowed(text, start)
    if earlier is not None:
        _report_line(earlier[0], earlier[1], source, text, sink)
        return earlier[0]
    near = nearest(word, expected.words) if _NAME.fullmatch(word) else None
    line_end = _line_before(text, start)
    if near is None and not expected.may_end and line_end is not None:
        _report_line(line_end, expected, source, text, sink)
        return line_end
    advice, fix = hint_for(word, error.token.type, text, start, expected)
    if near is not None and advice is None:
        advice, fix = f"did you mean `{near}`?", near
    sink.error(
        "E0101",
        span,
        f"`{word}` can't stand here",
        label=f"expected {expected}",
        help=advice,
        suggestion=None if fix is None else Suggestion(span, fix, near is None or is_slip(word, expected.words)),
    )
    return start


def _report_line(end: int, expected: Expected, source: SourceFile, text: str, sink: Sink) -> None:
    """A line that stops too early, or has a word that only looks like a name."""
    start = text.rfind("\n", 0, end) + 1
    for match in _NAME.finditer(braces.plain(text[:end]), start):
        near = nearest(match.group(), CLAUSES) if match.group() not in CLAUSES else None
        if near is not None and _PLACE.match(text, start):
            span = source.span(match.start(), match.end())
            sink.error(
                "E0101",
                span,
                f"`{span.text}` can't stand here",
                label="expected a clause like `holds`",
                help=f"did you mean `{near}`?",
                suggestion=Suggestion(span, near, is_slip(span.text, CLAUSES)),
            )
            return
    missing = source.span(end, end)
    sink.error(
        "E0101",
        missing,
        "something is missing at the end of this line",
        label=f"expected {expected}",
        help=sentences.advice_for_line(text[start:end], expected),
    )


def _swallowed(text: str, position: int) -> tuple[int, Expected] | None:
    """The end of a line before, if its last sentence was open and took the next declaration's word for a name."""
    line_start = text.rfind("\n", 0, position) + 1
    if _DECLARES.fullmatch(text[line_start:position]) is None:
        return None
    before = text[:line_start].rstrip()
    end = len(braces.plain(before).rstrip())
    reading = grammar().parse_interactive(text[:end])
    try:
        reading.exhaust_lexer()
    except UnexpectedInput:
        return None
    accepted: set[str] = reading.accepts()  # type: ignore[no-untyped-call]
    expected = Expected.accepted_by(accepted)
    return None if end == 0 or expected.may_end or _END in accepted else (end, expected)


def _line_before(text: str, position: int) -> int | None:
    """The end of the last line before a word that begins its own line."""
    code = braces.plain(text)
    before = code[:position]
    if before.rpartition("\n")[2].strip():
        return None
    end = len(before.rstrip())
    return end if end else None


def _line_end(text: str, position: int) -> int:
    end = text.find("\n", position)
    return len(text) if end < 0 else end
