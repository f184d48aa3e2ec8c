"""Outages: errors that say that the disk or the database fails, and not the code."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator

from sqlalchemy.exc import DBAPIError

from storage.errors import UnusableDatabase

_DISK = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS})
_SQLITE = frozenset(
    {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}
)
_SERVER = frozenset({"25006", "53100", "53200", "53300", "57P01", "57P02", "57P03", "58030"})
"""Read-only, disk full, out of memory, too many connections, three ways of being shut, I/O error.

https://www.postgresql.org/docs/current/errcodes-appendix.html
"""
_CONNECTION = "08"
"""The class of errors of a connection."""


def outage(error: BaseException) -> str | None:
    """Return what fails where an error comes from the disk or the database; None for any other error.

    The text quotes no row and no statement.
    """
    for each in chain(error):
        if (reason := _reason(each)) is not None:
            return reason
    return None


def chain(error: BaseException) -> Iterator[BaseException]:
    """Return an error, what led to it, and the errors of a group, each once."""
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
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # without what extends it
        return str(error) if code in _SQLITE else None
    if isinstance(error, OSError) and error.errno in _DISK:
        return error.strerror
    if isinstance(error, DBAPIError) and (error.connection_invalidated or isinstance(error.orig, OSError)):
        return "the database server does not answer"
    state = getattr(error, "sqlstate", None)
    if isinstance(state, str) and (state in _SERVER or state.startswith(_CONNECTION)):
        return str(error).partition("\n")[0]
    return None
