"""Files that save work the next time: where they lie, and how they are kept whole.

The folder is the user's own for such things: `$XDG_CACHE_HOME/rulewright` or what the system has in its
place. The environment variable RULEWRIGHT_CACHE names another one, or is `off`.

An entry is named after a hash of everything it was made from, and starts with a hash of what follows. One that
is cut off or overwritten counts as none. It is written under another name first, so that no process ever
sees a part of it. Whatever goes wrong with the disk is no error: the work is then done again.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from itertools import count
from pathlib import Path

VARIABLE = "RULEWRIGHT_CACHE"
OFF = "off"
MOST_BYTES = 256 << 20
"""Bytes in the folder; the entries that were not used for the longest time go first."""

_MAGIC = b"rulewright entry\n"
_HASH = 32
_NUMBERS = count()
"""Tell apart what the threads of this process write."""


class Cache:
    """A folder of entries."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def of_user(cls) -> Cache | None:
        """The user's own; None if it is switched off or there is no place for it."""
        wanted = os.environ.get(VARIABLE, "")
        if wanted.lower() == OFF:
            return None
        folder = Path(wanted) if wanted else _folder_of_user()
        if folder is None or not folder.is_absolute():
            return None
        with contextlib.suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return cls(folder)

    def read(self, key: str) -> bytes | None:
        """The content of an entry; None if there is no whole one."""
        path = self._path(key)
        try:
            data = path.read_bytes()
        except OSError:
            return None
        start = len(_MAGIC) + _HASH
        content = data[start:]
        if data[:start] != _MAGIC + hashlib.sha256(content).digest():
            return None
        with contextlib.suppress(OSError):
            os.utime(path)
        return content

    def write(self, key: str, content: bytes) -> None:
        """Keep an entry, if the disk lets us."""
        with contextlib.suppress(OSError):
            part = self.folder / f"{key}.{os.getpid()}-{next(_NUMBERS)}.part"
            try:
                with open(part, "xb", opener=_open_own) as file:
                    file.write(_MAGIC + hashlib.sha256(content).digest() + content)
                part.replace(self._path(key))
            except OSError:
                part.unlink(missing_ok=True)
                raise
            self._make_room()

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}.entry"

    def _make_room(self) -> None:
        """Remove what was not used for the longest time, down to the size that is allowed."""
        with os.scandir(self.folder) as all_files:
            files = [(entry.stat(), entry.path) for entry in all_files if entry.is_file()]
        room = MOST_BYTES
        for about, path in sorted(files, key=lambda file: file[0].st_mtime_ns, reverse=True):
            room -= about.st_size
            if room < 0:
                with contextlib.suppress(OSError):
                    Path(path).unlink()


def _open_own(path: str, flags: int) -> int:
    """Opens a file that only the user can read and write."""
    return os.open(path, flags, 0o600)


def _folder_of_user() -> Path | None:
    """Where the system wants such files."""
    try:
        match sys.platform:
            case "win32":
                home = os.environ.get("LOCALAPPDATA", "")
                return Path(home) / "rulewright" / "cache" if home else None
            case "darwin":
                return Path.home() / "Library" / "Caches" / "rulewright"
            case _:
                home = os.environ.get("XDG_CACHE_HOME", "")
                base = Path(home) if Path(home).is_absolute() else Path.home() / ".cache"
                return base / "rulewright"
    except RuntimeError:  # there is no home folder
        return None
