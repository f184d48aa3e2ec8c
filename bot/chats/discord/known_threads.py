"""Known threads: threads in which the bot was used. Discord does not report deletions of archived ones."""

from __future__ import annotations

import discord

from bot.chats.base import KeyValues

NAMESPACE = "discord-threads"
_MOST_CACHED = 10_000


class KnownThreads:
    """Threads in which the bot was used, by server and channel.

    Discord archives a quiet thread, and clients no longer see it. If its channel is deleted, or its server
    removes the bot, no event names the thread, so the bot must know it.

    Args:
        key_values: stores the threads.
    """

    def __init__(self, key_values: KeyValues) -> None:
        self._key_values = key_values
        self._stored: set[str] = set()
        """A cache of keys that are stored already."""

    async def note(self, thread: discord.Thread) -> None:
        """Store a thread with its server and channel."""
        key = _key(thread.guild.id, thread.id)
        if key in self._stored:
            return
        if await self._key_values.read(NAMESPACE, key) is None:
            await self._key_values.write(NAMESPACE, key, str(thread.parent_id))
        if len(self._stored) >= _MOST_CACHED:
            self._stored.clear()
        self._stored.add(key)

    async def below(self, guild: int, channel: int | None = None) -> list[int]:
        """Return the ids of a server's known threads, or only of those in one channel."""
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
        """Delete the records of threads that no longer exist."""
        keys = [_key(guild, thread) for thread in threads]
        self._stored.difference_update(keys)
        await self._key_values.forget(NAMESPACE, *keys)


def _key(guild: int, thread: int | str = "") -> str:
    return f"{guild}/{thread}"
