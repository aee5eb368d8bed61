"""Records: a game as its rules, its seed and its actions, and how it is played again.

In JSON a record is an object with the fields of `Record` and `"rulewright": 1`, the version of the
form. It replays exactly, or the error names the first move that does not fit.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.vm.errors import InvalidRecord, InvalidState, RulewrightError

if TYPE_CHECKING:
    from rulewright.vm.game import Game
    from rulewright.vm.state import State

VERSION = 1


@dataclass(frozen=True, slots=True)
class Record:
    """A game that can be played again.

    `action_texts` are for people and to find out where other rules lead elsewhere; they may be empty.
    With `explicit_chance` the outcomes of chance stand among the actions. `start` is the position
    that the game began with, if it was set up by hand.
    """

    game: str
    players: int
    rules_hash: str
    seed: int
    actions: tuple[int, ...]
    action_texts: tuple[str, ...] = ()
    expansions: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    options: Mapping[str, object] = field(default_factory=dict)
    explicit_chance: bool = False
    start: Mapping[str, object] | None = None

    def to_dict(self) -> dict[str, object]:
        """The record as plain data for JSON."""
        data: dict[str, object] = {
            "rulewright": VERSION,
            "game": self.game,
            "players": self.players,
            "expansions": list(self.expansions),
            "variants": list(self.variants),
            "options": dict(self.options),
            "rules_hash": self.rules_hash,
            "seed": self.seed,
            "actions": list(self.actions),
            "action_texts": list(self.action_texts),
        }
        if self.explicit_chance:
            data["explicit_chance"] = True
        if self.start is not None:
            data["start"] = dict(self.start)
        return data

    def to_json(self) -> str:
        """The record as JSON."""
        return json.dumps(self.to_dict())

    @classmethod
    def from_dict(cls, data: object) -> "Record":
        """The record in plain data.

        Raises:
            InvalidRecord: it is none.
        """
        if not isinstance(data, Mapping):
            raise InvalidRecord("a record is a JSON object")
        if data.get("rulewright") != VERSION:
            raise InvalidRecord(f'a record has "rulewright": {VERSION}, not {data.get("rulewright")!r}')
        form = _Form(data)
        texts = form.strings("action_texts")
        actions = form.numbers("actions")
        if texts and len(texts) != len(actions):
            raise InvalidRecord(f"the record has {len(actions)} actions and {len(texts)} texts for them")
        start = data.get("start")
        if start is not None and not isinstance(start, Mapping):
            raise InvalidRecord(f"`start` must be a position, not {start!r}")
        return cls(
            game=form.string("game"),
            players=form.number("players"),
            rules_hash=form.string("rules_hash"),
            seed=form.number("seed"),
            actions=actions,
            action_texts=texts,
            expansions=form.strings("expansions"),
            variants=form.strings("variants"),
            options=form.mapping("options"),
            explicit_chance=form.flag("explicit_chance"),
            start=start,
        )

    @classmethod
    def from_json(cls, text: str) -> "Record":
        """The record in a JSON text.

        Raises:
            InvalidRecord: it is none.
        """
        try:
            data = json.loads(text)
        except (json.JSONDecodeError, RecursionError) as error:
            raise InvalidRecord(f"the record is not JSON: {error}") from None
        return cls.from_dict(data)


@dataclass(frozen=True, slots=True)
class _Form:
    """Reads the fields of a record, each with its type."""

    data: Mapping[str, object]

    def string(self, key: str) -> str:
        value = self.data.get(key)
        if not isinstance(value, str):
            raise InvalidRecord(f"`{key}` must be a text, not {value!r}")
        return value

    def number(self, key: str) -> int:
        value = self.data.get(key)
        if not isinstance(value, int) or isinstance(value, bool):
            raise InvalidRecord(f"`{key}` must be a number, not {value!r}")
        return value

    def flag(self, key: str) -> bool:
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            raise InvalidRecord(f"`{key}` must be true or false, not {value!r}")
        return value

    def numbers(self, key: str) -> tuple[int, ...]:
        items = []
        for item in self._items(key):
            if not isinstance(item, int) or isinstance(item, bool):
                raise InvalidRecord(f"`{key}` must hold numbers, not {item!r}")
            items.append(item)
        return tuple(items)

    def strings(self, key: str) -> tuple[str, ...]:
        items = []
        for item in self._items(key) if key in self.data else ():
            if not isinstance(item, str):
                raise InvalidRecord(f"`{key}` must hold texts, not {item!r}")
            items.append(item)
        return tuple(items)

    def _items(self, key: str) -> Sequence[object]:
        value = self.data.get(key)
        if not isinstance(value, list | tuple):
            raise InvalidRecord(f"`{key}` must be a list, not {value!r}")
        return value

    def mapping(self, key: str) -> Mapping[str, object]:
        value = self.data.get(key, {})
        if not isinstance(value, Mapping):
            raise InvalidRecord(f"`{key}` must be an object, not {value!r}")
        return dict(value)


def record_of(state: "State") -> Record:
    """The record of the game that led to a state."""
    if state.resampled_for is not None:
        raise InvalidState(
            f"the position was resampled for seat {state.resampled_for}, so no game led to it and it has no "
            "record; take the record of the state that it was made from"
        )
    game = state.game
    actions = []
    texts = []
    past = state.clone()
    # Backwards, because the text of an outcome depends on the position before it.
    while past.history_len():
        action = past.undo_action()
        actions.append(action)
        texts.append(past.action_to_string(action))
    return Record(
        game=game.name,
        players=game.num_players,
        rules_hash=game.rules_hash,
        seed=0 if state.seed is None else state.seed,
        actions=tuple(reversed(actions)),
        action_texts=tuple(reversed(texts)),
        expansions=game.expansions,
        variants=game.variants,
        options=dict(game.options),
        explicit_chance=state.explicit_chance,
        start=past.to_dict() if state.seed is None else None,
    )


def as_record(record: "Record | Mapping[str, object] | str") -> Record:
    """A record, whichever way it is given: as it is, as plain data, or as JSON.

    Raises:
        InvalidRecord: it is none.
    """
    if isinstance(record, str):
        return Record.from_json(record)
    return record if isinstance(record, Record) else Record.from_dict(record)


def replay(record: "Record | Mapping[str, object] | str", game: "Game") -> "State":
    """Play a record again and return the last position.

    A record of other rules is tried all the same: it fits as long as every action is legal and is
    called as it was.

    Raises:
        InvalidRecord: says which move does not fit and why.
    """
    record = as_record(record)
    if record.game != game.name:
        raise InvalidRecord(f"the record is of `{record.game}`, not of `{game.name}`")
    if record.players != game.num_players:
        raise InvalidRecord(f"the record is of a game of {record.players} players, not {game.num_players}")
    remark = "" if record.rules_hash == game.rules_hash else "; the rules have changed since it was recorded"
    try:
        state = _start(record, game)
    except RulewrightError as error:
        raise InvalidRecord(f"the game does not start: {error}{remark}") from error
    for move, action in enumerate(record.actions):
        try:
            text = state.action_to_string(action)
        except RulewrightError as error:
            raise InvalidRecord(f"move {move}: {error}{remark}", move) from error
        if record.action_texts and record.action_texts[move] != text:
            was = record.action_texts[move]
            raise InvalidRecord(f"move {move}: action {action} was `{was}` and is now `{text}`{remark}", move)
        try:
            state.apply_action(action)
        except RulewrightError as error:
            raise InvalidRecord(f"move {move}: {error}{remark}", move) from error
    return state


def _start(record: Record, game: "Game") -> "State":
    if record.start is not None:
        return game.state_from_dict(record.start, explicit_chance=record.explicit_chance)
    return game.new_initial_state(record.seed, explicit_chance=record.explicit_chance)
