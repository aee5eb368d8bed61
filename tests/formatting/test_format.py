"""`format_source` changes white space only, and once is enough."""

import random
import re
from dataclasses import fields, is_dataclass
from itertools import pairwise
from pathlib import Path

import pytest
from tests.effort import Proved, effort
from tests.formatting.generated import generate, join

from rulewright.diagnostics.errors import RuleError
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import SourceFile
from rulewright.formatting import format_source
from rulewright.parse import parse_file

ROOT = Path(__file__).resolve().parents[2]
BUNDLED = sorted((ROOT / "rules_dsl").rglob("*.rules"))
GENERATED = effort(short=300, long=20_000)
SHAKEN = effort(short=3, long=100)
PIECE = re.compile(r'#[^\n]*|"[^"\n]*"|[ \t\r]+|\n|[^\s"#]+')


def bundled_ids(path: Path) -> str:
    return str(path.relative_to(ROOT / "rules_dsl"))


def meaning(text: str) -> object:
    """The tree of a text without places."""
    sink = Sink()
    tree = parse_file(SourceFile("x", text), sink)
    assert {d.code for d in sink.sorted()} <= {"E0107"}  # a clause said twice can be read all the same
    return plain(tree.declarations)


def plain(node: object) -> object:
    if isinstance(node, tuple):
        return tuple(plain(part) for part in node)
    if is_dataclass(node) and not isinstance(node, type):
        return (type(node).__name__, *(plain(getattr(node, f.name)) for f in fields(node) if f.name != "span"))
    return node


def comments(text: str) -> list[str]:
    """The comments of a text, without the blank that the form asks for."""
    pieces = re.findall(r'"[^"\n]*"|#[^\n]*', text)
    return [re.sub(r"^(#+) ", r"\1", p.strip()) for p in pieces if p.startswith("#")]


def assert_only_white_space_changed(text: str) -> str:
    formatted = format_source(text)
    assert meaning(formatted) == meaning(text)
    assert comments(formatted) == comments(text)
    assert format_source(formatted) == formatted
    assert not re.search(r"[ \t]\n|\n\n\n|\{\n\n|\t|\r", re.sub(r"#[^\n]*", "#", formatted))
    return formatted


@pytest.mark.proof("fmt")
@pytest.mark.parametrize("path", BUNDLED, ids=bundled_ids)
def test_every_bundled_file_is_formatted(path: Path, proved: Proved) -> None:
    text = path.read_text(encoding="utf-8")
    assert assert_only_white_space_changed(text) == text, "run `rulewright fmt rules_dsl`"
    proved(texts=1)


@pytest.mark.proof("fmt")
@pytest.mark.parametrize("path", BUNDLED, ids=bundled_ids)
def test_blanks_and_indentation_do_not_matter(path: Path, proved: Proved) -> None:
    text = path.read_text(encoding="utf-8")
    rng = random.Random(path.name)
    for _ in range(SHAKEN):
        assert format_source(shaken(rng, text)) == text
    proved(texts=SHAKEN)


def shaken(rng: random.Random, text: str) -> str:
    """The text with other blanks, and more empty lines where there is one."""
    done = []
    for piece in PIECE.findall(text):
        if piece.isspace() and piece != "\n":
            done.append(rng.choice([" ", "  ", "\t", "      "]))
        else:
            done.append(piece)
    return re.sub(r"\n\n", lambda _: "\n" * rng.randint(2, 4), "".join(done))


@pytest.mark.proof("fmt")
@pytest.mark.parametrize("path", BUNDLED, ids=bundled_ids)
def test_line_ends_and_comments_anywhere_keep_the_meaning(path: Path, proved: Proved) -> None:
    text = path.read_text(encoding="utf-8")
    rng = random.Random(path.name)
    pieces = PIECE.findall(text)
    for _ in range(SHAKEN):
        done = []
        for piece in pieces:
            if piece.isspace() and rng.random() < 0.1:
                piece = rng.choice(["\n", "\n\n\n", " # why\n", "\n# why\n", "\r\n"])
            done.append(piece)
        assert_only_white_space_changed("".join(done))
    proved(texts=SHAKEN)


@pytest.mark.parametrize("path", BUNDLED, ids=bundled_ids)
def test_a_file_on_one_line_keeps_its_meaning(path: Path) -> None:
    text = re.sub(r"#[^\n]*", "", path.read_text(encoding="utf-8"))
    assert_only_white_space_changed(" ".join(text.split()))


@pytest.mark.proof("fmt")
def test_generated_files_keep_their_meaning(proved: Proved) -> None:
    done = 0
    for seed in range(GENERATED):
        rng = random.Random(seed)
        text = join(rng, generate(rng))
        try:
            format_source(text)
        except RuleError:
            continue  # nested too deeply
        assert_only_white_space_changed(text)
        done += bool(text.strip())
    assert done > GENERATED // 2
    proved(texts=done)


def test_words_of_a_generated_file_are_those_of_the_grammar() -> None:
    """The generator reaches what it is for: braces in braces, and every sort of statement."""
    words = {w for seed in range(1000) for w in generate(random.Random(seed))}
    assert words >= {"phase", "choose", "pick", "spread", "instead", "rename", "refilled", "min=", "alike", "given"}


SAMPLES = [
    ("game  g{players 2..3   length 5}", "game g { players 2..3  length 5 }\n"),
    ("value a=-1-  -b", "value a = -1 - -b\n"),
    ("value a = f ( x ,y )[ 1 ] . z", "value a = f(x, y)[1].z\n"),
    ("place a holds b   most (1+2)\n\n\n\n#c\nplace long_name holds b", None),
    ("setup{}", "setup { }\n"),
    ("#!note\n", "# !note\n"),
    ("", ""),
    ("\n\n", ""),
    ("setup { # why\n set a }", "setup {" + " " * 32 + "# why\n  set a\n}\n"),
    ("setup { set a\n set b }", "setup {\n  set a\n  set b\n}\n"),
    ("setup {\n if a { set b }\n else { set c }\n if a {\n set b }\n else if d {\n set c } }", None),
    ("by players 3 4 5 { a 1 -20 3\n long_name 1 2 3 }", None),
    ("k a { cost 1\n x += 1 }\nk b\n\n{\n cost 1 }", None),
]
EXPECTED = {
    3: "place a holds b most (1 + 2)\n\n# c\nplace long_name holds b\n",
    10: "setup {\n  if a { set b }\n  else { set c }\n  if a {\n    set b\n  } else if d {\n    set c\n  }\n}\n",
    11: "by players    3    4    5 {\n  a           1  -20    3\n  long_name   1    2    3\n}\n",
    12: "k a { cost 1\n  x += 1\n}\nk b { cost 1\n}\n",
}


@pytest.mark.parametrize("number", range(len(SAMPLES)))
def test_the_form_of_small_texts(number: int) -> None:
    text, expected = SAMPLES[number]
    assert format_source(text) == (EXPECTED[number] if expected is None else expected)


def test_a_line_that_is_too_long_is_opened() -> None:
    statements = "  ".join(f"set variable_{n} = {n}" for n in range(8))
    lines = format_source(f"setup {{ {statements} }}").splitlines()
    assert lines[0] == "setup {"
    assert len(lines) == 10


def test_neighbours_of_very_different_length_are_not_lined_up() -> None:
    text = "value a = 1\nvalue a_very_long_name_of_a_value = 2\nvalue another_long_name_of_a_value = 3\n"
    positions = [line.index("=") for line in format_source(text).splitlines()]
    assert positions[0] < positions[1] == positions[2]


def test_a_text_that_can_not_be_read_is_not_formatted() -> None:
    with pytest.raises(RuleError) as caught:
        format_source("setup {", "my.rules")
    assert caught.value.diagnostics[0].primary.span.source.name == "my.rules"


def test_long_lists_are_filled_up_to_the_width() -> None:
    entries = ", ".join(f"entry_number_{n}" for n in range(30))
    lines = format_source(f"kind k {{ {entries} }}").splitlines()
    assert all(len(line) <= 120 for line in lines)
    assert all(len(a) + 20 > 120 for a, b in pairwise(lines[1:-1]) if b)
