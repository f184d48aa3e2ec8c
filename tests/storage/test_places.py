from __future__ import annotations

from pathlib import Path
from traceback import format_exception

import pytest

from storage.places import Server, place_of

PLANTED = "Quillobar"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"postgresql://nardy:{PLANTED}@db.example:5433/games", "postgresql://nardy@db.example:5433/games"),
        (
            f"postgres://nardy:{PLANTED}@db.example/games?sslmode=require",
            "postgresql://nardy@db.example/games",
        ),
        (f"postgresql://db/games?user=nardy&password={PLANTED}", "postgresql://db/games"),
        ("postgresql://nardy@/games?host=/run/postgresql", "postgresql://nardy@/games"),
        (f"postgresql://nardy:{PLANTED}%40%2F@[::1]:5432/games", "postgresql://nardy@[::1]:5432/games"),
    ],
)
def test_a_server_is_shown_without_its_password(text: str, shown: str) -> None:
    """The text of an address leaves out the password and the options."""
    server = place_of(text)
    assert isinstance(server, Server)
    assert (server.url, str(server), f"{server}", repr(server)) == (text, shown, shown, f"Server({shown!r})")


@pytest.mark.parametrize(
    "text",
    [
        f"postgresql://nardy:{PLANTED}/@db/games",
        f"postgresql://nardy:{PLANTED}@x@db/games",
        f"postgresql://nardy:{PLANTED}#@db/games",
        f"postgresql://nardy:{PLANTED}@db",
        f"postgresql:nardy:{PLANTED}",
        f"postgres://nardy:{PLANTED} @db/games",
    ],
)
def test_a_malformed_address_is_refused_without_its_text(text: str) -> None:
    """A malformed address of a server is refused, and the error quotes none of it."""
    with pytest.raises(ValueError, match="The address of a PostgreSQL database is") as refused:
        place_of(text)
    assert PLANTED not in "".join(format_exception(refused.value))


@pytest.mark.parametrize(
    ("text", "without", "password"),
    [
        (f"postgresql://nardy:{PLANTED}@db:5433/games", "postgresql://nardy@db:5433/games", PLANTED),
        (f"postgres://n:{PLANTED}@/g?host=/run&a=b", "postgres://n@/g?host=/run&a=b", PLANTED),
        (f"postgresql://db/games?user=n&password={PLANTED}", "postgresql://db/games?user=n", PLANTED),
        ("postgresql://nardy:a%40b%2F%3A@db/games", "postgresql://nardy@db/games", "a@b/:"),
        ("postgresql://nardy@/games?host=/run", "postgresql://nardy@/games?host=/run", ""),
        ("postgresql://db/games", "postgresql://db/games", ""),
    ],
)
def test_a_password_is_split_from_an_address(text: str, without: str, password: str) -> None:
    """The address without its password names the same database, and the password is decoded."""
    assert Server(text).without_password() == (without, password)


@pytest.mark.parametrize("text", ["nardy.db", "/var/lib/nardy/nardy.db", "postgresql.db", "a/postgres/b.db"])
def test_anything_else_is_a_file(text: str) -> None:
    """A text that does not begin like an address is a path."""
    assert place_of(text) == Path(text)
