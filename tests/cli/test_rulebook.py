"""`rulebook` chooses the form by the option or the file's name, and complains like every command."""

from pathlib import Path

import pytest
from tests.cli.conftest import Run

GAME = str(Path(__file__).parents[1] / "rulebook" / "quay.rules")


def test_markdown_goes_to_standard_output(run: Run) -> None:
    shown = run("rulebook", GAME, "--players", "3")
    assert shown.code == 0
    assert shown.out.startswith("# Quay\n")
    assert "For 3 players." in shown.out


@pytest.mark.parametrize(
    ("name", "words", "start"),
    [
        ("a.html", (), "<!doctype html>"),
        ("a.md", (), "# Quay"),
        ("a.txt", (), "# Quay"),
        ("a.txt", ("--format", "html"), "<!doctype html>"),
    ],
)
def test_the_form_is_chosen_by_option_or_name(
    run: Run, tmp_path: Path, name: str, words: tuple[str, ...], start: str
) -> None:
    shown = run("rulebook", GAME, "--out", str(tmp_path / name), *words)
    assert (shown.code, shown.out) == (0, "")
    assert (tmp_path / name).read_text("utf-8").startswith(start)


def test_an_unknown_form_is_refused(run: Run) -> None:
    shown = run("rulebook", GAME, "--format", "htm")
    assert shown.code == 2
    assert "did you mean `html`" in shown.err


def test_rules_with_errors_are_shown(run: Run, tmp_path: Path) -> None:
    (tmp_path / "broken.rules").write_text("game x { players 2..2 }", encoding="utf-8")
    shown = run("rulebook", str(tmp_path / "broken.rules"))
    assert shown.code == 1
    assert "E0209" in shown.err
