"""Telegram updates: each is stored once, and those of one chat belong to one process at a time."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from sqlalchemy import select

from storage import Database, TelegramUpdates
from storage.tables import telegram_updates, unreadable_entries

NOW = datetime(2026, 11, 20, 18, tzinfo=UTC)
ONE, OTHER = 11, 22
FAR = -1002147483648123
"""A chat whose id needs more than 32 bits."""


@pytest.fixture
def updates(database: Database) -> TelegramUpdates:
    """The updates of an empty database."""
    return TelegramUpdates(database)


async def test_a_process_handles_the_updates_that_it_stores(updates: TelegramUpdates) -> None:
    """A process handles the updates that it stores for chats without waiting updates."""
    assert await updates.store(ONE, {1: (FAR, "a"), 2: (5, "b")}) == {1, 2}
    assert await updates.waiting(ONE, [FAR, 5]) == [(1, "a"), (2, "b")]
    assert await updates.waiting(ONE, [5]) == [(2, "b")]
    assert await updates.waiting(OTHER, [FAR, 5]) == []
    assert await updates.processes() == {ONE}


async def test_an_update_is_stored_once(updates: TelegramUpdates, database: Database) -> None:
    """An update that is delivered again, while it waits or after it was handled, is not handled again."""
    await updates.store(ONE, {1: (FAR, "a")})
    assert await updates.store(OTHER, {1: (FAR, "again")}) == frozenset()
    assert await updates.waiting(ONE, [FAR]) == [(1, "a")]
    await updates.handled(ONE, [1], NOW)
    assert await updates.store(OTHER, {1: (FAR, "again")}) == frozenset()
    async with database.read() as connection:
        kept = (await connection.execute(select(telegram_updates))).all()
    assert [tuple(row) for row in kept] == [(1, 0, ONE, "", NOW)]


async def test_a_process_that_stores_its_update_again_handles_it(
    updates: TelegramUpdates,
) -> None:
    """A process that missed the first answer and stores an unhandled update again still has to handle it."""
    await updates.store(ONE, {1: (FAR, "a")})
    assert await updates.store(ONE, {1: (FAR, "a")}) == {1}


async def test_a_chat_with_waiting_updates_stays_with_its_process(updates: TelegramUpdates) -> None:
    """An update that another process stores for a chat with waiting updates belongs to the chat's process."""
    await updates.store(ONE, {1: (FAR, "a")})
    assert await updates.store(OTHER, {2: (FAR, "b"), 3: (5, "c")}) == {3}
    await updates.handled(ONE, [1], NOW)
    assert await updates.waiting(ONE, [FAR]) == [(2, "b")]
    await updates.handled(ONE, [2], NOW)
    assert await updates.store(OTHER, {4: (FAR, "d")}) == {4}


async def test_the_updates_of_a_dead_process_are_taken_over_once(updates: TelegramUpdates) -> None:
    """One process takes over all waiting updates of a dead one, in their order; a second one gets none."""
    await updates.store(ONE, {2: (FAR, "b"), 1: (FAR, "a"), 3: (5, "c")})
    await updates.handled(ONE, [3], NOW)
    assert await updates.take_over(OTHER, [ONE]) == [(1, "a"), (2, "b")]
    assert await updates.take_over(33, [ONE]) == []
    # If the dead process comes back, it cannot mark them as handled any more.
    await updates.handled(ONE, [1], NOW)
    assert await updates.waiting(OTHER, [FAR]) == [(1, "a"), (2, "b")]


async def test_an_unreadable_update_is_set_aside_once(updates: TelegramUpdates, database: Database) -> None:
    """Only its process can set an update aside; it is kept unchanged, once, and not handled."""
    await updates.store(ONE, {1: (FAR, "as it came")})
    for process in (OTHER, ONE, ONE):
        await updates.put_aside(process, 1, NOW)
    assert await updates.waiting(ONE, [FAR]) == []
    async with database.read() as connection:
        kept = (await connection.execute(select(unreadable_entries))).all()
    assert [tuple(row)[1:] for row in kept] == [("telegram-updates", "as it came", NOW)]
