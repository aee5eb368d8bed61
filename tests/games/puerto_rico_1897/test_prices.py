"""What goods bring in the trading house, and the variant that gives the crops another order: P97-6."""

import pytest
from tests.games.puerto_rico.table import act, each, occupied, seat
from tests.games.puerto_rico_1897.table import game, position, rules

from rulewright.api import describe_games
from rulewright.compiler import compile_game
from rulewright.sources import SourceError

PRINTED = {"corn": 0, "fruit": 1, "sugar": 2, "tobacco": 3, "coffee": 4}
HISTORICAL = {"corn": 0, "fruit": 1, "coffee": 2, "sugar": 3, "tobacco": 4}
EDITION: tuple[str, ...] = ()
VARIANT = ("historical_prices",)


@pytest.mark.parametrize(("variants", "prices"), [(EDITION, PRINTED), (VARIANT, HISTORICAL)])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_trading_house_pays_the_prices(players: int, variants: tuple[str, ...], prices: dict[str, int]) -> None:
    """P97-6: corn 0, fruit 1, sugar 2, tobacco 3, coffee 4; in the variant coffee 2, sugar 3, tobacco 4."""
    for good, price in prices.items():
        state = position(players, *variants, seats=[{}, {"goods": {good: 1}}])
        act(state, "play.take(trader)", f"trader.sell({good})")
        assert each(state, "purse")[:2] == [0, price]


@pytest.mark.parametrize(("variants", "prices"), [(EDITION, PRINTED), (VARIANT, HISTORICAL)])
def test_trader_and_markets_pay_on_top(variants: tuple[str, ...], prices: dict[str, int]) -> None:
    """P97-6: the trader with both markets gets 4 more, whatever the price."""
    for good, price in prices.items():
        state = position(4, *variants, seats=[occupied("small_market", "large_market", goods={good: 1})])
        assert seat(act(state, "play.take(trader)", f"trader.sell({good})"), 0)["purse"] == price + 1 + 3


def test_the_variant_ships_beside_the_edition() -> None:
    """P97-6: it belongs to this edition, and is not played unless it is asked for."""
    variants = {info.name: info.variants for info in describe_games()}
    assert "historical_prices" in variants["puerto_rico_1897"]
    assert "historical_prices" not in variants["puerto_rico"]
    with pytest.raises(SourceError):
        compile_game(rules("puerto_rico"), players=4, variants=VARIANT)


def test_the_variant_changes_prices_and_nothing_else() -> None:
    """P97-6: all numbers of goods, tiles and buildings but the prices are those of the edition."""
    for players in (2, 3, 4, 5):
        edition, variant = (compile_game(rules(), players=players, variants=v).symbols for v in (EDITION, VARIANT))
        assert edition.constants == variant.constants
        assert list(edition.kinds) == list(variant.kinds)
        for name, kind in edition.kinds.items():
            for before, after in zip(kind.entries, variant.kinds[name].entries, strict=True):
                assert (before.name, before.title) == (after.name, after.title)
                changed = {key for key, value in before.values.items() if after.values[key] != value}
                is_crop = before.name in ("coffee", "sugar", "tobacco")
                assert changed == ({"price"} if name == "good" and is_crop else set())
        first, second = (game(players, *v).new_initial_state(7).to_dict() for v in (EDITION, VARIANT))
        assert first == second
