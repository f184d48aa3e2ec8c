"""A database that takes nothing: its file or its folder is read-only, or the disk is full."""

from __future__ import annotations

import ctypes
import resource
import sys
from pathlib import Path

import pytest

from bot.maintenance import check
from storage import Database, sqlite_file
from storage.sqlite import upgrade
from tests.databases import create_database
from tests.process import Ended, Server

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits another process so"),
]

FIRST_REVISION = "0001"
A_PAGE = 4096

_CAPABILITIES_3 = 0x20080522
_OTHER_RIGHTS = ~(1 << 1 | 1 << 2)
"""All rights but `CAP_DAC_OVERRIDE` and `CAP_DAC_READ_SEARCH`, by which root opens what the modes forbid."""


def without_rights() -> None:
    """Take from this process, of root too, what lets it open files against their modes."""
    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(_CAPABILITIES_3, 0)
    rights = (ctypes.c_uint32 * 6)()  # effective, permitted and inheritable ones, twice
    assert libc.capget(header, rights) == 0
    # Of root `access` asks for the permitted ones.
    rights[0] &= _OTHER_RIGHTS
    rights[1] &= _OTHER_RIGHTS
    assert libc.capset(header, rights) == 0


async def run_without_rights(folder: Path, *arguments: str) -> Ended:
    """Run the program on a database in a folder, where it may write only what the modes let it."""
    return await Server(folder.parent, {"NARDY_DATABASE": str(folder / "nardy.db")}).run(
        *arguments, before=without_rights
    )


def on_a_full_disk() -> None:
    """Let this process write no file longer than a page."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (A_PAGE, resource.RLIM_INFINITY))


@pytest.mark.parametrize("closed", ["file", "folder"])
async def test_a_read_only_database_is_refused_in_a_line(tmp_path: Path, closed: str) -> None:
    """The bot does not start, says why, and starts when the file may be written again."""
    folder = tmp_path / "folder"
    create_database(folder / "nardy.db")
    which, mode = (folder / "nardy.db", 0o444) if closed == "file" else (folder, 0o555)
    before = which.stat().st_mode
    which.chmod(mode)
    refused = await run_without_rights(folder)
    assert (refused.status, refused.out, len(refused.err.splitlines())) == (1, "", 1)
    assert str(folder / "nardy.db") in refused.err
    which.chmod(before)
    assert {path.name for path in folder.iterdir()} <= {"nardy.db", "nardy.db.lock"}
    await served_again(folder / "nardy.db")


@pytest.mark.parametrize("revision", ["head", pytest.param(FIRST_REVISION, marks=pytest.mark.long)])
async def test_a_full_disk_is_refused_in_a_line(tmp_path: Path, revision: str) -> None:
    """Where nothing more can be written the bot does not start, and does when there is room again."""
    upgrade(tmp_path / "nardy.db", revision)
    refused = await Server(tmp_path).run(before=on_a_full_disk)
    assert (refused.status, refused.out, len(refused.err.splitlines())) == (1, "", 1)
    assert "cannot be used" in refused.err
    await served_again(tmp_path / "nardy.db")
    assert (await check(tmp_path / "nardy.db")).faults == ()


async def served_again(path: Path) -> None:
    """Hold a file as a start does, bring it up to date, and write into it."""
    with sqlite_file.hold(path):
        async with Database.open(path) as database, database.write() as connection:
            await connection.exec_driver_sql("INSERT INTO key_values VALUES ('test', 'key', 'text')")
