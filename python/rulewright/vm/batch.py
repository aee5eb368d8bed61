"""Many games of one program, stepped together with buffers of the caller's.

A buffer is whatever has Python's buffer protocol: a NumPy array, an `array.array`, a `memoryview`. It is
written in place, without a copy and without the interpreter's lock.
"""

from typing import TYPE_CHECKING, cast

from rulewright._native import NativeBatch
from rulewright.vm.errors import InvalidState
from rulewright.vm.state import State

if TYPE_CHECKING:
    from rulewright.vm.game import Game


class Batch(NativeBatch):
    """Games that are stepped together; `Game.batch` makes them.

    Game `i` starts with the seed `seed + i`. With `restart` a game that ends is followed at once by another
    one, whose seed is greater by the number of games. Chance is always drawn. Results depend on seeds and
    actions alone, not on the number of threads.

    `step(actions, …)` takes an action in each game: a buffer of int32 or int64. An action below 0 leaves its
    game as it is; a game that is over takes no other. An action that is not legal raises InvalidAction,
    whose `game` says where, and all games are as before. If the rules fail in a game, RuleFault has its
    number in `game`; that game is as before, and the others have come through.

    Then `step` writes what it is asked for, and `write(…)` does so without a step. Each buffer is writable,
    C-contiguous and has a row for each of the n games:

    - `current_player`, int32 (n,): the player to move, -4 in a game that is over;
    - `mask`, uint8 or bool (n, actions): 1 for each legal action;
    - `observation`, float32 (n, size): what the player to move sees (player 0 in a game that is over);
      or (n, players, size): what every player sees;
    - `reward`, float32 (n, players): the shares of the win in a game that ended with this step, else 0;
    - `done`, uint8 or bool (n,): 1 if the game ended with this step or was over before.

    `draw_actions(actions, seed)` writes a legal action of each game into an int64 buffer (n,), each legal one with the
    same chance, and -1 where the game is over: what `step` takes. Equal seeds and positions give equal actions.

    With `restart` the first three are of the new game where one ended. Two threads can't use one batch at
    the same time, and while a step runs no other thread may use its buffers.
    """

    @property
    def game(self) -> "Game":
        """The game they belong to."""
        return cast("Game", super().game)

    def state(self, game: int) -> State:
        """A copy of the position of a game; the way it came is not kept.

        Raises:
            RulewrightError: there is no such game.
        """
        return State(self.game, block=self.block(game))

    def put_state(self, game: int, state: State) -> None:
        """Put a position in the place of a game.

        Raises:
            InvalidState: it is of other rules, or chance decides there.
        """
        if state.game.rules_hash != self.game.rules_hash:
            raise InvalidState("the state is of other rules")
        self.put(game, state.to_bytes())

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} games of {self.game.name} on {self.threads} threads>"
