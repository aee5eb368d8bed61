"""The programs that are measured, written from the rule files."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benches.table.figures import BenchError

import rulewright as rw
from rulewright.compiler import compile_game
from rulewright.vm.game import EngineName

FIRST, EDITION, CARDS = "puerto_rico", "puerto_rico_1897", "san_juan"
EXPANSIONS = ("new_buildings", "citizens", "smuggler", "festival")
OWN_BUILDINGS = (
    *("small_market", "hacienda", "building_yard", "small_warehouse", "hospital", "office", "large_market"),
    *("large_warehouse", "factory", "school", "harbor", "wharf", "fire_station", "residence", "fortress"),
    *("customs_house", "governors_palace"),
)
"""What is drafted for a game in which no drafted building is of an expansion."""
UNBOUGHT = Path(__file__).resolve().parents[1] / "rules" / "unbought.rules"


@dataclass(frozen=True, slots=True)
class Subject:
    """A game as it is measured."""

    game: str
    players: int
    expansions: tuple[str, ...] = ()
    is_unbought: bool = False
    """Whether nobody can buy a building of the expansions."""

    @property
    def name(self) -> str:
        """For tables."""
        words = [f"{self.game}, {self.players} players"]
        if self.expansions:
            words.append("all expansions" if self.expansions == EXPANSIONS else " and ".join(self.expansions))
        if self.is_unbought:
            words.append("their buildings not bought")
        return ", ".join(words)

    @property
    def stem(self) -> str:
        """For files."""
        added = "all" if self.expansions == EXPANSIONS else "-".join(self.expansions)
        return "-".join(filter(None, [self.game, str(self.players), added, "unbought" if self.is_unbought else ""]))


LARGEST = Subject(EDITION, 5, EXPANSIONS)
BASE = Subject(EDITION, 4)
ALL_EXPANSIONS = Subject(EDITION, 4, EXPANSIONS)
UNBOUGHT_EXPANSIONS = Subject(EDITION, 4, EXPANSIONS, is_unbought=True)
BY_HAND = tuple(Subject(FIRST, players) for players in (3, 4, 5))
"""What the hand-written game can play too."""
BY_PLAYERS = tuple(Subject(EDITION, players) for players in (2, 3, 4, 5)) + tuple(
    Subject(CARDS, players) for players in (2, 3, 4)
)
BY_EXPANSIONS = (BASE, *(Subject(EDITION, 4, (name,)) for name in EXPANSIONS), UNBOUGHT_EXPANSIONS, ALL_EXPANSIONS)


class Rules:
    """Where the rule files are, and the programs that were made of them."""

    def __init__(self, folder: Path | None, programs: Path) -> None:
        self._folder = folder
        self._programs = programs

    def place_of(self, game: str) -> str | Path:
        """A bundled game's name, or its folder among those that were asked for."""
        return game if self._folder is None else self._folder / game

    def load(self, subject: Subject, engine: EngineName = "native") -> rw.Game:
        """The game, ready to be played."""
        return rw.Game.from_program_text(self.program(subject).read_text(encoding="utf-8"), engine=engine)

    def program(self, subject: Subject) -> Path:
        """The file with the text of its program; written once a run."""
        path = self._programs / f"{subject.stem}.ir"
        if not path.exists():
            self._programs.mkdir(parents=True, exist_ok=True)
            path.write_text(self._compile(subject), encoding="utf-8")
        return path

    def programs(self, subjects: Iterable[Subject]) -> list[Path]:
        """The files of several."""
        return [self.program(subject) for subject in subjects]

    def _compile(self, subject: Subject) -> str:
        return compile_game(
            self.place_of(subject.game),
            players=subject.players,
            expansions=subject.expansions,
            variants=[UNBOUGHT] if subject.is_unbought else [],
            options={"buildings": OWN_BUILDINGS} if subject.is_unbought else None,
        ).program_text


def check_nothing_is_bought(game: rw.Game, base: rw.Game, games: int) -> None:
    """Plays at random and looks for a building that the game without expansions does not have.

    Raises:
        BenchError: somebody has one.
    """
    first: dict[str, Any] = base.new_initial_state(1).to_dict()
    rng = random.Random(1)
    for seed in range(games):
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        last: dict[str, Any] = state.to_dict()
        owned = {name for player in last["players"] for name in player["city"]}
        if bought := sorted(owned - first["market"].keys()):
            raise BenchError(f"{bought[0]} was bought, so there is no figure for buildings that nobody has")
