from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest
from telegram.error import BadRequest, RetryAfter

from bot.chats.telegram.errors import seconds_of
from bot.chats.telegram.pacing import Pacing

GROUP, OTHER_GROUP = -1001000000001, -1001000000002
ANNA = 7000000001

_sleep = asyncio.sleep


class Telegram:
    """A Telegram that counts messages, and a clock that jumps over pauses."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.refusal: Exception | None = None
        self.arrived: list[tuple[float, int]] = []
        self.restart(1.0)

    def restart(self, pace: float) -> None:
        """Restart the bot with another pace."""
        self.pacing = Pacing(lambda: self.now, pace)

    async def sleep(self, seconds: float) -> None:
        """Advance the clock, at least a little."""
        self.now += max(seconds, 1e-6)
        await _sleep(0)

    async def post(self, chat: int, endpoint: str = "sendMessage") -> None:
        """Make a request as the library does."""
        data = {"chat_id": chat, "text": "Words."}
        await self.pacing.process_request(self._take, (endpoint, data), {}, endpoint, data, None)

    async def posts(self, chat: int, number: int, endpoint: str = "sendMessage") -> None:
        """Make requests one after another, each as soon as the chat is ready."""
        for _ in range(number):
            while await self.pacing.ready(chat):
                pass
            await self.post(chat, endpoint)

    async def delay_of(self, chat: int, endpoint: str = "sendMessage") -> float:
        """Make a request, and return its delay."""
        before = self.now
        await self.post(chat, endpoint)
        return self.now - before

    def most_within(self, seconds: float) -> int:
        """Return the most requests within any interval of this length."""
        times = [time for time, _ in self.arrived]
        return max(sum(start <= time < start + seconds - 1e-3 for time in times) for start in times)

    async def _take(self, _endpoint: str, data: dict[str, int]) -> bool:
        if self.refusal is not None:
            raise self.refusal
        self.arrived.append((self.now, data["chat_id"]))
        return True


@pytest.fixture
def telegram(monkeypatch: pytest.MonkeyPatch) -> Telegram:
    """Telegram, with pauses that take no time."""
    telegram = Telegram()
    monkeypatch.setattr(asyncio, "sleep", telegram.sleep)
    return telegram


@pytest.mark.parametrize("pace", [1.0, 0.5])
async def test_a_group_gets_twenty_messages_a_minute(telegram: Telegram, pace: float) -> None:
    """A group gets at most twenty messages in any minute, and not many fewer."""
    telegram.restart(pace)
    start = telegram.now
    await telegram.posts(GROUP, 60)
    assert telegram.most_within(60.0) <= 20
    assert telegram.now - start <= 60 * 60.0 / 18 / pace


async def test_a_private_chat_gets_one_message_a_second(telegram: Telegram) -> None:
    """A private chat gets one message a second, and no fewer."""
    start = telegram.now
    await telegram.posts(ANNA, 20)
    assert telegram.most_within(1.0) == 1
    assert telegram.now - start <= 20.0


async def test_all_chats_get_thirty_messages_a_second(telegram: Telegram) -> None:
    """All chats together get at most thirty messages in any second."""
    start = telegram.now
    for chat in range(ANNA, ANNA + 330):
        await telegram.posts(chat, 1)
    assert telegram.most_within(1.0) <= 30
    assert telegram.now - start <= 33.0


async def test_answers_count_too(telegram: Telegram) -> None:
    """Answers, which do not wait for the group to be ready, keep the limit of twenty a minute too."""
    for _ in range(200):
        with suppress(RetryAfter):
            await telegram.post(GROUP)
        telegram.now += 1.0
    assert telegram.most_within(60.0) <= 20


async def test_only_messages_and_edits_count(telegram: Telegram) -> None:
    """Messages and edits of all kinds count together; answers to presses and the like are not delayed."""
    shown = ["sendPhoto", "sendDocument", "editMessageMedia", "editMessageText", "editMessageReplyMarkup"]
    for number, endpoint in enumerate(shown):
        await telegram.posts(ANNA + number, 1, endpoint)
        assert await telegram.delay_of(ANNA + number) == pytest.approx(1.0)
    for endpoint in ("answerCallbackQuery", "sendChatAction", "deleteMessage", "setMyCommands", "getMe"):
        for _ in range(100):
            assert await telegram.delay_of(ANNA - 1, endpoint) == 0.0
    assert await telegram.delay_of(ANNA - 1) == 0.0


async def test_one_chat_does_not_delay_another(telegram: Telegram) -> None:
    """A full chat does not delay others."""
    with suppress(RetryAfter):
        while True:
            await telegram.post(GROUP)
    telegram.now += 1.0
    assert await telegram.delay_of(OTHER_GROUP) == 0.0
    assert await telegram.delay_of(ANNA) == 0.0


async def refuse(telegram: Telegram, chat: int, refusal: Exception) -> None:
    """Let Telegram refuse a message."""
    telegram.refusal = refusal
    with pytest.raises(type(refusal)):
        await telegram.post(chat)
    telegram.refusal = None


async def test_a_rate_limit_stops_its_chat(telegram: Telegram) -> None:
    """After a rate limit nothing is sent to the chat until Telegram's delay is over."""
    await refuse(telegram, GROUP, RetryAfter(30))
    telegram.now += 20.0
    with pytest.raises(RetryAfter) as error:
        await telegram.post(GROUP)
    assert 10 <= seconds_of(error.value) <= 11
    assert telegram.arrived == []


@pytest.mark.parametrize("chat", [ANNA, GROUP])
async def test_after_a_rate_limit_one_message_is_sent(telegram: Telegram, chat: int) -> None:
    """After Telegram's delay one message is sent, and not all at once."""
    await refuse(telegram, chat, RetryAfter(30))
    telegram.now += 30.0
    assert await telegram.delay_of(chat) == 0.0
    before = telegram.now
    assert await telegram.pacing.ready(chat)
    assert telegram.now - before >= 0.99


async def test_a_rate_limit_cancels_reserved_slots(telegram: Telegram) -> None:
    """A rate limit cancels the slots reserved before it."""
    await telegram.pacing.ready(GROUP)
    await telegram.pacing.ready(GROUP)
    await refuse(telegram, GROUP, RetryAfter(30))
    with pytest.raises(RetryAfter):
        await telegram.post(GROUP)


async def test_only_a_rate_limit_stops_a_chat(telegram: Telegram) -> None:
    """A rate limit stops only its chat, and another refusal stops none."""
    await refuse(telegram, GROUP, RetryAfter(30))
    assert await telegram.delay_of(OTHER_GROUP) == 0.0
    await refuse(telegram, OTHER_GROUP, BadRequest("Message is too long"))
    assert await telegram.delay_of(OTHER_GROUP) == 0.0


async def test_a_request_that_would_wait_too_long_is_refused(telegram: Telegram) -> None:
    """A request that would wait for more than three seconds is refused at once."""
    telegram.restart(0.2)
    await telegram.post(ANNA)
    with pytest.raises(RetryAfter) as error:
        await telegram.post(ANNA)
    assert 5 <= seconds_of(error.value) <= 6
    assert len(telegram.arrived) == 1


async def test_the_pace_can_be_set(telegram: Telegram) -> None:
    """A higher pace than Telegram's advice sends more."""
    telegram.restart(10.0)
    start = telegram.now
    await telegram.posts(ANNA, 101)
    assert telegram.now - start == pytest.approx(10.0, rel=1e-3)


async def test_posts_leave_room_for_answers(telegram: Telegram) -> None:
    """A group busy with posts still takes two answers at once."""
    await telegram.posts(GROUP, 40)
    assert await telegram.delay_of(GROUP) == 0.0
    assert await telegram.delay_of(GROUP) == 0.0


async def test_posts_reserve_different_slots(telegram: Telegram) -> None:
    """Several posts reserve different slots, so that together they keep the group's pace."""
    ready = 0
    while not await telegram.pacing.ready(GROUP):
        ready += 1
    assert ready == 10
    for _ in range(ready):
        assert await telegram.delay_of(GROUP) <= 0.1
    assert telegram.pacing.wait(GROUP) > 0.0


async def test_an_unused_slot_is_released(telegram: Telegram) -> None:
    """An unused slot is released after seconds."""
    await telegram.pacing.ready(GROUP)
    assert telegram.pacing.release_held(GROUP)
    assert not telegram.pacing.release_held(GROUP)
    await telegram.pacing.ready(GROUP)
    telegram.now += 5.0
    assert not telegram.pacing.release_held(GROUP)


async def test_a_busy_group_has_no_spare_capacity(telegram: Telegram) -> None:
    """There is spare capacity while at least eight of the minute's messages are left."""
    await telegram.posts(GROUP, 12)
    assert telegram.pacing.wait_for_room(GROUP) == 0.0
    await telegram.posts(GROUP, 1)
    wait = telegram.pacing.wait_for_room(GROUP)
    assert 0.0 < wait <= 60.0
    telegram.now += wait
    assert telegram.pacing.wait_for_room(GROUP) == 0.0


async def test_a_private_chat_always_has_spare_capacity(telegram: Telegram) -> None:
    """A private chat always has spare capacity."""
    await telegram.posts(ANNA, 30)
    assert telegram.pacing.wait_for_room(ANNA) == 0.0


async def test_a_post_that_waited_finds_the_chat_ready(telegram: Telegram) -> None:
    """A post that has waited for a chat finds it ready the next time."""
    for chat in (ANNA, GROUP):
        while not await telegram.pacing.ready(chat):
            await telegram.post(chat)
        assert not await telegram.pacing.ready(chat)


async def test_a_stopped_chat_is_waited_for(telegram: Telegram) -> None:
    """A chat under a rate limit is ready when Telegram's delay is over."""
    await refuse(telegram, ANNA, RetryAfter(30))
    before = telegram.now
    assert await telegram.pacing.ready(ANNA)
    assert telegram.now - before == pytest.approx(30.0)


async def test_simultaneous_requests_keep_the_pace(telegram: Telegram) -> None:
    """Simultaneous requests to one chat are all sent, at its pace."""
    await asyncio.gather(*(telegram.post(ANNA) for _ in range(3)))
    assert len(telegram.arrived) == 3
    assert telegram.most_within(1.0) == 1


async def answers(telegram: Telegram, number: int, *people: str) -> int:
    """Answer people in turn, and return the number of answers accepted."""
    taken = 0
    for each in range(number):
        with telegram.pacing.answer(GROUP, people[each % len(people)]) as is_taken:
            if is_taken:
                await telegram.post(GROUP)
                taken += 1
    return taken


async def test_with_boards_answers_get_half_of_a_minute(telegram: Telegram) -> None:
    """A group with boards takes nine answers a minute, and one explanation."""
    await telegram.posts(GROUP, 1)
    assert await answers(telegram, 300, "anna", "boris", "clara") == 9
    with telegram.pacing.answer(GROUP, "dora", is_explanation=True) as is_taken:
        assert is_taken


async def test_with_boards_one_person_gets_five_answers_a_minute(telegram: Telegram) -> None:
    """One person gets five answers a minute, and others are still answered then."""
    await telegram.posts(GROUP, 1)
    assert await answers(telegram, 60, "anna") == 5
    assert await answers(telegram, 1, "boris") == 1


async def test_without_boards_answers_leave_room_for_a_game(telegram: Telegram) -> None:
    """Without boards one person gets fourteen answers a minute, which leaves room for a new game."""
    assert await answers(telegram, 300, "anna") == 14
    for _ in range(5):
        assert not await telegram.pacing.ready(GROUP)


async def test_a_waiting_board_precedes_answers(telegram: Telegram) -> None:
    """A waiting board gets the next slot before any answer."""
    for _ in range(12):
        await telegram.posts(GROUP, 1)
        telegram.now += 2.0
    assert await answers(telegram, 8, "anna", "boris") == 8
    waiting = asyncio.create_task(telegram.pacing.ready(GROUP))
    await _sleep(0)
    assert await waiting
    assert not telegram.pacing.takes_answer(GROUP, "clara")
    assert not await telegram.pacing.ready(GROUP)


async def test_answers_do_not_slow_the_pace_of_boards(telegram: Telegram) -> None:
    """Despite a person who types every second, a board waits at most six seconds."""
    waits = []
    for _ in range(40):
        for _ in range(6):
            await answers(telegram, 1, "clara")
            telegram.now += 1.0
        before = telegram.now
        while await telegram.pacing.ready(GROUP):
            pass
        waits.append(telegram.now - before)
        await telegram.post(GROUP)
    assert max(waits) <= 6.0
    assert telegram.most_within(60.0) <= 20


async def test_an_answer_in_pieces_keeps_its_share(telegram: Telegram) -> None:
    """The pieces of a record end with the person's share of answers."""
    await telegram.posts(GROUP, 1)
    with telegram.pacing.answer(GROUP, "anna"):
        for _ in range(5):
            await telegram.post(GROUP)
        with pytest.raises(RetryAfter):
            await telegram.post(GROUP)
    assert len(telegram.arrived) == 1 + 5


async def test_an_unsent_answer_does_not_count(telegram: Telegram) -> None:
    """An answer that was not sent does not count."""
    for _ in range(300):
        with telegram.pacing.answer(GROUP, "anna") as is_taken:
            assert is_taken


async def test_a_reaction_does_not_count_for_its_chat(telegram: Telegram) -> None:
    """A reaction does not count for its chat, only for the limit of all requests."""
    for _ in range(100):
        await telegram.post(GROUP, "setMessageReaction")
    assert telegram.most_within(1.0) <= 30
    assert telegram.pacing.wait(GROUP) == 0.0
