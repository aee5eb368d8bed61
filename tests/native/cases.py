"""What is compared: every bundled game, each expansion alone, and all of them together."""

from dataclasses import dataclass

from rulewright.api import describe_games


@dataclass(frozen=True)
class Case:
    """A game with a number of players and expansions."""

    name: str
    players: int
    expansions: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "-".join([self.name, str(self.players), *self.expansions])


def _cases() -> list[Case]:
    cases = []
    for info in describe_games():
        cases += [Case(info.name, players) for players in info.players]
        expansions = tuple(info.expansions)
        most = max(info.players)
        combinations = {(one,) for one in expansions} | ({expansions} if expansions else set())
        cases += [Case(info.name, most, chosen) for chosen in sorted(combinations)]
    return cases


CASES = _cases()
