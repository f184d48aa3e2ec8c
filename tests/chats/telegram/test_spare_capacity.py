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
    """A pacing and its spare capacity, with a clock that the test advances."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.pacing = Pacing(lambda: self.now)
        self.room = SpareCapacity(self.pacing)

    async def send(self, chat_key: ChatKey, number: int, every: float = 0.1) -> None:
        """Send messages to a chat."""

        async def callback() -> bool:
            return True

        for _ in range(number):
            data = {"chat_id": chat_key.chat}
            await self.pacing.process_request(callback, (), {}, "sendMessage", data, None)
            self.now += every


async def none() -> int:
    """Return 0: no board is queued."""
    return 0


async def five() -> int:
    """Return 5: five boards are queued."""
    return 5


@pytest.fixture
def telegram() -> Telegram:
    """A quiet Telegram."""
    return Telegram()


@pytest.mark.parametrize("request_", Request)
async def test_a_quiet_group_delays_nothing(telegram: Telegram, request_: Request) -> None:
    """While eight messages of the minute are left, steps and old boards are edited at once."""
    await telegram.send(GROUP, 12)
    assert telegram.room.delay(GROUP, request_, "5") == 0.0


@pytest.mark.parametrize(
    ("request_", "is_delayed"),
    [(Request.SEND, False), (Request.EDIT, False), (Request.EDIT_STEP, True), (Request.RETIRE, True)],
)
async def test_a_busy_group_delays_steps_and_old_boards(
    telegram: Telegram, request_: Request, is_delayed: bool
) -> None:
    """With fewer than eight left only new boards and complete turns are sent, in all topics."""
    await telegram.send(GROUP, 13)
    assert (telegram.room.delay(TOPIC, request_, "5") > 0) is is_delayed


async def test_a_step_is_delayed_until_its_mover_pauses(telegram: Telegram) -> None:
    """A step is delayed for at most six seconds, until its mover has paused."""
    await telegram.send(GROUP, 18)
    assert telegram.room.delay(GROUP, Request.EDIT_STEP, "5") == 6.0


async def test_a_delayed_post_releases_its_slot(telegram: Telegram) -> None:
    """A delayed post releases its slot, and a post that goes does not count against itself."""
    await telegram.send(GROUP, 12)
    telegram.now += 20.0
    assert not await telegram.pacing.ready(GROUP.chat)
    assert telegram.room.delay(GROUP, Request.EDIT_STEP, "5") == 0.0
    await telegram.send(GROUP, 1)
    telegram.now += 20.0
    before = telegram.pacing.wait_for_room(GROUP.chat)
    assert not await telegram.pacing.ready(GROUP.chat)
    assert telegram.room.delay(GROUP, Request.EDIT_STEP, "5") > 0.0
    assert telegram.pacing.wait_for_room(GROUP.chat) == before


async def test_a_private_chat_delays_nothing(telegram: Telegram) -> None:
    """In a private chat nothing is delayed."""
    await telegram.send(ANNA, 3, every=1.0)
    assert telegram.room.delay(ANNA, Request.EDIT_STEP, "5") == 0.0
    assert telegram.room.delay(ANNA, Request.RETIRE, "5") == 0.0


async def test_delayed_old_boards_are_spread_out(telegram: Telegram) -> None:
    """Delayed old boards are spread out, not retried all at once."""
    await telegram.send(GROUP, 18)
    is_delayed = [telegram.room.delay(GROUP, Request.RETIRE, str(number)) for number in range(4)]
    assert is_delayed[0] == pytest.approx(telegram.pacing.wait_for_room(GROUP.chat))
    assert [wait - is_delayed[0] for wait in is_delayed] == pytest.approx([0.0, 3.0, 6.0, 9.0])


async def test_an_old_board_is_delayed_for_minutes_at_most(telegram: Telegram) -> None:
    """An old board in a group that is always busy is delayed for three minutes at most."""
    began = telegram.now
    while True:
        await telegram.send(GROUP, 18, every=3.1)
        if telegram.room.delay(GROUP, Request.RETIRE, "5") == 0.0:
            break
    assert telegram.pacing.wait_for_room(GROUP.chat) > 0.0
    assert LONGEST_WAIT <= telegram.now - began <= LONGEST_WAIT + 120.0


async def test_a_busy_group_has_a_lag(telegram: Telegram) -> None:
    """A quiet group shows each step at once; a busy one shows no steps and delays the next board."""
    assert await telegram.room.lag(GROUP, five) == BoardLag(0.0, shows_steps=True)
    await telegram.send(GROUP, 13)
    lag = await telegram.room.lag(TOPIC, none)
    assert lag.seconds == telegram.pacing.wait(GROUP.chat) > 1.0
    assert not lag.shows_steps


async def test_the_forecast_counts_queued_boards(telegram: Telegram) -> None:
    """With five boards queued, the forecast is the time at which the sixth is sent."""
    await telegram.send(GROUP, 13)
    promised = telegram.now + (await telegram.room.lag(GROUP, five)).seconds
    for _ in range(6):
        telegram.now += telegram.pacing.wait(GROUP.chat)
        await telegram.send(GROUP, 1, every=0.0)
    assert telegram.now == pytest.approx(promised)
