"""Offsets become lines and columns, and spans stay inside their file."""

import copy
import pickle

import pytest

from rulewright.diagnostics.source import SourceFile, Span, join

FILE = SourceFile("a.rules", "one\ntwo three\r\n\nend")


def span_of(word: str) -> Span:
    start = FILE.text.index(word)
    return FILE.span(start, start + len(word))


def test_lines_and_columns_count_from_one() -> None:
    span = span_of("three")
    assert (span.line, span.column, span.end_line, span.end_column) == (2, 5, 2, 10)
    assert span.text == "three"
    assert str(span) == "a.rules:2:5"


def test_a_span_over_lines_ends_on_its_last_line() -> None:
    span = join(span_of("two"), span_of("end"))
    assert (span.line, span.end_line, span.end_column) == (2, 4, 4)


def test_line_text_has_no_line_end_of_either_sort() -> None:
    assert [FILE.line_text(n) for n in range(1, FILE.line_count + 1)] == [
        "one",
        "two three",
        "",
        "end",
    ]


def test_a_line_that_is_not_there_is_refused() -> None:
    for line in (0, 5):
        with pytest.raises(IndexError, match=f"has 4 lines, not {line}"):
            FILE.line_text(line)


@pytest.mark.parametrize("text", ["", "x", "x\n", "\n\n", "ab\ncd"])
def test_every_offset_has_a_place_that_leads_back_to_it(text: str) -> None:
    file = SourceFile("f", text)
    for offset in range(len(text) + 1):
        line, column = file.line_of(offset), file.column_of(offset)
        assert file.line_start(line) + column - 1 == offset
        assert line == text.count("\n", 0, offset) + 1


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (3, 2), (0, 99)])
def test_a_span_outside_the_text_is_refused(start: int, end: int) -> None:
    with pytest.raises(ValueError, match=r"is not in `a\.rules`"):
        FILE.span(start, end)


def test_join_takes_spans_in_either_order() -> None:
    a, b = span_of("one"), span_of("three")
    assert join(a, b) == join(b, a) == FILE.span(0, b.end)
    assert join(a, a) == a


def test_join_refuses_spans_of_two_files() -> None:
    with pytest.raises(ValueError, match="no joint span"):
        join(span_of("one"), SourceFile("b.rules", "one").span(0, 3))


def test_the_end_of_a_file_is_after_its_last_visible_character() -> None:
    assert str(SourceFile("f", "a {\n  b\n\n").end_span()) == "f:2:4"
    assert str(SourceFile("f", "").end_span()) == "f:1:1"


def test_spans_survive_copying_and_pickling() -> None:
    span = span_of("two")
    again = pickle.loads(pickle.dumps(span))
    assert again == span == copy.deepcopy(span)
    assert again.column == 1


def test_the_text_is_not_in_the_repr() -> None:
    assert "three" not in repr(span_of("two"))
