"""What is said about all positions holds in the positions that random games come to.

The evaluator that explains actions works values out at a position, by other code than the lint has.
"""

import itertools

import pytest
from tests.additions import Table
from tests.explaining.positions import random_positions

from rulewright.explaining.evaluator import Cells, Evaluator, Frame, Unknown
from rulewright.lint.ranges import Ranges
from rulewright.resolve.symbols import BoolType, IntType, KindType, PlayerType, Symbols, ValueType
from rulewright.semantics import model as m

TABLES = (
    Table("puerto_rico", (), 3),
    Table("puerto_rico_1897", ("new_buildings", "citizens", "festival", "smuggler"), 5, way="by_lot"),
    Table("san_juan", (), 4),
)
POSITIONS = 6
_NUMBERS_TRIED = 4


def values_of(type_: ValueType, symbols: Symbols) -> range:
    match type_:
        case KindType():
            return range(len(symbols.kinds[type_.kind].entries))
        case PlayerType():
            return range(symbols.players)
        case BoolType():
            return range(2)
        case IntType(low=int(low), high=int(high)):
            return range(low, min(high, low + _NUMBERS_TRIED) + 1)
        case _:
            return range(0)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_value_lies_in_its_range(table: Table) -> None:
    compiled = table.compile()
    symbols, ranges = compiled.symbols, Ranges(compiled.woven)
    tried = limited = 0
    for state in random_positions(table.load(), POSITIONS):
        evaluator = Evaluator(
            compiled.woven, compiled.translation.layout, Cells(state.game.description, state.to_bytes())
        )
        for function in compiled.woven.functions.values():
            params = function.params
            for args in itertools.islice(itertools.product(*(values_of(p.type, symbols) for p in params)), 60):
                consts = tuple(m.Const(a, p.type) for a, p in zip(args, params, strict=True))
                call = m.CallMember(function.member, consts, function.body.type)
                low, high = ranges.of(call)
                for me in range(table.players):
                    try:
                        value = evaluator.value(call, Frame(me))
                    except Unknown:
                        continue
                    tried += 1
                    limited += low is not None and high is not None
                    assert low is None or low <= value, (function.member.path, args, value, low, high)
                    assert high is None or value <= high, (function.member.path, args, value, low, high)
    assert tried > 2000
    assert limited > tried // 2, "most values are numbers with limits"
