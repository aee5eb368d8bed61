"""The settler: tiles, quarries, hacienda, construction hut and hospice: PR-20 to PR-28."""

from collections import Counter
from collections.abc import Sequence

import pytest
from tests.games.puerto_rico.table import Plain, act, asked, each, game, legal, occupied, place, position, seat

from rulewright.vm import State

PLANTATIONS = {"corn": 10, "indigo": 12, "sugar": 11, "tobacco": 9, "coffee": 8}


def islands(sizes: Sequence[int], keep: dict[str, int]) -> list[dict[str, Plain]]:
    """Seats with so many plantations each, of all kinds; those in `keep` are not used."""
    pool = [kind for kind, number in PLANTATIONS.items() for _ in range(number - keep.get(kind, 0))]
    assert len(pool) >= sum(sizes)
    found: list[dict[str, Plain]] = []
    for size in sizes:
        found.append({"island": dict(Counter(pool[:size]))})
        del pool[:size]
    return found


def decline_all(state: State) -> State:
    """Everybody passes until the phase is over."""
    while asked(state) != "play":
        act(state, next(text for text in legal(state) if text.endswith("pass")))
    return state


def count(state: State, name: str) -> int:
    return sum(place(state, name).values())


def test_only_the_settler_may_take_a_quarry() -> None:
    """PR-20: seat 1 is the settler; seats 2, 3 and 0 have the open plantations only."""
    state = act(position(to_move=1, governor=0, row={"corn": 2, "sugar": 3}), "play.take(settler)")
    assert state.current_player() == 1
    assert legal(state) == {"settler.plantation(corn)", "settler.plantation(sugar)", "settler.quarry", "settler.pass"}
    act(state, "settler.quarry")
    assert seat(state, 1)["island"] == {"quarry": 1}
    assert place(state, "quarries") == 7
    for player in (2, 3, 0):
        assert state.current_player() == player
        assert legal(state) == {"settler.plantation(corn)", "settler.plantation(sugar)", "settler.pass"}
        act(state, "settler.plantation(corn)" if player == 0 else "settler.plantation(sugar)")
    assert each(state, "island") == [{"corn": 1}, {"quarry": 1}, {"sugar": 1}, {"sugar": 1}]


def test_the_settler_may_take_a_plantation_instead() -> None:
    """PR-20: one tile, a plantation or a quarry, and then the next player is asked."""
    state = act(position(row={"corn": 1, "sugar": 1}), "play.take(settler)", "settler.plantation(sugar)")
    assert seat(state, 0)["island"] == {"sugar": 1}
    assert state.current_player() == 1
    assert place(state, "quarries") == 8
    assert legal(state) == {"settler.plantation(corn)", "settler.pass"}


def test_a_tile_needs_a_free_island_space() -> None:
    """PR-20: with 12 tiles seat 0 gets no quarry and seat 1 no plantation; with 11 seat 2 gets one."""
    full, nearly = {"island": {"indigo": 12}}, {"island": {"sugar": 11}}
    seats = [full, {"island": {"corn": 9, "quarry": 3}}, nearly]
    state = act(position(seats=seats, row={"coffee": 5}), "play.take(settler)")
    assert state.current_player() == 2
    act(state, "settler.plantation(coffee)")
    assert sum(seat(state, 2)["island"].values()) == 12


@pytest.mark.parametrize("players", [3, 4, 5])
def test_players_and_one_more_plantations_are_turned_up_at_the_end(players: int) -> None:
    """PR-21: the leftovers go to the discard; then 4, 5 or 6 are turned up."""
    state = position(players, row={"coffee": players, "corn": 1}, discard={"sugar": 2})
    act(state, "play.take(settler)", "settler.plantation(coffee)", "settler.plantation(coffee)")
    assert count(state, "row") == players - 1, "not before the end"
    assert place(state, "discard") == {"sugar": 2}
    decline_all(state)
    assert place(state, "discard") == {"sugar": 2, "coffee": players - 2, "corn": 1}
    assert count(state, "row") == players + 1
    assert count(state, "stack") == 50 - 2 - (players + 1) - (players + 1)


def test_quarries_are_neither_discarded_nor_turned_up() -> None:
    """PR-21: the eight quarries stay in their stack."""
    for seed in range(5):
        state = decline_all(act(position(row={"corn": 5}, seed=seed), "play.take(settler)"))
        assert place(state, "quarries") == 8
        assert "quarry" not in place(state, "row") | place(state, "discard") | place(state, "stack")


def test_the_discard_becomes_the_new_stack_when_the_tiles_run_short() -> None:
    """PR-21: two tiles face down, 40 in the discard: the row has both, three of the 40, and 37 are left."""
    seats = islands([8], keep={"coffee": 2})
    on_islands: Counter[str] = Counter(seats[0]["island"])
    discard = dict(Counter(PLANTATIONS) - on_islands - Counter(coffee=2))
    assert sum(discard.values()) == 40
    state = position(seats=seats, discard=discard)
    assert place(state, "stack") == {"coffee": 2}
    decline_all(act(state, "play.take(settler)"))
    assert place(state, "row")["coffee"] >= 2
    assert count(state, "row") == 5
    assert place(state, "discard") == {}
    assert count(state, "stack") == 37


def test_fewer_lie_open_when_the_discard_is_short_too() -> None:
    """PR-21: five players, 46 tiles on the islands, four open and none else: the fifth gets none, nothing is open."""
    seats = islands([10, 9, 9, 9, 9], keep={"coffee": 4})
    state = act(position(5, seats=seats, row={"coffee": 4}), "play.take(settler)")
    for player in range(4):
        assert state.current_player() == player
        act(state, "settler.plantation(coffee)")
    assert asked(state) == "play", "seat 4 can take nothing"
    assert sum(seat(state, 4)["island"].values()) == 9
    assert count(state, "row") == count(state, "stack") == count(state, "discard") == 0


def test_what_there_is_lies_open() -> None:
    """PR-21: three tiles are left for six places: those three are turned up, and later players may get none."""
    seats = islands([10, 9, 9, 9, 9], keep={"coffee": 4})
    state = position(5, seats=seats, row={"coffee": 1}, discard={"coffee": 3})
    act(state, "play.take(settler)", "settler.plantation(coffee)")
    assert asked(state) == "play", "one open tile served one player"
    assert place(state, "row") == {"coffee": 3}
    assert count(state, "stack") == count(state, "discard") == 0


def test_without_a_quarry_left_there_is_none_for_settler_or_hut() -> None:
    """PR-22: all eight lie on islands; the settler and the owner of a hut have plantations only."""
    state = position(
        seats=[{}, occupied("construction_hut"), {"island": {"quarry": 8}}],
        row={"corn": 4},
    )
    assert place(state, "quarries") == 0
    act(state, "play.take(settler)")
    for player in (0, 1):
        assert state.current_player() == player
        assert legal(state) == {"settler.plantation(corn)", "settler.pass"}
        act(state, "settler.pass")


def test_the_last_quarry_can_be_taken_once() -> None:
    """PR-22: seven lie on islands; the settler takes the eighth and the hut has none."""
    state = position(
        seats=[{}, occupied("construction_hut"), {"island": {"quarry": 7}}],
        row={"corn": 4},
    )
    act(state, "play.take(settler)", "settler.quarry")
    assert legal(state) == {"settler.plantation(corn)", "settler.pass"}


def test_a_hacienda_draws_from_the_stack_before_the_normal_tile() -> None:
    """PR-23: the drawn tile is placed at once, and the normal tile comes after it."""
    state = position(seats=[{}, occupied("hacienda")], row={"corn": 5})
    act(state, "play.take(settler)", "settler.pass")
    assert state.current_player() == 1
    assert legal(state) == {"hacienda.explore", "hacienda.pass"}
    act(state, "hacienda.explore")
    assert sum(seat(state, 1)["island"].values()) == 1, "there is no choice whether to place it"
    assert count(state, "stack") == 44
    assert place(state, "row") == {"corn": 5}
    assert state.current_player() == 1
    assert legal(state) == {"settler.plantation(corn)", "settler.pass"}
    act(state, "settler.plantation(corn)")
    assert sum(seat(state, 1)["island"].values()) == 2
    assert state.current_player() == 2


def test_a_hacienda_draws_once_and_may_be_left_alone() -> None:
    """PR-23: after the draw, or without it, only the normal tile is asked; the draw needs no normal tile."""
    state = position(seats=[occupied("hacienda")], row={"corn": 5})
    act(state, "play.take(settler)", "hacienda.pass")
    assert asked(state) == "settler"
    assert seat(state, 0)["island"] == {}
    state = position(seats=[occupied("hacienda")], row={"corn": 5})
    act(state, "play.take(settler)", "hacienda.explore", "settler.pass")
    assert sum(seat(state, 0)["island"].values()) == 1
    assert state.current_player() == 1


def test_a_hut_can_not_turn_the_haciendas_draw_into_a_quarry() -> None:
    """PR-23: the draw is one of the tiles face down, by their numbers; no quarry is taken."""
    data = position(seats=[{}, occupied("hacienda", "construction_hut")], row={"coffee": 5}).to_dict()
    for outcome in range(5):
        state = game(4).state_from_dict(data, explicit_chance=True)
        act(state, "play.take(settler)", "settler.pass")
        assert legal(state) == {"hacienda.explore", "hacienda.pass"}
        act(state, "hacienda.explore")
        assert [round(chance * 45) for _, chance in state.chance_outcomes()] == [10, 12, 11, 9, 3]
        state.apply_action(outcome)
        assert seat(state, 1)["island"] == {list(PLANTATIONS)[outcome]: 1}
        assert place(state, "quarries") == 8
        assert "settler.quarry" in legal(state), "the normal tile may be one"


def test_an_empty_stack_is_rebuilt_from_the_discard_for_the_hacienda() -> None:
    """PR-23: nothing face down, three coffee in the discard: one is drawn, two lie face down."""
    seats = islands([0, 12, 12, 12, 7], keep={"coffee": 7})
    seats[0] = occupied("hacienda")
    state = position(5, seats=seats, row={"coffee": 4}, discard={"coffee": 3})
    assert count(state, "stack") == 0
    act(state, "play.take(settler)", "hacienda.explore")
    assert seat(state, 0)["island"] == {"coffee": 1}
    assert place(state, "stack") == {"coffee": 2}
    assert place(state, "discard") == {}


def test_a_tile_face_down_is_drawn_before_the_discard_is_touched() -> None:
    """PR-23: one sugar face down and a discard: the hacienda draws the sugar."""
    seats = islands([0, 12, 12, 12, 5], keep={"coffee": 8, "sugar": 1})
    seats[0] = occupied("hacienda")
    state = position(5, seats=seats, row={"coffee": 4}, discard={"coffee": 4})
    act(state, "play.take(settler)", "hacienda.explore")
    assert seat(state, 0)["island"] == {"sugar": 1}
    assert place(state, "discard") == {"coffee": 4}


def test_with_stack_and_discard_empty_the_hacienda_has_nothing_to_draw() -> None:
    """PR-23: only the open tiles are left, and the hacienda does not reach them."""
    seats = islands([0, 12, 12, 12, 8], keep={"coffee": 6})
    seats[0] = occupied("hacienda")
    state = act(position(5, seats=seats, row={"coffee": 6}), "play.take(settler)")
    assert state.current_player() == 0
    assert legal(state) == {"settler.plantation(coffee)", "settler.quarry", "settler.pass"}


def test_a_construction_hut_gives_a_quarry_instead_of_a_plantation() -> None:
    """PR-24: seat 1 owns an occupied hut, seat 2 an empty one, seat 3 none."""
    state = position(seats=[{}, occupied("construction_hut"), {"city": {"construction_hut": 1}}], row={"corn": 5})
    act(state, "play.take(settler)", "settler.pass")
    assert legal(state) == {"settler.plantation(corn)", "settler.quarry", "settler.pass"}
    act(state, "settler.quarry")
    assert seat(state, 1)["island"] == {"quarry": 1}
    assert place(state, "quarries") == 7
    for player in (2, 3):
        assert state.current_player() == player, "a quarry is instead of a plantation, not besides"
        assert legal(state) == {"settler.plantation(corn)", "settler.pass"}
        act(state, "settler.pass")


def test_settler_and_hut_together_give_one_quarry() -> None:
    """PR-24: after his quarry the next player is asked."""
    state = position(seats=[occupied("construction_hut")], row={"corn": 5})
    act(state, "play.take(settler)", "settler.quarry")
    assert state.current_player() == 1
    assert seat(state, 0)["island"] == {"quarry": 1}


def test_a_hospice_settles_the_new_tile() -> None:
    """PR-25: a plantation for seat 1, a quarry for the settler; the colonists come from the supply."""
    state = position(
        seats=[occupied("hospice", island={"quarry": 1}), occupied("hospice")], row={"corn": 5}, colonist_ship=4
    )
    before = place(state, "colonists")
    act(state, "play.take(settler)", "settler.quarry")
    assert legal(state) == {"hospice.settle", "hospice.pass"}
    act(state, "hospice.settle")
    assert seat(state, 0)["fields"] == {"quarry": 1}
    assert seat(state, 0)["waiting"] == 0
    act(state, "settler.plantation(corn)", "hospice.settle")
    assert seat(state, 1)["fields"] == {"corn": 1}
    assert place(state, "colonists") == before - 2
    assert place(state, "colonist_ship") == 4
    assert state.current_player() == 2, "one colonist only"


def test_without_a_tile_the_hospice_gives_nothing() -> None:
    """PR-25: who passes is not asked for a colonist; nor is one without a hospice, nor with an empty one."""
    state = position(seats=[occupied("hospice"), {"city": {"hospice": 1}}], row={"corn": 5})
    act(state, "play.take(settler)", "settler.pass")
    assert state.current_player() == 1
    act(state, "settler.plantation(corn)")
    assert state.current_player() == 2
    act(state, "settler.plantation(corn)")
    assert state.current_player() == 3


def test_a_hospice_serves_the_normal_tile_only() -> None:
    """PR-25: the hacienda's tile brings no colonist."""
    state = position(seats=[occupied("hacienda", "hospice")], row={"corn": 5})
    act(state, "play.take(settler)", "hacienda.explore")
    assert asked(state) == "settler"
    act(state, "settler.pass")
    assert state.current_player() == 1
    assert seat(state, 0)["fields"] == {}


def test_a_hospice_takes_from_the_ship_when_the_supply_is_empty() -> None:
    """PR-25: three on the ship: one comes from there; with both empty nobody is asked."""
    state = position(seats=[occupied("hospice")], row={"corn": 5}, colonists=0, colonist_ship=3)
    act(state, "play.take(settler)", "settler.plantation(corn)", "hospice.settle")
    assert seat(state, 0)["fields"] == {"corn": 1}
    assert place(state, "colonist_ship") == 2
    assert place(state, "colonists") == 0
    state = position(seats=[occupied("hospice")], row={"corn": 5}, colonists=0, colonist_ship=0)
    act(state, "play.take(settler)", "settler.plantation(corn)")
    assert state.current_player() == 1


def test_with_twelve_tiles_a_player_takes_nothing() -> None:
    """PR-26: not even the hacienda's draw."""
    me = occupied("hacienda", "construction_hut", island={"indigo": 12})
    state = act(position(seats=[me], row={"corn": 5}), "play.take(settler)")
    assert state.current_player() == 1
    assert seat(state, 0)["island"] == {"indigo": 12}


def test_a_draw_that_fills_the_twelfth_space_forfeits_the_normal_tile() -> None:
    """PR-26: eleven tiles and a hacienda: one tile, and then the next player; without the draw, the normal tile."""
    me = occupied("hacienda", island={"indigo": 11})
    state = act(position(seats=[me], row={"corn": 5}), "play.take(settler)", "hacienda.explore")
    assert sum(seat(state, 0)["island"].values()) == 12
    assert state.current_player() == 1
    state = act(position(seats=[me], row={"corn": 5}), "play.take(settler)", "hacienda.pass")
    assert "settler.plantation(corn)" in legal(state)


def test_ten_tiles_leave_room_for_the_draw_and_the_normal_tile() -> None:
    """PR-26: ten, eleven, twelve."""
    me = occupied("hacienda", island={"indigo": 10})
    state = act(position(seats=[me], row={"corn": 5}), "play.take(settler)", "hacienda.explore", "settler.quarry")
    assert sum(seat(state, 0)["island"].values()) == 12


def test_the_leftovers_are_discarded_before_the_stack_is_rebuilt() -> None:
    """PR-27: two corn face down, an empty discard, three coffee left over: all five lie open again."""
    seats = islands([12, 12, 12, 9], keep={"corn": 2, "coffee": 3})
    state = position(seats=seats, row={"coffee": 3})
    assert place(state, "stack") == {"corn": 2}
    decline_all(act(state, "play.take(settler)"))
    assert place(state, "row") == {"corn": 2, "coffee": 3}
    assert count(state, "stack") == count(state, "discard") == 0


def test_the_tiles_face_down_are_turned_up_before_the_discard_is_shuffled() -> None:
    """PR-27: five sugar face down suffice; the discard is not touched and has the leftovers besides."""
    seats = islands([12, 12, 12], keep={"sugar": 5, "coffee": 8, "corn": 1})
    state = position(seats=seats, row={"coffee": 2, "corn": 1}, discard={"coffee": 6})
    assert place(state, "stack") == {"sugar": 5}
    decline_all(act(state, "play.take(settler)"))
    assert place(state, "row") == {"sugar": 5}
    assert place(state, "discard") == {"coffee": 8, "corn": 1}
    assert count(state, "stack") == 0


def test_the_whole_discard_is_shuffled_with_the_tiles_just_put_there() -> None:
    """PR-27: one sugar face down; then four are drawn out of 6 coffee and the 3 corn left over."""
    data = position(
        seats=islands([12, 12, 12, 4], keep={"sugar": 1, "coffee": 6, "corn": 3}),
        row={"corn": 3},
        discard={"coffee": 6},
    ).to_dict()
    state = game(4).state_from_dict(data, explicit_chance=True)
    act(state, "play.take(settler)")
    while not state.is_chance_node() and asked(state) != "play":
        act(state, next(text for text in legal(state) if text.endswith("pass")))
    while state.is_chance_node() and place(state, "row") == {}:
        state.apply_action(state.legal_actions()[0])
    assert place(state, "row") == {"sugar": 1}
    weights = {outcome: round(chance * 9) for outcome, chance in state.chance_outcomes()}
    assert weights == {0: 3, 4: 6}, "corn and coffee by their numbers"
    for _ in range(3):
        state.apply_action(0)
    assert place(state, "row") == {"sugar": 1, "corn": 3, "coffee": 1}, "the last draw was sure"
    assert place(state, "stack") == {"coffee": 5}
    assert place(state, "discard") == {}


def test_a_settler_turn_goes_hacienda_normal_tile_hospice() -> None:
    """PR-28: in this order for one player, before the next is asked."""
    state = position(seats=[{}, occupied("hospice", "hacienda")], row={"corn": 5})
    act(state, "play.take(settler)", "settler.pass")
    order = []
    for answer in ("hacienda.explore", "settler.plantation(corn)", "hospice.settle"):
        assert state.current_player() == 1
        order.append(asked(state))
        act(state, answer)
    assert order == ["hacienda", "settler", "hospice"]
    assert state.current_player() == 2
    assert sum(seat(state, 1)["island"].values()) == 2
    assert seat(state, 1)["fields"] == {"corn": 1}


def test_the_ship_serves_the_hospice_only_while_the_supply_is_empty() -> None:
    """PR-28: the last colonist of the supply goes to seat 0, the ship's first to seat 1."""
    state = position(seats=[occupied("hospice"), occupied("hospice")], row={"corn": 5}, colonists=1, colonist_ship=2)
    act(state, "play.take(settler)", "settler.plantation(corn)", "hospice.settle")
    assert (place(state, "colonists"), place(state, "colonist_ship")) == (0, 2)
    act(state, "settler.plantation(corn)", "hospice.settle")
    assert (place(state, "colonists"), place(state, "colonist_ship")) == (0, 1)
