"""Kinds and their entries: which keys they have, and the value of each key."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from rulewright.datatypes import data
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import Span
from rulewright.parse import ast
from rulewright.resolve import errors
from rulewright.resolve.constants import Constants
from rulewright.resolve.misplaced import TEXT_KEY, report_misplaced
from rulewright.resolve.reserved import RESERVED
from rulewright.resolve.symbols import (
    BoolType,
    EntryInfo,
    IntType,
    KeyInfo,
    KindInfo,
    KindType,
    PhaseType,
    PlayerType,
    TextType,
    ValueType,
)
from rulewright.resolve.uses import SILENT, Uses

_FLAG = "flag"
_PLAYERS_KEY = "players"
"""A key that every kind has: an entry exists only with so many players."""


_MOST_TOLD = 2
"""If more entries lack a key, and all of them do, the key is at fault."""


@data
class RefinedEntry:
    """An entry and the refinements written in it, with the layer they came from."""

    entry: EntryInfo
    layer: str
    refinements: tuple[ast.Refinement, ...]


@dataclass
class _Draft:
    """An entry while its declarations are put together."""

    decl: ast.Entry
    words: list[ast.Word]
    title: str
    refinements: list[tuple[str, tuple[ast.Refinement, ...]]]


class KindTable:
    """Puts kinds together from their declarations in all layers."""

    def __init__(self, constants: Constants, phases: dict[str, int], sink: Sink, uses: Uses = SILENT) -> None:
        self._constants = constants
        self._phases = phases
        self._sink = sink
        self._uses = uses
        self._kinds: dict[str, ast.Kind] = {}
        self._drafts: dict[str, dict[str, _Draft]] = {}
        self._circular: set[str] = set()
        self._named: list[tuple[str, ast.Name]] = []
        self._lacking: dict[tuple[str, str], list[tuple[str, Span]]] = {}
        """Entries without a key that they need, by kind and key."""

    def add_kind(self, kind: ast.Kind, layer: str) -> None:
        """A kind, with the entries listed in it."""
        name = kind.name.text
        if name in self._kinds:
            return  # reported when the names were given out
        self._kinds[name] = kind
        self._drafts[name] = {}
        self._uses.declare(kind.name.span, "kind", name)
        for entry in kind.entries:
            self._named.append((name, entry.name))
            self._add(name, entry, layer)

    def add_entry(self, entry: ast.Entry, layer: str) -> None:
        """An entry declared alone, or a change of one."""
        kind = entry.kind
        if kind is None or kind.text not in self._kinds:
            name = kind.text if kind else ""
            errors.unknown(self._sink, "E0206", "kind", name, kind.span if kind else entry.span, self._kinds)
            return
        self._uses.use(kind.span, "kind", kind.text)
        self._named.append((kind.text, entry.name))
        if entry.changes:
            draft = self._drafts[kind.text].get(entry.name.text)
            if draft is None:
                errors.unknown(
                    self._sink, "E0201", kind.text, entry.name.text, entry.name.span, self._drafts[kind.text]
                )
                return
            changed = {w.value for w in entry.words}
            draft.words = self._merge(kind.text, draft.words, entry.words) if changed else draft.words
            draft.title = entry.title.text if entry.title else draft.title
            if entry.refinements:
                draft.refinements = [(layer, entry.refinements)]
            return
        self._add(kind.text, entry, layer)

    def _add(self, kind: str, entry: ast.Entry, layer: str) -> None:
        drafts = self._drafts[kind]
        name = entry.name.text
        if name in RESERVED:
            errors.reserved(self._sink, name, entry.name.span)
        if name in drafts:
            advice = f"give one of them another name, or write `change {kind} {name} {{ … }}` to alter the first"
            errors.declared_twice(self._sink, name, entry.name.span, drafts[name].decl.name.span, advice)
            return
        title = entry.title.text if entry.title else name.replace("_", " ").capitalize()
        refinements = [(layer, entry.refinements)] if entry.refinements else []
        drafts[name] = _Draft(entry, list(entry.words), title, refinements)

    def _merge(self, kind: str, old: list[ast.Word], new: tuple[ast.Word, ...]) -> list[ast.Word]:
        """Key words of a changed entry: the new ones, and the old ones of other keys."""
        keys = {k.name.text: k for k in self._kinds[kind].keys}

        def groups(words: list[ast.Word]) -> dict[str, list[ast.Word]]:
            found: dict[str, list[ast.Word]] = {}
            rest = list(words)
            while rest:
                head = rest.pop(0)
                key = keys.get(str(head.value))
                found[str(head.value)] = own = [head]
                if rest and key is not None and not _is_flag(key):
                    own.append(rest.pop(0))
                while rest and head.value == _PLAYERS_KEY and isinstance(rest[0].value, tuple):
                    own.append(rest.pop(0))
                while rest and head.value == TEXT_KEY and rest[0].quoted:
                    own.append(rest.pop(0))
            return found

        return [w for group in {**groups(old), **groups(list(new))}.values() for w in group]

    # ---- the finished table ----

    def type_of(self, type_: ast.Type, *, optional: bool = False) -> ValueType | None:
        """The type that is written; unknown ones are reported."""
        if isinstance(type_, ast.Range):
            low, high = self._constants.bound(type_.low), self._constants.bound(type_.high)
            if low > high:
                errors.empty_range(self._sink, type_.span, low, high)
            return IntType(min(low, high), max(low, high))
        simple: dict[str, ValueType] = {
            "int": IntType(),
            "bool": BoolType(),
            "player": PlayerType(optional),
            "phase": PhaseType(),
            "text": TextType(),
            _FLAG: BoolType(),
        }
        if type_.text in simple:
            return simple[type_.text]
        if type_.text in self._kinds:
            self._uses.use(type_.span, "kind", type_.text)
            return KindType(type_.text, optional)
        advice = "a number has a range as in `0..10`, or is `int`; else `bool`, `player` or the name of a kind"
        errors.unknown(self._sink, "E0206", "type", type_.text, type_.span, [*self._kinds, *simple], otherwise=advice)
        return None

    def finish(self) -> tuple[dict[str, KindInfo], list[RefinedEntry]]:
        """All kinds, entries numbered, and the refinements in order of declaration."""
        kinds: dict[str, KindInfo] = {}
        refined: list[RefinedEntry] = []
        present: dict[str, dict[str, int]] = {}
        for name in self._kinds:
            self._number(name, present, ())
        self._note_entries()
        for name, decl in self._kinds.items():
            keys: dict[str, KeyInfo] = {}
            for key in decl.keys:
                self._uses.declare(key.name.span, "key", key.name.text, name)
                if key.name.text in keys:
                    errors.declared_twice(self._sink, key.name.text, key.span, keys[key.name.text].span)
                info = self._key(key, present)
                if info is not None:
                    keys[key.name.text] = info
            entries: list[EntryInfo] = []
            for entry_name, index in present[name].items():
                entry, draft = self._entry(name, entry_name, index, keys, present)
                entries.append(entry)
                if draft is not None:
                    refined.extend(RefinedEntry(entry, layer, items) for layer, items in draft.refinements)
            for key_info in keys.values():
                lacking = self._lacking.get((name, key_info.name), [])
                if len(lacking) == len(entries) > _MOST_TOLD:
                    errors.key_missing_everywhere(self._sink, name, key_info, len(lacking))
                else:
                    for lacks, span in lacking:
                        errors.key_missing(self._sink, lacks, key_info, span, name)
            title = decl.title.text if decl.title else name.replace("_", " ")
            includes = self._base(name)
            if not entries:
                errors.no_entries(self._sink, name, decl.name.span, self._constants.values["players"], decl.entries)
            kinds[name] = KindInfo(name, title, decl.is_token, includes, keys, tuple(entries), decl.active, decl.span)
        return kinds, refined

    def _number(self, name: str, present: dict[str, dict[str, int]], above: tuple[str, ...]) -> None:
        """Indices of a kind's entries; the included kind's come first."""
        if name in present:
            return
        decl = self._kinds[name]
        indices: dict[str, int] = {}
        if decl.includes is not None:
            base = decl.includes.text
            self._uses.use(decl.includes.span, "kind", base)
            if base not in self._kinds:
                errors.unknown(self._sink, "E0206", "kind", base, decl.includes.span, self._kinds)
            elif base in (*above, name):
                self._circular.add(name)
                self._sink.error(
                    "E0309",
                    decl.includes.span,
                    f"kind `{base}` includes itself",
                    label=" → ".join([*above[above.index(base) if base in above else len(above) :], name, base]),
                    help="remove one `includes`",
                )
            else:
                self._number(base, present, (*above, name))
                indices.update(present[base])
        for entry_name, draft in self._drafts[name].items():
            if entry_name not in indices and self._exists(draft):
                indices[entry_name] = len(indices)
        present[name] = indices

    def _base(self, name: str) -> str | None:
        """The included kind; none where it is unknown or would close a circle."""
        includes = self._kinds[name].includes
        if includes is None or includes.text not in self._kinds or name in self._circular:
            return None
        return includes.text

    def _exists(self, draft: _Draft) -> bool:
        """Whether there is such an entry with this number of players: any of the ranges it names."""
        words = [w.value for w in draft.words]
        if _PLAYERS_KEY not in words:
            return True
        ranges = list(itertools.takewhile(lambda w: isinstance(w, tuple), words[words.index(_PLAYERS_KEY) + 1 :]))
        if not ranges:
            return True  # reported with the other keys
        players = self._constants.values["players"]
        return any(isinstance(r, tuple) and r[0] <= players <= r[1] for r in ranges)

    def _key(self, key: ast.Key, present: dict[str, dict[str, int]]) -> KeyInfo | None:
        type_ = self.type_of(key.type, optional=key.optional)
        if type_ is None:
            return None
        default: int | str | None = None
        if key.default is not None:
            value = self._value(key.name.text, type_, key.default, present, key.span)
            # A wrong default was reported; the entries that rely on it are not at fault.
            default = 0 if value is None else value
        return KeyInfo(key.name.text, type_, key.optional, default, key.span)

    def _entry(
        self, kind: str, name: str, index: int, keys: dict[str, KeyInfo], present: dict[str, dict[str, int]]
    ) -> tuple[EntryInfo, _Draft | None]:
        own = self._drafts[kind].get(name)
        home, draft = kind, own
        while draft is None:
            included = self._base(home)
            assert included is not None  # an entry that is not the kind's own is an included one
            home = included
            draft = self._drafts[home].get(name)
        declared_in = self._home_of(kind, name)
        values = self._values(name, kind, keys, own.words if own else [], draft, present)
        title = self._drafts[declared_in][name].title
        span = draft.decl.name.span
        return EntryInfo(declared_in, name, title, index, values, _text_of(draft.words), span), own

    def _home_of(self, kind: str, name: str) -> str:
        """The kind that declares an entry: listed again in a kind that includes it, it only gets that kind's keys."""
        home = kind
        base = self._base(kind)
        while base is not None:
            if name in self._drafts[base]:
                home = base
            base = self._base(base)
        return home

    def _note_entries(self) -> None:
        for kind, name in self._named:
            home = self._home_of(kind, name.text)
            if home == kind:
                self._uses.declare(name.span, "entry", name.text, home)
            else:
                self._uses.use(name.span, "entry", name.text, home)

    def _values(
        self,
        name: str,
        kind: str,
        keys: dict[str, KeyInfo],
        words: list[ast.Word],
        draft: _Draft,
        present: dict[str, dict[str, int]],
    ) -> dict[str, int | str]:
        values: dict[str, int | str] = {}
        rest = list(words)
        is_complete = True  # an unknown key is probably the one that is missing
        # Before the first key stands the name: of an entry, or of a key that is not declared as one.
        named: ast.Name | None = draft.decl.name if draft.decl.kind is None else None
        while rest:
            head = rest.pop(0)
            word = str(head.value)
            if word == _PLAYERS_KEY and not head.quoted and rest and isinstance(rest[0].value, tuple):
                while rest and isinstance(rest[0].value, tuple):
                    rest.pop(0)
                continue
            if word == TEXT_KEY and not head.quoted and rest and rest[0].quoted:
                while rest and rest[0].quoted:
                    rest.pop(0)
                continue
            if word == _PLAYERS_KEY and not head.quoted and word not in keys:
                advice = f"write `{word} LOW..HIGH`, with both ends even if they are the same"
                errors.wrong_key_value(self._sink, word, head.span, "a range", "no range behind it", advice)
                break
            key = keys.get(word) if isinstance(head.value, str) and not head.quoted else None
            if key is None:
                is_complete = False
                if report_misplaced(self._sink, head, named):
                    # On its line it may go on in a way that reads as a refinement.
                    draft.refinements = [
                        (layer, tuple(r for r in refinements if r.span.line != head.span.line))
                        for layer, refinements in draft.refinements
                    ]
                    break
                is_next = _is_listed(head, draft) and all(k.name in values for k in keys.values() if _is_needed(k))
                errors.unknown_key(
                    self._sink,
                    kind,
                    head.span.text,
                    head.span,
                    keys,
                    self._kinds[kind].name.span,
                    is_next_entry=is_next,
                )
                if rest and not (isinstance(rest[0].value, str) and rest[0].value in keys):
                    rest.pop(0)
                continue
            self._uses.use(head.span, "key", word, kind)
            if word in values:
                errors.key_twice(self._sink, word, head.span)
            if isinstance(key.type, BoolType):
                values[word] = 1
                continue
            if not rest or self._is_next_key(rest[0], key.type, keys, present):
                advice = f"write `{word}` and {key.type}"
                needed, label = str(key.type), "its value is missing"
                errors.wrong_key_value(self._sink, word, head.span, needed, label, advice, declared=key.span)
                values[word] = 0
                continue
            value = self._value(word, key.type, rest.pop(0), present, key.span)
            values[word] = 0 if value is None else value
        if self._takes_out_keys_with_signs(draft, {k for k in keys if k not in values}):
            is_complete = False
        for key in keys.values():
            if key.name in values:
                continue
            if isinstance(key.type, BoolType):
                values[key.name] = 0
            elif key.default is not None:
                values[key.name] = key.default
            elif key.optional:
                values[key.name] = -1
            else:
                if is_complete:
                    self._lacking.setdefault((kind, key.name), []).append((name, draft.decl.name.span))
                values[key.name] = 0
        return values

    def _takes_out_keys_with_signs(self, draft: _Draft, missing: set[str]) -> bool:
        """Whether missing keys are written like `cost = 2`, which reads as a refinement; told once for an entry."""
        found: list[ast.RefineValue] = []
        for i, (layer, refinements) in enumerate(draft.refinements):
            signed = [r for r in refinements if _is_signed_key(r, missing)]
            found += [r for r in signed if isinstance(r, ast.RefineValue)]
            draft.refinements[i] = (layer, tuple(r for r in refinements if r not in signed))
        if found:
            errors.key_with_sign(self._sink, found[0].path.text, found[0].span)
        return bool(found)

    def _is_next_key(
        self, word: ast.Word, type_: ValueType, keys: dict[str, KeyInfo], present: dict[str, dict[str, int]]
    ) -> bool:
        """Whether a word is the next key, not a value of the same name."""
        if word.quoted or word.value not in keys:
            return False
        match type_:
            case KindType():
                return word.value not in present.get(type_.kind, {})
            case PhaseType():
                return word.value not in self._phases
            case _:
                return word.value not in self._constants.values

    def _value(
        self, key: str, type_: ValueType, word: ast.Word, present: dict[str, dict[str, int]], declared: Span
    ) -> int | str | None:
        match type_:
            case IntType():
                number = word.value if isinstance(word.value, int) else None
                if isinstance(word.value, str) and not word.quoted:
                    number = self._constants.values.get(word.value)
                    if number is None:
                        errors.unknown(
                            self._sink,
                            "E0201",
                            "constant",
                            word.value,
                            word.span,
                            self._constants.values,
                            otherwise="write a number, or the name of a constant",
                        )
                        return None
                    self._uses.use(word.span, "const", word.value)
                if number is None:
                    advice = f"write `{key}` and {type_}" + (", without quotes" if word.quoted else "")
                    errors.wrong_key_value(self._sink, key, word.span, "a number", advice=advice, declared=declared)
                    return None
                low, high = type_.low, type_.high
                if low is not None and high is not None and not low <= number <= high:
                    errors.key_out_of_range(self._sink, key, number, word.span, low, high, declared)
                return number
            case KindType():
                names = present.get(type_.kind, {})
                if isinstance(word.value, str) and not word.quoted:
                    if word.value == "none" and type_.optional:
                        return -1
                    if word.value in names:
                        self._uses.use(word.span, "entry", word.value, self._home_of(type_.kind, word.value))
                        return names[word.value]
                    errors.unknown(self._sink, "E0201", type_.kind, word.value, word.span, names)
                else:
                    errors.wrong_key_value(self._sink, key, word.span, str(type_), declared=declared)
                return None
            case PhaseType():
                if isinstance(word.value, str) and word.value in self._phases:
                    self._uses.use(word.span, "phase", word.value)
                    return self._phases[word.value]
                errors.unknown(self._sink, "E0201", "phase", str(word.value), word.span, self._phases)
                return None
            case TextType() if word.quoted:
                return str(word.value)
            case _:
                errors.wrong_key_value(self._sink, key, word.span, str(type_), declared=declared)
                return None


def _is_listed(word: ast.Word, draft: _Draft) -> bool:
    """Whether a word stands where its entry is listed, not in a change of it."""
    listed = draft.decl.span
    return draft.decl.kind is None and word.span.source is listed.source and word.span.start < listed.end


def _is_signed_key(refinement: ast.Refinement, missing: set[str]) -> bool:
    return (
        isinstance(refinement, ast.RefineValue)
        and refinement.operator == "="
        and refinement.params is None
        and refinement.path.text in missing
    )


def _is_needed(key: KeyInfo) -> bool:
    return not key.optional and key.default is None and not isinstance(key.type, BoolType)


def _text_of(words: list[ast.Word]) -> ast.Text | None:
    """What the words of an entry tell its readers."""
    heads = [i for i, w in enumerate(words) if w.value == TEXT_KEY and not w.quoted]
    found = list(itertools.takewhile(lambda w: w.quoted, words[heads[0] + 1 :])) if heads else []
    return ast.Text(found[0].span, " ".join(str(w.value) for w in found)) if found else None


def _is_flag(key: ast.Key) -> bool:
    return isinstance(key.type, ast.Name) and key.type.text == _FLAG
