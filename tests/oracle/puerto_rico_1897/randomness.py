"""The random generator PCG32 (XSH-RR 64/32) and draws by weight."""

from collections.abc import Mapping

MASK_64 = (1 << 64) - 1
MASK_32 = (1 << 32) - 1
MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407


class Pcg32:
    """A generator started from a seed."""

    def __init__(self, seed: int) -> None:
        self.state = 0
        self.next()
        self.state = (self.state + seed) & MASK_64
        self.next()

    def next(self) -> int:
        """The next 32 random bits."""
        old = self.state
        self.state = (old * MULTIPLIER + INCREMENT) & MASK_64
        bits = (((old >> 18) ^ old) >> 27) & MASK_32
        turn = old >> 59
        return ((bits >> turn) | (bits << ((32 - turn) % 32))) & MASK_32

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, each equally likely."""
        rejected = ((1 << 32) - limit) % limit
        bits = self.next()
        while bits < rejected:
            bits = self.next()
        return bits % limit

    def draw(self, weights: Mapping[str, int]) -> str:
        """One name by weight, in the order given. A single possible name costs no random number."""
        possible = {name: weight for name, weight in weights.items() if weight > 0}
        if len(possible) == 1:
            return next(iter(possible))
        x = self.below(sum(possible.values()))
        for name, weight in possible.items():
            if x < weight:
                return name
            x -= weight
        raise ValueError("nothing to draw from")
