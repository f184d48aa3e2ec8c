from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from bot.sessions import Outbox
from bot.sessions.outbox import LONGEST_DELAY, PostClaim, RetiredClaim
from bot.sessions.workers import Heartbeat
from storage import health, outbox as outbox_rows
from tests.sessions.world import World

Owing = PostClaim | RetiredClaim


A_MOMENT = timedelta(seconds=5)
MEMORY = timedelta(minutes=2)
"""How long a platform recognises a nonce."""


async def only(outbox: Outbox) -> Owing:
    """The one thing that can be delivered, claimed."""
    (claim,) = (await outbox.claim({"web": 10})).claims
    return claim


async def card(world: World) -> Owing:
    """What the table is owed of a challenge to Boris: its card."""
    await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id)
    return await only(Outbox(world.manager))


async def replaced_card(world: World) -> Owing:
    """What the table is owed of a card in whose place a newer one stands: to take off its buttons."""
    outbox, claim = Outbox(world.manager), await card(world)
    assert isinstance(claim, PostClaim)
    post = claim.row
    await outbox.sent(await outbox.begin_delivery(claim, timedelta()), "m1", post.wanted_revision)
    async with world.database.write() as connection:
        await outbox_rows.show_in(connection, "challenge", post.subject_id, post.chat, post.wanted_revision)
    newer = await only(outbox)
    assert isinstance(newer, PostClaim)
    await outbox.sent(await outbox.begin_delivery(newer, timedelta()), "m2", post.wanted_revision)
    return await only(outbox)


async def put_off(world: World, owing: Owing, wait: timedelta) -> None:
    """Try one debt again later."""
    await Outbox(world.manager).retry_later(owing, wait)


async def leave_alone(world: World, owing: Owing, wait: timedelta) -> None:
    """Leave the chat alone for a while."""
    await Outbox(world.manager).pause_chat(owing, wait)


each_delay = pytest.mark.parametrize(
    ("owe", "delay"), [(card, put_off), (card, leave_alone), (replaced_card, put_off)]
)


@pytest.mark.slow
@each_delay
@pytest.mark.parametrize("days", [1, 4000])
async def test_a_clock_stepping_back_silences_no_chat(
    world: World,
    owe: Callable[[World], Awaitable[Owing]],
    delay: Callable[[World, Owing, timedelta], Awaitable[None]],
    days: int,
) -> None:
    """What was put off for a moment is due at once when the clock then says that this is days away."""
    owing = await owe(world)
    await delay(world, owing, A_MOMENT)
    waiting = await Outbox(world.manager).claim({"web": 10})
    assert (waiting.claims, waiting.wait) == ((), A_MOMENT)
    world.clock.now -= timedelta(days=days)
    due = await Outbox(world.manager).claim({"web": 10})
    assert ([each.chat.id for each in due.claims], due.wait) == ([owing.chat.id], None)


@pytest.mark.slow
@each_delay
@pytest.mark.parametrize("wait", [LONGEST_DELAY + A_MOMENT, timedelta.max])
@pytest.mark.on_both
async def test_nothing_is_put_off_for_longer_than_the_longest_delay(
    world: World,
    owe: Callable[[World], Awaitable[Owing]],
    delay: Callable[[World, Owing, timedelta], Awaitable[None]],
    wait: timedelta,
) -> None:
    """A platform that demands to be left alone for longer is asked again after the longest delay."""
    owing = await owe(world)
    await delay(world, owing, wait)
    waiting = await Outbox(world.manager).claim({"web": 10})
    assert (waiting.claims, waiting.wait) == ((), LONGEST_DELAY)
    world.clock.now += LONGEST_DELAY
    assert (await Outbox(world.manager).claim({"web": 10})).claims != ()


@pytest.mark.parametrize(
    ("step", "rings"),
    [
        (timedelta(), True),
        (timedelta(minutes=-1), False),
        (timedelta(days=-1), False),
        (timedelta(days=1), False),
    ],
)
async def test_a_clock_that_is_set_rings_nobody_twice(world: World, step: timedelta, rings: bool) -> None:
    """Where the clock cannot tell how long ago an attempt began, its message goes out again silently."""
    outbox, claim = Outbox(world.manager), await card(world)
    assert isinstance(claim, PostClaim)
    first = await outbox.begin_delivery(claim, MEMORY)
    world.clock.now += step
    again = await outbox.begin_delivery(claim, MEMORY)
    assert first.notified == {world.boris.id}
    assert (again.nonce, again.notified) == (first.nonce, first.notified if rings else frozenset())


@pytest.mark.parametrize(
    ("down", "shown", "later", "rings"),
    [
        (30, timedelta(seconds=30), timedelta(), True),
        (30, timedelta(minutes=-20), timedelta(minutes=21), False),
        (1200, timedelta(minutes=1), timedelta(), False),
        (1200, timedelta(minutes=60), timedelta(), False),
    ],
    ids=["not set", "back by more than it was down", "back by less", "forward"],
)
@pytest.mark.built(by=card)
async def test_a_clock_that_was_set_while_the_bot_was_down_rings_nobody_twice(
    world: World, down: float, shown: timedelta, later: timedelta, rings: bool
) -> None:
    """A message in doubt seems young again; nobody is called under its forgotten nonce."""
    claim = world.built
    assert isinstance(claim, PostClaim)
    await Heartbeat(world.manager, {}, lambda: 1000.0).beat()
    first = await Outbox(world.manager, lambda: 1000.0).begin_delivery(claim, MEMORY)
    world.clock.now += shown
    await Heartbeat(world.manager, {}, lambda: 1000.0 + down).beat()
    world.clock.now += later
    again = await Outbox(world.manager, lambda: 1000.0 + down).begin_delivery(claim, MEMORY)
    assert first.notified == {world.boris.id}
    assert (again.nonce, again.notified) == (first.nonce, first.notified if rings else frozenset())


@pytest.mark.built(by=card)
async def test_a_machine_that_was_started_anew_rings_nobody_twice(world: World) -> None:
    """Where the machine was off, only its clock tells when a message was tried, which is not enough."""
    claim = world.built
    assert isinstance(claim, PostClaim)
    await Heartbeat(world.manager, {}, lambda: 1000.0).beat()
    await Outbox(world.manager).begin_delivery(claim, MEMORY)
    world.clock.now += timedelta(seconds=40)
    await Heartbeat(world.manager, {}, lambda: 20.0).beat()
    assert (await Outbox(world.manager).begin_delivery(claim, MEMORY)).notified == frozenset()


@pytest.mark.built(by=card)
async def test_a_message_that_calls_nobody_is_as_old_as_it_is_after_the_machine_was_off(world: World) -> None:
    """For whoever watches the bot it has not waited for longer than since it was tried."""
    claim = world.built
    assert isinstance(claim, PostClaim)
    tried = world.clock.now
    await Outbox(world.manager).begin_delivery(claim, MEMORY)
    await world.manager.challenges.cancel(world.actor(world.anna), claim.row.subject_id)
    again = await Outbox(world.manager).begin_delivery(claim, MEMORY)
    assert again.notified == frozenset()
    world.clock.now += timedelta(minutes=1)
    await Heartbeat(world.manager, {}, lambda: 20.0).beat()
    async with world.database.read() as connection:
        (owed,) = await health.undelivered(connection, world.clock.now)
    assert owed.since == tried


@pytest.mark.built(by=card)
async def test_a_clock_set_back_after_a_restart_rings_nobody_twice(world: World) -> None:
    """How long ago an earlier process tried a message is counted by a clock that nobody sets."""
    claim = world.built
    assert isinstance(claim, PostClaim)
    await Outbox(world.manager).begin_delivery(claim, MEMORY)
    passed = [0.0]
    restarted = Outbox(world.manager, lambda: passed[0])
    passed[0] += 300.0
    world.clock.now += timedelta(seconds=300 - 240)
    assert (await restarted.begin_delivery(claim, MEMORY)).notified == frozenset()
