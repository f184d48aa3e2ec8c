"""How often it is told that the bot may do something else in a chat."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.chats.telegram.chat_rights import INTERVAL, NAMESPACE, ChatRights
from tests.chats.stand_ins import MemoryKeyValues, ScriptedHandler
from tests.pace import HANG
from tests.sessions.world import Clock

GROUP, OTHER = "-100", "-200"


class Changes:
    """Changes of chats, the handler that is told, and what is kept of them over a restart."""

    def __init__(self) -> None:
        self.handler = ScriptedHandler()
        self.key_values = MemoryKeyValues()
        self.clock = Clock()
        self.restart()

    def restart(self) -> None:
        """Forget what is not kept."""
        self.chat_rights = ChatRights(self.handler, self.key_values, self.clock)

    def notified(self) -> list[str]:
        """Return the chats that the handler was told of, in order."""
        return [key for _, keys in self.handler.changed for key in keys]

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Let what waits be told when it is due."""
        task = asyncio.create_task(self.chat_rights.run())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def until_notified(self, *chats: str) -> None:
        """Wait until the ear was told of exactly these chats, and nothing is kept any more."""
        async with asyncio.timeout(HANG):
            while self.notified() != [*chats] or await self.key_values.items(NAMESPACE):  # noqa: ASYNC110 (nothing tells)
                await asyncio.sleep(0)


@pytest.fixture
def changes() -> Changes:
    """Changes that nobody has told of yet."""
    return Changes()


async def test_a_change_is_told_at_once(changes: Changes) -> None:
    """The first change of each chat is told without any wait, and nothing is kept of it."""
    await changes.chat_rights.changed(GROUP)
    await changes.chat_rights.changed(OTHER)
    assert changes.notified() == [GROUP, OTHER]
    assert await changes.key_values.items(NAMESPACE) == []


async def test_many_changes_are_told_twice(changes: Changes) -> None:
    """Of a hundred changes in ten seconds the first is told at once, and the last after them."""
    for _ in range(100):
        await changes.chat_rights.changed(GROUP)
        changes.clock.forward(seconds=0.05)
    assert changes.notified() == [GROUP]
    changes.clock.forward(seconds=INTERVAL.total_seconds())
    async with changes.running():
        await changes.until_notified(GROUP, GROUP)


async def test_a_change_later_on_is_told_at_once(changes: Changes) -> None:
    """Ten seconds after the last telling, a chat is told of again without any wait."""
    await changes.chat_rights.changed(GROUP)
    changes.clock.forward(seconds=INTERVAL.total_seconds())
    await changes.chat_rights.changed(GROUP)
    assert changes.notified() == [GROUP, GROUP]


async def test_a_change_that_waits_survives_a_restart(changes: Changes) -> None:
    """What was to be told when the program ended is told when it begins anew."""
    await changes.chat_rights.changed(GROUP)
    await changes.chat_rights.changed(GROUP)
    changes.restart()
    async with changes.running():
        await changes.until_notified(GROUP, GROUP)


async def test_a_clock_that_is_set_back_silences_nothing(changes: Changes) -> None:
    """After the clock was set back by an hour, the next change is told at once."""
    await changes.chat_rights.changed(GROUP)
    changes.clock.forward(hours=-1)
    await changes.chat_rights.changed(GROUP)
    assert changes.notified() == [GROUP, GROUP]
