"""The buildings of this edition as the rules page has them, copied from the page and not from the rule files."""

from tests.games.puerto_rico.printed import BUILDINGS as OF_2001
from tests.games.puerto_rico.printed import Building
from tests.games.puerto_rico_1897.names import NEW_NAMES

BASE = tuple(building._replace(name=NEW_NAMES.get(building.name, building.name)) for building in OF_2001)
# X1-3.
NEW_BUILDINGS = (
    Building("canal", 1, 1, 1, 1, 2),
    Building("timber_yard", 2, 1, 1, 1, 2),
    Building("black_market", 2, 1, 1, 1, 2),
    Building("storage_hall", 3, 1, 1, 1, 2),
    Building("bohio", 4, 2, 2, 2, 2),
    Building("trading_post", 5, 2, 1, 2, 2),
    Building("church", 5, 2, 1, 2, 2),
    Building("small_wharf", 6, 2, 1, 2, 2),
    Building("lighthouse", 7, 3, 1, 3, 2),
    Building("distillery", 8, 3, 1, 3, 2),
    Building("publishing_house", 8, 3, 1, 3, 2),
    Building("assembly_hall", 9, 3, 1, 3, 2),
    Building("monument", 10, 8, 0, 4, 1),
    Building("cathedral", 10, 4, 1, 4, 1),
)
SPACES = (1, 2, 2, 3, 4, 5, 5, 6, 7, 8, 8, 9, 10, 10, 10, 10, 10)
"""Costs of the spaces for beige buildings (X1-1)."""
