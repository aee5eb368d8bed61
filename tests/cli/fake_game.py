"""A game without rule files, so that the commands are tested apart from compiler and engine.

Players in turn take one or two crates from a pile; who takes most wins. The pile's size depends
on the seed. It offers as much of the API as the commands use.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rulewright.diagnostics import Diagnostic
from rulewright.sources import Addition, GameSources, Reader
from rulewright.vm import InvalidAction, Record, RulewrightError

ACTIONS = ("take.one", "take.two")
RULES_HASH = "c0ffee"

PROGRAM = """\
rulewright-ir 1
game "crates" players 1 actions 1 length 1
hash "c0ffeec0ffeec0ffeec0ffeec0ffeec0ffeec0ffeec0ffeec0ffeec0ffeec0ff"
file "crates.rules"
slot "me" u8 [] 0..0 control player all
func "legal" () none [] { offer 0 }
func "points" (int) int [] { return 0 }
segment "start" () [] { decide d0 }
segment "stop" () [] { over }
decision "choice" f0 { option "stop" 0 [] g1 }
actor s0
entry g0
score f1
tiebreak f1
"""
"""Some program that the engine takes; it is not the game above."""


@dataclass(frozen=True)
class FakeInfo:
    name: str = "crates"
    title: str = "Crates and Blocks"
    players: range = range(2, 4)
    expansions: tuple[str, ...] = ("more_crates",)
    variants: tuple[str, ...] = ()


class FakeState:
    def __init__(self, players: int, seed: int, actions: Iterable[int] = ()) -> None:
        self.players = players
        self.seed = seed
        self.actions = list(actions)

    def left(self) -> int:
        return 5 + self.seed % 3 - sum(action + 1 for action in self.actions)

    def is_terminal(self) -> bool:
        return self.left() == 0

    def current_player(self) -> int:
        return -4 if self.is_terminal() else len(self.actions) % self.players

    def legal_actions(self) -> list[int]:
        return [action for action in (0, 1) if action < self.left()]

    def apply_action(self, action: int) -> None:
        if action not in self.legal_actions():
            raise InvalidAction(f"action {action} is not legal here")
        self.actions.append(action)

    def undo_action(self) -> None:
        self.actions.pop()

    def clone(self) -> FakeState:
        return FakeState(self.players, self.seed, self.actions)

    def history(self) -> list[int]:
        return list(self.actions)

    def action_to_string(self, action: int) -> str:
        return ACTIONS[action]

    def scores(self) -> list[int]:
        taken = [0] * self.players
        for turn, action in enumerate(self.actions):
            taken[turn % self.players] += action + 1
        return taken

    def tiebreaks(self) -> list[int]:
        return [0] * self.players

    def returns(self) -> list[float]:
        scores = self.scores()
        if not self.is_terminal():
            return [0.0] * self.players
        return [1 / scores.count(max(scores)) if score == max(scores) else 0.0 for score in scores]

    def to_record(self) -> Record:
        texts = tuple(ACTIONS[action] for action in self.actions)
        return Record("crates", self.players, RULES_HASH, self.seed, tuple(self.actions), texts)

    def perft(self, depth: int) -> dict[str, int]:
        if depth == 0:
            return {"leaves": 1}
        return {"leaves": sum(count["leaves"] for _, count in self.divide(depth))}

    def divide(self, depth: int) -> list[tuple[int, dict[str, int]]]:
        return [
            (action, FakeState(self.players, self.seed, [*self.actions, action]).perft(depth - 1))
            for action in self.legal_actions()
        ]

    def __str__(self) -> str:
        return f"pile: {self.left()} crates"

    def table_string(self, player: int) -> str:
        return str(self)


@dataclass
class FakeGame:
    name: str = "crates"
    title: str = "Crates and Blocks"
    num_players: int = 2
    rules_hash: str = RULES_HASH
    batches: list[tuple[int, int, int]] = field(default_factory=list)
    with_rounds: bool = False

    def new_initial_state(self, seed: int = 0, *, explicit_chance: bool = False) -> FakeState:
        return FakeState(self.num_players, seed)

    def playouts(self, count: int, seed: int, threads: int) -> list[dict[str, object]]:
        self.batches.append((count, seed, threads))
        return [self._playout(one) for one in range(seed, seed + count)]

    def _playout(self, seed: int) -> dict[str, object]:
        state = FakeState(self.num_players, seed)
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[(seed >> len(state.actions)) % len(legal)])
        result: dict[str, object] = {
            "scores": state.scores(),
            "tiebreaks": state.tiebreaks(),
            "returns": state.returns(),
            "decisions": len(state.actions),
            "counters": {},
        }
        if self.with_rounds:
            result["counters"] = {"rounds": -(-len(state.actions) // self.num_players)}
        return result


@dataclass(frozen=True)
class FakeCompiled:
    program_text: str
    warnings: tuple[Diagnostic, ...]


@dataclass
class FakeLibrary:
    """What `rulewright.api` offers, with one game in it, and what was asked of it."""

    game: FakeGame = field(default_factory=FakeGame)
    asked: list[dict[str, object]] = field(default_factory=list)
    warnings: tuple[Diagnostic, ...] = ()
    program_text: str = PROGRAM

    def load(
        self,
        game: str | Path,
        *,
        players: int | None = None,
        expansions: Iterable[str | Path] = (),
        variants: Iterable[str | Path] = (),
        options: Mapping[str, object] | None = None,
    ) -> FakeGame:
        self.asked.append(
            {"game": game, "players": players, "expansions": expansions, "variants": variants, "options": options}
        )
        info = self.head_of(game)
        if players is not None and players not in info.players:
            raise RulewrightError(f"`{game}` is for 2 to 3 players, not {players}")
        self.game.num_players = players or 2
        return self.game

    def find_sources(
        self, game: str | Path, expansions: Iterable[str | Path], variants: Iterable[str | Path], read: Reader
    ) -> GameSources:
        self.head_of(game)
        additions = tuple(Addition(str(name), ()) for name in (*expansions, *variants))
        return GameSources(Path(game), (), additions, read)

    def compile_game(
        self,
        game: str | Path | GameSources,
        *,
        players: int | None = None,
        expansions: Iterable[str | Path] = (),
        variants: Iterable[str | Path] = (),
        options: Mapping[str, object] | None = None,
    ) -> FakeCompiled:
        if isinstance(game, GameSources):
            expansions = tuple(addition.name for addition in game.additions)
            game = game.name
        self.load(game, players=players, expansions=expansions, variants=variants, options=options)
        return FakeCompiled(self.program_text, self.warnings)

    def describe_games(self) -> list[FakeInfo]:
        return [FakeInfo()]

    def head_of(self, game: str | Path | GameSources, *additions: object) -> FakeInfo:
        if game != "crates" and not isinstance(game, GameSources):
            raise RulewrightError(f"no bundled game is called `{game}` (did you mean `crates`?)")
        return FakeInfo()
