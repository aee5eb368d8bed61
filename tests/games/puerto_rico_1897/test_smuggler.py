"""The smuggler: his card, his four deeds and the swapped role: X3-1 to X3-6."""

from random import Random

import pytest
from tests.games.puerto_rico.table import Plain, act, each, legal, occupied, place, seat
from tests.games.puerto_rico_1897.table import game, position

from rulewright.vm import State

SMUGGLER = ("smuggler",)
ROLES = {"planter", "recruiter", "builder", "producer", "trader", "captain"}
CARDS = {2: 8, 3: 7, 4: 8, 5: 9}
"""Role cards with the smuggler (PR-4, P2-4)."""


def table(players: int = 3, **parts: Plain) -> State:
    return position(players, expansions=SMUGGLER, **parts)


def free_cards(state: State) -> set[str]:
    return {text[10:-1] for text in legal(state) if text.startswith("play.take(")}


def decline(state: State) -> State:
    """All decline what they are asked until a role is to be chosen."""
    while not free_cards(state) and not state.is_terminal():
        texts = legal(state)
        act(state, next((text for text in sorted(texts) if text.endswith("pass")), min(texts)))
    return state


def take(state: State, *roles: str) -> State:
    for role in roles:
        decline(act(state, f"play.take({role})"))
    return state


def swap(state: State, role: str, *others: str) -> State:
    """The first player swaps a role; the others choose, until the last of them has."""
    return take(act(state, "play.take(smuggler)", f"smuggler.swap({role})"), *others)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_there_is_one_more_role_card(players: int) -> None:
    """X3-1: beside those of the number of players."""
    state = table(players)
    cards = place(state, "taken")
    assert len(cards) == CARDS[players]
    assert "smuggler" in cards
    assert "smuggler" in free_cards(state)


def test_the_card_never_gets_a_coin() -> None:
    """X3-1, X3-6: of the four cards that nobody chose the three ordinary ones get one, with coins or without."""
    state = take(table(coins={"planter": 2}), "trader", "captain", "producer")
    assert place(state, "coins") == {"planter": 3, "recruiter": 1, "builder": 1}
    assert "smuggler" in free_cards(state)


def test_who_took_it_last_may_not_take_it_again_before_somebody_else() -> None:
    """X3-1: over rounds too. Seat 0 has it in the first round; in the second seats 1 and 2 are offered it."""
    state = table(house={"corn": 1})
    act(state, "play.take(smuggler)", "smuggler.plunder")
    assert place(state, "last_smuggler") == 0
    assert "smuggler" not in free_cards(state), "the card is taken"
    take(state, "trader", "captain")
    assert state.current_player() == 1
    assert "smuggler" in free_cards(state)
    take(state, "producer")
    assert state.current_player() == 2
    assert "smuggler" in free_cards(state)
    take(state, "captain")
    assert state.current_player() == 0
    assert free_cards(state) == ROLES - {"producer", "captain"}
    take(state, "trader")
    # Third round: seat 2, then 0, then 1. Seat 2 takes it, and in the fourth seat 0 may have it again.
    act(state, "play.take(smuggler)", "smuggler.swap(planter)")
    assert "smuggler" not in free_cards(state)
    take(state, "trader", "captain")
    assert state.current_player() == 0
    assert "smuggler" in free_cards(state)


def test_only_the_chooser_acts() -> None:
    """X3-1: the others get nothing and are asked nothing; the next decision is the next role."""
    state = table(house={"corn": 1, "sugar": 1}, seats=[{}, {"goods": {"corn": 2}}, {"goods": {"coffee": 1}}])
    before = [seat(state, 1), seat(state, 2)]
    act(state, "play.take(smuggler)", "smuggler.plunder")
    assert [seat(state, 1), seat(state, 2)] == before
    assert state.current_player() == 1
    assert free_cards(state) == ROLES


def test_no_building_changes_what_it_does() -> None:
    """X3-1: harbor, wharf, warehouses, markets, office, hospital and school bring nothing."""
    rich = occupied(
        "harbor", "wharf", "large_warehouse", "small_market", "large_market", "office", "hospital", "school"
    )
    for deed in ("smuggler.plunder", "smuggler.raid(small_ship)"):
        state = table(
            seats=[rich],
            house={"corn": 1, "sugar": 1},
            cargo={"small_ship": {"corn": 4}},
            work_register=3,
        )
        act(state, "play.take(smuggler)")
        assert {text.partition("(")[0] for text in legal(state)} == {
            "smuggler.plunder",
            "smuggler.raid",
            "smuggler.swap",
        }
        act(state, deed)
        if deed != "smuggler.plunder":
            assert legal(state) == {f"smuggler.keep({n})" for n in range(4)}
            act(state, "smuggler.keep(3)")
        assert seat(state, 0)["purse"] == 0
        assert seat(state, 0)["chips"] == (2 if deed == "smuggler.plunder" else 0)


@pytest.mark.parametrize(("load", "kept"), [(5, 0), (5, 1), (5, 3), (2, 2), (1, 0)])
def test_a_raid_clears_one_ship_and_keeps_up_to_three_goods(load: int, kept: int) -> None:
    """X3-2, X3-3: the rest goes to the supply; the other ships are left alone."""
    state = table(cargo={"large_ship": {"sugar": load}, "small_ship": {"corn": 4}}, seats=[{"goods": {"sugar": 1}}])
    supply = place(state, "supply")
    act(state, "play.take(smuggler)")
    assert {text for text in legal(state) if "raid" in text} == {
        "smuggler.raid(small_ship)",
        "smuggler.raid(large_ship)",
    }
    act(state, "smuggler.raid(large_ship)")
    assert legal(state) == {f"smuggler.keep({n})" for n in range(min(3, load) + 1)}
    act(state, f"smuggler.keep({kept})")
    assert seat(state, 0)["goods"] == {"sugar": 1 + kept}
    assert place(state, "supply") == supply | {"sugar": supply["sugar"] + load - kept}
    assert place(state, "cargo") == {"small_ship": {"corn": 4}}
    assert seat(state, 0)["chips"] == 0


def test_plunder_clears_the_house_for_a_point_each() -> None:
    """X3-2, X5-3: two corn and a coffee: 3 VP from the pool; the goods go to the supply."""
    state = table(house={"corn": 2, "coffee": 1})
    pool, supply = place(state, "vp_pool"), place(state, "supply")
    act(state, "play.take(smuggler)", "smuggler.plunder")
    assert seat(state, 0)["chips"] == 3
    assert place(state, "vp_pool") == pool - 3
    assert place(state, "house") == {}
    assert place(state, "supply") == supply | {"corn": supply["corn"] + 2, "coffee": supply["coffee"] + 1}
    assert seat(state, 0)["goods"] == {}


def test_poaching_cuts_the_register_down_and_places_up_to_three_at_once() -> None:
    """X3-2: of 8 on the register 3 stay for three players; of the 5 removed up to three are kept."""
    at_home = {"island": {"corn": 2, "sugar": 2}, "city": {"small_sugar_mill": 1}, "fields": {"corn": 1}, "portrait": 2}
    state = table(seats=[at_home], work_register=8)
    workers = place(state, "workers")
    act(state, "play.take(smuggler)", "smuggler.poach")
    assert legal(state) == {f"smuggler.recruit({n})" for n in range(4)}
    act(state, "smuggler.recruit(3)")
    assert legal(state) == {"smuggler.fields(corn,0)", "smuggler.fields(corn,1)"}
    act(state, "smuggler.fields(corn,0)")
    assert seat(state, 0)["fields"] == {"corn": 1, "sugar": 2}, "all three must be placed now"
    assert seat(state, 0)["staff"] == {"small_sugar_mill": 1}
    assert seat(state, 0)["portrait"] == 2, "those who waited stay there"
    assert (place(state, "work_register"), place(state, "workers")) == (3, workers + 2)


@pytest.mark.parametrize("kept", [0, 1, 2])
def test_poached_workers_that_are_not_kept_go_to_the_supply(kept: int) -> None:
    """X3-3: of 2 removed none, one or both are kept."""
    state = table(seats=[{"island": {"corn": 5}}], work_register=5)
    workers = place(state, "workers")
    act(state, "play.take(smuggler)", "smuggler.poach", f"smuggler.recruit({kept})")
    assert (place(state, "work_register"), place(state, "workers")) == (3, workers + 2 - kept)
    assert seat(state, 0)["fields"].get("corn", 0) == kept


def test_poaching_keeps_no_more_than_there_are_free_circles() -> None:
    """X3-3: none goes to the portrait. One free circle: one at most; none: the register is cut all the same."""
    busy = {"island": {"corn": 2}, "fields": {"corn": 2}, "city": {"small_market": 1}}
    state = table(seats=[busy], work_register=9)
    act(state, "play.take(smuggler)", "smuggler.poach")
    assert legal(state) == {"smuggler.recruit(0)", "smuggler.recruit(1)"}
    act(state, "smuggler.recruit(1)")
    assert seat(state, 0)["staff"] == {"small_market": 1}
    state = table(work_register=9)
    act(state, "play.take(smuggler)", "smuggler.poach")
    assert (place(state, "work_register"), seat(state, 0)["portrait"]) == (3, 0)


def test_a_deed_needs_something_to_act_on() -> None:
    """X3-3: empty ships, an empty house and a register of three for three players leave the swap only."""
    state = act(table(work_register=3), "play.take(smuggler)")
    assert legal(state) == {f"smuggler.swap({role})" for role in ROLES}
    state = act(table(work_register=4), "play.take(smuggler)")
    assert "smuggler.poach" in legal(state)


def test_a_swap_takes_the_coins_of_a_role_that_is_unused() -> None:
    """X3-2: all its coins; roles chosen before in this round, and the smuggler, are not offered."""
    state = table(coins={"builder": 3, "planter": 1})
    take(state, "trader")
    act(state, "play.take(smuggler)")
    assert legal(state) == {f"smuggler.swap({role})" for role in ROLES - {"trader"}}
    act(state, "smuggler.swap(builder)")
    assert seat(state, 1)["purse"] == 3
    assert place(state, "coins") == {"planter": 1}
    assert (place(state, "claimant"), place(state, "claimed")) == (1, "builder")


def test_three_coins_when_another_player_chooses_the_swapped_role() -> None:
    """X3-2, X3-4: from the bank, at once; the chooser finds no coins on the card, and the claim is over."""
    state = table(coins={"captain": 2})
    swap(state, "captain")
    assert "captain" in free_cards(state), "anybody else can choose it as usual"
    act(state, "play.take(captain)")
    assert each(state, "purse") == [5, 0, 0]
    assert (place(state, "claimant"), place(state, "claimed")) == (None, None)
    take(state, "trader")
    assert place(state, "chooser") == 2, "the captain is not played again"
    assert each(state, "purse") == [5, 0, 0]


def test_the_smuggler_can_not_choose_the_card_that_he_swapped() -> None:
    """X3-4: with two players he has two more choices in the round."""
    state = table(2)
    swap(state, "producer", "trader")
    assert state.current_player() == 0
    assert "producer" not in free_cards(state)
    take(state, "captain")
    assert "producer" in free_cards(state)


def test_of_two_adventurers_only_the_swapped_card_counts() -> None:
    """X3-4: both are offered, since they differ; the other one brings the smuggler nothing and leaves his claim."""
    state = table(5)
    act(state, "play.take(smuggler)")
    assert {text for text in legal(state) if "adventurer" in text} == {"smuggler.swap(adventurer)"}
    act(state, "smuggler.swap(adventurer)")
    assert free_cards(state) >= {"adventurer", "second_adventurer"}
    take(state, "second_adventurer")
    assert each(state, "purse") == [0, 1, 0, 0, 0]
    assert place(state, "claimed") == "adventurer"
    take(state, "adventurer")
    assert each(state, "purse") == [3, 1, 1, 0, 0]


def test_nobody_chose_it_so_he_plays_it_at_the_end_of_the_round() -> None:
    """X3-2, X3-5: the adventurer's coin is his; the card gets none for the next round (X3-6)."""
    state = swap(table(4), "adventurer", "trader", "captain", "producer")
    assert each(state, "purse") == [1, 0, 0, 0]
    assert place(state, "coins") == {"planter": 1, "recruiter": 1, "builder": 1}
    assert place(state, "claimed") is None
    assert state.current_player() == 1, "the next governor"
    act(state, "play.take(planter)", "planter.pass")
    assert state.current_player() == 2, "now all take part again"


def test_a_publishing_house_does_not_double_the_privilege_of_a_swapped_role() -> None:
    """X3-5, X1-20: the single privilege: 1 coin as adventurer."""
    mine = occupied("publishing_house")
    state = position(4, expansions=("new_buildings", *SMUGGLER), seats=[mine])
    swap(state, "adventurer", "trader", "captain", "producer")
    assert each(state, "purse") == [1, 0, 0, 0]


def test_played_at_the_end_he_alone_acts() -> None:
    """X3-5: as planter he takes a tile or a quarry, with his other buildings; nobody else is asked."""
    state = table(seats=[occupied("hospital"), occupied("hacienda"), occupied("hacienda")], row={"corn": 3, "sugar": 1})
    act(state, "play.take(smuggler)", "smuggler.swap(planter)", "play.take(trader)", "play.take(captain)")
    assert state.current_player() == 0
    assert legal(state) == {"planter.plantation(corn)", "planter.plantation(sugar)", "planter.quarry", "planter.pass"}
    act(state, "planter.quarry")
    assert legal(state) == {"hospital.settle", "hospital.pass"}
    act(state, "hospital.settle")
    assert free_cards(state), "the next round has begun"
    assert each(state, "island") == [{"quarry": 1}, {}, {}]
    assert place(state, "discard") == {"corn": 3, "sugar": 1}


def test_as_builder_he_has_the_privilege_and_nobody_else_builds() -> None:
    """X3-5: a building for 1 costs him nothing."""
    state = table(seats=[{}, {"purse": 9}, {"purse": 9}])
    act(state, "play.take(smuggler)", "smuggler.swap(builder)", "play.take(trader)", "play.take(captain)")
    assert state.current_player() == 0
    assert legal(state) == {"builder.build(small_fruit_store)", "builder.build(small_market)", "builder.pass"}
    act(state, "builder.build(small_market)")
    assert free_cards(state)


@pytest.mark.parametrize(("register", "share"), [(3, 1), (4, 2), (7, 3), (9, 3), (10, 4)])
def test_as_recruiter_he_takes_his_share_of_the_register(register: int, share: int) -> None:
    """X3-5: what dealing to three would give the first; the rest stays, and it is filled up to the need again."""
    state = table(seats=[{"island": {"corn": 6}}, {"island": {"corn": 1}}], work_register=register)
    workers = place(state, "workers")
    act(state, "play.take(smuggler)", "smuggler.swap(recruiter)", "play.take(trader)", "play.take(captain)")
    act(state, "recruiter.recruit")
    assert free_cards(state), "he has circles for all of them"
    assert seat(state, 0)["fields"] == {"corn": min(6, share + 1)}
    assert seat(state, 1)["fields"] == {}, "the others do not place their workers"
    left = register - share
    assert place(state, "work_register") == max(3, left)
    assert place(state, "workers") == workers - 1 - max(0, 3 - left)


def test_as_captain_only_he_loads_and_stores() -> None:
    """X3-5: then full ships are cleared; the goods of the others stay where they are."""
    state = table(
        seats=[{"goods": {"corn": 4, "sugar": 3}}, {"goods": {"corn": 4, "coffee": 2}}, {"goods": {"fruit": 4}}],
        cargo={"small_ship": {"tobacco": 3}, "middle_ship": {"coffee": 2}, "large_ship": {"corn": 2}},
    )
    act(state, "play.take(smuggler)", "smuggler.swap(captain)", "play.take(producer)", "play.take(recruiter)")
    act(state, "recruiter.extra.pass")
    while not free_cards(state):
        assert state.current_player() == 0
        act(state, max(legal(state)))
    assert seat(state, 0)["chips"] == 5, "four corn and the captain's point"
    assert each(state, "goods") == [{"sugar": 1}, {"corn": 4, "coffee": 2}, {"fruit": 4}]
    assert place(state, "cargo") == {"small_ship": {"tobacco": 3}, "middle_ship": {"coffee": 2}}


def test_as_trader_and_producer_he_acts_alone() -> None:
    """X3-5: the trader's coin and the producer's extra good are his; the others sell and produce nothing."""
    sellers = [{"goods": {"corn": 1}}, {"goods": {"coffee": 1}}, {"goods": {"sugar": 1}}]
    state = table(4, seats=sellers)
    swap(state, "trader", "producer", "adventurer")
    act(state, "play.take(recruiter)", "recruiter.extra.pass")
    assert (state.current_player(), legal(state)) == (0, {"trader.sell(corn)", "trader.trading.pass"})
    act(state, "trader.sell(corn)")
    assert each(state, "purse") == [1, 0, 1, 0]
    assert place(state, "house") == {"corn": 1}
    growers = [{"island": {"corn": 2}, "fields": {"corn": 2}}] * 3
    state = table(seats=growers)
    act(state, "play.take(smuggler)", "smuggler.swap(producer)", "play.take(trader)", "play.take(captain)")
    assert (state.current_player(), legal(state)) == (0, {"producer.extra(corn)", "producer.pass"})
    act(state, "producer.extra(corn)")
    assert each(state, "goods") == [{"corn": 3}, {}, {}]


def test_an_end_that_comes_there_ends_the_game_with_this_round() -> None:
    """X3-5: his building fills the twelfth space; no coins are laid on the roles any more."""
    eleven = dict.fromkeys(
        ("small_fruit_store", "small_sugar_mill", "hacienda", "small_warehouse", "hospital", "office", "large_market"),
        1,
    )
    eleven |= dict.fromkeys(("large_warehouse", "factory", "school", "harbor"), 1)
    state = table(seats=[{"city": eleven, "purse": 1}])
    act(state, "play.take(smuggler)", "smuggler.swap(builder)", "play.take(trader)", "play.take(captain)")
    act(state, "builder.build(small_market)")
    assert state.is_terminal()
    assert place(state, "coins") == {}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_rules_of_the_card_hold_in_random_games(players: int) -> None:
    """X3-1, X3-4, X3-6: no coin on the card, nobody twice in a row, at most one claim, none after the round."""
    taken_by: list[int] = []
    for seed in range(5):
        state, rng, last = game(players, expansions=SMUGGLER).new_initial_state(seed), Random(seed), None
        while not state.is_terminal():
            assert "smuggler" not in place(state, "coins")
            text = state.action_to_string(rng.choice(state.legal_actions()))
            if text == "play.take(smuggler)":
                assert state.current_player() != last
                last = state.current_player()
                taken_by.append(last)
            if text.startswith("play.take") and not any(place(state, "taken").values()):
                assert place(state, "claimed") is None
            act(state, text)
    assert len(taken_by) > 20
