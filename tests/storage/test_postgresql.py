"""Behaviour on PostgreSQL only; the other tests of this folder run on it too."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from traceback import format_exception

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import CheckConstraint, insert, inspect, select, text, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from storage import Database, KeyValues, postgresql, postgresql_locks
from storage.dialects import dialect_of
from storage.errors import DatabaseInUse, NewerDatabase, UnusableDatabase
from storage.places import Server
from storage.tables import Moment, key_values, metadata, players, questions
from tests import postgres
from tests.databases import new_place, opened
from tests.pace import HANG
from tests.storage.test_database import ANNA, NOW, PLANTED, number, write

pytestmark = postgres.needs_postgresql


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Server]:
    """A place without a database yet."""
    async with new_place("postgresql", tmp_path) as place:
        assert isinstance(place, Server)
        yield place


async def execute(place: Server, statement: str) -> list[asyncpg.Record]:
    """Execute a statement on a separate connection."""
    connection = await asyncpg.connect(place.url)
    try:
        return list(await connection.fetch(statement))
    finally:
        await connection.close()


async def cut_off(place: Server) -> None:
    """End all connections of the program, as a restart of the server does."""
    await execute(
        place,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND application_name LIKE 'nardy%'",
    )


def differences(connection: Connection) -> list[object]:
    """Return the differences between the database and the metadata."""
    context = MigrationContext.configure(connection, opts={"compare_server_default": True})
    return list(compare_metadata(context, metadata))


async def test_the_migrations_create_the_tables_of_the_metadata(database: Database) -> None:
    """The migrated schema equals the metadata."""
    async with database.read() as connection:
        assert await connection.run_sync(differences) == []


async def test_the_migrations_create_the_checks_of_the_metadata(database: Database) -> None:
    """The migrated schema has the check constraints of the metadata, and no others."""

    def found(connection: Connection) -> set[tuple[str, str | None]]:
        checks = inspect(connection).get_check_constraints
        return {(table, check["name"]) for table in metadata.tables for check in checks(table)}

    wanted = {
        (table.name, check.name)
        for table in metadata.tables.values()
        for check in table.constraints
        if isinstance(check, CheckConstraint) and not getattr(check, "_type_bound", False)
    }
    async with database.read() as connection:
        assert await connection.run_sync(found) == wanted


async def test_text_columns_sort_by_code_point(database: Database) -> None:
    """Every text column has the collation C, whatever the language of the server."""
    assert isinstance(database.place, Server)
    found = await execute(
        database.place,
        "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
        " AND data_type = 'text' AND collation_name = 'C'",
    )
    wanted = {
        (table.name, column.name)
        for table in metadata.tables.values()
        for column in table.columns
        if isinstance(column.type, Moment) or column.type.python_type is str
    }
    assert {tuple(row) for row in found} == wanted


async def test_keys_sort_by_code_point(database: Database) -> None:
    """Keys sort by code point, as on SQLite."""
    keys = ["Я", "a:", "a0", "Z", "я", "_", "a", "é"]
    kept = KeyValues(database)
    await kept.write_all("test", dict.fromkeys(keys, "text"))
    assert [key for key, _ in await kept.items("test")] == sorted(keys)


async def test_a_null_character_is_left_out(database: Database) -> None:
    """Null characters, which the server cannot store, are left out of texts and of keys."""
    kept = KeyValues(database)
    await kept.write("test", "k\0ey", "one\0two")
    assert [await kept.read("test", key) for key in ("key", "k\0ey")] == ["onetwo", "onetwo"]


async def test_the_error_for_a_refused_row_hides_its_values(database: Database) -> None:
    """If a check refuses a row, no error in the chain contains its values."""
    for wrong in ({"side": "x"}, {"auto_roll": None}):
        with pytest.raises(DBAPIError) as raised:
            async with database.write() as connection:
                await connection.execute(insert(players).values(ANNA | wrong | {"name": PLANTED}))
        assert PLANTED not in "".join(format_exception(raised.value))


async def test_lost_connections_are_replaced(database: Database) -> None:
    """Readers and writers notice nothing of a short outage of the server."""
    assert isinstance(database.place, Server)
    await write(database, "number", "1")
    assert await number(database) == "1"
    await cut_off(database.place)
    assert await number(database) == "1"
    async with database.write() as connection:
        await connection.execute(update(key_values).values(text="2"))
    assert await number(database) == "2"


async def test_a_disconnected_transaction_is_rolled_back(database: Database) -> None:
    """A writer that loses its connection gets an error, and nothing that it wrote is stored."""
    assert isinstance(database.place, Server)
    place = database.place

    async def broken_off() -> None:
        async with database.write() as connection:
            await connection.execute(insert(players).values(ANNA))
            await cut_off(place)
            await connection.execute(insert(players).values(ANNA))

    with pytest.raises(DBAPIError):
        await broken_off()
    async with database.read() as connection:
        assert (await connection.execute(select(players))).all() == []


async def test_an_unreachable_server_is_a_database_error(database: Database) -> None:
    """Without a connection, reading and writing fail as on a locked file."""
    assert isinstance(database.place, Server)
    await postgres.server().drop(database.place)
    for way in (database.read, database.write):
        with pytest.raises(DBAPIError):
            async with way():
                pass


async def test_the_server_ends_a_frozen_transaction(place: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server ends an idle transaction, so the next writer can continue."""
    monkeypatch.setattr(postgresql, "IDLE_SECONDS", 0.2)

    async def freeze(frozen: Database, other: Database) -> None:
        async with frozen.write() as connection:
            await connection.execute(insert(players).values(ANNA))
            async with asyncio.timeout(HANG):
                await write(other, "number", "1")
            await connection.execute(insert(players).values(ANNA))

    async with opened(place) as frozen, opened(place) as other:
        with pytest.raises(DBAPIError):
            await freeze(frozen, other)
        assert await number(frozen) == "1"


async def test_a_writer_times_out(place: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """A writer that waits too long for another one gets an error."""
    monkeypatch.setattr(postgresql, "BUSY_SECONDS", 0.1)
    async with opened(place) as one, opened(place) as other, one.write() as connection:
        await connection.execute(insert(players).values(ANNA))
        with pytest.raises(DBAPIError, match="lock timeout"):
            await write(other, "number", "1")


async def test_two_concurrent_first_starts_create_the_tables_once(place: Server) -> None:
    """Two processes that find no tables create them once."""
    await postgres.server().make(place)
    await asyncio.gather(*(dialect_of(place).upgrade() for _ in range(2)))
    assert await dialect_of(place).is_newest()


async def test_missing_tables_are_named(place: Server) -> None:
    """A start and an examination name what a database lacks that its revision requires."""
    await postgres.server().make(place)
    await dialect_of(place).upgrade()
    for statement in ("ALTER TABLE holidays DROP COLUMN zone", "DROP TABLE own_puzzles"):
        await execute(place, statement)
    for look in (dialect_of(place).is_newest, dialect_of(place).upgrade):
        with pytest.raises(UnusableDatabase, match=r"holidays\.zone, the table own_puzzles\."):
            await look()


async def test_a_database_of_a_newer_version_is_refused(database: Database) -> None:
    """An unknown revision is refused by name."""
    assert isinstance(database.place, Server)
    await execute(database.place, "UPDATE alembic_version SET version_num = '9998'")
    with pytest.raises(NewerDatabase, match="9998"):
        async with Database.open(database.place):
            pass


@pytest.mark.parametrize(
    ("made", "fault"),
    [
        (None, "does not exist"),
        ("", "is a database of another program"),
        ("ENCODING 'SQL_ASCII' LOCALE 'C'", "stores text as SQL_ASCII"),
    ],
)
async def test_an_unusable_database_is_refused(place: Server, made: str | None, fault: str) -> None:
    """A missing database, another program's, or one with another encoding is refused in one line."""
    if made is not None:
        name = str(place).rpartition("/")[2]
        await postgres.server().ask(f"CREATE DATABASE {name} TEMPLATE template0 {made}")
        await execute(place, "CREATE TABLE letters (text text)")
    with pytest.raises(UnusableDatabase, match=fault):
        async with Database.open(place):
            pass


async def test_no_error_contains_the_password(place: Server) -> None:
    """Whatever fails on the way to the server, the error does not contain the password."""
    for url in (
        place.url.replace("postgres@", f"postgres:{PLANTED}@"),
        f"postgresql://nardy:{PLANTED}@127.0.0.1:1/nardy",
        f"postgresql://nardy:{PLANTED}@/nardy?host=/nowhere",
    ):
        with pytest.raises(UnusableDatabase) as refused:
            async with Database.open(Server(url)):
                pass
        text_of_error = f"{''.join(format_exception(refused.value))} {refused.value!r}"
        assert PLANTED not in text_of_error


async def test_one_process_holds_a_database(database: Database) -> None:
    """A second holder is refused with the database's name; after a release, the next one succeeds."""
    for _ in range(2):
        async with dialect_of(database.place).hold():
            with pytest.raises(DatabaseInUse, match="is in use by another process"):
                async with dialect_of(database.place).hold():
                    pass


async def test_a_served_database_cannot_be_held(database: Database) -> None:
    """Several processes can serve a database; meanwhile it can be neither copied nor upgraded."""
    async with dialect_of(database.place).serve(), dialect_of(database.place).serve():
        with pytest.raises(DatabaseInUse, match="in use by another process: stop that first"):
            async with dialect_of(database.place).hold():
                pass
    async with dialect_of(database.place).hold():
        pass


async def test_a_start_waits_for_an_exclusive_holder(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A start waits for a copy or an upgrade to end, and times out if that takes too long."""
    async with dialect_of(database.place).hold():
        monkeypatch.setattr(postgresql_locks, "UPGRADING_SECONDS", 0.0)
        with pytest.raises(DatabaseInUse):
            await begin_to_serve(database)
        monkeypatch.setattr(postgresql_locks, "UPGRADING_SECONDS", HANG)
        beginning = asyncio.create_task(begin_to_serve(database))
        await asyncio.sleep(0)
    await beginning


async def begin_to_serve(database: Database) -> None:
    """Begin to serve a database, and end."""
    async with dialect_of(database.place).serve():
        pass


async def test_a_served_database_is_not_upgraded(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """A newer version does not start while an older one serves, because it would change the tables."""
    monkeypatch.setattr(postgresql_locks, "UPGRADING_SECONDS", 0.0)
    async with dialect_of(database.place).serve():
        async with database.write() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = '0017'"))
        with pytest.raises(DatabaseInUse):
            await begin_to_serve(database)
    async with database.read() as connection:
        kept = await connection.execute(text("SELECT version_num FROM alembic_version"))
        assert kept.scalar_one() == "0017"


async def test_concurrent_first_starts_create_the_tables_once_and_serve(place: Server) -> None:
    """One of several first starts creates the tables, and all serve them."""
    await postgres.server().make(place)

    async def start() -> None:
        async with dialect_of(place).serve():
            pass

    await asyncio.gather(*(start() for _ in range(4)))
    assert await dialect_of(place).is_newest()


async def test_a_lost_lock_is_taken_again(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """A serving process whose connection was lost takes its lock again."""
    assert isinstance(database.place, Server)
    monkeypatch.setattr(postgresql_locks, "HOLD_RETRY_SECONDS", 0.01)
    locks = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND database ="
    locks += " (SELECT oid FROM pg_database WHERE datname = current_database())"
    async with dialect_of(database.place).hold():
        before = await execute(database.place, locks)
        await cut_off(database.place)
        async with asyncio.timeout(HANG):
            while (after := await execute(database.place, locks)) in ([], before):  # noqa: ASYNC110 (a server sends no event)
                await asyncio.sleep(0.01)
    assert len(before) == len(after) == 1


async def test_dangling_rows_are_found(database: Database) -> None:
    """Dangling rows, written with the server's checks switched off, are reported by table."""
    assert await database.dialect.dangling_rows() == []
    async with database.write() as connection:
        await connection.execute(text("SET LOCAL session_replication_role = 'replica'"))
        question = {"id": "k7f", "player": 99, "lines": "", "expires": NOW}
        await connection.execute(insert(questions).values(question))
    assert await database.dialect.dangling_rows() == [
        "Table questions: rows that point to no row of players: 1."
    ]
