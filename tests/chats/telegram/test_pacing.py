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
    """Telegram, as far as it counts what it is sent, and a clock that leaps over every pause."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.refusal: Exception | None = None
        self.arrived: list[tuple[float, int]] = []
        self.go_at(1.0)

    def go_at(self, pace: float) -> None:
        """Let the bot begin anew, at a pace."""
        self.pacing = Pacing(lambda: self.now, pace)

    async def sleep(self, seconds: float) -> None:
        """Let the clock leap, however little."""
        self.now += max(seconds, 1e-6)
        await _sleep(0)

    async def post(self, chat: int, endpoint: str = "sendMessage") -> None:
        """Make a request as the library does."""
        data = {"chat_id": chat, "text": "Words."}
        await self.pacing.process_request(self._take, (endpoint, data), {}, endpoint, data, None)

    async def posts(self, chat: int, number: int, endpoint: str = "sendMessage") -> None:
        """Make requests one after another, each as soon as the chat takes it."""
        for _ in range(number):
            while await self.pacing.ready(chat):
                pass
            await self.post(chat, endpoint)

    async def held_up(self, chat: int, endpoint: str = "sendMessage") -> float:
        """Make a request, and return how long it was held up."""
        before = self.now
        await self.post(chat, endpoint)
        return self.now - before

    def most_within(self, seconds: float) -> int:
        """Return how many requests arrived in the fullest stretch of so many seconds."""
        times = [time for time, _ in self.arrived]
        return max(sum(start <= time < start + seconds - 1e-3 for time in times) for start in times)

    async def _take(self, _endpoint: str, data: dict[str, int]) -> bool:
        if self.refusal is not None:
            raise self.refusal
        self.arrived.append((self.now, data["chat_id"]))
        return True


@pytest.fixture
def telegram(monkeypatch: pytest.MonkeyPatch) -> Telegram:
    """Telegram, and pauses that take no time."""
    telegram = Telegram()
    monkeypatch.setattr(asyncio, "sleep", telegram.sleep)
    return telegram


@pytest.mark.parametrize("pace", [1.0, 0.5])
async def test_no_minute_of_a_group_holds_more_than_twenty(telegram: Telegram, pace: float) -> None:
    """A group is sent at most twenty messages in any minute, and not much fewer."""
    telegram.go_at(pace)
    start = telegram.now
    await telegram.posts(GROUP, 60)
    assert telegram.most_within(60.0) <= 20
    assert telegram.now - start <= 60 * 60.0 / 18 / pace


async def test_no_second_of_a_private_chat_holds_more_than_one(telegram: Telegram) -> None:
    """A private chat is sent one message a second, and no fewer."""
    start = telegram.now
    await telegram.posts(ANNA, 20)
    assert telegram.most_within(1.0) == 1
    assert telegram.now - start <= 20.0


async def test_no_second_holds_more_than_thirty(telegram: Telegram) -> None:
    """However many chats there are, all of them together are sent at most thirty messages in any second."""
    start = telegram.now
    for chat in range(ANNA, ANNA + 330):
        await telegram.posts(chat, 1)
    assert telegram.most_within(1.0) <= 30
    assert telegram.now - start <= 33.0


async def test_who_does_not_ask_before_is_counted_too(telegram: Telegram) -> None:
    """Also answers, which ask nobody whether a group is ready, never make it more than twenty a minute."""
    for _ in range(200):
        with suppress(RetryAfter):
            await telegram.post(GROUP)
        telegram.now += 1.0
    assert telegram.most_within(60.0) <= 20


async def test_only_what_changes_what_is_shown_is_counted(telegram: Telegram) -> None:
    """Messages and edits of every kind count together; answers to presses and the like are not held up."""
    shown = ["sendPhoto", "sendDocument", "editMessageMedia", "editMessageText", "editMessageReplyMarkup"]
    for number, endpoint in enumerate(shown):
        await telegram.posts(ANNA + number, 1, endpoint)
        assert await telegram.held_up(ANNA + number) == pytest.approx(1.0)
    for endpoint in ("answerCallbackQuery", "sendChatAction", "deleteMessage", "setMyCommands", "getMe"):
        for _ in range(100):
            assert await telegram.held_up(ANNA - 1, endpoint) == 0.0
    assert await telegram.held_up(ANNA - 1) == 0.0


async def test_one_chat_does_not_hold_up_another(telegram: Telegram) -> None:
    """While a chat takes nothing more, others take what they could take anyway."""
    with suppress(RetryAfter):
        while True:
            await telegram.post(GROUP)
    telegram.now += 1.0
    assert await telegram.held_up(OTHER_GROUP) == 0.0
    assert await telegram.held_up(ANNA) == 0.0


async def refused(telegram: Telegram, chat: int, refusal: Exception) -> None:
    """Let Telegram refuse a message."""
    telegram.refusal = refusal
    with pytest.raises(type(refusal)):
        await telegram.post(chat)
    telegram.refusal = None


async def test_a_refusal_stops_its_chat(telegram: Telegram) -> None:
    """While Telegram wants to be left alone about a chat nothing is sent there, and how long is told."""
    await refused(telegram, GROUP, RetryAfter(30))
    telegram.now += 20.0
    with pytest.raises(RetryAfter) as error:
        await telegram.post(GROUP)
    assert 10 <= seconds_of(error.value) <= 11
    assert telegram.arrived == []


@pytest.mark.parametrize("chat", [ANNA, GROUP])
async def test_after_a_refusal_a_chat_takes_one_again(telegram: Telegram, chat: int) -> None:
    """When the time that Telegram told is over one message is sent, and not all at once."""
    await refused(telegram, chat, RetryAfter(30))
    telegram.now += 30.0
    assert await telegram.held_up(chat) == 0.0
    before = telegram.now
    assert await telegram.pacing.ready(chat)
    assert telegram.now - before >= 0.99


async def test_a_refusal_takes_kept_places_away(telegram: Telegram) -> None:
    """A post that was told that its group is ready does not go while Telegram wants to be left alone."""
    await telegram.pacing.ready(GROUP)
    await telegram.pacing.ready(GROUP)
    await refused(telegram, GROUP, RetryAfter(30))
    with pytest.raises(RetryAfter):
        await telegram.post(GROUP)


async def test_only_a_flood_stops_a_chat(telegram: Telegram) -> None:
    """What Telegram says of one chat says nothing of another, and another refusal stops nothing."""
    await refused(telegram, GROUP, RetryAfter(30))
    assert await telegram.held_up(OTHER_GROUP) == 0.0
    await refused(telegram, OTHER_GROUP, BadRequest("Message is too long"))
    assert await telegram.held_up(OTHER_GROUP) == 0.0


async def test_who_would_wait_too_long_is_refused(telegram: Telegram) -> None:
    """What a chat cannot take within three seconds is refused here as Telegram would refuse it."""
    telegram.go_at(0.2)
    await telegram.post(ANNA)
    with pytest.raises(RetryAfter) as error:
        await telegram.post(ANNA)
    assert 5 <= seconds_of(error.value) <= 6
    assert len(telegram.arrived) == 1


async def test_the_pace_can_be_another(telegram: Telegram) -> None:
    """Where more is allowed than Telegram advises, a chat takes more."""
    telegram.go_at(10.0)
    start = telegram.now
    await telegram.posts(ANNA, 101)
    assert telegram.now - start == pytest.approx(10.0, rel=1e-3)


async def test_a_post_leaves_something_over_for_answers(telegram: Telegram) -> None:
    """However long a group was busy, it takes two answers to somebody at once."""
    await telegram.posts(GROUP, 40)
    assert await telegram.held_up(GROUP) == 0.0
    assert await telegram.held_up(GROUP) == 0.0


async def test_topics_of_one_group_do_not_have_the_same_place(telegram: Telegram) -> None:
    """However many are told at once that the group is ready, it is sent no more than its pace allows."""
    ready = 0
    while not await telegram.pacing.ready(GROUP):
        ready += 1
    assert ready == 10
    for _ in range(ready):
        assert await telegram.held_up(GROUP) <= 0.1
    assert telegram.pacing.wait(GROUP) > 0.0


async def test_a_place_that_nobody_uses_is_kept_for_seconds(telegram: Telegram) -> None:
    """A post that was not made after all neither counts twice nor keeps its place for ever."""
    await telegram.pacing.ready(GROUP)
    assert telegram.pacing.release_held(GROUP)
    assert not telegram.pacing.release_held(GROUP)
    await telegram.pacing.ready(GROUP)
    telegram.now += 5.0
    assert not telegram.pacing.release_held(GROUP)


async def test_a_busy_group_has_no_room_for_what_can_wait(telegram: Telegram) -> None:
    """There is room until fewer than eight are left of the minute, and again when some have come back."""
    await telegram.posts(GROUP, 12)
    assert telegram.pacing.wait_for_room(GROUP) == 0.0
    await telegram.posts(GROUP, 1)
    wait = telegram.pacing.wait_for_room(GROUP)
    assert 0.0 < wait <= 60.0
    telegram.now += wait
    assert telegram.pacing.wait_for_room(GROUP) == 0.0


async def test_a_private_chat_always_has_room(telegram: Telegram) -> None:
    """What can wait need not wait where nobody counts minutes."""
    await telegram.posts(ANNA, 30)
    assert telegram.pacing.wait_for_room(ANNA) == 0.0


async def test_who_waited_finds_the_chat_ready(telegram: Telegram) -> None:
    """Whoever waited until a chat was ready is told so, and finds it ready the next time."""
    for chat in (ANNA, GROUP):
        while not await telegram.pacing.ready(chat):
            await telegram.post(chat)
        assert not await telegram.pacing.ready(chat)


async def test_a_stopped_chat_is_waited_for(telegram: Telegram) -> None:
    """A chat that Telegram wants to be left alone is not ready before that time is over."""
    await refused(telegram, ANNA, RetryAfter(30))
    before = telegram.now
    assert await telegram.pacing.ready(ANNA)
    assert telegram.now - before == pytest.approx(30.0)


async def test_of_several_at_once_each_has_its_turn(telegram: Telegram) -> None:
    """Of several that wait for the same chat each is sent, and none before its time."""
    await asyncio.gather(*(telegram.post(ANNA) for _ in range(3)))
    assert len(telegram.arrived) == 3
    assert telegram.most_within(1.0) == 1


async def answers(telegram: Telegram, number: int, *people: str) -> int:
    """Answer people in turn; return how many answers a group takes."""
    taken = 0
    for each in range(number):
        with telegram.pacing.answer(GROUP, people[each % len(people)]) as is_taken:
            if is_taken:
                await telegram.post(GROUP)
                taken += 1
    return taken


async def test_while_boards_come_answers_get_half_of_a_minute(telegram: Telegram) -> None:
    """However many people type, a group with boards takes nine answers a minute, and one explanation."""
    await telegram.posts(GROUP, 1)
    assert await answers(telegram, 300, "anna", "boris", "clara") == 9
    with telegram.pacing.answer(GROUP, "dora", is_explanation=True) as is_taken:
        assert is_taken


async def test_while_boards_come_one_person_gets_five_answers_a_minute(telegram: Telegram) -> None:
    """A person who types without end is answered five times in the group, and others still are then."""
    await telegram.posts(GROUP, 1)
    assert await answers(telegram, 60, "anna") == 5
    assert await answers(telegram, 1, "boris") == 1


async def test_without_boards_answers_leave_places_for_a_game(telegram: Telegram) -> None:
    """Where nobody plays one person gets fourteen answers a minute, and a game that begins finds places."""
    assert await answers(telegram, 300, "anna") == 14
    for _ in range(5):
        assert not await telegram.pacing.ready(GROUP)


async def test_a_board_that_waits_is_not_overtaken_by_answers(telegram: Telegram) -> None:
    """The place that comes free next is the board's, whoever asks for an answer first."""
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
    """Beside a third who types every second a board waits for six seconds at most."""
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


async def test_an_answer_of_several_messages_takes_no_more_than_its_share(telegram: Telegram) -> None:
    """A record in pieces ends where the places for answers end."""
    await telegram.posts(GROUP, 1)
    with telegram.pacing.answer(GROUP, "anna"):
        for _ in range(5):
            await telegram.post(GROUP)
        with pytest.raises(RetryAfter):
            await telegram.post(GROUP)
    assert len(telegram.arrived) == 1 + 5


async def test_an_answer_that_is_not_sent_gives_its_place_back(telegram: Telegram) -> None:
    """Where nothing was sent after all, nothing counts."""
    for _ in range(300):
        with telegram.pacing.answer(GROUP, "anna") as is_taken:
            assert is_taken


async def test_a_reaction_takes_no_place_in_a_group(telegram: Telegram) -> None:
    """Telegram counts messages, and a reaction is none; only all requests together are bounded."""
    for _ in range(100):
        await telegram.post(GROUP, "setMessageReaction")
    assert telegram.most_within(1.0) <= 30
    assert telegram.pacing.wait(GROUP) == 0.0
