"""PostgreSQL: a database on a server: its engines, transactions, copies and errors."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import shutil
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import asyncpg
from sqlalchemy import event, text
from sqlalchemy.engine import Connection, Engine, ExceptionContext
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from storage import migrate
from storage.errors import NoCopy, UnreachableDatabase, UnusableDatabase
from storage.places import Server
from storage.postgresql_locks import UNREACHABLE, ServerHold, ServerLocks, is_temporary
from storage.postgresql_signals import ServerSignals

logger = logging.getLogger(__name__)

READERS = 8
STATEMENTS = 500
"""Prepared statements cached for each connection; there are fewer distinct statements than this."""
CONNECTING_SECONDS = 10
BUSY_SECONDS = 10.0
"""The longest wait of a writing transaction for its turn; then it fails."""
IDLE_SECONDS = 8.0
"""After this time without a statement within a transaction the server ends the transaction.

It is shorter than `BUSY_SECONDS`, so that other writers outlast a frozen one.
"""

_WRITING = 0x6E61726479_01
"""Key of the advisory lock of writers: "nardy" in ASCII and the number of the lock."""
_OURS = frozenset({"alembic_version", "games", "events"})
_COLUMNS = """
SELECT c.relname, a.attname FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
WHERE c.relkind IN ('r', 'p') AND c.relnamespace = current_schema()::regnamespace
AND a.attnum > 0 AND NOT a.attisdropped
"""
"""Selects all columns, as pairs of table and column name."""
_INDEXES = "SELECT indexname FROM pg_indexes WHERE schemaname = current_schema()"
"""Selects the names of all indexes."""
_FOREIGN_KEYS = """
SELECT conrelid::regclass::text, quote_ident(a.attname), confrelid::regclass::text, quote_ident(b.attname)
FROM pg_constraint
JOIN pg_attribute AS a ON a.attrelid = conrelid AND a.attnum = conkey[1]
JOIN pg_attribute AS b ON b.attrelid = confrelid AND b.attnum = confkey[1]
WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
ORDER BY 1, 2
"""
"""Selects all foreign keys; each has one column."""
_SEQUENCES = text("""
SELECT a.attrelid::regclass::text, d.objid::regclass::text
FROM pg_depend AS d
JOIN pg_attribute AS a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
JOIN pg_class AS s ON s.oid = d.objid AND s.relkind = 'S' AND s.relnamespace = current_schema()::regnamespace
WHERE d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')
""")
"""Selects the tables with automatic keys and their sequences."""
_SET_NEXT = text("SELECT setval(CAST(CAST(:sequence AS text) AS regclass), CAST(:next AS bigint), false)")


class PostgreSQL:
    """A database on a PostgreSQL server."""

    def __init__(self, place: Server) -> None:
        self.place = place
        self.locks = ServerLocks(place, self.connect)
        self.signals = ServerSignals(self.connect)
        self._holds = ServerHold(place, self._reach)

    def engine(self, *, writes: bool) -> AsyncEngine:
        """Return an engine; see `Dialect.engine`.

        The writing engine has one connection, as for SQLite: more would only wait on the server instead of
        here. It uses "read committed", so that a statement after the lock sees what the previous writer
        committed. The reading engine uses "repeatable read", so that a transaction sees a snapshot.
        """
        options = (
            {"default_transaction_isolation": "read committed"}
            if writes
            else {
                "default_transaction_isolation": "repeatable read",
                "default_transaction_read_only": "on",
            }
        )
        made = self._engine(options, size=1 if writes else READERS)
        if writes:
            _take_turns(made.sync_engine)
        return made

    async def examine(self, *, thorough: bool = False) -> bool:  # noqa: ARG002 (the server checks its own files)
        """Return True if there is a Nardy database; see `Dialect.examine`."""
        async with self._connected() as connection:
            encoding = await connection.fetchval("SHOW server_encoding")
            if encoding != "UTF8":
                raise UnusableDatabase(
                    self.place, f"stores text as {encoding}; create it with the encoding UTF8."
                )
            tables = await connection.fetch(
                "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
            )
        names = {row["tablename"] for row in tables}
        if names and not names >= _OURS:
            raise UnusableDatabase(self.place, "is a database of another program.")
        return bool(names)

    async def is_newest(self) -> bool:
        """Return True if the database has the newest revision; see `Dialect.is_newest`."""
        async with self._connected() as connection:
            revision = await connection.fetchval("SELECT version_num FROM alembic_version")
            columns = {(row[0], row[1]) for row in await connection.fetch(_COLUMNS)}
            indexes = {row[0] for row in await connection.fetch(_INDEXES)}
        if not migrate.is_newest(revision, self.place):
            return False
        migrate.must_be_whole(self.place, columns, indexes)
        return True

    async def upgrade(self) -> None:
        """Migrate the database, if it is not up to date, and check it; see `Dialect.upgrade`.

        Processes that start at the same time take turns.
        """
        if await self._is_up_to_date():
            return
        # No limit: a migration may compute for longer than `IDLE_SECONDS` between two statements.
        made = self._engine({"idle_in_transaction_session_timeout": "0"}, size=1)
        _take_turns(made.sync_engine)
        try:
            async with made.begin() as connection:
                if done := await connection.run_sync(migrate.upgrade, self.place):
                    found = await connection.exec_driver_sql(_COLUMNS)
                    columns: set[tuple[str, str]] = {(row.relname, row.attname) for row in found}
                    indexes = set((await connection.exec_driver_sql(_INDEXES)).scalars())
                    migrate.must_be_whole(self.place, columns, indexes)
        except DBAPIError as error:
            raise _unusable(self.place, error) from error
        finally:
            await made.dispose()
        if done and done[0] is not None:
            logger.info(
                "migrated the database",
                extra={"database": self.place, "previous": done[0], "revision": done[1]},
            )

    async def must_be_copied_by(self) -> str:
        """Return the path of the `pg_dump` program that can copy the database.

        Raises:
            UnusableDatabase: the server cannot be reached.
            NoCopy: the program is missing or older than the server.
        """
        async with self._connected() as connection:
            version = connection.get_server_version().major
        return await find_pg_dump(self.place, version)

    async def copy(self, target: Path) -> None:
        """Copy the database with pg_dump; see `Dialect.copy`."""
        await dump(await self.must_be_copied_by(), self.place, target)

    async def dangling_rows(self) -> list[str]:
        """Return a line for each foreign key with rows that refer to missing ones: tables and number.

        The server prevents such rows, but a copy may have been restored with checks disabled.
        """
        found = []
        async with self._connected() as connection:
            for table, column, other, key in await connection.fetch(_FOREIGN_KEYS):
                n = await connection.fetchval(
                    f"SELECT count(*) FROM {table} AS a WHERE a.{column} IS NOT NULL"  # noqa: S608 (our own names, quoted by the server)
                    f" AND NOT EXISTS (SELECT FROM {other} AS b WHERE b.{key} = a.{column})"
                )
                if n:
                    found.append(f"Table {table}: rows that point to no row of {other}: {n}.")
        return found

    def hold(self) -> AbstractAsyncContextManager[None]:
        """Return a context in which this process uses the database exclusively; see `Dialect.hold`."""
        return self._holds.exclusive()

    def serve(self) -> AbstractAsyncContextManager[None]:
        """Migrate the database if needed, then serve it beside other processes until the context is left."""
        return self._holds.shared(self._is_up_to_date, self.upgrade)

    async def highest_keys(self, connection: AsyncConnection) -> dict[str, int]:
        """Return the highest automatic key ever used, for each table with automatic keys."""
        highest = {}
        for name, sequence in (await connection.execute(_SEQUENCES)).all():
            query = text(f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {sequence}")  # noqa: S608 (quoted by the server)
            highest[name] = (await connection.execute(query)).scalar_one()
        return highest

    async def set_highest_keys(self, connection: AsyncConnection, highest: dict[str, int]) -> None:
        """Continue each table's automatic keys after these highest ones."""
        for name, sequence in (await connection.execute(_SEQUENCES)).all():
            given = {"sequence": sequence, "next": highest[name] + 1}
            await connection.execute(_SET_NEXT, given)

    def as_stored(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return a row as it would be read back after writing it: its texts without NUL characters."""
        return _without_nul(row)

    async def wipe_deleted_rows(self, *, thorough: bool) -> bool:  # noqa: ARG002 (the server does it by itself)
        """Do nothing and return True: the server's `VACUUM` reuses the space of deleted rows."""
        return True

    async def try_to_write(self) -> None:
        """Create a table, write rows, and roll back; see `Dialect.try_to_write`."""
        connection = await self._reach({})
        try:
            attempt = connection.transaction()
            await attempt.start()
            await connection.execute("CREATE TABLE nardy_doctor (number integer)")
            await connection.execute("INSERT INTO nardy_doctor VALUES (1)")
            if await connection.fetchval("SELECT to_regclass('heartbeats') IS NOT NULL"):
                await connection.execute("INSERT INTO heartbeats (name, at) VALUES ('doctor', '1970')")
            await attempt.rollback()
        except UNREACHABLE as error:
            raise _unusable(self.place, error) from error
        finally:
            connection.terminate()

    async def keep_open(self) -> None:
        """Do nothing, because the server looks after its files."""

    def is_in_place(self) -> bool:
        """Return True, because the server looks after its files."""
        return True

    def fault(self, error: BaseException) -> UnusableDatabase | None:
        """Return the database error behind an exception; see `Dialect.fault`."""
        if isinstance(error, UnusableDatabase):
            return error
        if isinstance(error, DBAPIError | asyncpg.PostgresError | asyncpg.InterfaceError):
            return _unusable(self.place, error)
        return None

    async def close(self) -> None:
        """Close the connection of the locks; all others are closed with their engines."""
        await self.locks.close()

    async def _is_up_to_date(self) -> bool:
        return await self.examine() and await self.is_newest()

    async def _reach(self, options: dict[str, str]) -> asyncpg.Connection[Any]:
        """Open a connection.

        Raises:
            UnusableDatabase: none can be opened.
        """
        try:
            return await self.connect(options)
        except UNREACHABLE as error:
            raise _unusable(self.place, error) from error

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[asyncpg.Connection[Any]]:
        """Open a separate read-only connection for checks.

        Raises:
            UnusableDatabase: the server cannot be reached or does not answer.
        """
        try:
            connection = await self.connect({"default_transaction_read_only": "on"})
            try:
                yield connection
            finally:
                await connection.close(timeout=CONNECTING_SECONDS)
        except UnusableDatabase:
            raise
        except UNREACHABLE as error:
            raise _unusable(self.place, error) from error

    async def connect(self, options: dict[str, str]) -> asyncpg.Connection[Any]:
        """Open a connection with Nardy's server settings, which `options` extend or replace."""
        settings = {
            "application_name": "nardy",
            "lock_timeout": f"{1000 * BUSY_SECONDS:.0f}ms",
            "idle_in_transaction_session_timeout": f"{1000 * IDLE_SECONDS:.0f}ms",
            # A confirmed move must survive a crash, whatever the server's default is.
            "synchronous_commit": "on",
            "jit": "off",  # our statements are short; to compile one takes longer than to execute it
        }
        return await asyncpg.connect(
            self.place.url, timeout=CONNECTING_SECONDS, server_settings=settings | options
        )

    def _engine(self, options: dict[str, str], *, size: int) -> AsyncEngine:
        async def connect() -> asyncpg.Connection[Any]:
            try:
                return await self.connect(options)
            except UNREACHABLE as error:
                # Raised like any other database error, with a text that contains no password.
                raise OperationalError(f"connect to {self.place}", None, error) from error

        made = create_async_engine(
            "postgresql+asyncpg://",
            connect_args={"async_creator_fn": connect, "prepared_statement_cache_size": STATEMENTS},
            pool_size=size,
            max_overflow=0,
            pool_pre_ping=True,  # notices a restarted server before a statement fails
            hide_parameters=True,
        )
        event.listen(made.sync_engine, "handle_error", _hide_rows)
        event.listen(made.sync_engine, "before_cursor_execute", _leave_nul_out, retval=True)
        return made


def _take_turns(made: Engine) -> None:
    """Make each transaction of an engine wait at its beginning until no other process is writing."""

    @event.listens_for(made, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_WRITING})")


def _leave_nul_out(
    _connection: Connection,
    _cursor: object,
    statement: str,
    parameters: Any,  # noqa: ANN401 (SQLAlchemy's signature)
    _context: object,
    is_many: bool,
) -> tuple[str, Any]:
    """Remove NUL characters from text parameters, because the server rejects them."""
    if is_many:
        return statement, [_without_nul(each) for each in parameters]
    return statement, _without_nul(parameters)


def _without_nul(row: tuple[Any, ...]) -> tuple[Any, ...]:
    if not any(isinstance(value, str) and "\0" in value for value in row):
        return row
    return tuple(value.replace("\0", "") if isinstance(value, str) else value for value in row)


def _hide_rows(context: ExceptionContext) -> None:
    """Remove from an error the row values that the server quotes: names and messages of people."""
    error: BaseException | None = context.original_exception
    while error is not None:
        if isinstance(error, asyncpg.PostgresError):
            error.detail = None
        if isinstance(error, asyncpg.DataError):
            error.args = ("the server cannot store a value",)
        error = error.__cause__


def _unusable(place: Server, error: BaseException) -> UnusableDatabase:
    """Return the database error for an error of the server or of the connection to it."""
    origin = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    cause = origin.__cause__ if isinstance(error, DBAPIError) and origin.__cause__ is not None else origin
    kind = UnreachableDatabase if is_temporary(cause) else UnusableDatabase
    return kind(place, f"cannot be used: {str(origin) or type(origin).__name__}.")


PROGRAM = "pg_dump"
_VERSION = re.compile(r"\(PostgreSQL\) (\d+)")


async def find_pg_dump(place: Server, server_version: int) -> str:
    """Return the path of `pg_dump` after checking that it can copy from the server.

    Args:
        server_version: the server's major version, such as 17.

    Raises:
        NoCopy: the program is not installed or older than the server.
    """
    program = shutil.which(PROGRAM)
    install = f"install PostgreSQL's client programs of version {server_version} or newer."
    if program is None:
        raise NoCopy(f"pg_dump, which copies {place}, is not installed: {install}")
    found = _VERSION.search(await _run_pg_dump(program, "--version"))
    version = int(found[1]) if found else 0
    if version < server_version:
        raise NoCopy(
            f"{program} is of version {version or 'unknown'} and cannot copy {place} "
            f"from a server of version {server_version}: {install}"
        )
    return program


async def dump(program: str, place: Server, target: Path) -> None:
    """Copy a database into a file for `pg_restore`; replace the target.

    Args:
        target: the file. It appears only when the copy is complete.

    Raises:
        NoCopy: pg_dump failed.
    """
    part = target.with_name(f"{target.name}.part")
    url, password = place.without_password()
    try:
        with _pg_dump_environment(password) as environment:
            options = ("--format=custom", "--no-password", f"--file={part}", f"--dbname={url}")
            await _run_pg_dump(program, *options, environment=environment)
        await asyncio.to_thread(part.replace, target)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _pg_dump_environment(password: str) -> Iterator[Mapping[str, str] | None]:
    """Yield the environment for `pg_dump`, with the password in a private file that exists only meanwhile.

    On the command line other users of the machine could read it.
    Without a password it is None: `pg_dump` then reads `~/.pgpass`, as the bot does.
    """
    if not password:
        yield None
        return
    known = {name: value for name, value in os.environ.items() if name != "PGPASSWORD"}
    with NamedTemporaryFile(
        "w", encoding="utf-8", prefix="nardy-"
    ) as file:  # temporary files are readable by their owner only
        escaped = password.replace("\\", "\\\\").replace(":", "\\:")
        file.write(f"*:*:*:*:{escaped}\n")
        file.flush()
        yield known | {"PGPASSFILE": file.name}


async def _run_pg_dump(program: str, *arguments: str, environment: Mapping[str, str] | None = None) -> str:
    """Run pg_dump to its end and return its standard output; kill it if this task is cancelled.

    Raises:
        NoCopy: it failed.
    """
    process = await asyncio.create_subprocess_exec(
        program, *arguments, env=environment, stdin=DEVNULL, stdout=PIPE, stderr=PIPE
    )
    try:
        out, err = await process.communicate()
    except asyncio.CancelledError:
        process.kill()
        await process.wait()
        raise
    if process.returncode:
        said = " ".join(err.decode(errors="replace").split())
        raise NoCopy(f"pg_dump made no copy: {said or f'it ended with {process.returncode}'}")
    return out.decode(errors="replace")
