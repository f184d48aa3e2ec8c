from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from bot.sessions import Outbox
from bot.sessions.outbox import LONGEST_DELAY, PostClaim, RetiredClaim
from bot.sessions.workers import Heartbeat
from storage import health, outbox as outbox_rows
from tests.sessions.world import World

AnyClaim = PostClaim | RetiredClaim


A_MOMENT = timedelta(seconds=5)
MEMORY = timedelta(minutes=2)
"""How long a platform recognises a nonce."""


async def claim_only(outbox: Outbox) -> AnyClaim:
    """Claim the only chat with something to deliver."""
    (claim,) = (await outbox.claim({"web": 10})).claims
    return claim


async def card(world: World) -> AnyClaim:
    """Challenge Boris and claim the challenge's card at the table."""
    await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id)
    return await claim_only(Outbox(world.manager))


async def replaced_card(world: World) -> AnyClaim:
    """Replace a card by a newer one and claim the old message, whose buttons are to be removed."""
    outbox, claim = Outbox(world.manager), await card(world)
    assert isinstance(claim, PostClaim)
    post = claim.row
    await outbox.sent(await outbox.begin_delivery(claim, timedelta()), "m1", post.wanted_revision)
    async with world.database.write() as connection:
        await outbox_rows.show_in(connection, "challenge", post.subject_id, post.chat, post.wanted_revision)
    newer = await claim_only(outbox)
    assert isinstance(newer, PostClaim)
    await outbox.sent(await outbox.begin_delivery(newer, timedelta()), "m2", post.wanted_revision)
    return await claim_only(outbox)


async def retry_later(world: World, claimed: AnyClaim, wait: timedelta) -> None:
    """Retry a claim later."""
    await Outbox(world.manager).retry_later(claimed, wait)


async def pause_chat(world: World, claimed: AnyClaim, wait: timedelta) -> None:
    """Pause a claim's chat for a while."""
    await Outbox(world.manager).pause_chat(claimed, wait)


each_delay = pytest.mark.parametrize(
    ("build", "delay"), [(card, retry_later), (card, pause_chat), (replaced_card, retry_later)]
)


@pytest.mark.slow
@each_delay
@pytest.mark.parametrize("days", [1, 4000])
async def test_a_clock_stepping_back_silences_no_chat(
    world: World,
    build: Callable[[World], Awaitable[AnyClaim]],
    delay: Callable[[World, AnyClaim, timedelta], Awaitable[None]],
    days: int,
) -> None:
    """A short delay ends at once if the clock is then set back by days."""
    claimed = await build(world)
    await delay(world, claimed, A_MOMENT)
    waiting = await Outbox(world.manager).claim({"web": 10})
    assert (waiting.claims, waiting.wait) == ((), A_MOMENT)
    world.clock.now -= timedelta(days=days)
    due = await Outbox(world.manager).claim({"web": 10})
    assert ([each.chat.id for each in due.claims], due.wait) == ([claimed.chat.id], None)


@pytest.mark.slow
@each_delay
@pytest.mark.parametrize("wait", [LONGEST_DELAY + A_MOMENT, timedelta.max])
@pytest.mark.on_both
async def test_no_delay_exceeds_the_longest_delay(
    world: World,
    build: Callable[[World], Awaitable[AnyClaim]],
    delay: Callable[[World, AnyClaim, timedelta], Awaitable[None]],
    wait: timedelta,
) -> None:
    """A chat is retried after the longest delay even if the platform demands a longer pause."""
    claimed = await build(world)
    await delay(world, claimed, wait)
    waiting = await Outbox(world.manager).claim({"web": 10})
    assert (waiting.claims, waiting.wait) == ((), LONGEST_DELAY)
    world.clock.now += LONGEST_DELAY
    assert (await Outbox(world.manager).claim({"web": 10})).claims != ()


@pytest.mark.parametrize(
    ("step", "notifies"),
    [
        (timedelta(), True),
        (timedelta(minutes=-1), False),
        (timedelta(days=-1), False),
        (timedelta(days=1), False),
    ],
)
async def test_a_set_clock_notifies_nobody_twice(world: World, step: timedelta, notifies: bool) -> None:
    """A retry is silent if the clock was set, because the age of the first attempt is then unknown."""
    outbox, claim = Outbox(world.manager), await card(world)
    assert isinstance(claim, PostClaim)
    first = await outbox.begin_delivery(claim, MEMORY)
    world.clock.now += step
    again = await outbox.begin_delivery(claim, MEMORY)
    assert first.notified == {world.boris.id}
    assert (again.nonce, again.notified) == (first.nonce, first.notified if notifies else frozenset())


@pytest.mark.parametrize(
    ("down", "shown", "later", "notifies"),
    [
        (30, timedelta(seconds=30), timedelta(), True),
        (30, timedelta(minutes=-20), timedelta(minutes=21), False),
        (1200, timedelta(minutes=1), timedelta(), False),
        (1200, timedelta(minutes=60), timedelta(), False),
    ],
    ids=["not set", "back by more than it was down", "back by less", "forward"],
)
@pytest.mark.built(by=card)
async def test_a_clock_set_while_the_bot_was_down_notifies_nobody_twice(
    world: World, down: float, shown: timedelta, later: timedelta, notifies: bool
) -> None:
    """A message in doubt that only seems young enough for its nonce is sent again silently."""
    claim = world.built
    assert isinstance(claim, PostClaim)
    await Heartbeat(world.manager, {}, lambda: 1000.0).beat()
    first = await Outbox(world.manager, lambda: 1000.0).begin_delivery(claim, MEMORY)
    world.clock.now += shown
    await Heartbeat(world.manager, {}, lambda: 1000.0 + down).beat()
    world.clock.now += later
    again = await Outbox(world.manager, lambda: 1000.0 + down).begin_delivery(claim, MEMORY)
    assert first.notified == {world.boris.id}
    assert (again.nonce, again.notified) == (first.nonce, first.notified if notifies else frozenset())


@pytest.mark.built(by=card)
async def test_a_reboot_notifies_nobody_twice(world: World) -> None:
    """After a reboot a message in doubt is sent silently: only the wall clock dates its first attempt."""
    claim = world.built
    assert isinstance(claim, PostClaim)
    await Heartbeat(world.manager, {}, lambda: 1000.0).beat()
    await Outbox(world.manager).begin_delivery(claim, MEMORY)
    world.clock.now += timedelta(seconds=40)
    await Heartbeat(world.manager, {}, lambda: 20.0).beat()
    assert (await Outbox(world.manager).begin_delivery(claim, MEMORY)).notified == frozenset()


@pytest.mark.built(by=card)
async def test_a_reboot_does_not_age_an_undelivered_message(world: World) -> None:
    """After a reboot, an undelivered message without notifications still counts from its first attempt."""
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
        (undelivered,) = await health.undelivered(connection, world.clock.now)
    assert undelivered.since == tried


@pytest.mark.built(by=card)
async def test_a_clock_set_back_after_a_restart_notifies_nobody_twice(world: World) -> None:
    """After a restart, the monotonic clock shows that a message in doubt is too old for its nonce."""
    claim = world.built
    assert isinstance(claim, PostClaim)
    await Outbox(world.manager).begin_delivery(claim, MEMORY)
    passed = [0.0]
    restarted = Outbox(world.manager, lambda: passed[0])
    passed[0] += 300.0
    world.clock.now += timedelta(seconds=300 - 240)
    assert (await restarted.begin_delivery(claim, MEMORY)).notified == frozenset()
