"""Reading and writing the files that hold records of games."""

import json
from pathlib import Path

from rulewright import api
from rulewright.cli.command import UsageError

MOST_BYTES = 64 * 1024 * 1024
"""No game is so long; a larger file is something else."""


def read_record(path: Path) -> api.Record:
    """The record in a file.

    Raises:
        UsageError: there is no such file, or it is not text.
        InvalidRecord: it does not hold a record.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise UsageError(f"`{path}` is far too large for a record")
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise UsageError(f"`{path}` is not a record: it is not text") from None
    try:
        return api.Record.from_dict(json.loads(text))
    except (json.JSONDecodeError, RecursionError) as error:
        raise UsageError(f"`{path}` is not a record: it is not JSON ({error})") from None


def write_record(state: api.State, path: Path) -> None:
    """Write the game so far into a file."""
    path.write_text(json.dumps(state.to_record().to_dict(), indent=2) + "\n", encoding="utf-8")
