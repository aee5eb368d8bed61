"""Why an action can be taken or not: the cases, from the end of the game down to a single condition."""

from __future__ import annotations

from rulewright.compiler import CompiledGame
from rulewright.explaining.absent import absent_entry
from rulewright.explaining.actions import Answer, find
from rulewright.explaining.evaluator import Cells, Evaluator, Unknown
from rulewright.explaining.homes import Homes
from rulewright.explaining.legality import Legality
from rulewright.explaining.reasons import Reasoner, conjuncts, is_settled, place_of
from rulewright.explaining.switches import Reach, with_switches
from rulewright.explaining.words import Words
from rulewright.semantics import model as m
from rulewright.semantics.walk import locals_in
from rulewright.translate.layout import Slot
from rulewright.vm.errors import InvalidAction
from rulewright.vm.explanation import Explanation, Reason
from rulewright.vm.state import State

_UNNAMED = ".choice"
"""How the names of decisions end that have none in the rules."""
_MOST_NAMED = 3
"""So many actions are named where a number of them is the reason."""


class RuleExplainer:
    """Explains actions of one game, from the rules it was compiled from."""

    def __init__(self, compiled: CompiledGame) -> None:
        self.compiled = compiled
        self.game = compiled.woven
        self.sites = compiled.translation.sites
        self.reach = Reach(self.game)
        self.homes = Homes(self.game)

    def explain(self, state: State, action: int | str, player: int | None = None) -> Explanation:
        """Why an action can be taken or not; ``player``: by this player, and not by whose turn it is.

        Raises:
            InvalidAction: there is no such action, nor could there be with other players.
        """
        if player is not None:
            state.redacted_bytes(player)  # refuses a seat that does not exist
        sort, number = state.stop()
        if sort == "chance":
            return _outcome(state, action)
        if isinstance(action, str):
            text = action
            try:
                action = state.string_to_action(text)
            except InvalidAction:
                reason = absent_entry(self.compiled, text)
                if reason is None:
                    raise
                return Explanation(None, text, False, player, (reason,))
        name = state.game.action_to_string(action)
        if sort == "over":
            return Explanation(action, name, False, player, (Reason(False, "the game is over"),))
        return _Asked(self, state, number, player).explain(find(self.sites, action), name)


class _Asked:
    """A decision that is being asked, at one position."""

    def __init__(self, explainer: RuleExplainer, state: State, decision: int, player: int | None) -> None:
        self.state = state
        self.decision = decision
        self.sites = explainer.sites
        self.game = explainer.game
        self.reach = explainer.reach
        self.homes = explainer.homes
        self.turn = state.current_player()
        self.me = self.turn if player is None else player
        cells = Cells(state.game.description, state.to_bytes())
        self.evaluator = Evaluator(self.game, explainer.compiled.translation.layout, cells)
        self.rules = Legality(self.sites, self.evaluator, self.me)

    def explain(self, answer: Answer, name: str) -> Explanation:
        """Every reason in turn: whose turn it is, what is asked, then the conditions."""
        reasons: list[Reason] = []
        if self.me != self.turn:
            reasons.append(Reason(False, f"it is the turn of seat {self.turn}, not of seat {self.me}"))
        if answer.decision != self.decision:
            reasons.append(self._other_decision(answer))
            reasons += self._not_working(answer)
        if not reasons:
            try:
                reasons += [*self._working(answer), *self._own(answer)]
                legal = self.rules.is_legal(answer)
            except Unknown as unknown:
                reasons.append(Reason(False, f"the rules have no answer at this position: {unknown}"))
                legal = False
        else:
            reasons += self._if_asked(answer)
            legal = False
        return Explanation(answer.number, name, legal, self.me, tuple(reasons))

    # ---- what is asked ----

    def _other_decision(self, answer: Answer) -> Reason:
        asked, wanted = (self.sites[d].choose for d in (self.decision, answer.decision))
        text = (
            f"seat {self.turn} is asked {_question(asked)} now ({place_of(asked.span)}), "
            f"and this is an answer to {_question(wanted)}"
        )
        return Reason(False, text, "", place_of(wanted.span))

    def _working(self, answer: Answer) -> list[Reason]:
        """The entry that asks this."""
        home = self.homes.of(self.sites[answer.decision].choose)
        if home is None:
            return []
        guard = [r for r in self._guard(home, answer) if r.holds]
        return [Reason(True, f"{home.entry.title} asks this", "", place_of(home.span), (), tuple(guard))]

    def _not_working(self, answer: Answer) -> list[Reason]:
        """Why an entry that asks something does not ask it now."""
        home = self.homes.of(self.sites[answer.decision].choose)
        failing = [] if home is None else [r for r in self._guard(home, answer) if r.holds is False]
        if home is None or not failing:
            return []
        text = f"{home.entry.title} does not work for seat {self.me}"
        return [Reason(False, text, "", place_of(home.span), (), tuple(failing))]

    def _guard(self, home: m.Handler, answer: Answer) -> list[Reason]:
        """The conditions of an entry that depend on nothing but the position."""
        frame = self.rules.frame(answer.decision)
        bare = [part for part in conjuncts(home.guard) if not any(True for _ in locals_in(part))]
        return [self._reasoner(answer).reason(part, frame) for part in bare if not is_settled(part)]

    def _if_asked(self, answer: Answer) -> list[Reason]:
        """What the answer would be worth if it were asked for now; only where nothing else is needed to tell."""
        site = self.sites[answer.decision]
        asked = self.sites[self.decision]
        if site.choose.phase is None or site.choose.phase != asked.choose.phase:
            return []
        if any(isinstance(home, Slot) for home in site.locals.values()):
            return []
        try:
            possible = self.rules.legal(answer.decision)
            own = [r for r in self._own(answer) if r.holds is False]
        except Unknown:
            return []
        found: list[Reason] = []
        if own:
            found.append(Reason(False, f"asked now, seat {self.me} could not do it", because=tuple(own)))
        if len(possible) == 1:
            only = self.state.game.action_to_string(possible[0].number)
            found.append(Reason(False, f"asked now, seat {self.me} could only answer {only}: that is taken unasked"))
        return found

    # ---- the conditions of the action itself ----

    def _reasoner(self, answer: Answer) -> Reasoner:
        return Reasoner(self.evaluator, Words(self.game, self.sites[answer.decision].choose.phase))

    def _own(self, answer: Answer) -> list[Reason]:
        if answer.item is None:
            return [self._passing(answer)]
        reasoner = self._reasoner(answer)
        frame = self.rules.inside(answer)
        option = answer.item.option
        place = place_of(option.span)
        if not self.rules.is_about(answer.item, answer, frame):
            return [self._another(answer, place)]
        if option.where is None:
            reasons = [Reason(True, "it has no condition", "", place)]
        else:
            reasons = [
                with_switches(reasoner.reason(part, frame), part, option.where, frame, reasoner, self.reach)
                for part in conjuncts(option.where)
            ]
        if all(r.holds for r in reasons):
            earlier = self.rules.first_alike(answer)
            if earlier is not None:
                reasons.append(self._alike(answer, earlier, place))
        return reasons

    def _another(self, answer: Answer, place: str | None) -> Reason:
        """A parameter that is not chosen has another value here."""
        assert answer.item is not None
        words = Words(self.game, None)
        frame = self.rules.inside(answer)
        now = [
            words.said(self.evaluator.value(param.fixed, frame), param.local.type)
            for param in answer.item.option.params
            if param.fixed is not None
        ]
        return Reason(False, f"the question is about {' and '.join(now)}", "", place)

    def _alike(self, answer: Answer, earlier: Answer, place: str | None) -> Reason:
        assert answer.item is not None
        words = Words(self.game, self.sites[answer.decision].choose.phase)
        frame = self.rules.inside(answer)
        shown = [
            f"{words.show(e, frame)} is {words.said(self.evaluator.value(e, frame), e.type)}"
            for e in answer.item.option.alike
        ]
        other = self.state.game.action_to_string(earlier.number)
        text = f"{other} is the same, and stands for both: in each, {' and '.join(shown)}"
        return Reason(False, text, "", place)

    def _passing(self, answer: Answer) -> Reason:
        site = self.sites[answer.decision]
        place = place_of(site.choose.span)
        forced = any(item.option.forced for item in site.options)
        if not forced:
            return Reason(True, "this choice may be declined", "", place)
        forcing = self.rules.forcing(answer.decision, _MOST_NAMED + 1)
        if forcing:
            names = ", ".join(self._name(a) for a in forcing[:_MOST_NAMED])
            more = " and more" if len(forcing) > _MOST_NAMED else ""
            return Reason(False, f"one of these must be taken: {names}{more}", "", place)
        free = [a for a in self.rules.legal(answer.decision) if a.item is not None]
        text = "nothing that must be chosen is possible"
        if free:
            names = ", ".join(self._name(a) for a in free[:_MOST_NAMED])
            text += f"; {names} can be taken, and never must"
        return Reason(True, text, "", place)

    def _name(self, answer: Answer) -> str:
        return self.state.game.action_to_string(answer.number)


def _question(choose: m.Choose) -> str:
    """What a decision is called: its name, or its first options if the rules gave it none."""
    if not choose.name.endswith(_UNNAMED):
        return f"`{choose.name}`"
    names = [f"`{option.name}`" for option in choose.options if not option.name.endswith(".pass")]
    return (
        f"{', '.join(names[:_MOST_NAMED])} …" if len(names) > _MOST_NAMED else " or ".join(names) or f"`{choose.name}`"
    )


def _outcome(state: State, action: int | str) -> Explanation:
    """At a chance point numbers are outcomes."""
    _, number = state.stop()
    point = state.game.description.chances[number]
    chances = dict(state.chance_outcomes())
    text = f"chance decides `{point.name}`"
    place = None if point.place is None else ":".join(point.place.split(":")[:2])
    if isinstance(action, str):
        reason = Reason(False, f"{text} now, and no player is asked", "", place)
        return Explanation(None, action, False, None, (reason,))
    legal = action in chances
    if legal:
        said = f"{text}: this outcome has the probability {chances[action]:.4g}"
    else:
        said = f"{text}, and this outcome is not possible" if 0 <= action < point.outcomes else f"{text}, not a player"
    name = f"outcome {action}"
    return Explanation(action, name, legal, None, (Reason(legal, said, "", place),))
