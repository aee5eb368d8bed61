"""Names and printed numbers of the edition (PR 2 to PR 9, P97 1, P97 2, P2 1 to P2 6, X1 3, X2 5)."""

from dataclasses import dataclass

GOODS = ("corn", "fruit", "sugar", "tobacco", "coffee")
QUARRY = "quarry"
TILES = (*GOODS, QUARRY)
PRICES = {"corn": 0, "fruit": 1, "sugar": 2, "tobacco": 3, "coffee": 4}
PLANTATIONS = {"corn": 10, "fruit": 12, "sugar": 11, "tobacco": 9, "coffee": 8}
QUARRIES = 8
GOODS_IN_SUPPLY = {"corn": 10, "fruit": 11, "sugar": 11, "tobacco": 9, "coffee": 9}

EXPANSIONS = ("new_buildings", "citizens", "smuggler", "festival")
SPACES = 12
HOUSE_SIZE = 4
PORTRAIT = "portrait"
WORKER = "worker"
CITIZEN = "citizen"
SORTS = (WORKER, CITIZEN)

ORDINARY_ROLES = ("planter", "recruiter", "builder", "producer", "trader", "captain")
ROLES = {
    2: (*ORDINARY_ROLES, "adventurer"),
    3: ORDINARY_ROLES,
    4: (*ORDINARY_ROLES, "adventurer"),
    5: (*ORDINARY_ROLES, "adventurer", "second_adventurer"),
}
SMUGGLER = "smuggler"
COINS_EACH = {2: 3, 3: 2, 4: 3, 5: 4}
FIRST_PLANTATIONS = {
    2: ("fruit", "corn"),
    3: ("fruit", "fruit", "corn"),
    4: ("fruit", "fruit", "corn", "corn"),
    5: ("fruit", "fruit", "fruit", "corn", "corn"),
}
VICTORY_POINTS = {2: 65, 3: 75, 4: 100, 5: 126}
WORKERS = {2: 40, 3: 55, 4: 75, 5: 95}
SHIPS = {
    2: (("small_ship", 4), ("large_ship", 6)),
    3: (("small_ship", 4), ("middle_ship", 5), ("large_ship", 6)),
    4: (("small_ship", 5), ("middle_ship", 6), ("large_ship", 7)),
    5: (("small_ship", 6), ("middle_ship", 7), ("large_ship", 8)),
}
# With the citizens (X2 3): all pieces of the box, those on the register among them.
ALL_WORKERS = 100
ALL_CITIZENS = 20


@dataclass(frozen=True, slots=True)
class Building:
    """One line of the tables of buildings."""

    name: str
    cost: int
    points: int
    circles: int
    column: int
    copies: int
    sort: str
    """`small_plant`, `large_plant` or `beige`."""
    part: str
    """`base` or the expansion it belongs to."""

    @property
    def spaces(self) -> int:
        """City spaces that it takes (PR 41)."""
        return 2 if self.column == 4 else 1


def _rows(part: str, text: str) -> list[Building]:
    rows = []
    for line in text.split("\n"):
        if not line.strip():
            continue
        name, cost, points, circles, column, copies, sort = line.split()
        rows.append(Building(name, int(cost), int(points), int(circles), int(column), int(copies), sort, part))
    return rows


_BASE = """
small_fruit_store  1 1 1 1 4 small_plant
small_sugar_mill   2 1 1 1 4 small_plant
large_fruit_store  3 2 3 2 3 large_plant
large_sugar_mill   4 2 3 2 3 large_plant
tobacco_storage    5 3 3 3 3 large_plant
coffee_roaster     6 3 2 3 3 large_plant
small_market       1 1 1 1 2 beige
hacienda           2 1 1 1 2 beige
building_yard      2 1 1 1 2 beige
small_warehouse    3 1 1 1 2 beige
hospital           4 2 1 2 2 beige
office             5 2 1 2 2 beige
large_market       5 2 1 2 2 beige
large_warehouse    6 2 1 2 2 beige
factory            7 3 1 3 2 beige
school             8 3 1 3 2 beige
harbor             8 3 1 3 2 beige
wharf              9 3 1 3 2 beige
fire_station      10 4 1 4 1 beige
residence         10 4 1 4 1 beige
fortress          10 4 1 4 1 beige
customs_house     10 4 1 4 1 beige
governors_palace  10 4 1 4 1 beige
"""
_NEW = """
canal              1 1 1 1 2 beige
timber_yard        2 1 1 1 2 beige
black_market       2 1 1 1 2 beige
storage_hall       3 1 1 1 2 beige
bohio              4 2 2 2 2 beige
trading_post       5 2 1 2 2 beige
church             5 2 1 2 2 beige
small_wharf        6 2 1 2 2 beige
lighthouse         7 3 1 3 2 beige
distillery         8 3 1 3 2 beige
publishing_house   8 3 1 3 2 beige
assembly_hall      9 3 1 3 2 beige
monument          10 8 0 4 1 beige
cathedral         10 4 1 4 1 beige
"""
_CITIZENS = """
land_registry      2 1 1 1 2 beige
chapel             3 1 1 1 2 beige
parks_department   4 2 1 2 2 beige
notary             5 2 1 2 2 beige
supply_office      6 2 1 2 2 beige
villa              7 3 1 3 2 beige
tailor_shop        8 3 1 3 2 large_plant
town_square       10 4 1 4 1 beige
"""
BUILDINGS = {
    row.name: row for row in (*_rows("base", _BASE), *_rows("new_buildings", _NEW), *_rows("citizens", _CITIZENS))
}
# The buildings on which it matters who stands there (X2 8).
SORTED_PLACES = ("bohio", "land_registry", "chapel", "parks_department", "notary")
# The production building that a festival of this plantation rules out (X4 1).
COLUMN_3_PLANT = {"tobacco": "tobacco_storage", "coffee": "coffee_roaster"}
DRAFT_SPACES = (1, 2, 2, 3, 4, 5, 5, 6, 7, 8, 8, 9, 10, 10, 10, 10, 10)
