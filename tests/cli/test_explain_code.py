"""`explain CODE` tells what the catalogue knows."""

import json

import pytest
from tests.cli.conftest import Run

from rulewright.diagnostics.codes import CODES


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_told(run: Run, code: str) -> None:
    shown = run("explain", code)
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.startswith(f"{code} ({CODES[code].slug}): {CODES[code].title}\n")
    assert all(len(line) <= 110 for line in shown.out.splitlines())
    assert "\nwrong:\n" in shown.out
    assert "\nright:\n" in shown.out


def test_by_name_and_in_small_letters(run: Run) -> None:
    assert run("explain", "unknown-name").out == run("explain", "e0201").out == run("explain", "E0201").out


def test_for_programs(run: Run) -> None:
    told = json.loads(run("explain", "E0404", "--json").out)
    assert told["code"] == "E0404"
    assert told["wrong"] != told["right"]


def test_no_such_code(run: Run) -> None:
    shown = run("explain", "E9999")
    assert shown.code == 2
    assert "there is no code `E9999`" in shown.err
    assert "neither a code nor a file" in run("explain", "nothing").err
