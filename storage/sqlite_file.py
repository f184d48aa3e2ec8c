"""SQLite file: lock, examine and copy a database file on disk, even while it is in use."""

from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
import stat
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from storage.errors import DatabaseInUse, UnusableDatabase, WrongPath

BUSY_SECONDS = 10
"""The longest wait for a lock on the file that another connection holds."""

LARGEST_REWRITTEN = 256 * 2**20
"""The largest file that is rewritten (`VACUUM`) while in use; it blocks writers for about two seconds."""
_BUSY_WIPING = 2.0

_OURS = frozenset({"alembic_version", "games", "events"})
"""Tables that every Nardy database has had since its first revision."""

COLUMNS = """
SELECT sqlite_master.name, columns.name
FROM sqlite_master JOIN pragma_table_info(sqlite_master.name) AS columns WHERE sqlite_master.type = 'table'
"""
"""Selects all columns, as pairs of table and column name."""
INDEXES = "SELECT name FROM sqlite_master WHERE type = 'index'"
"""Selects the names of all indexes."""


class Schema(NamedTuple):
    """The schema of a database.

    Args:
        columns: the columns, as pairs of table and column name.
    """

    revision: str | None
    columns: set[tuple[str, str]]
    indexes: set[str]


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database, perhaps in use, without changing its file or leaving new files beside it.

    Raises:
        sqlite3.Error: on reading, if the file is damaged or no database.
    """
    real = path.resolve()
    with TemporaryDirectory() as folder:
        if _size(_beside(real, "-journal")):  # read-only: a writable connection would roll the journal back
            options = "mode=ro&immutable=1"
        elif not _size(_beside(real, "-wal")):  # SQLite may create a log; closing removes it
            options = "mode=rw"
        else:
            options = "mode=ro"  # a writable connection would move the write-ahead log into the database file
            if not _beside(
                real, "-shm"
            ).exists():  # SQLite would create the index and leave it, so read a copy
                copied = Path(folder, "copy")
                for end in ("", "-wal"):
                    shutil.copyfile(_beside(real, end), _beside(copied, end))
                real = copied
        with closing(
            sqlite3.connect(f"{real.as_uri()}?{options}", timeout=BUSY_SECONDS, uri=True)
        ) as connection:
            connection.execute("PRAGMA query_only = ON")
            yield connection


def must_have_folder(path: Path) -> None:
    """Refuse a file whose folder is missing: a mistyped path or a disk that is not mounted would start empty.

    Raises:
        WrongPath: the folder is missing.
    """
    folder = os.path.dirname(os.path.realpath(path))  # noqa: PTH120 (a Path raises where this user may not look)
    if not os.path.isdir(folder):  # noqa: PTH112 (as above)
        raise WrongPath(path, f"cannot be made: there is no folder {folder}.")


def examine(path: Path, *, thorough: bool = False) -> bool:
    """Return True if there is a Nardy database, False if one can be created. The file is unchanged.

    Args:
        thorough: True to compare every index with its table as well.

    Raises:
        UnusableDatabase: the file is damaged, belongs to another program, or cannot be opened.
    """
    try:
        status = path.stat()
    except FileNotFoundError:
        return False
    if not stat.S_ISREG(status.st_mode):
        raise WrongPath(path, f"is {'a directory' if path.is_dir() else 'no regular file'}.")
    if status.st_nlink > 1:
        # SQLite names the log after the file. Changes in the log of one name are invisible under the other.
        raise UnusableDatabase(
            path, "has a second name (a hard link), and SQLite damages files with two names."
        )
    if not status.st_size:
        if _size(_beside(path.resolve(), "-wal")):
            raise UnusableDatabase(path, "is damaged: it is empty, but a log of changes is beside it.")
        return False
    try:
        with reading(path) as connection:
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
            if names and not names >= _OURS:
                raise WrongPath(path, "is a database of another program.")
            kind = "integrity_check" if thorough else "quick_check"
            faults = [fault for (fault,) in connection.execute(f"PRAGMA {kind}(1)") if fault != "ok"]
    except sqlite3.Error as error:
        raise unusable(path, error) from error
    if faults:
        raise UnusableDatabase(path, f"is damaged: {faults[0]}.")
    return bool(names)


def unusable(path: Path, error: sqlite3.Error) -> UnusableDatabase:
    """Return the database error for an error of SQLite about a file."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the primary code, without the extended part
    if code == sqlite3.SQLITE_NOTADB:
        return WrongPath(path, "is no SQLite database.")
    verb = "is damaged" if code == sqlite3.SQLITE_CORRUPT else "cannot be used"
    return UnusableDatabase(path, f"{verb}: {error}.")


def heartbeats(path: Path) -> dict[str, datetime]:
    """Return when the bot and each platform last worked, as `health.last_heartbeats`; the file is unchanged.

    Raises:
        sqlite3.Error: it is not a Nardy database, or is damaged.
    """
    with reading(path) as connection:
        found = connection.execute("SELECT name, at FROM heartbeats")
        return {name: datetime.fromisoformat(at) for name, at in found}


def schema_of(path: Path) -> Schema:
    """Return the revision, columns and indexes of a Nardy database; the file is unchanged.

    Raises:
        sqlite3.Error: it is not a Nardy database, or is damaged.
    """
    with reading(path) as connection:
        found = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        columns = set(connection.execute(COLUMNS))
        indexes = {name for (name,) in connection.execute(INDEXES)}
    return Schema(None if found is None else str(found[0]), columns, indexes)


def dangling_rows(path: Path) -> list[str]:
    """Return a line for each pair of tables where rows of one refer to missing rows of the other."""
    with reading(path) as connection:
        found = Counter((row[0], row[2]) for row in connection.execute("PRAGMA foreign_key_check"))
    return [f"Table {one}: rows that point to no row of {other}: {n}." for (one, other), n in found.items()]


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(f"{path.name}{ending}")


def _size(path: Path) -> int:
    """Return the size of a file in bytes; 0 if it does not exist."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def copy(source: Path, target: Path) -> None:
    """Make a consistent copy of a database that may be in use; replace the target.

    The target appears only when the copy is complete.

    Raises:
        sqlite3.Error: the source is not a database.
    """
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        with reading(source) as old, closing(sqlite3.connect(part)) as new:
            old.backup(new)
            # Without a log beside it the copy is a single file that can be moved.
            new.execute("PRAGMA journal_mode = DELETE")
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def try_to_write(path: Path) -> None:
    """Create a table in a database that may be in use, write a row, and roll both back.

    Raises:
        UnusableDatabase: the database refuses the write.
    """
    try:
        with closing(
            sqlite3.connect(
                f"{path.resolve().as_uri()}?mode=rw", timeout=BUSY_SECONDS, isolation_level=None, uri=True
            )
        ) as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("CREATE TABLE nardy_doctor (number INTEGER)")
            connection.execute("INSERT INTO nardy_doctor VALUES (1)")
            connection.execute("ROLLBACK")
    except sqlite3.Error as error:
        raise unusable(path, error) from error


def wipe_deleted_rows(path: Path, *, thorough: bool) -> bool:
    """Erase traces of deleted rows from a database file, which may be in use, and from its log.

    Deleted data is overwritten at once (`secure_delete`), but the log keeps old pages, so it is emptied.
    About one row in a thousand leaves a trace in a page that was reorganised earlier. Only rewriting the
    whole file removes it.

    Args:
        thorough: True to rewrite the file, unless it is larger than `LARGEST_REWRITTEN`.

    Returns:
    True if no traces are left: the file was rewritten and the log emptied.
    """
    try:
        with closing(sqlite3.connect(path, timeout=_BUSY_WIPING, isolation_level=None)) as connection:
            rewritten = thorough and path.stat().st_size <= LARGEST_REWRITTEN
            if rewritten:
                connection.execute("VACUUM")
            is_busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.OperationalError:  # another connection kept reading or writing
        return False
    return rewritten and not is_busy


@contextmanager
def hold(database: Path) -> Iterator[None]:
    """Use a database file exclusively until the context is left.

    The lock is the operating system's (`flock`) and ends with the process in any case. It is on a separate
    file, `….lock`, beside the real file, so that it also works for symbolic links. It cannot be on the
    database itself: closing any descriptor of a file drops SQLite's locks on it in the same process.

    Raises:
        DatabaseInUse: another process serves the file.
        OSError: no lock file can be created beside the database.
    """
    real = Path(os.path.realpath(database))
    real.parent.mkdir(parents=True, exist_ok=True)
    lock = real.with_name(f"{real.name}.lock")
    descriptor = _locked(lock, database)
    try:
        _give_to_owner(descriptor, real)
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        lock.unlink(
            missing_ok=True
        )  # before the lock is released, so that it cannot be another process's file
        os.close(descriptor)


def _give_to_owner(descriptor: int, database: Path) -> None:
    """Give a lock file created by root to the owner of the database, as SQLite does with its own files.

    Otherwise the lock file left by a killed `sudo nardy` would keep the bot's own user out.
    """
    if os.geteuid() == 0 and database.exists():
        status = database.stat()
        os.fchown(descriptor, status.st_uid, status.st_gid)
        os.fchmod(descriptor, stat.S_IMODE(status.st_mode))


def _locked(lock: Path, database: Path) -> int:
    """Create and lock a lock file; return its descriptor, which child processes do not inherit.

    Raises:
        DatabaseInUse: another process holds the lock.
    """
    while True:
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # The previous holder may have removed the file between `open` and `flock`.
            if _is_at(lock, descriptor):
                return descriptor
        except BlockingIOError:
            holder = os.pread(descriptor, 20, 0).strip()
            os.close(descriptor)
            raise DatabaseInUse(database, int(holder) if holder.isdigit() else None) from None
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)  # the lock file was just removed by its previous holder


def _is_at(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False


_ENDINGS = ("", "-wal", "-shm")
"""Endings of the database, its log, and the log's index. SQLite opens them once and expects them to stay."""
_ATTEMPTS = 5


class OpenedFile:
    """An open connection that keeps a database file's log in place.

    It has read from the file, so SQLite holds a shared lock for it. While it is open, no other connection is
    the last one to close, so SQLite neither deletes nor recreates the log. If the log disappears, something
    else removed it.

    Raises:
        sqlite3.Error: the file cannot be opened or read.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        for _ in range(_ATTEMPTS):  # retry if the file was replaced while it was opened
            before = self._identities()[0]
            self._connection = sqlite3.connect(
                f"{Path(os.path.realpath(path)).as_uri()}?mode=rw", uri=True, check_same_thread=False
            )
            try:
                self._connection.execute("PRAGMA query_only = ON")
                self._connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
                self._found = self._identities()
            except BaseException:
                self._connection.close()
                raise
            if before == self._found[0]:
                return
            self._connection.close()
        raise sqlite3.OperationalError("the file is replaced again and again")

    def is_in_place(self) -> bool:
        """Return True if the file and its log are still those that this connection opened, or if unknown."""
        try:
            return self._identities() == self._found
        except OSError:  # an unreadable folder says nothing about the file
            return True

    def close(self) -> None:
        """Close the connection. SQLite deletes the log if no other connection to the file is open."""
        self._connection.close()

    def _identities(self) -> list[tuple[int, int] | None]:
        """Return device and inode of the database, its log and the log's index; None for a missing one."""
        real = os.path.realpath(self._path)
        found: list[tuple[int, int] | None] = []
        for ending in _ENDINGS:
            found.append(None)
            with suppress(FileNotFoundError, NotADirectoryError):
                status = os.stat(f"{real}{ending}")  # noqa: PTH116 (no file is opened, whatever its name)
                found[-1] = status.st_dev, status.st_ino
        return found
