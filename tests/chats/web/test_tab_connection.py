"""What goes on beside a tab."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest
from aiohttp import web

from bot.chats.web.connection_limits import Limits
from bot.chats.web.outgoing import Outgoing
from bot.chats.web.socket_session import connected
from bot.chats.web.tab_places import TabPlaces
from tests.chats.web.house import SOON


async def test_a_tab_that_cannot_be_shown_any_more_is_cut_off(caplog: pytest.LogCaptureFixture) -> None:
    """Nobody is left in front of a page that looks alive and is shown nothing."""
    dropped = asyncio.Event()
    socket = cast("web.WebSocketResponse", object())

    async def fails() -> None:
        raise RuntimeError("nothing is shown")

    places = TabPlaces(Limits())
    async with connected(object(), socket, Outgoing(socket, dropped.set), places, "here", fails()):
        async with asyncio.timeout(SOON):
            await dropped.wait()
    assert "nothing is shown" in caplog.text
