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
    """Chats out of which messages are taken."""

    gone: list[tuple[ChatKey, int]] = field(default_factory=list)
    fault: Exception | None = None
    held: asyncio.Event | None = None

    async def remove(self, chat_key: ChatKey, message: int) -> None:
        """Take a message away, once nothing holds it up."""
        if self.held is not None:
            await self.held.wait()
        self.gone.append((chat_key, message))
        if self.fault is not None:
            raise self.fault


@dataclass
class House:
    """Answers in chats, a clock that can be set, and what outlives a restart."""

    clock: Clock = field(default_factory=Clock)
    key_values: MemoryKeyValues = field(default_factory=MemoryKeyValues)
    chats: Chats = field(default_factory=Chats)

    def opened(self, *, is_shared: bool = False) -> ExpiringMessages:
        """Return the program, started anew, perhaps as one of several processes."""
        return ExpiringMessages(self.key_values, self.chats.remove, self.clock, is_shared=is_shared)

    @asynccontextmanager
    async def running(self, messages: ExpiringMessages) -> AsyncIterator[None]:
        """Take away what is due, meanwhile."""
        task = asyncio.create_task(messages.run())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    @property
    def kept(self) -> int:
        """How many messages are in the key-value store."""
        return len(self.key_values.namespaces[NAMESPACE])


@pytest.fixture
async def house(monkeypatch: pytest.MonkeyPatch) -> House:
    """A house whose clock the event loop goes by as well, so that no test waits."""
    house, loop = House(), asyncio.get_running_loop()
    start, real = house.clock.now, loop.time
    monkeypatch.setattr(loop, "time", lambda: real() + (house.clock.now - start).total_seconds())
    return house


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something is so, by a clock that nobody sets."""
    for _ in range(1000):
        if condition():
            return
        await asyncio.sleep(0)
    pytest.fail("it did not come about")


async def a_while() -> None:
    """Give everything that can happen now the time to happen."""
    for _ in range(50):
        await asyncio.sleep(0)


async def test_an_answer_goes_when_it_is_due(house: House) -> None:
    """A message stands until its time has come, goes once by itself, and nothing is kept about it."""
    messages = house.opened()
    async with house.running(messages):
        await a_while()
        await messages.add(GROUP, 12, "7", MINUTE)
        house.clock.forward(seconds=59)
        await a_while()
        assert house.chats.gone == []
        house.clock.forward(seconds=1)
        await until(lambda: house.chats.gone == [(GROUP, 12)] and house.kept == 0)
        house.clock.forward(minutes=90)
        await a_while()
        assert house.chats.gone == [(GROUP, 12)]
        assert await messages.owner_of(GROUP, 12) is None


async def test_the_first_due_goes_first(house: House) -> None:
    """A message that is due earlier goes earlier, though it came later."""
    messages = house.opened()
    async with house.running(messages):
        await messages.add(GROUP, 12, "7", 10 * MINUTE)
        await messages.add(TOPIC, 13, "7", MINUTE)
        await a_while()
        house.clock.forward(minutes=1)
        await until(lambda: house.chats.gone == [(TOPIC, 13)])
        house.clock.forward(minutes=9)
        await until(lambda: house.chats.gone == [(TOPIC, 13), (GROUP, 12)])


@pytest.mark.parametrize("restarted", [False, True])
async def test_no_answer_stands_longer_than_the_longest_life(house: House, restarted: bool) -> None:
    """So it is with a message that is to stand for a day, and one sent before the clock was set back."""
    messages = house.opened()
    await messages.add(GROUP, 12, "7", MINUTE)
    house.clock.now -= timedelta(days=30)
    await messages.add(TOPIC, 13, "7", timedelta(days=1))
    async with house.running(house.opened() if restarted else messages):
        await a_while()
        assert house.chats.gone == []
        house.clock.now += LONGEST_LIFE
        await until(lambda: sorted(house.chats.gone, key=str) == [(GROUP, 12), (TOPIC, 13)])


async def test_an_answer_goes_after_a_restart(house: House) -> None:
    """What was to go later, as was told last, and whom it answered is known after a restart."""
    before = house.opened()
    await before.add(TOPIC, 12, "7", MINUTE)
    await before.add(TOPIC, 12, "7", 10 * MINUTE)
    messages = house.opened()
    async with house.running(messages):
        await a_while()
        assert await messages.owner_of(TOPIC, 12) == "7"
        house.clock.forward(minutes=9)
        await a_while()
        assert house.chats.gone == []
        house.clock.forward(minutes=1)
        await until(lambda: house.chats.gone == [(TOPIC, 12)])


async def test_what_became_due_meanwhile_goes_at_the_start(house: House) -> None:
    """Messages whose time came while the program was off go when it starts, however many they are."""
    before = house.opened()
    for number in range(120):
        await before.add(GROUP, number, "7", MINUTE)
    house.clock.forward(hours=1)
    async with house.running(house.opened()):
        await until(lambda: len(house.chats.gone) == 120)
    assert {number for _, number in house.chats.gone} == set(range(120))
    assert house.kept == 0


async def test_an_answer_can_stay_longer(house: House) -> None:
    """A message that is used once more stands its whole time from then on, and is kept once."""
    messages = house.opened()
    async with house.running(messages):
        await messages.add(GROUP, 12, "7", MINUTE)
        house.clock.forward(seconds=50)
        await messages.add(GROUP, 12, "7", MINUTE)
        assert house.kept == 1
        house.clock.forward(seconds=50)
        await a_while()
        assert house.chats.gone == []
        house.clock.forward(seconds=10)
        await until(lambda: house.chats.gone == [(GROUP, 12)])


async def test_what_is_used_while_others_go_stays(house: House) -> None:
    """A message that is told to stay longer while another one is being taken away stays."""
    house.chats.held = asyncio.Event()
    messages = house.opened()
    await messages.add(GROUP, 12, "7", MINUTE)
    await messages.add(GROUP, 13, "7", MINUTE)
    house.clock.forward(minutes=1)
    async with house.running(messages):
        await a_while()
        await messages.add(GROUP, 13, "7", MINUTE)
        house.chats.held.set()
        await until(lambda: house.chats.gone != [])
        await a_while()
        assert house.chats.gone == [(GROUP, 12)]


async def test_an_answer_can_be_dropped(house: House) -> None:
    """A settled message goes at once and not again when it is due; so does one that would have stayed."""
    messages = house.opened()
    async with house.running(messages):
        await messages.add(GROUP, 12, "7", MINUTE)
        for message in (12, 13):
            await messages.drop(GROUP, message)
        assert house.kept == 0
        house.clock.forward(minutes=1)
        await a_while()
        assert house.chats.gone == [(GROUP, 12), (GROUP, 13)]


async def test_an_answer_knows_whom_it_answers(house: House) -> None:
    """Whose answer a message is, is known by chat and number, wherever in the chat it stands."""
    messages = house.opened()
    await messages.add(TOPIC, 12, "7", MINUTE)
    assert await messages.owner_of(TOPIC, 12) == "7"
    assert await messages.owner_of(ChatKey(TOPIC.chat), 12) == "7"
    assert await messages.owner_of(TOPIC, 13) is None
    assert await messages.owner_of(GROUP, 12) is None


async def test_what_cannot_be_taken_away_holds_up_nothing(house: House) -> None:
    """A message that Telegram does not take away is left, and the others go."""
    house.chats.fault = BadRequest("Message can't be deleted for everyone")
    messages = house.opened()
    async with house.running(messages):
        await messages.add(GROUP, 12, "7", MINUTE)
        await messages.add(GROUP, 13, "7", MINUTE)
        house.clock.forward(minutes=1)
        await until(lambda: house.chats.gone == [(GROUP, 12), (GROUP, 13)])
        house.clock.forward(hours=2)
        await a_while()
    assert len(house.chats.gone) == 2


async def test_what_telegram_cannot_take_away_now_is_tried_again(house: House) -> None:
    """A message that Telegram was too busy for goes a minute later."""
    house.chats.fault = TimedOut()
    messages = house.opened()
    async with house.running(messages):
        await messages.add(GROUP, 12, "7", MINUTE)
        house.clock.forward(minutes=1)
        await until(lambda: len(house.chats.gone) == 1)
        house.chats.fault = None
        house.clock.forward(minutes=1)
        await until(lambda: len(house.chats.gone) == 2)
    assert await messages.owner_of(GROUP, 12) is None


async def test_what_was_being_taken_away_goes_after_a_restart(house: House) -> None:
    """A message that the end of the program left where it was is taken away when it starts again."""
    house.chats.held = asyncio.Event()
    messages = house.opened()
    await messages.add(GROUP, 12, "7", MINUTE)
    house.clock.forward(minutes=1)
    async with house.running(messages):
        await a_while()
    assert house.chats.gone == []
    house.chats.held.set()
    async with house.running(house.opened()):
        await until(lambda: house.chats.gone == [(GROUP, 12)])


def test_what_is_kept_reads_back() -> None:
    """The text form of a message that goes away reads back as the same."""
    for chat_key in (GROUP, TOPIC):
        expiring = ExpiringMessage(chat_key, 12, "7", Clock().now + MINUTE)
        assert ExpiringMessage.read(str(expiring)) == expiring


async def test_another_process_knows_whom_an_answer_answers(house: House) -> None:
    """A process to which a press comes knows whose answer was pressed that another has sent."""
    one, other = house.opened(is_shared=True), house.opened(is_shared=True)
    await one.add(TOPIC, 12, "7", MINUTE)
    assert await other.owner_of(TOPIC, 12) == "7"
    assert await other.owner_of(TOPIC, 13) is None


async def test_what_another_process_has_extended_stays(house: House) -> None:
    """An answer whose time one process extends is not taken away by another that knew its time before."""
    one, other = house.opened(is_shared=True), house.opened(is_shared=True)
    await one.add(GROUP, 12, "7", MINUTE)
    await other.open()
    await one.add(GROUP, 12, "7", 3 * MINUTE)
    house.clock.forward(minutes=2)
    async with house.running(other):
        await a_while()
        assert house.chats.gone == []


async def test_what_a_process_that_is_gone_has_sent_another_takes_away(house: House) -> None:
    """An answer goes at its time, whichever process is left, and once."""
    await house.opened(is_shared=True).add(GROUP, 12, "7", MINUTE)
    house.clock.forward(minutes=1)
    other, third = house.opened(is_shared=True), house.opened(is_shared=True)
    async with house.running(other):
        await until(lambda: house.chats.gone == [(GROUP, 12)])
    async with house.running(third):
        await a_while()
    assert house.chats.gone == [(GROUP, 12)]
