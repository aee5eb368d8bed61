"""What the catalogue says about a code."""

from dataclasses import dataclass

from rulewright.diagnostics.catalogue.example import Example
from rulewright.diagnostics.catalogue.examples import EXAMPLES


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of diagnostic: its number, its name, a short title and a text for the author."""

    code: str
    slug: str
    title: str
    explanation: str

    @property
    def example(self) -> Example:
        """What is wrong and what is right, in a small game."""
        return EXAMPLES[self.code]
