"""Counts instructions of random games and adds them up by lines of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Literal

from rulewright.compiler import CompiledGame
from rulewright.diagnostics.source import SourceFile, Span
from rulewright.tracing.places import places_of
from rulewright.translate import translate_game
from rulewright.vm import Game

Status = Literal["ran", "never", "absent", "none"]
"""What became of a line: it ran, it never did, it is in no part of the program, or there is nothing to run."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a rule file."""

    number: int
    text: str
    status: Status
    runs: int
    """How often the busiest thing on it ran."""
    instructions: int


@dataclass(frozen=True, slots=True)
class FileLines:
    """A rule file with all its lines."""

    name: str
    lines: tuple[Line, ...]

    def with_status(self, status: Status) -> list[Line]:
        """The lines of which something became."""
        return [line for line in self.lines if line.status == status]


@dataclass(frozen=True, slots=True)
class LineReport:
    """What some games ran, by file and line."""

    title: str
    players: int
    games: int
    seed: int
    files: tuple[FileLines, ...]
    elsewhere: int
    """Instructions that belong to no line."""

    @property
    def instructions(self) -> int:
        """All instructions that ran; those that only count are not among them."""
        return self.elsewhere + sum(line.instructions for file in self.files for line in file.lines)

    def share(self, line: Line) -> float:
        """The line's part of all instructions."""
        return line.instructions / self.instructions if self.instructions else 0.0

    def hottest(self, most: int) -> list[tuple[FileLines, Line]]:
        """The lines that take the most instructions."""
        lines = [(file, line) for file in self.files for line in file.lines if line.instructions]
        return sorted(lines, key=lambda each: -each[1].instructions)[:most]

    def to_dict(self) -> dict[str, object]:
        """All of it as plain data; lines with nothing to run are left out."""
        return {
            "title": self.title,
            "players": self.players,
            "games": self.games,
            "seed": self.seed,
            "instructions": self.instructions,
            "elsewhere": self.elsewhere,
            "files": [
                {
                    "name": file.name,
                    "lines": [
                        {
                            "line": line.number,
                            "status": line.status,
                            "runs": line.runs,
                            "instructions": line.instructions,
                        }
                        for line in file.lines
                        if line.status != "none" or line.instructions
                    ],
                }
                for file in self.files
            ],
        }


@dataclass(slots=True)
class Tracer:
    """Plays games of a marked program and keeps count."""

    compiled: CompiledGame
    games: int = 0
    first: int = 0
    _elsewhere: int = 0
    _spans: Counter[int] = field(default_factory=Counter)
    _game: Game = field(init=False)
    _marks: Mapping[Span, int] = field(init=False)
    _code: Mapping[int, Span] = field(init=False)

    def __post_init__(self) -> None:
        marked = translate_game(self.compiled.woven, self.compiled.hash, marked=True)
        self._game = Game.from_program_text(marked.text, title=self.compiled.title, engine="interpreter")
        self._marks = marked.trace.marks
        self._code = marked.trace.code

    @property
    def game(self) -> Game:
        """The game that is played; it plays like one without marks."""
        return self._game

    def play(self, count: int, seed: int, jobs: int = 1) -> Sequence[Mapping[str, Any]]:
        """Plays so many games with the seeds from one on, and answers their results.

        Raises:
            RuleFault: the rules fail.
        """
        if self.games == 0:
            self.first = seed
        share = -(-count // jobs)
        parts = [(min(share, count - start), seed + start) for start in range(0, count, share)]
        # The engine lets go of Python while it runs, so threads are enough.
        with ThreadPoolExecutor(len(parts)) as pool:
            results = list(pool.map(lambda part: self._game.count_playouts(*part), parts))
        playouts: list[Mapping[str, Any]] = []
        for played, spans, elsewhere in results:
            playouts += played
            self._elsewhere += elsewhere
            self._spans.update({span: number for span, number in enumerate(spans) if number})
        self.games += count
        return playouts

    def report(self) -> LineReport:
        """What has run so far."""
        runs: dict[tuple[str, int], int] = {}
        for span, number in self._marks.items():
            at = (span.source.name, span.line)
            runs[at] = max(runs.get(at, 0), self._spans[number])
        spent: Counter[tuple[str, int]] = Counter()
        for number, span in self._code.items():
            spent[span.source.name, span.line] += self._spans[number]
        possible = {(span.source.name, span.line) for span in places_of(self.compiled.model)}
        files = tuple(
            FileLines(
                source.name,
                tuple(
                    _line(source, number, runs.get((source.name, number)), (source.name, number) in possible, spent)
                    for number in range(1, source.line_count + (not source.text.endswith("\n")))
                ),
            )
            for source in self._sources()
        )
        compiled = self.compiled
        return LineReport(compiled.title, compiled.players, self.games, self.first, files, self._elsewhere)

    def _sources(self) -> list[SourceFile]:
        found = {d.span.source.name: d.span.source for layer in self.compiled.layers for d in layer.declarations}
        return list(found.values())


def _line(
    source: SourceFile, number: int, runs: int | None, possible: bool, spent: Mapping[tuple[str, int], int]
) -> Line:
    status: Status = "none"
    if runs is not None:
        status = "ran" if runs else "never"
    elif possible:
        status = "absent"
    return Line(number, source.line_text(number), status, runs or 0, spent.get((source.name, number), 0))
