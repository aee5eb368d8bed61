"""The small programs that the tests of the engine's API play."""

from pathlib import Path

from rulewright.vm import Game

PROGRAMS = Path(__file__).parent / "programs"


def program_text(name: str) -> str:
    return (PROGRAMS / f"{name}.ir").read_text(encoding="utf-8")


def load(name: str = "stall") -> Game:
    return Game.from_program_text(program_text(name), title=name.capitalize(), variants=["plain"], options={"size": 2})
