"""Opened file: a connection to a SQLite file that stays open, and whether the file is still in its place."""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path

_ENDINGS = ("", "-wal", "-shm")
"""The database, its log, and the log's index: SQLite opens them once, and then trusts that they stay."""
_ATTEMPTS = 5


class OpenedFile:
    """One open connection to a database file that uses a log.

    It has read, so SQLite holds a shared lock for it. While it is open no other connection that closes is the
    last one, so SQLite neither deletes nor remakes the log: whatever else removes it is a loss.

    Args:
        path: the file.

    Raises:
        sqlite3.Error: it cannot be opened or read.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        for _ in range(_ATTEMPTS):  # until nobody replaced the file in the midst of opening
            before = self._identities()[0]
            self._connection = sqlite3.connect(
                f"{Path(os.path.realpath(path)).as_uri()}?mode=rw", uri=True, check_same_thread=False
            )
            try:
                self._connection.execute("PRAGMA query_only = ON")
                self._connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
                self._found = self._identities()
            except BaseException:
                self._connection.close()
                raise
            if before == self._found[0]:
                return
            self._connection.close()
        raise sqlite3.OperationalError("the file is replaced again and again")

    def is_in_place(self) -> bool:
        """Return True if the names of the file and its log still lead to what this connection opened."""
        try:
            return self._identities() == self._found
        except OSError:  # the folder may not be looked into, which says nothing about the file
            return True

    def close(self) -> None:
        """Close the connection. The last one to close writes the log into the file and deletes it."""
        self._connection.close()

    def _identities(self) -> list[tuple[int, int] | None]:
        """Return device and inode of each of the files; None for one that is not there."""
        real = os.path.realpath(self._path)
        found: list[tuple[int, int] | None] = []
        for ending in _ENDINGS:
            found.append(None)
            with suppress(FileNotFoundError, NotADirectoryError):
                status = os.stat(f"{real}{ending}")  # noqa: PTH116 (no file is opened, whatever its name)
                found[-1] = status.st_dev, status.st_ino
        return found
