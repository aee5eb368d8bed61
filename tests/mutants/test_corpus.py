"""The corpus of mutants is whole and fits the rules. Whether tests see the mutants is proved by `test_mutants.py`."""

import shutil
from pathlib import Path

import pytest
from tests.mutants.corpus import RULES, Change, CorpusError, read_corpus
from tests.mutants.naming import named_tests
from tests.mutants.runner import Verdict
from tests.mutants.watching import Outcomes


def test_every_statement_that_a_test_names_has_a_mutant_or_a_reason() -> None:
    missing = set(named_tests()) - read_corpus().statements
    assert not missing, f"add a mutant to {Path(__file__).parent / 'corpus'} for: {sorted(missing)}"


def test_every_statement_of_the_corpus_is_named_by_a_test() -> None:
    unknown = read_corpus().statements - set(named_tests())
    assert not unknown, f"no test names: {sorted(unknown)}"


def test_a_statement_has_either_mutants_or_a_reason_to_have_none() -> None:
    corpus = read_corpus()
    assert not {mutant.statement for mutant in corpus.mutants} & set(corpus.without)


def test_every_mutant_fits_the_rules(tmp_path: Path) -> None:
    wrong = []
    for number, mutant in enumerate(read_corpus().mutants):
        folder = tmp_path / str(number)
        for change in mutant.changes:
            copy = folder / change.file
            copy.parent.mkdir(parents=True, exist_ok=True)
            if (RULES / change.file).is_file():
                shutil.copy(RULES / change.file, copy)
        try:
            mutant.apply(folder)
        except CorpusError as error:
            wrong.append(str(error))
    assert not wrong, "\n".join(["change these mutants, or take them out:", *wrong])


def test_no_mutant_stands_there_twice() -> None:
    texts = [(mutant.statement, str(mutant.changes)) for mutant in read_corpus().mutants]
    assert len(texts) == len(set(texts))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("PR-8  Wrong.\n@ a/b.rules\n+ new\n", "does not say what is replaced"),
        ("PR-8  Wrong.\n", "does not say what is replaced"),
        ("PR-8  Wrong.\n- old\n", "is no part of a mutant"),
        ("@ a/b.rules\n- old\n", "is no part of a mutant"),
        ("PR-8 one blank only\n", "is no part of a mutant"),
        ("PR-8  Wrong.\n@ a/b.rules 3 of 2\n- old\n", "does not say what is replaced"),
    ],
)
def test_a_slip_in_the_corpus_is_told(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "some.mutants").write_text(text, encoding="utf-8")
    with pytest.raises(CorpusError, match=message):
        read_corpus(tmp_path)


def test_a_reason_is_read(tmp_path: Path) -> None:
    (tmp_path / "some.mutants").write_text("PR-8  no mutant: it is a word\n", encoding="utf-8")
    assert read_corpus(tmp_path).without == {"PR-8": "it is a word"}


def test_blanks_do_not_count_but_words_and_places_do() -> None:
    text = "key  price 0..4\nprice 1  price 10\n"
    assert Change("f", old=["key price"], new=["key cost"]).apply(text) == "key cost 0..4\nprice 1  price 10\n"
    assert Change("f", old=["price 1"], new=["price 2"]).apply(text).endswith("price 2  price 10\n")
    assert Change("f", which=2, places=3, old=["price"], new=["cost"]).apply(text).endswith("cost 1  price 10\n")
    with pytest.raises(CorpusError, match="3 times"):
        Change("f", old=["price"]).apply(text)
    with pytest.raises(CorpusError, match="0 times"):
        Change("f", old=["value"]).apply(text)


def test_only_an_assertion_catches_a_mutant() -> None:
    mutant = read_corpus().mutants[0]
    assert Verdict(mutant, Outcomes(caught=["test: assert 1 == 2"])).caught
    assert not Verdict(mutant, Outcomes(passed=3)).caught
    assert not Verdict(mutant, Outcomes(crashed=["test: KeyError: 'corn'"])).caught
    assert not Verdict(mutant, Outcomes(caught=["test: no"], crashed=["other: RuleError: no"])).caught
