"""The reference is complete: every word of the grammar is explained, and generated pages have everything."""

import inspect
import re
from pathlib import Path

import pytest
from tools.docs.api import api_page, members_of
from tools.docs.pages import commands_page, diagnostics_page, grammar_page
from tools.docs.samples import inner_links, plain_fences
from tools.docs.words import keywords

import rulewright
from rulewright.cli.main import COMMANDS
from rulewright.diagnostics.codes import CODES

ROOT = Path(__file__).parents[2]
LANGUAGE = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
GRAMMAR = re.sub(r"//[^\n]*", "", (ROOT / "grammar" / "rules.lark").read_text(encoding="utf-8"))


def code_of(page: str) -> str:
    """What stands in backticks and fences."""
    fences = re.findall(r"^```.*?^```$", page, flags=re.MULTILINE | re.DOTALL)
    rest = re.sub(r"^```.*?^```$", "", page, flags=re.MULTILINE | re.DOTALL)
    return "\n".join([*fences, *re.findall(r"`[^`]+`", rest), *re.findall(r"\*\*[^*]+\*\*", rest)])


@pytest.mark.parametrize("word", keywords())
def test_every_word_of_the_grammar_is_in_the_reference(word: str) -> None:
    assert re.search(rf"\b{word}\b", code_of(LANGUAGE)), f"docs/language.md does not show `{word}`"


def test_every_statement_has_a_form_in_the_reference() -> None:
    statements = re.findall(r"^(\w+)_stmt:\s+\"(\w+)\"", GRAMMAR, flags=re.MULTILINE)
    assert len(statements) > 15
    assert [word for _, word in statements if f"**{word}**" not in LANGUAGE] == []


@pytest.mark.parametrize("sign", sorted(set(re.findall(r'"([-+*/%=<>!]+)"', GRAMMAR))))
def test_every_sign_is_in_the_reference(sign: str) -> None:
    assert sign in code_of(LANGUAGE)


def test_every_code_has_its_section() -> None:
    page = diagnostics_page()
    assert [code for code in CODES if f"### {code} " not in page] == []
    sections = dict(zip(CODES, page.split("\n### ")[1:], strict=True))
    for name, code in CODES.items():
        for sample in (code.example.wrong, code.example.right):
            assert sample.splitlines()[0][:80] in sections[name], f"{name} lacks an example"


def test_every_command_has_its_section() -> None:
    page = commands_page()
    assert [name for name in COMMANDS if f"## {name}\n" not in page] == []
    assert "--expansion" in page


def test_everything_public_is_on_the_page_of_the_api() -> None:
    page = api_page()
    assert [name for name in rulewright.__all__ if name not in page] == []
    for cls in (rulewright.Game, rulewright.State, rulewright.Record):
        assert [m for m in members_of(cls) if f"### {cls.__name__}.{m}\n" not in page] == []
    assert {"apply_action", "legal_actions", "returns"} <= set(members_of(rulewright.State))
    assert (inspect.getdoc(rulewright.load) or "").splitlines()[0] in page


def test_the_grammar_is_shown_word_for_word() -> None:
    assert (ROOT / "grammar" / "rules.lark").read_text(encoding="utf-8").rstrip() in grammar_page()


def test_fences_and_links_are_made_ready() -> None:
    assert plain_fences("```rules file a.rules\nx\n```") == '```rules title="a.rules"\nx\n```'
    assert plain_fences("```rules quote\nx\n```") == "```rules\nx\n```"
    assert inner_links("[a](../b.md) [c](../../d)", 1) == "[a](../b.md) c"


def test_every_page_is_in_the_contents() -> None:
    listed = re.findall(r": ([\w/]+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), flags=re.MULTILINE)
    pages = {str(p.relative_to(ROOT / "docs")) for p in (ROOT / "docs").rglob("*.md")}
    assert {p for p in pages if not p.startswith("adr/0")} <= set(listed)
