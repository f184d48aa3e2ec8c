"""Server faults: what is raised where a database server, or the way to it, fails."""

from __future__ import annotations

import asyncpg

UNREACHABLE = (
    OSError,
    TimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    # Where a connection ends in the very moment in which something is asked, the driver says that of itself.
    asyncpg.InternalClientError,
)
