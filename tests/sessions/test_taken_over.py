"""What a process that was found gone may still note of its deliveries, and what comes of it."""

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


async def challenged(world: World) -> None:
    """A card that Boris is called to, not yet sent."""
    await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id)


async def found_gone(world: World) -> None:
    """Let the process be found gone after ten seconds, and another go on."""
    gone = world.database.process
    world.clock.forward(seconds=10)
    assert gone is not None
    async with world.database.write() as connection:
        assert await claims.take_over(connection, [gone], world.clock(), DEADLINE)
        world.database.process = await claims.add_process(connection, world.clock())


async def shown(world: World) -> list[tuple[object, str]]:
    """The messages that posts have, and those that are to be retired."""
    everything = await contents(world.database)
    return [(row[8], "post") for row in everything["posts"]] + [
        (row[1], "retired") for row in everything["retired"]
    ]


async def calls(world: World) -> list[object]:
    """How far the notifications have come."""
    return [row[4] for row in (await contents(world.database))["notifications"]]


async def test_what_was_begun_is_sent_again_without_a_call(world: World) -> None:
    """After the deadline another process sends what one had begun, and calls nobody."""
    async with dying(world.database, world.clock()):
        await challenged(world)
        first = await begin_delivery(world)
        assert first.notified == {world.boris.id}
        await found_gone(world)
        assert (await Outbox(world.manager).claim({"web": 10})).claims == ()
        world.clock.now += DEADLINE
        again = await begin_delivery(world)
        assert (again.repeats, again.nonce, again.notified) == (True, first.nonce, frozenset())


async def test_a_look_tells_when_what_was_begun_may_be_sent_again(world: World) -> None:
    """Whoever looks for what is undelivered waits just until the deadline of what another had begun."""
    async with dying(world.database, world.clock()):
        await challenged(world)
        await begin_delivery(world)
        await found_gone(world)
        claimed = await Outbox(world.manager).claim({"web": 10})
    assert claimed.wait == DEADLINE - timedelta(seconds=10)


async def test_what_is_being_repeated_waits_for_its_own_deadline(world: World) -> None:
    """Where a message in doubt was being sent once more, it is the later request that must have ended."""
    outbox = Outbox(world.manager)
    async with dying(world.database, world.clock()):
        await challenged(world)
        first = await begin_delivery(world)
        await outbox.retry_later(first.claim, timedelta(minutes=5))
        world.clock.now += timedelta(minutes=5)
        assert (await begin_delivery(world)).repeats
        await found_gone(world)
        claimed = await outbox.claim({"web": 10})
    assert (claimed.claims, claimed.wait) == ((), DEADLINE - timedelta(seconds=10))


async def test_what_replaces_a_call_in_doubt_waits_for_its_deadline(world: World) -> None:
    """That its number is trusted to tell of no call says nothing of how long its request may last."""
    outbox = Outbox(world.manager)
    async with dying(world.database, world.clock()):
        await challenged(world)
        first = await begin_delivery(world)
        await outbox.retry_later(first.claim, timedelta())
        async with world.database.write() as connection:  # its card is asked for
            await show_in(connection, "challenge", first.row.subject_id, first.row.chat, 2)
        assert not (await begin_delivery(world)).repeats
        await found_gone(world)
        claimed = await outbox.claim({"web": 10})
    assert (claimed.claims, claimed.wait) == ((), DEADLINE - timedelta(seconds=10))


async def test_what_seems_to_be_begun_later_waits_no_longer_than_its_deadline(world: World) -> None:
    """Where the clock was set back by an hour, a chat is not left alone for that hour."""
    async with dying(world.database, world.clock()):
        await challenged(world)
        await begin_delivery(world)
        world.clock.now -= timedelta(hours=1)
        await found_gone(world)
        claimed = await Outbox(world.manager).claim({"web": 10})
    assert claimed.wait == DEADLINE


async def test_what_arrives_before_it_is_sent_again_is_noted(world: World) -> None:
    """A process that was only frozen notes its message, and nobody sends another."""
    async with dying(world.database, world.clock()):
        await challenged(world)
        first = await begin_delivery(world)
        await found_gone(world)
        await Outbox(world.manager).sent(first, "m1", 1)
        world.clock.now += DEADLINE
        assert (await Outbox(world.manager).claim({"web": 10})).claims == ()
    assert (await shown(world), await calls(world)) == ([("m1", "post")], ["sent"])


@pytest.mark.parametrize("is_first", [True, False])
async def test_of_two_messages_for_one_the_second_is_retired(world: World, *, is_first: bool) -> None:
    """Where both processes have sent it, the one that notes it last has its message taken away."""
    outbox = Outbox(world.manager)
    async with dying(world.database, world.clock()):
        await challenged(world)
        first = await begin_delivery(world)
        await found_gone(world)
        world.clock.now += DEADLINE
        again = await begin_delivery(world)
        both = [(first, "m1"), (again, "m2")] if is_first else [(again, "m2"), (first, "m1")]
        for attempt, message in both:
            await outbox.sent(attempt, message, 1)
    assert await shown(world) == [(both[0][1], "post"), (both[1][1], "retired")]
    assert await calls(world) == ["sent"]


async def test_what_was_not_begun_is_begun_by_one(world: World) -> None:
    """Who claimed it and was found gone does not begin; the other does, at once, and calls."""
    async with dying(world.database, world.clock()):
        await challenged(world)
        first = await claim(world)
        await found_gone(world)
        second = await begin_delivery(world)
        assert second.notified == {world.boris.id}
        with pytest.raises(ClaimLost):
            await Outbox(world.manager).begin_delivery(first, NO_MEMORY)


async def test_a_failure_of_who_was_found_gone_leaves_it_in_doubt(world: World) -> None:
    """His certainty that it has not arrived is not noted: the other may be sending it, and calls nobody."""
    async with dying(world.database, world.clock()):
        await challenged(world)
        first = await begin_delivery(world)
        await found_gone(world)
        await Outbox(world.manager).not_sent(first)
        world.clock.now += DEADLINE
        assert (await begin_delivery(world)).repeats


async def test_a_late_edit_is_made_once_more(world: World) -> None:
    """Where two processes have edited a message, it is edited again: the older edit may have come last."""
    outbox = Outbox(world.manager)
    async with dying(world.database, world.clock()):
        await challenged(world)
        await outbox.sent(await begin_delivery(world), "m1", 1)
        await world.manager.people.set_chat_option(
            world.actor(world.anna), "theme", "contrast", administers=True
        )
        first = await claim(world)
        await found_gone(world)
        second = await claim(world)
        await outbox.edited(second, second.row.wanted_revision)
        assert (await outbox.claim({"web": 10})).claims == ()
        await outbox.edited(first, first.row.wanted_revision)
        again = await claim(world)
        assert (again.post.message, again.post.is_fresh) == ("m1", False)


async def test_who_was_found_gone_puts_nothing_off(world: World) -> None:
    """What a platform told him of a chat that another has claimed since is not noted."""
    outbox = Outbox(world.manager)
    async with dying(world.database, world.clock()):
        await challenged(world)
        first = await claim(world)
        await found_gone(world)
        for note in (outbox.pause_chat, outbox.retry_later, outbox.postpone):
            await note(first, timedelta(minutes=10))
        await outbox.not_needed(first)
        await outbox.message_lost(first)
        await outbox.release(first)
        assert (await begin_delivery(world)).notified == {world.boris.id}


async def test_under_a_new_number_nothing_old_is_held(world: World) -> None:
    """A process that goes on under another number begins no request under a claim of the old one."""
    outbox = Outbox(world.manager)
    async with dying(world.database, world.clock()):
        await challenged(world)
        first = await claim(world)
        assert outbox.is_held(first)
        await found_gone(world)
        assert not outbox.is_held(first)
