"""The exception that a failed compile raises: everything that was found wrong, in one go."""

from collections.abc import Iterable

from rulewright.diagnostics.diagnostic import Diagnostic
from rulewright.diagnostics.sink import Sink


class RuleError(Exception):
    """The rules have errors; `str()` shows every one of them with its source lines."""

    def __init__(self, diagnostics: Iterable[Diagnostic], dropped: int = 0) -> None:
        self.diagnostics = tuple(diagnostics)
        self.dropped = dropped
        # The arguments are handed on as they are, so that the error survives pickling on its
        # way back from another process.
        super().__init__(self.diagnostics, dropped)

    @classmethod
    def from_sink(cls, sink: Sink) -> "RuleError":
        """The error that holds all that a sink has collected."""
        return cls(sink.sorted(), sink.dropped)

    def __str__(self) -> str:
        from rulewright.diagnostics.render.full import render_all  # most programs show no errors

        return render_all(self.diagnostics, dropped=self.dropped)
