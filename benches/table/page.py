"""The table as Markdown and as JSON."""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from benches.table.figures import Findings, Row, Table

FORM = "rulewright-table 1"
"""What the JSON says it is."""

HEADS = ("what", "wanted", "measured", "middle half of the repeats", "by the least times", "repeats", "met")


def about(effort: str) -> dict[str, str]:
    """How, when and on what it was made."""
    load = ", ".join(f"{number:.1f}" for number in os.getloadavg()) if hasattr(os, "getloadavg") else "unknown"
    return {
        "made": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "commit": _said(["git", "describe", "--always", "--dirty"]),
        "effort": effort,
        "cores": str(os.cpu_count()),
        "processor": _processor(),
        "load at the end": load,
        "Python": platform.python_version(),
        "Rust": _said(["rustc", "--version"]),
    }


def write(folder: Path, facts: dict[str, str], findings: Findings) -> Path:
    """Writes `table.md` and `table.json`; returns the first."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "table.json").write_text(json.dumps(_data(facts, findings), indent=1) + "\n", encoding="utf-8")
    page = folder / "table.md"
    page.write_text(text(facts, findings), encoding="utf-8")
    return page


def text(facts: dict[str, str], findings: Findings) -> str:
    """All of it as Markdown."""
    parts = ["# Benchmarks", "; ".join(f"{name}: {value}" for name, value in facts.items()) + "."]
    parts += findings.remarks
    if findings.rows:
        parts += ["## What is wanted", _grid(HEADS, (_row(row) for row in findings.rows))]
    for table in findings.tables:
        parts += [f"## {table.title}", *filter(None, [table.note]), _grid(table.heads, map(_cells, table.rows))]
    return "\n\n".join(parts) + "\n"


def _row(row: Row) -> list[str]:
    low, high = row.figure.middle_half
    unit = f" {row.unit}" if row.unit else ""
    return [
        row.what,
        f"{'at most' if row.is_limit else 'at least'} {number(row.wanted)}{unit}",
        f"{number(row.figure.median)}{unit}",
        f"{number(low)} to {number(high)}",
        number(row.by_least),
        str(len(row.figure.values)),
        "yes" if row.is_met else "no",
    ]


def _cells(row: Sequence[str | float | None]) -> list[str]:
    return ["" if cell is None else cell if isinstance(cell, str) else number(cell) for cell in row]


def number(value: float) -> str:
    """A number with about three digits that count."""
    if value == int(value) and abs(value) < 1e15:
        return f"{int(value):,}"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def _grid(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def _data(facts: dict[str, str], findings: Findings) -> dict[str, object]:
    return {
        "form": FORM,
        "about": facts,
        "remarks": list(findings.remarks),
        "rows": [_row_data(row) for row in findings.rows],
        "tables": [_table_data(table) for table in findings.tables],
    }


def _row_data(row: Row) -> dict[str, object]:
    low, high = row.figure.middle_half
    return {
        "what": row.what,
        "wanted": row.wanted,
        "is_limit": row.is_limit,
        "unit": row.unit,
        "median": row.figure.median,
        "middle_half": [low, high],
        "by_least": row.by_least,
        "values": list(row.figure.values),
        "is_met": row.is_met,
    }


def _table_data(table: Table) -> dict[str, object]:
    return asdict(table)


def _said(words: Sequence[str]) -> str:
    """What a program prints in its first line; `unknown` without it."""
    try:
        said = subprocess.run(words, capture_output=True, text=True, check=True, cwd=Path(__file__).parent).stdout
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return said.strip().partition("\n")[0]


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.machine()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())
