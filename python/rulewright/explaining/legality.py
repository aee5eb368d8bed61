"""Whether an action of a decision is legal at a position, by the rules alone."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.explaining.actions import Answer, answers
from rulewright.explaining.evaluator import Evaluator, Frame, Unknown
from rulewright.explaining.reasons import conjuncts
from rulewright.semantics import model as m
from rulewright.translate.decisions import NumberedOption, Site


class Legality:
    """The decisions of a program at one position, for one player."""

    def __init__(self, sites: Sequence[Site], evaluator: Evaluator, me: int) -> None:
        self.sites = sites
        self.evaluator = evaluator
        self.me = me

    def frame(self, decision: int) -> Frame:
        """What is known inside of a decision's choice."""
        known: dict[m.Local, int] = {}
        for local, home in self.sites[decision].locals.items():
            known[local] = home if isinstance(home, int) else self.evaluator.cells.of(home)[0]
        return Frame(self.me, known)

    def inside(self, answer: Answer) -> Frame:
        """The same with the parameters of an action."""
        return self.frame(answer.decision).with_values(answer.locals())

    def is_legal(self, answer: Answer) -> bool:
        """Whether the action could be taken if its decision were asked.

        Raises:
            Unknown: the rules have no answer here.
        """
        item = answer.item
        if item is None:
            return not self.forcing(answer.decision, 1)
        frame = self.inside(answer)
        return self.is_about(item, answer, frame) and self.fits(item, frame) and self.first_alike(answer) is None

    def fits(self, item: NumberedOption, frame: Frame) -> bool:
        """Whether all conditions of an option hold. One that fails is enough, whatever is unknown."""
        unknown: Unknown | None = None
        for part in conjuncts(item.option.where):
            try:
                if not self.evaluator.holds(part, frame):
                    return False
            except Unknown as error:
                unknown = error
        if unknown is not None:
            raise unknown
        return True

    def is_about(self, item: NumberedOption, answer: Answer, frame: Frame) -> bool:
        """Whether the parameters that are not chosen have the values that they have here."""
        return all(
            param.fixed is None or self.evaluator.value(param.fixed, frame) == value
            for param, value in zip(item.option.params, answer.values, strict=True)
        )

    def first_alike(self, answer: Answer) -> Answer | None:
        """An earlier action that is legal and like this one in all that ``alike`` names."""
        item = answer.item
        if item is None or not item.option.alike:
            return None
        position = next(i for i, p in enumerate(item.option.params) if p.fixed is None)
        frame = self.inside(answer)
        mine = [self.evaluator.value(e, frame) for e in item.option.alike]
        for earlier in answers(self.sites, answer.decision):
            if earlier.item is not item or earlier.values[position] >= answer.values[position]:
                continue
            there = self.inside(earlier)
            if not self.is_about(item, earlier, there) or not self.fits(item, there):
                continue
            if [self.evaluator.value(e, there) for e in item.option.alike] == mine:
                return earlier
        return None

    def forcing(self, decision: int, most: int) -> list[Answer]:
        """Up to so many legal actions that make passing impossible."""
        found: list[Answer] = []
        for answer in answers(self.sites, decision):
            if answer.item is not None and answer.item.option.forced and self.is_legal(answer):
                found.append(answer)
                if len(found) == most:
                    break
        return found

    def legal(self, decision: int) -> list[Answer]:
        """All that could be answered if the decision were asked."""
        return [answer for answer in answers(self.sites, decision) if self.is_legal(answer)]
