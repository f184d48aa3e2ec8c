"""The adapter reports each connection to Telegram."""

from __future__ import annotations

import asyncio

from bot.chats.base import RemotePlatform
from bot.chats.telegram import Telegram
from bot.talk.catalog import words_in
from tests.chats.stand_ins import MemoryKeyValues, MemoryUpdates, PlainPainter, ScriptedHandler
from tests.pace import HANG
from tests.telegram_standin.standin import TelegramStandIn


async def test_each_connection_is_reported() -> None:
    """The listener is called each time that the bot is connected, and before that nothing can be sent."""
    online = asyncio.Event()
    async with TelegramStandIn() as telegram:
        adapter = Telegram(
            ScriptedHandler(),
            MemoryKeyValues(),
            PlainPainter(),
            words_in,
            updates=MemoryUpdates(),
            token=telegram.token,
            api_url=telegram.api_url,
        )
        assert isinstance(adapter, RemotePlatform)
        adapter.when_online(online.set)
        assert not adapter.is_online
        assert adapter.address is None
        for _ in range(2):
            serving = asyncio.create_task(adapter.run())
            async with asyncio.timeout(HANG):
                await online.wait()
            assert adapter.is_online
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)
            assert not adapter.is_online
            online.clear()
        assert adapter.address is not None
        username = adapter.address.name.removeprefix("@")
        assert adapter.address.link == f"https://t.me/{username}?start="
