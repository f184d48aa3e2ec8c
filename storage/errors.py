"""Errors: what can be wrong with a database file."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class NewerDatabase(OSError):
    """The file was last written by a newer version of the program, which this one would not understand."""


class UnusableDatabase(OSError):
    """The file is damaged, or is no database of this program; its text says which, in one line."""

    def __init__(self, path: Path, fault: str) -> None:
        self.path = path
        self.fault = " ".join(fault.split())
        super().__init__(f"{path} {self.fault}")


class DatabaseInUse(OSError):
    """Another process serves the file."""

    def __init__(self, path: Path, pid: int | None) -> None:
        self.path = path
        self.pid = pid
        holder = "another process" if pid is None else f"process {pid}"
        super().__init__(f"{path} is in use by {holder}: only one Nardy can serve a database.")
