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
    """A database whose process was killed: a note of it stands in the log alone."""
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
    """The notes in a database that nobody uses."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT text FROM key_values").fetchall()


def test_a_database_is_examined_without_a_trace(tmp_path: Path) -> None:
    """After a look at a database it is the same, byte for byte, and nothing lies beside it."""
    create_database(tmp_path / "nardy.db")
    path, before = tmp_path / "nardy.db", content(tmp_path)
    assert (sqlite.examine(path), is_newest(path)) == (True, True)
    assert content(tmp_path) == before


def test_a_copy_leaves_its_source_without_a_trace(tmp_path: Path) -> None:
    """Beside a database that was copied neither a log nor an index is left."""
    house = tmp_path / "house"
    create_database(house / "nardy.db")
    before = content(house)
    sqlite.copy(house / "nardy.db", tmp_path / "copy.db")
    assert content(house) == before


def test_what_a_killed_process_has_left_is_of_use_and_stays(killed: Path) -> None:
    """A database with a log is examined as it stands, and the log is not written into it."""
    before = content(killed.parent)
    assert sqlite.examine(killed, thorough=True)
    assert content(killed.parent) == before


def test_a_copy_has_what_a_killed_process_has_left_in_its_log(killed: Path, tmp_path: Path) -> None:
    """What was committed is in the copy, and the source stays as it was."""
    before = content(killed.parent)
    sqlite.copy(killed, tmp_path / "copy.db")
    assert notes(tmp_path / "copy.db") == [("kept",)]
    assert content(killed.parent) == before


def test_a_database_that_is_written_to_is_examined(tmp_path: Path) -> None:
    """A transaction that is open elsewhere hinders nobody who looks."""
    create_database(tmp_path / "nardy.db")
    with closing(sqlite3.connect(tmp_path / "nardy.db")) as connection:
        connection.execute(NOTE)
        assert sqlite.examine(tmp_path / "nardy.db")
        connection.commit()
    assert notes(tmp_path / "nardy.db") == [("kept",)]


@pytest.mark.parametrize("made", [True, False])
def test_where_there_is_nothing_a_database_can_be_made(tmp_path: Path, *, made: bool) -> None:
    """Neither no file nor an empty one is refused."""
    if made:
        (tmp_path / "nardy.db").touch()
    assert not sqlite.examine(tmp_path / "nardy.db")


def test_a_database_with_two_names_is_refused(tmp_path: Path) -> None:
    """Under its second name a file would have a second log, and SQLite would spoil it."""
    create_database(tmp_path / "nardy.db")
    (tmp_path / "other.db").hardlink_to(tmp_path / "nardy.db")
    with pytest.raises(UnusableDatabase, match="hard link"):
        sqlite.examine(tmp_path / "other.db")
