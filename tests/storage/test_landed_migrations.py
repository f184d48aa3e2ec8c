"""Landed migrations are never edited; what some once lacked is added to databases that ran them."""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import migrate
from storage.dialects import dialect_of
from storage.places import Place, Server
from storage.sqlite import SQLite, upgrade
from storage.tables import metadata
from tests import postgres
from tests.databases import PLACES, create_database, new_place
from tests.storage.test_migrate import shape

HASHES = Path(__file__).with_name("migrations.sha256")
"""The output of `sha256sum` in the folder of migrations. A new migration gets its line when it lands."""
REVISIONS = {"0016": "before/0016_clocks.py", "0027": "versions/0027_requests.py"}
LEFT_OUT = {
    "0016": (
        '        sa.Column("zone", sa.Text(), nullable=False),\n',
        "        sqlite_autoincrement=True,\n",
        "    op.execute(_REMIND)\n",
    ),
    "0027": (
        (
            '    op.add_column("posts", sa.Column("repaints", sa.Integer(), nullable=False,'
            ' server_default="0"))\n'
        ),
    ),
}
"""Lines that were added to migrations after they had landed."""
BETWEEN_PEOPLE = """
INSERT INTO players (id, name, auto_roll, auto_forced, auto_confirm, since, zone) VALUES
    (1, 'Anna', 1, 1, 0, '2026', 'Europe/Moscow'), (2, 'Boris', 1, 1, 0, '2026', NULL);
INSERT INTO matches (id, ruleset, length, cube, extended, first, second, level, started)
    VALUES ('k7f', 'long', '1 game', 0, 0, 1, 2, NULL, '2026'),
    ('m4x', 'long', '1 game', 0, 0, 1, 2, 'strong', '2026');
INSERT INTO games (id, "match", number, ruleset, white, black, version, turns, to_act, position, draft,
    started, changed) SELECT id, id, 1, 'long', 1, 2, 1, 0, 1, '24:15 / 12:15 w', '',
    '2026-08-16T12:00:00.000000Z', '2026-08-16T12:00:00.000000Z' FROM matches;
INSERT INTO holidays (id, player, starts, ends, announced) VALUES
    (1, 1, '2026-08-01', '2026-08-02', '2026-07-31'), (2, 2, '2026-08-01', '2026-08-02', '2026-07-31');
"""


def hashes() -> dict[str, str]:
    """Return the hash of each migration, by its name."""
    return {
        str(path.relative_to(migrate.SCRIPTS)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in migrate.SCRIPTS.glob("*/[0-9]*.py")
    }


def test_a_landed_migration_is_never_edited() -> None:
    """Each migration has the hash from when it landed, because databases have run it in that form."""
    rows = (line.split() for line in HASHES.read_text("utf-8").splitlines())
    assert hashes() == {name: known for known, name in rows}


def scripts_without(revision: str, tmp_path: Path) -> Path:
    """Return the migrations as they were before a landed one was completed."""
    scripts = tmp_path / "scripts"
    shutil.copytree(migrate.SCRIPTS, scripts)
    edited = scripts / REVISIONS[revision]
    was = edited.read_text("utf-8")
    for line in LEFT_OUT[revision]:
        assert line in was
        was = was.replace(line, "")
    edited.write_text(was, "utf-8")
    return scripts


def scripts_of_0023(tmp_path: Path) -> Path:
    """Return the migrations as they were when 0023 followed 0020."""
    scripts = tmp_path / "scripts"
    shutil.copytree(migrate.SCRIPTS, scripts)
    for path in (scripts / "versions").glob("00[0-9]*.py"):
        if path.name[:4] in ("0021", "0022") or path.name[:4] > "0023":
            path.unlink()
    (edited,) = (scripts / "versions").glob("0023*.py")
    edited.write_text(edited.read_text("utf-8").replace('"0022"', '"0020"'), "utf-8")
    return scripts


@asynccontextmanager
async def migrated(place: Place, revision: str, scripts: Path) -> AsyncIterator[AsyncConnection]:
    """A connection to a new database at a revision."""
    if isinstance(place, Server):
        await postgres.server().make(place)
        engine = dialect_of(place).engine(writes=True)
        async with engine.begin() as connection:
            await connection.run_sync(migrate.upgrade, place, revision, scripts)
    else:
        upgrade(place, revision, scripts)
        engine = SQLite(place).engine(writes=True)
    async with engine.begin() as connection:
        yield connection
    await engine.dispose()


async def differences(place: Place) -> list[object]:
    """Return the differences between a database and the tables of the newest revision."""
    dialect = dialect_of(place)
    engine = dialect.engine(writes=False)
    async with engine.connect() as connection:
        found: list[object] = await connection.run_sync(
            lambda sync: compare_metadata(MigrationContext.configure(sync), metadata)
        )
    await engine.dispose()
    await dialect.close()
    return found


@pytest.mark.parametrize("dialect", PLACES)
@pytest.mark.parametrize(
    ("revision", "scripts"),
    [("0023", scripts_of_0023), ("0027", lambda tmp_path: scripts_without("0027", tmp_path))],
    ids=["0023", "0027"],
)
async def test_a_database_from_an_incomplete_migration_is_completed(
    dialect: str, revision: str, scripts: Callable[[Path], Path], tmp_path: Path
) -> None:
    """A database that ran an incomplete migration gets the newest tables and keeps its rows."""
    async with new_place(dialect, tmp_path) as place:
        async with migrated(place, revision, scripts(tmp_path)) as connection:
            await connection.execute(
                text(
                    "INSERT INTO players (id, name, auto_roll, auto_forced, auto_confirm, since)"
                    " VALUES (1, 'Anna', true, true, false, '2026-08-16T12:00:00.000000Z')"
                )
            )
            await connection.execute(
                text("INSERT INTO accounts (platform, key, player, name) VALUES ('web', 'a1', 1, 'anna')")
            )
        await dialect_of(place).upgrade()
        assert await differences(place) == []
        engine = dialect_of(place).engine(writes=False)
        async with engine.connect() as connection:
            found = (await connection.execute(text("SELECT key, player, name FROM accounts"))).all()
        await engine.dispose()
        assert found == [("a1", 1, "anna")]


@pytest.mark.parametrize("known", ["0016", pytest.param("0017", marks=pytest.mark.long), "0027"])
def test_holidays_get_the_time_zone_that_0016_once_lacked(known: str, tmp_path: Path) -> None:
    """Holidays get their player's time zone, ids are not reused, and games between people get a reminder."""
    file, scripts = tmp_path / "nardy.db", scripts_without("0016", tmp_path)
    upgrade(file, "0016", scripts)
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(BETWEEN_PEOPLE)
    upgrade(file, known, scripts)
    upgrade(file)
    create_database(tmp_path / "new.db")
    with closing(sqlite3.connect(file)) as connection:
        zones = connection.execute("SELECT player, zone FROM holidays").fetchall()
        reminded = connection.execute("SELECT id, remind_at FROM games").fetchall()
    assert shape(file) == shape(tmp_path / "new.db")
    assert sorted(zones) == [(1, "Europe/Moscow"), (2, "UTC")]
    assert sorted(reminded) == [("k7f", "2026-08-19T12:00:00.000000Z"), ("m4x", None)]
