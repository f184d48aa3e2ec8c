"""Takeovers: what a process that was taken for dead may still record of its deliveries."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.sessions import Outbox
from bot.sessions.outbox.claims import DEADLINE, ClaimLost
from storage import claims
from storage.outbox import show_in
from tests.databases import dying
from tests.sessions.delivering import begin_delivery, claim
from tests.sessions.world import World, contents

pytestmark = pytest.mark.on_both

NO_MEMORY = timedelta()


async def challenge(world: World) -> None:
    """Challenge Boris; the card that notifies Boris is not sent yet."""
    await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id)


async def take_over(world: World) -> None:
    """Take this process for dead after ten seconds, and continue as another."""
    gone = world.database.process
    world.clock.forward(seconds=10)
    assert gone is not None
    async with world.database.write() as connection:
        assert await claims.take_over(connection, [gone], world.clock(), DEADLINE)
        world.database.process = await claims.add_process(connection, world.clock())


async def messages(world: World) -> list[tuple[object, str]]:
    """Return the messages of posts and those to be retired."""
    everything = await contents(world.database)
    return [(row[8], "post") for row in everything["posts"]] + [
        (row[1], "retired") for row in everything["retired"]
    ]


async def notification_states(world: World) -> list[object]:
    """Return the states of all notifications."""
    return [row[4] for row in (await contents(world.database))["notifications"]]


async def test_a_delivery_under_way_is_repeated_silently(world: World) -> None:
    """After the deadline another process repeats a delivery that was under way, silently."""
    async with dying(world.database, world.clock()):
        await challenge(world)
        first = await begin_delivery(world)
        assert first.notified == {world.boris.id}
        await take_over(world)
        assert (await Outbox(world.manager).claim({"web": 10})).claims == ()
        world.clock.now += DEADLINE
        again = await begin_delivery(world)
        assert (again.repeats, again.nonce, again.notified) == (True, first.nonce, frozenset())


async def test_a_claim_returns_the_wait_for_a_delivery_under_way(world: World) -> None:
    """While another process's delivery may still end, a claim returns the wait until its deadline."""
    async with dying(world.database, world.clock()):
        await challenge(world)
        await begin_delivery(world)
        await take_over(world)
        claimed = await Outbox(world.manager).claim({"web": 10})
    assert claimed.wait == DEADLINE - timedelta(seconds=10)


async def test_a_repeated_delivery_waits_for_its_own_deadline(world: World) -> None:
    """If a message in doubt was being repeated, the deadline counts from the repetition."""
    outbox = Outbox(world.manager)
    async with dying(world.database, world.clock()):
        await challenge(world)
        first = await begin_delivery(world)
        await outbox.retry_later(first.claim, timedelta(minutes=5))
        world.clock.now += timedelta(minutes=5)
        assert (await begin_delivery(world)).repeats
        await take_over(world)
        claimed = await outbox.claim({"web": 10})
    assert (claimed.claims, claimed.wait) == ((), DEADLINE - timedelta(seconds=10))


async def test_a_replacement_of_a_message_in_doubt_waits_for_its_deadline(world: World) -> None:
    """If a newer message was replacing one in doubt, the deadline counts from the newer one's request."""
    outbox = Outbox(world.manager)
    async with dying(world.database, world.clock()):
        await challenge(world)
        first = await begin_delivery(world)
        await outbox.retry_later(first.claim, timedelta())
        async with world.database.write() as connection:  # a new card is requested
            await show_in(connection, "challenge", first.row.subject_id, first.row.chat, 2)
        assert not (await begin_delivery(world)).repeats
        await take_over(world)
        claimed = await outbox.claim({"web": 10})
    assert (claimed.claims, claimed.wait) == ((), DEADLINE - timedelta(seconds=10))


async def test_a_delivery_dated_in_the_future_waits_only_for_its_deadline(world: World) -> None:
    """If the clock was set back by an hour, a chat waits no longer than the deadline."""
    async with dying(world.database, world.clock()):
        await challenge(world)
        await begin_delivery(world)
        world.clock.now -= timedelta(hours=1)
        await take_over(world)
        claimed = await Outbox(world.manager).claim({"web": 10})
    assert claimed.wait == DEADLINE


async def test_a_late_arrival_before_the_repetition_is_recorded(world: World) -> None:
    """A frozen process records its message's arrival, and no other process sends it again."""
    async with dying(world.database, world.clock()):
        await challenge(world)
        first = await begin_delivery(world)
        await take_over(world)
        await Outbox(world.manager).sent(first, "m1", 1)
        world.clock.now += DEADLINE
        assert (await Outbox(world.manager).claim({"web": 10})).claims == ()
    assert (await messages(world), await notification_states(world)) == ([("m1", "post")], ["sent"])


@pytest.mark.parametrize("is_first", [True, False])
async def test_the_later_of_two_recorded_messages_is_retired(world: World, *, is_first: bool) -> None:
    """If both processes sent the message, the one recorded later is retired."""
    outbox = Outbox(world.manager)
    async with dying(world.database, world.clock()):
        await challenge(world)
        first = await begin_delivery(world)
        await take_over(world)
        world.clock.now += DEADLINE
        again = await begin_delivery(world)
        both = [(first, "m1"), (again, "m2")] if is_first else [(again, "m2"), (first, "m1")]
        for attempt, message in both:
            await outbox.sent(attempt, message, 1)
    assert await messages(world) == [(both[0][1], "post"), (both[1][1], "retired")]
    assert await notification_states(world) == ["sent"]


async def test_a_delivery_not_begun_is_begun_by_the_new_process(world: World) -> None:
    """A claimed delivery that was not begun is begun at once by the new process, and not by the old one."""
    async with dying(world.database, world.clock()):
        await challenge(world)
        first = await claim(world)
        await take_over(world)
        second = await begin_delivery(world)
        assert second.notified == {world.boris.id}
        with pytest.raises(ClaimLost):
            await Outbox(world.manager).begin_delivery(first, NO_MEMORY)


async def test_a_late_failure_leaves_the_message_in_doubt(world: World) -> None:
    """A failure reported by a process taken for dead leaves the message in doubt: it is repeated silently."""
    async with dying(world.database, world.clock()):
        await challenge(world)
        first = await begin_delivery(world)
        await take_over(world)
        await Outbox(world.manager).not_sent(first)
        world.clock.now += DEADLINE
        assert (await begin_delivery(world)).repeats


async def test_a_late_edit_is_repeated(world: World) -> None:
    """A message edited by both processes is edited again, because the older edit may have come last."""
    outbox = Outbox(world.manager)
    async with dying(world.database, world.clock()):
        await challenge(world)
        await outbox.sent(await begin_delivery(world), "m1", 1)
        await world.manager.people.set_chat_option(
            world.actor(world.anna), "theme", "contrast", administers=True
        )
        first = await claim(world)
        await take_over(world)
        second = await claim(world)
        await outbox.edited(second, second.row.wanted_revision)
        assert (await outbox.claim({"web": 10})).claims == ()
        await outbox.edited(first, first.row.wanted_revision)
        again = await claim(world)
        assert (again.post.message, again.post.is_fresh) == ("m1", False)


async def test_a_process_taken_for_dead_records_no_delay(world: World) -> None:
    """A process taken for dead cannot pause, retry or release a claim that another has taken over."""
    outbox = Outbox(world.manager)
    async with dying(world.database, world.clock()):
        await challenge(world)
        first = await claim(world)
        await take_over(world)
        for note in (outbox.pause_chat, outbox.retry_later, outbox.postpone):
            await note(first, timedelta(minutes=10))
        await outbox.not_needed(first)
        await outbox.message_lost(first)
        await outbox.release(first)
        assert (await begin_delivery(world)).notified == {world.boris.id}


async def test_a_process_with_a_new_number_holds_no_old_claims(world: World) -> None:
    """A process that continues under a new number no longer holds its old claims."""
    outbox = Outbox(world.manager)
    async with dying(world.database, world.clock()):
        await challenge(world)
        first = await claim(world)
        assert outbox.is_held(first)
        await take_over(world)
        assert not outbox.is_held(first)
