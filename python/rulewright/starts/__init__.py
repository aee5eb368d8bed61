"""Beginnings of rule files: a game, an expansion, a variant, or an entry of any kind that a game declares."""

from __future__ import annotations

import re

from rulewright.compiler import compile_game, head_of
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
from rulewright.starts.lists import (
    changed_number,
    comment_on,
    example_of,
    numbers_of,
    phase_for,
    samples_of,
    targets_of,
)
from rulewright.starts.templates import ENTRY, EXPANSION, GAME, VARIANT

_NAME = re.compile(r"[a-z_][a-z0-9_]*")


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
    template = EXPANSION if sort == "expansion" else VARIANT
    numbers = numbers_of(game) if sort == "variant" else []
    text = template.format(
        name=name,
        title=_title(name),
        file=file,
        game=compiled.name,
        game_title=compiled.title,
        samples="\n".join(samples_of(compiled, None)),
        targets="\n".join(targets_of(compiled.symbols)),
        numbers="\n".join(comment_on(numbers)),
        example=changed_number(numbers, head_of(game).players),
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
    phase = phase_for(symbols, kind, name, _title(name))
    example = [] if phase else [f"{example_of(compiled, kind)}  # an example"]
    entries = [_entry(symbols, kind, name, example, plays=name if phase else None)]
    entries += [_entry(symbols, k, name, []) for k in wider if k.keys]
    entries += [phase] if phase else []
    text = ENTRY.format(
        name=name,
        title=_title(name),
        file=file,
        game=compiled.name,
        game_title=compiled.title,
        kind_title=kind.title,
        keys="\n".join(_key(key) for key in kind.keys.values()) or "  #   none",
        active=_active(kind),
        samples="\n".join(samples_of(compiled, kind)),
        targets="\n".join(targets_of(symbols)),
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


def _entry(symbols: Symbols, kind: KindInfo, name: str, refinements: list[str], plays: str | None = None) -> str:
    """An entry like the first one of the game that changes something; `plays` is a phase of its own."""
    refined = {info.entry.name for info in symbols.refinements if info.entry.kind == kind.name}
    model = next((entry for entry in kind.entries if entry.name in refined), kind.entries[-1])
    words = " ".join(
        f"{key.name} {plays}" if plays and isinstance(key.type, PhaseType) else _word(symbols, key, model)
        for key in kind.keys.values()
    )
    head = f'  {kind.name} {name} "{_title(name)}" {{ {" ".join(words.split())}'
    lines = "".join(f"    {line}\n" for line in refinements)
    return f"{head}\n{lines}  }}" if lines else f"{head} }}"


def _word(symbols: Symbols, key: KeyInfo, model: EntryInfo) -> str:
    """A key with the value that an entry of the game has."""
    value = model.values[key.name]
    if key.default is not None and value == key.default:
        return ""
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
