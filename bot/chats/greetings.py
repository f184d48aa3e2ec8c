"""Greetings: in which chats the bot has greeted, since it does that once for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

from bot.chats.base import KeyValues

NAMESPACE = "greeted"
_WAITS = "waits"
_ASKED = "asked"
"""Stands among the chats once `unknown` was asked."""


class Greetings:
    """The chats of a platform that were greeted. They stay so when the bot is removed and added again.

    Args:
        key_values: stores them.
        platform: the platform's name.
    """

    def __init__(self, key_values: KeyValues, platform: str) -> None:
        self._key_values = key_values
        self._platform = platform
        self._one_at_a_time = asyncio.Lock()

    async def claim(self, chat: str) -> bool:
        """Return True if a chat is to be greeted now, and note that it was."""
        async with self._one_at_a_time:  # one process serves a platform, but several events come at once
            if await self._kept(chat) == "":
                return False
            await self._keep(chat, "")
            return True

    async def wait(self, chat: str, note: str) -> None:
        """Note that a greeting did not arrive, or could not: it is owed until the bot may write there.

        Args:
            note: what the adapter needs to know then.
        """
        await self._keep(chat, f"{_WAITS} {note}")

    async def waiting(self, chat: str) -> str | None:
        """Return what was noted of a chat that waits for its greeting; nothing, if it does not."""
        state, _, note = (await self._kept(chat) or "").partition(" ")
        return note if state == _WAITS else None

    async def unknown(self, chats: Collection[str]) -> list[str]:
        """Return those of some chats that were never heard of; they wait for their greeting from now on.

        The first time that this is asked there are none: who was there before needs no greeting.
        """
        known, last = set(), ""
        while found := await self._key_values.items(NAMESPACE, after=last):
            known |= {key for key, _ in found}
            last = found[-1][0]
        new = [chat for chat in chats if self._key(chat) not in known]
        is_first = self._key(_ASKED) not in known
        if not is_first:
            await self._key_values.write_all(NAMESPACE, {self._key(chat): f"{_WAITS} " for chat in new})
            return new
        # All or none: else the first start, cut short, would leave some that look new to the second.
        await self._key_values.write_all(NAMESPACE, {self._key(chat): "" for chat in (_ASKED, *new)})
        return []

    async def moved(self, old: str, new: str) -> None:
        """Note that a new chat has taken the place of an old one, which may have been greeted."""
        kept = await self._kept(old)
        if kept is not None:
            await self._keep(new, kept)

    async def _kept(self, chat: str) -> str | None:
        return await self._key_values.read(NAMESPACE, self._key(chat))

    async def _keep(self, chat: str, text: str) -> None:
        await self._key_values.write(NAMESPACE, self._key(chat), text)

    def _key(self, chat: str) -> str:
        return f"{self._platform}:{chat}"
