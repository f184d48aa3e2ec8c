from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
from telegram.error import BadRequest, TimedOut

from bot.chats.telegram.chat_keys import ChatKey
from bot.chats.telegram.expiring import LONGEST_LIFE, NAMESPACE, ExpiringMessage, ExpiringMessages
from tests.chats.stand_ins import MemoryKeyValues
from tests.sessions.world import Clock

GROUP = ChatKey(-1001000000001)
TOPIC = ChatKey(-1001000000002, 5)
MINUTE = timedelta(minutes=1)


@dataclass
class Chats:
    """Chats from which messages are deleted."""

    gone: list[tuple[ChatKey, int]] = field(default_factory=list)
    fault: Exception | None = None
    held: asyncio.Event | None = None

    async def remove(self, chat_key: ChatKey, message: int) -> None:
        """Delete a message, once nothing holds the request."""
        if self.held is not None:
            await self.held.wait()
        self.gone.append((chat_key, message))
        if self.fault is not None:
            raise self.fault


@dataclass
class House:
    """Answers in chats, a clock to set, and the stored data."""

    clock: Clock = field(default_factory=Clock)
    key_values: MemoryKeyValues = field(default_factory=MemoryKeyValues)
    chats: Chats = field(default_factory=Chats)

    def restarted(self, *, is_shared: bool = False) -> ExpiringMessages:
        """Return expiring messages after a restart, optionally as one of several processes."""
        return ExpiringMessages(self.key_values, self.chats.remove, self.clock, is_shared=is_shared)

    @asynccontextmanager
    async def running(self, messages: ExpiringMessages) -> AsyncIterator[None]:
        """Delete messages that are due."""
        task = asyncio.create_task(messages.run())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    @property
    def kept(self) -> int:
        """The number of stored messages."""
        return len(self.key_values.namespaces[NAMESPACE])


@pytest.fixture
async def house(monkeypatch: pytest.MonkeyPatch) -> House:
    """A house whose clock also drives the event loop, so that no test waits."""
    house, loop = House(), asyncio.get_running_loop()
    start, real = house.clock.now, loop.time
    monkeypatch.setattr(loop, "time", lambda: real() + (house.clock.now - start).total_seconds())
    return house


async def until(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds, by the real clock."""
    for _ in range(1000):
        if condition():
            return
        await asyncio.sleep(0)
    pytest.fail("it did not come about")


async def run_pending() -> None:
    """Let all pending tasks run."""
    for _ in range(50):
        await asyncio.sleep(0)


async def test_an_answer_is_deleted_when_it_is_due(house: House) -> None:
    """A message is deleted once, when it is due, and nothing stays stored."""
    messages = house.restarted()
    async with house.running(messages):
        await run_pending()
        await messages.add(GROUP, 12, "7", MINUTE)
        house.clock.forward(seconds=59)
        await run_pending()
        assert house.chats.gone == []
        house.clock.forward(seconds=1)
        await until(lambda: house.chats.gone == [(GROUP, 12)] and house.kept == 0)
        house.clock.forward(minutes=90)
        await run_pending()
        assert house.chats.gone == [(GROUP, 12)]
        assert await messages.owner_of(GROUP, 12) is None


async def test_the_first_due_is_deleted_first(house: House) -> None:
    """Messages are deleted in the order of their due times."""
    messages = house.restarted()
    async with house.running(messages):
        await messages.add(GROUP, 12, "7", 10 * MINUTE)
        await messages.add(TOPIC, 13, "7", MINUTE)
        await run_pending()
        house.clock.forward(minutes=1)
        await until(lambda: house.chats.gone == [(TOPIC, 13)])
        house.clock.forward(minutes=9)
        await until(lambda: house.chats.gone == [(TOPIC, 13), (GROUP, 12)])


@pytest.mark.parametrize("restarted", [False, True])
async def test_no_answer_outlives_the_longest_life(house: House, restarted: bool) -> None:
    """A longer lifetime is cut, and a clock that is set back does not prolong one."""
    messages = house.restarted()
    await messages.add(GROUP, 12, "7", MINUTE)
    house.clock.now -= timedelta(days=30)
    await messages.add(TOPIC, 13, "7", timedelta(days=1))
    async with house.running(house.restarted() if restarted else messages):
        await run_pending()
        assert house.chats.gone == []
        house.clock.now += LONGEST_LIFE
        await until(lambda: sorted(house.chats.gone, key=str) == [(GROUP, 12), (TOPIC, 13)])


async def test_an_answer_is_deleted_after_a_restart(house: House) -> None:
    """The last due time and the owner of an answer survive a restart."""
    before = house.restarted()
    await before.add(TOPIC, 12, "7", MINUTE)
    await before.add(TOPIC, 12, "7", 10 * MINUTE)
    messages = house.restarted()
    async with house.running(messages):
        await run_pending()
        assert await messages.owner_of(TOPIC, 12) == "7"
        house.clock.forward(minutes=9)
        await run_pending()
        assert house.chats.gone == []
        house.clock.forward(minutes=1)
        await until(lambda: house.chats.gone == [(TOPIC, 12)])


async def test_overdue_answers_are_deleted_at_the_start(house: House) -> None:
    """Messages that became due while the program was down are all deleted at the start."""
    before = house.restarted()
    for number in range(120):
        await before.add(GROUP, number, "7", MINUTE)
    house.clock.forward(hours=1)
    async with house.running(house.restarted()):
        await until(lambda: len(house.chats.gone) == 120)
    assert {number for _, number in house.chats.gone} == set(range(120))
    assert house.kept == 0


async def test_an_answer_can_be_extended(house: House) -> None:
    """A used message starts its lifetime again, and is stored once."""
    messages = house.restarted()
    async with house.running(messages):
        await messages.add(GROUP, 12, "7", MINUTE)
        house.clock.forward(seconds=50)
        await messages.add(GROUP, 12, "7", MINUTE)
        assert house.kept == 1
        house.clock.forward(seconds=50)
        await run_pending()
        assert house.chats.gone == []
        house.clock.forward(seconds=10)
        await until(lambda: house.chats.gone == [(GROUP, 12)])


async def test_an_answer_extended_during_a_deletion_stays(house: House) -> None:
    """A message whose lifetime is extended during another deletion stays."""
    house.chats.held = asyncio.Event()
    messages = house.restarted()
    await messages.add(GROUP, 12, "7", MINUTE)
    await messages.add(GROUP, 13, "7", MINUTE)
    house.clock.forward(minutes=1)
    async with house.running(messages):
        await run_pending()
        await messages.add(GROUP, 13, "7", MINUTE)
        house.chats.held.set()
        await until(lambda: house.chats.gone != [])
        await run_pending()
        assert house.chats.gone == [(GROUP, 12)]


async def test_an_answer_can_be_dropped(house: House) -> None:
    """A dropped message is deleted at once, and not again when it is due."""
    messages = house.restarted()
    async with house.running(messages):
        await messages.add(GROUP, 12, "7", MINUTE)
        for message in (12, 13):
            await messages.drop(GROUP, message)
        assert house.kept == 0
        house.clock.forward(minutes=1)
        await run_pending()
        assert house.chats.gone == [(GROUP, 12), (GROUP, 13)]


async def test_an_answer_has_an_owner(house: House) -> None:
    """A message's owner is found by chat and number, regardless of the topic."""
    messages = house.restarted()
    await messages.add(TOPIC, 12, "7", MINUTE)
    assert await messages.owner_of(TOPIC, 12) == "7"
    assert await messages.owner_of(ChatKey(TOPIC.chat), 12) == "7"
    assert await messages.owner_of(TOPIC, 13) is None
    assert await messages.owner_of(GROUP, 12) is None


async def test_a_refused_deletion_does_not_stop_others(house: House) -> None:
    """A message that Telegram refuses to delete is left, and the others are deleted."""
    house.chats.fault = BadRequest("Message can't be deleted for everyone")
    messages = house.restarted()
    async with house.running(messages):
        await messages.add(GROUP, 12, "7", MINUTE)
        await messages.add(GROUP, 13, "7", MINUTE)
        house.clock.forward(minutes=1)
        await until(lambda: house.chats.gone == [(GROUP, 12), (GROUP, 13)])
        house.clock.forward(hours=2)
        await run_pending()
    assert len(house.chats.gone) == 2


async def test_a_failed_deletion_is_retried(house: House) -> None:
    """If Telegram is busy, a deletion is retried after a minute."""
    house.chats.fault = TimedOut()
    messages = house.restarted()
    async with house.running(messages):
        await messages.add(GROUP, 12, "7", MINUTE)
        house.clock.forward(minutes=1)
        await until(lambda: len(house.chats.gone) == 1)
        house.chats.fault = None
        house.clock.forward(minutes=1)
        await until(lambda: len(house.chats.gone) == 2)
    assert await messages.owner_of(GROUP, 12) is None


async def test_an_interrupted_deletion_is_repeated(house: House) -> None:
    """A deletion interrupted by a stop is repeated after a restart."""
    house.chats.held = asyncio.Event()
    messages = house.restarted()
    await messages.add(GROUP, 12, "7", MINUTE)
    house.clock.forward(minutes=1)
    async with house.running(messages):
        await run_pending()
    assert house.chats.gone == []
    house.chats.held.set()
    async with house.running(house.restarted()):
        await until(lambda: house.chats.gone == [(GROUP, 12)])


def test_a_stored_message_can_be_parsed() -> None:
    """A stored message can be parsed back."""
    for chat_key in (GROUP, TOPIC):
        expiring = ExpiringMessage(chat_key, 12, "7", Clock().now + MINUTE)
        assert ExpiringMessage.read(str(expiring)) == expiring


async def test_another_process_knows_the_owner(house: House) -> None:
    """A process knows the owner of an answer that another process has sent."""
    one, other = house.restarted(is_shared=True), house.restarted(is_shared=True)
    await one.add(TOPIC, 12, "7", MINUTE)
    assert await other.owner_of(TOPIC, 12) == "7"
    assert await other.owner_of(TOPIC, 13) is None


async def test_an_answer_extended_by_another_process_stays(house: House) -> None:
    """An answer extended by one process is not deleted by another that knew the earlier time."""
    one, other = house.restarted(is_shared=True), house.restarted(is_shared=True)
    await one.add(GROUP, 12, "7", MINUTE)
    await other.open()
    await one.add(GROUP, 12, "7", 3 * MINUTE)
    house.clock.forward(minutes=2)
    async with house.running(other):
        await run_pending()
        assert house.chats.gone == []


async def test_an_answer_of_a_lost_process_is_deleted(house: House) -> None:
    """An answer of a lost process is deleted once, by another process."""
    await house.restarted(is_shared=True).add(GROUP, 12, "7", MINUTE)
    house.clock.forward(minutes=1)
    other, third = house.restarted(is_shared=True), house.restarted(is_shared=True)
    async with house.running(other):
        await until(lambda: house.chats.gone == [(GROUP, 12)])
    async with house.running(third):
        await run_pending()
    assert house.chats.gone == [(GROUP, 12)]
