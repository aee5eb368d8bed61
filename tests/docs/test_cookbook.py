"""Every effect of the cookbook is a building that players build and staff in a real game."""

import random
import re
from pathlib import Path

import pytest
from tests.docs.test_samples import BASE, ROOT, Sample, samples

import rulewright

PAGE = ROOT / "docs" / "cookbook.md"
EFFECTS = list(samples(PAGE))
RICH = "by players 3 4 5 { start_money 40 40 40 }"
"""Random players build more when they have money."""


def test_there_are_at_least_twenty_effects_each_with_a_sentence() -> None:
    assert len(EFFECTS) >= 20
    text = PAGE.read_text(encoding="utf-8")
    recipes = re.findall(r"^### .*?(?=^##|\Z)", text, flags=re.MULTILINE | re.DOTALL)
    assert len(recipes) == len(EFFECTS)
    for recipe in recipes:
        assert recipe.count("```rules building") == 1, recipe
        assert recipe.rpartition("```")[2].strip().endswith("."), recipe


def _staffs(state: rulewright.State) -> list[object]:
    """What each player has staffed."""
    players = state.to_dict()["players"]
    assert isinstance(players, list)
    return [player["staff"] for player in players]


@pytest.mark.parametrize("sample", EFFECTS, ids=lambda s: s.text.partition('"')[2].partition('"')[0])
def test_an_effect_is_played(sample: Sample, tmp_path: Path) -> None:
    (tmp_path / "effect.rules").write_text(sample.text, encoding="utf-8")
    (tmp_path / "rich.rules").write_text(RICH, encoding="utf-8")
    game = rulewright.load(BASE, players=3, expansions=[tmp_path / "effect.rules", tmp_path / "rich.rules"])
    found = re.search(r"^building (\w+)", sample.text, flags=re.MULTILINE)
    assert found is not None
    name = found[1]
    for seed in range(20):
        chooser, state = random.Random(seed), game.new_initial_state(seed=seed)
        while not state.is_terminal():
            state.apply_action(chooser.choice(state.legal_actions()))
        if f"'{name}': " in str(_staffs(state)):
            return
    pytest.fail(f"nobody had a staffed {name} at the end of 20 games")
