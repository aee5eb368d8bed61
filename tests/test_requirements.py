"""The pins that `make setup` installs are those that pyproject.toml names."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def pins(lines: list[str]) -> dict[str, str]:
    found = {}
    for line in lines:
        match = re.fullmatch(r"([A-Za-z0-9._-]+)(?:\[[a-z,]+\])?==([0-9][0-9a-z.]*)", line)
        assert match, f"`{line}` is not an exact pin"
        found[match[1].lower()] = match[2]
    return found


def test_both_lists_agree() -> None:
    listed = (ROOT / "requirements-dev.txt").read_text(encoding="utf-8").splitlines()
    installed = pins([line for line in listed if line and not line.startswith("#")])
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = pins(project["optional-dependencies"]["dev"])
    assert named.items() <= installed.items()


def test_the_list_for_the_documentation_is_exact_and_only_adds() -> None:
    def listed(name: str) -> dict[str, str]:
        lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
        return pins([line for line in lines if line and not line.startswith("#")])

    docs, dev = listed("requirements-docs.txt"), listed("requirements-dev.txt")
    assert {"mkdocs", "mkdocs-material"} <= docs.keys()
    assert not docs.keys() & dev.keys()
