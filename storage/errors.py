"""Errors: the ways in which a database is unusable, and how driver errors are classified."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from storage.places import Place


def copy_before(path: Path, revision: str) -> Path:
    """Return where the copy of a database file goes before it is migrated to a revision."""
    return path.with_name(f"{path.name}.before-{revision}")


class NewerDatabase(OSError):
    """A database last written by a newer version of the program, which this version cannot read."""

    def __init__(self, place: Place, revision: str) -> None:
        text = f"{place} was last used by a newer version of this program (revision {revision})"
        copy = copy_before(place, revision) if isinstance(place, Path) else None
        super().__init__(
            f"{text}; a copy from before that is {copy}." if copy and copy.exists() else f"{text}."
        )


class UnusableDatabase(OSError):
    """A database that is damaged, of another program, or out of reach; the text says which."""

    def __init__(self, place: Place, fault: str) -> None:
        self.place = place
        self.fault = " ".join(fault.split())
        super().__init__(f"{place} {self.fault}")


class WrongPath(UnusableDatabase):
    """A path at which no database of this bot can be, such as that of a file of another program."""


class UnreachableDatabase(UnusableDatabase):
    """A server that does not answer, or whose name does not resolve. A retry may succeed."""


class LostDatabase(UnusableDatabase):
    """An open database whose file or log was moved or removed, so that further writes would be lost."""

    def __init__(self, place: Place) -> None:
        super().__init__(
            place,
            "was replaced or removed, or lost the log beside it, while the bot used it. "
            "The bot has stopped. What players did since then may be lost.",
        )


class NoCopy(OSError):
    """A failure to copy a database; the text says why."""


class DatabaseInUse(OSError):
    """A database that another process uses, while this or the other process needs it exclusively.

    Args:
        pid: the number of the other process, or None if unknown.
    """

    def __init__(self, place: Place, pid: int | None) -> None:
        self.place = place
        self.pid = pid
        holder = "another process" if pid is None else f"process {pid}"
        wish = "only one Nardy can serve a file" if isinstance(place, Path) else "stop that first"
        super().__init__(f"{place} is in use by {holder}: {wish}.")


class MovedDatabase(OSError):
    """A database that was copied to another place, where its games continue."""

    def __init__(self, place: Place, moved_to: str) -> None:
        self.place = place
        self.moved_to = moved_to
        super().__init__(
            f"{place} was copied to {moved_to}, where its games go on. "
            "`nardy --again` serves it all the same, and forgets that it was copied."
        )


class LockLost(Exception):
    """Cancellation of a task because the lock that it held may have been lost."""

    def __init__(self, key: tuple[str, int]) -> None:
        self.key = key
        super().__init__(f"the lock {key[0]} {key[1]} was lost")


_DISK_ERRORS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS})
_SQLITE = frozenset(
    {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}
)
_SERVER = frozenset({"25006", "53100", "53200", "53300", "57P01", "57P02", "57P03", "58030"})
"""PostgreSQL error codes of an outage.

Read-only, disk full, out of memory, too many connections, three forms of shutdown, I/O error:
https://www.postgresql.org/docs/current/errcodes-appendix.html
"""
_CONNECTION = "08"
"""The first two characters of PostgreSQL's error codes for connection failures."""


def outage(error: BaseException) -> str | None:
    """Return what is failing if an error, or one behind it, is an outage of the disk or the database.

    Return None for any other error.

    The text contains no row and no statement.
    """
    for each in chain(error):
        if (reason := _reason(each)) is not None:
            return reason
    return None


def chain(error: BaseException) -> Iterator[BaseException]:
    """Yield an error and all behind it, each once: causes, contexts, driver errors, members of groups."""
    left, seen = [error], set[int]()
    while left:
        each = left.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        yield each
        more = [each.__context__, each.__cause__]
        if isinstance(each, DBAPIError):
            more.append(each.orig)
        if isinstance(each, BaseExceptionGroup):
            more += reversed(each.exceptions)
        left += [one for one in more if one is not None]


def _reason(error: BaseException) -> str | None:
    if isinstance(error, UnusableDatabase):
        return str(error)
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the primary code, without the extended part
        return str(error) if code in _SQLITE else None
    if isinstance(error, OSError) and error.errno in _DISK_ERRORS:
        return error.strerror
    if isinstance(error, DBAPIError) and (error.connection_invalidated or isinstance(error.orig, OSError)):
        return "the database server does not answer"
    state = getattr(error, "sqlstate", None)
    if isinstance(state, str) and (state in _SERVER or state.startswith(_CONNECTION)):
        return str(error).partition("\n")[0]
    return None
