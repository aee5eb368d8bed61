"""The table that stands at the end of one game."""

from rulewright.cli.table import Align, draw
from rulewright.vm import State


def draw_results(state: State, seats: list[str] | None = None) -> str:
    """Every player's points, and who has won; `seats` says who played."""
    rows = []
    for index, (score, tiebreak, share) in enumerate(
        zip(state.scores(), state.tiebreaks(), state.returns(), strict=True)
    ):
        row = [str(index), str(score), str(tiebreak), _verdict(share)]
        if seats is not None:
            row.insert(1, seats[index])
        rows.append(row)
    heads = ["seat", "score", "tiebreak", "result"]
    aligns = [Align.RIGHT, Align.RIGHT, Align.RIGHT, Align.LEFT]
    if seats is not None:
        heads.insert(1, "player")
        aligns.insert(1, Align.LEFT)
    return draw(heads, rows, aligns)


def _verdict(share: float) -> str:
    """How a share of the win is called; nobody has one before the end."""
    if share <= 0:
        return ""
    return "won" if share >= 1 else "shares the win"
