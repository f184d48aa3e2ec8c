"""What of a process that is gone is free, at once or later, and what it cannot do any more."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import select

from storage import Database, claims, clocks, deliveries, outbox, people
from storage.rows import PostRow
from storage.tables import chats

NOW = datetime(2026, 11, 20, 18, tzinfo=UTC)
UNTIL = NOW + timedelta(minutes=5)
DEADLINE = timedelta(minutes=1)


async def joined(database: Database) -> int:
    """The number of one more process."""
    async with database.write() as connection:
        return await claims.add_process(connection, NOW)


async def take_over(database: Database, *gone: int, at: datetime = NOW) -> bool:
    """Take over from processes that are gone; whether any was there."""
    async with database.write() as connection:
        return await claims.take_over(connection, gone, at, DEADLINE)


async def claimed(database: Database, by: int, at: datetime = NOW) -> list[PostRow]:
    """What a process claims that is to be delivered."""
    async with database.write() as connection:
        found = await deliveries.claim(connection, 100, at, at + timedelta(minutes=5), "web", (), by)
    return [post for _, post in found if isinstance(post, PostRow)]


async def add_chat(database: Database, subject: str) -> int:
    """A chat that should show a game; its id."""
    async with database.write() as connection:
        chat = await people.add_chat(connection, "web", subject, "shared", None, "en")
        await outbox.add_post(connection, "game", subject, chat.id, 1)
    return chat.id


async def test_what_a_process_that_is_gone_had_claimed_is_free_at_once(database: Database) -> None:
    """Its chats are claimed by another process in the same moment, and nothing of a third one is."""
    gone, there, third = [await joined(database) for _ in range(3)]
    first = await add_chat(database, "a")
    assert [post.chat for post in await claimed(database, gone)] == [first]
    second = await add_chat(database, "b")
    assert [post.chat for post in await claimed(database, third)] == [second]
    assert await claimed(database, there) == []
    assert await take_over(database, gone)
    assert [post.chat for post in await claimed(database, there)] == [first]


async def test_alarms_of_a_process_that_is_gone_are_free_at_once(database: Database) -> None:
    """What it was about to handle is handled by another, which alone can then take it."""
    database.process = await joined(database)
    async with database.write() as connection:
        await clocks.set_alarm(connection, "a kind", "a", NOW)
    (before,) = await clocks.ALARMS.claim(database, 10, NOW, UNTIL)
    await take_over(database, database.process)
    database.process = await joined(database)
    later = UNTIL + timedelta(seconds=1)
    (after,) = await clocks.ALARMS.claim(database, 10, NOW, later)
    async with database.write() as connection:
        taken = [await clocks.take_alarm(connection, before.id, until) for until in (UNTIL, later)]
    assert (before.id, taken) == (after.id, [False, True])


async def test_a_process_that_was_found_gone_claims_nothing(database: Database) -> None:
    """By its old number it gets nothing, although there is something."""
    gone = await joined(database)
    await take_over(database, gone)
    await add_chat(database, "a")
    assert await claimed(database, gone) == []
    assert len(await claimed(database, await joined(database))) == 1


async def test_a_process_is_found_gone_once(database: Database) -> None:
    """Of those who find it, the first takes over; its number comes never again."""
    gone = await joined(database)
    assert [await take_over(database, gone) for _ in range(2)] == [True, False]
    assert await joined(database) > gone


async def test_where_a_message_was_begun_nothing_is_sent_before_its_deadline(database: Database) -> None:
    """A chat in which sending had begun is left alone until that request must have ended; others are not."""
    gone, there = [await joined(database) for _ in range(2)]
    begun, _ = [await add_chat(database, name) for name in ("a", "b")]
    posts = {post.chat: post for post in await claimed(database, gone)}
    async with database.write() as connection:
        await deliveries.begin_attempt(connection, posts[begun], NOW + timedelta(seconds=5))
    later = NOW + timedelta(seconds=15)
    await take_over(database, gone, at=later)
    assert [post.subject_id for post in await claimed(database, there, later)] == ["b"]
    until = NOW + timedelta(seconds=5) + DEADLINE
    assert await claimed(database, there, until - timedelta(seconds=1)) == []
    assert [post.subject_id for post in await claimed(database, there, until)] == ["a"]


async def test_where_a_message_was_begun_long_ago_nothing_is_waited_for(database: Database) -> None:
    """A request whose deadline has passed when its process is found gone holds nothing up."""
    gone, there = [await joined(database) for _ in range(2)]
    await add_chat(database, "a")
    (post,) = await claimed(database, gone)
    async with database.write() as connection:
        await deliveries.begin_attempt(connection, post, NOW - DEADLINE)
    await take_over(database, gone)
    assert len(await claimed(database, there)) == 1


async def test_what_is_given_back_is_nobodys(database: Database) -> None:
    """A chat that was served, or released, names no process."""
    own = await joined(database)
    await add_chat(database, "a")
    (post,) = await claimed(database, own)
    async with database.write() as connection:
        assert await deliveries.finish_turn(connection, post.chat, UNTIL)
        assert not await deliveries.finish_turn(connection, post.chat, UNTIL)
        row = (await connection.execute(select(chats.c.claimed_until, chats.c.claimed_by))).one()
    assert tuple(row) == (None, None)
