"""Offsets and positions agree in every encoding, and places are found again after an edit."""

from hypothesis import given
from hypothesis import strategies as st
from lsprotocol.types import Position, PositionEncodingKind

from rulewright.lsp.positions import Shift, TextPositions

TEXTS = st.text(alphabet=st.sampled_from("ab \n{}#é€😀\r"), max_size=40)
ENCODINGS = st.sampled_from([e.value for e in PositionEncodingKind])


@given(TEXTS, ENCODINGS, st.data())
def test_an_offset_comes_back(text: str, encoding: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    positions = TextPositions(text, encoding)
    found = positions.offset(positions.position(offset))
    # Between the two characters of a line end there is no position of its own.
    assert found == offset or text[found:offset] == "\r"


def test_columns_are_counted_in_the_units_that_were_agreed() -> None:
    text = "é😀x"
    columns = {
        encoding: TextPositions(text, encoding.value).position(text.index("x")).character
        for encoding in PositionEncodingKind
    }
    assert columns == {
        PositionEncodingKind.Utf8: 6,
        PositionEncodingKind.Utf16: 3,
        PositionEncodingKind.Utf32: 2,
    }


def test_a_position_beyond_the_text_is_its_end() -> None:
    positions = TextPositions("ab\ncd")
    assert positions.offset(Position(0, 9)) == 2
    assert positions.offset(Position(7, 0)) == 5


@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_what_lies_outside_of_an_edit_is_found_again(before: str, old: str, new: str, after: str) -> None:
    left, right = before + old + after, before + new + after
    shift = Shift.between(left, right)
    assert shift.forward(0, len(before)) == (0, len(before))
    for start in range(len(left)):
        moved = shift.forward(start, start + 1)
        if moved is not None:
            assert right[moved[0] : moved[1]] == left[start]
    if after and not set(old + new) & set(after):  # otherwise it can't be said where the edit ends
        assert shift.forward(len(before + old), len(left)) == (len(before + new), len(right))
    for offset in range(len(right) + 1):
        back = shift.back(offset)
        if back is not None and back < len(left) and offset < len(right) and back != shift.same_before:
            assert left[back] == right[offset]
