"""Classes that only hold data, for the trees of the compiler.

A leaf, like `diagnostics`. `@data` is what `@dataclass(frozen=True, slots=True)` is, for a third of the work: a
compiler has some two hundred such classes and makes tens of thousands of objects of them. mypy sees to it that nobody
changes one; nothing looks again while a program runs. Classes that users meet are frozen in earnest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import Field, dataclass, field, fields
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

_T = TypeVar("_T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def data(cls: type[_T]) -> type[_T]:
    """Makes a class of its annotations: initialised, compared, hashed and shown by its fields."""
    made: Any = dataclass(slots=True, eq=False, repr=False)(cls)
    parts = fields(made)
    compared = tuple(part.name for part in parts if part.compare)
    # Methods written out for each class would have to be compiled for each class; these are not.
    values = attrgetter(*compared) if compared else lambda _: ()

    def __eq__(self: object, other: object) -> bool:
        return bool(values(self) == values(other)) if other.__class__ is made else NotImplemented

    def __hash__(self: object) -> int:
        return hash(values(self))

    def __repr__(self: object) -> str:
        return _shown(self, parts)

    made.__eq__, made.__hash__, made.__repr__ = __eq__, __hash__, __repr__
    return made  # type: ignore[no-any-return]


def values_of(node: Any, *without: str) -> tuple[Any, ...]:  # noqa: ANN401
    """The values of all fields of an object but these, for those who walk through trees."""
    key = type(node), without
    reader = _READERS.get(key)
    if reader is None:
        reader = _READERS[key] = _reader_of(*key)
    return reader(node)


_READERS: dict[tuple[type, tuple[str, ...]], Callable[[Any], tuple[Any, ...]]] = {}


def _reader_of(sort: type, without: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    names = [part.name for part in fields(sort) if part.name not in without]
    match names:
        case []:
            return lambda _: ()
        case [name]:
            one = attrgetter(name)
            return lambda value: (one(value),)
        case _:
            return attrgetter(*names)


def _shown(value: object, parts: tuple[Field[object], ...]) -> str:
    said = (f"{part.name}={getattr(value, part.name)!r}" for part in parts if part.repr)
    return f"{type(value).__qualname__}({', '.join(said)})"
