"""Digests: at their minute, once a day, over restarts, and only where anything waits."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.sessions import Player
from bot.sessions.notification_times import DIGEST, Digests, next_digest
from bot.sessions.workers import AlarmRunner, Heartbeat
from storage import clocks, people
from tests.databases import dying
from tests.refused import refuses
from tests.sessions.world import World, second_manager
from tests.visits import visit_chat


def utc(text: str) -> datetime:
    """Return a moment in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def sleeper(digest: str, zone: str = "Europe/Berlin", quiet: str | None = None) -> Player:
    """Return a player with a digest."""
    return Player(1, "Anna", zone=zone, quiet=quiet, digest=digest)


async def wishes(world: World, who: Player, **options: str | None) -> None:
    """Let a player set options."""
    for option, value in options.items():
        await world.manager.people.set_player_option(world.actor(who), option, value)


async def digests(world: World) -> list[tuple[str, int]]:
    """Handle what is due; return all digests that chats are to get: keys and chats."""
    manager = world.manager
    runner = AlarmRunner(manager, Heartbeat(manager, {}), {DIGEST: Digests(manager).enqueue})
    while await runner.handle_due():
        pass
    query = "SELECT subject_id, chat FROM posts WHERE subject = 'digest' ORDER BY id"
    async with world.database.read() as connection:
        return [tuple(row) for row in (await connection.exec_driver_sql(query)).all()]


async def next_alarm(world: World) -> datetime | None:
    """Return when the next alarm is."""
    async with world.database.read() as connection:
        return await clocks.next_alarm(connection)


@pytest.mark.parametrize(
    ("after", "at"),
    [
        ("2026-11-20 07:59", "2026-11-20 08:00"),
        ("2026-11-20 08:00", "2026-11-21 08:00"),
        ("2026-03-28 08:00", "2026-03-29 07:00"),
        ("2026-10-24 07:00", "2026-10-25 08:00"),
    ],
)
def test_a_digest_comes_at_its_time_by_the_clock_on_the_wall(after: str, at: str) -> None:
    """At nine in Berlin, whatever the summer time."""
    assert next_digest(sleeper("09:00"), utc(after)) == utc(at)


def test_a_digest_at_half_past_two_comes_every_day() -> None:
    """In the night in which that is left out it comes at 03:30; where it comes twice, the first time."""
    for day, at in (("2026-03-28 12:00", "2026-03-29 01:30"), ("2026-10-24 12:00", "2026-10-25 00:30")):
        assert next_digest(sleeper("02:30"), utc(day)) == utc(at)
    assert next_digest(sleeper("02:30"), utc("2026-10-25 00:30")) == utc("2026-10-26 01:30")


def test_a_digest_in_quiet_hours_comes_at_their_end() -> None:
    """It is wished for at six and comes at eight, on the same day."""
    who = sleeper("06:00", zone="Etc/UTC", quiet="22-8")
    assert next_digest(who, utc("2026-11-20 05:00")) == utc("2026-11-20 08:00")
    assert next_digest(who, utc("2026-11-20 07:00")) == utc("2026-11-20 08:00")
    assert next_digest(who, utc("2026-11-20 08:00")) == utc("2026-11-21 08:00")


def test_without_a_zone_or_a_time_there_is_none() -> None:
    """Both are needed."""
    assert next_digest(Player(1, "Anna", digest="09:00"), utc("2026-11-20 05:00")) is None
    assert next_digest(Player(1, "Anna", zone="Etc/UTC"), utc("2026-11-20 05:00")) is None


async def test_a_digest_comes_at_the_minute_in_private(world: World) -> None:
    """It comes to the player's private chat at nine, and not before."""
    await wishes(world, world.anna, zone="Etc/UTC", digest="09:00")
    world.clock.now = utc("2026-11-21 08:59")
    assert await digests(world) == []
    world.clock.forward(minutes=1)
    assert await digests(world) == [(f"{world.anna.id}:2026-11-21", world.hers.id)]
    assert await next_alarm(world) == utc("2026-11-22 09:00")


@pytest.mark.on_both
async def test_a_bot_that_was_down_for_days_sends_one(world: World) -> None:
    """What was missed is not made up for; the day's one comes when the bot is back."""
    await wishes(world, world.anna, zone="Etc/UTC", digest="09:00")
    world.clock.now = utc("2026-11-25 13:00")
    world.manager = second_manager(world.database, world.clock)
    assert await digests(world) == [(f"{world.anna.id}:2026-11-25", world.hers.id)]
    assert await next_alarm(world) == utc("2026-11-26 09:00")


async def test_there_is_at_most_one_a_day(world: World) -> None:
    """Whoever sets another time after he got it gets the next one tomorrow."""
    await wishes(world, world.anna, zone="Etc/UTC", digest="09:00")
    world.clock.now = utc("2026-11-21 09:00")
    assert len(await digests(world)) == 1
    await wishes(world, world.anna, digest="10:00")
    world.clock.now = utc("2026-11-21 10:00")
    assert len(await digests(world)) == 1
    world.clock.now = utc("2026-11-22 10:00")
    assert len(await digests(world)) == 2


async def test_an_alarm_that_a_dead_process_had_claimed_rings_once(world: World) -> None:
    """After a restart the digest comes, and only once."""
    await wishes(world, world.anna, zone="Etc/UTC", digest="09:00")
    world.clock.now = utc("2026-11-21 09:00")
    until = world.clock() + timedelta(minutes=2)
    async with dying(world.database, world.clock()):
        assert len(await clocks.ALARMS.claim(world.database, 10, world.clock(), until)) == 1
        assert await digests(world) == []
    assert len(await digests(world)) == 1
    assert len(await digests(world)) == 1


async def test_a_digest_that_is_switched_off_comes_no_more(world: World) -> None:
    """Its alarm is cancelled."""
    await wishes(world, world.anna, zone="Etc/UTC", digest="09:00")
    await wishes(world, world.anna, digest=None)
    assert await next_alarm(world) is None


async def test_another_zone_moves_the_digest(world: World) -> None:
    """Nine is nine where the player is now; without a zone there is no digest until it is known again."""
    await wishes(world, world.anna, zone="Etc/UTC", digest="09:00")
    await wishes(world, world.anna, zone="Asia/Tokyo")
    assert await next_alarm(world) == utc("2026-11-21 00:00")
    await wishes(world, world.anna, zone=None)
    assert await next_alarm(world) is None


@pytest.mark.on_both
async def test_a_digest_that_comes_late_waits_for_the_end_of_the_quiet_hours(world: World) -> None:
    """A bot that is back in the night lets its players sleep."""
    await wishes(world, world.anna, zone="Etc/UTC", quiet="22-8", digest="09:00")
    world.clock.now = utc("2026-11-21 23:00")
    assert await digests(world) == []
    assert await next_alarm(world) == utc("2026-11-22 08:00")
    world.clock.now = utc("2026-11-22 08:00")
    assert await digests(world) == [(f"{world.anna.id}:2026-11-22", world.hers.id)]
    world.clock.now = utc("2026-11-22 09:00")
    assert len(await digests(world)) == 1


async def test_who_cannot_be_written_to_in_private_is_refused(world: World) -> None:
    """A digest needs a private chat that is there; nothing is set without one."""
    dora, _ = await visit_chat(world.manager, "dora", "Dora", "table", "shared")
    await wishes(world, dora, zone="Etc/UTC")
    with refuses("no-private-chat"):
        await wishes(world, dora, digest="09:00")
    assert (await world.manager.people.player(dora.id)).digest is None
    assert await next_alarm(world) is None


async def test_of_several_private_chats_the_platform_of_the_last_act_counts(world: World) -> None:
    """Who has a private chat on another platform gets his digest where he acted last."""
    key = "far:anna"
    async with world.database.write() as connection:
        await people.add_chat(connection, "far", key, "private", world.anna.id, "en")
        await people.set_options(connection, world.anna.id, last_platform="web")
    await wishes(world, world.anna, zone="Etc/UTC", digest="09:00")
    game = await world.game(chats=(world.hers, world.his))
    while game.to_act != world.anna.id:
        game = await world.turn(game, world.his)
    world.clock.now = utc("2026-11-21 09:00")
    assert [chat for _, chat in await digests(world)] == [world.hers.id]
