"""Known threads: where the bot was used, since Discord does not list archived threads that disappear."""

from __future__ import annotations

import discord

from bot.chats.base import KeyValues

NAMESPACE = "discord-threads"
_MOST_REMEMBERED = 10_000


class KnownThreads:
    """Threads in which somebody has used the bot, by server and channel.

    A thread without talk is archived, and then a client no longer sees it. When the bot is removed from its
    server, or its channel is deleted, no event reports that the thread is gone too.

    Args:
        key_values: stores them.
    """

    def __init__(self, key_values: KeyValues) -> None:
        self._key_values = key_values
        self._noted: set[str] = set()
        """Keys that are stored already, as far as they are remembered."""

    async def note(self, thread: discord.Thread) -> None:
        """Store to which server and channel a thread belongs."""
        key = _key(thread.guild.id, thread.id)
        if key in self._noted:
            return
        if await self._key_values.read(NAMESPACE, key) is None:
            await self._key_values.write(NAMESPACE, key, str(thread.parent_id))
        if len(self._noted) >= _MOST_REMEMBERED:
            self._noted.clear()
        self._noted.add(key)

    async def below(self, guild: int, channel: int | None = None) -> list[int]:
        """Return the ids of a server's known threads; of those in one channel, if it is given."""
        found: list[int] = []
        prefix = _key(guild)
        last = prefix
        while notes := await self._key_values.items(NAMESPACE, after=last):
            for key, parent in notes:
                if not key.startswith(prefix):
                    return found
                if channel is None or parent == str(channel):
                    found.append(int(key.removeprefix(prefix)))
            last = notes[-1][0]
        return found

    async def forget(self, guild: int, *threads: int) -> None:
        """Forget some of a server's threads, which are gone."""
        keys = [_key(guild, thread) for thread in threads]
        self._noted.difference_update(keys)
        await self._key_values.forget(NAMESPACE, *keys)


def _key(guild: int, thread: int | str = "") -> str:
    return f"{guild}/{thread}"
