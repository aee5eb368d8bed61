"""A progress bar on standard error, for work that takes longer than a second."""

import sys
import time
from types import TracebackType
from typing import Self, TextIO

DELAY = 1.0
"""Shorter work shows no bar."""

WIDTH = 30


class Progress:
    """Shows how much of the work is done; silent unless a person watches the stream."""

    def __init__(self, total: int, unit: str, stream: TextIO | None = None) -> None:
        self._total = total
        self._unit = unit
        self._stream = sys.stderr if stream is None else stream
        self._is_watched = self._stream.isatty()
        self._start = time.monotonic()
        self._drawn = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # The bar is wiped out: what stays on the screen is the result.
        if self._drawn:
            self._write("")

    def show(self, done: int) -> None:
        """Draw the bar anew."""
        seconds = time.monotonic() - self._start
        if not self._is_watched or seconds < DELAY:
            return
        share = done / self._total if self._total else 1.0
        bar = "#" * int(share * WIDTH)
        left = f", {seconds / share - seconds:.0f} s left" if share else ""
        self._write(f"[{bar:<{WIDTH}}] {share:4.0%}  {done} of {self._total} {self._unit}{left}")

    def _write(self, line: str) -> None:
        # Blanks cover what is left of a longer line drawn before.
        self._stream.write(f"\r{line:<{self._drawn}}" + ("" if line else "\r"))
        self._stream.flush()
        self._drawn = len(line)
