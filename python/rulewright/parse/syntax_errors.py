"""Errors of form, in the author's words: what stands there, and what could stand there instead.

The parser knows which terminals would be accepted; a table turns them into words. No name of a
terminal or of a grammar rule ever reaches the author.
"""

from __future__ import annotations

import re

from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken

from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import SourceFile
from rulewright.diagnostics.suggest import nearest

_PUNCTUATION = {
    "LBRACE": "`{`",
    "RBRACE": "`}`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "COMMA": "`,`",
    "COLON": "`:`",
    "DOT": "`.`",
    "EQUAL": "`=`",
}
_CLASSES = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": "a text in quotes",
}
_STATEMENTS = {
    "REQUIRE",
    "MOVE", "GAIN", "PAY", "SET", "CLEAR", "LET", "EACH", "REPEAT", "TURNS", "ROUNDS", "DO", "EMIT",
    "DRAW", "ROLL", "SPREAD", "PICK",
}  # fmt: skip
_OPERATORS = {
    "PLUS", "MINUS", "STAR", "SLASH", "PERCENT", "LESSTHAN", "MORETHAN", "AND", "OR", "IS",
}  # fmt: skip
_DECLARATIONS = {"KIND", "PHASE", "PLACE", "TOKEN", "VALUE", "TEST", "EVENT", "STEP", "SETUP"}

_TOP_LEVEL = re.compile(
    r"^(?:(?:game|expansion|variant|by|option|const|token|kind|place|deck|each|var|value|test|event|"
    r"step|setup|play|phase|change)\b|[a-z_]+ +[a-z_0-9]+(?: +\"[^\"\n]*\")? *\{)",
    re.MULTILINE,
)


def report(error: UnexpectedInput, source: SourceFile, sink: Sink) -> None:
    """Reports one error of form."""
    start = position_of(error, source)
    if isinstance(error, UnexpectedCharacters):
        char = source.text[start : start + 1]
        if char == '"':
            sink.error(
                "E0103",
                source.span(start, _line_end(source.text, start)),
                "this text in quotes does not end",
                label="no closing quote on this line",
                help='close it with `"` on the same line',
            )
            return
        sink.error(
            "E0102",
            source.span(start, min(start + 1, len(source.text))),
            f"the character `{char}` has no meaning in a rule file",
            label="not part of the language",
            help="comments start with `#`, texts stand in double quotes",
        )
        return
    expected = _expected(error)
    if isinstance(error, UnexpectedEOF) or (isinstance(error, UnexpectedToken) and error.token.type == "$END"):
        opened = _last_open_brace(source.text)
        span = source.end_span()
        if opened is not None:
            sink.error(
                "E0104",
                source.span(opened, opened + 1),
                "this brace is never closed",
                label="opened here",
                help="add the missing `}`; the file ends before it comes",
            )
        else:
            sink.error("E0101", span, "the file ends too early", label=f"expected {expected}")
        return
    if not isinstance(error, UnexpectedToken):
        sink.error("E0101", source.span(start, start), "this can't be read", label=f"expected {expected}")
        return
    word = str(error.token)
    span = source.span(start, start + len(word))
    if word == "}" and _depth_before(source.text, start) <= 0:
        sink.error("E0104", span, "this brace closes nothing", label="no `{` is open here", help="remove it")
        return
    message = f"`{word}` can't stand here"
    help_text = None
    keywords = _keywords(error)
    near = nearest(word, keywords) if re.fullmatch(r"\w+", word) else None
    if near is not None and near != word:
        help_text = f"did you mean `{near}`?"
    elif (
        error.token.type not in ("NAME", "INT", "STRING")
        and re.fullmatch(r"[a-z]+", word)
        and "NAME" in _terminals(error)
    ):
        help_text = f"`{word}` is a word of the language; choose another name"
    sink.error("E0101", span, message, label=f"expected {expected}", help=help_text)


def position_of(error: UnexpectedInput, source: SourceFile) -> int:
    """Offset of the error in the file."""
    if isinstance(error, UnexpectedToken) and error.token.type == "$END":
        return len(source.text)
    position = getattr(error, "pos_in_stream", None)
    return position if isinstance(position, int) and position >= 0 else len(source.text)


def declaration_before(text: str, start: int, position: int) -> int:
    """Where the declaration that holds the position begins."""
    begin = start
    for match in _TOP_LEVEL.finditer(text, start, position):
        begin = match.start()
    return begin


def declaration_after(text: str, position: int) -> int | None:
    """Where the next declaration begins: a known word at the start of a line."""
    match = _TOP_LEVEL.search(text, position)
    while match is not None and match.start() <= position:
        match = _TOP_LEVEL.search(text, match.end())
    return match.start() if match is not None else None


def _terminals(error: UnexpectedInput) -> set[str]:
    accepts = getattr(error, "accepts", None) or getattr(error, "expected", None) or set()
    return set(accepts)


def _keywords(error: UnexpectedInput) -> list[str]:
    return sorted(t.lower() for t in _terminals(error) if t.isalpha() and t not in _CLASSES and t not in _PUNCTUATION)


def _expected(error: UnexpectedInput) -> str:
    terminals = _terminals(error)
    parts: list[str] = []
    if terminals >= {"MOVE", "IF"}:
        parts.append("a statement")
        terminals -= _STATEMENTS | {"IF", "AS", "MAY", "MUST", "PLAY"}
    if terminals >= _DECLARATIONS:
        parts.append("a declaration")
        terminals = terminals & {"RBRACE"}
    if terminals >= {"NAME", "INT", "LPAR"}:
        parts.append("a value")
        terminals -= {"NAME", "INT", "LPAR", "LSQB", "MINUS", "NOT", "IF", "TRUE", "FALSE", "NONE", "GIVEN"}
    if len(terminals & _OPERATORS) >= 3:
        terminals -= _OPERATORS | {"DOT", "LSQB", "LPAR"}
        terminals = {t for t in terminals if not t.startswith("__")}
    for table in (_CLASSES, _PUNCTUATION):
        parts.extend(word for terminal, word in table.items() if terminal in terminals)
    parts.extend(
        f"`{t.lower()}`"
        for t in sorted(terminals)
        if t.isalpha() and t not in _CLASSES and t not in _PUNCTUATION and t != "END"
    )
    if not parts:
        return "something else"
    shown = parts[:6]
    if len(shown) == 1:
        return shown[0]
    return ", ".join(shown[:-1]) + " or " + shown[-1]


def _without_comments(text: str) -> str:
    return re.sub(r'#[^\n]*|"[^"\n]*"', lambda m: " " * len(m.group()), text)


def _last_open_brace(text: str) -> int | None:
    stack: list[int] = []
    for position, char in enumerate(_without_comments(text)):
        if char == "{":
            stack.append(position)
        elif char == "}" and stack:
            stack.pop()
    return stack[-1] if stack else None


def _depth_before(text: str, position: int) -> int:
    clean = _without_comments(text)[:position]
    return clean.count("{") - clean.count("}")


def _line_end(text: str, position: int) -> int:
    end = text.find("\n", position)
    return len(text) if end < 0 else end
