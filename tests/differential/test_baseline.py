"""The compiled rules and the hand-written game in benches/baseline play the same games, step by step.

The hand-written game shares no code with rule files, compiler or engine. The second half of this file
proves that the comparison notices a mistake.
"""

import shutil
import subprocess
from pathlib import Path

import pytest
from tests.effort import Proved, effort
from tests.rust_programs import example, run

from rulewright.compiler import compile_game
from rulewright.resources import game_folder

GAME = "puerto_rico"
GAMES = effort(short=300, long=20_000)

pytestmark = pytest.mark.skipif(shutil.which("cargo") is None, reason="the comparison is a Rust program")


def _compare(*arguments: object) -> subprocess.CompletedProcess[str]:
    return run(example("rulewright-baseline", "compare"), *arguments)


def _compare_rules(rules: str | Path, players: int, folder: Path, games: int) -> subprocess.CompletedProcess[str]:
    program = folder / f"{players}.ir"
    program.write_text(compile_game(rules, players=players).program_text, encoding="utf-8")
    return _compare(program, 0, games, 0)


@pytest.mark.proof("oracles")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_rules_and_hand_written_game_agree(players: int, tmp_path: Path, proved: Proved) -> None:
    shown = _compare_rules(GAME, players, tmp_path, GAMES)
    assert shown.returncode == 0, shown.stdout + shown.stderr
    assert shown.stdout.startswith(f"{GAMES} games of {players} players agree: ")
    assert len(shown.stdout.splitlines()) == 1
    proved(games=GAMES)


# Each changes one thing that matters rarely: file, text, what stands there instead, and what must be named.
PLANTED = {
    "a number": ("buildings.rules", "captain.kinds += 2", "captain.kinds += 1", "captain.keep("),
    "an effect": ("buildings.rules", "on captain.loaded { gain 1 vp }", "on captain.loaded { gain 2 vp }", "chips["),
    "a condition": ("captain.rules", " and not any(o: ship where o.cargo[g] > 0)", "", "captain.load("),
    "a price": ("buildings.rules", "trader.price(_) += 2", "trader.price(_) += 1", "purse["),
    "an order": ("mayor.rules", "rounds from chooser while", "rounds from next(chooser) while", "waiting["),
    "the score": ("buildings.rules", "score += my.chips / 4", "score += my.chips / 5", "score["),
}


@pytest.mark.proof("oracles")
@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_difference_is_found_and_named(name: str, tmp_path: Path) -> None:
    file, text, instead, named = PLANTED[name]
    rules = tmp_path / GAME
    shutil.copytree(game_folder(GAME), rules)
    before = (rules / file).read_text(encoding="utf-8")
    assert before.count(text) == 1
    (rules / file).write_text(before.replace(text, instead), encoding="utf-8")
    shown = _compare_rules(rules, 4, tmp_path, 2000)
    assert shown.returncode == 1, shown.stdout + shown.stderr
    first, *rest = shown.stdout.splitlines()
    assert first.startswith("seed ")
    differing = [line for line in rest[: rest.index("moves:")] if line.startswith("  ")]
    assert any(line.startswith(f"  {named}") for line in differing), differing
    assert any(line.startswith("  1 play.take(") for line in rest)


def test_what_can_not_be_compared_is_refused_in_one_sentence(tmp_path: Path) -> None:
    nonsense = tmp_path / "nonsense.ir"
    nonsense.write_text("nonsense", encoding="utf-8")
    for arguments in [(), (nonsense, 0, 1, 1), (tmp_path / "missing.ir", 0, 1, 1), (nonsense, 0, "many", 1)]:
        shown = _compare(*arguments)
        assert (shown.returncode, shown.stdout) == (2, "")
        assert len(shown.stderr.splitlines()) == 1
