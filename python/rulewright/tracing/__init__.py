"""How often each line of the rules runs, and what it costs.

In: a compiled game. Out: :class:`counts.LineReport`. A marked program of the same game is played at random by
the interpreter, which counts its instructions. `docs/adr/0014-counting-by-a-marked-program.md` says why.
"""

from rulewright.tracing.counts import FileLines, Line, LineReport, Tracer
from rulewright.tracing.page import page_of

__all__ = ["FileLines", "Line", "LineReport", "Tracer", "page_of"]
