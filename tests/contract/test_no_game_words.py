"""The core knows no game: no name that a rule file declares stands in `grammar/`, `rust_core/` or `python/`.

The names come out of the compiler, so a new game brings its own. Words are compared without regard
to case, joined as `a_b`, `a-b`, `aB` or `a b`, in the singular and the plural. Words of everyday
English that the language or its tools need are allowed, each with its reason.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from rulewright.api import describe_games
from rulewright.compiler import CompiledGame, compile_game
from rulewright.resolve.symbols import Symbols
from rulewright.vm import Game

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("grammar", "rust_core", "python")
TEXTS = {".py", ".pyi", ".rs", ".lark", ".toml", ".md", ".ir", ".txt"}
LEFT_OUT = {"_rules", "_grammar", "__pycache__", "target"}
"""Links to folders that are read themselves or hold the games, and what tools leave behind."""

TITLE_WORD = 5
"""Shorter words of titles are everyday words (`of`, `hut`); the name they belong to is checked in any case."""

FOREIGN = re.compile(r"\bdefault_factory\b|\bthread::Builder\b|\bThreadPoolBuilder\b|\bLibrary\b|\bWebAssembly\b")
"""Names in the libraries of Python and Rust, which we can't choose."""

ALLOWED: Mapping[str, str] = {
    "accepts": "a field of Lark's errors",
    "amount": "a rule of the grammar: how many tokens are moved",
    "build": "what tools do",
    "built": "made",
    "buy": "in samples of actions",
    "cargo": "the build tool of Rust",
    "circle": "definitions that lead back to themselves",
    "column": "of a text",
    "copy": "of a state",
    "cost": "of running time",
    "cut": "made shorter",
    "deal": "to give out what is hidden",
    "draft": "not finished",
    "draw": "a word of the language",
    "drawn": "participle of draw",
    "ending": "of a text",
    "extra": "more than asked for",
    "field": "of a dataclass or a file format",
    "hand": "everyday English",
    "keep": "not to lose",
    "kept": "not lost",
    "kind": "a word of the language",
    "laid": "put down",
    "large": "of high size",
    "lay": "to put down",
    "load": "an instruction of the program format, and the call that loads a game",
    "loaded": "participle of load",
    "made": "everyday English",
    "makes": "everyday English",
    "middle": "of a text or a range",
    "output": "of a command",
    "over": "a word of the language, and done",
    "paid": "of the statement `pay`",
    "pay": "a word of the language",
    "play": "a word of the language",
    "player": "a word of the language",
    "point": "decision point, chance point",
    "register": "of the program format",
    "reward": "what a learner gets for a step, as every library for learning calls it",
    "role": "what something is for",
    "round": "a word of the language",
    "row": "of a table",
    "score": "a name that every game declares",
    "second": "a time, and the one after the first",
    "secret": "what a player may not know",
    "single": "just one",
    "size": "of anything",
    "small": "of low size",
    "space": "white space",
    "square": "brackets, and a number times itself",
    "stack": "of a parser or a thread",
    "stand": "to be somewhere",
    "store": "an instruction of the program format",
    "swap": "to exchange two values",
    "take": "everyday English",
    "taken": "participle of take",
    "tiebreak": "a name that every game declares",
    "turn": "a word of the language",
    "use": "a word of Rust, and everyday English",
    "waiting": "not yet done",
}
"""Everyday words, in the singular, that the language or its tools need."""


# ---- what the rule files declare -------------------------------------------------------------


def declared(symbols: Symbols) -> Iterator[str]:
    """All names of one game."""
    yield symbols.name
    yield from symbols.constants
    yield from symbols.options
    for kind in symbols.kinds.values():
        yield from (kind.name, *kind.keys, *(entry.name for entry in kind.entries))
    yield from symbols.tokens
    yield from symbols.places
    yield from symbols.variables
    yield from symbols.members
    for phase in symbols.phases.values():
        yield from (phase.name, *phase.members, *phase.variables, *phase.choices)
        for choice in phase.choices.values():
            yield from (option.name.text for option in choice.options)


def titles(symbols: Symbols) -> Iterator[str]:
    """What the players read: of each thing that lies on the table and of each phase."""
    yield symbols.title
    for kind in symbols.kinds.values():
        yield from (kind.title, *(entry.title for entry in kind.entries))
    yield from (token.title for token in symbols.tokens.values())
    yield from (place.title for place in symbols.places.values())
    yield from (phase.title for phase in symbols.phases.values())


@cache
def all_games() -> tuple[CompiledGame, ...]:
    """Every bundled game for every number of players, and with each of its additions."""
    games = [compile_game(info.name, players=n) for info in describe_games() for n in info.players]
    for info in describe_games():
        games += [compile_game(info.name, expansions=[name]) for name in info.expansions]
        games += [compile_game(info.name, variants=[name]) for name in info.variants]
    return tuple(games)


@cache
def all_symbols() -> tuple[Symbols, ...]:
    return tuple(game.symbols for game in all_games())


def actions() -> Iterator[str]:
    """Names of actions, those that single entries bring too; `pass` is the compiler's own."""
    for game in all_games():
        for decision in Game.from_program_text(game.program_text).description.decisions:
            for option in decision.options:
                yield option.name.rpartition(".")[2]


@cache
def all_names() -> frozenset[str]:
    return frozenset(name for symbols in all_symbols() for name in declared(symbols)) | set(actions()) - {"pass"}


@cache
def all_titles() -> frozenset[str]:
    return frozenset(title for symbols in all_symbols() for title in titles(symbols))


@cache
def names() -> frozenset[tuple[str, ...]]:
    """Every declared name and title as its words, and every long word of a title."""
    found = {words_of(text) for text in all_names() | all_titles()}
    found |= {(word,) for title in all_titles() for word in words_of(title) if len(word) >= TITLE_WORD}
    return frozenset(name for name in found if name and (len(name) > 1 or not is_allowed(name[0])))


# ---- what stands in a text -------------------------------------------------------------------


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text in the singular; `fooBar`, `foo_bar` and `foo bar` have two."""
    found = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", text)
    return tuple(singular(word.lower()) for word in found)


def singular(word: str) -> str:
    """Good enough to make names and texts comparable; both go through it."""
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


@cache
def allowed_words() -> frozenset[str]:
    return frozenset(singular(word) for word in ALLOWED)


def is_allowed(word: str) -> bool:
    # One or two letters are no word of a game.
    return word in allowed_words() or len(word) <= 2


def game_words_in(text: str) -> set[str]:
    """The declared names that stand in a text; its first two words are enough to find a long one."""
    words = words_of(FOREIGN.sub(" ", text))
    there = {(word,) for word in words} | set(pairwise(words))
    return {"_".join(name) for name in names() if name[:2] in there}


def source_files() -> Iterator[Path]:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and path.suffix in TEXTS and not LEFT_OUT & set(path.relative_to(ROOT).parts):
                yield path


# ---- the tests ----------------------------------------------------------------------------------


def test_no_name_of_a_game_stands_in_the_core() -> None:
    found = {str(path.relative_to(ROOT)): game_words_in(path.read_text("utf-8")) for path in source_files()}
    assert {path: sorted(words) for path, words in found.items() if words} == {}


def test_no_file_is_named_after_a_game() -> None:
    found = {str(path.relative_to(ROOT)): game_words_in(str(path.relative_to(ROOT))) for path in source_files()}
    assert {path: words for path, words in found.items() if words} == {}


def test_the_test_looks_at_something() -> None:
    files = [path.relative_to(ROOT).parts[0] for path in source_files()]
    assert all(files.count(folder) >= 2 for folder in FOLDERS)
    assert len(names()) > 50


@pytest.mark.parametrize(
    "text",
    [
        "# as the small market does",
        'if name == "wharf":',
        "let doubloons = 3;",
        "struct ColonistShip;",
        "def count_colonists() -> int:",
        "CAPTAIN = 5",
        "// Puerto Rico",
        "x_hospice_y",
    ],
)
def test_a_planted_name_is_found(text: str) -> None:
    assert game_words_in(text)


@pytest.mark.parametrize("text", ["a row of small things", "fn load(player: u8)", "the round is over"])
def test_everyday_words_are_not(text: str) -> None:
    assert game_words_in(text) == set()


def test_every_allowed_word_is_needed_and_has_a_reason() -> None:
    words = {word for text in all_names() | all_titles() for word in words_of(text)}
    texts = {word for path in source_files() for word in words_of(path.read_text("utf-8"))}
    unneeded = [word for word in ALLOWED if singular(word) not in words & texts]
    assert unneeded == []
    assert all(reason.strip() for reason in ALLOWED.values())


def test_no_token_kind_or_entry_is_allowed_but_by_a_reason_of_its_own() -> None:
    """Entries and tokens are what the law is about: none of their names is in the list."""
    for symbols in all_symbols():
        entries = [entry.name for kind in symbols.kinds.values() for entry in kind.entries]
        for name in [*entries, *symbols.tokens, *symbols.phases]:
            words = words_of(name)
            assert len(words) > 1 or words[0] not in allowed_words(), name
