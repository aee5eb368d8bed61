"""The wharf: a ship of one's own, once a captain phase."""

from tests.games.puerto_rico.cargo import FULL_SHIPS, occupied, unoccupied
from tests.games.puerto_rico.table import act, asked, each, legal, place, position, seat


def test_the_wharf_takes_all_of_one_kind_even_of_a_kind_on_a_ship() -> None:
    """PR-75: instead of loading a ship, all goods of one kind of his choice, one VP each, into the supply at once."""
    cargo = {"small_ship": {"corn": 4}, "middle_ship": {"indigo": 6}, "large_ship": {"sugar": 7}}
    state = position(seats=[{}, occupied("wharf", goods={"corn": 5, "coffee": 3})], cargo=cargo)
    act(state, "play.take(captain)")
    assert legal(state) == {
        "captain.load(corn,small_ship)",
        "wharf.ship_away(corn)",
        "wharf.ship_away(coffee)",
    }
    before = place(state, "supply")["corn"]
    act(state, "wharf.ship_away(corn)")
    assert asked(state) == "captain.storing"
    assert seat(state, 1)["goods"] == {"coffee": 3}
    assert seat(state, 1)["chips"] == 5
    assert place(state, "supply")["corn"] == before + 5
    assert place(state, "cargo") == cargo


def test_the_goods_are_in_the_supply_before_the_next_player_loads() -> None:
    """PR-75: its goods are in the supply at once; and it was his turn, so the next player is asked."""
    seats = [occupied("wharf", goods={"corn": 4, "sugar": 1}), {"goods": {"corn": 1, "tobacco": 1}}]
    state = act(position(seats=seats), "play.take(captain)", "wharf.ship_away(corn)")
    assert (asked(state), state.current_player()) == ("captain.loading", 1)
    assert place(state, "supply")["corn"] == 9


def test_the_wharf_is_used_once_a_phase() -> None:
    """PR-75: after the coffee the tobacco cannot go the same way."""
    state = position(seats=[occupied("wharf", goods={"coffee": 2, "tobacco": 2})], cargo=FULL_SHIPS)
    act(state, "play.take(captain)", "wharf.ship_away(coffee)")
    assert asked(state) == "captain.storing"
    assert seat(state, 0)["goods"] == {"tobacco": 2}


def test_the_wharf_serves_again_in_the_next_captain_phase() -> None:
    """PR-75: once a phase, so in the next phase again."""
    seats = [occupied("wharf", goods={"coffee": 2, "tobacco": 2})]
    state = position(seats=seats, cargo=FULL_SHIPS, to_move=0, governor=1)
    act(state, "play.take(captain)", "wharf.ship_away(coffee)", "captain.keep(tobacco,1)", "play.take(captain)")
    assert (asked(state), state.current_player()) == ("captain.loading", 0)
    assert "wharf.ship_away(tobacco)" in legal(state)


def test_an_unoccupied_wharf_does_not_work() -> None:
    """PR-75: only an occupied wharf works (PR-14), and only for its owner."""
    seats = [unoccupied("wharf", goods={"coffee": 2}), {"goods": {"tobacco": 2}}, occupied("wharf")]
    state = act(position(seats=seats, cargo=FULL_SHIPS), "play.take(captain)")
    assert asked(state) == "captain.storing"


def test_the_wharf_counts_as_a_load_for_harbor_and_captain() -> None:
    """PR-75: 2 coffee: 2, the harbor's 1 and the captain's 1; the captain's point comes once."""
    cargo = {"small_ship": {"corn": 1}, "middle_ship": {"indigo": 6}, "large_ship": {"sugar": 7}}
    seats = [occupied("wharf", "harbor", goods={"coffee": 2, "corn": 3})]
    state = act(position(seats=seats, cargo=cargo), "play.take(captain)", "wharf.ship_away(coffee)")
    assert place(state, "cargo") == {"small_ship": {"corn": 4}}
    assert seat(state, 0)["chips"] == (2 + 1 + 1) + (3 + 1)


def test_the_wharf_may_take_the_last_chip() -> None:
    """PR-78: the points of the wharf come out of the same chips."""
    seats = [{"chips": 98}, occupied("wharf", goods={"coffee": 2})]
    state = act(position(seats=seats, cargo=FULL_SHIPS), "play.take(captain)", "wharf.ship_away(coffee)")
    assert place(state, "ending") is True


def test_the_example_of_harbor_and_wharf() -> None:
    """PR-80: 3 of 5 tobacco for 3 + 1, then 2 sugar for 2 + 1, then the wharf takes 2 tobacco for 2 + 1."""
    cargo = {"small_ship": {"tobacco": 2}, "middle_ship": {"corn": 6}, "large_ship": {"sugar": 3}}
    player = occupied("harbor", "wharf", goods={"tobacco": 5, "sugar": 2})
    state = act(position(seats=[{}, player], cargo=cargo), "play.take(captain)")
    wharf = {"wharf.ship_away(tobacco)", "wharf.ship_away(sugar)"}
    assert legal(state) == {"captain.load(tobacco,small_ship)", "captain.load(sugar,large_ship)"} | wharf
    act(state, "captain.load(tobacco,small_ship)")
    assert seat(state, 1) | {"chips": 4, "goods": {"tobacco": 2, "sugar": 2}} == seat(state, 1)
    assert place(state, "cargo")["small_ship"] == {"tobacco": 5}

    assert legal(state) == {"captain.load(sugar,large_ship)"} | wharf
    act(state, "captain.load(sugar,large_ship)")
    assert seat(state, 1) | {"chips": 7, "goods": {"tobacco": 2}} == seat(state, 1)

    assert legal(state) == {"wharf.ship_away(tobacco)", "captain.loading.pass"}
    act(state, "wharf.ship_away(tobacco)")
    assert seat(state, 1) | {"chips": 10, "goods": {}} == seat(state, 1)
    assert asked(state) == "play"


def test_two_wharfs_may_ship_the_same_kind() -> None:
    """PR-82: the wharf takes a kind that another wharf has shipped too."""
    seats = [occupied("wharf", goods={"coffee": 2}), occupied("wharf", goods={"coffee": 3})]
    state = position(seats=seats, cargo=FULL_SHIPS)
    act(state, "play.take(captain)", "wharf.ship_away(coffee)", "wharf.ship_away(coffee)")
    assert each(state, "chips") == [3, 3, 0, 0]
    assert place(state, "supply")["coffee"] == 9


def test_after_the_wharf_its_owner_goes_on_loading_ships() -> None:
    """PR-82: corn by wharf, and at his next turns sugar and tobacco go on ships whether he likes it or not."""
    cargo = {"small_ship": {"sugar": 1}, "middle_ship": {"tobacco": 1}, "large_ship": {"indigo": 7}}
    player = occupied("wharf", goods={"corn": 3, "sugar": 2, "tobacco": 1})
    state = act(position(seats=[{}, player], cargo=cargo), "play.take(captain)", "wharf.ship_away(corn)")
    assert legal(state) == {"captain.load(sugar,small_ship)", "captain.load(tobacco,middle_ship)"}
    act(state, "captain.load(tobacco,middle_ship)")
    assert seat(state, 1) | {"chips": 6, "goods": {}} == seat(state, 1)


def test_the_wharf_ships_all_goods_of_a_kind_that_there_are() -> None:
    """PR-82: a limit of 11 never binds: all 11 indigo go at once for 11 VP."""
    cargo = {"small_ship": {"corn": 5}, "middle_ship": {"sugar": 6}, "large_ship": {"tobacco": 7}}
    state = position(seats=[{}, occupied("wharf", goods={"indigo": 11})], cargo=cargo)
    act(state, "play.take(captain)", "wharf.ship_away(indigo)")
    assert seat(state, 1) | {"chips": 11, "goods": {}} == seat(state, 1)


def test_who_can_load_a_ship_chooses_among_ships_and_the_unused_wharf() -> None:
    """PR-83: no pass is offered to him."""
    cargo = {"small_ship": {"corn": 1}, "middle_ship": {"indigo": 6}, "large_ship": {"sugar": 7}}
    state = position(seats=[occupied("wharf", goods={"corn": 1})], cargo=cargo)
    assert legal(act(state, "play.take(captain)")) == {"captain.load(corn,small_ship)", "wharf.ship_away(corn)"}


def test_who_cannot_load_a_ship_is_asked_only_with_an_unused_wharf_and_goods() -> None:
    """PR-83: seat 0 has a wharf and no goods, seat 1 goods and no wharf, seat 2 both."""
    seats = [occupied("wharf"), {"goods": {"tobacco": 1}}, occupied("wharf", goods={"coffee": 1})]
    state = act(position(seats=seats, cargo=FULL_SHIPS), "play.take(captain)")
    assert (asked(state), state.current_player()) == ("captain.loading", 2)
    assert legal(state) == {"wharf.ship_away(coffee)", "captain.loading.pass"}


def test_declined_wharfs_end_the_phase_after_one_turn_of_the_table() -> None:
    """PR-83: four turns in a row without a load, and nobody is asked twice about it."""
    owner = occupied("wharf", goods={"coffee": 2})
    state = position(seats=[owner, {}, owner], cargo=FULL_SHIPS)
    act(state, "play.take(captain)")
    assert state.current_player() == 0
    act(state, "captain.loading.pass")
    assert (asked(state), state.current_player()) == ("captain.loading", 2)
    act(state, "captain.loading.pass")
    assert (asked(state), state.current_player()) == ("captain.storing", 0)


def test_the_turns_without_a_load_are_counted_from_the_last_load() -> None:
    """PR-83: seat 2 loads; then 3, 0, 1 and 2 bring none, and seat 3 is not asked a second time."""
    cargo = {"small_ship": {"corn": 1}, "middle_ship": {"indigo": 6}, "large_ship": {"sugar": 7}}
    owner = occupied("wharf", goods={"coffee": 2})
    state = position(seats=[owner, {}, {"goods": {"corn": 1}}, owner], cargo=cargo)
    act(state, "play.take(captain)", "captain.loading.pass")
    order = []
    while asked(state) == "captain.loading":
        order.append(state.current_player())
        act(state, "captain.loading.pass")
    assert order == [3, 0]
    assert (asked(state), state.current_player()) == ("captain.storing", 0)
    assert each(state, "chips") == [0, 0, 1, 0]


def test_a_wharf_owner_who_can_load_must_load_ship_or_wharf() -> None:
    """PR-116: he may take the wharf to spare the ship, and still has loaded."""
    cargo = {"small_ship": {"corn": 1}, "middle_ship": {"indigo": 6}, "large_ship": {"sugar": 7}}
    state = position(seats=[{}, occupied("wharf", goods={"corn": 2, "coffee": 1})], cargo=cargo)
    act(state, "play.take(captain)")
    assert "captain.loading.pass" not in legal(state)
    act(state, "wharf.ship_away(coffee)")
    assert place(state, "cargo") == {"small_ship": {"corn": 3}}, "at his next turn the corn is forced"
    assert seat(state, 1)["chips"] == 3


def test_a_declined_wharf_may_be_used_when_the_turn_comes_again() -> None:
    """PR-75, PR-116: the captain can't load and declines; seat 1 loads; then the captain ships 2 coffee for 2 + 1."""
    cargo = {"small_ship": {"corn": 1}, "middle_ship": {"indigo": 6}, "large_ship": {"sugar": 7}}
    state = position(seats=[occupied("wharf", goods={"coffee": 2}), {"goods": {"corn": 2}}], cargo=cargo)
    act(state, "play.take(captain)")
    assert legal(state) == {"wharf.ship_away(coffee)", "captain.loading.pass"}
    act(state, "captain.loading.pass")
    assert each(state, "chips") == [0, 2, 0, 0]
    assert legal(state) == {"wharf.ship_away(coffee)", "captain.loading.pass"}
    act(state, "wharf.ship_away(coffee)")
    assert each(state, "chips") == [3, 2, 0, 0]
    assert asked(state) == "play"
