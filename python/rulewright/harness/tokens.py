"""How many tokens there are, from the description and from a position."""

from collections import Counter
from collections.abc import Mapping

from rulewright.vm.description import Description, Token


def totals(description: Description, block: bytes) -> Mapping[Token, int]:
    """Number of each token over all places, hidden ones too."""
    found: Counter[Token] = Counter()
    for slot in description.slots:
        if slot.purpose == "place" and not slot.unlimited:
            for index, number in enumerate(slot.read(block)):
                found[slot.token_at(index)] += number
    return found


def fixed_totals(description: Description) -> Mapping[Token, int]:
    """Number of each token that the game has; tokens with an unlimited place have none."""
    found: Counter[Token] = Counter()
    endless: set[Token] = set()
    for slot in description.slots:
        if slot.unlimited:
            endless.update(slot.tokens)
        elif slot.purpose == "place":
            for index, number in enumerate(slot.init):
                found[slot.token_at(index)] += number
    return {token: number for token, number in found.items() if token not in endless}
