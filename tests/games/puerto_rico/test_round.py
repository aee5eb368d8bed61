"""The round, the choice of roles and what is asked at all: PR-10 to PR-19, PR-100 and PR-101."""

import pytest
from tests.games.puerto_rico.table import Plain, act, asked, each, legal, occupied, place, position, seat

IDLE = ("craftsman", "trader", "captain", "prospector")
"""Roles that bring nothing to empty boards: nobody is asked anything."""

FULL_SHIPS = {"small_ship": {"sugar": 5}, "middle_ship": {"indigo": 6}, "large_ship": {"coffee": 7}}
SIX_ROLES = ("settler", "mayor", "builder", "craftsman", "trader", "captain")


def test_the_governor_chooses_first_and_the_others_follow_clockwise() -> None:
    """PR-10: from governor 2 of four: 2, 3, 0, 1, one role each, and then a new round from 3."""
    state = position(to_move=2)
    for chooser, role in zip((2, 3, 0, 1), IDLE, strict=True):
        assert asked(state) == "play"
        assert state.current_player() == chooser
        act(state, f"play.take({role})")
    assert state.current_player() == 3
    assert place(state, "governor") == 3


@pytest.mark.parametrize("players", [3, 5])
def test_every_player_chooses_one_role_a_round(players: int) -> None:
    """PR-10: three choices with three players, five with five, each of the roles that are left."""
    roles = ["trader", "captain", "craftsman", "prospector", "second_prospector"][:players]
    state = position(players, to_move=1)
    for number, role in enumerate(roles):
        assert state.current_player() == (1 + number) % players
        assert {f"play.take({gone})" for gone in roles[:number]}.isdisjoint(legal(state) - {"play.take(prospector)"})
        act(state, f"play.take({role})")
    assert place(state, "governor") == 2


def test_a_role_that_is_taken_is_not_offered_again() -> None:
    """PR-10: the fourth of four players has four of the seven roles left."""
    state = position(to_move=3, governor=0, taken=["settler", "captain", "prospector"])
    assert legal(state) == {f"play.take({role})" for role in ("mayor", "builder", "craftsman", "trader")}


def test_the_chooser_takes_the_doubloons_on_the_role_and_acts_first() -> None:
    """PR-11: two doubloons on the trader for seat 2; the sales go 2, 3, 0, 1."""
    goods = [{"goods": {good: 1}} for good in ("corn", "indigo", "sugar", "tobacco")]
    state = act(position(seats=goods, to_move=2, governor=1, coins={"trader": 2, "mayor": 1}), "play.take(trader)")
    assert each(state, "purse") == [0, 0, 2, 0]
    assert place(state, "coins") == {"mayor": 1}
    for player, good in ((2, "sugar"), (3, "tobacco"), (0, "corn"), (1, "indigo")):
        assert asked(state) == "trader.trading"
        assert state.current_player() == player
        act(state, f"trader.sell({good})")
    assert asked(state) == "play"


@pytest.mark.parametrize(("role", "places"), [("settler", {"row": {"corn": 5}}), ("builder", {})])
def test_the_chooser_acts_first_in_every_phase(role: str, places: Plain) -> None:
    """PR-11: seat 2 has chosen, seat 1 is governor: 2, 3, 0, 1."""
    state = act(position(seats=[{"purse": 9}] * 4, to_move=2, governor=1, **places), f"play.take({role})")
    order = []
    while asked(state) == role:
        order.append(state.current_player())
        act(state, f"{role}.pass")
    assert order == [2, 3, 0, 1]


def test_the_doubloons_are_there_before_the_action() -> None:
    """PR-11: two doubloons on the builder's card and none in the purse buy an indigo plant (3) but no hospice (4)."""
    state = act(position(coins={"builder": 2}), "play.take(builder)")
    assert "builder.build(indigo_plant)" in legal(state), "3 less the builder's 1 is 2"
    assert "builder.build(hospice)" not in legal(state)


def test_a_role_with_three_doubloons_pays_three_even_if_its_action_is_declined() -> None:
    """PR-100: 5 and 3 are 8, and nothing is settled, built or sold."""
    for role, decline in (("settler", "settler.pass"), ("builder", "builder.pass"), ("trader", "trader.trading.pass")):
        me = {"purse": 5, "goods": {"corn": 1}}
        state = position(seats=[me], coins={role: 3}, row={"corn": 1})
        act(state, f"play.take({role})", decline)
        assert seat(state, 0)["purse"] == 8
        assert seat(state, 0)["city"] == seat(state, 0)["island"] == {}
        assert seat(state, 0)["goods"] == {"corn": 1}
        assert role not in place(state, "coins")


def test_a_role_must_be_chosen_even_if_it_is_of_no_use() -> None:
    """PR-12: on an empty table every role is offered, and there is no pass."""
    assert legal(position()) == {f"play.take({role})" for role in (*SIX_ROLES, "prospector")}
    state = position(to_move=3, governor=0, taken=["settler", "mayor", "prospector", "builder"])
    assert legal(state) == {"play.take(craftsman)", "play.take(trader)", "play.take(captain)"}
    act(state, "play.take(captain)")
    assert place(state, "round") == 1


def test_an_action_is_voluntary_but_for_the_captains() -> None:
    """PR-12: settler, builder and trader may pass; whoever can load a ship may not."""
    me = {"purse": 5, "goods": {"corn": 2, "sugar": 1}}
    for role, decline in (("settler", "settler.pass"), ("builder", "builder.pass"), ("trader", "trader.trading.pass")):
        state = act(position(seats=[me], row={"corn": 1}), f"play.take({role})")
        assert state.current_player() == 0
        assert decline in legal(state)
    state = act(position(seats=[me]), "play.take(captain)")
    assert not [text for text in legal(state) if text.endswith("pass")]


def test_a_player_who_can_not_act_is_passed_over() -> None:
    """PR-12: seat 0 has a full island and no goods, seat 1 no money: neither is asked."""
    full = {"island": {"corn": 6, "indigo": 6}}
    assert act(position(seats=[full], row={"sugar": 1}), "play.take(settler)").current_player() == 1
    sells = {"goods": {"corn": 1}}
    assert act(position(seats=[{}, {}, sells]), "play.take(trader)").current_player() == 2
    state = act(position(seats=[{}, {}, {"purse": 1}]), "play.take(builder)", "builder.pass")
    assert state.current_player() == 2


@pytest.mark.parametrize("players", [3, 4, 5])
def test_three_roles_get_a_doubloon_at_the_end_of_a_round(players: int) -> None:
    """PR-13: on top of what lies there; the cards go back and the governor moves one seat to the left."""
    chosen = ["trader", "captain", "craftsman", "prospector", "second_prospector"][:players]
    last = players - 1
    state = position(players, to_move=last, governor=0, taken=chosen[:-1], coins={"mayor": 2})
    assert place(state, "coins") == {"mayor": 2}, "not before the last role of the round"
    act(state, f"play.take({chosen[-1]})")
    assert place(state, "coins") == {"settler": 1, "mayor": 3, "builder": 1}
    assert not any(place(state, "taken").values())
    assert place(state, "governor") == 1
    assert state.current_player() == 1
    assert not place(state, "ending")


def test_the_governor_comes_round() -> None:
    """PR-13: to the left of the last seat sits the first."""
    state = position(to_move=2, governor=3, taken=IDLE[:3])
    act(state, "play.take(prospector)")
    assert place(state, "governor") == 0
    assert state.current_player() == 0


def test_doubloons_are_laid_only_after_the_last_role() -> None:
    """PR-13: three of four players have chosen and no role has a doubloon."""
    state = act(position(), *(f"play.take({role})" for role in IDLE[:3]))
    assert place(state, "coins") == {}
    assert place(state, "governor") == 0
    assert place(state, "taken")["craftsman"]


def test_only_occupied_tiles_work() -> None:
    """PR-14: two corn plantations with one colonist give one corn; a quarry without one cuts no price."""
    state = position(seats=[{}, {"island": {"corn": 2}, "fields": {"corn": 1}}])
    assert seat(act(state, "play.take(craftsman)"), 1)["goods"] == {"corn": 1}
    for colonists, cheaper in ((0, False), (1, True)):
        quarry = {"island": {"quarry": 2}, "fields": {"quarry": colonists}}
        state = act(position(seats=[{}, quarry]), "play.take(builder)", "builder.pass")
        assert (asked(state) == "builder") == cheaper


@pytest.mark.parametrize(("name", "role"), [("hacienda", "settler"), ("wharf", "captain"), ("office", "trader")])
def test_only_occupied_buildings_work(name: str, role: str) -> None:
    """PR-14: without a colonist the building is as if it were not there; with one it serves."""
    for colonists in (0, 1):
        me = {"city": {name: 1}, "staff": {name: colonists}, "goods": {"corn": 1}}
        state = position(seats=[me], house={"corn": 1}, cargo=FULL_SHIPS, row={"corn": 4})
        act(state, f"play.take({role})")
        uses = {"hacienda": "hacienda.explore", "wharf": "wharf.ship_away(corn)", "office": "trader.sell(corn)"}
        assert (uses[name] in legal(state)) == bool(colonists)


def test_one_colonist_is_enough_to_occupy_and_points_need_none() -> None:
    """PR-14: an indigo plant with one of three circles makes one indigo; empty it still counts 2 VP."""
    island = {"island": {"indigo": 3}, "fields": {"indigo": 3}}
    for colonists, made in ((0, {}), (1, {"indigo": 1})):
        plant = {"city": {"indigo_plant": 1}, "staff": {"indigo_plant": colonists}}
        state = act(position(seats=[{}, plant | island]), "play.take(craftsman)")
        assert seat(state, 1)["goods"] == made
        assert state.scores()[1] == 2


def test_nobody_has_to_use_a_violet_building() -> None:
    """PR-15: hacienda, hospice, university, hut, office, warehouse and wharf can all be left alone."""
    me = occupied("hacienda", "hospice", "construction_hut")
    state = act(position(seats=[{}, me], row={"corn": 4}), "play.take(settler)", "settler.pass")
    act(state, "hacienda.pass")
    assert {"settler.plantation(corn)", "settler.quarry", "settler.pass"} == legal(state)
    act(state, "settler.plantation(corn)", "hospice.pass")
    assert seat(state, 1)["island"] == {"corn": 1}
    assert seat(state, 1)["fields"] == {}

    state = act(position(seats=[occupied("university", purse=3)]), "play.take(builder)")
    act(state, "builder.build(small_market)", "university.pass")
    assert seat(state, 0)["staff"] == {"university": 1}

    state = position(seats=[occupied("office", goods={"corn": 1, "sugar": 1})], house={"corn": 1})
    assert legal(act(state, "play.take(trader)")) == {"trader.sell(corn)", "trader.sell(sugar)", "trader.trading.pass"}

    state = position(seats=[occupied("wharf", goods={"corn": 1})])
    act(state, "play.take(captain)")
    assert {"captain.load(corn,small_ship)", "wharf.ship_away(corn)"} < legal(state)
    state = position(seats=[occupied("wharf", goods={"corn": 1})], cargo=FULL_SHIPS)
    assert legal(act(state, "play.take(captain)")) == {"wharf.ship_away(corn)", "captain.loading.pass"}

    keeps = occupied("small_warehouse", goods={"corn": 3, "sugar": 2})
    state = act(position(seats=[keeps], cargo=FULL_SHIPS), "play.take(captain)")
    assert asked(state) == "captain.storing"
    act(state, "captain.keep(corn,0)", "captain.keep(sugar,0)")
    assert seat(state, 0)["goods"] == {}


def test_a_role_card_lies_before_its_chooser_until_the_round_ends() -> None:
    """PR-17: the trader chosen first is gone for the other three, and is back in the next round."""
    state = act(position(), "play.take(trader)")
    for role in ("captain", "craftsman", "prospector"):
        assert "play.take(trader)" not in legal(state)
        act(state, f"play.take({role})")
    assert "play.take(trader)" in legal(state)


def test_an_action_that_is_not_carried_out_brings_no_privilege() -> None:
    """PR-17: nothing built, no doubloon for the builder; nothing sold, none for the trader."""
    state = act(position(seats=[{"purse": 5}]), "play.take(builder)", "builder.pass")
    assert seat(state, 0)["purse"] == 5
    state = act(position(seats=[{"purse": 5, "goods": {"corn": 1}}]), "play.take(trader)", "trader.trading.pass")
    assert seat(state, 0)["purse"] == 5
    state = act(position(seats=[{"purse": 5}]), "play.take(trader)")
    assert seat(state, 0)["purse"] == 5, "he had nothing to sell"


CORN_FARM = {"island": {"corn": 1, "indigo": 1}, "fields": {"corn": 1, "indigo": 1}}
INDIGO = {"city": {"small_indigo_plant": 1}, "staff": {"small_indigo_plant": 1}}

DECLINED = {
    "a tile": ({}, ["settler"], "settler.pass"),
    "the hacienda's draw": (occupied("hacienda"), ["settler"], "hacienda.pass"),
    "the hospice's colonist": (occupied("hospice"), ["settler", "settler.plantation(corn)"], "hospice.pass"),
    "the university's colonist": (occupied("university"), ["builder", "builder.build(hospice)"], "university.pass"),
    "the mayor's extra colonist": ({}, ["mayor"], "mayor.extra.pass"),
    "a building": ({}, ["builder"], "builder.pass"),
    "the craftsman's extra good": (CORN_FARM | INDIGO, ["craftsman"], "craftsman.pass"),
    "a sale": ({"goods": {"corn": 1}}, ["trader"], "trader.trading.pass"),
    "the wharf when no ship can be loaded": (
        occupied("wharf", goods={"tobacco": 2}),
        ["captain"],
        "captain.loading.pass",
    ),
    "what to store": ({"goods": {"tobacco": 2, "corn": 1}}, ["captain"], "captain.keep(corn,0)"),
}


@pytest.mark.parametrize("what", DECLINED)
def test_what_is_asked_can_be_declined(what: str) -> None:
    """PR-18: these ten are asked, and no is an answer."""
    me, first, no = DECLINED[what]
    state = position(seats=[{"purse": 9, **me}], row={"corn": 4}, cargo=FULL_SHIPS)
    act(state, f"play.take({first[0]})", *first[1:])
    assert state.current_player() == 0
    assert no in legal(state)
    assert len(legal(state)) > 1


def questions(role: str, *answers: str, **table: Plain) -> list[str]:
    """The decisions that follow a role until the next is chosen; all are answered by the one given."""
    state, found = act(position(**table), f"play.take({role})"), []
    for answer in answers:
        found.append(asked(state))
        act(state, answer)
    assert asked(state) == "play"
    return found


def test_what_goes_by_itself_is_not_asked() -> None:
    """PR-18: coins, dealing, production, factory, price cuts, markets, the trader's coin, harbor and captain."""
    assert questions("prospector", coins={"prospector": 2}) == []
    assert questions("mayor", "mayor.extra.pass", colonist_ship=6, seats=[{"waiting": 1}]) == ["mayor.extra"]
    farm = {"island": {"corn": 2, "indigo": 1}, "fields": {"corn": 2, "indigo": 1}}
    factory = occupied("factory", "small_indigo_plant")
    assert questions("craftsman", seats=[{}, farm | factory]) == []
    own = questions("craftsman", "craftsman.extra(corn)", seats=[farm | factory])
    assert own == ["craftsman"], "the extra good"
    markets = occupied("small_market", "large_market", goods={"coffee": 1})
    assert questions("trader", "trader.sell(coffee)", seats=[markets]) == ["trader.trading"]
    harbor = occupied("harbor", goods={"corn": 2})
    assert questions("captain", "captain.load(corn,small_ship)", seats=[harbor]) == ["captain.loading"]
    quarries = {"purse": 1, "island": {"quarry": 2}, "fields": {"quarry": 2}}
    assert questions("builder", "builder.pass", "builder.build(indigo_plant)", seats=[{}, quarries]) == ["builder"] * 2


def test_production_can_not_be_declined() -> None:
    """PR-18: all goods are taken, and the factory's doubloon too."""
    farm = {"island": {"corn": 2, "indigo": 1}, "fields": {"corn": 2, "indigo": 1}}
    state = act(position(seats=[{}, farm | occupied("factory", "small_indigo_plant")]), "play.take(craftsman)")
    assert asked(state) == "play"
    assert seat(state, 1)["goods"] == {"corn": 2, "indigo": 1}
    assert seat(state, 1)["purse"] == 1


def test_a_decision_with_one_legal_answer_is_not_asked() -> None:
    """PR-19: one load is possible and is made; one role is never left, so a role is always asked."""
    state = position(seats=[{"goods": {"corn": 2}}], cargo={"small_ship": {"corn": 1}})
    act(state, "play.take(captain)")
    assert asked(state) == "play"
    assert seat(state, 0)["chips"] == 3
    assert place(state, "cargo") == {"small_ship": {"corn": 3}}


def test_equal_tiles_are_not_told_apart() -> None:
    """PR-19: three corn and two indigo plantations lie open: two answers, a quarry and no tile."""
    state = act(position(row={"corn": 3, "indigo": 2}), "play.take(settler)")
    assert legal(state) == {"settler.plantation(corn)", "settler.plantation(indigo)", "settler.quarry", "settler.pass"}
    assert len(state.legal_actions()) == 4


def test_equal_goods_are_not_told_apart() -> None:
    """PR-19: three corn and one sugar: two sales and none."""
    state = act(position(seats=[{"goods": {"corn": 3, "sugar": 1}}]), "play.take(trader)")
    assert sorted(map(state.action_to_string, state.legal_actions())) == [
        "trader.sell(corn)",
        "trader.sell(sugar)",
        "trader.trading.pass",
    ]


def test_both_prospectors_may_be_taken_in_one_round() -> None:
    """PR-101: five players; seat 0 and seat 2 take one each, and a third is not there."""
    state = act(position(5), "play.take(prospector)", "play.take(trader)")
    again = [text for text in legal(state) if "prospector" in text]
    assert len(again) == 1
    act(state, *again)
    assert each(state, "purse") == [1, 0, 1, 0, 0]
    assert not [text for text in legal(state) if "prospector" in text]


def test_equal_prospectors_are_not_told_apart() -> None:
    """PR-19: with the same coins they are one answer, with different coins two."""
    for coins, answers in (({}, 1), ({"prospector": 2, "second_prospector": 2}, 1), ({"second_prospector": 1}, 2)):
        offered = [text for text in legal(position(5, coins=coins)) if "prospector" in text]
        assert len(offered) == answers
    state = act(position(5, coins={"second_prospector": 1}), "play.take(second_prospector)")
    assert seat(state, 0)["purse"] == 2
