from __future__ import annotations

from datetime import timedelta

import pytest

from bot.sessions import Actor, Challenge, ChallengeState, LoadedGame, SessionManager
from bot.sessions.challenges import CHALLENGE_EXPIRY
from bot.sessions.core import CHALLENGE_LIFETIME
from bot.sessions.errors import ChallengeExpired
from bot.sessions.workers import AlarmRunner, Heartbeat
from bot.sessions.workers.alarm_runner import LEASE
from storage import clocks
from tests.refused import refuses
from tests.sessions.delivering import deliver_to_page
from tests.sessions.world import World, race
from tests.visits import visit_chat

pytestmark = pytest.mark.on_both


def runner(world: World) -> AlarmRunner:
    """Return an alarm runner that expires challenges."""
    manager = world.manager
    return AlarmRunner(manager, Heartbeat(manager, {}), {CHALLENGE_EXPIRY: manager.challenges.expire})


async def handle_due_alarms(world: World) -> None:
    """Handle every due alarm."""
    running = runner(world)
    while await running.handle_due():
        pass


async def alarm_subjects(world: World) -> set[str]:
    """Return the challenges for which an alarm is set."""
    return {str(row[2]) for row in (await world.everything())["alarms"]}


async def made(world: World) -> Challenge:
    """Make a challenge to Boris by Anna, shown to both."""
    challenge = await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id)
    await deliver_to_page(world)
    return challenge


async def state(world: World, challenge: Challenge) -> ChallengeState:
    """Return a challenge's state."""
    return (await world.manager.challenges.challenge(challenge.id)).state


async def test_a_challenge_expires_after_two_weeks(world: World) -> None:
    """A challenge stays open for exactly two weeks; its expiry edits the card and notifies nobody."""
    challenge = await made(world)
    before = await world.everything()
    world.clock.forward(days=14, seconds=-1)
    await handle_due_alarms(world)
    assert await state(world, challenge) is ChallengeState.OPEN
    world.clock.forward(seconds=1)
    await handle_due_alarms(world)
    assert await state(world, challenge) is ChallengeState.EXPIRED
    await deliver_to_page(world)
    after = await world.everything()
    assert after["notifications"] == before["notifications"]
    messages = [{row[0]: row[8] for row in each["posts"]} for each in (before, after)]
    assert messages[0] == messages[1]
    assert [row[5] for row in after["posts"]] == [challenge.version + 1]
    assert await alarm_subjects(world) == set()


async def test_every_answer_to_an_expired_challenge_is_refused(world: World) -> None:
    """Every answer to an expired challenge is refused because it has expired."""
    challenge = await made(world)
    world.clock.forward(days=14)
    await handle_due_alarms(world)
    acts = world.manager.challenges
    for player, act in (
        (world.boris, acts.accept),
        (world.boris, acts.decline),
        (world.anna, acts.cancel),
        (world.anna, acts.accept),
    ):
        with pytest.raises(ChallengeExpired):
            await act(world.actor(player), challenge.id)


@pytest.mark.parametrize("answer", ["accept", "decline", "cancel"])
async def test_an_answered_challenge_does_not_expire(world: World, answer: str) -> None:
    """An answer removes the challenge's alarm, and a late alarm changes nothing."""
    challenge = await made(world)
    assert await alarm_subjects(world) == {challenge.id}
    player = world.anna if answer == "cancel" else world.boris
    await getattr(world.manager.challenges, answer)(world.actor(player), challenge.id)
    assert await alarm_subjects(world) == set()
    closed = await state(world, challenge)
    async with world.database.write() as connection:
        await world.manager.challenges.expire(connection, challenge.id, world.clock.now)
    assert await state(world, challenge) is closed


async def test_an_accepted_invitation_expires_if_never_confirmed(world: World) -> None:
    """An accepted invitation expires if the challenger never confirms it, and both cards are redrawn."""
    challenge = await world.manager.challenges.make(world.actor(world.anna), "long")
    visitor = await world.manager.people.visit("telegram", "7", "Dora", "7", "private", "en")
    dora = Actor(visitor.player.id, "dora", visitor.chat.id)
    signer = await world.manager.signer()
    taken = await world.manager.challenges.accept(dora, challenge.id, signer.token(challenge.id))
    assert isinstance(taken, Challenge)
    world.clock.forward(days=14)
    await handle_due_alarms(world)
    assert await state(world, challenge) is ChallengeState.EXPIRED
    posts = (await world.everything())["posts"]
    assert [row[4] for row in posts] == [taken.version + 1] * 2


async def test_a_new_rematch_can_be_asked_for_after_one_expired(world: World, game: LoadedGame) -> None:
    """An expired rematch can no longer be accepted, and asking again makes a new one."""
    await world.manager.resign(world.actor(world.mover(game)), game.id)
    first = await world.manager.challenges.rematch(world.actor(world.anna), game.id)
    assert isinstance(first, Challenge)
    world.clock.forward(days=14)
    await handle_due_alarms(world)
    with refuses("rematch-expired", game=game.id):
        await world.manager.challenges.accept(world.actor(world.boris), first.id)
    second = await world.manager.challenges.rematch(world.actor(world.boris), game.id)
    assert isinstance(second, Challenge)
    assert second.id != first.id


async def test_an_alarm_whose_worker_was_killed_is_handled_by_the_next(world: World) -> None:
    """An alarm claimed by a dead worker is handled once, when the lease is over."""
    challenge = await made(world)
    world.clock.forward(days=14)
    until = world.clock.now + LEASE
    (claimed,) = await clocks.ALARMS.claim(world.database, 10, world.clock.now, until)
    assert claimed.subject == challenge.id
    await handle_due_alarms(world)
    assert await state(world, challenge) is ChallengeState.OPEN
    world.clock.forward(seconds=LEASE.total_seconds() + 1)
    await handle_due_alarms(world)
    expired = await world.manager.challenges.challenge(challenge.id)
    assert expired.state is ChallengeState.EXPIRED
    await handle_due_alarms(world)
    async with world.database.write() as connection:
        assert not await clocks.take_alarm(connection, claimed.id, until)
        await world.manager.challenges.expire(connection, challenge.id, claimed.due)
    assert await world.manager.challenges.challenge(challenge.id) == expired


async def test_accepting_and_expiring_race(world: World) -> None:
    """If a challenge is accepted at the moment of its expiry, exactly one of the two wins."""
    for number in range(6):
        challenge = await made(world)
        world.clock.forward(days=14)
        both = [
            world.manager.challenges.accept(world.actor(world.boris), challenge.id),
            handle_due_alarms(world),
        ]
        results = [each for each in await race(*both[:: 1 if number % 2 else -1]) if each is not None]
        closed = await world.manager.challenges.challenge(challenge.id)
        if closed.state is ChallengeState.ACCEPTED:
            assert isinstance(results[0], LoadedGame)
        else:
            assert closed.state is ChallengeState.EXPIRED
            assert isinstance(results[0], ChallengeExpired)
        assert await alarm_subjects(world) == set()


async def test_the_lifetime_of_a_challenge_can_be_set(world: World) -> None:
    """A challenge's alarm is set by the lifetime handed to the manager."""
    assert timedelta(days=14) == CHALLENGE_LIFETIME
    manager = SessionManager(
        world.database, chance=world.dice, clock=world.clock, challenge_lifetime=timedelta(days=2)
    )
    player, table = await visit_chat(manager, "anna", "Anna", "table", "shared")
    await manager.challenges.make(Actor(player.id, "made", table.id), "long")
    ((*_, due, _, _),) = (await world.everything())["alarms"]
    assert due == world.clock.now + timedelta(days=2)
