"""Server faults: what is raised where a database server, or the way to it, fails."""

from __future__ import annotations

import ssl

import asyncpg

UNREACHABLE = (
    OSError,
    TimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    # Where a connection ends in the very moment in which something is asked, the driver says that of itself.
    asyncpg.InternalClientError,
)

_AWAY = (
    asyncpg.CannotConnectNowError,  # "the database system is starting up"
    asyncpg.TooManyConnectionsError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.PostgresConnectionError,  # the connection ended before the server answered
)
_REFUSALS = ("rejected SSL upgrade", "error response during SSL exchange")
"""The driver raises a plain ConnectionError both for these and for a connection that was cut."""


def is_away(error: BaseException) -> bool:
    """Return True if a later attempt may succeed: the server is not there yet, or its name is unknown yet.

    A wrong password, user, database or certificate needs the host, so it is not such an error.
    """
    if isinstance(error, OSError):
        is_refused = any(words in str(error) for words in _REFUSALS)
        return not is_refused and not isinstance(error, ssl.SSLError | PermissionError)
    return isinstance(error, _AWAY)
