from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import pytest
from telegram import Update
from telegram.error import (
    BadRequest,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from bot.chats.telegram import inbox
from bot.chats.telegram.inbox import Inbox
from bot.logs import fields
from tests.chats.stand_ins import MemoryUpdates

Json = dict[str, Any]
NOW = datetime(2026, 11, 20, 18, 4, tzinfo=UTC)
GROUP, OTHER_GROUP = -1001000000001, -1001000000002

_sleep = asyncio.sleep


ANNA, BORIS = 7, 8


def said(number: int, chat: int = GROUP, who: int = ANNA) -> Json:
    """Return an update that brings a message."""
    return {
        "update_id": number,
        "message": {
            "message_id": number,
            "date": 1_790_000_000,
            "chat": {"id": chat, "type": "supergroup", "title": "Friends"},
            "from": {"id": who, "is_bot": False, "first_name": "Anna"},
            "text": f"/roll {number} 🎲",
            "entities": [{"type": "bot_command", "offset": 0, "length": 5}],
        },
    }


def moved(number: int) -> Json:
    """Return an update that says that a group has become another one."""
    update = said(number)
    del update["message"]["text"], update["message"]["entities"]
    return {**update, "message": update["message"] | {"migrate_to_chat_id": OTHER_GROUP}}


def allowed(number: int) -> Json:
    """Return an update that says that the bot's rights in a group have changed."""
    message, me = said(number)["message"], {"id": 99, "is_bot": True, "first_name": "Nardy"}
    member = {"user": me, "status": "member"}
    return {
        "update_id": number,
        "my_chat_member": {
            **{key: message[key] for key in ("chat", "from", "date")},
            "old_chat_member": member,
            "new_chat_member": member,
        },
    }


def pressed(number: int, message: Json) -> Json:
    """Return an update that brings a press."""
    return {
        "update_id": number,
        "callback_query": {
            "id": "4382",
            "from": {"id": 7, "is_bot": False, "first_name": "Anna"},
            "message": message,
            "chat_instance": "1",
            "data": "4:/roll k7f",
        },
    }


@dataclass
class Polled:
    """A question for updates, and what was stored when it was asked."""

    offset: int | None
    wanted: tuple[str, ...]
    stored: int
    is_held: bool


@dataclass
class Telegram:
    """Telegram, as far as it hands out updates: what it was told to, one answer after another."""

    updates: MemoryUpdates
    answers: deque[list[Json] | Exception] = field(default_factory=deque)
    polls: list[Polled] = field(default_factory=list)

    async def poll(self, offset: int | None, timeout: int, wanted: Sequence[str]) -> list[Json]:  # noqa: ASYNC109 (Telegram's own name for it)
        """Hand out updates; when there is nothing more to tell, hold the poll for ever."""
        self.polls.append(Polled(offset, tuple(wanted), len(self.updates.kept), timeout > 0))
        if not self.answers:
            await asyncio.Event().wait()
        answer = self.answers.popleft()
        if isinstance(answer, Exception):
            raise answer
        return answer


@dataclass
class House:
    """An inbox, Telegram in front of it, and what was handled behind it."""

    updates: MemoryUpdates = field(default_factory=MemoryUpdates)
    handled: list[int] = field(default_factory=list)
    begun: list[int] = field(default_factory=list)
    held: dict[int, asyncio.Event] = field(default_factory=dict)
    broken: set[int] = field(default_factory=set)
    pauses: list[float] = field(default_factory=list)
    removals: int = 0
    removes: bool = True
    telegram: Telegram = field(init=False)

    def __post_init__(self) -> None:
        self.telegram = Telegram(self.updates)

    async def handle(self, update: Update) -> None:
        """Handle an update, once nothing holds it up."""
        self.begun.append(update.update_id)
        if update.update_id in self.held:
            await self.held[update.update_id].wait()
        if update.update_id in self.broken:
            raise RuntimeError("particulars")
        self.handled.append(update.update_id)

    def hold(self, number: int) -> None:
        """Let an update take long."""
        self.held[number] = asyncio.Event()

    def opened(self) -> Inbox:
        """Return an inbox, not yet run."""
        return Inbox(
            self.telegram, None, self.updates, self.handle, lambda: NOW, remove_webhook=self.remove_webhook
        )

    async def remove_webhook(self) -> bool:
        """Remove another program's webhook, if the test lets that happen."""
        self.removals += 1
        return self.removes

    @asynccontextmanager
    async def running(self, *answers: list[Json] | Exception) -> AsyncIterator[asyncio.Task[None]]:
        """The program, started, while Telegram answers so."""
        self.telegram.answers.extend(answers)
        task = asyncio.create_task(self.opened().run())
        try:
            yield task
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    @property
    def stored(self) -> int:
        """How many updates are in the key-value store."""
        return len(self.updates.kept)


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> House:
    """A house in which pauses take no time, and are noted."""
    house = House()

    async def pause(seconds: float) -> None:
        house.pauses.append(seconds)
        await _sleep(0)

    monkeypatch.setattr(asyncio, "sleep", pause)
    return house


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something is so."""
    for _ in range(1000):
        if condition():
            return
        await _sleep(0)
    pytest.fail("it did not come about")


async def a_while() -> None:
    """Give everything that can happen now the time to happen."""
    for _ in range(50):
        await _sleep(0)


async def test_an_update_is_handled(house: House) -> None:
    """What Telegram brings is handled, and then forgotten."""
    async with house.running([said(1), said(2)], [], [said(3)]):
        await until(lambda: house.handled == [1, 2, 3])
        await until(lambda: house.stored == 0)


async def test_only_messages_presses_and_the_bots_own_standing_are_asked_for(house: House) -> None:
    """Nothing else is sent: not edits, for one, which would carry out a line again."""
    async with house.running():
        await until(lambda: bool(house.telegram.polls))
    assert set(house.telegram.polls[0].wanted) == {"message", "callback_query", "my_chat_member"}


async def test_an_update_is_stored_before_telegram_forgets_it(house: House) -> None:
    """When a poll tells Telegram that they have arrived they are stored; an empty answer forgets nothing."""
    house.hold(1)
    async with house.running([said(1), said(2)], [], []):
        await until(lambda: len(house.telegram.polls) == 4)
    polls = [(poll.offset, poll.stored) for poll in house.telegram.polls]
    assert polls == [(None, 0), (3, 2), (3, 2), (3, 2)]


async def test_what_cannot_be_stored_is_not_forgotten(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """While updates cannot be stored Telegram is never told that they have arrived."""

    async def full(*_: object) -> frozenset[int]:
        raise OSError("disk full")

    monkeypatch.setattr(house.updates, "store", full)
    async with house.running([said(1)]):
        await a_while()
    assert {poll.offset for poll in house.telegram.polls} == {None}
    assert house.begun == []


async def test_what_a_person_does_in_a_chat_is_handled_in_its_order(house: House) -> None:
    """What somebody does in a chat is handled when what he did there before is done."""
    house.hold(1)
    async with house.running([said(1), said(2)], [said(3)]):
        await until(lambda: house.stored == 3)
        await a_while()
        assert house.begun == [1]
        house.held[1].set()
        await until(lambda: house.handled == [1, 2, 3])


async def test_one_person_holds_up_no_other(house: House) -> None:
    """While a command of Anna's takes long, all but her next ones in that chat are handled."""
    house.hold(1)
    boris = said(2, who=BORIS)["message"]
    press = pressed(4, boris)
    press["callback_query"]["from"] = boris["from"]
    updates = [said(1), said(2, who=BORIS), said(3)]
    async with house.running(updates, [press], [said(5, OTHER_GROUP)]):
        await until(lambda: len(house.handled) == 3)
        await a_while()
        assert sorted(house.begun) == [1, 2, 4, 5]
        house.held[1].set()
        await until(lambda: house.handled[3:] == [1, 3])


@pytest.mark.parametrize("change", [moved, allowed])
async def test_what_concerns_a_chat_is_handled_between_what_came_before_and_after(
    house: House, change: Callable[[int], Json]
) -> None:
    """A move or new rights wait for what people did before there, and what they do next waits for that."""
    for number in (1, 3):
        house.hold(number)
    async with house.running([said(1), said(2, who=BORIS), change(3), said(4, who=BORIS), said(5)]):
        await a_while()
        assert house.begun == [1, 2]
        house.held[1].set()
        await a_while()
        assert house.begun == [1, 2, 3]
        house.held[3].set()
        await until(lambda: house.handled == [2, 1, 3, 4, 5])


async def test_after_a_restart_each_person_is_handled_in_the_same_order(house: House) -> None:
    """What two people did in one chat waits in two lanes again."""
    house.hold(1)
    async with house.running([said(1), said(2)], [said(3, who=BORIS), said(4, who=BORIS)]):
        await until(lambda: house.handled == [3, 4] and house.stored == 2)
    async with house.running([said(5, who=BORIS)]):
        await until(lambda: house.handled == [3, 4, 5])
        house.held[1].set()
        await until(lambda: house.handled == [3, 4, 5, 1, 2])


async def test_what_waits_is_handled_after_a_restart(house: House) -> None:
    """However many waited, each is handled once, in order and before what is new; what was done is done."""
    house.hold(2)
    async with house.running([said(number) for number in range(1, 221)]):
        await until(lambda: house.handled == [1] and house.stored == 219)
    house.held.clear()
    async with house.running([said(221)]):
        await until(lambda: len(house.handled) == 221)
        await until(lambda: house.stored == 0)
    async with house.running():
        await a_while()
    assert house.handled == list(range(1, 222))


async def test_a_fault_stops_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """An update that cannot be handled, or not be taken off, is noted in the log; the next one is handled."""

    async def locked(*_: object) -> None:
        raise OSError("database is locked")

    house.broken.add(1)
    async with house.running([said(1), said(2)]):
        await until(lambda: house.handled == [2])
        await until(lambda: house.stored == 0)
    assert "particulars" in caplog.text
    monkeypatch.setattr(house.updates, "handled", locked)
    async with house.running([said(3), said(4)]):
        await until(lambda: house.handled == [2, 3, 4])


def unreadable(number: int) -> Json:
    """Return an update from somebody without a name, which nothing can be made of."""
    update = said(number)
    update["message"]["from"] = {"id": 7, "is_bot": False}
    return update


async def test_an_update_that_cannot_be_parsed_is_put_aside(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    """It is confirmed like others and kept as it came; what was stored by another version stops no start."""
    async with house.running([said(1), unreadable(2), said(3)], [said(4)]):
        await until(lambda: house.handled == [1, 3, 4])
        await until(lambda: house.stored == 0)
        assert [poll.offset for poll in house.telegram.polls[:3]] == [None, 4, 5]
    assert {when: json.loads(text) for when, text in house.updates.aside.items()} == {NOW: unreadable(2)}
    assert [fields(record)["error"] for record in caplog.records] == ["TypeError"]
    assert "/roll" not in caplog.text
    house.updates.aside.clear()
    await house.updates.store(5, {6: (GROUP, json.dumps(said(6))), 7: (GROUP, json.dumps(unreadable(7)))})
    async with house.running([said(8)]):
        await until(lambda: house.handled == [1, 3, 4, 6, 8])
        await until(lambda: house.stored == 0)
    assert house.updates.aside == {NOW: json.dumps(unreadable(7))}


@pytest.mark.parametrize(
    "error",
    [
        Conflict("Conflict: terminated by other getUpdates request"),
        NetworkError("Bad Gateway"),
        TimedOut(),
        BadRequest("Bad Request: whatever"),
        RetryAfter(7),
        Forbidden("Forbidden: by somebody between"),
        TelegramError("Invalid server response"),
    ],
    ids=lambda error: type(error).__name__,
)
async def test_a_poll_that_fails_is_tried_again(house: House, error: Exception) -> None:
    """Whatever Telegram or somebody between answers to a poll, after a pause the same is asked again."""
    async with house.running([said(1)], error, error, [said(2)]):
        await until(lambda: house.handled == [1, 2])
    assert [poll.offset for poll in house.telegram.polls[:4]] == [None, 2, 2, 2]
    assert len([pause for pause in house.pauses if pause >= 1.0]) == 2


@pytest.mark.parametrize(
    ("sentence", "removes", "removals", "pause"),
    [
        ("Conflict: can't use getUpdates method while webhook is active", True, 1, 1.0),
        ("Conflict: terminated by setWebhook request", True, 1, 1.0),
        ("Conflict: can't use getUpdates method while webhook is active", False, 1, 10.0),
        ("Conflict: terminated by other getUpdates request", True, 0, 10.0),
    ],
)
async def test_a_conflict_that_names_a_webhook_removes_it(
    house: House, caplog: pytest.LogCaptureFixture, sentence: str, removes: bool, removals: int, pause: float
) -> None:
    """A webhook is removed and the next poll comes soon; another poller is left alone, and told apart."""
    house.removes = removes
    async with house.running([said(1)], Conflict(sentence), [said(2)]):
        await until(lambda: house.handled == [1, 2])
    assert house.removals == removals
    assert house.pauses == [pause]
    assert ("only one may" in str([fields(record) for record in caplog.records])) is (removals == 0)


async def test_a_poll_is_held_once_telegram_is_known_to_answer(house: House) -> None:
    """At the start, and after a failure, a poll comes back at once, so that it is known who is reached."""
    async with house.running([], [], TimedOut(), [said(1)]):
        await until(lambda: len(house.telegram.polls) == 5)
    assert [poll.is_held for poll in house.telegram.polls] == [False, True, True, False, True]


async def test_pauses_grow_while_telegram_cannot_be_reached(house: House) -> None:
    """They grow up to a minute and are short again afterwards; Telegram's own wait counts to the second."""
    failures = [NetworkError("Bad Gateway")] * 12
    async with house.running(*failures, [said(1)], NetworkError("Bad Gateway"), RetryAfter(7), [said(2)]):
        await until(lambda: house.handled == [1, 2])
    *growing, last, asked = house.pauses
    assert growing == sorted(growing)
    assert growing[0] < growing[1]
    assert max(growing) <= 60.0
    assert (last, asked) == (growing[0], 7.0)


async def test_a_token_that_is_refused_ends_polling(house: House) -> None:
    """Where Telegram does not know the bot any more, it is for others to try again later."""
    async with house.running([said(1)], InvalidToken()) as task:
        await asyncio.wait([task])
        with pytest.raises(ExceptionGroup) as raised:
            task.result()
    assert raised.value.subgroup(InvalidToken) is not None
    assert house.pauses == []


async def test_an_inbox_that_failed_can_be_run_again(house: House) -> None:
    """What was in work, and what waited behind it, is handled then; what was handled is not handled again."""
    house.hold(2)
    opened = house.opened()
    house.telegram.answers.extend([[said(1), said(2), said(3), said(4, OTHER_GROUP)], InvalidToken()])
    with pytest.raises(ExceptionGroup):
        await opened.run()
    house.held.clear()
    house.telegram.answers.append([said(5)])
    task = asyncio.create_task(opened.run())
    await until(lambda: 5 in house.handled)
    await until(lambda: house.stored == 0)
    task.cancel()
    await asyncio.wait([task])
    assert [number for number in house.handled if number != 4] == [1, 2, 3, 5]


async def test_an_inbox_cancelled_while_it_notes_handles_nothing_twice(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was handled and could not be noted before a cancellation is noted by the next run."""
    opened, notes = house.opened(), asyncio.Event()

    async def hang(*_: object) -> None:
        notes.set()
        await asyncio.Event().wait()

    async def run(until_done: Awaitable[object], *answers: list[Json]) -> None:
        house.telegram.answers.extend(answers)
        task = asyncio.create_task(opened.run())
        await until_done
        task.cancel()
        await asyncio.wait([task])

    with monkeypatch.context() as patched:
        patched.setattr(house.updates, "handled", hang)
        await run(notes.wait(), [said(1)])
    await run(until(lambda: 2 in house.handled), [said(2)])
    assert house.handled == [1, 2]


@pytest.mark.parametrize("error", [NetworkError("Bad Gateway"), Conflict("Conflict: terminated")])
async def test_what_is_in_the_way_of_polling_is_logged_once(
    house: House, caplog: pytest.LogCaptureFixture, error: TelegramError
) -> None:
    """A poll that fails often for one reason is logged once, for another reason or at a later time anew."""
    other = TimedOut()
    async with house.running(error, error, error, other, other, [said(1)], other, [said(2)]):
        await until(lambda: house.handled == [1, 2])
    kinds = [record.levelname for record in caplog.records]
    assert kinds == ["WARNING"] * 3


async def test_no_more_are_fetched_than_there_is_room_for(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While too many wait no more are asked for, and when some are done polling goes on."""
    monkeypatch.setattr(inbox, "_MOST_PENDING", 2)
    house.hold(1)
    async with house.running([said(1), said(2)], [said(3)]):
        await until(lambda: house.begun == [1])
        await a_while()
        assert len(house.telegram.polls) == 1
        house.held[1].set()
        await until(lambda: house.handled == [1, 2, 3])


_BOARD: Json = said(12)["message"]
_TOPIC: Json = {"message_thread_id": 5, "is_topic_message": True}
_OPENING: Json = {
    "message_id": 5,
    "date": 1_790_000_000,
    "chat": _BOARD["chat"],
    "forum_topic_created": {"name": "Tavla", "icon_color": 7322096},
    **_TOPIC,
}


@pytest.mark.parametrize(
    "update",
    [
        said(1),
        {"update_id": 1, "message": said(1)["message"] | _TOPIC | {"reply_to_message": _OPENING}},
        {"update_id": 1, "message": said(1)["message"] | {"migrate_to_chat_id": OTHER_GROUP}},
        pressed(1, _BOARD),
        pressed(1, {"chat": _BOARD["chat"], "message_id": 12, "date": 0}),
    ],
    ids=["a line", "in a topic", "a group that moved", "a press", "a press below an old message"],
)
async def test_an_update_is_the_same_after_a_restart(
    house: House, monkeypatch: pytest.MonkeyPatch, update: Json
) -> None:
    """What is handled after a restart says all that Telegram said before."""
    taken: list[Json] = []

    def take(work: Callable[[Update], Awaitable[None]]) -> Callable[[Update], Awaitable[None]]:
        async def taking(found: Update) -> None:
            taken.append(found.to_dict())
            await work(found)

        return taking

    monkeypatch.setattr(house, "handle", take(house.handle))
    house.hold(1)
    async with house.running([update]):
        await until(lambda: house.begun == [1])
    async with house.running():
        await until(lambda: house.begun == [1, 1])
    before, after = taken
    assert before == after
    assert before == Update.de_json(update, None).to_dict()
