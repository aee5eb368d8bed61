"""The catalogue and the source name the same codes."""

import re
from pathlib import Path

import rulewright
from rulewright.diagnostics.codes import CODES

PACKAGE = Path(rulewright.__file__).parent


def codes_in_source() -> set[str]:
    files = [p for p in PACKAGE.rglob("*.py") if "catalogue" not in p.parts]
    return {code for file in files for code in re.findall(r'"([EW]\d{4})"', file.read_text(encoding="utf-8"))}


def test_every_code_that_is_used_is_explained_and_the_other_way_round() -> None:
    assert codes_in_source() == set(CODES)


def test_every_explanation_has_two_to_four_sentences() -> None:
    for code in CODES.values():
        sentences = re.findall(r"[.!?](?: |$)", code.explanation)
        assert 2 <= len(sentences) <= 4, code.code
