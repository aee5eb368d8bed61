"""A server for each file of tests, and the bundled games in a folder where they can be changed."""

import os
import shutil
import sys
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol.types import InitializeParams
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities
from tests.lsp.editor import Editor

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "rulewright", "lsp"]


@pytest_lsp.fixture(  # type: ignore[untyped-decorator]
    scope="module", config=ClientServerConfig(server_command=COMMAND, server_env={**os.environ, "PYTHONUTF8": "1"})
)
async def client(lsp_client: LanguageClient) -> AsyncGenerator[None, None]:
    await lsp_client.initialize_session(InitializeParams(capabilities=client_capabilities("visual-studio-code")))
    yield
    await lsp_client.shutdown_session()


@pytest.fixture
def editor(client: LanguageClient) -> Editor:
    return Editor(client)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A copy of the bundled games."""
    return copy_in(tmp_path)


@pytest.fixture(scope="module")
def known_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy for all tests of a file that only ask: the server works it out for the first of them."""
    return copy_in(tmp_path_factory.mktemp("known"))


def copy_in(folder: Path) -> Path:
    """The bundled games, in a new folder."""
    copied = folder / "games"
    shutil.copytree(ROOT / "rules_dsl", copied)
    return copied
