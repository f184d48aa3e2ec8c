"""How often changed rights in a chat are reported."""

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
    """Changes of chats, the handler that gets reports, and the stored data."""

    def __init__(self) -> None:
        self.handler = ScriptedHandler()
        self.key_values = MemoryKeyValues()
        self.clock = Clock()
        self.restart()

    def restart(self) -> None:
        """Restart with only the stored data."""
        self.chat_rights = ChatRights(self.handler, self.key_values, self.clock)

    def notified(self) -> list[str]:
        """Return the chats reported to the handler, in order."""
        return [key for _, keys in self.handler.changed for key in keys]

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Report pending changes when they are due."""
        task = asyncio.create_task(self.chat_rights.run())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def until_notified(self, *chats: str) -> None:
        """Wait until exactly these chats were reported and nothing is pending."""
        async with asyncio.timeout(HANG):
            while self.notified() != [*chats] or await self.key_values.items(NAMESPACE):  # noqa: ASYNC110 (no signal)
                await asyncio.sleep(0)


@pytest.fixture
def changes() -> Changes:
    """Changes without any report yet."""
    return Changes()


async def test_a_change_is_reported_at_once(changes: Changes) -> None:
    """The first change of each chat is reported at once."""
    await changes.chat_rights.changed(GROUP)
    await changes.chat_rights.changed(OTHER)
    assert changes.notified() == [GROUP, OTHER]
    assert await changes.key_values.items(NAMESPACE) == []


async def test_many_changes_are_reported_twice(changes: Changes) -> None:
    """Of a hundred changes in ten seconds the first is reported at once, and the rest together later."""
    for _ in range(100):
        await changes.chat_rights.changed(GROUP)
        changes.clock.forward(seconds=0.05)
    assert changes.notified() == [GROUP]
    changes.clock.forward(seconds=INTERVAL.total_seconds())
    async with changes.running():
        await changes.until_notified(GROUP, GROUP)


async def test_a_later_change_is_reported_at_once(changes: Changes) -> None:
    """A change ten seconds after the last report is reported at once."""
    await changes.chat_rights.changed(GROUP)
    changes.clock.forward(seconds=INTERVAL.total_seconds())
    await changes.chat_rights.changed(GROUP)
    assert changes.notified() == [GROUP, GROUP]


async def test_a_pending_report_survives_a_restart(changes: Changes) -> None:
    """A pending report survives a restart."""
    await changes.chat_rights.changed(GROUP)
    await changes.chat_rights.changed(GROUP)
    changes.restart()
    async with changes.running():
        await changes.until_notified(GROUP, GROUP)


async def test_a_clock_that_is_set_back_delays_no_report(changes: Changes) -> None:
    """After the clock was set back by an hour, the next change is reported at once."""
    await changes.chat_rights.changed(GROUP)
    changes.clock.forward(hours=-1)
    await changes.chat_rights.changed(GROUP)
    assert changes.notified() == [GROUP, GROUP]
