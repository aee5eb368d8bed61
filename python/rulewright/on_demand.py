"""Imports that wait until something is used: a game from the cache needs a small part of the package.

A leaf. Where it is used, the ordinary import stands beside it under `TYPE_CHECKING`, so that types, editors and
the check of the layers see what they always see.
"""

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from types import ModuleType


class Later(ModuleType):
    """Stands for a module, which is imported when something of it is used."""

    def __getattr__(self, name: str) -> object:
        return getattr(import_module(self.__name__), name)


def names_of(
    package: str, homes: Mapping[str, Iterable[str]]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` for a package whose names are those of its modules: each module and its names."""
    home_of = {name: home for home, names in homes.items() for name in names}

    def fetch(name: str) -> object:
        if name not in home_of:
            raise AttributeError(f"module `{package}` has no attribute `{name}`")
        found: object = getattr(import_module(f"{package}.{home_of[name]}"), name)
        setattr(import_module(package), name, found)
        return found

    def everything() -> list[str]:
        return sorted({*vars(import_module(package)), *home_of})

    return fetch, everything
