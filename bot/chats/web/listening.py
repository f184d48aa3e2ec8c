"""Listening: says why a server cannot listen on its addresses, and which settings name them."""

from __future__ import annotations

import errno
import os
import socket

_REASONS = {
    errno.EADDRINUSE: "another program uses that port (is Nardy running already?)",
    errno.EADDRNOTAVAIL: "this machine has no such address",
    errno.EACCES: "this user may not use that port; ports from 1024 are free for all users",
}


class CannotListen(OSError):
    """A server that cannot listen. The text says where, why, and which settings to change.

    Args:
        where: the addresses and the port.
        error: the error of the system.
        settings: the names of the settings that say where.
    """

    def __init__(self, where: str, error: OSError, settings: str) -> None:
        super().__init__(f"Nothing can listen on {where}: {reason_of(error)}. Change {settings}.")


def reason_of(error: OSError) -> str:
    """Return why the system does not let a server listen."""
    if isinstance(error, socket.gaierror):
        return "no address is known for that name"
    return _REASONS.get(error.errno or 0) or os.strerror(error.errno or 0)
