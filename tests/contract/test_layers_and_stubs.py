"""Two descriptions of one thing agree: the stub and the native module, the format's page and its table."""

import os
import re
import subprocess
import sys
from pathlib import Path

import rulewright

ROOT = Path(__file__).resolve().parents[2]


def test_the_stub_describes_the_native_module() -> None:
    """Argument names, defaults and attributes of `_native.pyi` are those of the compiled module."""
    package = Path(rulewright.__file__).parents[1]
    found = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "rulewright._native"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(package), "MYPYPATH": str(package)},
        check=False,
    )
    assert found.returncode == 0, found.stdout + found.stderr


def declared_opcodes() -> set[str]:
    """The words of the macro table in `opcodes.rs`, the only place where they are given."""
    text = (ROOT / "rust_core" / "ir" / "src" / "opcodes.rs").read_text(encoding="utf-8")
    table = text[text.index("opcodes! {\n    Const") :]
    return set(re.findall(r'^    [A-Z]\w* "(\w+)" (?:Always|Never|Maybe) ', table, re.MULTILINE))


def documented_opcodes() -> set[str]:
    """Every instruction in `docs/ir.md`: the first word of a form, and the further words behind it."""
    text = (ROOT / "docs" / "ir.md").read_text(encoding="utf-8")
    section = text[text.index("| text | meaning |") : text.index("### Decisions")]
    found: set[str] = set()
    for line in section.splitlines():
        cell = (
            line.split("|")[1] if line.startswith("|") else line if line.startswith(("Terminators", "there)")) else ""
        )
        for code in re.findall(r"`([^`]*)`", cell):
            words = re.findall(r"[a-z_]+", re.sub(r"\brD\b\s*=?|\b[a-z]N\b|\"[^\"]*\"", " ", code))
            alone = re.fullmatch(r"(?:[a-z_]+ ?)+", code)
            found.update(words if alone else words[:1])
    return found - {"segment"}


def test_the_page_of_the_format_has_every_instruction() -> None:
    declared = declared_opcodes()
    assert len(declared) > 30
    assert declared - documented_opcodes() == set()


def test_the_page_of_the_format_has_no_other_instruction() -> None:
    # `else` is part of `if`, and operands are single letters.
    words = {word for word in documented_opcodes() if len(word) > 1} - {"else"}
    assert words - declared_opcodes() == set()
