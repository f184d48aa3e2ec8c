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
from tests.meeting import meet
from tests.refused import refuses
from tests.sessions.delivering import shown
from tests.sessions.world import World, race

pytestmark = pytest.mark.on_both


def runner(world: World) -> AlarmRunner:
    """A runner that handles what the product's handles of challenges."""
    manager = world.manager
    return AlarmRunner(manager, Heartbeat(manager, {}), {CHALLENGE_EXPIRY: manager.challenges.expire})


async def handled(world: World) -> None:
    """Handle what is due."""
    running = runner(world)
    while await running.handle_due():
        pass


async def set_alarms(world: World) -> set[str]:
    """The challenges for which an alarm is set."""
    return {str(row[2]) for row in (await world.everything())["alarms"]}


async def made(world: World) -> Challenge:
    """A challenge of Anna's that names Boris, shown to both."""
    challenge = await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id)
    await shown(world)
    return challenge


async def state(world: World, challenge: Challenge) -> ChallengeState:
    """What has become of a challenge."""
    return (await world.manager.challenges.challenge(challenge.id)).state


async def test_a_challenge_expires_after_two_weeks(world: World) -> None:
    """To the second it can be accepted; then it is closed, its card is edited, and nobody is notified."""
    challenge = await made(world)
    before = await world.everything()
    world.clock.forward(days=14, seconds=-1)
    await handled(world)
    assert await state(world, challenge) is ChallengeState.OPEN
    world.clock.forward(seconds=1)
    await handled(world)
    assert await state(world, challenge) is ChallengeState.EXPIRED
    await shown(world)
    after = await world.everything()
    assert after["notifications"] == before["notifications"]
    messages = [{row[0]: row[8] for row in each["posts"]} for each in (before, after)]
    assert messages[0] == messages[1]
    assert [row[5] for row in after["posts"]] == [challenge.version + 1]
    assert await set_alarms(world) == set()


async def test_who_answers_an_expired_challenge_is_told_so(world: World) -> None:
    """Neither of the two can do anything with it any more, and both are told why."""
    challenge = await made(world)
    world.clock.forward(days=14)
    await handled(world)
    acts = world.manager.challenges
    for who, act in (
        (world.boris, acts.accept),
        (world.boris, acts.decline),
        (world.anna, acts.cancel),
        (world.anna, acts.accept),
    ):
        with pytest.raises(ChallengeExpired):
            await act(world.actor(who), challenge.id)


@pytest.mark.parametrize("answer", ["accept", "decline", "cancel"])
async def test_what_was_answered_does_not_expire(world: World, answer: str) -> None:
    """With the answer the alarm is gone."""
    challenge = await made(world)
    assert await set_alarms(world) == {challenge.id}
    who = world.anna if answer == "cancel" else world.boris
    await getattr(world.manager.challenges, answer)(world.actor(who), challenge.id)
    assert await set_alarms(world) == set()
    closed = await state(world, challenge)
    async with world.database.write() as connection:
        await world.manager.challenges.expire(connection, challenge.id, world.clock.now)
    assert await state(world, challenge) is closed


async def test_a_challenge_that_was_taken_elsewhere_expires_too(world: World) -> None:
    """Where the challenger never says whether that is who was meant, both are shown that it has expired."""
    challenge = await world.manager.challenges.make(world.actor(world.anna), "long")
    visitor = await world.manager.people.visit("telegram", "7", "Dora", "7", "private", "en")
    dora = Actor(visitor.player.id, "dora", visitor.chat.id)
    signer = await world.manager.signer()
    taken = await world.manager.challenges.accept(dora, challenge.id, signer.token(challenge.id))
    assert isinstance(taken, Challenge)
    world.clock.forward(days=14)
    await handled(world)
    assert await state(world, challenge) is ChallengeState.EXPIRED
    posts = (await world.everything())["posts"]
    assert [row[4] for row in posts] == [taken.version + 1] * 2


async def test_after_a_rematch_that_expired_another_can_be_asked_for(world: World, game: LoadedGame) -> None:
    """The challenge to a rematch expires as any other does; then a new one is made."""
    await world.manager.resign(world.actor(world.mover(game)), game.id)
    first = await world.manager.challenges.rematch(world.actor(world.anna), game.id)
    assert isinstance(first, Challenge)
    world.clock.forward(days=14)
    await handled(world)
    with refuses("rematch-expired", game=game.id):
        await world.manager.challenges.accept(world.actor(world.boris), first.id)
    second = await world.manager.challenges.rematch(world.actor(world.boris), game.id)
    assert isinstance(second, Challenge)
    assert second.id != first.id


async def test_an_alarm_whose_worker_was_killed_is_handled_by_the_next(world: World) -> None:
    """What was claimed by who died before he handled it comes again when his lease is over, once."""
    challenge = await made(world)
    world.clock.forward(days=14)
    until = world.clock.now + LEASE
    (claimed,) = await clocks.ALARMS.claim(world.database, 10, world.clock.now, until)
    assert claimed.subject == challenge.id
    await handled(world)
    assert await state(world, challenge) is ChallengeState.OPEN
    world.clock.forward(seconds=LEASE.total_seconds() + 1)
    await handled(world)
    expired = await world.manager.challenges.challenge(challenge.id)
    assert expired.state is ChallengeState.EXPIRED
    await handled(world)
    async with world.database.write() as connection:
        assert not await clocks.take_alarm(connection, claimed.id, until)
        await world.manager.challenges.expire(connection, challenge.id, claimed.due)
    assert await world.manager.challenges.challenge(challenge.id) == expired


async def test_accepting_and_expiring_at_the_same_moment(world: World) -> None:
    """Exactly one of the two wins: there is a game, or the one who accepts is told that it has expired."""
    for number in range(6):
        challenge = await made(world)
        world.clock.forward(days=14)
        both = [world.manager.challenges.accept(world.actor(world.boris), challenge.id), handled(world)]
        results = [each for each in await race(*both[:: 1 if number % 2 else -1]) if each is not None]
        closed = await world.manager.challenges.challenge(challenge.id)
        if closed.state is ChallengeState.ACCEPTED:
            assert isinstance(results[0], LoadedGame)
        else:
            assert closed.state is ChallengeState.EXPIRED
            assert isinstance(results[0], ChallengeExpired)
        assert await set_alarms(world) == set()


async def test_how_long_a_challenge_waits_can_be_set(world: World) -> None:
    """The alarm is set by what the manager was given."""
    assert timedelta(days=14) == CHALLENGE_LIFETIME
    manager = SessionManager(
        world.database, chance=world.dice, clock=world.clock, challenge_lifetime=timedelta(days=2)
    )
    player, table = await meet(manager, "anna", "Anna", "table", "shared")
    await manager.challenges.make(Actor(player.id, "made", table.id), "long")
    ((*_, due, _, _),) = (await world.everything())["alarms"]
    assert due == world.clock.now + timedelta(days=2)
