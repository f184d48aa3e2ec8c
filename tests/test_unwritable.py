"""A database that cannot be written: its file or folder is read-only, or the disk is full."""

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
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux can limit another process"),
]

FIRST_REVISION = "0001"
A_PAGE = 4096

_CAPABILITIES_3 = 0x20080522
_OTHER_RIGHTS = ~(1 << 1 | 1 << 2)
"""All capabilities but `CAP_DAC_OVERRIDE` and `CAP_DAC_READ_SEARCH`, by which root ignores file modes."""


def without_rights() -> None:
    """Make file modes apply to this process, even if it runs as root."""
    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(_CAPABILITIES_3, 0)
    rights = (ctypes.c_uint32 * 6)()  # effective, permitted and inheritable ones, twice
    assert libc.capget(header, rights) == 0
    # For root, `access` checks the permitted capabilities.
    rights[0] &= _OTHER_RIGHTS
    rights[1] &= _OTHER_RIGHTS
    assert libc.capset(header, rights) == 0


async def run_without_rights(folder: Path, *arguments: str) -> Ended:
    """Run the program on a database in a folder, bound by file modes."""
    return await Server(folder.parent, {"NARDY_DATABASE": str(folder / "nardy.db")}).run(
        *arguments, before=without_rights
    )


def limit_file_size() -> None:
    """Limit the files of this process to one page."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (A_PAGE, resource.RLIM_INFINITY))


@pytest.mark.parametrize("closed", ["file", "folder"])
async def test_a_read_only_database_is_refused(tmp_path: Path, closed: str) -> None:
    """The bot does not start and says why; it starts once the file is writable."""
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
    await serve_again(folder / "nardy.db")


@pytest.mark.parametrize("revision", ["head", pytest.param(FIRST_REVISION, marks=pytest.mark.long)])
async def test_a_full_disk_ends_the_start(tmp_path: Path, revision: str) -> None:
    """On a full disk the bot does not start; it starts once there is space."""
    upgrade(tmp_path / "nardy.db", revision)
    refused = await Server(tmp_path).run(before=limit_file_size)
    assert (refused.status, refused.out, len(refused.err.splitlines())) == (1, "", 1)
    assert "cannot be used" in refused.err
    await serve_again(tmp_path / "nardy.db")
    assert (await check(tmp_path / "nardy.db")).faults == ()


async def serve_again(path: Path) -> None:
    """Lock a file as a start does, upgrade it, and write to it."""
    with sqlite_file.hold(path):
        async with Database.open(path) as database, database.write() as connection:
            await connection.exec_driver_sql("INSERT INTO key_values VALUES ('test', 'key', 'text')")
