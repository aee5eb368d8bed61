"""The parser's tables are kept between runs, and an entry that is wrong or wicked does no harm."""

import pickle
from pathlib import Path

import pytest

from rulewright.cache import VARIABLE, Cache
from rulewright.parse import grammar as module

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "rules_dsl" / "puerto_rico" / "captain.rules").read_text(encoding="utf-8")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cache:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    return Cache(tmp_path)


def fresh() -> object:
    return module.grammar.__wrapped__().parse(TEXT)


def test_the_second_parser_comes_from_the_tables_and_reads_the_same(
    cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = fresh()
    assert cache.read(module._key()) is not None
    monkeypatch.setattr(module, "_built", lambda: pytest.fail("worked out again"))
    assert fresh() == first


class Wicked:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Path.touch, (Path("wicked"),)  # type: ignore[return-value]


@pytest.mark.parametrize("content", [b"", b"no pickle", pickle.dumps(3), pickle.dumps(Wicked())])
def test_a_wrong_entry_is_worked_out_again(
    cache: Cache, content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    cache.write(module._key(), content)
    fresh()
    assert not (tmp_path / "wicked").exists()
    assert cache.read(module._key()) != content


def test_without_a_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "off")
    fresh()
