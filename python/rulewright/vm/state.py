"""A position of a game, with the way it came.

The class is native and this one only adds what is for people, so that the methods of a search loop
(`legal_actions`, `apply_action`, `clone`, …) are reached without a step through Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rulewright._native import NativeState
from rulewright.on_demand import Later

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rulewright.vm import description as descriptions
    from rulewright.vm import position as positions
    from rulewright.vm import record as records
    from rulewright.vm import serial
    from rulewright.vm import text as texts
    from rulewright.vm.description import Description
    from rulewright.vm.explanation import Explanation
    from rulewright.vm.game import Game
    from rulewright.vm.position import Position
    from rulewright.vm.record import Record
    from rulewright.vm.text import Sheet
else:
    descriptions, positions = Later("rulewright.vm.description"), Later("rulewright.vm.position")
    records, serial = Later("rulewright.vm.record"), Later("rulewright.vm.serial")
    texts = Later("rulewright.vm.text")


class State(NativeState):
    """A position; `Game` makes them.

    Two states are equal if they are the same position of the same program, however they came there.
    """

    __slots__ = ()

    @property
    def game(self) -> Game:
        """The game it belongs to."""
        return cast("Game", super().game)

    @property
    def _description(self) -> Description:
        return self.game.description

    def action_info(self, action: int) -> dict[str, object]:
        """What an action is: its decision, its name and the values of its parameters.

        At a chance point it is an outcome: the dict names the chance point and the outcome.
        """
        sort, number = self.stop()
        if sort == "chance":
            return {"chance": self._description.chances[number].name, "outcome": action}
        return self.game.action_info(action)

    def explain(self, action: int | str, player: int | None = None) -> Explanation:
        """Why an action, legal or not, can be taken or can't: the rule lines that decide, and their values.

        It is about the player whose turn it is, unless `player` is given.

        Raises:
            InvalidAction: there is no such action, nor could there be with other players.
            RulewrightError: the game was made from a program, without its rule files.
        """
        return self.game.explainer.explain(self, action, player)

    def to_dict(self) -> Position:
        """The whole position, named as the rules name it; `rulewright.vm.position` has the form."""
        return positions.position_to_dict(self._description, self.to_bytes())

    def to_record(self) -> Record:
        """The game so far, to be played again."""
        return records.record_of(self)

    def serialize(self) -> str:
        """The position as one line of text; the way it came is not in it (`to_record` keeps that)."""
        return serial.serialized(self)

    def observation_string(self, player: int) -> str:
        """What a player sees now, as a text; equal exactly if he cannot tell two positions apart."""
        self.redacted_bytes(player)  # refuses a seat that does not exist
        sheet = texts.sheet_of(self._description, self.to_bytes(), player)
        return f"Seen from seat {player}.\n{texts.render(sheet, with_control=True)}"

    def table_string(self, player: int) -> str:
        """The table as a player sees it, for people: as `str()`, without what is hidden from him."""
        self.redacted_bytes(player)  # refuses a seat that does not exist
        return texts.render(texts.sheet_of(self._description, self.to_bytes(), player))

    def information_state_string(self, player: int) -> str:
        """What a player knows if he forgets nothing: what he sees now and what he saw happen.

        His own actions stand there by name. Of the actions of others and of chance only what changed
        before his eyes: a program does not say which choices are made in secret.
        """
        now = self.observation_string(player)
        return "\n".join([now, "", *self._story(player)]).rstrip()

    def resample(self, player: int, seed: int) -> State:
        """Another position that the player can't tell from this one.

        What he sees stays, and so does what he remembers: a piece that he saw go into a hidden pile lies
        there until the pile is drawn from. All other pieces that he can't see are dealt anew, every deal that
        fits to all that he saw being equally likely, whatever the others may have thought; each part of a place
        keeps its number. The random generator is another one too. He knows the same past, nobody else knows
        any, and the true one is not in it: there is no record of it and nothing to take back.

        Raises:
            RulewrightError: there is no such player, or no such position is found.
        """
        self.redacted_bytes(player)  # refuses a seat that does not exist
        other = self.clone()
        other.resample_in_place(player, seed, self._story(player))
        return other

    def _story(self, player: int) -> list[str]:
        """What a player saw of every step; each step is put into words once, whatever is asked for."""
        known = self.known_lines(player)
        seen = self.seen_lines(player)
        if None in seen:
            told = list(self._put_into_words(player, seen, len(known)))
            self.tell_lines(player, told)
            for step, line in told:
                seen[step] = line
        return known + [line for line in seen if line is not None]

    def _put_into_words(self, player: int, seen: list[str | None], before: int) -> Iterator[tuple[int, str]]:
        description = self._description
        path = self.path()
        blocks = [block for _, block in path] + [self.to_bytes()]
        last: tuple[int, Sheet] | None = None
        for step, (action, block) in enumerate(path):
            if seen[step] is not None:
                continue
            old = last[1] if last and last[0] == step else texts.sheet_of(description, block, player)
            new = texts.sheet_of(description, blocks[step + 1], player)
            last = (step + 1, new)
            _, _, sort = descriptions.HEADER.unpack_from(block)
            is_own = descriptions.STOPS[sort] == "decision" and description.actor.read(block)[0] == player
            own = f" you took {self.game.action_to_string(action)};" if is_own else ""
            words = [*texts.changes(old, new), *texts.passing(description, self.moves_of_step(step), player)]
            yield step, f"{before + step}.{own} {'; '.join(words) or 'nothing to be seen'}"

    def __str__(self) -> str:
        return texts.render(texts.sheet_of(self._description, self.to_bytes()))

    def __repr__(self) -> str:
        sort, number = self.stop()
        where = f"{sort} {self._description.stop_label(sort, number)}".rstrip()
        return f"<State of {self.game.name}: {where}, {self.history_len()} actions taken>"

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, object]) -> State:
        del memo
        return self.clone()

    def __reduce__(self) -> tuple[Callable[[str], State], tuple[str]]:
        return self.game.deserialize, (self.serialize(),)
