"""Unusable files: what a database setting may name by mistake or after damage."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from tests.databases import create_database

_FOREIGN = """
CREATE TABLE letters (text);
INSERT INTO letters VALUES ('Dear Anna'), ('Dear Boris');
"""


def _letter(path: Path) -> None:
    path.write_text("Dear Anna, " * 1000)


def _short(path: Path) -> None:
    path.write_text("Dear Anna")


def _foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(_FOREIGN)


def _foreign_with_migrations(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(f"{_FOREIGN} CREATE TABLE alembic_version (version_num);")
        connection.executescript("INSERT INTO alembic_version VALUES ('0001');")


def _foreign_in_a_log(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(f"PRAGMA journal_mode = WAL; {_FOREIGN}")


def _foreign_killed(path: Path) -> None:
    original = path.with_name("original")
    with closing(sqlite3.connect(original)) as connection:
        connection.executescript(f"PRAGMA journal_mode = WAL; {_FOREIGN}")
        as_after_a_kill(original, path)
    original.unlink()


def _foreign_killed_without_an_index(path: Path) -> None:
    _foreign_killed(path)
    path.with_name(f"{path.name}-shm").unlink()


def _torn(path: Path) -> None:
    create_database(path)
    _halve(path)


def _torn_killed(path: Path) -> None:
    original = path.with_name("original")
    create_database(original)
    with closing(sqlite3.connect(original)) as connection:
        connection.execute("INSERT INTO key_values VALUES ('test', 'key', 'text')")
        connection.commit()
        as_after_a_kill(original, path)
    original.unlink()
    _halve(path)


def _damaged(path: Path) -> None:
    create_database(path)
    with path.open("r+b") as file:
        file.seek(8 * 4096)
        file.write(b"\xff" * 4096)


def _emptied(path: Path) -> None:
    _torn_killed(path)
    path.write_bytes(b"")


def _directory(path: Path) -> None:
    path.mkdir()
    (path / "letter.txt").write_text("Dear Anna")


MAKERS: dict[str, tuple[Callable[[Path], None], str]] = {
    "a letter": (_letter, "is no SQLite database"),
    "a few characters": (_short, "is no SQLite database"),
    "a foreign database": (_foreign, "is a database of another program"),
    "a foreign database with migrations": (_foreign_with_migrations, "is a database of another program"),
    "a foreign database that uses a log": (_foreign_in_a_log, "is a database of another program"),
    "a foreign database after a kill": (_foreign_killed, "is a database of another program"),
    "a foreign database and its log": (_foreign_killed_without_an_index, "is a database of another program"),
    "a torn database": (_torn, "is damaged"),
    "a torn database and its log": (_torn_killed, "is damaged"),
    "a database with a spoilt page": (_damaged, "is damaged"),
    "an emptied database and its log": (_emptied, "is damaged"),
    "a directory": (_directory, "is a directory"),
}
"""By kind: the function that creates it at a path, and the reason that the program prints."""


def as_after_a_kill(path: Path, target: Path) -> None:
    """Copy an open database with its log and index, as a kill would leave them."""
    for end in ("", "-wal", "-shm"):
        shutil.copyfile(f"{path}{end}", f"{target}{end}")


def content(folder: Path) -> dict[str, bytes]:
    """Return the bytes of all files below a folder; none for a log's index, which SQLite rebuilds at will."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path): b"" if path.name.endswith("-shm") else path.read_bytes() for path in files}


def _halve(path: Path) -> None:
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.truncate(size // 2 + 100)
