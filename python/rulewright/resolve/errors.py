"""What the resolver has to say, one function for each complaint."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.diagnostics.diagnostic import Label, Suggestion, declared_at
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import Span
from rulewright.diagnostics.suggest import is_slip, nearest
from rulewright.parse import ast
from rulewright.resolve.symbols import KeyInfo

_MOST_LISTED = 8


def unknown(
    sink: Sink, code: str, what: str, name: str, span: Span, candidates: Iterable[str], *, otherwise: str = ""
) -> None:
    """A name that stands for nothing, with the nearest one that would do."""
    names = list(candidates)
    near = nearest(name, names)
    if near is not None:
        advice: str | None = f"did you mean `{near}`?"
    elif otherwise and code == "E0206":
        advice = otherwise  # types are more than the names of kinds
    elif names and (len(names) <= _MOST_LISTED or not otherwise):
        # Without their number, which may be another one for each number of players.
        more = " and more" if len(names) > _MOST_LISTED else ""
        advice = "there are: " + ", ".join(f"`{n}`" for n in names[:_MOST_LISTED]) + more
    else:
        advice = otherwise or None
    fix = Suggestion(span, near, is_slip(name, names)) if near is not None else None
    sink.error(
        code,
        span,
        f"unknown {what} `{name}`",
        label="nothing has this name",
        help=advice,
        suggestion=fix,
        candidates=names,
    )


ONE_NAME = "give one of them another name"


def way_to_change(first: ast.Node, name: str) -> str:
    """What changes a thing of the game, for an addition that declares it again."""
    other = "; for a thing of its own take another name"
    match first:
        case ast.Place(is_deck=is_deck):
            return f"`change {'deck' if is_deck else 'place'} {name} …` gives the game's place other clauses{other}"
        case ast.Function(sort="value"):
            return f"`{name} = …`, without `value`, changes the value of the game{other}"
        case ast.Function():
            return f"`{name} or …` or `{name} and …`, without `test`, changes the test of the game{other}"
        case ast.Step():
            return f"`instead of {name} {{ … }}` replaces the step of the game{other}"
        case ast.Phase():
            return f"a phase is changed by what it names, as in `{name}.NAME += 1` or `on {name}.EVENT {{ … }}`{other}"
        case ast.Kind():
            return f"`{name} NAME {{ … }}` adds an entry, `change kind {name} {{ key … }}` a key{other}"
        case _:
            return ONE_NAME


def declared_twice(sink: Sink, name: str, span: Span, first: Span, advice: str = ONE_NAME) -> None:
    sink.error(
        "E0202",
        span,
        f"`{name}` is declared twice",
        label="declared again here",
        secondary=(Label(first, "first declared here"),),
        help=advice,
    )


def unknown_key(
    sink: Sink, kind: str, word: str, span: Span, keys: Iterable[str], declared: Span, *, is_next_entry: bool = False
) -> None:
    """A word that is no key; in a list it may be the next entry, if the one before has all that it needs."""
    names = list(keys)
    near = nearest(word, names)
    shown = ", ".join(f"`{n}`" for n in names)
    advice = f"its keys are: {shown}" if names else "it has no keys at all"
    if near is None and is_next_entry:
        advice += "; if it is the next entry, a comma is missing before it"
    sink.error(
        "E0203",
        span,
        f"a {kind} has no key `{word}`",
        label="the kind declares no such key",
        secondary=declared_at(declared, "the kind is declared here"),
        help=f"did you mean `{near}`?" if near else advice,
        suggestion=Suggestion(span, near, is_slip(word, names)) if near else None,
        candidates=names,
    )


def key_twice(sink: Sink, key: str, span: Span) -> None:
    sink.error("E0204", span, f"key `{key}` is given twice", label="given again here", help="remove one of them")


def statement_among_keys(sink: Sink, word: str, span: Span) -> None:
    sink.error(
        "E0203",
        span,
        f"`{word}` is a statement, not a key",
        label="keys and refinements stand here",
        help=f"say when it happens: `on EVENT {{ {word} … }}`",
    )


def declaration_in_entry(sink: Sink, word: str, span: Span) -> None:
    sink.error(
        "E0203",
        span,
        f"`{word}` declares something, and is not a key",
        label="keys and refinements stand here",
        help=f"write `{word} …` outside of the entry, on a line of its own",
    )


def condition_among_keys(sink: Sink, span: Span) -> None:
    sink.error(
        "E0203",
        span,
        f"`{span.text}` is not a key",
        label="keys and refinements stand here",
        help="a condition stands behind what it limits: `phase.name += 1 when …`, `on EVENT when … { … }`",
    )


def key_with_sign(sink: Sink, key: str, sentence: Span) -> None:
    """A key that is given like a variable; the value is what follows the sign."""
    sink.error(
        "E0210",
        sentence,
        f"key `{key}` is written without a sign",
        label="this is read as a change of a value of the game",
        help=f"a key and its value stand side by side, as in `{key} 2`; to change it, write the new value",
    )


def text_without_quotes(sink: Sink, span: Span) -> None:
    sink.error(
        "E0210",
        span,
        "key `text` needs a text in quotes",
        label="what stands behind it has none",
        help='write `text "…"`',
    )


def key_undeclared(sink: Sink, name: ast.Name, span: Span) -> None:
    """`size 1..3` among the keys of a kind, which reads as an entry with a range."""
    sink.error(
        "E0203",
        name.span,
        f"`{name.text}` is read as an entry, which can't have a range",
        label="the name of an entry",
        secondary=(Label(span, "the range"),),
        help=f"a key is declared with `key`: `key {name.text} {span.text}`",
    )


def key_missing_everywhere(sink: Sink, kind: str, key: KeyInfo, number: int) -> None:
    sink.error(
        "E0205",
        key.span,
        f"no {kind} has a `{key.name}`",
        label=f"all {number} of them need one",
        help=f"add `default` and a value here, or `optional`, or write `{key.name}` in each {kind}",
    )


def key_missing(sink: Sink, entry: str, key: KeyInfo, span: Span, kind: str) -> None:
    sink.error(
        "E0205",
        span,
        f"`{entry}` has no `{key.name}`",
        label=f"every {kind} needs the key `{key.name}`",
        secondary=(Label(key.span, "the key is declared here"),),
        help=f"write `{key.name}` and its value, or declare the key `optional` or with a `default`",
    )


def wrong_key_value(
    sink: Sink,
    key: str,
    span: Span,
    expected: str,
    label: str = "",
    advice: str | None = None,
    *,
    declared: Span | None = None,
) -> None:
    sink.error(
        "E0210",
        span,
        f"key `{key}` needs {expected}",
        label=label or f"this is not {expected}",
        secondary=declared_at(declared, "the key is declared here"),
        help=advice,
    )


def key_out_of_range(sink: Sink, key: str, value: int, span: Span, low: int, high: int, declared: Span) -> None:
    sink.error(
        "E0211",
        span,
        f"{value} is out of range for `{key}`",
        label=f"`{key}` goes from {low} to {high}",
        secondary=(Label(declared, "the range is declared here"),),
        help="change the number, or the range where the key is declared",
    )


def no_column(sink: Sink, players: int, span: Span, columns: Iterable[int], names: Sequence[str]) -> None:
    shown = ", ".join(f"`{name}`" for name in names[:_MOST_LISTED]) + (" …" if len(names) > _MOST_LISTED else "")
    sink.error(
        "E0208",
        span,
        f"this table has no column for {players} players",
        label="columns: " + ", ".join(str(c) for c in columns),
        help=f"add a column for {shown}, in an addition with `by players {players} {{ … }}`; or restrict `players`",
    )


def incomplete_game(sink: Sink, span: Span, what: str, advice: str) -> None:
    sink.error("E0209", span, f"the game has no {what}", label="missing", help=advice)


def wrong_score(sink: Sink, name: str, span: Span, label: str) -> None:
    sink.error(
        "E0209",
        span,
        f"`{name}` must be a value without parameters",
        label=label,
        help=f"write `value {name} = …`: it is worked out for each player, who is `me` in it",
    )


def text_value(sink: Sink, span: Span) -> None:
    sink.error(
        "E0319",
        span,
        "a text can't be used in a rule",
        label="texts are only shown",
        help="give the entries a number or a flag as a key and use that",
    )


def renames_nothing(sink: Sink, name: str, span: Span, candidates: Iterable[str]) -> None:
    names = list(candidates)
    near = nearest(name, names)
    sink.error(
        "E0219",
        span,
        f"`{name}` can't be renamed: nothing has this name",
        label="not declared by the game that this one is made from",
        help=f"did you mean `{near}`?" if near else "check the spelling, or remove the line",
        suggestion=Suggestion(span, near, is_slip(name, names)) if near else None,
        candidates=names,
    )


def empty_range(sink: Sink, span: Span, low: int, high: int) -> None:
    sink.error(
        "E0215",
        span,
        "this range is empty",
        label=f"{low} is more than {high}",
        help=f"write the smaller number first: `{high}..{low}`",
    )


def no_entries(sink: Sink, kind: str, span: Span, players: int, listed: Sequence[object]) -> None:
    sink.error(
        "E0223",
        span,
        f"kind `{kind}` has no entries",
        label=f"none of them is there with {players} players" if listed else "nothing is of this kind",
        help="list at least one entry in its braces, or remove the kind",
    )


def reserved(sink: Sink, name: str, span: Span) -> None:
    sink.error(
        "E0221",
        span,
        f"`{name}` has a meaning of its own in the language",
        label="can't be the name of something else",
        help="choose another name",
    )


def brace_alone(sink: Sink, span: Span) -> None:
    sink.error(
        "E0229",
        span,
        "a brace in this text stands alone",
        label="braces hold one name: `{name}`",
        help="close it behind a single name, or leave it out",
    )


def wrong_target(sink: Sink, path: str, span: Span, is_what: str, needs: str, declared: Span) -> None:
    ways = {
        "a value": "change a value with a sign, as in `name += 1`",
        "a test": "change a test with a sign, as in `name or true`",
        "an event": "answer an event with `on name { … }`",
        "a step": "replace a step with `instead of name { … }`",
    }
    sink.error(
        "E0212",
        span,
        f"`{path}` is {is_what}, not {needs}",
        label=f"this refinement needs {needs}",
        secondary=declared_at(declared),
        help=ways.get(is_what),
    )


def never_none(sink: Sink, span: Span, label: str) -> None:
    sink.error("E0226", span, "this can't be none", label=label, help="remove `optional`")
