"""Whatever is done to a rule file, the compiler answers with a program or with diagnostics.

Mutants of the bundled games: tokens and lines deleted, doubled, swapped, exchanged for others.
`MUTANTS=3000` makes more of them.
"""

import os
import random
import re

import pytest

from rulewright import resources
from rulewright.compiler import compile_game
from rulewright.diagnostics.diagnostic import Diagnostic
from rulewright.diagnostics.errors import RuleError
from rulewright.diagnostics.source import SourceFile
from rulewright.sources import GameSources, SourceError, find_sources
from rulewright.vm.game import Game

MUTANTS = int(os.environ.get("MUTANTS", "200"))
TOKEN = re.compile(r'#[^\n]*|"[^"\n]*"|\w+|\s+|[-+*/=<>!]=|\.\.|.')
NUMBERS = ["0", "1", "2", "3", "-1", "99", "70000", "12345678901234567890"]


INTERNAL = re.compile(r"__\w*|\b[A-Z]{3,}_?\w*\b|\w+_(?:decl|stmt|expr|clause)\b|\bToken\(")
"""Names of terminals and rules of the grammar."""


def mutate(rng: random.Random, text: str, names: list[str]) -> str:
    for _ in range(rng.choice([1, 1, 1, 2])):
        way = rng.random()
        if way < 0.4:
            text = mutate_letter(rng, text)
        else:
            text = mutate_line(rng, text) if way < 0.55 else mutate_token(rng, text, names)
    return text


def mutate_letter(rng: random.Random, text: str) -> str:
    """A slip of the keyboard: a character too many, too few, wrong, or changed about with the next."""
    at = rng.randrange(len(text) - 1)
    other = rng.choice("abcxyz_ 019{}()[]\"',.;:=<>!?&|+-*/%#@ä\n")
    return text[:at] + rng.choice(["", other, other + text[at], text[at + 1] + text[at]]) + text[at + 1 :]


def mutate_line(rng: random.Random, text: str) -> str:
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    if rng.random() < 0.5:
        del lines[at]
    else:
        lines.insert(rng.randrange(len(lines)), lines[at])
    return "\n".join(lines)


def mutate_token(rng: random.Random, text: str, names: list[str]) -> str:
    tokens = TOKEN.findall(text)
    real = [i for i, t in enumerate(tokens) if not t.isspace() and not t.startswith("#")]
    if not real:
        return text
    at, way = rng.choice(real), rng.random()
    if way < 0.2:
        del tokens[at]
    elif way < 0.35:
        tokens[at:at] = [tokens[at], " "]
    elif way < 0.5:
        other = rng.choice(real)
        tokens[at], tokens[other] = tokens[other], tokens[at]
    else:
        words = [i for i in real if re.match(r"\w", tokens[i])] or real
        at = rng.choice(words)
        tokens[at] = rng.choice(NUMBERS if tokens[at].isdigit() else names)
    return "".join(tokens)


@pytest.mark.parametrize("game", resources.bundled_games())
def test_every_mutant_compiles_or_is_explained(game: str) -> None:
    base = find_sources(game)
    names = [t for f in base.files for t in TOKEN.findall(f.text) if re.match(r"[A-Za-z_]", t)]
    games = len(resources.bundled_games())
    for seed in range(MUTANTS // games):
        rng = random.Random(seed)
        files = list(base.files)
        at = rng.randrange(len(files))
        files[at] = SourceFile(files[at].name, mutate(rng, files[at].text, names))
        problem = outcome(GameSources(base.home, tuple(files)))
        assert problem is None, f"mutant {seed} of {files[at].name}: {problem}"


def internal_name(diagnostic: Diagnostic) -> str | None:
    """A word of the compiler's own in a message, outside of what it quotes from the file."""
    labels = (diagnostic.primary, *diagnostic.secondary)
    text = " ".join([diagnostic.message, diagnostic.advice or "", *(label.text for label in labels)])
    found = INTERNAL.search(re.sub(r"`[^`]*`", "", text))
    return f"`{found.group()}` in: {text}" if found else None


def outcome(sources: GameSources) -> str | None:
    """What is wrong with the way in which the compiler took a mutant."""
    try:
        compiled = compile_game(sources)
        Game.from_program_text(compiled.program_text)
    except RuleError as error:
        placed = error.diagnostics and all(d.primary.span.line >= 1 for d in error.diagnostics)
        if not placed or not str(error):
            return "an error without a place"
        return next(filter(None, map(internal_name, error.diagnostics)), None)
    except SourceError:
        return None
    except Exception as error:
        return repr(error)
    return None
