"""The trader phase (PR 60 to PR 64) with trading post and land registry."""

from tests.oracle.puerto_rico_1897.asking import Steps, choose
from tests.oracle.puerto_rico_1897.placing import ask_bohio, ask_bohios
from tests.oracle.puerto_rico_1897.planter import discard_options, discard_tile, draw_and_lay
from tests.oracle.puerto_rico_1897.state import Table
from tests.oracle.puerto_rico_1897.tables import GOODS, HOUSE_SIZE, PRICES

HOUSE, POST, BUY, DISCARD, PASS = "house", "post", "buy", "discard", "pass"


def trader_phase(table: Table, chooser: int, *, alone: bool) -> Steps[None]:
    players = [chooser] if alone else table.order_from(chooser)
    for player in players:
        seat = table.seats[player]
        if house_is_full(table) and not seat.works("trading_post") and not seat.works("land_registry"):
            continue
        yield from ask_bohio(table, player)
        yield from turn(table, player, is_trader=player == chooser, alone=alone)
    yield from ask_bohios(table, players)
    if house_is_full(table):
        for kind in GOODS:
            table.supply[kind] += table.house[kind]
            table.house[kind] = 0


def house_is_full(table: Table) -> bool:
    return sum(table.house.values()) >= HOUSE_SIZE


def turn(table: Table, player: int, *, is_trader: bool, alone: bool) -> Steps[None]:
    """One sale and one use of the land registry, in either order, each optional."""
    seat = table.seats[player]
    may_sell = True
    may_register = True
    while True:
        options: dict[str, tuple[str, str, str]] = {}
        if may_sell:
            options.update(sale_options(table, player))
        if may_register:
            options.update(registry_options(table, player))
        action, kind, state = yield from choose(player, {**options, "trader.trading.pass": (PASS, "", "")})
        if action == PASS:
            return
        if action in (HOUSE, POST):
            may_sell = False
            seat.goods[kind] -= 1
            seat.purse += PRICES[kind]
            if is_trader:
                seat.purse += 2 if seat.works("publishing_house") and not alone else 1
            if action == POST:
                table.supply[kind] += 1
            else:
                table.house[kind] += 1
                seat.purse += 1 if seat.works("small_market") else 0
                seat.purse += 2 if seat.works("large_market") else 0
        else:
            may_register = False
            if action == BUY:
                seat.purse -= 1
                yield from draw_and_lay(table, player)
            else:
                discard_tile(table, player, kind, state)
                seat.purse += 1


def sale_options(table: Table, player: int) -> dict[str, tuple[str, str, str]]:
    seat = table.seats[player]
    options = {}
    for kind in GOODS:
        if seat.goods[kind] == 0:
            continue
        if not house_is_full(table) and (table.house[kind] == 0 or seat.works("office")):
            options[f"trader.sell({kind})"] = (HOUSE, kind, "")
        if seat.works("trading_post"):
            options[f"trading_post.sell({kind})"] = (POST, kind, "")
    return options


def registry_options(table: Table, player: int) -> dict[str, tuple[str, str, str]]:
    seat = table.seats[player]
    if seat.works_with_citizen("land_registry"):
        found = discard_options(table, player, "land_registry")
        return {text: (DISCARD, kind, state) for text, (kind, state) in found.items()}
    can_buy = seat.purse > 0 and seat.has_room_on_island() and table.tile_left()
    if seat.works_with_worker("land_registry") and can_buy:
        return {"land_registry.buy": (BUY, "", "")}
    return {}
