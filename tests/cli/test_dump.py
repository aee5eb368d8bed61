"""`dump` hands the stage and the settings on and writes what comes back."""

from pathlib import Path

import pytest
from tests.cli.conftest import Run

from rulewright import dumping


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    calls: list[tuple[object, ...]] = []

    def dump_stage(game: str, stage: str, **settings: object) -> str | bytes:
        calls.append((game, stage, settings["players"], settings["expansions"]))
        return b"\x00\xff" if stage == "binary" else f"the {stage}"

    monkeypatch.setattr(dumping, "dump_stage", dump_stage)
    return calls


def test_text_goes_to_standard_output(run: Run, asked: list[tuple[object, ...]]) -> None:
    shown = run("dump", "crates", "--stage", "ir", "--players", "3", "--expansion", "more")
    assert (shown.code, shown.out) == (0, "the ir\n")
    assert asked == [("crates", "ir", 3, ("more",))]


def test_text_goes_to_a_file(run: Run, asked: list[tuple[object, ...]], tmp_path: Path) -> None:
    shown = run("dump", "crates", "--stage", "ast", "--output", str(tmp_path / "out"))
    assert (shown.code, shown.out) == (0, "")
    assert (tmp_path / "out").read_text() == "the ast\n"


def test_a_binary_program_goes_to_a_file(run: Run, asked: list[tuple[object, ...]], tmp_path: Path) -> None:
    assert run("dump", "crates", "--stage", "binary", "--output", str(tmp_path / "out")).code == 0
    assert (tmp_path / "out").read_bytes() == b"\x00\xff"


def test_a_binary_program_goes_through_a_pipe(
    capsysbinary: pytest.CaptureFixture[bytes], asked: list[tuple[object, ...]]
) -> None:
    from rulewright.cli.main import main

    assert main(["dump", "crates", "--stage", "binary"]) == 0
    assert capsysbinary.readouterr().out == b"\x00\xff"


def test_a_file_that_can_not_be_written_is_wrong_use(run: Run, asked: list[tuple[object, ...]], tmp_path: Path) -> None:
    shown = run("dump", "crates", "--stage", "ir", "--output", str(tmp_path / "no" / "out"))
    assert shown.code == 2
    assert shown.err == f"rulewright: `{tmp_path / 'no' / 'out'}`: No such file or directory\n"
