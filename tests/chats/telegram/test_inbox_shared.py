"""Inboxes of several processes on one database: each may receive, and one at a time handles a chat."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest
from telegram import Update

from bot.chats.telegram import inbox
from bot.chats.telegram.inbox import Busy, Inbox
from bot.sessions.locks import Locks
from storage import Database, TelegramUpdates, postgresql_locks
from storage.places import Place
from tests import postgres
from tests.chats.telegram.test_inbox import GROUP, OTHER_GROUP, Json, typed
from tests.databases import new_place, opened
from tests.pace import HANG

pytestmark = postgres.needs_postgresql
NOW = datetime(2026, 11, 20, 18, 4, tzinfo=UTC)


class Polls:
    """Telegram's updates, which are repeated to every process until one confirms them."""

    def __init__(self, *updates: Json) -> None:
        self.updates = list(updates)
        self.asked_by: list[str] = []


@dataclass
class Asking:
    """A process that polls."""

    polls: Polls
    name: str

    async def poll(self, offset: int | None, timeout: int, wanted: Sequence[str]) -> list[Json]:  # noqa: ARG002, ASYNC109 (Telegram's own)
        """Return the unconfirmed updates; while there are none, hold the poll."""
        self.polls.asked_by.append(self.name)
        updates = self.polls.updates
        updates[:] = [each for each in updates if offset is None or each["update_id"] >= offset]
        while not updates:  # noqa: ASYNC110 (no signal)
            await asyncio.sleep(0.005)
        return list(updates)


@dataclass
class Processes:
    """Processes and the updates they have handled."""

    place: Place
    handled: list[int] = field(default_factory=list)
    by: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    held: dict[int, asyncio.Event] = field(default_factory=dict)
    waiting: Inbox | None = None

    @asynccontextmanager
    async def running(self, name: str, polls: Polls | None = None) -> AsyncIterator[Inbox]:
        """Run a process until it is killed."""

        async def handle(update: Update) -> None:
            if update.update_id in self.held:
                await self.held[update.update_id].wait()
            self.handled.append(update.update_id)
            self.by[name].append(update.update_id)

        async with Database.open(self.place) as database:
            locks = Locks(database.dialect.locks)
            made = Inbox(
                Asking(polls, name) if polls else None,
                None,
                TelegramUpdates(database),
                handle,
                lambda: NOW,
                locks,
            )
            running = asyncio.create_task(made.run())
            try:
                yield made
            finally:
                running.cancel()
                (ended,) = await asyncio.gather(running, return_exceptions=True)
                if not isinstance(ended, asyncio.CancelledError):
                    pytest.fail(f"{name} ended: {ended!r}")

    async def poll_beside(self, name: str, polls: Polls) -> None:
        """Run a process that would poll if no other did."""
        async with self.running(name, polls) as made:
            self.waiting = made
            await asyncio.Event().wait()

    async def until(self, number: int) -> None:
        """Wait until this number of updates was handled."""
        await until(lambda: len(self.handled) >= number)


async def until(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(HANG):
        while not condition():  # noqa: ASYNC110 (no signal)
            await asyncio.sleep(0.005)


@pytest.fixture
async def processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Processes]:
    """An empty database and no process yet; checks are frequent."""
    monkeypatch.setattr(inbox, "_CHECK_SECONDS", 0.02)
    monkeypatch.setattr(postgresql_locks, "RETRY_SECONDS", 0.02)
    async with new_place("postgresql", tmp_path) as place:
        async with opened(place):
            pass
        yield Processes(place)


async def receive(made: Inbox, *updates: Json) -> None:
    """Let a process receive updates, as soon as it is ready."""
    async with asyncio.timeout(HANG):
        while True:
            try:
                return await made.receive(updates)
            except Busy:
                await asyncio.sleep(0.005)


async def test_two_processes_handle_updates_once_and_in_order(processes: Processes) -> None:
    """Updates received by two processes in turn are handled once, and in order within each chat."""
    async with processes.running("one") as one, processes.running("two") as two:
        for number in range(1, 41):
            chat = (GROUP, OTHER_GROUP)[number // 2 % 2]
            await receive((one, two)[number % 2], typed(number, chat))
        await receive(one, typed(40, GROUP))
        await processes.until(40)
    assert sorted(processes.handled) == list(range(1, 41))
    for which in (0, 1):
        of_chat = [number for number in processes.handled if number // 2 % 2 == which]
        assert of_chat == sorted(of_chat)
    assert set(processes.by) == {"one", "two"}


async def test_a_chat_stays_with_the_process_at_work_on_it(processes: Processes) -> None:
    """Updates of a chat go to the process that is working on it; other chats are handled at once."""
    processes.held[1] = asyncio.Event()
    async with processes.running("one") as one, processes.running("two") as two:
        await receive(one, typed(1, GROUP))
        await receive(two, typed(2, GROUP), typed(3, OTHER_GROUP))
        await processes.until(1)
        assert processes.by == {"two": [3]}
        processes.held[1].set()
        await processes.until(3)
    assert processes.by == {"two": [3], "one": [1, 2]}


async def test_updates_of_a_killed_process_are_handled(processes: Processes) -> None:
    """Updates stored by a killed process are handled once, by another."""
    processes.held[1] = asyncio.Event()
    async with processes.running("two") as two:
        async with processes.running("one") as one:
            await receive(one, typed(1, GROUP), typed(2, GROUP))
            await receive(two, typed(3, GROUP))
        processes.held.pop(1).set()  # the other process may have it already
        await processes.until(3)
        assert processes.by == {"two": [1, 2, 3]}


async def test_one_process_polls_and_another_takes_over(processes: Processes) -> None:
    """One process polls, and another takes over when it is killed; a repeated update is handled once."""
    polls = Polls(typed(1))
    async with processes.running("two") as two:
        async with processes.running("one", polls):
            await processes.until(1)
            waiting = asyncio.create_task(processes.poll_beside("three", polls))
            await asyncio.wait({waiting}, timeout=0.1)
            assert set(polls.asked_by) == {"one"}
            # The waiting process knows that Telegram answers the other one.
            await until(lambda: processes.waiting is not None and processes.waiting.is_answered)
        polls.updates += [typed(1), typed(2)]
        await processes.until(2)
        assert polls.asked_by[-1] == "three"
        assert two.is_empty
        waiting.cancel()
        await asyncio.wait({waiting})
    assert processes.handled == [1, 2]
