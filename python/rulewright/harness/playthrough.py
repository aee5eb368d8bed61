"""A whole game written out: every decision with what was legal, what was taken, and what it changed.

The text depends on the rules and the seed alone, so it serves as a golden file: whoever changes a
rule sees in the difference what it does to a game. Random choices are made with `random.random()`,
which Python promises to keep.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from textwrap import fill

from rulewright.vm import Game, State
from rulewright.vm.description import Description
from rulewright.vm.position import cell_path, cell_to_plain
from rulewright.vm.text import sheet_of

WIDTH = 120

NOT_WORTH_TELLING = frozenset({"-", "0", "no"})
"""What a seat has nothing of is left out under a heading."""


def write_playthrough(game: Game, seed: int, *, curious: bool = False, chapters: str | None = None) -> str:
    """One random game from a seed, from the first position to the last.

    With `curious` everybody takes what was taken least in this game so far, and chance decides between equals
    only: such a game shows more of its rules. `chapters` names a variable of the rules; whenever it has another
    value, there is a heading with what the seats have.

    Raises:
        ValueError: the rules have no such variable.
    """
    return "\n".join(_lines(game, seed, curious=curious, chapters=chapters)) + "\n"


def _lines(game: Game, seed: int, *, curious: bool, chapters: str | None) -> Iterator[str]:
    state = game.new_initial_state(seed, explicit_chance=True)
    rng = random.Random(seed)
    taken: Counter[int] = Counter()
    chapter = ""
    who = "a game of curious players" if curious else "a random game"
    yield f"# {game.title} for {game.num_players} players, seed {seed}: {who}, written by the test kit."
    yield "# A decision: number, seat, what is legal; > what was taken; ? what chance brought; = what changed."
    yield f"game {game.name}"
    yield f"players {game.num_players}"
    yield f"seed {seed}"
    yield f"actions {game.num_actions}"
    yield f"length {game.max_game_length()}"
    yield f"observation {game.observation_tensor_size()}"
    yield ""
    yield from _chances(state)
    yield from str(state).splitlines()
    step = 0
    while not state.is_terminal():
        if chapters is not None and chapter != (now := _chapter(state, chapters)):
            chapter = now
            yield ""
            yield from _heading(state, chapters, chapter)
        legal = state.legal_actions()
        fewest = min(taken[action] for action in legal)
        open_ones = [action for action in legal if taken[action] == fewest] if curious else legal
        action = open_ones[int(rng.random() * len(open_ones))]
        taken[action] += 1
        yield ""
        yield _wrapped(f"{step}. seat {state.current_player()}: {_family_list(state, legal)}")
        yield f"> {state.action_to_string(action)}"
        before = state.to_bytes()
        state.apply_action(action)
        yield from _chances(state)
        yield _wrapped("= " + (", ".join(_changes(game.description, before, state.to_bytes())) or "nothing"))
        step += 1
    yield ""
    yield f"The game is over after {step} decisions."
    yield from str(state).splitlines()[1:]
    yield ""
    yield f"scores    {_numbers(state.scores())}"
    yield f"tiebreaks {_numbers(state.tiebreaks())}"
    yield f"returns   {_numbers(state.returns())}"


def _chapter(state: State, name: str) -> str:
    shared = sheet_of(state.game.description, state.to_bytes()).shared
    if name not in shared:
        message = f"the rules of {state.game.name} have no variable {name}"
        raise ValueError(message)
    return shared[name]


def _heading(state: State, name: str, value: str) -> Iterator[str]:
    yield f"== {name} {value} =="
    for seat, own in enumerate(sheet_of(state.game.description, state.to_bytes()).seats):
        has = [f"{what} {text}" for what, text in own.items() if text not in NOT_WORTH_TELLING]
        yield _wrapped(f"seat {seat}: {'; '.join(has) or 'nothing'}")


def _numbers(values: Iterable[float]) -> str:
    return " ".join(f"{value:g}" for value in values)


def _chances(state: State) -> Iterator[str]:
    drawn = []
    while state.is_chance_node():
        text = {outcome: state.action_to_string(outcome) for outcome in state.legal_actions()}
        drawn.append(text[state.sample_chance()])
    if drawn:
        yield _wrapped("? " + " ".join(drawn))


def _wrapped(text: str) -> str:
    return fill(text, WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)


def _family_list(state: State, legal: list[int]) -> str:
    """The legal actions, those of one family together: `shop.buy(red | blue) shop.pass`."""
    families: dict[str, list[str]] = {}
    for action in legal:
        name, _, rest = state.action_to_string(action).partition("(")
        families.setdefault(name, []).append(rest.removesuffix(")"))
    return ", ".join(name if own == [""] else f"{name}({' | '.join(own)})" for name, own in families.items())


def _changes(description: Description, before: bytes, after: bytes) -> Iterator[str]:
    """Every cell of places and variables that differs; what the compiler keeps for itself is left out."""
    for slot in description.slots:
        if slot.unlimited or slot.purpose == "control":
            continue
        for index, (old, new) in enumerate(zip(slot.read(before), slot.read(after), strict=True)):
            if old != new:
                was, now = cell_to_plain(slot, old), cell_to_plain(slot, new)
                yield f"{cell_path(slot, index)} {_word(was)}->{_word(now)}"


def _word(value: object) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case _:
            return str(value)
