"""Statements as steps: what happens, who does it, and what a player may choose."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.parse import ast
from rulewright.resolve.symbols import BoolType, IntType, MemberInfo, PlayerType
from rulewright.rulebook import english
from rulewright.rulebook.document import Item
from rulewright.rulebook.glossary import Glossary, Scope, Thing
from rulewright.rulebook.phrases import Phrases, bare
from rulewright.rulebook.references import ToEntry, ToMember, ToPlace, ToThing, ToVariable

_MOMENT = "Here may work"
"""In front of the entries that react to an event."""


class Steps:
    """Puts blocks into words, a list item for each statement."""

    def __init__(self, glossary: Glossary, phrases: Phrases) -> None:
        self.glossary = glossary
        self.phrases = phrases

    def block(self, block: ast.Block | None, scope: Scope, where: str) -> tuple[Item, ...]:
        """A block. ``where`` is what stands in front of the names of its actions."""
        items: list[Item] = []
        for statement in block.statements if block is not None else ():
            if isinstance(statement, ast.Let):
                # It is what it was here, whatever changes later, so it needs a name of its own.
                name = f"“{english.spaced(statement.name.text)}”"
                items.append(_line(f"call this {name}: {self.phrases.noun(statement.value, scope)}"))
                kind = self.phrases.references.kind_of(statement.value, scope)
                scope = scope.knowing({statement.name.text: Thing(name, kind)})
            else:
                for item in self._statement(statement, scope, where):
                    if items and item.lead == items[-1].lead == _MOMENT:
                        # Two moments with nothing between them are one for a reader.
                        item = Item(f"{items.pop().text.removesuffix('.')}, {item.text}", lead=_MOMENT)
                    items.append(item)
        return tuple(items)

    def _statement(self, statement: ast.Statement, scope: Scope, where: str) -> list[Item]:
        noun, clause, place = self.phrases.noun, self.phrases.clause, self.phrases.place_of
        match statement:
            case ast.Move():
                return [_line(self._move(statement, scope))]
            case ast.Gain(amount=amount, item=item, paying=paying):
                return [_line(f"{'pay' if paying else 'gain'} {self._amount(amount, item, scope)}")]
            case ast.Draw(amount=drawn, source=source, target=target):
                number = self._drawn(drawn, source, scope)
                return [_line(f"draw {number} at random from {place(source, scope)} to {place(target, scope)}")]
            case ast.Set():
                return self._set(statement, scope)
            case ast.Roll(target=target):
                return [_line(f"chance decides{self._whom(target, scope)} {noun(target, scope)}")]
            case ast.If():
                return self._if(statement, scope, where)
            case ast.Each(over=over, body=body):
                things, inner = self.phrases.binders(over.binders, scope, "that")
                which = self.phrases.provided(" for which", over.where, inner)
                each = english.joined([f"each {t}" for t in things])
                if len(things) == 1:
                    which = english.which(str(things[0]), which)
                return _with(f"for {each}{which}:", self.block(body, inner, where))
            case ast.Repeat():
                return _with(self._repeat(statement, scope), self.block(statement.body, scope, where))
            case ast.Turns():
                return _with(self._turns(statement, scope), self.block(statement.body, scope, where))
            case ast.Rounds():
                return _with(self._rounds(statement, scope), self.block(statement.body, scope, where))
            case ast.As(player=player, body=body):
                return _with(f"{noun(player, scope)} alone:", self.block(body, scope, where))
            case ast.Choose():
                return [self._choose(statement, scope, where)]
            case ast.Pick():
                return [self._pick(statement, scope, where)]
            case ast.Do():
                return self._do(statement, scope)
            case ast.Play(phase=phase):
                return [_line(f"play {noun(phase, scope)}")]
            case ast.Spread(pool=pool, targets=targets):
                parts = english.joined([place(t, scope) for t in targets])
                spread = f"spread all that is in {place(pool, scope)} over {parts} as you like"
                return [_line(f"{spread}; nothing may be held back while there is room")]
            case ast.Require(condition=condition, text=text):
                reason = self.glossary.filled(text.text, {name: t.words for name, t in scope.names.items()})
                return [_line(f"this can only be played if {clause(condition, scope)} ({reason})")]
        raise AssertionError(statement)

    # ---- moves ----

    def _move(self, move: ast.Move, scope: Scope) -> str:
        what = self._amount(move.amount, move.item, scope)
        source, target = (self.phrases.place_of(p, scope) for p in (move.source, move.target))
        spare = ""
        if move.fallback is not None:
            spare = f" (if there are too few, the rest from {self.phrases.place_of(move.fallback, scope)})"
        return f"move {what} from {source}{spare} to {target}"

    def _amount(self, amount: ast.Amount, item: ast.Path | None, scope: Scope) -> str:
        what = self._item(item, scope)
        if amount.expr is None:
            return f"all {english.plural(bare(what))}" if what else "everything"
        what = what or "piece"
        front = "up to " if amount.mode == "up_to" else ""
        known = what.startswith(("the ", "that ", "“"))
        if isinstance(amount.expr, ast.Integer):
            number = amount.expr.value
            if known:
                return f"{front}{what if number == 1 else f'{number} of {what}'}"
            return front + english.counted(number, what)
        words = self.phrases.noun(amount.expr, scope)
        if known:
            return f"{what} ({front or 'number: '}{words})"
        if words.replace("/", "").isdigit():
            return f"{front}{words} {english.plural(what)}"
        return f"{english.plural(what)} (up to {words})" if front else f"as many {english.plural(what)} as {words}"

    def _item(self, item: ast.Path | None, scope: Scope) -> str:
        if item is None:
            return ""
        tokens = self.glossary.symbols.tokens
        if item.text in tokens:
            return english.lowered(tokens[item.text].title)
        expr: ast.Expr = ast.NameExpr(item.names[0].span, item.names[0])
        for name in item.names[1:]:
            expr = ast.Member(item.span, expr, name)
        match self.phrases.references.find(expr, scope):
            case ToThing(thing):
                return thing.words
            case ToEntry(entry):
                return self.glossary.entry(entry)
        return self.phrases.noun(expr, scope)

    def _drawn(self, amount: ast.Expr, source: ast.Expr, scope: Scope) -> str:
        found = self.phrases.references.find(source, scope)
        what = self.phrases.held(found.place.holds) if isinstance(found, ToPlace) else "piece"
        if isinstance(amount, ast.Integer):
            return english.counted(amount.value, what)
        words = self.phrases.noun(amount, scope)
        if words.replace("/", "").isdigit():
            return f"{words} {english.plural(what)}"
        return f"{english.plural(what)} ({words})"

    def _set(self, statement: ast.Set, scope: Scope) -> list[Item]:
        found = self.phrases.references.find(statement.target, scope)
        if isinstance(found, ToVariable) and self.glossary.is_untold(found.variable):
            return []
        if statement.value is None:
            if isinstance(found, ToVariable) and isinstance(found.variable.type, BoolType):
                clause = self.phrases.clause(statement.target, scope)
                return [_line(f"from now on {clause}" if statement.operator == "set" else english.no_longer(clause))]
            return []
        noun, value = self.phrases.noun(statement.target, scope), self.phrases.noun(statement.value, scope)
        if value == "you":
            return [_line(f"you are now {noun}")]
        match statement.operator:
            case "+=":
                return [_line(f"{noun} goes up by {value}")]
            case "-=":
                return [_line(f"{noun} goes down by {value}")]
        number = isinstance(found, ToVariable) and isinstance(found.variable.type, IntType)
        return [_line(f"{noun} {'is now' if number else 'becomes'} {value}")]

    # ---- order ----

    def _if(self, statement: ast.If, scope: Scope, where: str) -> list[Item]:
        answer = self.phrases.settled(statement.condition)
        if answer is not None:
            return list(self.block(statement.then if answer else statement.otherwise, scope, where))
        then = self.block(statement.then, scope, where)
        otherwise = self.block(statement.otherwise, scope, where)
        if self.phrases.clause(statement.condition, scope) == "always":
            return [*then, *otherwise]
        if not then and otherwise:
            return _with(f"if {self.phrases.opposite(statement.condition, scope)}:", otherwise)
        items = _with(f"if {self.phrases.clause(statement.condition, scope)}:", then)
        return items + _with("otherwise:", otherwise)

    def _repeat(self, statement: ast.Repeat, scope: Scope) -> str:
        bound = f" (at most {self.phrases.noun(statement.bound, scope)} times)" if statement.bound is not None else ""
        if statement.condition is None:
            return f"again and again{bound}:"
        if statement.mode == "times":
            return f"{self.phrases.noun(statement.condition, scope)} times:"
        return f"again and again {statement.mode} {self.phrases.clause(statement.condition, scope)}{bound}:"

    def _turns(self, statement: ast.Turns, scope: Scope) -> str:
        number = self.phrases.noun(statement.each, scope) if statement.each is not None else "1"
        times = "" if number == "1" else f", {number} times round"
        start, who = self.phrases.noun(statement.start, scope), self.phrases.provided(", if", statement.where, scope)
        return f"each player in turn, clockwise from {start}{times}{who}:"

    def _whom(self, target: ast.Expr, scope: Scope) -> str:
        found = self.phrases.references.find(target, scope)
        return " who is" if isinstance(found, ToVariable) and isinstance(found.variable.type, PlayerType) else ":"

    def _rounds(self, statement: ast.Rounds, scope: Scope) -> str:
        start, who = self.phrases.noun(statement.start, scope), self.phrases.provided(", if", statement.where, scope)
        front = f"round and round, clockwise from {start}{who}"
        if statement.event is not None:
            found = self.phrases.references.named(statement.event.text, scope)
            event = self.event(found.member, ()) if isinstance(found, ToMember) else statement.event.text
            if event.startswith("you "):
                return (
                    f"{front}, until a whole round has passed in which nobody did this: {event.removeprefix('you ')}:"
                )
            return f"{front}, until a whole round has passed without this: {event}:"
        assert statement.condition is not None
        bound = f", at most {self.phrases.noun(statement.bound, scope)} turns" if statement.bound is not None else ""
        return f"{front}, as long as {self.phrases.clause(statement.condition, scope)}{bound}:"

    # ---- steps and events ----

    def event(self, member: MemberInfo, args: Sequence[str]) -> str:
        """What has happened."""
        about = f" ({english.joined(args)})" if args else ""
        return self.glossary.member_text(member, args) or f"“{english.spaced(member.name)}” comes about{about}"

    def step(self, member: MemberInfo, args: Sequence[str]) -> str:
        """What a step asks to do."""
        about = f" ({english.joined(args)})" if args else ""
        return self.glossary.member_text(member, args) or f"{english.spaced(member.name)}{about}"

    def _do(self, statement: ast.Do, scope: Scope) -> list[Item]:
        member = self._member(statement.path, scope)
        if member is None:
            return []
        args = [self.phrases.noun(a, scope) for a in statement.args]
        if not statement.emits:
            return [_line(self.step(member, args))]
        # A moment is worth a word only if something happens in it.
        names = [
            info.entry.title
            for info in self.glossary.symbols.refinements
            if isinstance(info.decl, ast.OnEvent) and info.target == member and info.entry.kind
        ]
        return [Item(", ".join(dict.fromkeys(names)) + ".", lead=_MOMENT)] if names else []

    def _member(self, path: ast.Path, scope: Scope) -> MemberInfo | None:
        symbols = self.glossary.symbols
        names = [n.text for n in path.names]
        phase = symbols.phases.get(names[0] if len(names) == 2 else scope.phase or "")
        found = phase.members.get(names[-1]) if phase is not None else None
        return found or symbols.members.get(names[-1])

    # ---- choices ----

    def _choose(self, statement: ast.Choose, scope: Scope, where: str) -> Item:
        times = ""
        if statement.times is not None:
            words = self.phrases.noun(statement.times, scope)
            often = f", up to {words} times" if words.isdigit() else f", at most as many times as {words}"
            # An empty text: readers need not be told.
            times = "" if words in ("", "1") else often
        can = " if you can" if statement.if_possible else ""
        what = "do this" if len(statement.options) == 1 else "choose one of these"
        items = [self.option(option, scope, where) for option in statement.options]
        items += _with("if you decline:", self.block(statement.declined, scope, where))
        return Item(f"You {statement.mode} {what}{can}{times}:", tuple(items))

    def option(self, option: ast.ChoiceOption, scope: Scope, where: str) -> Item:
        """One thing that can be chosen."""
        things = self.phrases.parameters(option.params, scope)
        inner = scope.knowing(things)
        chosen = [t for p, t in zip(option.params, things.values(), strict=True) if p.type is not None]
        words = {name: thing.words for name, thing in things.items()}
        text = self.glossary.text(f"{where}.{option.name.text}", words)
        if text is None:
            text = f"choose {english.joined([_any(t) for t in chosen])}" if chosen else ""
        text += self.phrases.provided(", if" if text else "if", option.where, inner)
        lead = english.spaced(option.name.text).capitalize()
        return Item(english.sentence(text), self.block(option.body, inner, where), lead)

    def _pick(self, statement: ast.Pick, scope: Scope, where: str) -> Item:
        options = tuple(self._pick_option(option, scope, where) for option in statement.options)
        most = self.phrases.noun(statement.most, scope)
        if statement.least is None:
            number = f"up to {most}"
        elif statement.least is statement.most:
            number = most
        else:
            number = f"{self.phrases.noun(statement.least, scope)} to {most}"
        if number in ("1", "up to 1"):
            return Item("Do this once:" if number == "1" else "You may do this once:", options)
        plain = number.removeprefix("up to ").replace("/", "").isdigit()
        if plain:
            return Item(f"Do this {number} times:", options)
        often = "at most as" if number.startswith("up to ") else "as"
        return Item(f"Do this {often} many times as {number.removeprefix('up to ')}:", options)

    def _pick_option(self, option: ast.PickOption, scope: Scope, where: str) -> Item:
        things = self.phrases.parameters((option.param,) if option.param is not None else (), scope)
        inner = scope.knowing(things)
        text = self.glossary.text(f"{where}.{option.name.text}", {name: t.words for name, t in things.items()})
        if text is None:
            text = f"choose {english.joined([_any(t) for t in things.values()])}" if things else ""
        text += self.phrases.provided(", if" if text else "if", option.where, inner)
        if option.of is not None:
            text = f"{text} (as often as it is there: {self.phrases.noun(option.of, inner)})".strip()
        lead = english.spaced(option.name.text).capitalize()
        return Item(english.sentence(text), self.block(option.body, inner, where), lead)


def _line(text: str) -> Item:
    return Item(english.sentence(text))


def _with(text: str, children: tuple[Item, ...]) -> list[Item]:
    """A heading line and what belongs to it; nothing if nothing does."""
    if not children:
        return []
    only = children[0]
    if len(children) == 1 and not only.children and not only.lead and only.text:
        return [Item(english.sentence(f"{text.removesuffix(':')}{_comma(text)} {english.inside(only.text)}"))]
    return [Item(english.capital(text), children)]


def _any(thing: Thing) -> str:
    """What can be chosen: any of a kind, or a number with its name."""
    return english.a(bare(thing.words)) if thing.kind is not None else thing.words


def _comma(text: str) -> str:
    return "," if text.startswith("if ") else ":"
