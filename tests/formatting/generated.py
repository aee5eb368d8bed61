"""Rule texts made at random from the grammar itself: every construct, with blanks and comments anywhere."""

import random
from collections import defaultdict
from functools import cache

from lark.grammar import NonTerminal, Rule, Symbol

from rulewright.parse.grammar import grammar

SAMPLES = {
    "NAME": ["a", "b", "corn", "my", "_", "x_1", "purse"],
    "INT": ["0", "1", "12", "345"],
    "STRING": ['"T"', '"A title # with signs {"', '""'],
}
GAPS = [" ", " ", " ", " ", "  ", "\n", "\n", "\n\n\n", "\t", " # note\n", "\n# own line\n", " #crowded\n\n\n", "\r\n"]

LONGEST = 80
"""Words of a declaration, after which it is brought to its end."""


@cache
def rules() -> dict[str, list[Rule]]:
    found: dict[str, list[Rule]] = defaultdict(list)
    for rule in grammar().rules:
        found[rule.origin.name].append(rule)
    return found


@cache
def heights() -> dict[str, int]:
    """The fewest levels in which each rule can be finished."""
    known: dict[str, int] = {}
    while len(known) < len(rules()):
        for name, ways in rules().items():
            done = [way for way in map(_height, ways, [known] * len(ways)) if way is not None]
            if done:
                known[name] = min(done)
    return known


def _height(rule: Rule, known: dict[str, int]) -> int | None:
    inner = [known.get(s.name) for s in rule.expansion if isinstance(s, NonTerminal)]
    return None if None in inner else 1 + max((h for h in inner if h is not None), default=0)


def generate(rng: random.Random) -> list[str]:
    """The words of a text of some declarations."""
    return [word for _ in range(rng.randint(1, 6)) for word in _declaration(rng)]


def _declaration(rng: random.Random, depth: int = 30) -> list[str]:
    words: list[str] = []
    waiting: list[tuple[Symbol, int]] = [(NonTerminal("_declaration"), depth)]
    while waiting:
        symbol, left = waiting.pop()
        if isinstance(symbol, NonTerminal):
            ways = rules()[symbol.name]
            left = 0 if len(words) + len(waiting) > LONGEST else left
            possible = [w for w in ways if (_height(w, heights()) or 0) <= left]
            way = rng.choice(possible) if possible else min(ways, key=lambda w: _height(w, heights()) or 0)
            waiting.extend((s, left - 1) for s in reversed(way.expansion))
        else:
            words.append(_terminal(rng, symbol.name))
    return words


@cache
def _literals() -> dict[str, str]:
    return {t.name: str(t.pattern.value) for t in grammar().terminals if t.pattern.type == "str"}


def _terminal(rng: random.Random, name: str) -> str:
    return rng.choice(SAMPLES[name]) if name in SAMPLES else _literals()[name]


def join(rng: random.Random, words: list[str]) -> str:
    """The words as a text, with blanks, line ends and comments at random between them."""
    return "".join(rng.choice(GAPS) + word for word in words) + rng.choice(GAPS)
