"""The order of refinements of one thing.

The game's own come first, in the order of declaration. What an expansion or a variant adds comes
after them, in its own order of declaration. ``after`` and ``before`` move a refinement. Two that
come from different additions and do not commute need one of these words, or one addition says that it
comes after the other: E0406.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from rulewright.diagnostics.diagnostic import Label
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import Span
from rulewright.resolve.symbols import EntryInfo


class Ordered(Protocol):
    """What can be put in order."""

    @property
    def entry(self) -> EntryInfo: ...
    @property
    def layer(self) -> str: ...
    @property
    def after(self) -> tuple[str, ...]: ...
    @property
    def before(self) -> tuple[str, ...]: ...
    @property
    def span(self) -> Span: ...


T = TypeVar("T", bound=Ordered)


def put_in_order(
    items: Sequence[T],
    base: str,
    target: str,
    commute: Callable[[T, T], bool],
    comes_after: Mapping[str, Sequence[str]],
    sink: Sink,
) -> tuple[T, ...]:
    """The refinements of one target in the order in which they work."""
    rest = sorted(items, key=lambda i: i.layer != base)
    follows = {id(i): _predecessors(i, rest) for i in rest}
    done: list[T] = []
    while rest:
        ready = next((i for i in rest if all(any(p is d for d in done) for p in follows[id(i)])), None)
        if ready is None:
            sink.error(
                "E0412",
                rest[0].span,
                f"the order of what changes `{target}` runs in a circle",
                label="`after` and `before` contradict each other here",
                secondary=tuple(Label(i.span, "and here") for i in rest[1:2]),
                help="remove one of these words",
            )
            return tuple(items)
        done.append(ready)
        rest = [i for i in rest if i is not ready]
    _check_settled(done, base, target, follows, commute, comes_after, sink)
    return tuple(done)


def _predecessors(item: T, items: Sequence[T]) -> list[T]:
    found = [o for o in items if o is not item and o.entry.name in item.after]
    found += [o for o in items if o is not item and item.entry.name in o.before]
    return found


def _check_settled(
    items: Sequence[T],
    base: str,
    target: str,
    follows: dict[int, list[T]],
    commute: Callable[[T, T], bool],
    comes_after: Mapping[str, Sequence[str]],
    sink: Sink,
) -> None:
    for position, later in enumerate(items):
        for earlier in items[:position]:
            if base in (earlier.layer, later.layer) or earlier.layer == later.layer or commute(earlier, later):
                continue
            if earlier.layer in comes_after[later.layer] or later.layer in comes_after[earlier.layer]:
                continue
            if _reaches(later, earlier, follows):
                continue
            sink.error(
                "E0406",
                later.span,
                f"`{earlier.entry.name}` and `{later.entry.name}` both change `{target}`, and the order matters",
                label=f"from `{later.layer}`",
                secondary=(Label(earlier.span, f"from `{earlier.layer}`"),),
                help=f"write `after {earlier.entry.name}` or `before {earlier.entry.name}` here",
            )


def _reaches(start: T, goal: T, follows: dict[int, list[T]]) -> bool:
    return any(p is goal or _reaches(p, goal, follows) for p in follows[id(start)])
