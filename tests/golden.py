"""Golden files: compared as they are, written anew with BLESS=1."""

import os
from pathlib import Path

BLESS = os.environ.get("BLESS") == "1"


def assert_golden(path: Path, text: str) -> None:
    """Compares a text with a file; `make bless` writes the file instead."""
    if BLESS:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        return
    assert path.is_file(), f"{path} is missing; `make bless` writes it"
    assert text == path.read_text(encoding="utf-8"), f"{path.name} differs; `make bless` writes it anew"
