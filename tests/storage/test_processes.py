"""A dead process: its claims are released, and it can claim nothing more."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import select

from storage import Database, claims, clocks, deliveries, outbox, people
from storage.rows import PostRow
from storage.tables import chats

NOW = datetime(2026, 11, 20, 18, tzinfo=UTC)
UNTIL = NOW + timedelta(minutes=5)
DEADLINE = timedelta(minutes=1)


async def add_process(database: Database) -> int:
    """Add a process and return its number."""
    async with database.write() as connection:
        return await claims.add_process(connection, NOW)


async def take_over(database: Database, *gone: int, at: datetime = NOW) -> bool:
    """Take over from dead processes; return True if one of them was still registered."""
    async with database.write() as connection:
        return await claims.take_over(connection, gone, at, DEADLINE)


async def claimed(database: Database, by: int, at: datetime = NOW) -> list[PostRow]:
    """Claim deliveries for a process and return the posts."""
    async with database.write() as connection:
        found = await deliveries.claim(connection, 100, at, at + timedelta(minutes=5), "web", (), by)
    return [post for _, post in found if isinstance(post, PostRow)]


async def add_chat(database: Database, subject: str) -> int:
    """Add a chat that should show a game; return its id."""
    async with database.write() as connection:
        chat = await people.add_chat(connection, "web", subject, "shared", None, "en")
        await outbox.add_post(connection, "game", subject, chat.id, 1)
    return chat.id


async def test_the_claims_of_a_dead_process_are_released_at_once(database: Database) -> None:
    """Another process can claim the chats of a dead one at once; claims of a third process stay."""
    gone, there, third = [await add_process(database) for _ in range(3)]
    first = await add_chat(database, "a")
    assert [post.chat for post in await claimed(database, gone)] == [first]
    second = await add_chat(database, "b")
    assert [post.chat for post in await claimed(database, third)] == [second]
    assert await claimed(database, there) == []
    assert await take_over(database, gone)
    assert [post.chat for post in await claimed(database, there)] == [first]


async def test_the_alarms_of_a_dead_process_are_released_at_once(database: Database) -> None:
    """Another process claims the alarm of a dead one, and only that process can then handle it."""
    database.process = await add_process(database)
    async with database.write() as connection:
        await clocks.set_alarm(connection, "a kind", "a", NOW)
    (before,) = await clocks.ALARMS.claim(database, 10, NOW, UNTIL)
    await take_over(database, database.process)
    database.process = await add_process(database)
    later = UNTIL + timedelta(seconds=1)
    (after,) = await clocks.ALARMS.claim(database, 10, NOW, later)
    async with database.write() as connection:
        taken = [await clocks.take_alarm(connection, before.id, until) for until in (UNTIL, later)]
    assert (before.id, taken) == (after.id, [False, True])


async def test_a_dead_process_claims_nothing(database: Database) -> None:
    """A process that was taken over claims nothing by its old number, although work is pending."""
    gone = await add_process(database)
    await take_over(database, gone)
    await add_chat(database, "a")
    assert await claimed(database, gone) == []
    assert len(await claimed(database, await add_process(database))) == 1


async def test_a_dead_process_is_taken_over_once(database: Database) -> None:
    """Only the first process that takes over succeeds, and the number is never reused."""
    gone = await add_process(database)
    assert [await take_over(database, gone) for _ in range(2)] == [True, False]
    assert await add_process(database) > gone


async def test_a_chat_with_a_request_in_flight_waits_for_its_deadline(database: Database) -> None:
    """A chat with a request in flight is not claimed before the request's deadline; other chats are."""
    gone, there = [await add_process(database) for _ in range(2)]
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


async def test_an_expired_request_delays_nothing(database: Database) -> None:
    """A request whose deadline has passed delays no claim."""
    gone, there = [await add_process(database) for _ in range(2)]
    await add_chat(database, "a")
    (post,) = await claimed(database, gone)
    async with database.write() as connection:
        await deliveries.begin_attempt(connection, post, NOW - DEADLINE)
    await take_over(database, gone)
    assert len(await claimed(database, there)) == 1


async def test_a_finished_claim_names_no_process(database: Database) -> None:
    """A chat whose turn is finished has no claim."""
    own = await add_process(database)
    await add_chat(database, "a")
    (post,) = await claimed(database, own)
    async with database.write() as connection:
        assert await deliveries.finish_turn(connection, post.chat, UNTIL)
        assert not await deliveries.finish_turn(connection, post.chat, UNTIL)
        row = (await connection.execute(select(chats.c.claimed_until, chats.c.claimed_by))).one()
    assert tuple(row) == (None, None)
