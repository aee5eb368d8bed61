"""`fmt` writes the canonical form, and says what it did."""

from pathlib import Path

from tests.cli.conftest import Run

CROOKED = "game  crates{players 2..3}\n"
STRAIGHT = "game crates { players 2..3 }\n"


def test_a_file_is_formatted_in_place(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.rules"
    file.write_text(CROOKED)
    shown = run("fmt", str(file))
    assert (shown.code, shown.out) == (0, f"{file}: formatted\n1 file: 1 formatted\n")
    assert file.read_text() == STRAIGHT
    assert run("fmt", str(file)).out == "1 file: none formatted\n"


def test_a_folder_is_formatted_with_all_below_it(run: Run, tmp_path: Path) -> None:
    inner = tmp_path / "variants" / "deep.rules"
    inner.parent.mkdir()
    inner.write_text(CROOKED)
    (tmp_path / "game.rules").write_text(STRAIGHT)
    (tmp_path / "notes.txt").write_text(CROOKED)
    assert run("fmt", str(tmp_path)).out.endswith("2 files: 1 formatted\n")
    assert inner.read_text() == STRAIGHT


def test_check_changes_nothing(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.rules"
    file.write_text(CROOKED)
    shown = run("fmt", "--check", str(file), str(tmp_path))
    assert (shown.code, shown.out) == (1, f"{file}: not formatted\n1 file: 1 not formatted\n")
    assert file.read_text() == CROOKED
    file.write_text(STRAIGHT)
    assert run("fmt", "--check", str(file)).code == 0


def test_standard_input(run: Run) -> None:
    assert run("fmt", "-", typed=CROOKED).out == STRAIGHT
    assert run("fmt", "-", "--check", typed=CROOKED).code == 1
    assert run("fmt", "-", "--check", typed=STRAIGHT).out == ""


def test_a_file_with_errors_is_left_alone_and_the_others_are_formatted(run: Run, tmp_path: Path) -> None:
    broken, good = tmp_path / "a.rules", tmp_path / "b.rules"
    broken.write_text("game crates {\n")
    good.write_text(CROOKED)
    shown = run("fmt", str(tmp_path))
    assert shown.code == 1
    assert f"{broken}:1" in shown.err
    assert shown.out.endswith("2 files: 1 formatted, 1 with errors\n")
    assert (broken.read_text(), good.read_text()) == ("game crates {\n", STRAIGHT)


def test_what_can_not_be_formatted(run: Run, tmp_path: Path) -> None:
    for words, complaint in (
        (["-", "x.rules"], "can't be mixed with files"),
        ([str(tmp_path)], "holds no rule files"),
        ([str(tmp_path / "missing.rules")], "neither a rule file nor a folder"),
    ):
        shown = run("fmt", *words)
        assert (shown.code, shown.out) == (2, "")
        assert complaint in shown.err
