from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.backup import back_up
from bot.maintenance import check
from storage import sqlite_file
from storage.sqlite import upgrade
from tests.command import Command
from tests.databases import create_database
from tests.process import Ended, Server, serving
from tests.unusable import content

FIRST_REVISION = "0001"


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """The program, serving the database `nardy.db` in a folder."""
    folder = tmp_path / "house"
    create_database(folder / "nardy.db")
    async with serving(folder) as server:
        yield server


def test_a_second_start_on_a_database_is_refused(nardy: Command, tmp_path: Path) -> None:
    """Under any name of the file, a second start prints that name and the first process, and ends."""
    house = tmp_path / "house"
    create_database(house / "nardy.db")
    (tmp_path / "link.db").symlink_to(house / "nardy.db")
    (tmp_path / "street").symlink_to(house)
    with sqlite_file.hold(house / "nardy.db"):
        for name in ("link.db", "street/../street/nardy.db", str(house / "nardy.db")):
            assert nardy(NARDY_DATABASE=name) == Ended(
                1, "", f"{name} is in use by process {os.getpid()}: only one Nardy can serve a file.\n"
            )


async def test_the_lock_dies_with_its_process(server: Server) -> None:
    """A killed process leaves its lock file, and the next process can still serve the database."""
    await server.stop(signal.SIGKILL)
    assert (server.folder / "nardy.db.lock").exists()
    with sqlite_file.hold(server.folder / "nardy.db"):
        pass


@pytest.mark.parametrize(
    "lose", [*(pytest.param(how, marks=pytest.mark.long) for how in ("replace", "unlink")), "-wal"]
)
async def test_a_bot_that_loses_its_database_ends(server: Server, lose: str) -> None:
    """A bot whose file is replaced or removed, or whose log is removed, ends with one line and status 1."""
    path = server.folder / "nardy.db"
    if lose == "replace":
        await back_up(path, server.folder / "copy.db")
        (server.folder / "copy.db").replace(path)
    elif lose == "unlink":
        path.unlink()
    else:
        path.with_name(f"{path.name}{lose}").unlink()
    assert await server.ended() == 1
    assert f"{path} was replaced or removed, or lost the log beside it" in server.log()
    assert "Traceback" not in server.log()


async def test_check_and_backup_work_beside_the_bot(server: Server, tmp_path: Path) -> None:
    """Another process checks and copies a served database; after SIGTERM no extra file is left."""
    copy = tmp_path / "copies" / "nardy.db"
    copy.parent.mkdir()
    await back_up(server.folder / "nardy.db", copy)
    for path in (server.folder / "nardy.db", copy):
        assert (await check(path)).faults == ()
    assert [*copy.parent.iterdir()] == [copy]
    assert await server.stop() == 0  # it did not mistake the copy for a loss of its file
    assert "replaced" not in server.log()
    assert {path.name for path in server.folder.iterdir()} == {"nardy.db", "log"}


def test_a_check_does_not_upgrade_a_served_database(nardy: Command, tmp_path: Path) -> None:
    """The check of an old database in use is refused and changes nothing."""
    upgrade(tmp_path / "nardy.db", FIRST_REVISION)
    with sqlite_file.hold(tmp_path / "nardy.db"):
        before = content(tmp_path)
        ended = nardy("check")
        assert content(tmp_path) == before
    assert (ended.status, len(ended.err.splitlines())) == (1, 1)
    assert "nardy.db is in use by process" in ended.err
