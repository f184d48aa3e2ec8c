from __future__ import annotations

import asyncio
import contextlib
from datetime import timedelta

import pytest
import telegram as library

from tests.telegram_standin import refusals
from tests.telegram_standin.client import TinyBot, ask, buttons
from tests.telegram_standin.standin import TelegramStandIn


async def test_a_poll_waits_until_something_happens(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """A poll is answered by the next update; without one the answer is empty after the timeout."""
    anna = telegram.user("Anna")
    poll = asyncio.create_task(bot.updates(timeout=50))
    await telegram.online()
    assert not poll.done()
    await anna.say(anna.private, "hello")
    assert len(await poll) == 1
    assert await bot.updates(timeout=0) == []
    assert await bot.updates(timeout=1) == []


async def test_unconfirmed_updates_are_repeated(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """A higher offset confirms updates; a poll without an offset gets the same ones again."""
    anna = telegram.user("Anna")
    messages = [await anna.say(anna.private, text) for text in "abc"]
    first = await bot.get_updates()
    again = await bot.get_updates()
    assert [each.update_id for each in first] == [each.update_id for each in again]
    assert [each.update_id for each in first] == [each.update_id for each in messages]
    assert telegram.confirmed < first[0].update_id
    rest = await bot.get_updates(offset=first[1].update_id)
    assert [each.update_id for each in rest] == [each.update_id for each in messages[1:]]
    assert telegram.confirmed == first[0].update_id
    assert [each.update_id for each in await bot.get_updates(limit=1)] == [first[1].update_id]
    assert [each.update_id for each in await bot.get_updates(offset=-1)] == [first[2].update_id]


async def test_the_last_updates_can_be_repeated(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """The last updates can be repeated once, whatever the next offset is."""
    anna = telegram.user("Anna")
    await anna.say(anna.private, "hello")
    first = await bot.updates()
    telegram.redeliver()
    assert [each.update_id for each in await bot.updates()] == [each.update_id for each in first]
    assert await bot.updates(timeout=0) == []


async def test_two_pollers_are_in_conflict(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """The older poll is refused with 409, and the newer one waits."""
    anna = telegram.user("Anna")
    older = asyncio.create_task(bot.get_updates(timeout=50))
    await telegram.online()
    newer = asyncio.create_task(bot.get_updates(timeout=50))
    with pytest.raises(library.error.Conflict, match="terminated by other getUpdates request"):
        await older
    await anna.say(anna.private, "hello")
    assert len(await newer) == 1


async def test_a_killed_poller_is_no_conflict(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """A closed connection ends its poll, and unconfirmed updates wait for the next one."""
    anna = telegram.user("Anna")
    client = TinyBot(telegram)
    await client.initialize()
    poll = asyncio.create_task(client.get_updates(timeout=50))
    await telegram.online()
    poll.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await poll
    await client.shutdown()
    await telegram.offline()
    await anna.say(anna.private, "hello")
    assert len(await bot.updates()) == 1


async def test_only_wanted_kinds_are_sent(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """After a bot has named kinds of updates, it gets only those."""
    anna, games = telegram.user("Anna"), telegram.group()
    await bot.updates(timeout=0, allowed=["callback_query"])
    await bot.send_message(games.id, "Roll?", reply_markup=buttons("Roll"))
    await anna.say(games, "/play")
    await anna.press(await anna.sees(games, "Roll"), "Roll")
    telegram.remove_bot(games)
    (update,) = await bot.updates(allowed=["callback_query"])
    assert update.callback_query is not None


# Troubles.


async def test_a_rate_limit_names_its_seconds(
    telegram: TelegramStandIn, bot: TinyBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """python-telegram-bot raises `RetryAfter`; the refused message is not sent, and the next one is."""
    monkeypatch.setenv("PTB_TIMEDELTA", "true")
    anna, games = telegram.user("Anna"), telegram.supergroup()
    telegram.refuse("sendMessage", refusals.flood(7), where=lambda request: request.text("text") == "hello")
    await bot.send_message(games.id, "before")
    with pytest.raises(library.error.RetryAfter) as raised:
        await bot.send_message(games.id, "hello")
    assert raised.value.retry_after == timedelta(seconds=7)
    assert [each.text for each in anna.messages(games)] == ["before"]
    await bot.send_message(games.id, "hello")
    assert [request.status for request in telegram.sent("sendMessage")] == [200, 429, 200]


async def test_a_refusal_arrives_as_its_error(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """python-telegram-bot raises the error of each status; with `after` the message is sent."""
    games = telegram.supergroup()
    for refusal, error in (
        (refusals.UNAVAILABLE, library.error.NetworkError),
        (refusals.BLOCKED, library.error.Forbidden),
        (refusals.CHAT_NOT_FOUND, library.error.BadRequest),
        (refusals.UNAUTHORIZED, library.error.InvalidToken),
        (refusals.TERMINATED, library.error.Conflict),
    ):
        telegram.refuse("sendMessage", refusal, after=True)
        with pytest.raises(error):
            await bot.send_message(games.id, refusal.description)
        await telegram.user("Anna").sees(games, refusal.description)


async def test_a_request_of_a_killed_client_is_completed(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """A message whose client was killed while it was being sent is still sent."""
    games = telegram.supergroup()
    barrier = telegram.hold("sendMessage")
    client = TinyBot(telegram)
    await client.initialize()
    sending = asyncio.create_task(client.send_message(games.id, "hello"))
    await barrier.reached()
    sending.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await sending
    await client.shutdown()
    barrier.open()
    await telegram.user("Anna").sees(games, "hello")


async def test_troubles_need_an_existing_method(telegram: TelegramStandIn) -> None:
    """Ordering a trouble for a method that the stand-in lacks is an error of the test."""
    with pytest.raises(ValueError, match="sendDice"):
        telegram.cut("sendDice")
    await ask(telegram, "getMe")
    assert len(telegram.sent("getMe")) == 1
