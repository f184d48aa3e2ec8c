"""Places: where a database is, either in a file or on a PostgreSQL server."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn
from urllib.parse import unquote

_SERVER = re.compile(
    r"postgres(?:ql)?://(?:(?P<user>[^:/?#@\s]*)(?::(?P<password>[^:/?#@\s]*))?@)?(?P<where>[^/?#@\s]*)(?P<name>/[^/?#@\s]+)(?:\?\S*)?"
)
_SCHEME = re.compile(r"(?P<scheme>(?:sqlite|file)(?=:)|[A-Za-z][A-Za-z0-9+.-]*(?=://))", re.IGNORECASE)


@dataclass(frozen=True, slots=True, repr=False)
class Server:
    """A database on a PostgreSQL server. Its text form omits the password and the options.

    Args:
        url: the address in the form of `psql`: `postgresql://USER:PASSWORD@HOST/NAME`.

    Raises:
        ValueError: the address is malformed. The error does not quote it, because it may hold a password.
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

    def without_password(self) -> tuple[str, str]:
        """Return the address without its password, and the password or ""."""
        address, _, query = self.url.partition("?")
        match = _SERVER.fullmatch(self.url)
        # libpq also accepts the password as an option, `?password=…`.
        given = (match.group("password") if match else None) or ""
        if given:
            address = address.replace(f":{given}@", "@", 1)
        options = [(name, each) for each in query.split("&") for name in (each.partition("=")[0],)]
        named = [each.partition("=")[2] for name, each in options if name == "password"]
        kept = "&".join(each for name, each in options if name != "password")
        password = given or (named[-1] if named else "")
        return f"{address}?{kept}" if kept else address, unquote(password)


Place = Path | Server
"""Location of a database: the path of a SQLite file or the address of a server."""


def place_of(text: str) -> Place:
    """Return the place that a text names: the path of a file or the address of a server.

    Raises:
        ValueError: it is malformed, or would make a new file by mistake. The error quotes no address of a
            server, which may hold a password.
    """
    if text.startswith(("postgresql:", "postgres:")):
        return Server(text)
    if (scheme := _SCHEME.match(text)) is not None:
        return _refuse_address(scheme["scheme"].lower(), text)
    if text in ("", ":memory:"):
        raise ValueError("Write the path of a file, such as nardy.db, which keeps the games")
    if text.startswith("~"):
        raise ValueError("The sign ~ is not replaced here: write the whole path, such as /home/anna/nardy.db")
    return Path(text)


def _refuse_address(scheme: str, text: str) -> NoReturn:
    """Refuse an address of a database that is written in the form of another program.

    Raises:
        ValueError: always; the error says what to write.
    """
    if scheme.startswith("sqlite") or scheme == "file":
        # Three slashes lead to a relative path and four to an absolute one.
        path = text.partition(":")[2].removeprefix("//").removeprefix("/") if scheme != "file" else ""
        raise ValueError(f"A file is named by its path alone: write {path or 'nardy.db'}")
    if scheme.startswith("postgres"):
        raise ValueError(f"The address of a PostgreSQL database begins with postgresql://, not {scheme}://")
    raise ValueError(
        f"Nardy keeps no games on {scheme}: write the path of a file such as nardy.db, or "
        "postgresql://USER:PASSWORD@HOST:PORT/NAME"
    )
