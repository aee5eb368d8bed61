"""`rulewright lsp` without what it needs, and at its end."""

import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.cli.main import main

COMMAND = [sys.executable, "-m", "rulewright", "lsp"]


def test_without_pygls_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.startswith("rulewright.lsp")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pygls.exceptions", None)
    monkeypatch.setitem(sys.modules, "pygls", None)
    assert main(["lsp"]) == 2
    told = capsys.readouterr().err
    assert "pip install 'rulewright[lsp]'" in told
    assert "Traceback" not in told


def test_it_ends_when_the_editor_goes_away(tmp_path: Path) -> None:
    ended = subprocess.run(COMMAND, input=b"", capture_output=True, timeout=120, cwd=tmp_path, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")
