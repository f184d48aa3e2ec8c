"""Errors: what can be wrong with a database."""

from __future__ import annotations

from pathlib import Path

from storage.places import Place


def copy_before(path: Path, revision: str) -> Path:
    """Return where the copy of a file is laid before the file is brought to a revision."""
    return path.with_name(f"{path.name}.before-{revision}")


class NewerDatabase(OSError):
    """It was last written by a newer version of the program, which this one would not understand."""

    def __init__(self, place: Place, revision: str) -> None:
        text = f"{place} was last used by a newer version of this program (revision {revision})"
        copy = copy_before(place, revision) if isinstance(place, Path) else None
        super().__init__(f"{text}; the copy from before is {copy}." if copy and copy.exists() else f"{text}.")


class UnusableDatabase(OSError):
    """It is damaged, no database of this program, or cannot be reached; its text says which, in a line."""

    def __init__(self, place: Place, fault: str) -> None:
        self.place = place
        self.fault = " ".join(fault.split())
        super().__init__(f"{place} {self.fault}")


class UnreachableDatabase(UnusableDatabase):
    """The server does not answer yet, or its name is unknown yet. A later attempt may succeed."""


class LostDatabase(UnusableDatabase):
    """The open file, or its log, is no longer at the database's place. What is written there is lost."""

    def __init__(self, place: Place) -> None:
        super().__init__(
            place,
            "was replaced or removed, or lost the log beside it, while the bot served it. "
            "The bot has ended. What players did since then may be lost.",
        )


class NoCopy(OSError):
    """No copy of a database was made; its text says why, in a sentence or two."""


class DatabaseInUse(OSError):
    """Another process has it, and one of the two must be alone with it."""

    def __init__(self, place: Place, pid: int | None) -> None:
        self.place = place
        self.pid = pid
        holder = "another process" if pid is None else f"process {pid}"
        wish = "only one Nardy can serve a file" if isinstance(place, Path) else "stop that first"
        super().__init__(f"{place} is in use by {holder}: {wish}.")


class MovedDatabase(OSError):
    """What stands in it was copied to another place, where the bot goes on."""

    def __init__(self, place: Place, moved_to: str) -> None:
        self.place = place
        self.moved_to = moved_to
        super().__init__(
            f"{place} was copied to {moved_to}, where its games go on. "
            "`nardy --again` serves it all the same, and forgets that it was copied."
        )


class LockLost(Exception):
    """What was done under a lock was ended: whether it is held still is not certain any more."""

    def __init__(self, key: tuple[str, int]) -> None:
        self.key = key
        super().__init__(f"the lock {key[0]} {key[1]} was lost")
