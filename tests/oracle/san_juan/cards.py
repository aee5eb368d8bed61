"""The cards, roles and tiles as the page lists them (SJ 1, SJ 4, SJ 5)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Card:
    name: str
    cost: int
    points: int
    copies: int


# The left column of table SJ 4 from top to bottom, then the right one. This is the card order.
CARDS = (
    Card("indigo_plant", 1, 1, 10),
    Card("sugar_mill", 2, 1, 8),
    Card("tobacco_storage", 3, 2, 8),
    Card("coffee_roaster", 4, 2, 8),
    Card("silver_smelter", 5, 3, 8),
    Card("smithy", 1, 1, 3),
    Card("gold_mine", 1, 1, 3),
    Card("archive", 1, 1, 3),
    Card("poor_house", 2, 1, 3),
    Card("black_market", 2, 1, 3),
    Card("trading_post", 2, 1, 3),
    Card("well", 2, 1, 3),
    Card("market_stand", 2, 1, 3),
    Card("crane", 2, 1, 3),
    Card("chapel", 3, 2, 3),
    Card("tower", 3, 2, 3),
    Card("aqueduct", 3, 2, 3),
    Card("carpenter", 3, 2, 3),
    Card("prefecture", 3, 2, 3),
    Card("market_hall", 4, 2, 3),
    Card("quarry", 4, 2, 3),
    Card("library", 5, 3, 3),
    Card("statue", 3, 3, 3),
    Card("victory_column", 4, 4, 3),
    Card("hero", 5, 5, 3),
    Card("guild_hall", 6, 0, 2),
    Card("city_hall", 6, 0, 2),
    Card("triumphal_arch", 6, 0, 2),
    Card("palace", 6, 0, 2),
)

NAMES = tuple(card.name for card in CARDS)
COST = {card.name: card.cost for card in CARDS}
POINTS = {card.name: card.points for card in CARDS}
COPIES = {card.name: card.copies for card in CARDS}
RANK = {name: place for place, name in enumerate(NAMES)}

PRODUCTION = NAMES[:5]
VIOLET = NAMES[5:]
MONUMENTS = ("statue", "victory_column", "hero")

ROLES = ("builder", "producer", "trader", "councillor", "prospector")

# Prices for the goods of the five production buildings, in the order of PRODUCTION.
TILES = {
    "tile_1": (1, 1, 1, 2, 2),
    "tile_2": (1, 1, 2, 2, 2),
    "tile_3": (1, 1, 2, 2, 3),
    "tile_4": (1, 2, 2, 2, 3),
    "tile_5": (1, 2, 2, 3, 3),
}
