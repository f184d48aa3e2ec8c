from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
import telegram as library

from tests.telegram_standin.client import TinyBot
from tests.telegram_standin.limits import GROUP, OVERALL, PRIVATE, PROFILE, Limits
from tests.telegram_standin.request import Request
from tests.telegram_standin.standin import TelegramStandIn
from tests.telegram_standin.world import World


@pytest.fixture
async def telegram(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[TelegramStandIn]:
    """A stand-in with limits."""
    monkeypatch.setenv("PTB_TIMEDELTA", "true")
    async with TelegramStandIn(limits=True) as stand_in:
        yield stand_in


async def test_a_group_accepts_twenty_a_minute(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """A group accepts twenty messages and edits a minute, and other groups have separate limits."""
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


def test_all_chats_accept_thirty_a_second() -> None:
    """All chats together accept thirty messages a second, a private chat three in three seconds."""
    world = World(1)
    limits = Limits(world)

    def allowed(route: str, chat: int) -> bool:
        return limits.check(Request(route, "", {"chat_id": str(chat)})) is None

    assert all(allowed("sendMessage", -number) for number in range(1, OVERALL[0] + 1))
    assert not allowed("sendPhoto", -99)
    assert allowed("answerCallbackQuery", -99)
    world.ahead += timedelta(seconds=OVERALL[1])
    assert allowed("sendPhoto", -99)
    world.ahead += timedelta(seconds=OVERALL[1])
    assert [allowed("sendMessage", 7) for _ in range(PRIVATE[0] + 1)] == [True] * PRIVATE[0] + [False]
    assert [allowed("setMyDescription", 0) for _ in range(PROFILE[0] + 1)] == [True] * PROFILE[0] + [False]
