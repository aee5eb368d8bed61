"""The names of the edition: P97-1."""

import re
from collections.abc import Iterator

import pytest
from tests.games.puerto_rico.printed import BUILDINGS
from tests.games.puerto_rico_1897.names import in_new_names
from tests.games.puerto_rico_1897.table import game, rules

from rulewright.compiler import CompiledGame, compile_game
from rulewright.resolve.symbols import Symbols

OLD = re.compile(
    "colonist|colonist[ _]ship|san[ _]juan|waiting|doubloon|indigo|violet|settlers?|mayor|craftsman|prospector"
    "|construction|hospice|university|guild|city[ _]hall",
    re.IGNORECASE,
)
"""Words that belong to the game of 2001 alone, in names and in titles."""

ROLES = ["Planter", "Recruiter", "Builder", "Producer", "Trader", "Captain", "Adventurer"]
PRODUCTION = {
    "small_fruit_store": "Small fruit store",
    "small_sugar_mill": "Small sugar mill",
    "large_fruit_store": "Large fruit store",
    "large_sugar_mill": "Large sugar mill",
    "tobacco_storage": "Tobacco storage",
    "coffee_roaster": "Coffee roaster",
}
BEIGE = {
    "small_market": "Small market",
    "hacienda": "Hacienda",
    "building_yard": "Building yard",
    "small_warehouse": "Small warehouse",
    "hospital": "Hospital",
    "office": "Office",
    "large_market": "Large market",
    "large_warehouse": "Large warehouse",
    "factory": "Factory",
    "school": "School",
    "harbor": "Harbor",
    "wharf": "Wharf",
    "fire_station": "Fire station",
    "residence": "Residence",
    "fortress": "Fortress",
    "customs_house": "Customs house",
    "governors_palace": "Governor's palace",
}


@pytest.fixture(scope="module", params=[2, 3, 4, 5])
def compiled(request: pytest.FixtureRequest) -> CompiledGame:
    return compile_game(rules(), players=request.param)


def titles(symbols: Symbols, kind: str) -> dict[str, str]:
    return {entry.name: entry.title for entry in symbols.kinds[kind].entries}


def words(symbols: Symbols) -> Iterator[str]:
    """Every name and every title that is declared."""
    yield symbols.title
    for table in (symbols.constants, symbols.options, symbols.variables, symbols.members):
        yield from table
    for titled in (symbols.kinds, symbols.tokens, symbols.places, symbols.phases):
        for name, info in titled.items():
            yield from (name, info.title)
    for kind in symbols.kinds.values():
        yield from kind.keys
        for entry in kind.entries:
            yield from (entry.name, entry.title)
    for phase in symbols.phases.values():
        for names in (phase.members, phase.variables, phase.choices):
            yield from names


def test_the_buildings_have_their_new_names_and_titles(compiled: CompiledGame) -> None:
    """P97-1: the six of production, the five renamed beige ones, and the rest keep their names."""
    assert titles(compiled.symbols, "building") == PRODUCTION | BEIGE
    assert [in_new_names(b.name) for b in BUILDINGS] == [*PRODUCTION, *BEIGE], "the printed table, renamed"


def test_violet_buildings_are_beige(compiled: CompiledGame) -> None:
    """P97-1: "violet" buildings are beige: all but those of production."""
    entries = compiled.symbols.kinds["building"].entries
    assert {entry.name for entry in entries if entry.values["beige"]} == set(BEIGE)


def test_the_roles_have_their_new_names_and_titles(compiled: CompiledGame) -> None:
    """P97-1: planter, recruiter, builder, producer, trader, captain, adventurer: the cards and what is played."""
    used = {2: ROLES, 3: ROLES[:6], 4: ROLES, 5: [*ROLES, "Adventurer"]}[compiled.players]
    named = titles(compiled.symbols, "role")
    assert list(named.values()) == used
    for name, title in named.items():
        assert name.removeprefix("second_") == title.lower()
    phases = {name: phase.title for name, phase in compiled.symbols.phases.items()}
    assert phases == {title.lower(): title for title in ROLES}


def test_goods_tiles_and_pieces_have_their_new_names_and_titles(compiled: CompiledGame) -> None:
    """P97-1: fruit, as a good and as a plantation; worker and coin; work register and portrait."""
    symbols = compiled.symbols
    goods = {"corn": "Corn", "fruit": "Fruit", "sugar": "Sugar", "tobacco": "Tobacco", "coffee": "Coffee"}
    assert titles(symbols, "good") == goods
    assert titles(symbols, "tile") == goods | {"quarry": "Quarry"}
    assert {name: token.title for name, token in symbols.tokens.items() if name != "vp"} == {
        "coin": "coin",
        "worker": "worker",
    }
    assert symbols.places["work_register"].title == "Work register"
    assert symbols.places["portrait"].title == "Portrait"
    for place in ("work_register", "portrait", "workers", "fields", "staff"):
        assert symbols.places[place].holds.name == "worker"
    for place in ("bank", "purse", "coins"):
        assert symbols.places[place].holds.name == "coin"
    assert symbols.places["portrait"].owner == "player"
    assert symbols.places["work_register"].owner is None


def test_no_old_name_is_left_in_the_rules(compiled: CompiledGame) -> None:
    """P97-1: neither as a name nor in a title, nor anywhere in the program but for the names of its files."""
    found = [word for word in words(compiled.symbols) if OLD.search(word)]
    assert found == []
    lines = [line for line in compiled.program_text.splitlines() if not line.startswith("file ")]
    assert [line for line in lines if OLD.search(line)] == []
    assert {"sugar_mill", "indigo_plant"}.isdisjoint(words(compiled.symbols))


def test_no_old_name_is_left_at_the_table(compiled: CompiledGame) -> None:
    """P97-1: nothing that a player reads or writes has one: actions, positions and their printed form."""
    played = game(compiled.players)
    state = played.new_initial_state(1)
    texts = [played.action_to_string(action) for action in range(played.num_actions)]
    assert [text for text in (*texts, str(state), str(state.to_dict())) if OLD.search(text)] == []
    assert not any("(sugar_mill" in text for text in texts)
    assert played.title == "Puerto Rico 1897"


def test_the_old_words_are_found_where_they_are() -> None:
    """The search above would notice: the game of 2001 is full of them."""
    old = compile_game(rules("puerto_rico"), players=5)
    found = {match[0].lower() for word in words(old.symbols) if (match := OLD.search(word))}
    assert found >= {"colonist", "waiting", "doubloon", "indigo", "violet", "mayor", "craftsman", "prospector"}
    assert found >= {"settler", "construction", "hospice", "university", "guild", "city_hall", "city hall"}
