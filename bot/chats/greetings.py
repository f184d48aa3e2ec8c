"""Greetings: the chats that the bot has greeted. It greets each chat only once, ever."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

from bot.chats.base import KeyValues

NAMESPACE = "greeted"
_PENDING = "waits"
"""The stored text of a chat with a pending greeting begins with this; that of a greeted chat is empty."""
_STARTED = "asked"
"""A key stored like a chat's after the first call of `unknown`."""


class Greetings:
    """A platform's chats that were greeted or have a pending greeting.

    A greeted chat stays recorded when the bot is removed, so that adding it again greets no one twice.
    """

    def __init__(self, key_values: KeyValues, platform: str) -> None:
        self._key_values = key_values
        self._platform = platform
        self._one_at_a_time = asyncio.Lock()

    async def claim(self, chat: str) -> bool:
        """Mark a chat as greeted. Return False if it was already."""
        async with self._one_at_a_time:  # One process serves a platform, but its events are concurrent.
            if await self._stored(chat) == "":
                return False
            await self._store(chat, "")
            return True

    async def postpone(self, chat: str, note: str) -> None:
        """Mark a chat's greeting as pending until the bot may write there.

        Args:
            note: returned by `pending_note`; what the adapter must know at the next attempt.
        """
        await self._store(chat, f"{_PENDING} {note}")

    async def pending_note(self, chat: str) -> str | None:
        """Return the note of a chat's pending greeting, or None if no greeting is pending."""
        state, _, note = (await self._stored(chat) or "").partition(" ")
        return note if state == _PENDING else None

    async def unknown(self, chats: Collection[str]) -> list[str]:
        """Return the chats without a record, and mark their greetings as pending.

        The first call ever returns none and marks all as greeted: the bot was in these chats before it could
        greet.
        """
        known, last = set(), ""
        while found := await self._key_values.items(NAMESPACE, after=last):
            known |= {key for key, _ in found}
            last = found[-1][0]
        new = [chat for chat in chats if self._key(chat) not in known]
        is_first = self._key(_STARTED) not in known
        if not is_first:
            await self._key_values.write_all(NAMESPACE, {self._key(chat): f"{_PENDING} " for chat in new})
            return new
        # In one transaction: a crash halfway would leave old chats that look new at the next start.
        await self._key_values.write_all(NAMESPACE, {self._key(chat): "" for chat in (_STARTED, *new)})
        return []

    async def moved(self, old: str, new: str) -> None:
        """Copy a chat's record to the chat that the platform has replaced it by."""
        text = await self._stored(old)
        if text is not None:
            await self._store(new, text)

    async def _stored(self, chat: str) -> str | None:
        return await self._key_values.read(NAMESPACE, self._key(chat))

    async def _store(self, chat: str, text: str) -> None:
        await self._key_values.write(NAMESPACE, self._key(chat), text)

    def _key(self, chat: str) -> str:
        return f"{self._platform}:{chat}"
