"""Instructions of the processor a decision, counted by callgrind: steady where times are not."""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path

from benches.table.bench import Bench, run
from benches.table.figures import BenchError, Findings, Table
from benches.table.programs import ALL_EXPANSIONS, BASE, BY_HAND, CARDS, UNBOUGHT_EXPANSIONS, Subject

COUNTED = "instructions::counted_section"
"""The function of `benches/rust/src/bin/instructions.rs` in which instructions are counted."""

SIDES = ("interpreter", "native", "hand")
PARTS = (*SIDES, "batch", "batch with observations")
NOTE = (
    "Instructions a decision, by callgrind. The sides play the same random games; the batch has 128 games on one "
    "thread, from the beginning of the games on."
)


def measure(bench: Bench) -> Findings:
    """The table of this section; without valgrind a remark."""
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        return Findings(remarks=["valgrind is not installed, so no instructions were counted."])
    subjects = [*BY_HAND, BASE, UNBOUGHT_EXPANSIONS, ALL_EXPANSIONS, *(Subject(CARDS, n) for n in (2, 3, 4))]
    if bench.effort.is_short:
        subjects = [BY_HAND[1]]
    rows = []
    for subject in subjects:
        found = count(bench, valgrind, subject)
        rows.append((subject.name, *(found.get(part) for part in PARTS)))
    return Findings(tables=[Table("Instructions", ("game", *PARTS), tuple(rows), NOTE)])


def count(bench: Bench, valgrind: str, subject: Subject) -> dict[str, float]:
    """Instructions a decision of each part. Raises BenchError if the sides don't agree."""
    code = bench.work / "code"
    code.mkdir(parents=True, exist_ok=True)
    words = [bench.binary("instructions"), str(code), str(bench.effort.counted_games), str(bench.effort.counted_steps)]
    words += [str(bench.rules.program(subject)), *(["--hand"] if subject in BY_HAND else [])]
    with tempfile.TemporaryDirectory() as folder:
        counts = Path(folder) / "counts"
        options = [f"--callgrind-out-file={counts}", f"--toggle-collect={COUNTED}", f"--dump-after={COUNTED}"]
        said = run([valgrind, "--quiet", "--tool=callgrind", *options, *words]).splitlines()
        parts = [_read(line) for line in said]
        # One file after each call of the function, in their order.
        files = [counts.with_name(f"counts.{number}") for number in range(1, len(parts) + 1)]
        if not parts or not all(file.is_file() for file in files):
            raise BenchError(f"callgrind does not find `{COUNTED}`; perhaps it is too old to read names of Rust")
        totals = [_total(file.read_text(encoding="utf-8")) for file in files]
    if len({(decisions, check) for name, decisions, check in parts if name in SIDES}) > 1:
        raise BenchError(f"the sides end the games of {subject.name} differently, so nothing is counted")
    return {name: total / decisions for (name, decisions, _), total in zip(parts, totals, strict=True)}


def _read(line: str) -> tuple[str, int, str]:
    """A line of the program: what was counted, its decisions, and a sum over its results."""
    found = re.fullmatch(r"([a-z ]+): (\d+) ([0-9a-f]{16})", line)
    if found is None:
        raise BenchError(f"`instructions` printed `{line}`")
    return found[1], int(found[2]), found[3]


def _total(text: str) -> int:
    found = re.search(r"^totals: (\d+)$", text, re.MULTILINE)
    if found is None:
        raise BenchError("callgrind wrote no total")
    return int(found[1])
