"""Collects the declarations of all layers into one table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import Span
from rulewright.parse import ast
from rulewright.resolve import errors
from rulewright.resolve.constants import Constants
from rulewright.resolve.kinds import KindTable, RefinedEntry
from rulewright.resolve.layers import Layer, Settings
from rulewright.resolve.materials import check_clauses, check_home, check_optional, check_variable
from rulewright.resolve.reserved import RESERVED
from rulewright.resolve.symbols import (
    Holding,
    IntType,
    KindInfo,
    MemberInfo,
    OptionInfo,
    ParamInfo,
    PhaseInfo,
    PlaceInfo,
    RefinementInfo,
    SetType,
    Symbols,
    TokenInfo,
    ValueType,
    VarInfo,
)
from rulewright.resolve.targets import find_targets
from rulewright.resolve.texts import collect_texts
from rulewright.resolve.unknown_targets import choices_in
from rulewright.resolve.uses import SILENT, Uses

_DEFAULT_LENGTH = 10_000
_SHOWDOWN = ("score", "tiebreak")


def resolve_names(layers: Sequence[Layer], settings: Settings, sink: Sink, uses: Uses = SILENT) -> Symbols | None:
    """The table of a game; None if something is missing that no game can do without."""
    return _Resolver(layers, settings, sink, uses).resolve()


class _Resolver:
    """Holds what was collected so far; used once."""

    def __init__(self, layers: Sequence[Layer], settings: Settings, sink: Sink, uses: Uses) -> None:
        self.layers = _with_game_name(layers)
        self.settings = settings
        self.sink = sink
        self.uses = uses
        self.constants = Constants(settings.players, sink, uses)
        phases = [d.name.text for _, d in self._all() if isinstance(d, ast.Phase)]
        self.phase_index = {name: i for i, name in enumerate(dict.fromkeys(phases))}
        self.kinds = KindTable(self.constants, self.phase_index, sink, uses)
        self.homes: dict[str, Span] = {}
        self.held: set[str] = set()
        """Kinds that places hold and that are no tokens: told once for each kind."""

    def _all(self) -> Iterator[tuple[str, ast.Declaration]]:
        for layer in self.layers:
            for declaration in layer.declarations:
                yield layer.name, declaration

    def resolve(self) -> Symbols | None:
        game = self._game()
        self._claim_first()
        for number, origin in enumerate(self.layers):
            for decl in origin.declarations:
                if isinstance(decl, ast.ByPlayers):
                    self.constants.add_table(decl, number)
                elif isinstance(decl, ast.Const):
                    self.constants.add_const(decl, number)
        self.constants.finish()
        for layer, decl in self._all():
            if isinstance(decl, ast.Kind):
                self.kinds.add_kind(decl, layer)
        for layer, decl in self._all():
            if isinstance(decl, ast.Entry):
                self.kinds.add_entry(decl, layer)
        kinds, refined = self.kinds.finish()
        tokens = self._tokens()
        places, variables = self._places_and_variables(kinds, tokens)
        self._check_token_homes(places)
        members = self._members([d for _, d in self._all()], None)
        phases = self._phases()
        setup = tuple(d.body for _, d in self._all() if isinstance(d, ast.Routine) and d.sort == "setup")
        play = [d for _, d in self._all() if isinstance(d, ast.Routine) and d.sort == "play"]
        if game is None:
            return None
        if not play:
            errors.incomplete_game(
                self.sink, game.name.span, "`play`", "write `play { … }`: what happens from set-up to end"
            )
        if len(play) > 1:
            advice = "a game is played in one way: refine what it names, or write a game of your own `from` this one"
            errors.declared_twice(self.sink, "play", play[1].span, play[0].span, advice)
        if "score" not in members:
            errors.incomplete_game(self.sink, game.name.span, "`score`", "write `value score = …`: a player's points")
        for name in _SHOWDOWN:
            if name in members:
                self._check_showdown(members[name])
        options = self._options(kinds)
        symbols = Symbols(
            game.name.text,
            game.title.text if game.title else game.name.text,
            self.settings.players,
            self._length(),
            self.constants.values,
            options,
            kinds,
            tokens,
            places,
            variables,
            members,
            phases,
            self._refinements(kinds, refined, members, phases),
            setup,
            play[0].body if play else ast.Block(game.span, ()),
            {layer.name: layer.after for layer in self.layers},
            {},
        )
        return replace(symbols, texts=collect_texts(symbols, self.layers, self.sink, self.uses))

    def _refinements(
        self,
        kinds: dict[str, KindInfo],
        refined: list[RefinedEntry],
        members: dict[str, MemberInfo],
        phases: dict[str, PhaseInfo],
    ) -> tuple[RefinementInfo, ...]:
        keys = {kind.name: kind.keys for kind in kinds.values()}
        return find_targets(self.layers, refined, members, phases, self.constants.values, keys, self.sink, self.uses)

    def _length(self) -> int:
        """The bound on decisions that the game declares, or else the one it is made from."""
        declared = [d.length for _, d in self._all() if isinstance(d, ast.Game) and d.length is not None]
        return declared[-1] if declared else _DEFAULT_LENGTH

    def _game(self) -> ast.Game | None:
        found: ast.Game | None = None
        for layer in self.layers:
            games = [d for d in layer.declarations if isinstance(d, ast.Game)]
            if len(games) > 1:
                errors.declared_twice(self.sink, "game", games[1].name.span, games[0].name.span)
            found = games[0] if games else found
        return found

    def _check_showdown(self, member: MemberInfo) -> None:
        if member.sort != "value":
            errors.wrong_score(self.sink, member.name, member.decl.name.span, f"this is a {member.sort}")
        elif member.params:
            errors.wrong_score(self.sink, member.name, member.params[0].span, "nothing can be given here")

    def _claim_first(self) -> None:
        """Constants, kinds and phases; a later layer may give a constant another number."""
        for _, decl in self._all():
            match decl:
                case ast.ByPlayers():
                    names = [row.name for row in decl.rows if row.name.text not in self.homes]
                case ast.Const():
                    names = [decl.name] if decl.name.text not in self.homes else []
                case ast.Kind() | ast.Phase():
                    names = [decl.name]
                case _:
                    names = []
            for name in names:
                self._claim(name)

    def _claim(self, name: ast.Name) -> bool:
        """Gives a name of the whole game to one thing."""
        if name.text in RESERVED:
            errors.reserved(self.sink, name.text, name.span)
            return False
        if name.text in self.homes:
            first = self.homes[name.text]
            errors.declared_twice(self.sink, name.text, name.span, first, self._way_to_change(name, first))
            return False
        self.homes[name.text] = name.span
        return True

    def _way_to_change(self, name: ast.Name, first: Span) -> str:
        """What somebody can do who declares a thing of another layer again, probably to change it."""
        for layer in self.layers:
            for decl in layer.declarations:
                inner = decl.members if isinstance(decl, ast.EachDecl) else (decl,)
                for found in inner:
                    if getattr(found, "name", None) is not None and found.name.span == first:  # type: ignore[attr-defined]
                        is_mine = any(d.span.source is name.span.source for d in layer.declarations)
                        return errors.ONE_NAME if is_mine else errors.way_to_change(found, name.text)
        return errors.ONE_NAME

    def _tokens(self) -> dict[str, TokenInfo]:
        found: dict[str, TokenInfo] = {}
        for _, decl in self._all():
            if isinstance(decl, ast.Token) and self._claim(decl.name):
                name = decl.name.text
                self.uses.declare(decl.name.span, "token", name)
                found[name] = TokenInfo(
                    name,
                    decl.title.text if decl.title else name,
                    decl.source.text if decl.source else None,
                    decl.pocket.text if decl.pocket else None,
                    decl.span,
                )
        return found

    def _check_token_homes(self, places: dict[str, PlaceInfo]) -> None:
        for _, decl in self._all():
            if isinstance(decl, ast.Token):
                for name, owner in ((decl.source, None), (decl.pocket, "player")):
                    if name is not None and name.text not in places:
                        advice = f"declare it: `place {name.text} holds {decl.name.text}`"
                        errors.unknown(self.sink, "E0201", "place", name.text, name.span, places, otherwise=advice)
                    elif name is not None:
                        self.uses.use(name.span, "place", name.text)
                        check_home(self.sink, decl.name.text, name, places[name.text], owner)

    def _options(self, kinds: dict[str, KindInfo]) -> dict[str, OptionInfo]:
        found: dict[str, OptionInfo] = {}
        for _, decl in self._all():
            if isinstance(decl, ast.Option) and self._claim(decl.name):
                self.uses.declare(decl.name.span, "option", decl.name.text)
                value = self.settings.options.get(decl.name.text)
                if decl.many:
                    found[decl.name.text] = self._set_option(decl, value, kinds)
                    continue
                type_ = self.kinds.type_of(decl.type)
                if type_ is not None:
                    assert not isinstance(value, tuple)
                    found[decl.name.text] = OptionInfo(decl.name.text, type_, value)
        return found

    def _set_option(
        self, decl: ast.Option, value: int | tuple[str, ...] | None, kinds: dict[str, KindInfo]
    ) -> OptionInfo:
        """An option that is a set of entries, given by their names."""
        assert isinstance(decl.type, ast.Name)
        kind = kinds.get(decl.type.text)
        if kind is None:
            errors.unknown(self.sink, "E0206", "kind", decl.type.text, decl.type.span, kinds)
        else:
            self.uses.use(decl.type.span, "kind", kind.name)
        if kind is None or not isinstance(value, tuple):
            return OptionInfo(decl.name.text, SetType(decl.type.text), None)
        return OptionInfo(decl.name.text, SetType(kind.name), tuple(int(e.name in value) for e in kind.entries))

    # ---- places and variables ----

    def _places_and_variables(
        self, kinds: dict[str, KindInfo], tokens: dict[str, TokenInfo]
    ) -> tuple[dict[str, PlaceInfo], dict[str, VarInfo]]:
        places: dict[str, PlaceInfo] = {}
        variables: dict[str, VarInfo] = {}
        for _, decl in self._all():
            owner: str | None = None
            members: tuple[ast.Declaration, ...] = (decl,)
            if isinstance(decl, ast.EachDecl):
                owner = decl.owner.text
                if owner != "player" and owner not in kinds:
                    errors.unknown(self.sink, "E0206", "kind", owner, decl.owner.span, [*kinds, "player"])
                    continue
                if owner != "player":
                    self.uses.use(decl.owner.span, "kind", owner)
                members = decl.members
            for member in members:
                if isinstance(member, ast.Place) and self._claim(member.name):
                    place = self._place(member, owner, kinds, tokens)
                    if place is not None:
                        places[place.name] = place
                elif isinstance(member, ast.Var) and self._claim(member.name):
                    variable = self._variable(member, owner, None, kinds)
                    if variable is not None:
                        variables[variable.name] = variable
        for place in places.values():
            if place.decl.refilled_from is not None:
                self.uses.use(place.decl.refilled_from.span, "place", place.decl.refilled_from.text)
            check_clauses(self.sink, place, places)
        return places, variables

    def _place(
        self, decl: ast.Place, owner: str | None, kinds: dict[str, KindInfo], tokens: dict[str, TokenInfo]
    ) -> PlaceInfo | None:
        self.uses.declare(decl.name.span, "place", decl.name.text)
        if decl.holds is None:
            self.sink.error(
                "E0216",
                decl.name.span,
                f"place `{decl.name.text}` does not say what it holds",
                label="`holds` is missing",
                help="write `holds` and a token or a kind of tokens",
            )
            return None
        holds = self._holding(decl.holds, kinds, tokens)
        if holds is None:
            return None
        per: str | None = None
        if decl.per is not None:
            if decl.per.text not in kinds:
                errors.unknown(self.sink, "E0206", "kind", decl.per.text, decl.per.span, kinds)
                return None
            per = decl.per.text
            self.uses.use(decl.per.span, "kind", per)
        title = decl.title.text if decl.title else decl.name.text.replace("_", " ")
        return PlaceInfo(decl.name.text, title, owner, per, holds, decl)

    def _holding(self, name: ast.Name, kinds: dict[str, KindInfo], tokens: dict[str, TokenInfo]) -> Holding | None:
        if name.text in tokens:
            self.uses.use(name.span, "token", name.text)
            return Holding("token", name.text)
        kind = kinds.get(name.text)
        if kind is not None:
            self.uses.use(name.span, "kind", kind.name)
            if not kind.is_token and kind.name not in self.held:
                self.held.add(kind.name)
                self.sink.error(
                    "E0217",
                    name.span,
                    f"kind `{kind.name}` is not a token, so no place can hold it",
                    label="not a token",
                    help=f"declare it with `kind {kind.name} is token`",
                )
            return Holding("kind", kind.name)
        # The kind that declares the entry, if its entries are tokens, or else one that includes it.
        found = [(k, e) for k in kinds.values() if k.is_token and (e := k.entry(name.text)) is not None]
        for kind, entry in sorted(found, key=lambda pair: pair[1].kind != pair[0].name):
            self.uses.use(name.span, "entry", entry.name, entry.kind)
            return Holding("entry", kind.name, entry.index)
        candidates = [*tokens, *(k.name for k in kinds.values() if k.is_token)]
        errors.unknown(self.sink, "E0201", "token", name.text, name.span, candidates)
        return None

    def _variable(
        self, decl: ast.Var, owner: str | None, phase: str | None, kinds: dict[str, KindInfo] | None
    ) -> VarInfo | None:
        self.uses.declare(decl.name.span, "var", decl.name.text, phase)
        type_ = self.kinds.type_of(decl.type, optional=decl.optional)
        if type_ is None:
            return None
        check_optional(self.sink, decl, type_)
        dims = tuple(d.text for d in decl.dims)
        known = [*(kinds if kinds is not None else self.kinds_by_name()), "player"]
        for dim in decl.dims:
            if dim.text not in known:
                errors.unknown(self.sink, "E0206", "kind", dim.text, dim.span, known)
                return None
            if dim.text != "player":
                self.uses.use(dim.span, "kind", dim.text)
        check_variable(self.sink, decl, type_)
        return VarInfo(decl.name.text, owner, dims, type_, phase, decl.span)

    def kinds_by_name(self) -> list[str]:
        return [d.name.text for _, d in self._all() if isinstance(d, ast.Kind)]

    # ---- members and phases ----

    def _members(self, declarations: Sequence[ast.Declaration], phase: str | None) -> dict[str, MemberInfo]:
        found: dict[str, MemberInfo] = {}
        for decl in declarations:
            match decl:
                case ast.Function():
                    sort = decl.sort
                    name, params = decl.name, decl.params
                case ast.Event():
                    sort, name, params = "event", decl.name, decl.params  # type: ignore[assignment]
                case ast.Step():
                    sort, name, params = "step", decl.name, decl.params  # type: ignore[assignment]
                case _:
                    continue
            if phase is None:
                if not self._claim(name):
                    continue
            elif name.text in RESERVED:
                errors.reserved(self.sink, name.text, name.span)
            elif name.text in found:
                errors.declared_twice(self.sink, name.text, name.span, found[name.text].decl.name.span)
                continue
            self.uses.declare(name.span, sort, name.text, phase)
            infos = self._params(params)
            found[name.text] = MemberInfo(sort, name.text, phase, infos, decl)
        return found

    def _params(self, params: Sequence[ast.Param]) -> tuple[ParamInfo, ...]:
        infos: list[ParamInfo] = []
        for param in params:
            if param.type is None:
                self.sink.error(
                    "E0218",
                    param.span,
                    f"parameter `{param.name.text}` has no type",
                    label="its type is missing",
                    help=f"write `{param.name.text}: ` and a kind, `player` or a range",
                )
                type_: ValueType | None = None
            else:
                type_ = self.kinds.type_of(param.type, optional=param.optional)
                check_optional(self.sink, param, type_)
            same = next((i for i in infos if i.name == param.name.text), None)
            if same is not None:
                errors.declared_twice(self.sink, param.name.text, param.span, same.span)
            self.uses.local(param.name.span, param.name.text, param.name.span)
            infos.append(ParamInfo(param.name.text, type_ or IntType(), param.span, param.name.span, type_ is None))
        return tuple(infos)

    def _phases(self) -> dict[str, PhaseInfo]:
        found: dict[str, PhaseInfo] = {}
        for _, decl in self._all():
            if not isinstance(decl, ast.Phase):
                continue
            name = decl.name.text
            if name in found:
                continue  # reported when the names were given out
            self.uses.declare(decl.name.span, "phase", name)
            variables: dict[str, VarInfo] = {}
            for member in decl.members:
                if isinstance(member, ast.Var):
                    variable = self._variable(member, None, name, None)
                    if member.name.text in RESERVED:
                        errors.reserved(self.sink, member.name.text, member.name.span)
                    elif member.name.text in variables:
                        errors.declared_twice(
                            self.sink, member.name.text, member.span, variables[member.name.text].span
                        )
                    elif variable is not None:
                        variables[variable.name] = variable
            choices: dict[str, ast.Choose] = {}
            for choose in choices_in(decl.body):
                if choose.name is None:
                    continue
                if choose.name.text in choices:
                    errors.declared_twice(self.sink, choose.name.text, choose.name.span, choices[choose.name.text].span)
                self.uses.declare(choose.name.span, "choice", choose.name.text, name)
                choices[choose.name.text] = choose
            title = decl.title.text if decl.title else name
            members = self._members(decl.members, name)
            for member_name in members.keys() & variables.keys():
                pair = sorted((members[member_name].decl.span, variables[member_name].span), key=lambda s: s.start)
                errors.declared_twice(self.sink, member_name, pair[1], pair[0])
            found[name] = PhaseInfo(name, title, self.phase_index[name], members, variables, choices, decl)
        return found


def _with_game_name(layers: Sequence[Layer]) -> tuple[Layer, ...]:
    """The game and what it is an edition of under one name, whatever the files are called."""
    games = [d for layer in layers for d in layer.declarations if isinstance(d, ast.Game)]
    if not games:
        return tuple(layers)
    name = games[-1].name.text
    return tuple(replace(x, name=name) if any(isinstance(d, ast.Game) for d in x.declarations) else x for x in layers)
