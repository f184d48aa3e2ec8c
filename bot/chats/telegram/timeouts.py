"""Time-outs: how long a request to Telegram may take, and each of its parts."""

from __future__ import annotations

import ssl
from functools import cache

import httpx
from telegram.request import HTTPXRequest

CONNECT = 5.0
POOL = 5.0
"""For a connection of the pool to be free."""
WRITE = 5.0
UPLOAD = 15.0
"""The same for what has a file in it."""
READ = 20.0
TOAST = 10.0
"""For the whole answer to a press. Telegram takes none that comes much later."""
ANSWER = 60.0
"""For a whole message that answers, however many requests it takes: what the same person does next waits."""
_CONNECTIONS = 64


def requests() -> HTTPXRequest:
    """Return what makes all requests but the polls, none of which takes longer than the sum of its parts."""
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
    """Return what makes the polls, which say for themselves how long they wait for an answer."""
    return HTTPXRequest(
        connection_pool_size=1,
        connect_timeout=CONNECT,
        pool_timeout=POOL,
        write_timeout=WRITE,
        httpx_kwargs={"verify": _certificates()},
    )


@cache
def _certificates() -> ssl.SSLContext:
    """Return the certificates to trust, read once: each reading takes 30 ms of CPU time."""
    return httpx.create_ssl_context()
