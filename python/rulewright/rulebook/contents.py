"""The rulebook from front to back, in the order in which a person reads it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulewright.compiler import CompiledGame
from rulewright.parse import ast
from rulewright.parse.walk import nodes_in
from rulewright.resolve.symbols import MemberInfo, PhaseInfo
from rulewright.rulebook import english
from rulewright.rulebook.document import Block, Document, Heading, Item, Items, Paragraph
from rulewright.rulebook.effects import Effects
from rulewright.rulebook.glossary import Glossary, Scope
from rulewright.rulebook.phrases import Phrases
from rulewright.rulebook.steps import Steps
from rulewright.rulebook.tables import Tables, numbers_by_players

_SHOWDOWN = ("score", "tiebreak")


def rulebook_of(games: Sequence[CompiledGame], additions: Mapping[str, str] | None = None) -> Document:
    """The rulebook of one game, compiled for each number of players that it is to be for."""
    return _Rulebook(games, additions or {}).document()


class _Rulebook:
    """Writes the sections; one method for each."""

    def __init__(self, games: Sequence[CompiledGame], additions: Mapping[str, str]) -> None:
        self.glossary = Glossary(games)
        self.symbols = self.glossary.symbols
        self.additions = additions
        self.phrases = Phrases(self.glossary)
        self.steps = Steps(self.glossary, self.phrases)
        self.effects = Effects(self.glossary, self.phrases, self.steps)
        self.tables = Tables(self.glossary, self.phrases, self.effects)

    def document(self) -> Document:
        sections = (
            self._front(),
            self._materials(),
            self._setup(),
            self._course(),
            self._phases(),
            self._entries(),
            self._general(),
            self._end(),
        )
        return Document(self.symbols.title, tuple(block for section in sections for block in section))

    def _front(self) -> Iterator[Block]:
        yield Heading(1, self.symbols.title)
        text = self.glossary.text(self.symbols.name)
        if text:
            yield Paragraph(english.capital(text))
        counts = [str(n) for n in self.glossary.players]
        yield Paragraph(f"For {english.joined(counts, 'or')} {'player' if counts == ['1'] else 'players'}.")
        told = {title or english.spaced(name): self.glossary.text(name) for name, title in self.additions.items()}
        silent = [title for title, text in told.items() if not text]
        if silent:
            yield Paragraph(f"Included: {', '.join(english.capital(title) for title in silent)}.")
        yield from (Paragraph(f"Included: {english.capital(title)}. {text}") for title, text in told.items() if text)
        if len(counts) > 1:
            sample = "/".join(str(i) for i in range(1, len(counts) + 1))
            yield Paragraph(f"Numbers such as {sample} are for {'/'.join(counts)} players, in this order.")
        if self.symbols.options:
            items = tuple(
                Item(english.capital(self.glossary.text(name) or ""), lead=english.spaced(name).capitalize())
                for name in self.symbols.options
            )
            yield Paragraph("Before the game you may agree on:")
            yield Items(items)

    def _materials(self) -> Iterator[Block]:
        yield Heading(2, "What you need")
        tokens = [
            Item(english.capital(self.glossary.text(t.name) or ""), lead=english.capital(english.plural(t.title)))
            for t in self.symbols.tokens.values()
        ]
        if tokens:
            yield Items(tuple(tokens))
        for kind in self.symbols.kinds.values():
            if self.tables.has_effects(kind):
                continue
            yield Heading(3, english.capital(english.plural(kind.title)))
            yield from self.tables.kind(kind)
        for title, table in self.tables.places():
            yield Heading(3, title)
            yield table

    def _setup(self) -> Iterator[Block]:
        yield Heading(2, "Set-up")
        numbers = numbers_by_players(self.glossary)
        if numbers is not None:
            yield numbers
        items = [item for block in self.symbols.setup for item in self.steps.block(block, Scope(), "setup")]
        yield Paragraph("Lay everything out as it is listed under “What you need”." + (" Then:" if items else ""))
        if items:
            yield Items(tuple(items), numbered=True)

    def _course(self) -> Iterator[Block]:
        yield Heading(2, "How the game goes")
        yield Items(self.steps.block(self.symbols.play, Scope(), "play"))
        yield from self._members([m for m in self.symbols.members.values() if m.name not in _SHOWDOWN], None)

    def _phases(self) -> Iterator[Block]:
        if self.symbols.phases:
            yield Heading(2, "Phases")
        for phase in self._in_order():
            yield Heading(3, self.glossary.phase(phase))
            text = self.glossary.text(phase.name)
            if text:
                yield Paragraph(english.capital(text))
            body = self.steps.block(phase.decl.body, Scope(phase.name), phase.name)
            if body:
                yield Items(body, numbered=len(body) > 1)
            yield from self._members(list(phase.members.values()), phase.name)

    def _in_order(self) -> list[PhaseInfo]:
        """Phases as they are played: by name, or by the key that holds one, entry by entry."""
        found: dict[str, PhaseInfo] = {}
        by_index = list(self.symbols.phases.values())
        for play in _plays(self.symbols.play):
            match play.phase:
                case ast.NameExpr(name=name):
                    found.setdefault(name.text, self.symbols.phases[name.text])
                case ast.Member(name=name):
                    for kind in self.symbols.kinds.values():
                        if name.text in kind.keys:
                            for entry in kind.entries:
                                phase = by_index[int(entry.values[name.text])]
                                found.setdefault(phase.name, phase)
        return list({**found, **self.symbols.phases}.values())

    def _members(self, members: Sequence[MemberInfo], phase: str | None) -> Iterator[Block]:
        """What the words mean that the steps use, and who changes it."""
        items = [item for member in members for item in self._member(member, phase)]
        if items:
            yield Paragraph("In detail:")
            yield Items(tuple(items))

    def _member(self, member: MemberInfo, phase: str | None) -> Iterator[Item]:
        if member.sort == "event" or self.symbols.texts.get(member.path) == "":
            return
        things = self.phrases.parameters(member.decl.params, Scope(phase))
        scope = Scope(phase, things)
        words = [t.words for t in things.values()]
        told = self.glossary.member_text(member, words)
        lead = english.capital(told or english.spaced(member.name))
        changed = self._changed(member)
        decl = member.decl
        if isinstance(decl, ast.Step):
            children = self.steps.block(decl.body, scope, phase or member.name)
            if children:
                yield Item("", (*children, *changed), lead)
        elif isinstance(decl, ast.Function):
            put = self.phrases.noun if member.sort == "value" else self.phrases.clause
            said = put(decl.body, scope)
            if self.phrases.is_settled(member) or said == "always":
                return
            if said != told:
                yield Item(english.sentence(said), changed, lead)
            elif changed:
                yield Item("", changed, lead)

    def _changed(self, member: MemberInfo) -> tuple[Item, ...]:
        names = [i.entry.title for i in self.symbols.refinements if i.target == member and i.entry.kind]
        return (Item(", ".join(dict.fromkeys(names)) + ".", lead="Changed by"),) if names else ()

    def _entries(self) -> Iterator[Block]:
        for kind in self.symbols.kinds.values():
            if self.tables.has_effects(kind):
                yield Heading(2, english.capital(english.plural(kind.title)))
                yield from self.tables.kind(kind)

    def _general(self) -> Iterator[Block]:
        general = [self.effects.item(i) for i in self.symbols.refinements if not i.entry.kind]
        if general:
            yield Heading(2, "Also for everybody")
            yield Items(tuple(general))

    def _end(self) -> Iterator[Block]:
        yield Heading(2, "End and score")
        score = self.symbols.members["score"]
        yield Paragraph("When the game is over, whoever has most points wins.")
        items = list(self._member(score, None))
        tie = self.symbols.members.get("tiebreak")
        if tie is not None:
            assert isinstance(tie.decl, ast.Function)
            said = self.phrases.noun(tie.decl.body, Scope())
            items.append(Item(english.sentence(f"whoever has more of this: {said}"), self._changed(tie), "Ties"))
        else:
            items.append(Item("Those with equal points share the win.", lead="Ties"))
        yield Items(tuple(items))


def _plays(node: ast.Node) -> Iterator[ast.Play]:
    return (inner for inner in nodes_in(node) if isinstance(inner, ast.Play))
