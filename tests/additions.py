"""Which bundled games are tried, with which of their expansions and variants, for how many players."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from types import MappingProxyType

import rulewright
from rulewright.api import GameInfo, describe_games
from rulewright.compiler import CompiledGame, compile_game, head_of
from rulewright.vm import Game
from rulewright.vm.game import EngineName

SEVENTEEN = (
    *("canal", "timber_yard", "black_market", "storage_hall", "bohio", "trading_post", "church", "small_wharf"),
    *("lighthouse", "distillery", "publishing_house", "assembly_hall", "monument", "cathedral"),
    *("fire_station", "residence", "fortress"),
)
"""Every building of an expansion that can be chosen, and what else is needed to fill the spaces."""

WAYS: Mapping[str, Mapping[str, Mapping[str, object]]] = {
    "new_buildings": {"by_lot": {"by_lot": True}, "given": {"buildings": SEVENTEEN}}
}
"""Options of expansions under which a game begins in another way than without them, with a name for each.

With all of them the players choose nothing at set-up. The first needs no choice at all.
"""


@dataclass(frozen=True, slots=True)
class Table:
    """A bundled game with some of its additions, for a number of players."""

    game: str
    expansions: tuple[str, ...]
    players: int
    variants: tuple[str, ...] = ()
    way: str = ""

    @property
    def file(self) -> str:
        """What its files are named after: the game and its additions."""
        return "+".join((self.game, *self.expansions, *self.variants, *([self.way] if self.way else [])))

    def __str__(self) -> str:
        return f"{self.file}-{self.players}"

    @property
    def options(self) -> Mapping[str, object]:
        """What its way of beginning asks for."""
        ways = {name: options for part in self.expansions for name, options in WAYS.get(part, {}).items()}
        return ways[self.way] if self.way else MappingProxyType({})

    @property
    def at_once(self) -> "Table":
        """The same, but nobody chooses before the first round, chance does."""
        ways = [way for part in self.expansions for way in WAYS.get(part, {})]
        return replace(self, way=ways[0]) if ways and not self.way else self

    def load(self, *, engine: EngineName = "auto") -> Game:
        """The game."""
        return rulewright.load(
            self.game,
            players=self.players,
            expansions=self.expansions,
            variants=self.variants,
            options=self.options,
            engine=engine,
        )

    def compile(self) -> CompiledGame:
        """The game before it is loaded."""
        return compile_game(
            self.game,
            players=self.players,
            expansions=self.expansions,
            variants=self.variants,
            options=dict(self.options),
        )


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


@cache
def every_table() -> list[Table]:
    """Every game with every combination of its expansions; each variant and way of beginning with none and with all.

    All of it for every number of players that it takes.
    """
    found: list[Table] = []
    for info in describe_games():
        every, none = info.expansions, ()
        for size in range(len(every) + 1):
            for chosen in combinations(every, size):
                found += [Table(info.name, chosen, players) for players in info.players]
        for chosen in dict.fromkeys((none, every)):
            for variant in info.variants:
                players_taken = head_of(info.name, chosen, [variant]).players
                found += [Table(info.name, chosen, players, (variant,)) for players in players_taken]
        for part in every:
            for chosen in dict.fromkeys(((part,), every)):
                for way in WAYS.get(part, {}):
                    found += [Table(info.name, chosen, players, way=way) for players in info.players]
    return found
