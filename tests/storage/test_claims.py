"""Claims of chats with undelivered posts, and when they expire."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from storage import Database, deliveries, outbox, people
from storage.rows import ChatRow, PostRow, RetiredRow

NOW = datetime(2026, 11, 20, 18, tzinfo=UTC)
LEASE = timedelta(minutes=5)
MANY = 100


async def add_chat(database: Database, *subjects: str) -> int:
    """Add a chat that should show some games; return its id."""
    async with database.write() as connection:
        chat = await people.add_chat(connection, "web", "-".join(subjects), "shared", None, "en")
        for subject in subjects:
            await outbox.add_post(connection, "game", subject, chat.id, 1)
    return chat.id


async def claim(
    database: Database, at: datetime = NOW, limit: int = MANY
) -> list[tuple[ChatRow, PostRow | RetiredRow]]:
    """Claim the deliveries that are due at a moment."""
    async with database.write() as connection:
        return await deliveries.claim(connection, limit, at, at + LEASE, "web")


async def claimed(database: Database, at: datetime = NOW, limit: int = MANY) -> list[int]:
    """Claim the deliveries that are due at a moment; return the ids of the chats."""
    return [chat.id for chat, _ in await claim(database, at, limit)]


async def release(database: Database, chat: int, until: datetime) -> None:
    """Release a chat that was claimed until a moment."""
    async with database.write() as connection:
        await deliveries.release_chat(connection, chat, until)


async def test_a_chat_is_claimed_once(database: Database) -> None:
    """A second sender cannot claim a chat that the first one has claimed."""
    chat = await add_chat(database, "a")
    assert [await claimed(database), await claimed(database)] == [[chat], []]


async def test_processes_that_claim_at_once_share_the_chats(database: Database) -> None:
    """Processes that claim at the same time get different chats, and together all of them."""
    chats = [await add_chat(database, str(number)) for number in range(20)]
    async with Database.open(database.place) as other:
        found = await asyncio.gather(*(claimed(each, limit=2) for each in [database, other] * 6))
    assert sorted(chat for each in found for chat in each) == chats


async def test_a_claim_expires(database: Database) -> None:
    """A claim that is never released can be claimed again when its lease ends, and not earlier."""
    chat = await add_chat(database, "a")
    await claim(database)
    moments = [NOW + LEASE - timedelta(seconds=1), NOW + LEASE]
    assert [await claimed(database, at) for at in moments] == [[], [chat]]


async def test_a_released_chat_can_be_claimed_at_once(database: Database) -> None:
    """A released chat can be claimed at the same moment."""
    chat = await add_chat(database, "a")
    await claim(database)
    await release(database, chat, NOW + LEASE)
    assert await claimed(database) == [chat]


async def test_an_expired_claim_cannot_be_released(database: Database) -> None:
    """A process whose claim has expired cannot release the claim of the next process."""
    chat = await add_chat(database, "a")
    await claim(database)
    later = NOW + LEASE
    await claim(database, later)
    await release(database, chat, NOW + LEASE)
    assert await claimed(database, later) == []


@pytest.mark.parametrize("back", [timedelta(seconds=1), timedelta(days=4000)])
async def test_a_clock_set_back_voids_a_claim(database: Database, back: timedelta) -> None:
    """A claim that ends later than any new claim would was made before the clock was set back: it is void."""
    chat = await add_chat(database, "a")
    await claim(database)
    assert await claimed(database, NOW - back) == [chat]


async def test_the_posts_of_a_chat_are_claimed_in_order(database: Database) -> None:
    """Only a chat's first post is claimed, and no other until it is delivered."""
    chat = await add_chat(database, "first", "second")
    seen = []
    for _ in range(2):
        ((_, post),) = await claim(database)
        assert await claim(database) == []
        assert isinstance(post, PostRow)
        seen.append(post.subject_id)
        async with database.write() as connection:
            number = await deliveries.begin_attempt(connection, post, NOW)
            await deliveries.note_sent(connection, post, f"m{post.id}", 1, number)
            await deliveries.release_chat(connection, chat, NOW + LEASE)
    assert (seen, await claim(database)) == (["first", "second"], [])


async def test_a_chat_with_many_posts_does_not_delay_others(database: Database) -> None:
    """One claim gets all chats, even if one of them has two hundred posts."""
    chats = [await add_chat(database, *map(str, range(200)))]
    chats += [await add_chat(database, f"other {number}") for number in range(3)]
    assert await claimed(database, limit=4) == chats


async def test_a_changed_post_stays_claimed(database: Database) -> None:
    """A game that changes while its board is delivered cannot be claimed by another sender."""
    chat = await add_chat(database, "a")
    ((_, post),) = await claim(database)
    assert isinstance(post, PostRow)
    async with database.write() as connection:
        await outbox.enqueue(connection, "game", "a", 2)
    assert await claimed(database) == []
    async with database.write() as connection:
        await deliveries.note_sent(
            connection, post, "m1", 1, await deliveries.begin_attempt(connection, post, NOW)
        )
    await release(database, chat, NOW + LEASE)
    assert await claimed(database) == [chat]
