"""The table of the buildings on the rules page (PR-9), copied from the page and not from the rule files."""

from typing import NamedTuple


class Building(NamedTuple):
    """One line of the table; `guild` is what a guild hall gives for it, 0 for a violet one."""

    name: str
    cost: int
    vp: int
    circles: int
    column: int
    copies: int
    guild: int = 0

    @property
    def violet(self) -> bool:
        """Whether it is no production building."""
        return self.guild == 0

    @property
    def spaces(self) -> int:
        """City spaces: two for the violet ones of column 4."""
        return 2 if self.column == 4 else 1


BUILDINGS = (
    Building("small_indigo_plant", 1, 1, 1, 1, 4, guild=1),
    Building("small_sugar_mill", 2, 1, 1, 1, 4, guild=1),
    Building("indigo_plant", 3, 2, 3, 2, 3, guild=2),
    Building("sugar_mill", 4, 2, 3, 2, 3, guild=2),
    Building("tobacco_storage", 5, 3, 3, 3, 3, guild=2),
    Building("coffee_roaster", 6, 3, 2, 3, 3, guild=2),
    Building("small_market", 1, 1, 1, 1, 2),
    Building("hacienda", 2, 1, 1, 1, 2),
    Building("construction_hut", 2, 1, 1, 1, 2),
    Building("small_warehouse", 3, 1, 1, 1, 2),
    Building("hospice", 4, 2, 1, 2, 2),
    Building("office", 5, 2, 1, 2, 2),
    Building("large_market", 5, 2, 1, 2, 2),
    Building("large_warehouse", 6, 2, 1, 2, 2),
    Building("factory", 7, 3, 1, 3, 2),
    Building("university", 8, 3, 1, 3, 2),
    Building("harbor", 8, 3, 1, 3, 2),
    Building("wharf", 9, 3, 1, 3, 2),
    Building("guild_hall", 10, 4, 1, 4, 1),
    Building("residence", 10, 4, 1, 4, 1),
    Building("fortress", 10, 4, 1, 4, 1),
    Building("customs_house", 10, 4, 1, 4, 1),
    Building("city_hall", 10, 4, 1, 4, 1),
)


def city_of(spaces: int, without: str = "") -> dict[str, int]:
    """So many buildings of one space each."""
    small = [b.name for b in BUILDINGS if b.spaces == 1 and b.name != without]
    assert spaces <= len(small)
    return dict.fromkeys(small[:spaces], 1)
