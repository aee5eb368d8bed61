"""The two suites that have a tool of their own: criterion for Rust, pytest-benchmark for Python."""

from __future__ import annotations

import json
import os
import shutil
import sys
from typing import Any

from benches.table.bench import ROOT, Bench, run, with_cache
from benches.table.figures import BenchError, Figure, Findings, Row, Table, at_most
from benches.table.programs import ALL_EXPANSIONS, BY_HAND, CARDS, Subject

PLAYERS = BY_HAND[0].players
"""The number of players of the rows that have an aim."""


def measure_calls(bench: Bench) -> Findings:
    """Single calls of the engine, by criterion."""
    cargo = shutil.which("cargo")
    if cargo is None:
        return Findings(remarks=["cargo is not installed, so criterion was not run."])
    subjects = [BY_HAND[1], ALL_EXPANSIONS, Subject(CARDS, 4)]
    programs = bench.rules.programs(subjects[:1] if bench.effort.is_short else subjects)
    home = bench.work / "criterion"
    # What an earlier run left there would be taken for this one's.
    shutil.rmtree(home, ignore_errors=True)
    environment = {"RULEWRIGHT_PROGRAMS": os.pathsep.join(map(str, programs)), "CRITERION_HOME": str(home)}
    words = [cargo, "bench", "--quiet", "--package", "rulewright-benches", "--bench", "calls", "--"]
    run([*words, "--noplot", *bench.effort.criterion], environment=environment)
    rows = []
    for file in sorted(home.glob("*/*/new/benchmark.json")):
        about = json.loads(file.read_text(encoding="utf-8"))
        times = json.loads(file.with_name("estimates.json").read_text(encoding="utf-8"))
        median, count = times["median"], about["throughput"]["Elements"]
        bounds = median["confidence_interval"]
        ends = (bounds["lower_bound"] / count, bounds["upper_bound"] / count)
        rows.append((about["group_id"], about["function_id"], median["point_estimate"] / count, *ends))
    if not rows:
        raise BenchError("criterion left no figures")
    heads = ("program", "call", "ns", "from", "to")
    note = (
        "By criterion: ns for one position, one game of a batch, one leaf or, of playouts, one decision; the median, "
        "and between what it lies with a confidence of 95 per cent."
    )
    return Findings(tables=[Table("Single calls of the engine", heads, tuple(rows), note)])


def measure_python(bench: Bench) -> Findings:
    """The Python side, by pytest-benchmark."""
    kept = bench.work / "pytest.json"
    kept.unlink(missing_ok=True)
    files = sorted((ROOT / "benches" / "python").glob("bench_*.py"))
    words = [sys.executable, "-m", "pytest", "--quiet", "--benchmark-enable", f"--benchmark-json={kept}"]
    run([*words, *bench.effort.pytest, *map(str, files)], environment=with_cache(bench.work / "cache"))
    found = {each["name"]: each for each in json.loads(kept.read_text(encoding="utf-8"))["benchmarks"]}
    rows: list[Row] = []
    for what, name, wanted, unit in (
        (f"`legal_actions`, `apply_action`, `is_terminal`: a decision, {PLAYERS} players", "step_loop", 700, "ns"),
        (f"`clone` from Python, {PLAYERS} players", "clone", 250, "ns"),
        ("language server: a wrong name to its complaint", "answer_to_a_change[name]", 200, "ms"),
        ("language server: a wrong form to its complaint", "answer_to_a_change[form]", 200, "ms"),
    ):
        full = name if name.endswith("]") else f"{name}[{PLAYERS}]"
        if (each := found.get(f"test_{full}")) is not None:
            rows.append(at_most(what, _figure(each, 1e9 if unit == "ns" else 1e3), wanted, unit))
    lines = tuple(_line(name, each) for name, each in found.items())
    heads = ("benchmark", "median, µs", "least, µs", "middle half, µs", "rounds")
    note = "By pytest-benchmark; a step loop and playouts are a decision, everything else is one call."
    return Findings(rows, [Table("From Python", heads, lines, note)])


def _parts(each: dict[str, Any]) -> int:
    """How many parts the measured call has."""
    return int(each["extra_info"].get("decisions", 1))


def _figure(each: dict[str, Any], scale: float) -> Figure:
    return Figure(tuple(value * scale / _parts(each) for value in each["stats"]["data"]))


def _line(name: str, each: dict[str, Any]) -> tuple[str | float, ...]:
    figure = _figure(each, 1e6)
    low, high = figure.middle_half
    return name.removeprefix("test_"), figure.median, figure.least, f"{low:.3g} to {high:.3g}", len(figure.values)
