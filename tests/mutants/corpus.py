"""The corpus: wrong versions of the rules, each of which breaks one statement of a rules page.

Files `corpus/*.mutants` are read by people, so their form is small:

    PR-8  Coffee sells for 3.
    @ puerto_rico/materials.rules
    - coffee price 4
    + coffee price 3

The first line has the statement and says what is wrong. `@` names a file in `rules_dsl/`; behind it `2 of 3` says
which of several places is meant. `-` lines are the text that is replaced and `+` lines what comes in its place,
nothing if there are none. Several changes may follow one another. The number of blanks in the text does not count,
so aligning a file does no harm. `#` begins a comment.

    PR-0  no mutant: it only says what a word means

is a statement that no wrong version of the rules can break, with the reason.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.mutants.naming import STATEMENT

CORPUS = Path(__file__).parent / "corpus"
RULES = Path(__file__).resolve().parents[2] / "rules_dsl"

_HEAD = re.compile(rf"({STATEMENT.pattern})  (no mutant: )?(\S.*)")
_FILE = re.compile(r"@ (\S+\.rules)(?: (\d+) of (\d+))?")


class CorpusError(Exception):
    """A mutant that can't be read or no longer fits the rules; the text is one sentence."""


@dataclass(slots=True)
class Change:
    """A text of a rule file and what comes in its place."""

    file: str
    which: int = 1
    places: int = 1
    old: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)

    def apply(self, text: str) -> str:
        """The text of the rule file with this change.

        Raises:
            CorpusError: the old text is not there as often as the corpus says.
        """
        found = list(re.finditer(_pattern("\n".join(self.old)), text))
        if len(found) != self.places:
            raise CorpusError(f"`{self.old[0]}` is {len(found)} times in {self.file}, not {self.places}")
        place = found[self.which - 1]
        return text[: place.start()] + "\n".join(self.new) + text[place.end() :]


@dataclass(slots=True)
class Mutant:
    """A wrong version of the rules."""

    statement: str
    wrong: str
    where: str
    changes: list[Change] = field(default_factory=list)

    def apply(self, folder: Path) -> None:
        """Changes the copy of the rules in a folder.

        Raises:
            CorpusError: a change does not fit, or changes nothing.
        """
        for change in self.changes:
            path = folder / change.file
            if not path.is_file():
                raise CorpusError(f"{self.where}: there is no {change.file}")
            before = path.read_text(encoding="utf-8")
            try:
                after = change.apply(before)
            except CorpusError as error:
                raise CorpusError(f"{self.where}: {error}") from None
            if after == before:
                raise CorpusError(f"{self.where}: nothing is changed in {change.file}")
            path.write_text(after, encoding="utf-8")


@dataclass(slots=True)
class Corpus:
    """All mutants, and the statements that can have none."""

    mutants: list[Mutant] = field(default_factory=list)
    without: dict[str, str] = field(default_factory=dict)

    @property
    def statements(self) -> set[str]:
        """Those with a mutant and those with a reason."""
        return {mutant.statement for mutant in self.mutants} | set(self.without)


def read_corpus(folder: Path = CORPUS) -> Corpus:
    """Reads all files of the corpus.

    Raises:
        CorpusError: a line has none of the forms.
    """
    corpus = Corpus()
    for path in sorted(folder.glob("*.mutants")):
        mutant: Mutant | None = None
        for where, line in _lines(path):
            sign, _, text = line.partition(" ")
            if head := _HEAD.fullmatch(line):
                statement, none, sentence = head.groups()
                mutant = None if none else Mutant(statement, sentence, where)
                if mutant:
                    corpus.mutants.append(mutant)
                else:
                    corpus.without[statement] = sentence
            elif mutant and (file := _FILE.fullmatch(line)):
                name, which, places = file.groups()
                mutant.changes.append(Change(name, int(which or 1), int(places or 1)))
            elif mutant and mutant.changes and sign in ("-", "+"):
                change = mutant.changes[-1]
                (change.old if sign == "-" else change.new).append(text)
            else:
                raise CorpusError(f"{where}: `{line}` is no part of a mutant")
    for mutant in corpus.mutants:
        if not mutant.changes or not all(1 <= c.which <= c.places and any(c.old) for c in mutant.changes):
            raise CorpusError(f"{mutant.where}: {mutant.statement} does not say what is replaced")
    return corpus


def _lines(path: Path) -> Iterator[tuple[str, str]]:
    """The lines that say something, each with its place."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            yield f"{path.name}:{number}", line.rstrip()


def _pattern(text: str) -> str:
    """Finds a text with any number of blanks where it has some, but not in the middle of a word."""
    words = r"\s+".join(map(re.escape, text.split()))
    return (r"\b" if re.match(r"\w", text.strip()) else "") + words + (r"\b" if re.search(r"\w$", text.strip()) else "")
