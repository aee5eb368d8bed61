"""The catalogue is complete in itself: no number or slug twice, every text there."""

import re

from rulewright.diagnostics.codes import CODES, find_code


def test_every_code_is_well_formed() -> None:
    for number, code in CODES.items():
        assert number == code.code
        assert re.fullmatch(r"[EWR]\d{4}", number)
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", code.slug)
        assert code.title
        assert not code.title.endswith(".")
        assert code.explanation.endswith(".")


def test_numbers_and_slugs_are_unique_and_numbers_sorted() -> None:
    slugs = [code.slug for code in CODES.values()]
    assert len(set(slugs)) == len(slugs)
    errors = [number for number in CODES if number.startswith("E")]
    assert errors == sorted(errors)


def test_a_code_is_found_by_number_and_by_slug() -> None:
    code = CODES["E0201"]
    assert find_code("E0201") is find_code("e0201") is find_code("Unknown-Name") is code


def test_a_code_that_is_not_there_is_not_found() -> None:
    assert find_code("E9999") is None
    assert find_code("") is None
