"""The extension for Visual Studio Code starts the server, and says once and clearly if it can't."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HOST = Path(__file__).parent / "host.js"
EXTENSION = Path(__file__).resolve().parents[2] / "editors" / "vscode" / "extension.js"
NODE = shutil.which("node")
WAY_OUT = "Install Rulewright with `pip install 'rulewright[lsp]'`, or set `rulewright.command`."

pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")


def activated(*command: str) -> dict[str, list[str]]:
    """What is shown and known once the extension is active."""
    assert NODE is not None
    words = [NODE, str(HOST), str(EXTENSION), json.dumps(command)]
    result = subprocess.run(words, capture_output=True, text=True, check=True, timeout=120)
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


def test_the_server_is_started() -> None:
    found = activated(sys.executable, "-m", "rulewright", "lsp")
    assert found["shown"] == []
    assert {"hoverProvider", "completionProvider", "renameProvider"} <= set(found["abilities"])


def test_a_missing_program_is_told_once() -> None:
    found = activated("no-such-rulewright", "lsp")
    assert found["shown"] == [f"Rulewright: there is no program `no-such-rulewright`. {WAY_OUT}"]
    assert found["logged"] == ["couldn't create connection to server"]


def test_a_server_that_ends_is_told_once_in_its_own_words() -> None:
    script = "import sys; sys.exit('rulewright: something is not installed')"
    (message,) = activated(sys.executable, "-c", script)["shown"]
    assert message.endswith(f"could not be started (rulewright: something is not installed). {WAY_OUT}")


def test_a_server_that_ends_without_a_word() -> None:
    (message,) = activated(sys.executable, "-c", "import sys; sys.exit(3)")["shown"]
    assert message.endswith(f"could not be started (it ended with 3). {WAY_OUT}")
