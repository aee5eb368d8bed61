"""What the parser would have accepted, in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from lark.exceptions import UnexpectedInput

from rulewright.parse.grammar import grammar

_CLASSES = {"NAME": "a name", "INT": "a number", "STRING": "a text in quotes"}
STATEMENTS = {
    "move", "gain", "pay", "set", "clear", "let", "if", "each", "repeat", "turns", "rounds", "as", "may", "must",
    "do", "emit", "play", "draw", "roll", "spread", "require", "pick",
}  # fmt: skip
"""Words that begin a statement."""
_DECLARATIONS = {
    "game", "expansion", "variant", "with", "rename", "players", "change", "by", "option", "const", "token", "kind",
    "place", "deck", "each", "var", "value", "test", "event", "step", "setup", "play", "phase", "text",
}  # fmt: skip
_REFINEMENTS = {"anytime", "on", "option", "instead"}
CLAUSES = {"holds", "per", "starts", "most", "at", "unlimited", "hidden", "count", "refilled", "may"}
"""Words that begin what is said about a place."""
_SIGNS = {"+", "-", "*", "/", "%", "<", ">", "<=", ">=", "==", "!=", "is", "and", "or", ".", "[", "("}
_VALUE = {"NAME", "INT", "(", "[", "-", "not", "if", "true", "false", "none", "given"}
_CHANGES = {"+=", "-=", "*=", "min=", "max="}
_MOST_SHOWN = 6


@cache
def _texts() -> dict[str, str]:
    """What each terminal looks like; sorts of words have their own names."""
    return {t.name: str(t.pattern.value) for t in grammar().terminals if t.pattern.type == "str"}


@dataclass(frozen=True, slots=True)
class Expected:
    """Texts and sorts of words that could stand somewhere; `str()` lists them for a label."""

    accepted: frozenset[str]

    @classmethod
    def of(cls, error: UnexpectedInput) -> Expected:
        """What was expected where an error is."""
        return cls.accepted_by(getattr(error, "accepts", None) or getattr(error, "expected", None) or ())

    @classmethod
    def accepted_by(cls, names: Iterable[str]) -> Expected:
        """What a set of the grammar's own names stands for."""
        texts = _texts()
        return cls(frozenset(texts.get(name, name) for name in names if name != "$END"))

    @property
    def words(self) -> list[str]:
        """Words of the language."""
        return sorted(text for text in self.accepted if text.isalpha() and text not in _CLASSES)

    @property
    def signs(self) -> frozenset[str]:
        """All but words."""
        return frozenset(text for text in self.accepted if not text.isalpha())

    @property
    def takes_name(self) -> bool:
        """Whether a name could stand here."""
        return "NAME" in self.accepted

    @property
    def begins_statement(self) -> bool:
        """Whether a statement could stand here."""
        return "move" in self.accepted

    @property
    def among_keys(self) -> bool:
        """Whether keys and refinements of an entry could stand here."""
        return {"instead", "STRING"} <= self.accepted

    @property
    def may_end(self) -> bool:
        """Whether what stands before is complete: something new could begin, or the block end."""
        return "}" in self.accepted or bool(self.accepted >= {"phase", "kind"}) or self.begins_statement

    def __str__(self) -> str:
        rest = set(self.accepted)
        parts: list[str] = []
        if rest >= {"move", "gain"}:
            parts.append("a statement")
            rest -= STATEMENTS
        if self.accepted >= {"phase", "kind"}:
            parts.append("a declaration")
            rest -= _DECLARATIONS | _REFINEMENTS | {"NAME"}
        elif self.accepted >= {"value", "event"}:
            parts.append("a declaration")
            rest -= _DECLARATIONS
        if rest >= {"on", "instead"}:
            parts.append("a refinement")
            rest -= _REFINEMENTS
        if rest >= {"holds", "per", "most"}:
            parts.append("a clause like `holds`")
            rest -= CLAUSES
        if rest >= {"NAME", "INT", "("}:
            parts.append("a value")
            rest -= _VALUE
        if rest >= _CHANGES:
            parts.append("a sign like `+=`")
            rest -= _CHANGES | {"=", "or", "and"}
        if len(rest & _SIGNS) >= 4:
            rest -= _SIGNS
        parts += [word for sort, word in _CLASSES.items() if sort in rest]
        rest -= _CLASSES.keys()
        parts += [f"`{text}`" for text in sorted(rest, key=lambda t: (t.isalpha(), t))]
        shown = parts[:_MOST_SHOWN]
        if not shown:
            return "something else"
        return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}"
