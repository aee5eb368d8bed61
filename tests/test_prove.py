"""The long runs: each test is run once, and what is written down says what failed, was left out or did not end."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests import prove
from tests.effort import ask_for, chosen, effort
from tests.prove import ROOT, Watch, main, report, verdict

QUICK = "tests/native/test_agreement.py::test_a_planted_difference_is_found"
TESTS = ["tests/a.py::test_one[x]", "tests/a.py::test_one[y]", "tests/b.py::test_two"]


@pytest.fixture(autouse=True)
def _places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prove, "SHARE", tmp_path)
    monkeypatch.setattr(prove, "REPORT", ROOT / "target" / "nowhere.md")


def event(test: str, outcome: str = "passed", *, games: int = 7, text: str = "") -> dict[str, object]:
    return {"event": outcome, "test": test, "seconds": 2.0, "counts": {"games": games}, "text": text}


def watch(folder: Path, *events: dict[str, object]) -> Watch:
    lines = [{"event": "collected", "tests": TESTS}, *events]
    (folder / "1.events").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    watch = Watch(folder)
    assert len(list(watch.news())) == len(events)
    return watch


def test_all_that_passed_is_proved_and_added_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seen = watch(tmp_path, *(event(test) for test in TESTS))
    assert verdict(seen, [0, 0], 60.0) == 0
    assert "3 of 3 proved in 1.0 minutes" in capsys.readouterr().out
    text = report(seen, 60.0, None, [])
    assert "| tests/a.py::test_one | 2 | 14 games | 0 | 4 |" in text
    assert "| test_one | y | 7 games | passed | 2.0 |" in text


@pytest.mark.parametrize("outcome", ["failed", "skipped"])
def test_what_did_not_pass_is_named(tmp_path: Path, outcome: str, capsys: pytest.CaptureFixture[str]) -> None:
    seen = watch(tmp_path, event(TESTS[0]), event(TESTS[1], outcome, text="why"), event(TESTS[2]))
    assert verdict(seen, [0, 0], 60.0) == 1
    shown = capsys.readouterr()
    assert "2 of 3 proved" in shown.out
    assert shown.err == f"{outcome}: {TESTS[1]}\n"
    text = report(seen, 60.0, None, [])
    assert f"| tests/a.py::test_one | 2 | 14 games | {int(outcome == 'failed')} | 4 |" in text
    assert f"## {outcome}: {TESTS[1]}\n\n```\nwhy\n```" in text


def test_what_did_not_end_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seen = watch(tmp_path, event(TESTS[0]), event(TESTS[2]))
    assert verdict(seen, [0, 0], 60.0) == 1
    assert f"not finished: {TESTS[1]}" in capsys.readouterr().err


def test_a_process_that_failed_is_a_failure(tmp_path: Path) -> None:
    assert verdict(watch(tmp_path, *(event(test) for test in TESTS)), [0, 3], 60.0) == 1


def test_a_run_that_found_nothing_proves_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verdict(Watch(tmp_path), [5], 1.0) == 2
    assert "Nothing was proved" in capsys.readouterr().err


def test_a_line_that_is_not_whole_waits(tmp_path: Path) -> None:
    seen, file = Watch(tmp_path), tmp_path / "1.events"
    line = json.dumps(event(TESTS[0])) + "\n"
    file.write_text(line + line[:20], encoding="utf-8")
    assert [result.test for result in seen.news()] == [TESTS[0]]
    file.write_text(line + line, encoding="utf-8")
    assert len(list(seen.news())) == 1
    assert list(seen.news()) == []


def test_of_two_processes_one_takes_a_test(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "--long",
        "--share",
        str(tmp_path),
        "-p",
        "no:cacheprovider",
        QUICK,
    ]
    said = [subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False) for _ in range(2)]
    assert [("1 passed" in each.stdout, "1 skipped" in each.stdout) for each in said] == [(True, False), (False, True)]
    seen = Watch(tmp_path)
    assert [(result.test, result.outcome) for result in seen.news()] == [(QUICK, "passed")]
    assert seen.collected == [QUICK]


def test_short_and_long_stand_side_by_side() -> None:
    assert (effort(short=3, long=9), chosen(short="a", long="b")) == (3, "a")
    ask_for(is_long=True)
    try:
        assert (effort(short=3, long=9), chosen(short="a", long="b")) == (9, "b")
    finally:
        ask_for(is_long=False)


def test_an_unknown_part_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--part", "magic"])
    assert caught.value.code == 2
    assert "magic" in capsys.readouterr().err
