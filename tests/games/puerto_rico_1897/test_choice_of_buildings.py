"""Which beige buildings are in a game with the new ones: drafted, given or drawn by lot: X1-1 to X1-5, P2-7."""

from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest
from tests.games.puerto_rico.printed import Building
from tests.games.puerto_rico.table import act, asked, legal, place, seat
from tests.games.puerto_rico_1897.printed import BASE, NEW_BUILDINGS, SPACES
from tests.games.puerto_rico_1897.table import CHOSEN, game, position, rules

import rulewright
from rulewright.sources import SourceError
from rulewright.vm import State
from rulewright.vm.errors import RuleFault

NEW = ("new_buildings",)
BEIGE = {b.name: b for b in (*BASE, *NEW_BUILDINGS) if b.violet}
PLANTS = {b.name: b for b in BASE if not b.violet}


def drafting(players: int = 3, first: int = 0) -> State:
    return game(players, expansions=NEW, first_governor=first).new_initial_state(1)


def offered(state: State) -> set[str]:
    return {text[11:-1] for text in legal(state) if text.startswith("draft.take(")}


def costs(names: Iterable[str]) -> Counter[int]:
    return Counter(BEIGE[name].cost for name in names)


def laid_out(state: State) -> set[str]:
    """The beige buildings in the market."""
    return set(place(state, "market")) - set(PLANTS)


def given(*names: str, players: int = 3) -> State:
    """A game with these buildings."""
    return game(players, expansions=NEW, buildings=names).new_initial_state(1)


# ---- the draft -------------------------------------------------------------------


def test_the_players_choose_one_after_another_from_the_first_player_on() -> None:
    """X1-1, X1-5: clockwise from the first governor, 31 kinds to choose from at first."""
    for players, first in ((2, 1), (3, 2), (5, 3)):
        state = drafting(players, first)
        assert offered(state) == set(BEIGE)
        assert len(BEIGE) == 31
        rng, turn = Random(players), 0
        while asked(state) == "draft":
            assert state.current_player() == (first + turn) % players
            before = laid_out(state)
            act(state, f"draft.take({rng.choice(sorted(offered(state)))})")
            # Who has one possible answer uses up his turn without being asked.
            turn += len(laid_out(state) - before)
        assert turn == 17


@pytest.mark.parametrize("seed", range(20))
def test_the_draft_fills_the_seventeen_spaces(seed: int) -> None:
    """X1-1: 12 small and 5 large ones, each by a building of its cost; both copies of a small one."""
    state, rng = drafting(4), Random(seed)
    while asked(state) == "draft":
        act(state, f"draft.take({rng.choice(sorted(offered(state)))})")
    chosen = laid_out(state)
    assert costs(chosen) == Counter(SPACES)
    assert {name: n for name, n in place(state, "market").items() if name in chosen} == {
        name: BEIGE[name].copies for name in chosen
    }
    assert set(place(state, "undrafted")) == set(BEIGE) - chosen, "out of the game"
    assert {name: n for name, n in place(state, "market").items() if name in PLANTS} == {
        name: plant.copies for name, plant in PLANTS.items()
    }
    assert asked(state) == "play"


def test_church_and_office_leave_large_market_and_trading_post_out() -> None:
    """X1-1, X1-5: the two spaces of 5 are full; a kind that fits no free space can't be chosen."""
    state = act(drafting(), "draft.take(church)")
    assert {"office", "large_market", "trading_post"} <= offered(state)
    assert "church" not in offered(state)
    act(state, "draft.take(office)")
    assert not {"large_market", "trading_post"} & offered(state)
    assert all(BEIGE[name].cost != 5 for name in offered(state))


@pytest.mark.parametrize("cost", [2, 5, 8])
def test_of_four_kinds_any_two_may_be_chosen(cost: int) -> None:
    """X1-4: every pair of those that cost 2, 5 and 8, the office with the trading post too."""
    kinds = sorted(name for name, building in BEIGE.items() if building.cost == cost)
    assert len(kinds) == 4
    for first in kinds:
        for second in set(kinds) - {first}:
            state = act(drafting(), f"draft.take({first})", f"draft.take({second})")
            assert {first, second} <= laid_out(state)
            assert not set(kinds) & offered(state)


def test_a_building_left_out_is_never_built() -> None:
    """X1-4: what is left over is out of the game."""
    state = given(*CHOSEN)
    texts = {state.action_to_string(action) for action in range(state.game.num_actions)}
    assert "builder.build(canal)" in texts
    assert "small_market" not in place(state, "market")
    rich = {"purse": 99}
    stand = position(
        3,
        expansions=NEW,
        seats=[rich],
        market=dict(place(state, "market")),
        undrafted=dict(place(state, "undrafted")),
    )
    act(stand, "play.take(builder)")
    assert {text[14:-1] for text in legal(stand) if text != "builder.pass"} == {*CHOSEN, *PLANTS}


# ---- a given choice --------------------------------------------------------------


def test_a_given_choice_is_laid_out() -> None:
    """X1-2: nobody is asked; both copies of the small ones lie there, and all plants."""
    state = given(*CHOSEN)
    assert asked(state) == "play"
    assert laid_out(state) == set(CHOSEN)
    assert all(place(state, "market")[name] == BEIGE[name].copies for name in CHOSEN)


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (CHOSEN[1:], "of the buildings given 0 have cost 1; choose one each of cost 1"),
        ((*CHOSEN, "small_market"), "of the buildings given 2 have cost 1; choose one each of cost 1"),
        ((*CHOSEN[:-1], "wharf"), "of the buildings given 2 have cost 9;"),
        (CHOSEN[:-1], "of the buildings given 4 have cost 10;"),
        ((*CHOSEN, "fire_station", "fortress"), "of the buildings given 7 have cost 10;"),
        ((*CHOSEN, "coffee_roaster"), "Coffee roaster can't be chosen, for all that is not beige"),
    ],
)
def test_a_given_choice_that_does_not_fit_is_refused(names: tuple[str, ...], said: str) -> None:
    """X1-2: an empty space, too many for a space, or a building that is not drafted."""
    with pytest.raises(RuleFault, match=r"choice\.rules") as refused:
        given(*names)
    assert said in str(refused.value)
    if "cost" in said:
        assert "one each of cost 1, 3, 4, 6, 7 and 9, two each of cost 2, 5 and 8, and five of cost 10" in str(
            refused.value
        )


def test_a_choice_is_given_or_drawn_but_not_both() -> None:
    """X1-2."""
    both = {"buildings": CHOSEN, "by_lot": True}
    with pytest.raises(RuleFault, match="given or drawn by lot, not both"):
        rulewright.load(rules(), players=3, expansions=NEW, options=both).new_initial_state(1)


@pytest.mark.parametrize("names", [["lighthous"], "lighthouse", 3])
def test_a_choice_of_things_that_are_no_buildings_is_refused(names: object) -> None:
    """X1-2: a name that does not exist brings the nearest one, another value what is needed."""
    with pytest.raises(SourceError, match=r"`lighthouse`|needs a list of names"):
        rulewright.load(rules(), players=3, expansions=NEW, options={"buildings": names})


# ---- lots ------------------------------------------------------------------------


def test_lots_fill_the_same_spaces_with_office_or_trading_post() -> None:
    """X1-2, X1-4: never both of these two and never neither, every other kind sooner or later."""
    drawn = rulewright.load(rules(), players=4, expansions=NEW, options={"by_lot": True})
    seen: Counter[str] = Counter()
    for seed in range(300):
        state = drawn.new_initial_state(seed)
        assert asked(state) == "play"
        chosen = laid_out(state)
        assert costs(chosen) == Counter(SPACES)
        assert len({"office", "trading_post"} & chosen) == 1
        assert all(place(state, "market")[name] == BEIGE[name].copies for name in chosen)
        seen.update(chosen)
    assert set(seen) == set(BEIGE)
    for cost in set(SPACES):
        kinds = [name for name in BEIGE if BEIGE[name].cost == cost]
        share = 300 * SPACES.count(cost) / len(kinds)
        # Four times the deviation of so many fair draws.
        assert all(abs(seen[name] - share) < 4 * 300**0.5 / 2 for name in kinds), cost


# ---- numbers ---------------------------------------------------------------------


@pytest.mark.parametrize("building", NEW_BUILDINGS, ids=lambda building: building.name)
def test_a_new_building_has_the_printed_numbers(building: Building) -> None:
    """X1-3: cost, VP, circles, column, copies and city spaces; all are beige."""
    name = building.name
    assert place(given(*CHOSEN, players=4), "market")[name] == building.copies

    def can_build(purse: int, quarries: int) -> bool:
        rich = {"purse": purse, "island": {"quarry": quarries}, "fields": {"quarry": quarries}}
        state = act(position(4, expansions=NEW, seats=[{}, rich]), "play.take(builder)", "builder.pass")
        return state.current_player() == 1 and f"builder.build({name})" in legal(state)

    for quarries in range(6):
        price = max(0, building.cost - min(quarries, building.column))
        assert can_build(price, quarries)
        assert price == 0 or not can_build(price - 1, quarries)

    def score(city: dict[str, int], staff: dict[str, int]) -> float:
        return position(4, expansions=NEW, seats=[{"city": city, "staff": staff}]).scores()[0]

    assert score({name: 1}, {}) == building.vp
    assert score({name: 1, "governors_palace": 1}, {"governors_palace": 1}) == building.vp + 4 + 2

    full = position(4, expansions=NEW, seats=[{"city": {name: 1}, "portrait": 5}], to_move=1)
    act(full, "play.take(recruiter)", "recruiter.extra.pass")
    assert seat(full, 0)["staff"] == ({name: building.circles} if building.circles else {})
    assert seat(full, 0)["portrait"] == 5 - building.circles

    others = [b.name for b in BASE if b.spaces == 1]
    for in_use in (10, 11):
        crowded = position(4, expansions=NEW, seats=[{"city": dict.fromkeys(others[:in_use], 1), "purse": 20}])
        act(crowded, "play.take(builder)")
        assert (f"builder.build({name})" in legal(crowded)) == (in_use + building.spaces <= 12)


def test_with_two_players_there_is_one_copy_of_every_beige_building() -> None:
    """P2-7: new ones too; of the production buildings two."""
    market = place(given(*CHOSEN, players=2), "market")
    assert market == dict.fromkeys(PLANTS, 2) | dict.fromkeys(CHOSEN, 1)
    state, rng = drafting(2), Random(2)
    while asked(state) == "draft":
        act(state, f"draft.take({rng.choice(sorted(offered(state)))})")
    assert all(place(state, "market")[name] == 1 for name in laid_out(state))
