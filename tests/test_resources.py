"""Grammar and games are found through the package, and a broken checkout is explained."""

from pathlib import Path

import pytest

from rulewright import resources
from rulewright.resources import ResourceMissing, UnknownGame


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that stands in for the installed package."""
    monkeypatch.setattr(resources, "PACKAGE", tmp_path)
    return tmp_path


def test_the_bundled_games_are_the_folders_with_an_entry_file() -> None:
    games = resources.bundled_games()
    assert games == sorted(games)
    root = Path(__file__).resolve().parents[1] / "rules_dsl"
    assert set(games) == {folder.parent.name for folder in root.glob("*/game.rules")}
    for game in games:
        assert (resources.game_folder(game) / "game.rules").is_file()


def test_the_grammar_is_the_text_of_its_file(package: Path) -> None:
    (package / "_grammar").mkdir()
    (package / "_grammar" / "rules.lark").write_text("start: é\n", encoding="utf-8")
    assert resources.grammar_path() == package / "_grammar" / "rules.lark"
    assert resources.grammar_text() == "start: é\n"


def test_a_link_that_became_a_text_file_is_explained(package: Path) -> None:
    (package / "_grammar").write_text("../../grammar", encoding="utf-8")
    (package / "_rules").write_text("../../rules_dsl", encoding="utf-8")
    with pytest.raises(ResourceMissing, match="without symbolic links"):
        resources.grammar_text()
    with pytest.raises(ResourceMissing, match="without symbolic links"):
        resources.bundled_games()


def test_a_folder_without_the_grammar_file_is_explained(package: Path) -> None:
    (package / "_grammar").mkdir()
    with pytest.raises(ResourceMissing, match=r"rules\.lark` is missing"):
        resources.grammar_text()


def test_a_game_that_is_not_there_is_answered_with_the_nearest(package: Path) -> None:
    for name in ("go_fish", "chess"):
        (package / "_rules" / name).mkdir(parents=True)
        (package / "_rules" / name / "game.rules").touch()
    (package / "_rules" / "notes").mkdir()
    assert resources.bundled_games() == ["chess", "go_fish"]
    with pytest.raises(UnknownGame, match="did you mean `chess`"):
        resources.game_folder("ches")
    with pytest.raises(UnknownGame, match="there are: chess, go_fish"):
        resources.game_folder("notes")


@pytest.mark.parametrize("name", ["", ".", "..", "../_rules/chess", "/", "chess/"])
def test_a_name_can_not_lead_out_of_the_package(package: Path, name: str) -> None:
    (package / "_rules" / "chess").mkdir(parents=True)
    (package / "_rules" / "chess" / "game.rules").touch()
    with pytest.raises(UnknownGame):
        resources.game_folder(name)
