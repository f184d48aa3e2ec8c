"""Telegram's updates: each is stored once, and those of one chat are one process's at a time."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from sqlalchemy import select

from storage import Database, TelegramUpdates
from storage.tables import telegram_updates, unreadable_entries

NOW = datetime(2026, 11, 20, 18, tzinfo=UTC)
ONE, OTHER = 11, 22
FAR = -1002147483648123
"""A chat of a number that needs more than 32 bits."""


@pytest.fixture
def updates(database: Database) -> TelegramUpdates:
    """The updates of an empty database."""
    return TelegramUpdates(database)


async def test_what_a_process_stores_is_its_own(updates: TelegramUpdates) -> None:
    """Whoever stores updates of chats in which nothing waits is to handle them."""
    assert await updates.store(ONE, {1: (FAR, "a"), 2: (5, "b")}) == {1, 2}
    assert await updates.waiting(ONE, [FAR, 5]) == [(1, "a"), (2, "b")]
    assert await updates.waiting(ONE, [5]) == [(2, "b")]
    assert await updates.waiting(OTHER, [FAR, 5]) == []
    assert await updates.processes() == {ONE}


async def test_an_update_is_stored_once(updates: TelegramUpdates, database: Database) -> None:
    """What is delivered again, while it waits or after it was handled, is not handled again."""
    await updates.store(ONE, {1: (FAR, "a")})
    assert await updates.store(OTHER, {1: (FAR, "again")}) == frozenset()
    assert await updates.waiting(ONE, [FAR]) == [(1, "a")]
    await updates.handled(ONE, [1], NOW)
    assert await updates.store(OTHER, {1: (FAR, "again")}) == frozenset()
    async with database.read() as connection:
        kept = (await connection.execute(select(telegram_updates))).all()
    assert [tuple(row) for row in kept] == [(1, 0, ONE, "", NOW)]


async def test_whoever_was_not_told_that_he_has_stored_it_hears_it_the_next_time(
    updates: TelegramUpdates,
) -> None:
    """What a process stores a second time, and has not handled, is still its own to handle."""
    await updates.store(ONE, {1: (FAR, "a")})
    assert await updates.store(ONE, {1: (FAR, "a")}) == {1}


async def test_a_chat_at_work_stays_where_it_is(updates: TelegramUpdates) -> None:
    """What another process stores for a chat in which something waits is for the process at work there."""
    await updates.store(ONE, {1: (FAR, "a")})
    assert await updates.store(OTHER, {2: (FAR, "b"), 3: (5, "c")}) == {3}
    await updates.handled(ONE, [1], NOW)
    assert await updates.waiting(ONE, [FAR]) == [(2, "b")]
    await updates.handled(ONE, [2], NOW)
    assert await updates.store(OTHER, {4: (FAR, "d")}) == {4}


async def test_what_a_process_leaves_is_taken_over_once(updates: TelegramUpdates) -> None:
    """All that a process which is gone was to handle is another's, in its order, and nobody else's."""
    await updates.store(ONE, {2: (FAR, "b"), 1: (FAR, "a"), 3: (5, "c")})
    await updates.handled(ONE, [3], NOW)
    assert await updates.take_over(OTHER, [ONE]) == [(1, "a"), (2, "b")]
    assert await updates.take_over(33, [ONE]) == []
    # The first, should it come back, has nothing to say of them any more.
    await updates.handled(ONE, [1], NOW)
    assert await updates.waiting(OTHER, [FAR]) == [(1, "a"), (2, "b")]


async def test_what_cannot_be_read_is_put_aside_once(updates: TelegramUpdates, database: Database) -> None:
    """An update that was put aside stands there as it came, and is not handled; only its process puts it."""
    await updates.store(ONE, {1: (FAR, "as it came")})
    for process in (OTHER, ONE, ONE):
        await updates.put_aside(process, 1, NOW)
    assert await updates.waiting(ONE, [FAR]) == []
    async with database.read() as connection:
        kept = (await connection.execute(select(unreadable_entries))).all()
    assert [tuple(row)[1:] for row in kept] == [("telegram-updates", "as it came", NOW)]
