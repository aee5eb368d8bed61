"""What an entry changes, in sentences: the text of the rule file, or one made from its refinements."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.parse import ast
from rulewright.resolve.symbols import EntryInfo, MemberInfo, RefinementInfo
from rulewright.resolve.texts import actions_in
from rulewright.rulebook import english
from rulewright.rulebook.document import Item, flat
from rulewright.rulebook.glossary import Glossary, Scope, Thing
from rulewright.rulebook.phrases import Phrases
from rulewright.rulebook.steps import Steps

_CHANGED = {"*=": "is multiplied by", "=": "is", "min=": "is at most", "max=": "is at least"}
_SCORE = "score"


class Effects:
    """Puts refinements into words."""

    def __init__(self, glossary: Glossary, phrases: Phrases, steps: Steps) -> None:
        self.glossary = glossary
        self.phrases = phrases
        self.steps = steps

    def of_entry(self, entry: EntryInfo) -> str:
        """All that an entry does, and the names of the actions that it brings."""
        own = [i for i in self.glossary.symbols.refinements if i.entry.kind and i.entry.name == entry.name]
        text = self.glossary.entry_text(entry)
        if text is None:
            return flat(tuple(self.item(info) for info in own))
        names = dict.fromkeys(english.spaced(name) for info in own for name, _ in actions_in(info.decl))
        if not names:
            return text
        return f"{text} ({'Action' if len(names) == 1 else 'Actions'}: {', '.join(names)}.)"

    def item(self, info: RefinementInfo) -> Item:
        """One refinement."""
        decl = info.decl
        phase = info.target.phase if isinstance(info.target, MemberInfo) else info.target[0]
        front = f"{self.glossary.phase(self.glossary.symbols.phases[phase])}: " if phase else ""
        match decl:
            case ast.RefineValue():
                text = self._value(info, decl)
                children: tuple[Item, ...] = ()
            case ast.OnEvent():
                scope, args = self._given(info, decl.params)
                assert isinstance(info.target, MemberInfo)
                text = f"when {self.steps.event(info.target, args)}{self._when(decl.when, scope)}:"
                children = self.steps.block(decl.body, scope, info.entry.name)
            case ast.InsteadOf():
                scope, args = self._given(info, decl.params)
                assert isinstance(info.target, MemberInfo)
                text = f"instead of “{self.steps.step(info.target, args)}”{self._when(decl.when, scope)}:"
                children = self.steps.block(decl.body, scope, info.entry.name)
            case ast.AddOption():
                often = " once in the phase" if decl.once else ""
                text = f"one more option{often}{', which you need not take' if decl.never_forced else ''}:"
                children = tuple(self.steps.option(o, Scope(), info.entry.name) for o in decl.options)
            case _:
                raise AssertionError(decl)
        anytime = " Also while it is not in use." if decl.anytime and info.entry.kind else ""
        return Item(english.sentence(front + text) + anytime, children)

    def _given(self, info: RefinementInfo, params: Sequence[ast.Param]) -> tuple[Scope, list[str]]:
        """The scope of a refinement, and what its target's parameters are called in it."""
        assert isinstance(info.target, MemberInfo)
        things = self.phrases.parameters(info.target.decl.params, Scope())
        renamed: dict[str, Thing] = {}
        words: list[str] = []
        for param, thing in zip(params, things.values(), strict=False):
            if param.name.text == "_":
                words.append(thing.words.replace("the ", "any ", 1))
            else:
                renamed[param.name.text] = thing
                words.append(thing.words)
        return Scope(names=renamed), words

    def _value(self, info: RefinementInfo, decl: ast.RefineValue) -> str:
        assert isinstance(info.target, MemberInfo)
        scope, args = self._given(info, decl.params or ())
        when = self._when(decl.when, scope)
        if info.target.sort == "test":
            return self._test(info.target, decl, args, scope) + when
        change = self.phrases.noun(decl.value, scope)
        if info.target.path == _SCORE and decl.operator in ("+=", "-="):
            return f"{'score' if decl.operator == '+=' else 'lose'} at the end: {change}{when}"
        name = english.spaced(info.target.name).removesuffix(" of")
        about = f" of {english.joined(args)}" if args else ""
        subject = self.glossary.member_text(info.target, args) or f"the {name}{about}"
        if decl.operator in ("+=", "-="):
            sign = "more" if decl.operator == "+=" else "less"
            if change.isdigit():
                return f"{subject} is {change} {sign}{when}"
            return f"{subject} {'goes up by' if sign == 'more' else 'goes down by'} {change}{when}"
        return f"{subject} {_CHANGED[decl.operator]} {change}{when}"

    def _test(self, target: MemberInfo, decl: ast.RefineValue, args: Sequence[str], scope: Scope) -> str:
        about = f" for {english.joined(args)}" if args else ""
        subject = self.glossary.member_text(target, args) or f"“{english.spaced(target.name)}” is true{about}"
        sure = isinstance(decl.value, ast.Boolean)
        condition = self.phrases.clause(decl.value, scope)
        match decl.operator:
            case "or":
                return f"{subject}, in any case" if sure else f"{subject} also if {condition}"
            case "and":
                return english.negated(subject) if sure else f"{subject} only if {condition}"
        return f"{subject}: {condition}" if sure else f"{subject} exactly if {condition}"

    def _when(self, when: ast.Expr | None, scope: Scope) -> str:
        return self.phrases.provided(", if", when, scope)
