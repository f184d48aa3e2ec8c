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
"""Seconds that a whole game with two restarts may take on a busy machine."""


@pytest.mark.parametrize("to_the_end", [False, pytest.param(True, marks=pytest.mark.long)])
async def test_a_game_survives_restarts(server: Server, browser: Browser, *, to_the_end: bool) -> None:
    """A game against the computer continues after a stop and a crash in half-made turns."""
    anna = await open_page(browser, server, size=WIDE)
    await anna.sit_down("Anna")
    for setting in ("/settings confirm on", "/settings forced on"):
        await anna.say(setting)
    await anna.say("/play")
    async with asyncio.timeout(_GAME_WITHIN):
        board = await _half_made_turn(anna, await anna.to_act())
        for with_signal in (signal.SIGTERM, signal.SIGKILL):
            await server.stop(with_signal)
            await expect(anna.page.locator("[data-offline]")).to_be_visible()
            await server.start()
            await expect(anna.page.locator("[data-offline]")).to_be_hidden(timeout=15_000)
            assert await anna.current_board() == board
            board = await _half_made_turn(anna, await _play_move(anna, board))
        while to_the_end and not board.is_over:
            board = await _play_move(anna, board)

    if to_the_end:
        assert "/off" in board.text
        # The description changes once the picture is loaded.
        over = re.compile(re.escape(anna.words.words("spoken-over")))
        await expect(anna.board.locator("img")).to_have_attribute("alt", over)
    assert (await server.run("check")).status == 0


async def _play_move(player: Player, board: VisibleMessage) -> VisibleMessage:
    """Press the first move offered; return the next board with moves, or the final one."""
    after = await player.press(board.buttons_for("/move")[0])
    return after if after.buttons_for("/move") or after.is_over else await player.to_act(board.turn)


async def _half_made_turn(player: Player, board: VisibleMessage) -> VisibleMessage:
    """Play until a turn is half made."""
    while not board.has_draft:
        assert not board.is_over
        board = await _play_move(player, board)
    return board
