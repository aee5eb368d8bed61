"""What a diagnostic is: data only, nothing about how it is shown.

Wording: the message is short, lower case, without a full stop, and names the thing in
backticks; the primary label says what is wrong here; the help is something the author can do.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from rulewright.diagnostics.source import Span


class Severity(StrEnum):
    """How much a diagnostic matters: an error stops the compiler, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Label:
    """A place in a rule file and what is to be said about it; the text may be empty."""

    span: Span
    text: str = ""


def declared_at(span: Span | None, text: str = "declared here") -> tuple[Label, ...]:
    """The place of a declaration as the second place of a complaint, if it has one."""
    return () if span is None else (Label(span, text),)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An exact change: replace the span (which may be empty) by the text (likewise)."""

    span: Span
    replacement: str
    is_certain: bool = False
    """Whether a program may make the change without asking."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One complaint about the rules."""

    code: str
    message: str
    primary: Label
    secondary: tuple[Label, ...] = ()
    help: str | None = None
    suggestion: Suggestion | None = None
    candidates: tuple[str, ...] = field(default=(), repr=False, compare=False)
    """For an unknown name, those that could stand there, the fitting ones first."""

    @property
    def severity(self) -> Severity:
        """Codes that begin with W are warnings, all others are errors."""
        return Severity.WARNING if self.code.startswith("W") else Severity.ERROR

    @property
    def advice(self) -> str | None:
        """The help, or a sentence made from the suggestion where no help was given."""
        if self.help is not None or self.suggestion is None:
            return self.help
        old, new = self.suggestion.span.text, self.suggestion.replacement
        if not new:
            return f"remove `{old}`"
        if not old:
            return f"add `{new}` here"
        return f"write `{new}` instead of `{old}`"
