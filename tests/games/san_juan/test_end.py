"""The end of the game and the points."""

import pytest
from tests.games.san_juan.table import act, legal, place, position, seat

ELEVEN = "indigo_plant indigo_plant sugar_mill sugar_mill smithy archive well crane chapel tower quarry"


def test_twelve_buildings_end_the_game_after_the_builder_phase() -> None:
    """SJ-50: at once after that phase; the others still build, and the round is not played out."""
    state = position(seat(ELEVEN, hand="gold_mine"), seat(hand="archive archive"))
    act(state, "play.take(builder)", "builder.build(gold_mine)")
    if "crane.pass" in legal(state):
        act(state, "crane.pass")
    assert not state.is_terminal()
    assert state.current_player() == 1
    act(state, "builder.build(archive)")
    assert state.is_terminal()
    over = position(seat(ELEVEN, hand="gold_mine"))
    act(over, "play.take(builder)", "builder.build(gold_mine)", "crane.over(indigo_plant)")
    assert not over.is_terminal()  # the number of buildings does not grow


def test_the_game_ends_after_round_100() -> None:
    """The ruling to SJ-50: a game that stands still ends after round 100."""
    state = act(position(number=99, last=True), "play.take(builder)")
    assert (state.is_terminal(), place(state, "round_number")) == (False, 100)
    state = act(position(number=100, last=True), "play.take(builder)")
    assert state.is_terminal()


@pytest.mark.parametrize(
    ("own", "points"),
    [
        (seat("chapel", tucked="smithy smithy smithy well well crane crane"), 9),
        (seat("indigo_plant indigo_plant sugar_mill tobacco_storage guild_hall"), 5 + 8),
        (seat("poor_house aqueduct carpenter chapel quarry library statue victory_column city_hall"), 19 + 9),
        (seat("triumphal_arch"), 0),
        (seat("statue triumphal_arch"), 3 + 4),
        (seat("statue hero triumphal_arch"), 8 + 6),
        (seat("statue hero victory_column triumphal_arch"), 12 + 8),
        (
            seat("hero victory_column statue library silver_smelter silver_smelter triumphal_arch city_hall palace"),
            21 + 8 + 7 + 9,
        ),
    ],
)
def test_points(own: dict[str, object], points: int) -> None:
    """SJ-51, SJ-37: printed points, tucked cards, and the four buildings that cost 6; the palace last."""
    assert position(own).scores()[0] == points


def test_the_palace_counts_all_the_rest() -> None:
    """SJ-51: 34 points make 8 more."""
    tucked = " ".join(["indigo_plant"] * 9 + ["sugar_mill"] * 8 + ["coffee_roaster"] * 8 + ["tobacco_storage"] * 4)
    assert position(seat("hero palace", tucked=tucked)).scores()[0] == 34 + 8


def test_a_tie_is_broken_by_cards_and_goods_and_then_shared() -> None:
    """SJ-52: most hand cards plus goods; still tied: they share the win."""
    plain = seat("sugar_mill", hand="well", goods="sugar_mill")
    richer = seat("sugar_mill", hand="hero well", goods="sugar_mill")
    assert act(position(plain, richer, plain, number=100, last=True), "play.take(producer)").returns() == [0, 1, 0]
    goods = seat("sugar_mill sugar_mill", hand="well", goods="sugar_mill sugar_mill")
    fewer = seat("sugar_mill sugar_mill", hand="well", goods="sugar_mill")
    state = act(position(fewer, goods, fewer, number=100, last=True), "play.take(builder)")
    assert state.returns() == [0, 1, 0], "goods count"
    tucked = act(
        position(seat("hero"), seat("victory_column", tucked="well"), number=100, last=True), "play.take(trader)"
    )
    assert tucked.returns() == pytest.approx([0.5, 0.5, 0]), "tucked cards are points and nothing else"
    shared = act(position(richer, plain, richer, number=100, last=True), "play.take(producer)")
    assert shared.returns() == pytest.approx([0.5, 0, 0.5])
