"""Beginnings of rule files: a game, an expansion, a variant, or an entry of any kind that a game declares."""

from __future__ import annotations

import re

from rulewright.compiler import CompiledGame, compile_game, head_of
from rulewright.diagnostics.source import SourceFile
from rulewright.diagnostics.suggest import did_you_mean
from rulewright.formatting import format_source
from rulewright.resolve.reserved import RESERVED
from rulewright.resolve.symbols import (
    BoolType,
    EntryInfo,
    KeyInfo,
    KindInfo,
    KindType,
    PhaseType,
    Symbols,
    TextType,
)
from rulewright.sources import Addition, GameSources, SourceError, find_sources

_NAME = re.compile(r"[a-z_][a-z0-9_]*")
_MOST_SAMPLES = 4
_WIDEST = 90

GAME = """\
# {title}: a small game to begin with. Change it line by line, and check it after each step:
#   rulewright check {name}
#   rulewright play {name}

game {name} "{title}" {{ players 2..4  length 500 }}

# A token is a sort of pieces. `from` and `to` say where it comes from when it is gained, and where it goes.
token pebble from heap to bag

# A kind is a list of things with keys. `is token`: each of them is a sort of pieces too.
kind tool is token {{
  key worth 1..5                                          # in pebbles
  basket worth 2, barrow worth 4
}}

# Where pieces lie.
place heap holds pebble unlimited
place shop holds tool starts 2                              # two of each
each player {{
  place bag  holds pebble
  place yard holds tool
}}

var first: player                                           # who begins

phase gathering "Gathering" {{
  value found = 1 + my.yard.count                           # entries and expansions may change it
  turns from first {{
    gain found pebble
    may choose {{
      buy(t: tool) where shop[t] > 0 and my.bag >= t.worth {{
        pay t.worth pebble
        move 1 t from shop to my.yard
      }}
    }}
  }}
}}

play {{
  repeat 8 times {{
    play gathering
    set first = next(first)
  }}
}}

value score = my.bag + sum(t.worth for t in my.yard)
"""

EXPANSION = """\
# An expansion of {game_title}. It adds to the game; nothing of the game is copied.
#   rulewright check {file}
#   rulewright play {game} --expansion {file}

expansion {name} "{title}" for {game} {{
  # Everything may be declared here that a game may declare: kinds and entries, places, phases.
  # What the game has is refined: a value with a sign, an event with `on`, a step with `instead of`.
{samples}
  score += 1                                                # an example: everybody has one point more
}}
"""

VARIANT = """\
# A variant of {game_title}. It changes numbers and single rules of the game.
#   rulewright check {file}
#   rulewright play {game} --variant {file}

variant {name} "{title}" of {game} {{
  # `const NAME = N` gives a number of the game another value, `change KIND ENTRY {{ KEY N }}` a key.
{samples}
  players {low}..{high}                                     # an example: for how many players it is
}}
"""

ENTRY = """\
# An expansion of {game_title} with one more {kind_title}.
#   rulewright check {file}
#   rulewright play {game} --expansion {file}

expansion {name} "{title}" for {game} {{
  # The keys of a {kind_title}:
{keys}
  #
{active}
{samples}
{entries}
}}
"""


def start_game(name: str) -> str:
    """A whole small game.

    Raises:
        SourceError: the name can't be one.
    """
    _check_name(name)
    return format_source(GAME.format(name=name, title=_title(name)))


def start_addition(sort: str, name: str, game: str, file: str) -> str:
    """An expansion or a variant of a game.

    Raises:
        SourceError: the name can't be one, or there is no such game.
        RuleError: the game has errors.
    """
    _check_name(name)
    compiled = compile_game(game)
    players = head_of(game).players
    template = EXPANSION if sort == "expansion" else VARIANT
    text = template.format(
        name=name,
        title=_title(name),
        file=file,
        game=compiled.name,
        game_title=compiled.title,
        samples="\n".join(_samples(compiled, None)),
        low=players[0],
        high=players[-1],
    )
    return _checked(text, game, name)


def start_entry(kind_name: str, name: str, game: str, file: str) -> str:
    """An expansion with an entry of a kind.

    Raises:
        SourceError: the name can't be one, or there is no such game or kind.
        RuleError: the game has errors, or the name is taken in it.
    """
    _check_name(name)
    compiled = compile_game(game, players=head_of(game).players[-1])
    symbols = compiled.symbols
    kind = symbols.kinds.get(kind_name)
    if kind is None:
        advice = did_you_mean(kind_name, symbols.kinds) or f"there are: {', '.join(symbols.kinds)}"
        raise SourceError(f"`{compiled.name}` has no kind `{kind_name}` ({advice})")
    # A kind that takes over the entries of this one has keys for them, too.
    wider = [k for k in symbols.kinds.values() if k.name != kind.name and symbols.is_part(kind.name, k.name)]
    entries = [_entry(symbols, kind, name, ["score += 1"])]
    entries += [_entry(symbols, k, name, []) for k in wider if k.keys]
    text = ENTRY.format(
        name=name,
        title=_title(name),
        file=file,
        game=compiled.name,
        game_title=compiled.title,
        kind_title=kind.title,
        keys="\n".join(_key(key) for key in kind.keys.values()) or "  #   none",
        active=_active(kind),
        samples="\n".join(_samples(compiled, kind)),
        entries="\n".join(entries),
    )
    return _checked(text, game, name)


def kinds_of(game: str) -> list[str]:
    """The kinds that a game declares."""
    return list(compile_game(game).symbols.kinds)


def _check_name(name: str) -> None:
    if _NAME.fullmatch(name) is None:
        raise SourceError(f"`{name}` can't be a name: use small letters, digits and `_`, and begin with a letter")
    if name in RESERVED:
        raise SourceError(f"`{name}` has a meaning of its own in the language; choose another name")


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _key(key: KeyInfo) -> str:
    match key.type:
        case BoolType():
            meaning = "a word that is there or not"
        case TextType():
            meaning = "a text in quotes"
        case _:
            meaning = str(key.type)
    extra = ""
    if key.optional:
        extra = "; may be left out"
    elif key.default is not None:
        extra = f"; {key.default} if it is left out"
    return f"  #   {key.name}: {meaning}{extra}"


def _active(kind: KindInfo) -> str:
    if kind.active is None:
        return f"  # What a {kind.title} changes works for every player, always."
    return f"  # What a {kind.title} changes works for a player while `{' '.join(kind.active.span.text.split())}`."


def _samples(compiled: CompiledGame, kind: KindInfo | None) -> list[str]:
    """Refinements that entries of the game have, as comments; those of the kind first."""
    found: dict[str, str] = {}
    infos = sorted(compiled.symbols.refinements, key=lambda r: kind is None or r.entry.kind != kind.name)
    for info in infos:
        text = " ".join(info.decl.span.text.split())
        if len(text) <= _WIDEST:
            found.setdefault(text.split()[0], f"  #   {text}  ({info.entry.title})")
    lines = list(found.values())[:_MOST_SAMPLES]
    return ["  # What others change, for example:", *lines] if lines else []


def _entry(symbols: Symbols, kind: KindInfo, name: str, refinements: list[str]) -> str:
    model = kind.entries[-1]
    words = " ".join(filter(None, (_word(symbols, key, model) for key in kind.keys.values())))
    lines = "".join(f"    {line}\n" for line in refinements)
    return f'  {kind.name} {name} "{_title(name)}" {{ {words}\n{lines}  }}'


def _word(symbols: Symbols, key: KeyInfo, model: EntryInfo) -> str:
    """A key with the value that an entry of the game has."""
    value = model.values[key.name]
    match key.type:
        case BoolType():
            return key.name if value else ""
        case TextType():
            return f'{key.name} "{value}"'
        case KindType():
            if not isinstance(value, int) or value < 0:
                return ""
            return f"{key.name} {symbols.kinds[key.type.kind].entries[value].name}"
        case PhaseType():
            phase = next(p.name for p in symbols.phases.values() if p.index == value)
            return f"{key.name} {phase}"
        case _:
            return f"{key.name} {value}"


def _checked(text: str, game: str, name: str) -> str:
    """The formatted text, once it has been compiled with the game for every number of players."""
    formatted = format_source(re.sub(r"\n(?:[ \t]*\n)+(?=  )", "\n", text), f"{name}.rules")
    base = find_sources(game)
    sources = GameSources(base.home, base.files, (Addition(name, (SourceFile(f"{name}.rules", formatted),)),))
    for players in head_of(game).players:
        compile_game(sources, players=players)
    return formatted
