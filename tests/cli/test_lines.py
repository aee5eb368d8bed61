"""Coverage and profile by rule line on the command line."""

import json
from pathlib import Path

from tests.cli.conftest import Run
from tests.tracing.test_counts import RULES


def test_which_lines_ran_and_what_they_cost(run: Run, tmp_path: Path) -> None:
    rules = tmp_path / "drill.rules"
    rules.write_text(RULES, encoding="utf-8")
    page = tmp_path / "page.html"
    shown = run("simulate", str(rules), "--games", "5", "--coverage", "--profile", "--html", str(page), "--jobs", "2")
    assert shown.code == 0
    assert "These lines never ran:\n  drill.rules:21: set sums = 0\n" in shown.out
    assert "drill.rules:12" in shown.out
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    told = json.loads(run("simulate", str(rules), "--games", "5", "--coverage", "--json").out)
    (file,) = told["files"]
    assert {"line": 21, "status": "never", "runs": 0, "instructions": 0} in file["lines"]
