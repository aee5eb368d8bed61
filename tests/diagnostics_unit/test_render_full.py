"""The form for people, character by character."""

from collections.abc import Sequence
from textwrap import dedent

from rulewright.diagnostics import Diagnostic, Label, SourceFile, Span, Suggestion
from rulewright.diagnostics.render.full import render, render_all, summary

PHASE = SourceFile(
    "trader.rules",
    dedent("""\
        phase trader {
          choose {
            sell(g: good) {
              move 1 cron from goods to house
            }
          }
        }
        """),
)


def span_of(file: SourceFile, text: str) -> Span:
    start = file.text.index(text)
    return file.span(start, start + len(text))


def shown(
    label: Label,
    secondary: Sequence[Label] = (),
    help: str | None = None,
    suggestion: Suggestion | None = None,
    code: str = "E0203",
) -> str:
    diagnostic = Diagnostic(code, "unknown good `cron`", label, tuple(secondary), help, suggestion)
    return render(diagnostic) + "\n"


def test_message_place_line_carets_label_and_help() -> None:
    label = Label(span_of(PHASE, "cron"), "no good has this name")
    assert shown(label, help="did you mean `corn`?") == dedent("""\
        error[E0203]: unknown good `cron`
         --> trader.rules:4:14
          |
        4 |       move 1 cron from goods to house
          |              ^^^^ no good has this name
          |
          = help: did you mean `corn`?
        """)


def test_without_label_and_help_nothing_stands_there() -> None:
    assert shown(Label(span_of(PHASE, "cron")), code="W0203") == dedent("""\
        warning[W0203]: unknown good `cron`
         --> trader.rules:4:14
          |
        4 |       move 1 cron from goods to house
          |              ^^^^
        """)


def test_labels_before_the_last_on_a_line_hang_below_it() -> None:
    secondary = [
        Label(span_of(PHASE, "move"), "this effect"),
        Label(span_of(PHASE, "1"), "one of them"),
    ]
    assert shown(Label(span_of(PHASE, "cron"), "unknown"), secondary) == dedent("""\
        error[E0203]: unknown good `cron`
         --> trader.rules:4:14
          |
        4 |       move 1 cron from goods to house
          |       ---- - ^^^^ unknown
          |       |    |
          |       |    one of them
          |       this effect
        """)


def test_a_label_inside_another_leaves_both_readable() -> None:
    secondary = [Label(span_of(PHASE, "1 cron from goods"), "in this")]
    assert shown(Label(span_of(PHASE, "cron"), "unknown"), secondary) == dedent("""\
        error[E0203]: unknown good `cron`
         --> trader.rules:4:14
          |
        4 |       move 1 cron from goods to house
          |            --^^^^-----------
          |            | |
          |            | unknown
          |            in this
        """)


def test_two_labels_at_one_place_are_both_shown() -> None:
    word = span_of(PHASE, "cron")
    assert shown(Label(word, "here"), [Label(word, "and here")]) == dedent("""\
        error[E0203]: unknown good `cron`
         --> trader.rules:4:14
          |
        4 |       move 1 cron from goods to house
          |              ^^^^ here
          |              |
          |              and here
        """)


def test_one_line_between_is_shown_and_more_are_left_out() -> None:
    secondary = [
        Label(span_of(PHASE, "phase"), "in this phase"),
        Label(span_of(PHASE, "choose"), "in this choice"),
    ]
    assert shown(Label(span_of(PHASE, "cron")), secondary) == dedent("""\
        error[E0203]: unknown good `cron`
         --> trader.rules:4:14
          |
        1 | phase trader {
          | ----- in this phase
        2 |   choose {
          |   ------ in this choice
        3 |     sell(g: good) {
        4 |       move 1 cron from goods to house
          |              ^^^^
        """)
    assert shown(Label(span_of(PHASE, "cron")), secondary[:1]) == dedent("""\
        error[E0203]: unknown good `cron`
         --> trader.rules:4:14
          |
        1 | phase trader {
          | ----- in this phase
        ...
        4 |       move 1 cron from goods to house
          |              ^^^^
        """)


def test_a_label_in_another_file_comes_after_and_the_gutter_fits_all() -> None:
    other = SourceFile("materials.rules", "\n" * 11 + "kind good { corn }\n")
    secondary = [Label(span_of(other, "good"), "goods are declared here")]
    label = Label(span_of(PHASE, "cron"))
    assert shown(label, secondary, "write a good\nor declare one") == dedent("""\
        error[E0203]: unknown good `cron`
          --> trader.rules:4:14
           |
         4 |       move 1 cron from goods to house
           |              ^^^^
          ::: materials.rules:12:6
           |
        12 | kind good { corn }
           |      ---- goods are declared here
           |
           = help: write a good
                   or declare one
        """)


def test_a_span_over_lines_has_carets_to_the_end_of_its_first() -> None:
    start = PHASE.text.index("choose")
    label = Label(PHASE.span(start, len(PHASE.text)), "never ends")
    assert shown(label) == dedent("""\
        error[E0203]: unknown good `cron`
         --> trader.rules:2:3
          |
        2 |   choose {
          |   ^^^^^^^^ never ends
        """)


def test_a_suggestion_alone_is_told_as_help() -> None:
    word = span_of(PHASE, "cron")
    assert shown(Label(word), suggestion=Suggestion(word, "corn")).endswith(
        "  = help: write `corn` instead of `cron`\n"
    )


def test_an_empty_span_gets_one_caret_also_at_the_end_of_the_file() -> None:
    assert shown(Label(PHASE.end_span(), "`}` is missing")).endswith("7 | }\n  |  ^ `}` is missing\n")
    empty = SourceFile("empty.rules", "")
    assert shown(Label(empty.end_span())).endswith("1 |\n  | ^\n")
    last = SourceFile("f", "x\n").span(2, 2)
    assert shown(Label(last)).endswith("2 |\n  | ^\n")


def test_carets_stand_below_their_characters_after_tabs_and_wide_characters() -> None:
    tabs = SourceFile("f", "\tmove\t1 cron\n")
    assert shown(Label(span_of(tabs, "cron"))).endswith("1 |     move    1 cron\n  |               ^^^^\n")
    wide = SourceFile("f", '"日本" cron\n')
    assert shown(Label(span_of(wide, "cron"))).endswith('1 | "日本" cron\n  |        ^^^^\n')
    assert shown(Label(span_of(wide, "日本"))).endswith('1 | "日本" cron\n  |  ^^^^\n')
    combining = SourceFile("f", '"e\u0301" cron\n')
    assert shown(Label(span_of(combining, "cron"))).endswith("  |     ^^^^\n")


def test_control_characters_never_reach_the_terminal() -> None:
    hostile = SourceFile("f\x1b[2J", "a\x1b[31mb\x07 cron\u202e\r\n")
    diagnostic = Diagnostic("E0203", "bad \x1b[0m\nthing", Label(span_of(hostile, "cron"), "\x07"), (), "x\x1by")
    text = render(diagnostic)
    assert not set(text) & set("\x1b\x07\r\u202e")
    assert text.splitlines()[0] == "error[E0203]: bad \ufffd[0m thing"
    source, carets = text.splitlines()[3:5]
    assert source.index("cron") == carets.index("^^^^")


def test_a_very_long_line_is_cut_around_the_place() -> None:
    long = SourceFile("f", "a " * 5000 + "cron" + " b" * 5000)
    lines = shown(Label(span_of(long, "cron"), "here")).splitlines()
    source, carets = lines[3], lines[4]
    assert len(source) < 200
    assert source.startswith("1 | …")
    assert source.endswith("…")
    assert source[carets.index("^") :].startswith("cron")
    assert carets.count("^") == 4


def test_a_long_line_cut_at_one_side_keeps_other_labels_at_the_edge() -> None:
    long = SourceFile("f", "cron" + " b" * 5000 + " corn")
    text = shown(Label(span_of(long, "cron")), [Label(span_of(long, "corn"), "far away")])
    assert "1 | cron b b" in text
    assert text.splitlines()[4].endswith("- far away")


def test_colour_changes_nothing_but_the_colour() -> None:
    diagnostic = Diagnostic("E0203", "m", Label(span_of(PHASE, "cron"), "a"), (Label(span_of(PHASE, "1"), "b"),), "h")
    coloured = render(diagnostic, colour=True)
    assert "\x1b[1;31m" in coloured
    for attribute in ("1;31", "1;34", "34", "1", "0"):
        coloured = coloured.replace(f"\x1b[{attribute}m", "")
    assert coloured == render(diagnostic)


def test_all_are_separated_by_blank_lines_and_counted() -> None:
    label = Label(span_of(PHASE, "cron"))
    error, warning = Diagnostic("E0203", "e", label), Diagnostic("W0203", "w", label)
    text = render_all([error, warning, error], dropped=7)
    assert text.split("\n\n") == [
        render(error),
        render(warning),
        render(error),
        "2 errors, 1 warning; 7 more not shown",
    ]


def test_nothing_found_is_said_so() -> None:
    assert summary([]) == "no errors"
