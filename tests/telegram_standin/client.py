"""A bot made with the real python-telegram-bot, to test the stand-in."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

import aiohttp
import telegram as library
from PIL import Image
from telegram.ext import ExtBot

from bot.chats.telegram import timeouts
from tests.telegram_standin.standin import TelegramStandIn


class TinyBot(ExtBot[None]):
    """A bot that confirms the updates it has received."""

    def __init__(self, stand_in: TelegramStandIn) -> None:
        super().__init__(
            stand_in.token,
            base_url=f"{stand_in.api_url}/bot",
            base_file_url=f"{stand_in.api_url}/file/bot",
            request=timeouts.requests(),
            get_updates_request=timeouts.requests(),
        )
        self._next: list[int] = [0]

    async def updates(self, timeout: int = 5, allowed: Sequence[str] | None = None) -> list[library.Update]:  # noqa: ASYNC109 (the poll's own)
        """Poll once, and confirm the updates received before."""
        incoming = await self.get_updates(offset=self._next[0], timeout=timeout, allowed_updates=allowed)
        self._next[0] = max([self._next[0], *(update.update_id + 1 for update in incoming)])
        return list(incoming)


def picture(colour: str = "red", width: int = 1200, height: int = 800) -> bytes:
    """Return a PNG."""
    data = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(data, "PNG")
    return data.getvalue()


def buttons(*labels: str) -> library.InlineKeyboardMarkup:
    """Return a row of buttons whose data are their labels in lower case."""
    row = [library.InlineKeyboardButton(label, callback_data=label.lower()) for label in labels]
    return library.InlineKeyboardMarkup([row])


async def ask(
    stand_in: TelegramStandIn,
    method: str,
    fields: Mapping[str, object] | None = None,
    *,
    token: str | None = None,
) -> tuple[int, Any]:
    """Send a request that python-telegram-bot would not send."""
    url = f"{stand_in.api_url}/bot{token or stand_in.token}/{method}"
    async with aiohttp.ClientSession() as session, session.post(url, json=fields or {}) as answer:
        assert answer.headers["Content-Type"] == "application/json"
        return answer.status, await answer.json()
