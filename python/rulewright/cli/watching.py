"""Waiting until an author saves a rule file."""

import time
from collections.abc import Iterable
from pathlib import Path

INTERVAL = 0.3
"""Seconds between two looks."""

Stamps = dict[Path, tuple[int, int]]


def stamps_of(folders: Iterable[Path]) -> Stamps:
    """When each rule file was last changed, and its size."""
    found: Stamps = {}
    for folder in folders:
        for file in [folder] if folder.is_file() else folder.rglob("*.rules"):
            try:
                status = file.stat()
            except OSError:
                continue  # editors take a file away for a moment while they save it
            found[file] = (status.st_mtime_ns, status.st_size)
    return found


def wait_for_change(folders: Iterable[Path], before: Stamps) -> Stamps:
    """Returns when a rule file is new, gone or changed."""
    watched = list(folders)
    while (now := stamps_of(watched)) == before:
        time.sleep(INTERVAL)
    return now
