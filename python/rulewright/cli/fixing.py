"""`rulewright check --fix`: changes that are certain, made in the author's files."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rulewright.diagnostics.diagnostic import Diagnostic, Suggestion


@dataclass(frozen=True, slots=True)
class Change:
    """What was replaced, and where."""

    path: Path
    line: int
    old: str
    new: str

    def __str__(self) -> str:
        if not self.new:
            return f"{self.path}:{self.line}: removed `{self.old}`"
        return f"{self.path}:{self.line}: `{self.old}` is now `{self.new.strip()}`"


def apply_certain(diagnostics: Iterable[Diagnostic], allowed: Sequence[Path]) -> list[Change]:
    """Makes the certain changes in files at or below some paths; of two that overlap only the first."""
    by_file: dict[Path, list[Suggestion]] = {}
    for diagnostic in diagnostics:
        fix = diagnostic.suggestion
        lies_at = fix.span.source.path if fix is not None else None
        path = Path(lies_at) if lies_at is not None else None
        if fix is not None and fix.is_certain and path is not None and any(_is_below(path, a) for a in allowed):
            by_file.setdefault(path, []).append(fix)
    return [change for path, fixes in by_file.items() for change in _apply(path, fixes)]


def _apply(path: Path, fixes: list[Suggestion]) -> list[Change]:
    text = fixes[0].span.source.text
    changes: list[Change] = []
    end = len(text) + 1
    for fix in sorted(fixes, key=lambda f: f.span.start, reverse=True):
        if fix.span.end > end:
            continue
        end = fix.span.start
        changes.append(Change(path, fix.span.line, fix.span.text, fix.replacement))
        text = text[: fix.span.start] + fix.replacement + text[fix.span.end :]
    path.write_text(text, encoding="utf-8", newline="\n")
    return changes[::-1]


def _is_below(path: Path, allowed: Path) -> bool:
    return path.resolve().is_relative_to(allowed.resolve())
