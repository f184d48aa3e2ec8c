"""Copies by `nardy backup`, and what is noted of them in the database."""

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
TELLING = """#!/bin/sh
echo "$0 $*" >> {folder}/told
env >> {folder}/told
test -z "$PGPASSFILE" || {{ stat -c "mode %a" "$PGPASSFILE"; cat "$PGPASSFILE"; }} >> {folder}/told
echo "pg_dump (PostgreSQL) {version}.9"
for each; do case $each in --file=*) echo copied > "${{each#--file=}}";; esac; done
exit {status}
"""
"""A program in the place of pg_dump, which writes down what it is told."""


@pytest.fixture(params=PLACES)
async def place(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Place | Path]:
    """An empty database, up to date."""
    async with new_place(request.param, tmp_path) as place:
        async with opened(place):
            pass
        yield place


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Place]:
    """An empty database on a server, whose address holds a password that the server does not ask for."""
    async with new_place("postgresql", tmp_path) as place:
        async with opened(place):
            pass
        assert isinstance(place, Place)
        written = PLANTED.replace(":", "%3A").replace("\\", "%5C").replace("/", "%2F").replace("@", "%40")
        yield Place(place.url.replace("postgres@", f"postgres:{written}@"))


def pg_dump(folder: Path, monkeypatch: pytest.MonkeyPatch, version: int = 99, status: int = 0) -> Path:
    """Lay out a program in the place of pg_dump, found before any other; return where it writes."""
    program = folder / "pg_dump"
    program.write_text(TELLING.format(folder=folder, version=version, status=status), "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    return folder / "told"


async def test_a_copy_made_and_one_that_failed_are_noted(place: Place | Path, tmp_path: Path) -> None:
    """The database has the moment of the last of either kind; of a copy that is refused it has none."""
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
    """One copy more is made, the oldest goes, and nothing else; where none is made, none goes."""
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
    """A copy brings nothing up to date; where the database cannot note it yet, the log says so."""
    place, copy = tmp_path / "nardy.db", tmp_path / "copy.db"
    upgrade(place, "0009")
    await back_up(place, copy, lambda: NOW)
    assert copy.exists()
    assert events(caplog) == ["backup not noted in the database error=OperationalError"]


async def test_copies_go_on_after_one_that_failed() -> None:
    """After a good copy the next comes a day later, and after one that failed a minute later."""
    waited: list[float] = []
    outcomes = iter([NoCopy("x"), None, None])

    class Enough(Exception):
        """The test has seen what it came for."""

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


def test_the_program_makes_copies_that_nobody_else_reads(nardy: Command, tmp_path: Path) -> None:
    """`nardy backup` makes one at a path or in a folder, each readable by its owner alone."""
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
async def test_pg_dump_is_handed_no_password_on_its_command_line(
    server: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The password stands in a file that its owner alone reads, and that is gone afterwards."""
    told = pg_dump(tmp_path, monkeypatch)
    monkeypatch.setenv("PGPASSWORD", "another")
    await back_up(server, tmp_path / "copy.dump", lambda: NOW)
    lines = told.read_text("utf-8").splitlines()
    assert (tmp_path / "copy.dump").read_text("utf-8") == "copied\n"
    (mode,) = (number for number, line in enumerate(lines) if line == "mode 600")
    assert lines[mode + 1 :] == ["*:*:*:*:Quillobar\\:\\\\/@"]
    assert "Quillobar" not in "".join(lines[: mode + 1])
    # The first run tells the version, and needs no password.
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
async def test_why_pg_dump_makes_no_copy_is_said_in_a_sentence(
    server: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: int, status: int, said: str
) -> None:
    """It is missing, older than the server, or fails: that is noted, the doctor tells it, no part is left."""
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
async def test_the_doctor_tells_how_old_the_last_good_copy_is(
    tmp_path: Path, noted: list[tuple[datetime, bool]], said: str, *, fine: bool
) -> None:
    """Older than two days, or none after the last one that failed, is to be mended."""
    async with opened(tmp_path / "nardy.db") as database, database.write() as connection:
        for at, made in noted:
            await installation.note_backup(connection, at, made=made)
    (found,) = await copies(tmp_path / "nardy.db", NOW)
    assert (found.what, found.is_fine) == (said, fine)
