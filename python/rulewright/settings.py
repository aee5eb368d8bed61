"""What is settled before a game is compiled: how many players, and the values of its options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.suggest import did_you_mean
from rulewright.parse import ast
from rulewright.resolve import Layer
from rulewright.sources import SourceError


@dataclass(frozen=True, slots=True)
class GameHead:
    """What a game says about itself before anything else."""

    name: str
    title: str
    players: range

    def check_players(self, wanted: int | None) -> int:
        """The number of players to compile for.

        Raises:
            SourceError: the game does not have that number.
        """
        if wanted is None:
            return self.players[0]
        if wanted not in self.players:
            first, last = self.players[0], self.players[-1]
            numbers = f"{first} to {last}" if first < last else str(first)
            raise SourceError(f"{self.title} is for {numbers} players, not for {wanted}")
        return wanted


def read_head(layers: Sequence[Layer], sink: Sink) -> GameHead:
    """The ``game`` declaration; a missing or senseless one is reported."""
    games = [d for layer in layers for d in layer.declarations if isinstance(d, ast.Game)]
    if not games:
        first = next((d for layer in layers for d in layer.declarations), None)
        if first is None:
            raise SourceError("the rule files are empty")
        name = first.span.source.name
        sink.error(
            "E0209",
            first.span,
            "no file declares the game",
            label="which game is this, or which one does it add to?",
            help=f"if it adds to a game: `rulewright check GAME --expansion {name}`, or put it into"
            f" `expansion {name.partition('.')[0]} for GAME {{ … }}`; if it is one:"
            ' `game NAME "Title" { players 2..4 }`',
        )
        return GameHead("", "", range(1, 2))
    game = games[-1]
    title = game.title.text if game.title else game.name.text
    inherited = [g.players for g in games if g.players is not None]
    changed = [d.range for layer in layers for d in layer.declarations if isinstance(d, ast.Players)]
    bounds = [*inherited, *changed][-1] if inherited or changed else None
    if bounds is None:
        sink.error(
            "E0209",
            game.name.span,
            "the game has no number of players",
            label="missing",
            help="write `players 2..4` in its braces",
        )
        return GameHead(game.name.text, title, range(1, 2))
    low, high = bounds.low, bounds.high
    if not isinstance(low, int) or not isinstance(high, int) or not 1 <= low <= high <= 16:
        sink.error(
            "E0215",
            bounds.span,
            "a game is for 1 to 16 players",
            label="not such a range",
            help="write the smallest and the largest number, as in `players 2..4`",
        )
        return GameHead(game.name.text, title, range(1, 2))
    return GameHead(game.name.text, title, range(low, high + 1))


def read_options(
    layers: Sequence[Layer], given: Mapping[str, object], players: int
) -> dict[str, int | tuple[str, ...]]:
    """Values for the options that the rules declare.

    Raises:
        SourceError: an option that does not exist, or a value that it can't have.
    """
    declared = {d.name.text: d for layer in layers for d in layer.declarations if isinstance(d, ast.Option)}
    values: dict[str, int | tuple[str, ...]] = {}
    for name, value in given.items():
        option = declared.get(name)
        if option is None:
            advice = did_you_mean(name, declared) or (
                f"there are: {', '.join(declared)}" if declared else "it has none"
            )
            raise SourceError(f"the game has no option `{name}` ({advice})")
        chosen = _option_value(name, option, value, players)
        if isinstance(chosen, tuple):
            _check_entries(name, option, chosen, layers)
        values[name] = chosen
    return values


def _check_entries(name: str, option: ast.Option, chosen: tuple[str, ...], layers: Sequence[Layer]) -> None:
    assert isinstance(option.type, ast.Name)
    kind = option.type.text
    known: list[str] = []
    for declaration in (d for layer in layers for d in layer.declarations):
        if isinstance(declaration, ast.Kind) and declaration.name.text == kind:
            known += [e.name.text for e in declaration.entries]
        elif isinstance(declaration, ast.Entry) and declaration.kind is not None and declaration.kind.text == kind:
            known.append(declaration.name.text)
    known = list(dict.fromkeys(known))  # one that an edition changes is declared again
    for entry in chosen:
        if entry not in known:
            advice = did_you_mean(entry, known) or f"there are: {', '.join(known)}"
            raise SourceError(f"option `{name}`: there is no {kind} `{entry}` ({advice})")


def _option_value(name: str, option: ast.Option, value: object, players: int) -> int | tuple[str, ...]:
    if option.many:
        if isinstance(value, str) or not isinstance(value, Iterable) or not all(isinstance(v, str) for v in value):
            raise SourceError(f"option `{name}` needs a list of names, not {value!r}")
        return tuple(value)
    if isinstance(value, bool) and isinstance(option.type, ast.Name) and option.type.text == "bool":
        return int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise SourceError(f"option `{name}` needs a number, not {value!r}")
    low, high = 0, players - 1
    if isinstance(option.type, ast.Range):
        low = option.type.low if isinstance(option.type.low, int) else 0
        high = option.type.high if isinstance(option.type.high, int) else low
    elif option.type.text != "player":
        raise SourceError(f"option `{name}` can't be set from outside: it is a {option.type.text}")
    if not low <= value <= high:
        raise SourceError(f"option `{name}` goes from {low} to {high}, not {value}")
    return value
