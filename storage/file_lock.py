"""File lock: one process at a time serves a database file."""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from storage.errors import DatabaseInUse


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
