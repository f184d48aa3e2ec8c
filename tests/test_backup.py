"""Copies by `nardy backup`, and the record of them in the database."""

from __future__ import annotations

import os
import stat
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.backup import back_up, keep_backing_up, keep_backups
from bot.doctor.machine import copies
from bot.maintenance import check
from storage import installation
from storage.errors import NoCopy
from storage.installation import Backups
from storage.places import Server as Place
from storage.sqlite import upgrade
from tests import postgres
from tests.command import Command
from tests.databases import PLACES, create_database, new_place, opened
from tests.logged import events

NOW = datetime(2026, 11, 20, 18, tzinfo=UTC)
DAY = timedelta(days=1)
PLANTED = "Quillobar:\\/@"
PG_DUMP = """#!/bin/sh
echo "$0 $*" >> {folder}/written_down
env >> {folder}/written_down
test -z "$PGPASSFILE" || {{ stat -c "mode %a" "$PGPASSFILE"; cat "$PGPASSFILE"; }} >> {folder}/written_down
echo "pg_dump (PostgreSQL) {version}.9"
for each; do case $each in --file=*) echo copied > "${{each#--file=}}";; esac; done
exit {status}
"""
"""A stand-in for pg_dump that writes down its arguments and environment."""


@pytest.fixture(params=PLACES)
async def place(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Place | Path]:
    """An empty, up-to-date database."""
    async with new_place(request.param, tmp_path) as place:
        async with opened(place):
            pass
        yield place


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Place]:
    """An empty database on a server, with a password in its address that the server does not ask for."""
    async with new_place("postgresql", tmp_path) as place:
        async with opened(place):
            pass
        assert isinstance(place, Place)
        written = PLANTED.replace(":", "%3A").replace("\\", "%5C").replace("/", "%2F").replace("@", "%40")
        yield Place(place.url.replace("postgres@", f"postgres:{written}@"))


def pg_dump(folder: Path, monkeypatch: pytest.MonkeyPatch, version: int = 99, status: int = 0) -> Path:
    """Put a stand-in for pg_dump first in the path; return the file that it writes to."""
    program = folder / "pg_dump"
    program.write_text(PG_DUMP.format(folder=folder, version=version, status=status), "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    return folder / "written_down"


async def test_made_and_failed_copies_are_recorded(place: Place | Path, tmp_path: Path) -> None:
    """The database stores when a copy was last made and last failed; a refused copy counts as neither."""
    (tmp_path / "file").touch()
    with pytest.raises(FileExistsError):
        await back_up(place, tmp_path / "file", lambda: NOW)
    assert await installation.backups_noted_at(place) == Backups()
    with pytest.raises(OSError, match="file"):
        await back_up(place, tmp_path / "file" / "copy", lambda: NOW)
    assert await installation.backups_noted_at(place) == Backups(failed=NOW)
    await back_up(place, tmp_path / "copy", lambda: NOW + DAY)
    assert await installation.backups_noted_at(place) == Backups(made=NOW + DAY, failed=NOW)


async def test_the_newest_copies_are_kept(tmp_path: Path) -> None:
    """A new copy replaces the oldest one and leaves other files alone; a refused copy deletes nothing."""
    place, folder = tmp_path / "nardy.db", tmp_path / "copies"
    create_database(place)
    folder.mkdir()
    old = [f"nardy-2026010{day}T000000Z.{end}" for day, end in enumerate(("db", "dump", "db", "db"), 1)]
    for name in [*old, "nardy-mine.db", "notes.txt", "nardy-20260105T000000Z.db.part"]:
        (folder / name).touch()
    made = await keep_backups(place, folder, 3, lambda: NOW)
    assert (made, (await check(made)).games) == (folder / "nardy-20261120T180000Z.db", 0)
    left = {made.name, *old[2:], "nardy-mine.db", "notes.txt"}
    assert {path.name for path in folder.iterdir()} == left
    with pytest.raises(FileExistsError):
        await keep_backups(place, folder, 1, lambda: NOW)
    assert {path.name for path in folder.iterdir()} == left


async def test_an_old_database_is_copied_as_it_is(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A copy upgrades nothing; if the old database cannot record the copy, the log says so."""
    place, copy = tmp_path / "nardy.db", tmp_path / "copy.db"
    upgrade(place, "0009")
    await back_up(place, copy, lambda: NOW)
    assert copy.exists()
    assert events(caplog) == ["backup not noted in the database error=OperationalError"]


async def test_a_failed_copy_is_retried_after_a_minute() -> None:
    """The next copy follows a good one after a day, and a failed one after a minute."""
    waited: list[float] = []
    outcomes = iter([NoCopy("x"), None, None])

    class Enough(Exception):
        """The test has seen enough waits."""

    async def make() -> None:
        if (outcome := next(outcomes)) is not None:
            raise outcome

    async def wait(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 3:
            raise Enough

    with pytest.raises(Enough):
        await keep_backing_up(make, DAY, timedelta(minutes=1), wait)
    assert waited == [60.0, 86400.0, 86400.0]


def test_only_the_owner_can_read_a_copy(nardy: Command, tmp_path: Path) -> None:
    """`nardy backup` makes a copy at a path or in a folder, readable only by its owner."""
    create_database(tmp_path / "nardy.db")
    for arguments in (["one/copy.db"], ["--folder", "many", "--keep", "2"]):
        ended = nardy("backup", *arguments)
        assert (ended.status, ended.err) == (0, "")
    made = [*tmp_path.glob("one/*"), *tmp_path.glob("many/*")]
    assert len(made) == 2
    for path in made:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    wrong = nardy("backup", "copy.db", "--every", "60")
    assert (wrong.status, "--every goes with --folder" in wrong.err) == (2, True)


@postgres.needs_postgresql
async def test_pg_dump_gets_its_password_in_a_file(
    server: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The password is in a file that only its owner can read and that is deleted afterwards."""
    written_down = pg_dump(tmp_path, monkeypatch)
    monkeypatch.setenv("PGPASSWORD", "another")
    await back_up(server, tmp_path / "copy.dump", lambda: NOW)
    lines = written_down.read_text("utf-8").splitlines()
    assert (tmp_path / "copy.dump").read_text("utf-8") == "copied\n"
    (mode,) = (number for number, line in enumerate(lines) if line == "mode 600")
    assert lines[mode + 1 :] == ["*:*:*:*:Quillobar\\:\\\\/@"]
    assert "Quillobar" not in "".join(lines[: mode + 1])
    # The first run prints the version and needs no password file, so it keeps the host's PGPASSWORD.
    assert sum(line.startswith("PGPASSWORD=") for line in lines) == 1
    (file,) = (line.partition("=")[2] for line in lines if line.startswith("PGPASSFILE="))
    assert not os.path.exists(file)  # noqa: ASYNC240, PTH110 (a test)


@postgres.needs_postgresql
@pytest.mark.parametrize(
    ("version", "status", "said"),
    [
        (0, 0, " is not installed: install PostgreSQL's client"),
        (9, 0, " is of version 9 and cannot copy postgresql://"),
        (99, 1, "pg_dump made no copy: "),
    ],
    ids=["missing", "older", "failing"],
)
async def test_a_failing_pg_dump_is_explained_in_a_sentence(
    server: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: int, status: int, said: str
) -> None:
    """If pg_dump is missing, too old or fails, that is recorded and reported, and no partial copy is left."""
    if version:
        pg_dump(tmp_path, monkeypatch, version, status)
    else:
        monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoCopy) as refused:
        await back_up(server, tmp_path / "copy.dump", lambda: NOW)
    assert said in str(refused.value)
    assert "Quillobar" not in str(refused.value)
    assert "\n" not in str(refused.value)
    assert [*tmp_path.glob("copy*")] == []  # noqa: ASYNC240 (a test)
    assert await installation.backups_noted_at(server) == Backups(failed=NOW)
    assert not all(finding.is_fine for finding in await copies(server, NOW))


@pytest.mark.parametrize(
    ("noted", "fine", "said"),
    [
        ([], True, "No copy of the database was made by `nardy backup` yet."),
        ([(NOW - DAY, False)], False, "No copy of the database was made yet, and one failed."),
        ([(NOW - 2 * DAY, True)], True, "The last good copy of the database is 48 hours old."),
        ([(NOW - 3 * DAY, True)], False, "The last good copy of the database is 3 days old."),
        (
            [(NOW - DAY, True), (NOW, False)],
            False,
            "The last good copy of the database is 24 hours old, and one failed since.",
        ),
    ],
)
async def test_the_doctor_reports_the_age_of_the_last_good_copy(
    tmp_path: Path, noted: list[tuple[datetime, bool]], said: str, *, fine: bool
) -> None:
    """A last copy older than two days, or a failure since, is a finding to fix."""
    async with opened(tmp_path / "nardy.db") as database, database.write() as connection:
        for at, made in noted:
            await installation.note_backup(connection, at, made=made)
    (found,) = await copies(tmp_path / "nardy.db", NOW)
    assert (found.what, found.is_fine) == (said, fine)
