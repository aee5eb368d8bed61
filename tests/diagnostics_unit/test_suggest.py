"""A misspelt name is answered with the nearest one, and nonsense with nothing."""

import pytest

from rulewright.diagnostics.suggest import MAX_LENGTH, did_you_mean, edit_distance, nearest

NAMES = ["corn", "coffee", "sugar", "tobacco", "small_market", "large_market", "house", "goods"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("cron", "corn"),  # neighbours changed about
        ("cofee", "coffee"),  # one letter missing
        ("suggar", "sugar"),  # one too many
        ("tobbaco", "tobacco"),  # two slips in a long word
        ("Sugar", "sugar"),  # case
        ("market_small", "small_market"),  # parts in another order
        ("good", "goods"),  # singular
        ("tob", "tobacco"),  # the beginning of it
        ("small_market_hall", "small_market"),  # it, and more
    ],
)
def test_a_slip_is_recognised(written: str, meant: str) -> None:
    assert nearest(written, NAMES) == meant


@pytest.mark.parametrize("written", ["", "x", "to", "zebra", "colonnade", "x" * 500])
def test_nonsense_gets_no_answer(written: str) -> None:
    assert nearest(written, NAMES) is None


def test_the_name_itself_is_no_answer() -> None:
    assert nearest("corn", ["corn"]) is None


def test_a_single_letter_is_not_any_other_letter() -> None:
    assert nearest("g", ["h", "i"]) is None
    assert nearest("g", ["G"]) == "G"


def test_the_order_of_candidates_does_not_matter() -> None:
    assert nearest("bat", ["hat", "cat"]) == nearest("bat", ["cat", "hat"]) == "cat"


def test_fewer_slips_win_over_the_alphabet() -> None:
    assert nearest("planter", ["plainer", "plante"]) == "plante"


def test_long_candidates_are_left_out() -> None:
    assert nearest("abc", ["abc" + "d" * MAX_LENGTH]) is None


def test_the_help_line_names_the_candidate() -> None:
    assert did_you_mean("cron", NAMES) == "did you mean `corn`?"
    assert did_you_mean("zebra", NAMES) is None


@pytest.mark.parametrize(
    ("a", "b", "slips"),
    [("", "", 0), ("abc", "abc", 0), ("", "ab", 2), ("ab", "ba", 1), ("ca", "abc", 3)],
)
def test_slips_are_counted_the_same_both_ways(a: str, b: str, slips: int) -> None:
    assert edit_distance(a, b, 9) == edit_distance(b, a, 9) == slips


def test_slips_above_the_cap_are_not_told_apart() -> None:
    assert edit_distance("abcdef", "uvwxyz", 2) == 3
    assert edit_distance("a", "abcdef", 2) == 3
