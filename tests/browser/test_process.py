from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Browser

from tests.browser.player import open_page
from tests.process import Server

pytestmark = pytest.mark.asyncio(loop_scope="session")

FAREWELL = 5.0
"""Seconds in which the program must stop."""


async def test_stops_soon(server: Server, browser: Browser) -> None:
    """SIGTERM stops the program within five seconds and without a fault, whoever still has a tab open."""
    for name in ("Anna", "Boris"):
        player = await open_page(browser, server)
        await player.sit(name)
        await player.say("/play")
        await player.to_act()
    async with asyncio.timeout(FAREWELL):
        status = await server.stop()
    assert status == 0
    assert "Traceback" not in server.log()


async def test_port_in_use(server: Server, tmp_path: Path) -> None:
    """A port that is in use is said in one line that names it."""
    ended = await Server(tmp_path, {"NARDY_DATABASE": "another.db"}).run(port=server.port)
    assert ended.status == 1
    assert len(ended.err.strip().splitlines()) == 1
    assert str(server.port) in ended.err


@pytest.mark.long
async def test_backup_while_running(server: Server, browser: Browser, tmp_path: Path) -> None:
    """A backup made while a game is played is a database that the check finds no fault in."""
    player = await open_page(browser, server)
    await player.sit("Anna")
    await player.say("/play")
    await player.to_act()
    copies = tmp_path / "copies"
    copies.mkdir()
    assert (await server.run("backup", str(copies / "nardy.db"))).status == 0
    checked = await Server(copies).run("check")
    assert checked.status == 0
    assert checked.out.startswith("1 ")
