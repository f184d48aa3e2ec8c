"""A database that takes nothing: its file or its folder is read-only, or the disk is full."""

from __future__ import annotations

import asyncio
import os
import resource
import sys
from asyncio.subprocess import PIPE
from typing import TYPE_CHECKING

import pytest

from bot.settings import PREFIXES
from storage.migrate import upgrade
from tests.pace import HANG
from tests.process import Ended, Server, killed_if_left, spawn

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from pathlib import Path

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits another process so"),
]

FIRST_REVISION = "0001"
A_PAGE = 4096

WITHOUT_RIGHTS = """
import ctypes, os, sys
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 24, 1, 2
for right in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
    ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, right, 0, 0, 0)  # refused to all but root, who alone has them
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""
"""A program that becomes Python once more, which as root, too, may write only where the modes say so."""


async def ended(process: Process) -> Ended:
    """Wait for a process to end."""
    async with killed_if_left(process), asyncio.timeout(HANG):
        out, err = await process.communicate()
    return Ended(process.returncode or 0, out.decode(), err.decode())


async def run_without_rights(folder: Path, *arguments: str) -> Ended:
    """Run the program where it may write only what the modes let it."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(PREFIXES)}
    environment |= {"NARDY_DATABASE": str(folder / "nardy.db"), "NARDY_PORT": "0"}
    return await ended(
        await spawn("-c", WITHOUT_RIGHTS, "-m", "bot", *arguments, env=environment, stdout=PIPE, stderr=PIPE)
    )


@pytest.mark.parametrize("closed", ["file", "folder"])
async def test_a_read_only_database_is_refused_in_a_line(tmp_path: Path, closed: str) -> None:
    """The bot does not start, says why, and starts when the file may be written again."""
    folder = tmp_path / "folder"
    upgrade(folder / "nardy.db")
    which, mode = (folder / "nardy.db", 0o444) if closed == "file" else (folder, 0o555)
    before = which.stat().st_mode
    which.chmod(mode)
    refused = await run_without_rights(folder)
    assert (refused.status, refused.out, len(refused.err.splitlines())) == (1, "", 1)
    assert str(folder / "nardy.db") in refused.err
    which.chmod(before)
    assert {path.name for path in folder.iterdir()} <= {"nardy.db", "nardy.db.lock"}
    server = Server(folder)
    await server.start()
    assert await server.stop() == 0


@pytest.mark.parametrize("revision", ["head", pytest.param(FIRST_REVISION, marks=pytest.mark.long)])
async def test_a_full_disk_is_refused_in_a_line(tmp_path: Path, revision: str) -> None:
    """Where nothing more can be written the bot does not start, and does when there is room again."""
    upgrade(tmp_path / "nardy.db", revision)
    server = Server(tmp_path)
    process = await server.begin()
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (A_PAGE, resource.RLIM_INFINITY))
    refused = await ended(process)
    assert (refused.status, refused.out, len(refused.err.splitlines())) == (1, "", 1)
    assert "cannot be used" in refused.err
    await server.start()
    assert await server.stop() == 0
    assert (await server.run("check")).status == 0
