from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.maintenance import check
from storage import Database
from storage.errors import NewerDatabase, UnusableDatabase
from tests.command import Command
from tests.databases import create_database
from tests.process import Ended
from tests.unusable import MAKERS, content

DANGLING = """
INSERT INTO events VALUES ('k7f', 0, 1, 'w', 'open 6-1', '2026');
INSERT INTO events VALUES ('k7f', 1, 2, 'w', 'open 6-1', '2026');
"""


@pytest.fixture(params=MAKERS)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, str]:
    """An unusable file, alone in its folder, and the reason that the program prints."""
    path = tmp_path / "kept" / "nardy.db"
    path.parent.mkdir()
    make, said = MAKERS[request.param]
    make(path)
    return path, said


def refusal_of(ended: Ended) -> str:
    """Return the only line of a program that has refused to run."""
    assert (ended.status, ended.out) == (1, "")
    (line,) = ended.err.splitlines()
    return line


def test_an_unusable_database_is_refused_unchanged(
    kept: tuple[Path, str], nardy: Command, tmp_path: Path
) -> None:
    """Start, check and backup print one line about the file, change nothing and make no copy."""
    path, said = kept
    before = content(tmp_path)
    for arguments in ([], ["check"], ["backup", str(tmp_path / "copy.db")]):
        line = refusal_of(nardy(*arguments, NARDY_DATABASE=str(path)))
        assert line.startswith(f"{path} {said}")
        assert content(tmp_path) == before


def test_a_database_in_a_missing_folder_is_refused(nardy: Command, tmp_path: Path) -> None:
    """A mistyped path, or a disk that is not mounted, does not start the bot with an empty database."""
    line = refusal_of(nardy(NARDY_DATABASE=str(tmp_path / "mounted" / "nardy.db")))
    assert line.endswith(f"there is no folder {tmp_path}/mounted. Correct NARDY_DATABASE.")
    assert content(tmp_path) == {}


def test_a_settings_file_that_is_not_utf_8_is_refused(nardy: Command, tmp_path: Path) -> None:
    """A `.env` in another encoding is refused with the number of the line, and without its text."""
    (tmp_path / ".env").write_bytes("NARDY_PORT=0\nDISCORD_TOKEN=пароль\n".encode("cp1251"))
    before = content(tmp_path)
    line = refusal_of(nardy())
    assert line == ".env is not UTF-8 text: line 2 cannot be read."
    assert content(tmp_path) == before


async def test_a_database_of_a_newer_version_is_refused_unchanged(tmp_path: Path) -> None:
    """A database of a newer version is not even opened for writing."""
    path = tmp_path / "nardy.db"
    create_database(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(
            "UPDATE alembic_version SET version_num = '9998'; PRAGMA journal_mode = DELETE;"
        )
    before = content(tmp_path)
    with pytest.raises(NewerDatabase, match="9998"):
        async with Database.open(path):
            pass
    assert content(tmp_path) == before


def test_missing_tables_are_named(nardy: Command, tmp_path: Path) -> None:
    """Start and check name what a database lacks that its revision requires, and change nothing."""
    path = tmp_path / "nardy.db"
    create_database(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(
            "ALTER TABLE holidays DROP COLUMN zone; DROP INDEX ix_games_due; DROP TABLE own_puzzles;"
            " PRAGMA journal_mode = DELETE;"
        )
    before = content(tmp_path)
    for arguments in ([], ["check"]):
        assert refusal_of(nardy(*arguments)) == (
            f"{path} lacks what its revision has: "
            "the index ix_games_due, the column holidays.zone, the table own_puzzles."
        )
    assert content(tmp_path) == before


async def test_the_check_finds_an_incomplete_index(tmp_path: Path) -> None:
    """Damage that only SQLite's integrity check finds is reported before any game is replayed."""
    path = tmp_path / "nardy.db"
    create_database(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(
            "INSERT INTO accounts (platform, key, player, name) VALUES ('web','Quillobar',1,'q')"
        )
        connection.execute("PRAGMA journal_mode = DELETE")
    data = path.read_bytes()
    assert data.count(b"Quillobar") == 2  # in the table and in its index
    path.write_bytes(data[::-1].replace(b"rabolliuQ", b"sabolliuQ", 1)[::-1])
    with pytest.raises(UnusableDatabase, match=r"is damaged: .*index"):
        await check(path)


def test_the_check_reports_dangling_rows(nardy: Command, tmp_path: Path) -> None:
    """`nardy check` reports rows that violate a foreign key, and ends with status 1."""
    create_database(tmp_path / "nardy.db")
    with closing(sqlite3.connect(tmp_path / "nardy.db")) as connection:
        connection.executescript(DANGLING)
    ended = nardy("check")
    assert (ended.status, ended.err) == (1, "")
    assert ended.out.splitlines() == [
        "Table events: rows that point to no row of games: 2.",
        "0 games replayed, 1 faults.",
    ]
