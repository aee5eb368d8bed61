"""The sink collects, drops duplicates, keeps a hundred of a sort, and puts them in order."""

from rulewright.diagnostics import Label, Sink, SourceFile, Span
from rulewright.diagnostics.sink import LIMIT

FIRST = SourceFile("z.rules", "x" * 300)
SECOND = SourceFile("a.rules", "x" * 300)


def at(file: SourceFile, offset: int) -> Span:
    return file.span(offset, offset + 1)


def test_parts_become_a_diagnostic() -> None:
    sink = Sink()
    cause = Label(at(FIRST, 5), "declared here")
    sink.error("E0202", at(FIRST, 9), "twice", label="again", help="rename it", secondary=[cause])
    (diagnostic,) = sink.sorted()
    assert diagnostic.primary == Label(at(FIRST, 9), "again")
    assert diagnostic.secondary == (cause,)
    assert diagnostic.help == "rename it"
    assert hash(diagnostic) == hash(diagnostic)


def test_exact_duplicates_are_dropped_and_near_ones_are_kept() -> None:
    sink = Sink()
    for _ in range(3):
        sink.error("E0201", at(FIRST, 1), "m")
    sink.error("E0201", at(FIRST, 1), "m", label="other")
    sink.error("E0201", at(FIRST, 2), "m")
    assert len(sink) == 3
    assert sink.dropped == 0


def test_order_is_that_of_the_files_given_then_of_the_text() -> None:
    sink = Sink([FIRST])
    sink.order_files([SECOND, FIRST])
    unknown = SourceFile("0.rules", "x")
    sink.error("E0201", at(unknown, 0), "never named")
    sink.error("E0201", at(SECOND, 0), "second file")
    sink.error("E0203", at(FIRST, 7), "same place, later code")
    sink.error("E0201", at(FIRST, 7), "later in first")
    sink.error("W0201", at(FIRST, 3), "first")
    assert [d.message for d in sink.sorted()] == [
        "first",
        "later in first",
        "same place, later code",
        "second file",
        "never named",
    ]


def test_order_does_not_depend_on_the_order_of_arrival() -> None:
    def collected(offsets: list[int]) -> tuple[object, ...]:
        sink = Sink([FIRST])
        for offset in offsets:
            sink.error("E0201", at(FIRST, offset), "m")
        return sink.sorted()

    assert collected([3, 1, 2]) == collected([2, 3, 1])


def test_only_the_first_hundred_are_kept_and_the_rest_counted_once() -> None:
    sink = Sink()
    for _ in range(2):
        for offset in range(LIMIT + 30):
            sink.error("E0201", at(FIRST, offset), "m")
    assert len(sink) == LIMIT
    assert sink.dropped == 30


def test_a_flood_of_warnings_does_not_hide_an_error() -> None:
    sink = Sink()
    for offset in range(LIMIT + 1):
        sink.error("W0201", at(FIRST, offset), "m")
    assert not sink.has_errors
    sink.error("E0201", at(FIRST, 299), "the error")
    assert sink.has_errors
    assert sink.sorted()[-1].message == "the error"
