"""A game: one program, made ready to be played."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Literal, Self

from rulewright._native import NativeGame, Program
from rulewright.on_demand import Later
from rulewright.vm.errors import RulewrightError
from rulewright.vm.state import State

if TYPE_CHECKING:
    from rulewright.vm import batch as batches
    from rulewright.vm import description as descriptions
    from rulewright.vm import playouts as columns
    from rulewright.vm import position as positions
    from rulewright.vm import serial
    from rulewright.vm.batch import Batch
    from rulewright.vm.description import Description
    from rulewright.vm.explanation import Explainer
    from rulewright.vm.playouts import Playouts
else:
    batches, columns = Later("rulewright.vm.batch"), Later("rulewright.vm.playouts")
    descriptions, positions = Later("rulewright.vm.description"), Later("rulewright.vm.position")
    serial = Later("rulewright.vm.serial")

EngineName = Literal["interpreter", "native", "auto"]
"""What is to run a program."""


class Game(NativeGame):
    """A game for one number of players.

    `engine` says what runs it: `interpreter`, `native` (machine code), or with `auto` machine code where
    that can be had; all give the same results. `explainer` makes what knows the rule files, when it is first
    needed. `cache` is a folder of the user's own, where machine code is looked for and kept. The other keyword
    arguments say what it was compiled from; they go into records and change nothing else.
    """

    def __new__(
        cls,
        program: Program,
        *,
        title: str | None = None,
        expansions: Sequence[str] = (),
        variants: Sequence[str] = (),
        options: Mapping[str, object] | None = None,
        engine: EngineName = "auto",
        explainer: Callable[[], Explainer] | None = None,
        cache: str | None = None,
    ) -> Self:
        """The native part takes the program and what is to run it."""
        del title, expansions, variants, options, explainer
        return super().__new__(cls, program, engine, cache)

    def __init__(
        self,
        program: Program,
        *,
        title: str | None = None,
        expansions: Sequence[str] = (),
        variants: Sequence[str] = (),
        options: Mapping[str, object] | None = None,
        engine: EngineName = "auto",
        explainer: Callable[[], Explainer] | None = None,
        cache: str | None = None,
    ) -> None:
        del engine, cache
        self._make_explainer = explainer
        self.title = program.game if title is None else title
        self.expansions = tuple(expansions)
        self.variants = tuple(variants)
        self.options = dict(options or {})

    @classmethod
    def from_program_text(
        cls,
        text: str,
        *,
        title: str | None = None,
        expansions: Sequence[str] = (),
        variants: Sequence[str] = (),
        options: Mapping[str, object] | None = None,
        engine: EngineName = "auto",
        explainer: Callable[[], Explainer] | None = None,
    ) -> Self:
        """The game of a program in the text form of `docs/ir.md`.

        Raises:
            InvalidProgram: the engine refuses it.
        """
        program = Program.from_text(text)
        return cls(
            program,
            title=title,
            expansions=expansions,
            variants=variants,
            options=options,
            engine=engine,
            explainer=explainer,
        )

    @cached_property
    def description(self) -> Description:
        """What the program is made of; worked out when it is first asked for."""
        return descriptions.Description.of(self.program)

    @property
    def name(self) -> str:
        """The game's name in the rule files."""
        return self.program.game

    @property
    def num_players(self) -> int:
        """Number of players."""
        return self.program.players

    @property
    def num_actions(self) -> int:
        """Number of action numbers; all actions are below it."""
        return self.program.actions

    @property
    def rules_hash(self) -> str:
        """Hash of what the rules say, 64 hex digits: the same if comments, form or texts for readers change."""
        return self.program.hash

    def num_distinct_actions(self) -> int:
        """Number of action numbers, as OpenSpiel calls it."""
        return self.program.actions

    def max_game_length(self) -> int:
        """No game has more decisions than this."""
        return self.program.length

    def observation_tensor_size(self) -> int:
        """How many numbers an observation has."""
        return self.program.observation_len

    def new_initial_state(self, seed: int = 0, *, explicit_chance: bool = False) -> State:
        """The first position; with `explicit_chance` the game stops where chance decides.

        Raises:
            RuleFault: the rules fail on the way there.
        """
        return State(self, seed, explicit_chance=explicit_chance)

    def batch(self, count: int, seed: int = 0, *, restart: bool = False, threads: int = 0) -> Batch:
        """`count` games that are stepped together, with the seeds from `seed` on; 0 threads are all cores.

        Raises:
            RuleFault: the rules fail on the way to the first decision.
        """
        return batches.Batch(self, count, seed, restart, threads)

    def playouts(self, count: int, seed: int, threads: int = 0) -> Playouts:
        """Play `count` games at random, with the seeds from `seed` on; 0 threads are all cores.

        Raises:
            RuleFault: the rules fail.
        """
        found = self.playout_columns(count, seed, threads)
        return columns.Playouts(range(seed, seed + count), self.num_players, self.counter_names(), found)

    def state_from_dict(self, position: Mapping[str, object], *, seed: int = 0, explicit_chance: bool = False) -> State:
        """The position that a dict describes; `rulewright.vm.position` says what may be left out.

        The random generator is `generator` of the dict, or else comes from `seed`.

        Raises:
            InvalidState: says what is impossible and where.
        """
        block = bytes(positions.block_from_dict(self.description, position, self._first_block))
        state = State(self, block=block, explicit_chance=explicit_chance)
        positions.check_limits(self.description, state.over_limit())
        if "generator" not in position:
            state.reseed(seed)
        return state

    @cached_property
    def explainer(self) -> Explainer:
        """What knows the rules that the game was made from.

        Raises:
            RulewrightError: it was made from a program, which does not have them.
        """
        if self._make_explainer is None:
            raise RulewrightError(
                "this game was made from a program, without its rule files, so nothing can be explained; "
                "load it with `rulewright.load`"
            )
        return self._make_explainer()

    @cached_property
    def _first_block(self) -> bytes:
        return State(self, 0).to_bytes()

    def deserialize(self, data: str | bytes) -> State:
        """The state that `State.serialize` has written, or whose bytes are given.

        Raises:
            InvalidState: it is none of this game.
        """
        if isinstance(data, bytes):
            return State(self, block=data)
        return serial.deserialized(self, data)

    def action_info(self, action: int) -> dict[str, object]:
        """What an action is: its decision, its name and the values of its parameters.

        Raises:
            InvalidAction: there is no such action.
        """
        decision, name, params = self.action_parts(action)
        return {"decision": decision, "action": name, "params": params}

    def __repr__(self) -> str:
        return f"<Game {self.name} for {self.num_players} players, rules {self.rules_hash[:12]}>"

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[object, ...]]:
        about = (self.title, self.expansions, self.variants, self.options)
        return _restore, (type(self), self.program.to_bytes(), *about, self.engine)


def _restore(
    cls: type[Game],
    program: bytes,
    title: str,
    expansions: tuple[str, ...],
    variants: tuple[str, ...],
    options: dict[str, object],
    engine: str,
) -> Game:
    """A game that was pickled; the program is verified again, and compiled again if it was before."""
    return cls(
        Program.from_bytes(program),
        title=title,
        expansions=expansions,
        variants=variants,
        options=options,
        engine="auto" if engine == "native" else "interpreter",
    )
