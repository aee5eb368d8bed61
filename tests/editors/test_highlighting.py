"""The highlighting grammar knows the words of the language, all of them and no others."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from lark.lexer import PatternStr

from rulewright import resources
from rulewright.parse.grammar import grammar
from rulewright.resolve.reserved import RESERVED

ROOT = Path(__file__).resolve().parents[2]
VSCODE = ROOT / "editors" / "vscode"
NAME = r"[A-Za-z_][A-Za-z0-9_]*"


@cache
def highlighting() -> dict[str, Any]:
    found = json.loads((VSCODE / "syntaxes" / "rules.tmLanguage.json").read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def words_in(pattern: str) -> Iterator[str]:
    """The words of a pattern that is nothing but a choice of words."""
    match = re.fullmatch(r"\\b\(\?:([a-z|]+)\)\\b", pattern)
    assert match, f"`{pattern}` is not a choice of words"
    yield from match[1].split("|")


def highlighted() -> list[str]:
    return [w for p in highlighting()["repository"]["word"]["patterns"] for w in words_in(p["match"])]


def keywords() -> set[str]:
    """Words of the grammar, as the parser has them."""
    texts = (t.pattern.value for t in grammar().terminals if isinstance(t.pattern, PatternStr))
    return {text for text in texts if re.fullmatch(NAME, text)}


def test_every_word_of_the_language_is_highlighted() -> None:
    assert keywords() | RESERVED == set(highlighted())


def test_no_word_is_in_two_groups() -> None:
    assert len(highlighted()) == len(set(highlighted()))


def test_words_that_declare_something_are_words_of_the_language() -> None:
    pattern = highlighting()["repository"]["declared"]["match"]
    (words,) = re.findall(r"^\\b\(([a-z|]+)\)", pattern)
    assert set(words.split("|")) <= keywords()


def test_every_sign_is_highlighted() -> None:
    signs = {t.pattern.value for t in grammar().terminals if isinstance(t.pattern, PatternStr)} - keywords()
    pattern = re.compile(highlighting()["repository"]["sign"]["match"])
    brackets = set("{}()[],.:")
    assert {sign for sign in signs if not pattern.fullmatch(sign)} <= brackets


def test_the_form_of_names_is_that_of_the_grammar() -> None:
    lexical = (resources.grammar_folder() / "lexical.lark").read_text(encoding="utf-8")
    assert f"/{NAME}/" in lexical
    configuration = json.loads((VSCODE / "language-configuration.json").read_text(encoding="utf-8"))
    assert configuration["wordPattern"] == NAME


@pytest.mark.parametrize("path", sorted((VSCODE / "syntaxes").glob("*.json")), ids=lambda path: path.name)
def test_included_patterns_exist(path: Path) -> None:
    found = json.loads(path.read_text(encoding="utf-8"))

    def includes(node: object) -> Iterator[str]:
        if isinstance(node, dict):
            if isinstance(node.get("include"), str):
                yield node["include"]
            for value in node.values():
                yield from includes(value)
        elif isinstance(node, list):
            for value in node:
                yield from includes(value)

    assert {i.removeprefix("#") for i in includes(found) if i.startswith("#")} <= set(found["repository"])


def test_the_lock_file_names_no_place_to_fetch_from() -> None:
    lock = json.loads((VSCODE / "package-lock.json").read_text(encoding="utf-8"))
    assert lock["packages"]
    assert not any("resolved" in package for package in lock["packages"].values())


def test_versions_agree() -> None:
    package = json.loads((VSCODE / "package.json").read_text(encoding="utf-8"))
    cargo = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    assert f'version = "{package["version"]}"' in cargo
    assert (VSCODE / "LICENSE").read_text(encoding="utf-8") == (ROOT / "LICENSE").read_text(encoding="utf-8")
