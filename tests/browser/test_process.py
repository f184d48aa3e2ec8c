from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.browser.house import House
from tests.browser.player import open_page
from tests.browser.test_replays import PATIENCE, paste
from tests.process import Server
from tests.talk.test_replays import random_record

pytestmark = pytest.mark.asyncio(loop_scope="session")

FAREWELL = 5.0
"""Seconds in which the program must stop."""
TURNS = 10
"""Turns that take longer to be looked at than the program to stop."""


async def test_stops_soon(server: Server, browser: Browser) -> None:
    """SIGTERM stops the program within five seconds, without a fault, whatever it does and tabs are open."""
    house = House(browser, server)
    anna, boris = await house.seated("Anna"), await house.seated("Boris")
    await anna.say("/play")
    await anna.to_act()
    await paste(boris, random_record("long", most=TURNS).write())
    await boris.page.press("#line", "Enter")
    await boris.answer.get_by_role("button", name="Analyse").click()
    await boris.answer.get_by_role("button", name="Look deeper").click(timeout=PATIENCE)
    await expect(boris.answer.get_by_role("button", name="Stop")).to_be_visible(timeout=PATIENCE)
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
