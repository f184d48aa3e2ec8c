from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
import telegram as library

from tests.telegram_standin.client import TinyBot
from tests.telegram_standin.limits import GROUP, OVERALL, PRIVATE, PROFILE, Limits
from tests.telegram_standin.request import Request
from tests.telegram_standin.standin import TelegramStandIn
from tests.telegram_standin.world import World

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


@pytest.fixture
async def telegram(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[TelegramStandIn]:
    """A Telegram with limits."""
    monkeypatch.setenv("PTB_TIMEDELTA", "true")
    async with TelegramStandIn(limits=True) as stand_in:
        yield stand_in


async def test_a_group_takes_twenty_a_minute(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """Edits count too; the next one is refused until the minute is over, and elsewhere all is well."""
    games, other = telegram.supergroup("games"), telegram.supergroup("other")
    sent = await bot.send_message(games.id, "0")
    for number in range(1, GROUP[0]):
        await sent.edit_text(str(number))
    with pytest.raises(library.error.RetryAfter) as raised:
        await sent.edit_text("once more")
    assert isinstance(raised.value.retry_after, timedelta)
    assert 0 < raised.value.retry_after.total_seconds() <= GROUP[1]
    assert [request.text("text") for request in telegram.floods] == ["once more"]
    await bot.send_message(other.id, "0")
    telegram.pass_time(seconds=GROUP[1])
    await sent.edit_text("once more")


async def test_a_private_chat_takes_one_a_second(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """A short burst passes."""
    anna = telegram.user("Anna")
    await anna.start()
    for number in range(PRIVATE[0]):
        await bot.send_message(anna.id, str(number))
    with pytest.raises(library.error.RetryAfter):
        await bot.send_message(anna.id, "once more")
    telegram.pass_time(seconds=PRIVATE[1])
    await bot.send_message(anna.id, "once more")
    assert len(telegram.floods) == 1


def test_everybody_together_takes_thirty_a_second() -> None:
    """Though no chat has too many; answers to presses and questions are not counted."""
    world = World(1)
    limits = Limits(world)

    def allowed(route: str, chat: int) -> bool:
        return limits.check(Request(route, "", {"chat_id": str(chat)})) is None

    assert all(allowed("sendMessage", -number) for number in range(1, OVERALL[0] + 1))
    assert not allowed("sendPhoto", -99)
    assert allowed("answerCallbackQuery", -99)
    world.ahead += timedelta(seconds=OVERALL[1])
    assert allowed("sendPhoto", -99)


async def test_a_name_is_not_changed_all_the_time(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """After some changes the next is refused."""
    for number in range(PROFILE[0]):
        await bot.set_my_name(f"Nardy {number}")
    with pytest.raises(library.error.RetryAfter):
        await bot.set_my_name("Nardy")


async def test_without_limits_nothing_is_counted() -> None:
    """As many as a test wants."""
    async with TelegramStandIn() as telegram, TinyBot(telegram) as bot:
        for number in range(GROUP[0] + 1):
            await bot.send_message(telegram.group().id, str(number))
        assert not telegram.floods
