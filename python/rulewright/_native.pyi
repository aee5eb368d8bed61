"""The engine, compiled from `rust_core/py`; use `rulewright.vm`, which is built on it."""

from typing import Any, Protocol, Self, TypeAlias, TypedDict, final, type_check_only

from typing_extensions import Buffer, disjoint_base

__all__ = [
    "InternalFault",
    "InvalidAction",
    "InvalidProgram",
    "InvalidState",
    "NativeBatch",
    "NativeGame",
    "NativeState",
    "Program",
    "RuleFault",
    "RulewrightError",
    "__version__",
]

__version__: str

class RulewrightError(Exception):
    """What a user can mend; the text is one sentence. The base of all such errors."""

class InvalidAction(RulewrightError):
    """An action that cannot be taken here."""

class InvalidState(RulewrightError):
    """Something that is no position of the game."""

class InvalidProgram(RulewrightError):
    """A program that the engine refuses."""

class RuleFault(RulewrightError):
    """A check in the rules failed while running."""

    place: str | None
    """The place in the rule files as file:line:column, if the program carries it."""
    sentence: str
    """What went wrong, without the place."""
    code: str
    """Name of the function, segment, decision or chance point that ran."""

class InternalFault(Exception):
    """A bug in rulewright itself; nothing that rules or arguments should be able to cause."""

@type_check_only
class KindDict(TypedDict):
    """A kind."""

    name: str
    entries: list[str]

@type_check_only
class SlotDict(TypedDict):
    """A part of the state."""

    name: str
    dims: list[tuple[str, int]]
    width: int
    offset: int
    cells: int
    low: int
    high: int
    purpose: str
    holds: tuple[str, int, int] | None
    value: tuple[str, int] | None
    sight: str
    count_seen: bool
    init: list[int]
    unlimited: bool

@type_check_only
class OptionDict(TypedDict):
    """A family of actions."""

    name: str
    title: None
    first: int
    size: int
    params: list[tuple[str, int, int]]

@type_check_only
class DecisionDict(TypedDict):
    """A decision point."""

    name: str
    place: str | None
    options: list[OptionDict]

@type_check_only
class ChanceDict(TypedDict):
    """A chance point; `slot` has the weights, None where all are equal."""

    name: str
    place: str | None
    outcomes: int
    slot: int | None

@type_check_only
class ProgramDict(TypedDict):
    """What a program is made of."""

    game: str
    players: int
    actions: int
    length: int
    hash: str
    files: list[str]
    kinds: list[KindDict]
    tokens: list[str]
    slots: list[SlotDict]
    decisions: list[DecisionDict]
    chances: list[ChanceDict]
    actor: int
    observation_len: int
    block_size: int

@type_check_only
class PlayoutDict(TypedDict):
    """The result of one game of random play."""

    seed: int
    scores: list[int]
    tiebreaks: list[int]
    returns: list[float]
    decisions: int
    counters: dict[str, int]

@type_check_only
class PerftDict(TypedDict):
    """Counts of positions.

    `leaves` are the positions after the asked number of plies; the others count decisions, chance
    points and ends of the game on the way there.
    """

    leaves: int
    decisions: int
    chance_nodes: int
    terminals: int

@final
class Program:
    """A program that was verified and made ready; it cannot be changed."""

    @staticmethod
    def from_text(text: str) -> Program:
        """Read the text form. Raises InvalidProgram."""
    @staticmethod
    def check_text(text: str) -> None:
        """Find out whether the engine takes the text form, without making it ready. Raises InvalidProgram."""
    @staticmethod
    def from_bytes(data: bytes) -> Program:
        """Read the binary form. Raises InvalidProgram."""
    @staticmethod
    def from_kept(data: bytes, running: bytes) -> Program:
        """Read the binary form and, to save work, what `running_bytes` gave before. Raises InvalidProgram."""
    def to_text(self) -> str:
        """The text form."""
    def to_bytes(self) -> bytes:
        """The binary form."""
    def running_bytes(self) -> bytes:
        """The binary form of what is run: the same program, optimised."""
    @property
    def game(self) -> str:
        """The game's name in the rule files."""
    @property
    def players(self) -> int:
        """Number of players."""
    @property
    def actions(self) -> int:
        """Number of action numbers."""
    @property
    def length(self) -> int:
        """No game has more decisions than this."""
    @property
    def hash(self) -> str:
        """The rules hash."""
    @property
    def observation_len(self) -> int:
        """How many numbers an observation has."""
    def description(self) -> ProgramDict:
        """What the program is made of, as plain data."""

@disjoint_base
class NativeGame:
    """One program with its engine; the base of `rulewright.vm.Game`."""

    def __new__(cls, program: Program, engine: str = "auto", cache: str | None = None) -> Self:
        """The game that a program describes; `cache` is a folder for its machine code.

        Raises RulewrightError if the engine cannot be had.
        """
    @property
    def engine(self) -> str:
        """What runs the program: `interpreter` or `native`."""
    @property
    def program(self) -> Program:
        """The program that runs."""
    def action_to_string(self, action: int) -> str:
        """The text of an action, as `shop.buy(red,2)`. Raises InvalidAction."""
    def string_to_action(self, text: str) -> int:
        """The action with that text. Raises InvalidAction."""
    def action_parts(self, action: int) -> tuple[str, str, list[str | int]]:
        """Names of the decision and the option, values of the parameters. Raises InvalidAction."""
    def redact(self, block: bytes, player: int) -> bytes:
        """The bytes of a position without what a player may not see. Raises InvalidState."""
    def playout(self, seed: int) -> PlayoutDict:
        """Play one game at random. Raises RuleFault."""
    def playout_columns(
        self, count: int, seed: int, threads: int = 0
    ) -> tuple[bytearray, bytearray, bytearray, bytearray, bytearray]:
        """Play `count` games at random: scores, tiebreaks, returns, decisions, counters. Use `Game.playouts`."""
    def counter_names(self) -> list[str]:
        """Names of the counters of a playout, in their order."""
    def count_playouts(self, count: int, seed: int) -> tuple[list[PlayoutDict], list[int], int]:
        """The same games by the interpreter, the instructions run for each span, and those for none."""

@disjoint_base
class NativeState:
    """A position and the way it came; the base of `rulewright.vm.State`."""

    def __new__(
        cls,
        source: NativeState | NativeGame,
        seed: int | None = None,
        block: bytes | None = None,
        explicit_chance: bool = False,
    ) -> Self:
        """A copy of a state; the first position of a game; or, with `block`, a position from its bytes."""
    @property
    def game(self) -> NativeGame:
        """The game it belongs to."""
    @property
    def seed(self) -> int | None:
        """The seed of the game; None if it began with a position set up by hand."""
    @property
    def explicit_chance(self) -> bool:
        """Whether the game stops at chance points."""
    def current_player(self) -> int:
        """The player to move; -1 at a chance point, -4 when the game is over."""
    def is_terminal(self) -> bool:
        """Whether the game is over."""
    def is_chance_node(self) -> bool:
        """Whether chance decides here."""
    def stop(self) -> tuple[str, int]:
        """Where it stands: `decision`, `chance` or `over`, and the number of that point."""
    def legal_actions(self) -> list[int]:
        """The legal actions, rising; the possible outcomes at a chance point; none when the game is over."""
    def legal_actions_mask(self) -> list[int]:
        """1 for each legal action of the player to move, 0 for each other action of the game."""
    def apply_action(self, action: int) -> None:
        """Take an action or, at a chance point, an outcome. Raises InvalidAction, RuleFault."""
    def undo_action(self) -> int:
        """Take the last action back and return it. Raises InvalidState if there is none."""
    def sample_chance(self) -> int:
        """Let the state's own generator take an outcome of the chance point, and return it."""
    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The possible outcomes with their probabilities; none unless chance decides here."""
    def action_to_string(self, action: int) -> str:
        """The text of an action or, at a chance point, of an outcome. Raises InvalidAction."""
    def string_to_action(self, text: str) -> int:
        """The action or outcome with that text. Raises InvalidAction."""
    def scores(self) -> list[int]:
        """Every player's points, as if the game ended now."""
    def tiebreaks(self) -> list[int]:
        """What decides among equal points, for every player."""
    def returns(self) -> list[float]:
        """Every player's share of the win; zeros while the game is not over."""
    def clone(self) -> Self:
        """A copy that goes its own way; what is past is shared."""
    def observation_tensor(self, player: int) -> list[float]:
        """What a player sees, as numbers."""
    def to_bytes(self) -> bytes:
        """The position as bytes."""
    def redacted_bytes(self, player: int) -> bytes:
        """The position as bytes, without what a player may not see."""
    def cell(self, slot: int, index: int) -> int:
        """The value of a cell by slot number and flat index. Raises InvalidState."""
    def set_cell(self, slot: int, index: int, value: int) -> None:
        """Set a cell; the way the state came is forgotten. Raises InvalidState."""
    def reseed(self, seed: int) -> None:
        """Give the state a new generator; the way it came is forgotten."""
    def over_limit(self) -> tuple[int, int, int, int] | None:
        """A part of a place that holds more than it may: slot, first cell, what it holds and the most."""
    def moves_of_step(self, step: int) -> list[tuple[int, int, int, int, int]]:
        """The tokens that a step of the history moved: from slot and cell, to slot and cell, how many."""
    def resample_in_place(self, player: int, seed: int, lines: list[str]) -> None:
        """Deal anew what a player can't see; `lines` are what he saw of the past. Use `State.resample`."""
    @property
    def resampled_for(self) -> int | None:
        """The player for whom the position was resampled; None if it was not."""
    def known_lines(self, player: int) -> list[str]:
        """What a player saw before a position was resampled for him."""
    def seen_lines(self, player: int) -> list[str | None]:
        """What a player saw of each step; None for a step that was not told yet."""
    def tell_lines(self, player: int, lines: list[tuple[int, str]]) -> None:
        """Keep what a player saw of steps, for this state and all that share its past."""
    def hash(self) -> int:
        """A hash of the bytes, the same on every platform and release."""
    def history(self) -> list[int]:
        """All actions and outcomes so far."""
    def history_len(self) -> int:
        """How many actions and outcomes there were so far."""
    def path(self) -> list[tuple[int, bytes]]:
        """Every action and outcome so far, each with the bytes of the position before it."""
    def perft(self, depth: int) -> PerftDict:
        """Count the positions `depth` plies from here."""
    def divide(self, depth: int) -> list[tuple[int, PerftDict]]:
        """The count for each action or outcome apart."""
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@type_check_only
class Array(Protocol):
    """An array of NumPy, whose type says only from Python 3.12 on that it is a buffer."""

    @property
    def __array_interface__(self) -> dict[str, Any]: ...

_Buffer: TypeAlias = Buffer | Array

@disjoint_base
class NativeBatch:
    """Games of one program that are stepped together; the base of `rulewright.vm.Batch`."""

    def __new__(cls, game: NativeGame, count: int, seed: int, restart: bool = False, threads: int = 0) -> Self:
        """Start `count` games with the seeds from `seed` on; 0 threads are all cores. Raises RuleFault."""
    @property
    def game(self) -> NativeGame:
        """The game they belong to."""
    @property
    def restart(self) -> bool:
        """Whether a game that ends is followed by another one."""
    @property
    def threads(self) -> int:
        """How many threads share the work."""
    def __len__(self) -> int: ...
    def reset(self, seed: int) -> None:
        """Start all games anew. Raises RuleFault."""
    def step(
        self,
        actions: _Buffer,
        *,
        current_player: _Buffer | None = None,
        mask: _Buffer | None = None,
        observation: _Buffer | None = None,
        reward: _Buffer | None = None,
        done: _Buffer | None = None,
    ) -> None:
        """Take an action in each game and write what is asked for. Raises InvalidAction, RuleFault."""
    def write(
        self,
        *,
        current_player: _Buffer | None = None,
        mask: _Buffer | None = None,
        observation: _Buffer | None = None,
        reward: _Buffer | None = None,
        done: _Buffer | None = None,
    ) -> None:
        """Write what is asked for of the present positions."""
    def draw_actions(self, actions: _Buffer, seed: int) -> None:
        """Write a legal action of each game, drawn at random with `seed`; -1 where the game is over."""
    def block(self, game: int) -> bytes:
        """The position of a game as bytes."""
    def put(self, game: int, block: bytes) -> None:
        """Put a position in the place of a game. Raises InvalidState, RuleFault."""
    def seed_of(self, game: int) -> int | None:
        """The seed of the game at a place; None if it began with a position that was put there."""
