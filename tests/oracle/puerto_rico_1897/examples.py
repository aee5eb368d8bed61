"""Set-ups for the tests of single phases."""

from collections.abc import Iterable

from tests.oracle.puerto_rico_1897.asking import Steps
from tests.oracle.puerto_rico_1897.game import Game
from tests.oracle.puerto_rico_1897.state import Seat


def new_game(players: int = 3, *parts: str) -> Game:
    buildings = "random" if "new_buildings" in parts else "draft"
    return Game(players, 1, expansions=frozenset(parts), first_governor=0, buildings=buildings)


def own(seat: Seat, *buildings: str) -> None:
    """Gives buildings, each with one worker."""
    for name in buildings:
        seat.staff[name] = 1


def hold(seat: Seat, **goods: int) -> None:
    seat.goods.update(goods)


def play(game: Game, steps: Steps[None], answers: Iterable[str] = ()) -> None:
    """Plays a phase with the answers given, until it asks for one more or is over."""
    game.continue_with(steps)
    for answer in answers:
        game.apply(answer)
