"""The Rust programs that tests run: built once for each process of pytest, then called without cargo."""

import json
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]

SAME_FEATURES = "rulewright-py"
"""The Makefile says why this package is always named beside the wanted one."""

CHECKED = tuple(
    word for check in ("debug-assertions", "overflow-checks") for word in ("--config", f"profile.release.{check}=true")
)
"""As in the Makefile: our own code stops where a number overflows or a `debug_assert!` does not hold."""


@cache
def example(package: str, name: str, *, is_checked: bool = False) -> Path:
    """One of the comparisons."""
    return _built(package, "--example", name, *(CHECKED if is_checked else ()))


@cache
def binary(package: str, name: str) -> Path:
    """One of the programs that measure."""
    return _built(package, "--bin", name)


def _built(package: str, *wanted: str) -> Path:
    command = ["cargo", "build", "--release", "--quiet", "--message-format=json-render-diagnostics"]
    command += ["--package", package, "--package", SAME_FEATURES, *wanted]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    [program] = filter(None, (json.loads(line).get("executable") for line in built.stdout.splitlines()))
    return Path(program)


def run(program: Path, *arguments: object, seconds: float | None = 900) -> subprocess.CompletedProcess[str]:
    """Runs one of them."""
    words = [str(program), *map(str, arguments)]
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=seconds, check=False)
