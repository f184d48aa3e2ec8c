"""SQLite file: locked, examined and copied as it lies on the disk, also while it is in use."""

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

from storage.errors import DatabaseInUse, UnusableDatabase

BUSY_SECONDS = 10
"""How long whoever wants a file waits for another who has it."""

LARGEST_REWRITTEN = 256 * 2**20
"""Files up to this size are written anew while they are in use: for two seconds nobody can write."""
_BUSY_WIPING = 2.0

_OURS = frozenset({"alembic_version", "games", "events"})
"""Tables that a database of this program has had since its first revision."""

COLUMNS = """
SELECT sqlite_master.name, columns.name
FROM sqlite_master JOIN pragma_table_info(sqlite_master.name) AS columns WHERE sqlite_master.type = 'table'
"""
"""The columns that there are, each behind its table's name."""
INDEXES = "SELECT name FROM sqlite_master WHERE type = 'index'"
"""The indexes that there are."""


class Schema(NamedTuple):
    """The schema of a database.

    Args:
        revision: its revision; None if it has none.
        columns: its columns, each with its table's name before its own.
        indexes: the names of its indexes.
    """

    revision: str | None
    columns: set[tuple[str, str]]
    indexes: set[str]


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database, perhaps in use, and leave its file as it is, and nothing new beside it.

    Raises:
        sqlite3.Error: when something is read: the file is no database, or is damaged.
    """
    real = path.resolve()
    with TemporaryDirectory() as folder:
        if _size(_beside(real, "-journal")):  # would be rolled back by whoever has the right to write
            options = "mode=ro&immutable=1"
        elif not _size(_beside(real, "-wal")):  # opening may lay a log beside it, which closing takes away
            options = "mode=rw"
        else:
            options = "mode=ro"  # closing would write the log into the file
            if not _beside(real, "-shm").exists():  # the index of the log would be made, and left
                copied = Path(folder, "copy")
                for end in ("", "-wal"):
                    shutil.copyfile(_beside(real, end), _beside(copied, end))
                real = copied
        with closing(
            sqlite3.connect(f"{real.as_uri()}?{options}", timeout=BUSY_SECONDS, uri=True)
        ) as connection:
            connection.execute("PRAGMA query_only = ON")
            yield connection


def examine(path: Path, *, thorough: bool = False) -> bool:
    """Return True if there is a database of ours; if not, one can be made there. The file stays as it is.

    Args:
        thorough: True if every index is compared with its table too.

    Raises:
        UnusableDatabase: it is damaged, is no database of ours, or cannot be opened.
    """
    try:
        status = path.stat()
    except FileNotFoundError:
        return False
    if not stat.S_ISREG(status.st_mode):
        raise UnusableDatabase(path, f"is {'a directory' if path.is_dir() else 'no regular file'}.")
    if status.st_nlink > 1:
        # SQLite keeps the log by the file's name: what is written under one is not seen under another.
        raise UnusableDatabase(path, "has another name (a hard link), where SQLite would spoil it.")
    if not status.st_size:
        if _size(_beside(path.resolve(), "-wal")):
            raise UnusableDatabase(path, "is damaged: it is empty, and a log of changes lies beside it.")
        return False
    try:
        with reading(path) as connection:
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
            if names and not names >= _OURS:
                raise UnusableDatabase(path, "is a database of another program.")
            kind = "integrity_check" if thorough else "quick_check"
            faults = [fault for (fault,) in connection.execute(f"PRAGMA {kind}(1)") if fault != "ok"]
    except sqlite3.Error as error:
        raise unusable(path, error) from error
    if faults:
        raise UnusableDatabase(path, f"is damaged: {faults[0]}.")
    return bool(names)


def unusable(path: Path, error: sqlite3.Error) -> UnusableDatabase:
    """Return what an error of SQLite says about a file."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # without what extends it
    if code == sqlite3.SQLITE_NOTADB:
        return UnusableDatabase(path, "is no SQLite database.")
    verb = "is damaged" if code == sqlite3.SQLITE_CORRUPT else "cannot be used"
    return UnusableDatabase(path, f"{verb}: {error}.")


def heartbeats(path: Path) -> dict[str, datetime]:
    """Return when the bot and each platform were known to work last, by their names; the file stays as it is.

    Raises:
        sqlite3.Error: it is no database of ours, or is damaged.
    """
    with reading(path) as connection:
        found = connection.execute("SELECT name, at FROM heartbeats")
        return {name: datetime.fromisoformat(at) for name, at in found}


def schema_of(path: Path) -> Schema:
    """Return the revision, the columns and the indexes of a database of ours, which stays as it is."""
    with reading(path) as connection:
        found = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        columns = set(connection.execute(COLUMNS))
        indexes = {name for (name,) in connection.execute(INDEXES)}
    return Schema(None if found is None else str(found[0]), columns, indexes)


def dangling_rows(path: Path) -> list[str]:
    """Return a line for each two tables where rows of the one point to no row of the other."""
    with reading(path) as connection:
        found = Counter((row[0], row[2]) for row in connection.execute("PRAGMA foreign_key_check"))
    return [f"Table {one}: rows that point to no row of {other}: {n}." for (one, other), n in found.items()]


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(f"{path.name}{ending}")


def _size(path: Path) -> int:
    """Return the size of a file in bytes, 0 where there is none."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def copy(source: Path, target: Path) -> None:
    """Make a consistent copy of a database that may be in use; replace what is at the target.

    The target is there when the copy is whole, and not before.

    Raises:
        sqlite3.Error: the source is no database.
    """
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        with reading(source) as old, closing(sqlite3.connect(part)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def try_to_write(path: Path) -> None:
    """Make a table in a database that may be in use, write a row, and roll both back.

    Raises:
        UnusableDatabase: it does not take that.
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
    """Wipe from a file in use, and from the log beside it, what is left there of deleted rows.

    What is deleted is overwritten at once (`secure_delete`), but the log keeps the pages as they were; it is
    emptied. And about one row in a thousand has left a trace in a page that was filled anew before; that goes
    when the whole file is written anew.

    Args:
        thorough: True if it is written anew, unless it is too large for that while it is in use.

    Returns:
        Whether nothing is left.
    """
    try:
        with closing(sqlite3.connect(path, timeout=_BUSY_WIPING, isolation_level=None)) as connection:
            rewritten = thorough and path.stat().st_size <= LARGEST_REWRITTEN
            if rewritten:
                connection.execute("VACUUM")
            is_busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.OperationalError:  # somebody else wrote or read all the time
        return False
    return rewritten and not is_busy


@contextmanager
def hold(database: Path) -> Iterator[None]:
    """Be the only process that serves a database file, until left.

    The lock is the operating system's (`flock`), so it goes with the process, however that ends. It is on a
    file of its own, `….lock`, beside the file that the name leads to: over whichever symbolic links two
    processes come, they meet there. The database itself would not do: whoever closes a file drops the locks
    that SQLite has on it in the same process.

    Raises:
        DatabaseInUse: another process serves it.
        OSError: no file can be made where the database is.
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
        lock.unlink(missing_ok=True)  # while the lock is held, so that nobody else's is taken away
        os.close(descriptor)


def _give_to_owner(descriptor: int, database: Path) -> None:
    """Give a lock file of root's to the owner of the database, as SQLite does with its own files.

    Otherwise a lock file that a killed `sudo nardy` has left keeps the bot's own user out.
    """
    if os.geteuid() == 0 and database.exists():
        status = database.stat()
        os.fchown(descriptor, status.st_uid, status.st_gid)
        os.fchmod(descriptor, stat.S_IMODE(status.st_mode))


def _locked(lock: Path, database: Path) -> int:
    """Return the descriptor of a locked file, which child processes do not inherit."""
    while True:
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _is_at(lock, descriptor):
                return descriptor
        except BlockingIOError:
            holder = os.pread(descriptor, 20, 0).strip()
            os.close(descriptor)
            raise DatabaseInUse(database, int(holder) if holder.isdigit() else None) from None
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)  # of a file that its holder has just taken away


def _is_at(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False


_ENDINGS = ("", "-wal", "-shm")
"""The database, its log, and the log's index: SQLite opens them once, and then trusts that they stay."""
_ATTEMPTS = 5


class OpenedFile:
    """One open connection to a database file that uses a log.

    It has read, so SQLite holds a shared lock for it. While it is open no other connection that closes is the
    last one, so SQLite neither deletes nor remakes the log: whatever else removes it is a loss.

    Raises:
        sqlite3.Error: it cannot be opened or read.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        for _ in range(_ATTEMPTS):  # until nobody replaced the file in the midst of opening
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
        """Return True if the names of the file and its log still lead to what this connection opened."""
        try:
            return self._identities() == self._found
        except OSError:  # the folder may not be looked into, which says nothing about the file
            return True

    def close(self) -> None:
        """Close the connection. The last one to close writes the log into the file and deletes it."""
        self._connection.close()

    def _identities(self) -> list[tuple[int, int] | None]:
        """Return device and inode of each of the files; None for one that is not there."""
        real = os.path.realpath(self._path)
        found: list[tuple[int, int] | None] = []
        for ending in _ENDINGS:
            found.append(None)
            with suppress(FileNotFoundError, NotADirectoryError):
                status = os.stat(f"{real}{ending}")  # noqa: PTH116 (no file is opened, whatever its name)
                found[-1] = status.st_dev, status.st_ino
        return found
