"""No word of the language is without an explanation in an editor."""

from rulewright.lsp.meanings import JOINTS, meaning_of, word_at
from rulewright.lsp.words import keywords


def test_every_word_of_the_grammar_has_a_meaning() -> None:
    assert {word for word in keywords().values() if meaning_of(word) is None} == JOINTS


def test_words_in_comments_and_texts_are_none() -> None:
    line = "move 1 # move 2"
    assert word_at(line, 2) == (0, 4)
    assert word_at(line, 10) is None
    assert word_at('text a "you may move"', 16) is None
    assert word_at("  ", 1) is None
