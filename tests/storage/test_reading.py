from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage import sqlite_file as sqlite
from storage.errors import UnusableDatabase
from storage.sqlite import is_newest
from tests.databases import create_database
from tests.unusable import as_after_a_kill, content

NOTE = "INSERT INTO key_values VALUES ('test', 'key', 'kept')"


@pytest.fixture(params=["as it was", "without an index"])
def killed(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A database whose process was killed, with a row that is only in the log."""
    create_database(tmp_path / "original")
    path = tmp_path / "killed" / "nardy.db"
    path.parent.mkdir()
    with closing(sqlite3.connect(tmp_path / "original")) as connection:
        connection.execute(NOTE)
        connection.commit()
        as_after_a_kill(tmp_path / "original", path)
    if request.param == "without an index":
        path.with_name("nardy.db-shm").unlink()
    return path


def notes(path: Path) -> list[tuple[str]]:
    """Return the stored texts of a database."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT text FROM key_values").fetchall()


def test_a_database_is_examined_without_a_trace(tmp_path: Path) -> None:
    """An examination changes no byte of a database and leaves no file beside it."""
    create_database(tmp_path / "nardy.db")
    path, before = tmp_path / "nardy.db", content(tmp_path)
    assert (sqlite.examine(path), is_newest(path)) == (True, True)
    assert content(tmp_path) == before


def test_a_copy_leaves_its_source_without_a_trace(tmp_path: Path) -> None:
    """A copy leaves neither a log nor an index beside the source."""
    house = tmp_path / "house"
    create_database(house / "nardy.db")
    before = content(house)
    sqlite.copy(house / "nardy.db", tmp_path / "copy.db")
    assert content(house) == before


def test_the_log_of_a_killed_process_is_read_and_kept(killed: Path) -> None:
    """An examination reads a database with its log, and does not write the log into it."""
    before = content(killed.parent)
    assert sqlite.examine(killed, thorough=True)
    assert content(killed.parent) == before


def test_a_copy_contains_the_log_of_a_killed_process(killed: Path, tmp_path: Path) -> None:
    """The copy has the committed rows of the log, and the source is unchanged."""
    before = content(killed.parent)
    sqlite.copy(killed, tmp_path / "copy.db")
    assert notes(tmp_path / "copy.db") == [("kept",)]
    assert content(killed.parent) == before


def test_a_database_can_be_examined_during_a_write(tmp_path: Path) -> None:
    """An open transaction does not block an examination."""
    create_database(tmp_path / "nardy.db")
    with closing(sqlite3.connect(tmp_path / "nardy.db")) as connection:
        connection.execute(NOTE)
        assert sqlite.examine(tmp_path / "nardy.db")
        connection.commit()
    assert notes(tmp_path / "nardy.db") == [("kept",)]


@pytest.mark.parametrize("made", [True, False])
def test_a_missing_or_empty_file_is_accepted(tmp_path: Path, *, made: bool) -> None:
    """Neither a missing nor an empty file is refused."""
    if made:
        (tmp_path / "nardy.db").touch()
    assert not sqlite.examine(tmp_path / "nardy.db")


def test_a_database_with_two_names_is_refused(tmp_path: Path) -> None:
    """Under its second name a file would get a second log, and SQLite would corrupt it."""
    create_database(tmp_path / "nardy.db")
    (tmp_path / "other.db").hardlink_to(tmp_path / "nardy.db")
    with pytest.raises(UnusableDatabase, match="hard link"):
        sqlite.examine(tmp_path / "other.db")
