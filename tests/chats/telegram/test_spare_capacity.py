from __future__ import annotations

import pytest

from bot.chats.base import Request
from bot.chats.telegram.chat_keys import ChatKey
from bot.chats.telegram.pacing import Pacing
from bot.chats.telegram.spare_capacity import LONGEST_WAIT, SpareCapacity
from bot.talk.incoming import BoardLag

GROUP, TOPIC = ChatKey(-1001000000001), ChatKey(-1001000000001, 5)
ANNA = ChatKey(7000000001)


class Telegram:
    """What is sent, and a clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.pacing = Pacing(lambda: self.now)
        self.room = SpareCapacity(self.pacing)

    async def sent(self, chat_key: ChatKey, number: int, every: float = 0.1) -> None:
        """Send messages to a chat."""

        async def callback() -> bool:
            return True

        for _ in range(number):
            data = {"chat_id": chat_key.chat}
            await self.pacing.process_request(callback, (), {}, "sendMessage", data, None)
            self.now += every


async def none() -> int:
    """No board is queued."""
    return 0


async def five() -> int:
    """Five boards are queued."""
    return 5


@pytest.fixture
def telegram() -> Telegram:
    """Telegram, quiet until now."""
    return Telegram()


@pytest.mark.parametrize("request_", Request)
async def test_nothing_waits_in_a_quiet_group(telegram: Telegram, request_: Request) -> None:
    """While eight are left of the minute each tap is shown, and old boards lose their buttons at once."""
    await telegram.sent(GROUP, 12)
    assert telegram.room.delay(GROUP, request_, "5") == 0.0


@pytest.mark.parametrize(
    ("request_", "waits"),
    [(Request.SEND, False), (Request.EDIT, False), (Request.EDIT_STEP, True), (Request.RETIRE, True)],
)
async def test_in_a_busy_group_only_what_matters_goes(
    telegram: Telegram, request_: Request, waits: bool
) -> None:
    """With fewer than eight left a new board and a complete turn go, in all topics; the rest waits."""
    await telegram.sent(GROUP, 13)
    assert (telegram.room.delay(TOPIC, request_, "5") > 0) is waits


async def test_a_step_waits_no_longer_than_its_mover_pauses(telegram: Telegram) -> None:
    """Who thinks in the middle of a turn sees after six seconds what he has moved."""
    await telegram.sent(GROUP, 18)
    assert telegram.room.delay(GROUP, Request.EDIT_STEP, "5") == 6.0


async def test_what_is_put_off_gives_its_place_back(telegram: Telegram) -> None:
    """A post that is put off takes no place, and one that goes does not stand in its own way."""
    await telegram.sent(GROUP, 12)
    telegram.now += 20.0
    assert not await telegram.pacing.ready(GROUP.chat)
    assert telegram.room.delay(GROUP, Request.EDIT_STEP, "5") == 0.0
    await telegram.sent(GROUP, 1)
    telegram.now += 20.0
    before = telegram.pacing.wait_for_room(GROUP.chat)
    assert not await telegram.pacing.ready(GROUP.chat)
    assert telegram.room.delay(GROUP, Request.EDIT_STEP, "5") > 0.0
    assert telegram.pacing.wait_for_room(GROUP.chat) == before


async def test_a_private_chat_has_room(telegram: Telegram) -> None:
    """Where nobody counts minutes, nothing waits."""
    await telegram.sent(ANNA, 3, every=1.0)
    assert telegram.room.delay(ANNA, Request.EDIT_STEP, "5") == 0.0
    assert telegram.room.delay(ANNA, Request.RETIRE, "5") == 0.0


async def test_replaced_messages_are_looked_at_again_one_after_another(telegram: Telegram) -> None:
    """What is put off comes back when there is room, and not all at the same moment."""
    await telegram.sent(GROUP, 18)
    waits = [telegram.room.delay(GROUP, Request.RETIRE, str(number)) for number in range(4)]
    assert waits[0] == pytest.approx(telegram.pacing.wait_for_room(GROUP.chat))
    assert [wait - waits[0] for wait in waits] == pytest.approx([0.0, 3.0, 6.0, 9.0])


async def test_a_replaced_message_waits_for_minutes_at_most(telegram: Telegram) -> None:
    """In a group that is always busy a message that was put off for three minutes goes all the same."""
    began = telegram.now
    while True:
        await telegram.sent(GROUP, 18, every=3.1)
        if telegram.room.delay(GROUP, Request.RETIRE, "5") == 0.0:
            break
    assert telegram.pacing.wait_for_room(GROUP.chat) > 0.0
    assert LONGEST_WAIT <= telegram.now - began <= LONGEST_WAIT + 120.0


async def test_how_far_boards_lag_is_known_before_a_press_is_handled(telegram: Telegram) -> None:
    """A quiet group shows each step at once; a busy one none, and the next board when its next slot comes."""
    assert await telegram.room.lag(GROUP, five) == BoardLag(0.0, shows_steps=True)
    await telegram.sent(GROUP, 13)
    lag = await telegram.room.lag(TOPIC, none)
    assert lag.seconds == telegram.pacing.wait(GROUP.chat) > 1.0
    assert not lag.shows_steps


async def test_the_forecast_counts_what_is_queued(telegram: Telegram) -> None:
    """Behind five boards the next one is promised when the group has taken them, and it goes then."""
    await telegram.sent(GROUP, 13)
    promised = telegram.now + (await telegram.room.lag(GROUP, five)).seconds
    for _ in range(6):
        telegram.now += telegram.pacing.wait(GROUP.chat)
        await telegram.sent(GROUP, 1, every=0.0)
    assert telegram.now == pytest.approx(promised)
