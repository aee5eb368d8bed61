"""What is put together to make a game: the game's own files, then what is added to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from rulewright.datatypes import data
from rulewright.parse import ast


@data
class Layer:
    """Declarations of one origin: the game itself, an expansion or a variant."""

    name: str
    declarations: tuple[ast.Declaration, ...]
    after: tuple[str, ...] = ()
    """Additions that it comes after, if they are there."""
    title: str = ""
    """What readers call an addition, if it says so."""


@data
class Settings:
    """What is fixed before a game is compiled."""

    players: int
    options: Mapping[str, int | tuple[str, ...]] = field(default_factory=dict)
