"""What is claimed of the chats in which something is undelivered, and when it can be claimed again."""

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
    """A chat that should show some games; its id."""
    async with database.write() as connection:
        chat = await people.add_chat(connection, "web", "-".join(subjects), "shared", None, "en")
        for subject in subjects:
            await outbox.add_post(connection, "game", subject, chat.id, 1)
    return chat.id


async def claim(
    database: Database, at: datetime = NOW, limit: int = MANY
) -> list[tuple[ChatRow, PostRow | RetiredRow]]:
    """Claim what can be delivered at a moment."""
    async with database.write() as connection:
        return await deliveries.claim(connection, limit, at, at + LEASE, "web")


async def claimed(database: Database, at: datetime = NOW, limit: int = MANY) -> list[int]:
    """Claim what can be delivered at a moment; the ids of the chats."""
    return [chat.id for chat, _ in await claim(database, at, limit)]


async def release(database: Database, chat: int, until: datetime) -> None:
    """Give back a chat that was claimed until a moment."""
    async with database.write() as connection:
        await deliveries.release_chat(connection, chat, until)


async def test_what_is_claimed_is_claimed_once(database: Database) -> None:
    """A chat that one sender has claimed is not claimed by another."""
    chat = await add_chat(database, "a")
    assert [await claimed(database), await claimed(database)] == [[chat], []]


async def test_processes_that_claim_at_once_share_what_is_there(database: Database) -> None:
    """Of those who claim at the same time each gets chats of its own, and together they get all."""
    chats = [await add_chat(database, str(number)) for number in range(20)]
    async with Database.open(database.place) as other:
        found = await asyncio.gather(*(claimed(each, limit=2) for each in [database, other] * 6))
    assert sorted(chat for each in found for chat in each) == chats


async def test_what_a_dead_process_had_claimed_is_found_when_its_time_has_passed(database: Database) -> None:
    """A claim that nobody releases ends at its moment, and not before."""
    chat = await add_chat(database, "a")
    await claim(database)
    moments = [NOW + LEASE - timedelta(seconds=1), NOW + LEASE]
    assert [await claimed(database, at) for at in moments] == [[], [chat]]


async def test_what_is_given_back_is_found_at_once(database: Database) -> None:
    """A chat that is released can be claimed at the same moment."""
    chat = await add_chat(database, "a")
    await claim(database)
    await release(database, chat, NOW + LEASE)
    assert await claimed(database) == [chat]


async def test_nobody_gives_back_what_another_has_claimed_since(database: Database) -> None:
    """Whose time has passed cannot release the claim of whoever came after."""
    chat = await add_chat(database, "a")
    await claim(database)
    later = NOW + LEASE
    await claim(database, later)
    await release(database, chat, NOW + LEASE)
    assert await claimed(database, later) == []


@pytest.mark.parametrize("back", [timedelta(seconds=1), timedelta(days=4000)])
async def test_a_clock_set_back_makes_no_claim_last_longer(database: Database, back: timedelta) -> None:
    """A claim further off than any that is made now was made before the clock was set back: it is void."""
    chat = await add_chat(database, "a")
    await claim(database)
    assert await claimed(database, NOW - back) == [chat]


async def test_a_chat_gets_one_thing_after_another(database: Database) -> None:
    """Of a chat what comes first is claimed, and nothing else while that is being delivered."""
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


async def test_no_chat_waits_for_all_that_another_is_to_see(database: Database) -> None:
    """Where one chat should see very much, the others are claimed in the same look."""
    chats = [await add_chat(database, *map(str, range(200)))]
    chats += [await add_chat(database, f"other {number}") for number in range(3)]
    assert await claimed(database, limit=4) == chats


async def test_what_is_wanted_anew_stays_claimed(database: Database) -> None:
    """A change in a game whose board is being delivered lets nobody else deliver it too."""
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
