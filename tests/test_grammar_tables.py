"""The parser's tables come with the package or are kept between runs; what is wrong or wicked does no harm."""

import hashlib
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from tools.parser_tables import current

from rulewright.cache import VARIABLE, Cache
from rulewright.parse import grammar as module

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "rules_dsl" / "puerto_rico" / "captain.rules").read_text(encoding="utf-8")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cache:
    """A cache of its own, and no tables in the package."""
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    monkeypatch.setattr(module, "TABLES", tmp_path / "none.bin")
    return Cache(tmp_path)


def fresh() -> object:
    return module.grammar.__wrapped__().parse(TEXT)


def never(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on nothing may be worked out."""
    monkeypatch.setattr(module, "build", lambda: pytest.fail("worked out again"))


def test_the_tables_of_the_package_are_those_of_the_grammar() -> None:
    assert module.TABLES.is_file(), "`make setup` writes them"
    assert module.TABLES.read_bytes() == current(), "the grammar has changed: `make setup` writes them anew"


def test_one_grammar_gives_the_same_tables_in_every_process() -> None:
    code = "import hashlib; from tools.parser_tables import current; print(hashlib.sha256(current()).hexdigest())"
    for seed in ("1", "2"):
        made = subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert made.stdout.strip() == hashlib.sha256(current()).hexdigest()


def test_the_parser_comes_from_the_package_and_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = module.build().parse(TEXT)
    never(monkeypatch)
    monkeypatch.setenv(VARIABLE, "off")
    assert fresh() == wanted


@pytest.mark.parametrize("content", [b"", b"another key\n", b"KEY\n", b"KEY\nno pickle", b"KEY\n" + pickle.dumps(3)])
def test_tables_that_do_not_fit_are_left_alone(cache: Cache, content: bytes) -> None:
    module.TABLES.write_bytes(content.replace(b"KEY", module.tables_key().encode()))
    fresh()
    assert cache.read(module.tables_key()) is not None, "they were worked out and kept"


def test_the_second_parser_comes_from_the_cache_and_reads_the_same(
    cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = fresh()
    assert cache.read(module.tables_key()) is not None
    never(monkeypatch)
    assert fresh() == first


class Wicked:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Path.touch, (Path("wicked"),)  # type: ignore[return-value]


@pytest.mark.parametrize("content", [b"", b"no pickle", pickle.dumps(3), pickle.dumps(Wicked())])
def test_a_wrong_entry_is_worked_out_again(
    cache: Cache, content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    cache.write(module.tables_key(), content)
    fresh()
    assert not (tmp_path / "wicked").exists()
    assert cache.read(module.tables_key()) != content


def test_without_a_cache(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "off")
    fresh()
