"""How long the editor's server takes to answer a change: from the key to the complaints, over its protocol.

The delay after the last key is part of it. The file is the largest of the bundled game with the most text; if it
belongs to an expansion, the game is looked at with that. The other files are those that the server keeps.
"""

import asyncio
import itertools
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from lsprotocol import types as lsp
from pytest_benchmark.fixture import BenchmarkFixture
from pytest_lsp import LanguageClient, client_capabilities
from pytest_lsp.client import make_test_lsp_client
from tests.lsp.editor import Editor

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "rulewright", "lsp"]


@pytest.fixture(scope="module")
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    made = asyncio.new_event_loop()
    yield made
    made.close()


@pytest.fixture(scope="module")
def editor(loop: asyncio.AbstractEventLoop) -> Iterator[Editor]:
    client: LanguageClient = make_test_lsp_client()
    loop.run_until_complete(client.start_io(*COMMAND))
    params = lsp.InitializeParams(capabilities=client_capabilities("visual-studio-code"))
    loop.run_until_complete(client.initialize_session(params))
    yield Editor(client)
    loop.run_until_complete(client.shutdown_session())
    loop.run_until_complete(client.stop())


def largest(games: Path) -> Path:
    """The largest rule file of the folder with the most text."""
    homes = sorted(games.iterdir(), key=lambda home: sum(p.stat().st_size for p in home.rglob("*.rules")))
    return max(homes[-1].rglob("*.rules"), key=lambda path: path.stat().st_size)


@pytest.mark.parametrize("typed", ["name", "form"])
def test_answer_to_a_change(
    benchmark: BenchmarkFixture, loop: asyncio.AbstractEventLoop, editor: Editor, tmp_path: Path, typed: str
) -> None:
    games = tmp_path / "games"
    shutil.copytree(ROOT / "rules_dsl", games)
    path = largest(games)
    editor.open(path)
    loop.run_until_complete(editor.until_clean(path))
    right = editor.texts[path]
    numbers = itertools.count()

    def change() -> None:
        number = next(numbers)
        wrong = f"value of_{number} = unknown_{number}\n" if typed == "name" else f"value of_{number} = ( )\n"
        editor.change(path, right + "\n" * (1 + number % 2) + wrong)
        lines = right.count("\n") + 1 + number % 2
        loop.run_until_complete(editor.until(path, lambda found: any(d.range.start.line == lines for d in found)))

    benchmark.pedantic(change, rounds=20, warmup_rounds=2)
