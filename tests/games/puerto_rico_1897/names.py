"""The new names of the edition (P97-1), copied from the rules page, and positions read in either of them."""

import re
from collections.abc import Mapping

from tests.games.puerto_rico.table import Plain

NEW_NAMES = {
    "colonist": "worker",
    "colonists": "workers",
    "colonist_ship": "work_register",
    "waiting": "portrait",
    "doubloon": "coin",
    "indigo": "fruit",
    "violet": "beige",
    "settler": "planter",
    "mayor": "recruiter",
    "craftsman": "producer",
    "prospector": "adventurer",
    "second_prospector": "second_adventurer",
    "small_indigo_plant": "small_fruit_store",
    "indigo_plant": "large_fruit_store",
    "sugar_mill": "large_sugar_mill",
    "construction_hut": "building_yard",
    "hospice": "hospital",
    "university": "school",
    "guild_hall": "fire_station",
    "city_hall": "governors_palace",
}
OLD_NAMES = {new: old for old, new in NEW_NAMES.items()}
_WORD = re.compile(r"[a-z_]+")


def in_new_names(old: Plain) -> Plain:
    """A text or a part of a position of the game of 2001, in the names of this edition."""
    return _renamed(old, NEW_NAMES)


def in_old_names(new: Plain) -> Plain:
    """A text or a part of a position of this edition, in the names of 2001."""
    return _renamed(new, OLD_NAMES)


def _renamed(part: Plain, names: Mapping[str, str]) -> Plain:
    if isinstance(part, str):
        return _WORD.sub(lambda word: names.get(word[0], word[0]), part)
    if isinstance(part, Mapping):
        return {_renamed(key, names): _renamed(value, names) for key, value in part.items()}
    if isinstance(part, list):
        return [_renamed(value, names) for value in part]
    return part
