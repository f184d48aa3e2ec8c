"""What is so on PostgreSQL alone; the other tests of this folder run on it too."""

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
    """Where there is no database yet."""
    async with new_place("postgresql", tmp_path) as place:
        assert isinstance(place, Server)
        yield place


async def asked(place: Server, statement: str) -> list[asyncpg.Record]:
    """Carry out a statement beside the program."""
    connection = await asyncpg.connect(place.url)
    try:
        return list(await connection.fetch(statement))
    finally:
        await connection.close()


async def cut_off(place: Server) -> None:
    """End all connections of the program, as a server does that is started anew."""
    await asked(
        place,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND application_name LIKE 'nardy%'",
    )


def differences(connection: Connection) -> list[object]:
    """In what the schema that is there differs from the metadata."""
    context = MigrationContext.configure(connection, opts={"compare_server_default": True})
    return list(compare_metadata(context, metadata))


async def test_the_migrations_make_what_the_tables_say(database: Database) -> None:
    """The migrated schema differs from the metadata in nothing."""
    async with database.read() as connection:
        assert await connection.run_sync(differences) == []


async def test_the_migrations_make_as_many_checks_as_the_tables_have(database: Database) -> None:
    """Every check constraint of the metadata stands in the migrated schema, and no other."""

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


async def test_all_text_is_compared_sign_by_sign(database: Database) -> None:
    """Each column of text has the order of its signs' numbers, whatever the language of the server."""
    assert isinstance(database.place, Server)
    found = await asked(
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


async def test_keys_come_in_the_order_of_their_signs(database: Database) -> None:
    """Capitals, signs and letters of other languages stand where their numbers are, as on SQLite."""
    keys = ["Я", "a:", "a0", "Z", "я", "_", "a", "é"]
    kept = KeyValues(database)
    await kept.write_all("test", dict.fromkeys(keys, "text"))
    assert [key for key, _ in await kept.items("test")] == sorted(keys)


async def test_a_sign_of_number_0_is_left_out(database: Database) -> None:
    """Text with a sign that the server keeps nowhere is kept without it, and found by either."""
    kept = KeyValues(database)
    await kept.write("test", "k\0ey", "one\0two")
    assert [await kept.read("test", key) for key in ("key", "k\0ey")] == ["onetwo", "onetwo"]


async def test_what_the_server_tells_of_a_refused_row_is_not_told_on(database: Database) -> None:
    """Where a check refuses a row, no error in the chain holds what stands in it."""
    for wrong in ({"side": "x"}, {"auto_roll": None}):
        with pytest.raises(DBAPIError) as raised:
            async with database.write() as connection:
                await connection.execute(insert(players).values(ANNA | wrong | {"name": PLANTED}))
        assert PLANTED not in "".join(format_exception(raised.value))


async def test_connections_that_were_cut_off_are_made_anew(database: Database) -> None:
    """After the server was away for a moment, who reads and who writes notices nothing."""
    assert isinstance(database.place, Server)
    await write(database, "number", "1")
    assert await number(database) == "1"
    await cut_off(database.place)
    assert await number(database) == "1"
    async with database.write() as connection:
        await connection.execute(update(key_values).values(text="2"))
    assert await number(database) == "2"


async def test_a_transaction_that_is_cut_off_leaves_nothing(database: Database) -> None:
    """A writer who loses his connection half way is told, and nothing he wrote is there."""
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


async def test_a_server_that_is_away_is_an_error_of_the_database(database: Database) -> None:
    """Where no connection can be made any more, reading and writing fail as on a locked file."""
    assert isinstance(database.place, Server)
    await postgres.server().drop(database.place)
    for way in (database.read, database.write):
        with pytest.raises(DBAPIError):
            async with way():
                pass


async def test_a_frozen_writer_holds_up_the_others_for_a_while(
    place: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server ends a transaction in which nothing is done, so that the next writer has his turn."""
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


async def test_a_writer_does_not_wait_for_ever(place: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits too long for another writer is told so."""
    monkeypatch.setattr(postgresql, "BUSY_SECONDS", 0.1)
    async with opened(place) as one, opened(place) as other, one.write() as connection:
        await connection.execute(insert(players).values(ANNA))
        with pytest.raises(DBAPIError, match="lock timeout"):
            await write(other, "number", "1")


async def test_two_first_starts_at_once_make_one_database(place: Server) -> None:
    """Two processes that find no table make them once."""
    await postgres.server().make(place)
    await asyncio.gather(*(dialect_of(place).upgrade() for _ in range(2)))
    assert await dialect_of(place).is_newest()


async def test_a_database_that_lacks_tables_is_refused_by_their_names(place: Server) -> None:
    """What a database lacks although its revision has it is named at the start and by a look."""
    await postgres.server().make(place)
    await dialect_of(place).upgrade()
    for statement in ("ALTER TABLE holidays DROP COLUMN zone", "DROP TABLE own_puzzles"):
        await asked(place, statement)
    for look in (dialect_of(place).is_newest, dialect_of(place).upgrade):
        with pytest.raises(UnusableDatabase, match=r"holidays\.zone, the table own_puzzles\."):
            await look()


async def test_a_database_of_a_newer_version_is_refused(database: Database) -> None:
    """An unknown revision is refused by name."""
    assert isinstance(database.place, Server)
    await asked(database.place, "UPDATE alembic_version SET version_num = '9998'")
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
async def test_what_is_no_database_of_ours_is_refused(place: Server, made: str | None, fault: str) -> None:
    """A database that is not there, another program's, or of another encoding is refused in a line."""
    if made is not None:
        name = str(place).rpartition("/")[2]
        await postgres.server().ask(f"CREATE DATABASE {name} TEMPLATE template0 {made}")
        await asked(place, "CREATE TABLE letters (text text)")
    with pytest.raises(UnusableDatabase, match=fault):
        async with Database.open(place):
            pass


async def test_no_error_tells_the_password(place: Server) -> None:
    """Whatever is wrong on the way to the server, the password stands in no error and no log."""
    for url in (
        place.url.replace("postgres@", f"postgres:{PLANTED}@"),
        f"postgresql://nardy:{PLANTED}@127.0.0.1:1/nardy",
        f"postgresql://nardy:{PLANTED}@/nardy?host=/nowhere",
    ):
        with pytest.raises(UnusableDatabase) as refused:
            async with Database.open(Server(url)):
                pass
        told = f"{''.join(format_exception(refused.value))} {refused.value!r}"
        assert PLANTED not in told


async def test_one_process_at_a_time_holds_a_database(database: Database) -> None:
    """Who comes second is refused by the database's name; who comes after the first has it."""
    for _ in range(2):
        async with dialect_of(database.place).hold():
            with pytest.raises(DatabaseInUse, match="is in use by another process"):
                async with dialect_of(database.place).hold():
                    pass


async def test_several_processes_serve_a_database_and_nobody_is_alone_with_it(database: Database) -> None:
    """While it is served others may serve it too, and it is neither copied nor brought up to date."""
    async with dialect_of(database.place).serve(), dialect_of(database.place).serve():
        with pytest.raises(DatabaseInUse, match="in use by another process: stop that first"):
            async with dialect_of(database.place).hold():
                pass
    async with dialect_of(database.place).hold():
        pass


async def test_who_begins_to_serve_waits_for_one_that_is_alone(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A start beside a copy, or an upgrade, goes on after it, and ends in a word if that takes long."""
    async with dialect_of(database.place).hold():
        monkeypatch.setattr(postgresql_locks, "UPGRADING_SECONDS", 0.0)
        with pytest.raises(DatabaseInUse):
            await began(database)
        monkeypatch.setattr(postgresql_locks, "UPGRADING_SECONDS", HANG)
        beginning = asyncio.create_task(began(database))
        await asyncio.sleep(0)
    await beginning


async def began(database: Database) -> None:
    """Begin to serve a database, and end."""
    async with dialect_of(database.place).serve():
        pass


async def test_what_others_serve_is_not_brought_up_to_date(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A newer version does not start while an older one serves: it would change the tables under it."""
    monkeypatch.setattr(postgresql_locks, "UPGRADING_SECONDS", 0.0)
    async with dialect_of(database.place).serve():
        async with database.write() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = '0017'"))
        with pytest.raises(DatabaseInUse):
            await began(database)
    async with database.read() as connection:
        kept = await connection.execute(text("SELECT version_num FROM alembic_version"))
        assert kept.scalar_one() == "0017"


async def test_those_who_start_first_at_once_make_one_database(place: Server) -> None:
    """Of several first starts one makes the tables, and all serve them."""
    await postgres.server().make(place)

    async def start() -> None:
        async with dialect_of(place).serve():
            pass

    await asyncio.gather(*(start() for _ in range(4)))
    assert await dialect_of(place).is_newest()


async def test_a_lock_that_was_lost_is_taken_again(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After its connection was cut off the process that serves has the lock again."""
    assert isinstance(database.place, Server)
    monkeypatch.setattr(postgresql_locks, "HOLD_RETRY_SECONDS", 0.01)
    locks = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND database ="
    locks += " (SELECT oid FROM pg_database WHERE datname = current_database())"
    async with dialect_of(database.place).hold():
        before = await asked(database.place, locks)
        await cut_off(database.place)
        async with asyncio.timeout(HANG):
            while (after := await asked(database.place, locks)) in ([], before):  # noqa: ASYNC110 (a server tells nobody)
                await asyncio.sleep(0.01)
    assert len(before) == len(after) == 1


async def test_rows_that_point_to_nothing_are_found(database: Database) -> None:
    """What was read in with the server's checks switched off is told, table by table."""
    assert await database.dialect.dangling_rows() == []
    async with database.write() as connection:
        await connection.execute(text("SET LOCAL session_replication_role = 'replica'"))
        question = {"id": "k7f", "player": 99, "lines": "", "expires": NOW}
        await connection.execute(insert(questions).values(question))
    assert await database.dialect.dangling_rows() == [
        "Table questions: rows that point to no row of players: 1."
    ]
