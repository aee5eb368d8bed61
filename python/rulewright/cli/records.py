"""Reading and writing the files that hold records of games."""

import json
from pathlib import Path

from rulewright.cli.command import UsageError
from rulewright.vm import InvalidRecord, Record, State

MOST_BYTES = 64 * 1024 * 1024
"""No game is so long; a larger file is something else."""


def read_record(path: Path) -> Record:
    """The record in a file.

    Raises:
        UsageError: the file holds no record.
        OSError: the file can't be read.
    """
    if path.stat().st_size > MOST_BYTES:
        raise UsageError(f"`{path}` is far too large for a record")
    try:
        return Record.from_dict(json.loads(path.read_bytes()))
    # Beside broken JSON, `ValueError` is text in no known encoding or a number of thousands of digits.
    except (ValueError, RecursionError) as error:
        raise UsageError(f"`{path}` is not a record: it is not JSON ({error})") from None
    except InvalidRecord as error:
        raise UsageError(f"`{path}` is not a record: {error}") from None


def write_record(state: State, path: Path) -> None:
    """Write the game so far into a file."""
    path.write_text(json.dumps(state.to_record().to_dict(), indent=2) + "\n", encoding="utf-8")
