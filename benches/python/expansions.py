"""Writes two programs to compare: a game alone, and with all its expansions loaded and unused.

    python benches/python/expansions.py FOLDER [PLAYERS]

The second one has the buildings of the base game as its given choice, and `rules/unbought.rules` puts away those that
the expansions lay out besides. So both are games with the same buildings, and what the second one costs more is what
loaded expansions cost. docs/performance.md says how the two are measured.
"""

import sys
from pathlib import Path

from rulewright.compiler import compile_game

GAME = "puerto_rico_1897"
EXPANSIONS = ("new_buildings", "citizens", "smuggler", "festival")
UNBOUGHT = Path(__file__).parent.parent / "rules" / "unbought.rules"
# The seventeen of the base game.
BUILDINGS = (
    *("small_market", "hacienda", "building_yard", "small_warehouse", "hospital", "office", "large_market"),
    *("large_warehouse", "factory", "school", "harbor", "wharf"),
    *("fire_station", "residence", "fortress", "customs_house", "governors_palace"),
)


def main(folder: Path, players: int) -> None:
    """Compiles both and writes their texts."""
    base = compile_game(GAME, players=players)
    loaded = compile_game(
        GAME, players=players, expansions=EXPANSIONS, variants=[UNBOUGHT], options={"buildings": BUILDINGS}
    )
    folder.mkdir(parents=True, exist_ok=True)
    for name, game in (("base", base), ("loaded", loaded)):
        path = folder / f"{name}.ir"
        path.write_text(game.program_text, encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 4)
