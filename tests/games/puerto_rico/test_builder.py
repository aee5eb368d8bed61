"""The builder: prices, room, the university and the full city: PR-40 to PR-45 and PR-106 to PR-109."""

from collections.abc import Mapping

import pytest
from tests.games.puerto_rico.printed import BUILDINGS, Building, city_of
from tests.games.puerto_rico.table import Seat, act, asked, each, legal, occupied, place, position, seat

from rulewright.vm import InvalidState, State

LARGE = ["guild_hall", "residence", "fortress", "customs_house", "city_hall"]


def quarries(number: int, *, unoccupied: int = 0) -> dict[str, Mapping[str, int]]:
    return {"island": {"quarry": number + unoccupied}, "fields": {"quarry": number}}


def builder(*players: Seat) -> State:
    """The first has taken the builder and is asked."""
    return act(position(seats=players), "play.take(builder)")


def second(me: Seat) -> State:
    """Seat 1's turn to build; the builder has passed."""
    return act(builder({}, me), "builder.pass")


def offers(state: State, player: int) -> set[str]:
    """What a player can build; nothing if he is not asked."""
    if asked(state) != "builder" or state.current_player() != player:
        return set()
    return {text.removeprefix("builder.build(").removesuffix(")") for text in legal(state) - {"builder.pass"}}


def test_each_player_may_build_one_building_in_turn() -> None:
    """PR-40: seat 2 is builder and pays one less; then 3, 0, 1 pay in full."""
    state = act(position(seats=[{"purse": 5}] * 4, to_move=2, governor=1), "play.take(builder)")
    for player, name in ((2, "indigo_plant"), (3, "small_market"), (0, "hospice"), (1, "hacienda")):
        assert state.current_player() == player
        assert "builder.pass" in legal(state)
        act(state, f"builder.build({name})")
    assert asked(state) == "play"
    assert each(state, "purse") == [5 - 4, 5 - 2, 5 - 2, 5 - 1]
    assert each(state, "city") == [{"hospice": 1}, {"hacienda": 1}, {"indigo_plant": 1}, {"small_market": 1}]


def test_everything_that_can_be_paid_is_offered_and_nothing_else() -> None:
    """PR-40: for every sum, those with a cost of at most the purse; for the builder, one more."""
    for purse in range(12):
        in_full = {b.name for b in BUILDINGS if b.cost <= purse}
        assert offers(second({"purse": purse}), 1) == in_full
        assert offers(builder({"purse": purse}), 0) == {b.name for b in BUILDINGS if b.cost - 1 <= purse}


@pytest.mark.parametrize("number", [1, 2, 3, 4, 6, 8])
def test_quarries_cut_the_price_up_to_the_column(number: int) -> None:
    """PR-40: cost less one for each occupied quarry, up to the column, and one for the builder; never below 0."""
    for b in BUILDINGS:
        for privilege in (0, 1):
            price = max(0, b.cost - min(number, b.column) - privilege)
            me = {"purse": 20, **quarries(number)}
            state = builder(me) if privilege else second(me)
            act(state, f"builder.build({b.name})")
            assert seat(state, 1 - privilege)["purse"] == 20 - price
            if price:
                poor = {"purse": price - 1, **quarries(number)}
                assert b.name not in offers(builder(poor) if privilege else second(poor), 1 - privilege)


def test_a_quarry_without_a_colonist_cuts_nothing() -> None:
    """PR-40: two of five are occupied: the harbor costs 6."""
    assert seat(act(second({"purse": 8, **quarries(2, unoccupied=3)}), "builder.build(harbor)"), 1)["purse"] == 2


def test_no_player_has_the_same_building_twice() -> None:
    """PR-41: what he has is not offered, occupied or not, though copies are left; others may have it."""
    for b in BUILDINGS:
        state = builder({"purse": 20, "city": {b.name: 1}}, {"purse": 20})
        assert offers(state, 0) == {other.name for other in BUILDINGS} - {b.name}
        act(state, "builder.pass")
        assert (b.name in offers(state, 1)) == (b.copies > 1)


def test_a_city_with_two_equal_buildings_is_no_position() -> None:
    """PR-41: it is refused when it is set up by hand, too."""
    with pytest.raises(InvalidState):
        position(seats=[{"city": {"hospice": 2}}])


@pytest.mark.parametrize("b", [b for b in BUILDINGS if b.copies <= 2], ids=lambda b: str(b.name))
def test_a_building_needs_a_copy_left(b: Building) -> None:
    """PR-41: the last copy goes to the first who buys it."""
    name, copies = b.name, b.copies
    owners: list[Seat] = [{"purse": 20}, {"purse": 20}, {"city": {name: 1}} if copies == 2 else {}]
    state = builder(*owners)
    assert place(state, "market")[name] == 1
    act(state, f"builder.build({name})")
    assert name not in place(state, "market")
    assert state.current_player() == 1
    assert offers(state, 1) == {other.name for other in BUILDINGS} - {name}


@pytest.mark.parametrize("b", BUILDINGS, ids=lambda b: str(b.name))
def test_a_building_takes_its_spaces(b: Building) -> None:
    """PR-41: two for the violet ones of column 4; one for all others, the large production buildings too."""
    name, large = b.name, b.name in LARGE
    for in_use in (10, 11):
        me = {"purse": 20, "city": city_of(in_use, without=name)}
        assert (name in offers(builder(me), 0)) == (in_use == 10 or not large)
    owner = {"purse": 20, "city": city_of(10, without=name) | {name: 1}}
    left = offers(builder(owner), 0)
    assert left.isdisjoint(LARGE), "eleven or twelve spaces are in use"
    assert bool(left) == (not large)


def test_a_large_building_counts_as_one_building() -> None:
    """PR-41: a city hall and a residence are two violet buildings, worth 4 + 4 + 2."""
    me = {"city": {"city_hall": 1, "residence": 1}, "staff": {"city_hall": 1}}
    assert position(seats=[me]).scores()[0] == 10


def test_three_quarries_make_the_example_prices() -> None:
    """PR-42: the construction hut costs 1, the office 3, the harbor 5, the city hall 7."""
    for name, price in (("construction_hut", 1), ("office", 3), ("harbor", 5), ("city_hall", 7)):
        state = second({"purse": price, **quarries(3)})
        assert name in offers(state, 1)
        act(state, f"builder.build({name})")
        assert seat(state, 1)["purse"] == 0
        assert name not in offers(second({"purse": price - 1, **quarries(3)}), 1)


def test_a_university_sends_a_colonist_onto_the_new_building() -> None:
    """PR-43: one from the supply, not from the ship, and one only onto three circles."""
    state = position(seats=[occupied("university", purse=5)], colonist_ship=4)
    act(state, "play.take(builder)", "builder.build(tobacco_storage)")
    assert state.current_player() == 0
    assert legal(state) == {"university.enrol", "university.pass"}
    act(state, "university.enrol")
    assert seat(state, 0)["staff"] == {"university": 1, "tobacco_storage": 1}
    assert place(state, "colonist_ship") == 4
    assert place(state, "colonists") == 79 - 4 - 2
    assert asked(state) == "play"


def test_a_university_takes_from_the_ship_when_the_supply_is_empty() -> None:
    """PR-43: else from the ship, else none."""
    for on_ship in (2, 0):
        state = position(seats=[occupied("university", purse=5)], colonists=0, colonist_ship=on_ship)
        act(state, "play.take(builder)", "builder.build(hospice)")
        if on_ship:
            act(state, "university.enrol")
            assert place(state, "colonist_ship") == 1
        assert asked(state) == "play"
        assert seat(state, 0)["staff"] == ({"university": 1, "hospice": 1} if on_ship else {"university": 1})


def test_a_university_serves_only_its_owner_who_builds() -> None:
    """PR-43: who passes gets none; an empty university gives none; nor does another's."""
    state = builder(occupied("university", purse=5), {"purse": 5, "city": {"university": 1}}, {"purse": 5})
    act(state, "builder.pass", "builder.build(hospice)")
    assert state.current_player() == 2
    act(state, "builder.build(hospice)")
    assert asked(state) == "play"
    assert [sum(staff.values()) for staff in each(state, "staff")] == [1, 0, 0, 0]


def test_a_university_takes_no_colonist_who_waits() -> None:
    """PR-43: those in San Juan stay there."""
    state = builder(occupied("university", purse=5, waiting=2))
    act(state, "builder.build(hospice)", "university.enrol")
    assert seat(state, 0)["waiting"] == 2
    assert place(state, "colonists") == 79 - 3 - 1


def test_a_university_just_built_does_not_serve_itself() -> None:
    """PR-45: it has no colonist, and nobody is asked for one."""
    state = builder({"purse": 9, "waiting": 1})
    act(state, "builder.build(university)")
    assert asked(state) == "play"
    assert seat(state, 0)["staff"] == {}
    assert place(state, "colonists") == 78


def test_the_price_is_that_before_the_purchase() -> None:
    """PR-45: with two quarries at work the guild hall costs the builder 7, whatever it brings."""
    state = act(builder({"purse": 7, **quarries(2)}), "builder.build(guild_hall)")
    assert seat(state, 0)["purse"] == 0
    assert "guild_hall" not in offers(builder({"purse": 6, **quarries(2)}), 0)


@pytest.mark.parametrize(
    ("in_use", "name", "ends"),
    [
        (11, "wharf", True),
        (10, "guild_hall", True),
        (10, "wharf", False),
        (9, "guild_hall", False),
    ],
)
def test_the_twelfth_city_space_ends_the_game_with_this_round(in_use: int, name: str, ends: bool) -> None:
    """PR-44: 11 and 1, or 10 and 2; eleven spaces end nothing."""
    me = {"purse": 20, "city": city_of(in_use, without=name)}
    state = position(seats=[{}, {}, {}, me], to_move=3, governor=0, taken=["trader", "captain", "mayor"])
    act(state, "play.take(builder)", f"builder.build({name})")
    while asked(state) == "builder":
        act(state, "builder.pass")
    assert state.is_terminal() == ends


def test_twelve_spaces_without_a_new_building_end_nothing() -> None:
    """PR-44: eleven small and none bought: the game goes on."""
    me = {"purse": 20, "city": city_of(11)}
    state = position(seats=[me], to_move=3, governor=0, taken=["trader", "captain", "mayor"])
    act(state, "play.take(builder)", "builder.pass", "builder.pass")
    assert not state.is_terminal()
    assert not place(state, "ending")


def test_a_large_building_fits_on_ten_spaces_in_use_and_not_on_eleven() -> None:
    """PR-106: ten: all five; eleven: none of them, though a small one fits."""
    ten = {"purse": 20, "city": city_of(10)}
    assert set(LARGE) <= offers(builder(ten), 0)
    eleven = {"purse": 20, "city": city_of(11)}
    found = offers(builder(eleven), 0)
    assert found.isdisjoint(LARGE)
    assert found == {b.name for b in BUILDINGS if b.spaces == 1} - set(city_of(11))
    with_large = {"purse": 20, "city": city_of(7) | {"residence": 1, "fortress": 1}}
    assert offers(builder(with_large), 0).isdisjoint(LARGE), "seven and twice two are eleven"


def test_a_university_serves_a_large_building_as_one_with_one_circle() -> None:
    """PR-107: one colonist on the fortress, and there is no more to ask."""
    state = builder(occupied("university", purse=9))
    act(state, "builder.build(fortress)", "university.enrol")
    assert seat(state, 0)["staff"] == {"university": 1, "fortress": 1}
    assert asked(state) == "play"
    assert state.scores()[0] == 3 + 4, "and two colonists are no three"


def test_a_price_never_falls_below_nothing() -> None:
    """PR-108: the builder with four occupied quarries buys a small market for 0; nothing is paid out."""
    for purse in (0, 3):
        state = act(builder({"purse": purse, **quarries(4)}), "builder.build(small_market)")
        assert seat(state, 0)["purse"] == purse
        assert seat(state, 0)["city"] == {"small_market": 1}


def test_the_others_still_build_and_the_round_is_played_to_its_end() -> None:
    """PR-109: seat 0 fills his city; seat 1 builds; seats 1 to 3 choose their roles; then the game is over."""
    me = {"purse": 20, "city": city_of(11, without="wharf")}
    state = builder(me, {"purse": 10})
    act(state, "builder.build(wharf)")
    assert place(state, "ending")
    assert state.current_player() == 1
    act(state, "builder.build(hospice)")
    assert seat(state, 1)["city"] == {"hospice": 1}
    for player, role in ((1, "trader"), (2, "captain"), (3, "prospector")):
        assert asked(state) == "play"
        assert state.current_player() == player
        act(state, f"play.take({role})")
    assert seat(state, 3)["purse"] == 1
    assert state.is_terminal()
