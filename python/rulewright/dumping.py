"""Any stage of the compiler as text, for people who look at what it makes of their rules."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from rulewright._native import Program
from rulewright.compiler import CompiledGame, compile_game
from rulewright.diagnostics.source import Span

STAGES = ("ast", "symbols", "model", "woven", "ir", "binary", "layout", "description")


def dump_stage(
    game: str | Path,
    stage: str,
    *,
    players: int | None = None,
    expansions: Sequence[str | Path] = (),
    variants: Sequence[str | Path] = (),
    options: Mapping[str, object] | None = None,
) -> str | bytes:
    """What one stage makes of a game; ``binary`` is bytes, everything else text.

    Raises:
        ValueError: there is no such stage.
        RuleError: the rules have errors.
        SourceError: a file, a player number or an option that can't be used.
    """
    if stage not in STAGES:
        raise ValueError(f"no stage is called `{stage}` (there are: {', '.join(STAGES)})")
    compiled = compile_game(game, players=players, expansions=expansions, variants=variants, options=options)
    match stage:
        case "ir":
            return compiled.program_text
        case "binary":
            return Program.from_text(compiled.program_text).to_bytes()
        case "layout":
            return _layout(compiled)
        case "description":
            return _listing(Program.from_text(compiled.program_text).description())
    trees: dict[str, object] = {
        "ast": {layer.name: layer.declarations for layer in compiled.layers},
        "symbols": compiled.symbols,
        "model": compiled.model,
        "woven": compiled.woven,
    }
    return _listing(trees[stage])


def _layout(compiled: CompiledGame) -> str:
    described = Program.from_text(compiled.program_text).description()
    lines = [f"{'offset':>6} {'cells':>5} width  range           slot"]
    for slot in described["slots"]:
        bounds = f"{slot['low']}..{slot['high']}"
        offset = "-" if slot["unlimited"] else slot["offset"]
        lines.append(f"{offset:>6} {slot['cells']:>5} {slot['width']:<6} {bounds:<15} {slot['name']}")
    return "\n".join(lines) + "\n"


def _listing(value: object) -> str:
    return "\n".join(_lines(value, 0)) + "\n"


def _lines(value: object, depth: int) -> Iterator[str]:
    """A tree with one thing on a line; places in files are shown as `file:line:column`."""
    pad = "  " * depth
    if isinstance(value, Span):
        yield f"{pad}{value}"
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        yield f"{pad}{type(value).__name__}"
        for field in dataclasses.fields(value):
            yield from _entry(field.name, getattr(value, field.name), depth + 1)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _entry(str(key), item, depth)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _lines(item, depth)
    else:
        yield f"{pad}{value!r}"


def _entry(name: str, value: object, depth: int) -> Iterator[str]:
    pad = "  " * depth
    if value is None or isinstance(value, (str, int, float, bool, Span)):
        shown = str(value) if isinstance(value, Span) else repr(value)
        yield f"{pad}{name}: {shown}"
    elif isinstance(value, (list, tuple)) and not value:
        yield f"{pad}{name}: none"
    else:
        yield f"{pad}{name}:"
        yield from _lines(value, depth + 1)
