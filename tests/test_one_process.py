from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import sqlite_file
from storage.sqlite import upgrade
from tests.process import Server, serving
from tests.unusable import content

FIRST_REVISION = "0001"


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """The program, serving the database `nardy.db` of a folder of its own."""
    folder = tmp_path / "house"
    folder.mkdir()
    async with serving(folder) as server:
        yield server


@pytest.mark.parametrize(
    "names",
    [
        ("link.db", "street/../street/nardy.db"),
        pytest.param(("house/nardy.db", "{}/house/nardy.db"), marks=pytest.mark.long),
    ],
)
async def test_a_second_process_on_the_same_database_is_refused_by_name(
    server: Server, tmp_path: Path, names: tuple[str, ...]
) -> None:
    """Whatever name leads to the file, a second process ends with a line that has it and who serves it."""
    (tmp_path / "link.db").symlink_to(server.folder / "nardy.db")
    (tmp_path / "street").symlink_to(server.folder)
    found = [name.format(tmp_path) for name in names]
    ended = await asyncio.gather(*(Server(tmp_path, {"NARDY_DATABASE": name}).run() for name in found))
    assert [(each.status, each.out, each.err) for each in ended] == [
        (1, "", f"{name} is in use by process {server.pid}: only one Nardy can serve a file.\n")
        for name in found
    ]


async def test_the_lock_dies_with_its_process(tmp_path: Path) -> None:
    """After a kill, which takes nothing away, the next process serves the database."""
    server = Server(tmp_path)
    await server.start()
    await server.stop(signal.SIGKILL)
    assert (tmp_path / "nardy.db.lock").exists()
    await server.start()
    assert await server.stop() == 0


async def test_nothing_is_left_beside_the_database_by_a_process_that_was_stopped(server: Server) -> None:
    """Lock, log and index are gone after SIGTERM."""
    assert await server.stop() == 0
    assert {path.name for path in server.folder.iterdir()} == {"nardy.db", "log"}


@pytest.mark.parametrize("lose", ["replace", pytest.param("unlink", marks=pytest.mark.long), "-wal"])
async def test_a_bot_whose_database_is_lost_ends_with_a_line(server: Server, lose: str) -> None:
    """A bot whose file is replaced or removed, or loses its log, says so in a line and ends with status 1."""
    path = server.folder / "nardy.db"
    if lose == "replace":
        assert (await server.run("backup", "copy.db")).status == 0
        (server.folder / "copy.db").replace(path)
    elif lose == "unlink":
        path.unlink()
    else:
        path.with_name(f"{path.name}{lose}").unlink()
    assert await server.ended() == 1
    assert f"{path} was replaced or removed, or lost the log beside it" in server.log()
    assert "Traceback" not in server.log()


async def test_check_and_backup_work_beside_the_bot(server: Server, tmp_path: Path) -> None:
    """While a process serves the database, another checks it and another copies it, each without a fault."""
    copies = tmp_path / "copies"
    copies.mkdir()
    assert (await server.run("check")).status == 0
    assert (await server.run("backup", str(copies / "nardy.db"))).status == 0
    assert (await Server(copies).run("check")).status == 0
    assert [path.name for path in copies.iterdir()] == ["nardy.db"]
    assert await server.stop() == 0  # it takes none of that for the loss of its file
    assert "replaced" not in server.log()


async def test_a_database_that_is_served_is_not_brought_up_to_date_by_a_check(tmp_path: Path) -> None:
    """The check of an old database that is in use is refused, and changes nothing."""
    upgrade(tmp_path / "nardy.db", FIRST_REVISION)
    with sqlite_file.hold(tmp_path / "nardy.db"):
        before = content(tmp_path)
        ended = await Server(tmp_path).run("check")
        assert content(tmp_path) == before
    assert (ended.status, len(ended.err.splitlines())) == (1, 1)
    assert "nardy.db is in use by process" in ended.err
