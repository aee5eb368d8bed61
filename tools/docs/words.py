"""The words of the rule language, as its grammar has them."""

import re

from rulewright import resources


def keywords() -> tuple[str, ...]:
    """All words that the grammar writes in quotes."""
    text = re.sub(r"//[^\n]*", "", resources.grammar_path().read_text(encoding="utf-8"))
    return tuple(sorted(set(re.findall(r'"([a-z]+)"', text))))
