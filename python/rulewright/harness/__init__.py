"""A test kit for any game: what must hold in every position, golden games, and counts of positions.

It knows a game only through its description, so it serves a user's own rules just like the
bundled ones. Everything that is found wrong is an `InvariantBroken`.
"""

from rulewright.harness.findings import InvariantBroken
from rulewright.harness.invariants import PlayReport, check_random_play
from rulewright.harness.observation import HiddenReport, check_hidden
from rulewright.harness.perft import PerftLine, count_line, deepen, parse_perft, render_perft
from rulewright.harness.playthrough import write_playthrough

__all__ = [
    "HiddenReport",
    "InvariantBroken",
    "PerftLine",
    "PlayReport",
    "check_hidden",
    "check_random_play",
    "count_line",
    "deepen",
    "parse_perft",
    "render_perft",
    "write_playthrough",
]
