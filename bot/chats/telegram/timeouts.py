"""Time-outs: the most seconds that requests to Telegram and their parts may take."""

from __future__ import annotations

import ssl
from functools import cache

import httpx
from telegram.request import HTTPXRequest

CONNECT = 5.0
POOL = 5.0
"""The wait for a free connection of the pool."""
WRITE = 5.0
UPLOAD = 15.0
"""The time to write a request with a file, instead of `WRITE`."""
READ = 20.0
TOAST = 10.0
"""The acknowledgement of a press as a whole. Telegram accepts none that comes much later."""
ANSWER = 60.0
"""An answer as a whole, including all its requests, because the person's next update waits for it."""
_CONNECTIONS = 64


def requests() -> HTTPXRequest:
    """Return the HTTP client for all requests except polls."""
    return HTTPXRequest(
        connection_pool_size=_CONNECTIONS,
        connect_timeout=CONNECT,
        pool_timeout=POOL,
        write_timeout=WRITE,
        media_write_timeout=UPLOAD,
        read_timeout=READ,
        httpx_kwargs={"verify": _certificates()},
    )


def polls() -> HTTPXRequest:
    """Return the HTTP client for polls, each of which passes its own read time-out."""
    return HTTPXRequest(
        connection_pool_size=1,
        connect_timeout=CONNECT,
        pool_timeout=POOL,
        write_timeout=WRITE,
        httpx_kwargs={"verify": _certificates()},
    )


@cache
def _certificates() -> ssl.SSLContext:
    """Return the trusted certificates, cached because loading them takes 30 ms of CPU time."""
    return httpx.create_ssl_context()
