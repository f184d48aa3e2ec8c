"""Places: where a database is: in a file, or on a PostgreSQL server."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_SERVER = re.compile(
    r"postgres(?:ql)?://(?:(?P<user>[^:/?#@\s]*)(?::[^:/?#@\s]*)?@)?(?P<where>[^/?#@\s]*)(?P<name>/[^/?#@\s]+)(?:\?\S*)?"
)


@dataclass(frozen=True, slots=True, repr=False)
class Server:
    """A database on a PostgreSQL server. What is shown of it holds neither its password nor its options.

    Args:
        url: its address, as `psql` takes it: `postgresql://USER:PASSWORD@HOST/NAME`.

    Raises:
        ValueError: it is no such address. What was given is not told: it may hold a password.
    """

    url: str

    def __post_init__(self) -> None:
        if not _SERVER.fullmatch(self.url):
            raise ValueError(
                "The address of a PostgreSQL database is postgresql://USER:PASSWORD@HOST:PORT/NAME, "
                "with %XX for signs such as / and @ in a password"
            )

    def __str__(self) -> str:
        match = _SERVER.fullmatch(self.url)
        user, where, name = match.group("user", "where", "name") if match else (None, "", "")
        return f"postgresql://{f'{user}@' if user else ''}{where}{name}"

    def __repr__(self) -> str:
        return f"Server({str(self)!r})"


Place = Path | Server
"""Where a database is."""


def place_of(text: str) -> Place:
    """Return the place that a text names: a path, or the address of a server.

    Raises:
        ValueError: it begins as the address of a server and is none.
    """
    return Server(text) if text.startswith(("postgresql:", "postgres:")) else Path(text)
