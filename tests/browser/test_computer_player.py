from __future__ import annotations

import asyncio
import re
import signal

import pytest
from playwright.async_api import Browser, expect

from tests.browser.player import WIDE, Player, VisibleMessage, open_page
from tests.process import Server

pytestmark = pytest.mark.asyncio(loop_scope="session")

_GAME_WITHIN = 300.0
"""Seconds that a whole game may take, with two restarts, on a machine that has much else to do."""


@pytest.mark.parametrize("to_its_end", [False, pytest.param(True, marks=pytest.mark.long)])
async def test_game_over_restarts(server: Server, browser: Browser, *, to_its_end: bool) -> None:
    """A game against the program goes on, and to its end, over a stop and a crash in half-made turns."""
    anna = await open_page(browser, server, size=WIDE)
    await anna.sit("Anna")
    for setting in ("/settings confirm on", "/settings forced on"):
        await anna.say(setting)
    await anna.say("/play")
    async with asyncio.timeout(_GAME_WITHIN):
        board = await _half_made(anna, await anna.to_act())
        for with_signal in (signal.SIGTERM, signal.SIGKILL):
            await server.stop(with_signal)
            await expect(anna.page.locator("[data-offline]")).to_be_visible()
            await server.start()
            await expect(anna.page.locator("[data-offline]")).to_be_hidden(timeout=15_000)
            assert await anna.seen() == board
            board = await _half_made(anna, await _moved(anna, board))
        while to_its_end and not board.is_over:
            board = await _moved(anna, board)

    if to_its_end:
        assert "/off" in board.text
        # The words change with the picture, once it has come.
        over = re.compile(re.escape(anna.words.words("spoken-over")))
        await expect(anna.board.locator("img")).to_have_attribute("alt", over)
    assert (await server.run("check")).status == 0


async def _moved(player: Player, board: VisibleMessage) -> VisibleMessage:
    """Press the first move that is offered; return the board when there is another, or it is over."""
    after = await player.press(board.carrying("/move")[0])
    return after if after.carrying("/move") or after.is_over else await player.to_act(board.turn)


async def _half_made(player: Player, board: VisibleMessage) -> VisibleMessage:
    """Play until a turn is half made."""
    while not board.has_draft:
        assert not board.is_over
        board = await _moved(player, board)
    return board
