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


def typed(number: int, chat: int = GROUP, person: int = ANNA) -> Json:
    """Return an update with a message."""
    return {
        "update_id": number,
        "message": {
            "message_id": number,
            "date": 1_790_000_000,
            "chat": {"id": chat, "type": "supergroup", "title": "Friends"},
            "from": {"id": person, "is_bot": False, "first_name": "Anna"},
            "text": f"/roll {number} 🎲",
            "entities": [{"type": "bot_command", "offset": 0, "length": 5}],
        },
    }


def upgrade_update(number: int) -> Json:
    """Return an update for a group that became a supergroup."""
    update = typed(number)
    del update["message"]["text"], update["message"]["entities"]
    return {**update, "message": update["message"] | {"migrate_to_chat_id": OTHER_GROUP}}


def rights_update(number: int) -> Json:
    """Return an update for changed rights of the bot in a group."""
    message, me = typed(number)["message"], {"id": 99, "is_bot": True, "first_name": "Nardy"}
    member = {"user": me, "status": "member"}
    return {
        "update_id": number,
        "my_chat_member": {
            **{key: message[key] for key in ("chat", "from", "date")},
            "old_chat_member": member,
            "new_chat_member": member,
        },
    }


def press_update(number: int, message: Json) -> Json:
    """Return an update with a press."""
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
    """A poll, and the number of updates stored at that time."""

    offset: int | None
    wanted: tuple[str, ...]
    stored: int
    is_held: bool


@dataclass
class Telegram:
    """The polling side of Telegram, which gives scripted answers."""

    updates: MemoryUpdates
    answers: deque[list[Json] | Exception] = field(default_factory=deque)
    polls: list[Polled] = field(default_factory=list)

    async def poll(self, offset: int | None, timeout: int, wanted: Sequence[str]) -> list[Json]:  # noqa: ASYNC109 (Telegram's own name for it)
        """Return the next scripted answer; after the last one, hang."""
        self.polls.append(Polled(offset, tuple(wanted), len(self.updates.kept), timeout > 0))
        if not self.answers:
            await asyncio.Event().wait()
        answer = self.answers.popleft()
        if isinstance(answer, Exception):
            raise answer
        return answer


@dataclass
class House:
    """An inbox with a scripted Telegram and the updates it handled."""

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
        """Handle an update, once nothing holds it."""
        self.begun.append(update.update_id)
        if update.update_id in self.held:
            await self.held[update.update_id].wait()
        if update.update_id in self.broken:
            raise RuntimeError("particulars")
        self.handled.append(update.update_id)

    def hold(self, number: int) -> None:
        """Make an update slow."""
        self.held[number] = asyncio.Event()

    def new_inbox(self) -> Inbox:
        """Return an inbox that does not run yet."""
        return Inbox(
            self.telegram, None, self.updates, self.handle, lambda: NOW, remove_webhook=self.remove_webhook
        )

    async def remove_webhook(self) -> bool:
        """Remove another program's webhook, if the test allows it."""
        self.removals += 1
        return self.removes

    @asynccontextmanager
    async def running(self, *answers: list[Json] | Exception) -> AsyncIterator[asyncio.Task[None]]:
        """Run an inbox while Telegram gives these answers."""
        self.telegram.answers.extend(answers)
        task = asyncio.create_task(self.new_inbox().run())
        try:
            yield task
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    @property
    def stored(self) -> int:
        """The number of stored updates."""
        return len(self.updates.kept)


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> House:
    """A house in which pauses take no time and are recorded."""
    house = House()

    async def pause(seconds: float) -> None:
        house.pauses.append(seconds)
        await _sleep(0)

    monkeypatch.setattr(asyncio, "sleep", pause)
    return house


async def until(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    for _ in range(1000):
        if condition():
            return
        await _sleep(0)
    pytest.fail("it did not come about")


async def run_pending() -> None:
    """Let all pending tasks run."""
    for _ in range(50):
        await _sleep(0)


async def test_an_update_is_handled(house: House) -> None:
    """An update is handled and then deleted."""
    async with house.running([typed(1), typed(2)], [], [typed(3)]):
        await until(lambda: house.handled == [1, 2, 3])
        await until(lambda: house.stored == 0)


async def test_only_needed_updates_are_requested(house: House) -> None:
    """The bot asks only for messages, presses and its own membership; edits would repeat a line."""
    async with house.running():
        await until(lambda: bool(house.telegram.polls))
    assert set(house.telegram.polls[0].wanted) == {"message", "callback_query", "my_chat_member"}


async def test_an_update_is_stored_before_it_is_confirmed(house: House) -> None:
    """Updates are stored before a poll confirms them, and an empty answer keeps the offset."""
    house.hold(1)
    async with house.running([typed(1), typed(2)], [], []):
        await until(lambda: len(house.telegram.polls) == 4)
    polls = [(poll.offset, poll.stored) for poll in house.telegram.polls]
    assert polls == [(None, 0), (3, 2), (3, 2), (3, 2)]


async def test_an_unstored_update_is_not_confirmed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Updates that cannot be stored are not confirmed."""

    async def fail_to_store(*_: object) -> frozenset[int]:
        raise OSError("disk full")

    monkeypatch.setattr(house.updates, "store", fail_to_store)
    async with house.running([typed(1)]):
        await run_pending()
    assert {poll.offset for poll in house.telegram.polls} == {None}
    assert house.begun == []


async def test_a_persons_updates_in_a_chat_are_handled_in_order(house: House) -> None:
    """A person's updates in one chat are handled one after another."""
    house.hold(1)
    async with house.running([typed(1), typed(2)], [typed(3)]):
        await until(lambda: house.stored == 3)
        await run_pending()
        assert house.begun == [1]
        house.held[1].set()
        await until(lambda: house.handled == [1, 2, 3])


async def test_one_person_does_not_delay_another(house: House) -> None:
    """While one of Anna's commands is slow, only her next ones in that chat wait."""
    house.hold(1)
    boris = typed(2, person=BORIS)["message"]
    press = press_update(4, boris)
    press["callback_query"]["from"] = boris["from"]
    updates = [typed(1), typed(2, person=BORIS), typed(3)]
    async with house.running(updates, [press], [typed(5, OTHER_GROUP)]):
        await until(lambda: len(house.handled) == 3)
        await run_pending()
        assert sorted(house.begun) == [1, 2, 4, 5]
        house.held[1].set()
        await until(lambda: house.handled[3:] == [1, 3])


@pytest.mark.parametrize("change", [upgrade_update, rights_update])
async def test_a_change_of_a_chat_is_handled_in_order(house: House, change: Callable[[int], Json]) -> None:
    """A move or new rights of a chat wait for earlier updates there, and later ones wait for them."""
    for number in (1, 3):
        house.hold(number)
    async with house.running([typed(1), typed(2, person=BORIS), change(3), typed(4, person=BORIS), typed(5)]):
        await run_pending()
        assert house.begun == [1, 2]
        house.held[1].set()
        await run_pending()
        assert house.begun == [1, 2, 3]
        house.held[3].set()
        await until(lambda: house.handled == [2, 1, 3, 4, 5])


async def test_after_a_restart_people_are_handled_side_by_side(house: House) -> None:
    """After a restart two people's updates in one chat are again handled side by side."""
    house.hold(1)
    async with house.running([typed(1), typed(2)], [typed(3, person=BORIS), typed(4, person=BORIS)]):
        await until(lambda: house.handled == [3, 4] and house.stored == 2)
    async with house.running([typed(5, person=BORIS)]):
        await until(lambda: house.handled == [3, 4, 5])
        house.held[1].set()
        await until(lambda: house.handled == [3, 4, 5, 1, 2])


async def test_pending_updates_are_handled_after_a_restart(house: House) -> None:
    """Pending updates are handled after a restart, once, in order and before new ones."""
    house.hold(2)
    async with house.running([typed(number) for number in range(1, 221)]):
        await until(lambda: house.handled == [1] and house.stored == 219)
    house.held.clear()
    async with house.running([typed(221)]):
        await until(lambda: len(house.handled) == 221)
        await until(lambda: house.stored == 0)
    async with house.running():
        await run_pending()
    assert house.handled == list(range(1, 222))


async def test_a_failed_update_does_not_stop_the_next(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """An update that fails, or cannot be deleted, is logged, and the next one is handled."""

    async def locked(*_: object) -> None:
        raise OSError("database is locked")

    house.broken.add(1)
    async with house.running([typed(1), typed(2)]):
        await until(lambda: house.handled == [2])
        await until(lambda: house.stored == 0)
    assert "particulars" in caplog.text
    monkeypatch.setattr(house.updates, "handled", locked)
    async with house.running([typed(3), typed(4)]):
        await until(lambda: house.handled == [2, 3, 4])


def unparsable(number: int) -> Json:
    """Return an update from a person without a name, which cannot be parsed."""
    update = typed(number)
    update["message"]["from"] = {"id": 7, "is_bot": False}
    return update


async def test_an_unparsable_update_is_set_aside(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """An unparsable update is confirmed and set aside as it came, also one stored by another version."""
    async with house.running([typed(1), unparsable(2), typed(3)], [typed(4)]):
        await until(lambda: house.handled == [1, 3, 4])
        await until(lambda: house.stored == 0)
        assert [poll.offset for poll in house.telegram.polls[:3]] == [None, 4, 5]
    assert {when: json.loads(text) for when, text in house.updates.aside.items()} == {NOW: unparsable(2)}
    assert [fields(record)["error"] for record in caplog.records] == ["TypeError"]
    assert "/roll" not in caplog.text
    house.updates.aside.clear()
    await house.updates.store(5, {6: (GROUP, json.dumps(typed(6))), 7: (GROUP, json.dumps(unparsable(7)))})
    async with house.running([typed(8)]):
        await until(lambda: house.handled == [1, 3, 4, 6, 8])
        await until(lambda: house.stored == 0)
    assert house.updates.aside == {NOW: json.dumps(unparsable(7))}


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
async def test_a_failed_poll_is_retried(house: House, error: Exception) -> None:
    """A failed poll is repeated after a pause, whatever the error."""
    async with house.running([typed(1)], error, error, [typed(2)]):
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
    """A conflict over a webhook removes it; a conflict with another poller is only logged and waited out."""
    house.removes = removes
    async with house.running([typed(1)], Conflict(sentence), [typed(2)]):
        await until(lambda: house.handled == [1, 2])
    assert house.removals == removals
    assert house.pauses == [pause]
    assert ("only one may" in str([fields(record) for record in caplog.records])) is (removals == 0)


async def test_a_poll_is_held_once_telegram_is_known_to_answer(house: House) -> None:
    """The first poll, and each one after a failure, returns at once, which shows that Telegram answers."""
    async with house.running([], [], TimedOut(), [typed(1)]):
        await until(lambda: len(house.telegram.polls) == 5)
    assert [poll.is_held for poll in house.telegram.polls] == [False, True, True, False, True]


async def test_pauses_grow_while_telegram_cannot_be_reached(house: House) -> None:
    """Pauses grow up to a minute and are short again after a success; Telegram's own delay is kept."""
    failures = [NetworkError("Bad Gateway")] * 12
    async with house.running(*failures, [typed(1)], NetworkError("Bad Gateway"), RetryAfter(7), [typed(2)]):
        await until(lambda: house.handled == [1, 2])
    *growing, last, requested = house.pauses
    assert growing == sorted(growing)
    assert growing[0] < growing[1]
    assert max(growing) <= 60.0
    assert (last, requested) == (growing[0], 7.0)


async def test_a_refused_token_ends_polling(house: House) -> None:
    """A refused token ends polling, and the supervisor retries later."""
    async with house.running([typed(1)], InvalidToken()) as task:
        await asyncio.wait([task])
        with pytest.raises(ExceptionGroup) as raised:
            task.result()
    assert raised.value.subgroup(InvalidToken) is not None
    assert house.pauses == []


async def test_an_inbox_that_failed_can_be_run_again(house: House) -> None:
    """An inbox that failed handles its unfinished updates in the next run, and none twice."""
    house.hold(2)
    new_inbox = house.new_inbox()
    house.telegram.answers.extend([[typed(1), typed(2), typed(3), typed(4, OTHER_GROUP)], InvalidToken()])
    with pytest.raises(ExceptionGroup):
        await new_inbox.run()
    house.held.clear()
    house.telegram.answers.append([typed(5)])
    task = asyncio.create_task(new_inbox.run())
    await until(lambda: 5 in house.handled)
    await until(lambda: house.stored == 0)
    task.cancel()
    await asyncio.wait([task])
    assert [number for number in house.handled if number != 4] == [1, 2, 3, 5]


async def test_an_inbox_cancelled_while_recording_handles_nothing_twice(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An update that was handled but not recorded before a cancellation is recorded by the next run."""
    new_inbox, notes = house.new_inbox(), asyncio.Event()

    async def hang(*_: object) -> None:
        notes.set()
        await asyncio.Event().wait()

    async def run(until_done: Awaitable[object], *answers: list[Json]) -> None:
        house.telegram.answers.extend(answers)
        task = asyncio.create_task(new_inbox.run())
        await until_done
        task.cancel()
        await asyncio.wait([task])

    with monkeypatch.context() as patched:
        patched.setattr(house.updates, "handled", hang)
        await run(notes.wait(), [typed(1)])
    await run(until(lambda: 2 in house.handled), [typed(2)])
    assert house.handled == [1, 2]


@pytest.mark.parametrize("error", [NetworkError("Bad Gateway"), Conflict("Conflict: terminated")])
async def test_a_repeated_failure_is_logged_once(
    house: House, caplog: pytest.LogCaptureFixture, error: TelegramError
) -> None:
    """A repeated failure is logged once for each reason, and again after a success."""
    other = TimedOut()
    async with house.running(error, error, error, other, other, [typed(1)], other, [typed(2)]):
        await until(lambda: house.handled == [1, 2])
    kinds = [record.levelname for record in caplog.records]
    assert kinds == ["WARNING"] * 3


async def test_no_more_updates_are_fetched_than_fit(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """While too many updates are pending no more are fetched, and polling continues afterwards."""
    monkeypatch.setattr(inbox, "_MOST_PENDING", 2)
    house.hold(1)
    async with house.running([typed(1), typed(2)], [typed(3)]):
        await until(lambda: house.begun == [1])
        await run_pending()
        assert len(house.telegram.polls) == 1
        house.held[1].set()
        await until(lambda: house.handled == [1, 2, 3])


_BOARD: Json = typed(12)["message"]
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
        typed(1),
        {"update_id": 1, "message": typed(1)["message"] | _TOPIC | {"reply_to_message": _OPENING}},
        {"update_id": 1, "message": typed(1)["message"] | {"migrate_to_chat_id": OTHER_GROUP}},
        press_update(1, _BOARD),
        press_update(1, {"chat": _BOARD["chat"], "message_id": 12, "date": 0}),
    ],
    ids=["a line", "in a topic", "a group that moved", "a press", "a press below an old message"],
)
async def test_an_update_is_the_same_after_a_restart(
    house: House, monkeypatch: pytest.MonkeyPatch, update: Json
) -> None:
    """An update handled after a restart equals the one that Telegram sent."""
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
