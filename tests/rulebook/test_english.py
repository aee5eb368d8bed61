"""Plurals, articles, lists, sentences and their opposites."""

import pytest

from rulewright.rulebook import english


@pytest.mark.parametrize(
    ("one", "many"), [("coin", "coins"), ("box", "boxes"), ("quarry", "quarries"), ("day", "days"), ("dish", "dishes")]
)
def test_plurals(one: str, many: str) -> None:
    assert english.plural(one) == many
    assert english.counted(1, one) == f"1 {one}"
    assert english.counted(2, one) == f"2 {many}"


def test_lists_and_articles() -> None:
    assert english.joined([]) == ""
    assert english.joined(["a"]) == "a"
    assert english.joined(["a", "b", "c"], "or") == "a, b or c"
    assert (english.a("apple"), english.a("pear")) == ("an apple", "a pear")
    assert (english.owned_by("you", "hat"), english.owned_by("James", "hat")) == ("your hat", "James' hat")


def test_sentences() -> None:
    assert english.sentence("it ends") == "It ends."
    assert english.sentence("It ends:") == "It ends:"
    assert english.sentence("") == ""
    assert english.inside("Take one.") == "take one"
    assert (english.lowered("Mill"), english.lowered("VP pool")) == ("mill", "VP pool")


@pytest.mark.parametrize(
    ("clause", "opposite"),
    [
        ("the box is full", "the box is not full"),
        ("the box is not full", "the box is full"),
        ("there is a coin in the box", "there is no coin in the box"),
        ("you have a coin", "you have no coin"),
        ("you are first and it is late", "you are not first and it is late"),
        ("you can pay", "you cannot pay"),
        ("it was taken", "it was not taken"),
        ("it rains", "it is not so that it rains"),
    ],
)
def test_opposites(clause: str, opposite: str) -> None:
    assert english.negated(clause) == opposite


def test_which_of_them() -> None:
    assert english.which("cart", " for which that cart is full") == " that is full"
    assert english.which("cart", " for which that cart's load is full") == " whose load is full"
    assert english.which("cart", " for which you have a horse") == " for which you have a horse"
    both = " for which that cart is full and you have a horse"
    assert english.which("cart", both) == both


def test_what_ceases_to_hold() -> None:
    assert english.no_longer("“rested” is set") == "“rested” is no longer set"
    assert english.no_longer("the cart was pulled") == "“the cart was pulled” no longer holds"
