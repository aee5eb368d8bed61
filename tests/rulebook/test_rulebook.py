"""The rulebook of every game: complete, in both forms, and word for word where a golden file has it."""

from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.golden import assert_golden

from rulewright.api import GameInfo, describe_games
from rulewright.compiler import compile_game
from rulewright.resolve.symbols import Symbols
from rulewright.resolve.texts import actions_in
from rulewright.rulebook import Document, to_html, to_markdown, write_rulebook
from rulewright.rulebook.document import Heading, Item, Items, Table

HERE = Path(__file__).parent
QUAY = HERE / "quay.rules"
GAMES = [info.name for info in describe_games()]


@cache
def bundled(name: str) -> tuple[Document, Symbols, GameInfo]:
    """A bundled game with every expansion, its rulebook for all numbers of players, and its names for most."""
    info = next(i for i in describe_games() if i.name == name)
    document = write_rulebook(name, expansions=info.expansions)
    symbols = compile_game(name, players=max(info.players), expansions=info.expansions).symbols
    return document, symbols, info


@cache
def quay() -> Document:
    return write_rulebook(QUAY)


def leads(document: Document) -> set[str]:
    """The words that list items start with."""
    found: set[str] = set()

    def walk(items: tuple[Item, ...]) -> None:
        for item in items:
            found.add(item.lead)
            walk(item.children)

    for block in document.blocks:
        if isinstance(block, Items):
            walk(block.items)
    return found


def cells(document: Document) -> str:
    return "\n".join(cell for b in document.blocks if isinstance(b, Table) for row in b.rows for cell in row)


@pytest.mark.parametrize("name", GAMES)
def test_every_entry_is_in_a_table(name: str) -> None:
    document, symbols, _ = bundled(name)
    firsts = {row[0] for block in document.blocks if isinstance(block, Table) for row in block.rows}
    missing = [e.title for kind in symbols.kinds.values() for e in kind.entries if e.title not in firsts]
    assert missing == []


@pytest.mark.parametrize("name", GAMES)
def test_every_phase_has_a_heading(name: str) -> None:
    document, symbols, _ = bundled(name)
    headings = {block.text for block in document.blocks if isinstance(block, Heading)}
    assert [p.name for p in symbols.phases.values() if not {p.title, p.title.capitalize()} & headings] == []


@pytest.mark.parametrize("name", GAMES)
def test_every_option_of_the_game_starts_an_item(name: str) -> None:
    document, symbols, _ = bundled(name)
    nodes = [symbols.play, *symbols.setup, *(p.decl for p in symbols.phases.values())]
    # A branch that no number of players comes to is not told; a step's options are told where it is declared.
    nodes += [m.decl for m in symbols.members.values()]
    options = {option.replace("_", " ").capitalize() for node in nodes for option, _ in actions_in(node)}
    assert len(options) >= 3
    untold = options - leads(document)
    reachable = {o for o in untold if any(o.lower() == _last(a) for a in _actions(name))}
    assert reachable == set()


@pytest.mark.parametrize("name", GAMES)
def test_every_option_of_an_entry_is_in_its_row(name: str) -> None:
    document, symbols, _ = bundled(name)
    rows = {row[0]: " ".join(row).lower() for b in document.blocks if isinstance(b, Table) for row in b.rows}
    for info in symbols.refinements:
        if info.entry.kind:
            for option, _ in actions_in(info.decl):
                assert option.replace("_", " ") in rows[info.entry.title], (info.entry.name, option)


@pytest.mark.parametrize("name", GAMES)
def test_every_entry_that_does_something_says_so(name: str) -> None:
    document, symbols, _ = bundled(name)
    last = {row[0]: row[-1] for b in document.blocks if isinstance(b, Table) for row in b.rows}
    doing = {info.entry.title for info in symbols.refinements if info.entry.kind}
    assert [title for title in doing if len(last[title]) < 15] == []


@cache
def _actions(name: str) -> tuple[str, ...]:
    from rulewright.api import load

    _, _, info = bundled(name)
    game = load(name, players=max(info.players), expansions=info.expansions)
    return tuple(game.action_to_string(a) for a in range(game.num_actions))


def _last(action: str) -> str:
    """The option of an action: `where.option(parameters)`."""
    return action.partition("(")[0].rpartition(".")[2].replace("_", " ")


@pytest.mark.parametrize("name", GAMES)
def test_no_name_of_a_rule_file_is_left_unspoken(name: str) -> None:
    """Names have underscores, words have spaces; braces are filled."""
    document, _, _ = bundled(name)
    page = to_html(document).partition("</style>")[2]
    assert not [word for word in page.split() if "_" in word or "{" in word or "}" in word]


@pytest.mark.parametrize("name", GAMES)
def test_every_variant_has_a_rulebook(name: str) -> None:
    info = bundled(name)[2]
    for variant in info.variants:
        page = to_markdown(write_rulebook(name, variants=[variant]))
        (included,) = [line for line in page.splitlines() if line.startswith("Included: ")]
        assert variant.replace("_", " ") in included.lower()


@pytest.mark.parametrize("name", ["puerto_rico", "san_juan"])
def test_the_rulebook_of_a_bundled_game(name: str) -> None:
    assert_golden(HERE / "golden" / f"{name}.md", to_markdown(write_rulebook(name)))


def test_a_game_without_texts_as_markdown() -> None:
    assert_golden(HERE / "golden" / "quay.md", to_markdown(quay()))


def test_a_game_without_texts_as_html() -> None:
    assert_golden(HERE / "golden" / "quay.html", to_html(quay()))


def test_one_number_of_players_has_no_columns_for_others() -> None:
    text = to_markdown(write_rulebook(QUAY, players=2))
    assert "For 2 players." in text
    assert "Draw 3 wares" in text
    assert "Draw 3/4 wares" in to_markdown(quay())


class _Reader(HTMLParser):
    """Notes what is open, and everything that points to somewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.anchors: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.open.append(tag)
        given = dict(attrs)
        self.links += [v for k, v in given.items() if k in ("href", "src") and v is not None]
        self.anchors += [v for k, v in given.items() if k == "id" and v is not None]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", [*GAMES, "quay"])
def test_the_html_page_is_whole_and_needs_nothing_else(name: str) -> None:
    document = quay() if name == "quay" else bundled(name)[0]
    reader = _Reader()
    page = to_html(document)
    reader.feed(page)
    assert reader.open == []
    assert len(set(reader.anchors)) == len(reader.anchors)
    assert {link.removeprefix("#") for link in reader.links} <= set(reader.anchors)
    assert "url(" not in page
    assert "@import" not in page


def test_text_from_rule_files_can_not_break_out_of_the_page(tmp_path: Path) -> None:
    file = tmp_path / "quay.rules"
    file.write_text(QUAY.read_text("utf-8") + 'text market "<script>a|b*c</script>"\n', encoding="utf-8")
    document = write_rulebook(file)
    assert "<script" not in to_html(document)
    assert r"\<script\>a\|b\*c" in to_markdown(document)


def test_additions_are_called_by_their_titles(tmp_path: Path) -> None:
    for name, text in (("a", ""), ("b", ""), ("c", 'text c "Boats come and go."')):
        (tmp_path / f"{name}.rules").write_text(f'expansion {name} "The {name} part" for puerto_rico {{ {text} }}\n')
    files = [tmp_path / f"{name}.rules" for name in "abc"]
    page = to_markdown(write_rulebook("puerto_rico", players=3, expansions=files))
    assert "\nIncluded: The a part, The b part.\n" in page
    assert "\nIncluded: The c part. Boats come and go.\n" in page
