"""What a check finds."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.diagnostics.diagnostic import Diagnostic, Severity


@dataclass(frozen=True, slots=True)
class Finding:
    """A complaint and the numbers of players for which it came up."""

    diagnostic: Diagnostic
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came out for one game; without `players` it could not even be read how many play."""

    players: tuple[int, ...]
    findings: tuple[Finding, ...]
    dropped: int

    @property
    def has_errors(self) -> bool:
        """Whether anything stops the game from being played."""
        return any(finding.diagnostic.severity is Severity.ERROR for finding in self.findings)
