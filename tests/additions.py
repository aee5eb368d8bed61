"""Which bundled games are written out and counted: each alone, with each expansion, with all of them."""

from collections.abc import Mapping
from dataclasses import dataclass

import rulewright
from rulewright.api import GameInfo, describe_games
from rulewright.vm import Game

AT_ONCE: Mapping[str, Mapping[str, object]] = {"new_buildings": {"by_lot": True}}
"""Options of expansions in which the players choose at set-up."""


@dataclass(frozen=True, slots=True)
class Table:
    """A bundled game with some of its expansions, for a number of players."""

    game: str
    expansions: tuple[str, ...]
    players: int

    @property
    def file(self) -> str:
        """What its files are named after: the game and its expansions."""
        return "+".join((self.game, *self.expansions))

    def __str__(self) -> str:
        return f"{self.file}-{self.players}"

    def load(self, *, at_once: bool = False) -> Game:
        """The game; with `at_once` nobody chooses before the first round, chance does."""
        options = {name: value for part in self.expansions for name, value in AT_ONCE.get(part, {}).items() if at_once}
        return rulewright.load(self.game, players=self.players, expansions=self.expansions, options=options)


def tables() -> list[Table]:
    """Every game for every number of players; with one expansion for one number, with all for every one."""
    return [
        Table(info.name, expansions, players)
        for info in describe_games()
        for expansions in _chosen(info)
        for players in (info.players[1:2] if len(expansions) == 1 else info.players)
    ]


def _chosen(info: GameInfo) -> list[tuple[str, ...]]:
    single = [(name,) for name in info.expansions]
    return [(), *single, *([info.expansions] if len(info.expansions) > 1 else [])]
