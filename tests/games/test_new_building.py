"""A building that is in no rulebook, from one rule file in a temporary folder and nothing else.

The rum distillery: when its owner produces sugar he may turn one sugar into two doubloons.
"""

import random
from pathlib import Path

import pytest

import rulewright
from rulewright.harness import check_random_play
from rulewright.vm import Game, State

RULES = """\
expansion rum "Rum" for puerto_rico {
  building rum_distillery "Rum distillery" { cost 4 points 2 circles 1 column 2 copies 2 violet
    on craftsman.produced {
      may choose {
        distil where craftsman.made[me, sugar] > 0 { move 1 sugar from my.goods to supply  gain 2 doubloon }
      }
    }
  }
}
"""
PLAYERS = 4


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    file = tmp_path_factory.mktemp("rules") / "rum.rules"
    file.write_text(RULES, encoding="utf-8")
    return rulewright.load("puerto_rico", players=PLAYERS, expansions=[file])


def owner(**changes: object) -> dict[str, object]:
    """A seat that produces two sugar and has the distillery at work."""
    return {
        "purse": 1,
        "island": {"sugar": 2},
        "fields": {"sugar": 2},
        "city": {"sugar_mill": 1, "rum_distillery": 1},
        "staff": {"sugar_mill": 2, "rum_distillery": 1},
        **changes,
    }


def craftsman(game: Game, *seats: dict[str, object], chooser: int = 0, **shared: object) -> State:
    """The position after the craftsman was chosen."""
    players = [*seats, *({} for _ in range(PLAYERS - len(seats)))]
    at = {"at": {"decision": "play.choice"}, "to_move": chooser, "governor": chooser}
    state = game.state_from_dict({**at, "players": players, **shared})
    take(state, "play.take(craftsman)")
    return state


def take(state: State, text: str) -> None:
    state.apply_action(state.string_to_action(text))


def legal(state: State) -> list[str]:
    return [state.action_to_string(action) for action in state.legal_actions()]


def part(state: State, seat: int, name: str) -> object:
    players = state.to_dict()["players"]
    assert isinstance(players, list)
    return players[seat][name]


def is_asked(state: State) -> bool:
    return any(text.startswith("rum_distillery.") for text in legal(state))


def test_it_lies_in_the_market_and_can_be_bought(game: Game) -> None:
    market = game.new_initial_state(1).to_dict()["market"]
    assert isinstance(market, dict)
    assert market["rum_distillery"] == 2
    at = {"at": {"decision": "play.choice"}, "to_move": 0, "governor": 0}
    state = game.state_from_dict({**at, "players": [{"purse": 3}, {"purse": 3}, {"purse": 4}, {}]})
    take(state, "play.take(builder)")
    take(state, "builder.build(rum_distillery)")  # for 3, with the builder's doubloon
    assert part(state, 0, "purse") == 0
    assert part(state, 0, "city") == {"rum_distillery": 1}
    assert "builder.build(rum_distillery)" not in legal(state)  # seat 1 has 3 doubloons and no privilege
    take(state, "builder.pass")
    assert "builder.build(rum_distillery)" in legal(state)


def test_its_owner_turns_one_sugar_into_two_doubloons(game: Game) -> None:
    state = craftsman(game, owner())
    assert state.current_player() == 0
    assert legal(state) == ["rum_distillery.distil", "rum_distillery.pass"]
    assert part(state, 0, "goods") == {"sugar": 2}
    take(state, "rum_distillery.distil")
    assert part(state, 0, "goods") == {"sugar": 1}
    assert part(state, 0, "purse") == 3
    supply = state.to_dict()["supply"]
    assert isinstance(supply, dict)
    assert supply["sugar"] == 10
    assert legal(state) == ["craftsman.extra(sugar)", "craftsman.pass"]  # once, and then as printed


def test_he_may_decline(game: Game) -> None:
    state = craftsman(game, owner())
    take(state, "rum_distillery.pass")
    assert part(state, 0, "goods") == {"sugar": 2}
    assert part(state, 0, "purse") == 1
    assert not is_asked(state)


def test_only_the_sugar_of_this_production_counts(game: Game) -> None:
    assert not is_asked(craftsman(game, owner(fields={}, goods={"sugar": 3})))
    assert not is_asked(craftsman(game, owner(staff={"rum_distillery": 1}, goods={"sugar": 3})))
    corn = owner(island={"corn": 2}, fields={"corn": 2})
    assert not is_asked(craftsman(game, corn))


def test_it_works_only_while_it_is_occupied(game: Game) -> None:
    assert is_asked(craftsman(game, owner()))
    assert not is_asked(craftsman(game, owner(staff={"sugar_mill": 2})))
    assert not is_asked(craftsman(game, owner(city={"sugar_mill": 1}, staff={"sugar_mill": 2})))


def test_an_empty_supply_gives_nothing_to_distil(game: Game) -> None:
    gone = {"small_ship": {"sugar": 5}, "middle_ship": {"corn": 1}}
    state = craftsman(game, owner(), {"goods": {"sugar": 6}}, cargo=gone)
    assert not is_asked(state)


def test_others_use_it_in_their_turn(game: Game) -> None:
    state = craftsman(game, {}, owner(), {}, owner(), chooser=0)
    for seat in (1, 3):
        assert state.current_player() == seat
        take(state, "rum_distillery.distil")
        assert part(state, seat, "purse") == 3
    assert not is_asked(state)


def test_the_sugar_in_the_supply_serves_the_next_in_turn(game: Game) -> None:
    """Two sugar are left: the first owner takes both and gives one back, which the second gets."""
    cargo = {"small_ship": {"sugar": 5}}
    state = craftsman(game, owner(), owner(), {"goods": {"sugar": 4}}, cargo=cargo)
    take(state, "rum_distillery.distil")
    assert state.current_player() == 1
    assert part(state, 1, "goods") == {"sugar": 1}


def test_the_factory_still_counts_what_was_produced(game: Game) -> None:
    city = {"sugar_mill": 1, "rum_distillery": 1, "factory": 1}
    rich = owner(
        island={"sugar": 1, "corn": 1},
        fields={"sugar": 1, "corn": 1},
        city=city,
        staff={"sugar_mill": 1, "rum_distillery": 1, "factory": 1},
    )
    state = craftsman(game, rich)
    take(state, "rum_distillery.distil")
    assert part(state, 0, "purse") == 1 + 1 + 2
    assert part(state, 0, "goods") == {"corn": 1}


def test_it_is_a_violet_building_worth_two_points(game: Game) -> None:
    state = game.state_from_dict(
        {"players": [{"city": {"rum_distillery": 1, "city_hall": 1}, "staff": {"city_hall": 1}}]}
    )
    assert state.scores()[0] == 2 + 4 + 2


def test_random_games_run_to_the_end_and_keep_every_rule_of_the_kit(game: Game) -> None:
    report = check_random_play(game, range(2))
    assert report.games == 2
    assert len(game.playouts(300, 1)) == 300


def test_it_is_used_in_random_games(game: Game) -> None:
    used = 0
    distil = game.string_to_action("rum_distillery.distil")
    for seed in range(40):
        state, rng = game.new_initial_state(seed), random.Random(seed)
        while not state.is_terminal():
            actions = state.legal_actions()
            action = distil if distil in actions else rng.choice(actions)
            used += action == distil
            state.apply_action(action)
    assert used > 0


def test_the_printed_game_knows_nothing_of_it(game: Game) -> None:
    printed = rulewright.load("puerto_rico", players=PLAYERS)
    assert printed.rules_hash != game.rules_hash
    with pytest.raises(rulewright.InvalidAction):
        printed.string_to_action("rum_distillery.distil")


def test_a_record_of_it_plays_again_from_the_file(tmp_path: Path) -> None:
    file = tmp_path / "rum.rules"
    file.write_text(RULES, encoding="utf-8")
    game = rulewright.load("puerto_rico", players=PLAYERS, expansions=[file])
    state = game.new_initial_state(3)
    for _ in range(60):
        state.apply_action(state.legal_actions()[-1])
    assert rulewright.replay(state.to_record()).to_bytes() == state.to_bytes()
