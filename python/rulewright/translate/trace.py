"""Marks in a program: which lines of the rules its code was made from, and how often they run.

A usual program has none of this. A marked one does the same; every instruction of it has a span, and at each
place that counts as run it has an instruction more, which gives a value that nobody reads. The spans of these
lie in a file of their own, so that they are told apart from the spans of code.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.diagnostics.source import Span

MARKS = "marks"
"""The name of the file that the spans of marks lie in."""


@dataclass(slots=True)
class Trace:
    """Where the code that is being written comes from; one for a whole program."""

    marked: bool = False
    here: int | None = None
    """The span of instructions that have none of their own."""
    left: int | None = None
    """The span of the statement before, in the same block."""
    marks: dict[Span, int] = field(default_factory=dict)
    """Every place that has a mark, with the number of the mark's span."""
    code: dict[int, Span] = field(default_factory=dict)
    """The places of all other spans, by number."""
