"""Collects diagnostics while a stage runs, so that an author sees all of them at once.

Exact duplicates are dropped: a faulty declaration that is used ten times is one complaint.
Only the first hundred of each severity are kept and the rest are counted, so that neither a
cascade of errors hides its cause nor a flood of warnings hides an error.
"""

from collections.abc import Iterable, Sequence

from rulewright.diagnostics.diagnostic import Diagnostic, Label, Severity, Suggestion
from rulewright.diagnostics.source import SourceFile, Span

LIMIT = 100
"""How many diagnostics of one severity are kept."""


class Sink:
    """Collects diagnostics and gives them back in the order of the files and their text."""

    def __init__(self, files: Iterable[SourceFile] = ()) -> None:
        self._file_order: dict[str, int] = {}
        self._seen: set[Diagnostic] = set()
        self._kept: dict[Severity, list[Diagnostic]] = {severity: [] for severity in Severity}
        self._dropped = 0
        self.order_files(files)

    def order_files(self, files: Iterable[SourceFile]) -> None:
        """Say in which order files come; files named before keep their place.

        Files never named come after all others, by name.
        """
        for file in files:
            self._file_order.setdefault(file.name, len(self._file_order))

    def add(self, diagnostic: Diagnostic) -> None:
        """Collect a diagnostic, unless an equal one is already here."""
        if diagnostic in self._seen:
            return
        self._seen.add(diagnostic)
        kept = self._kept[diagnostic.severity]
        if len(kept) < LIMIT:
            kept.append(diagnostic)
        else:
            self._dropped += 1

    def error(
        self,
        code: str,
        span: Span,
        message: str,
        *,
        label: str = "",
        help: str | None = None,
        secondary: Sequence[Label] = (),
        suggestion: Suggestion | None = None,
        candidates: Sequence[str] = (),
    ) -> None:
        """Collect a diagnostic made from its parts.

        The code alone decides about the severity, so warnings are reported here too.
        """
        primary = Label(span, label)
        self.add(Diagnostic(code, message, primary, tuple(secondary), help, suggestion, tuple(candidates)))

    @property
    def has_errors(self) -> bool:
        """Whether anything that stops the compiler was collected."""
        return bool(self._kept[Severity.ERROR])

    @property
    def dropped(self) -> int:
        """How many diagnostics came after the limit."""
        return self._dropped

    def __len__(self) -> int:
        return sum(len(kept) for kept in self._kept.values())

    def sorted(self) -> tuple[Diagnostic, ...]:
        """The kept diagnostics by file, place, code and message."""
        everything = [diagnostic for kept in self._kept.values() for diagnostic in kept]
        everything.sort(key=self._sort_key)
        return tuple(everything)

    def _sort_key(self, diagnostic: Diagnostic) -> tuple[int, str, int, int, str, str]:
        span = diagnostic.primary.span
        name = span.source.name
        order = self._file_order.get(name, len(self._file_order))
        return order, name, span.start, span.end, diagnostic.code, diagnostic.message
