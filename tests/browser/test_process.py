from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.browser.house import House
from tests.browser.player import open_page
from tests.browser.test_replays import ANALYSIS_TIMEOUT, paste
from tests.process import Server
from tests.talk.test_replays import random_record

pytestmark = pytest.mark.asyncio(loop_scope="session")

STOP_WITHIN = 5.0
"""Seconds within which the bot must stop."""
TURNS = 10
"""The number of turns whose analysis takes longer than the bot may take to stop."""


async def test_sigterm_stops_the_bot_soon(server: Server, browser: Browser) -> None:
    """SIGTERM stops the bot within five seconds, despite a running analysis and open tabs."""
    house = House(browser, server)
    anna, boris = await house.seated("Anna"), await house.seated("Boris")
    await anna.say("/play")
    await anna.to_act()
    await paste(boris, random_record("long", most=TURNS).write())
    await boris.page.press("#line", "Enter")
    await boris.answer.get_by_role("button", name="Analyse").click()
    await boris.answer.get_by_role("button", name="Look deeper").click(timeout=ANALYSIS_TIMEOUT)
    await expect(boris.answer.get_by_role("button", name="Stop")).to_be_visible(timeout=ANALYSIS_TIMEOUT)
    async with asyncio.timeout(STOP_WITHIN):
        status = await server.stop()
    assert status == 0
    assert "Traceback" not in server.log()


async def test_port_in_use(server: Server, tmp_path: Path) -> None:
    """The error for a port in use is one line that names the port."""
    ended = await Server(tmp_path, {"NARDY_DATABASE": "another.db"}).run(port=server.port)
    assert ended.status == 1
    assert len(ended.err.strip().splitlines()) == 1
    assert str(server.port) in ended.err


@pytest.mark.long
async def test_backup_while_running(server: Server, browser: Browser, tmp_path: Path) -> None:
    """A backup made during a game passes the check."""
    player = await open_page(browser, server)
    await player.sit_down("Anna")
    await player.say("/play")
    await player.to_act()
    copies = tmp_path / "copies"
    copies.mkdir()
    assert (await server.run("backup", str(copies / "nardy.db"))).status == 0
    checked = await Server(copies).run("check")
    assert checked.status == 0
    assert checked.out.startswith("1 ")
