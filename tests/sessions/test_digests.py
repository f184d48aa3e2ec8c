"""Digests: on time, once a day, across restarts, and only for players who set one."""

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


def with_digest(digest: str, zone: str = "Europe/Berlin", quiet: str | None = None) -> Player:
    """Return a player with a digest."""
    return Player(1, "Anna", zone=zone, quiet=quiet, digest=digest)


async def set_options(world: World, player: Player, **options: str | None) -> None:
    """Set a player's options."""
    for option, value in options.items():
        await world.manager.people.set_player_option(world.actor(player), option, value)


async def due_digests(world: World) -> list[tuple[str, int]]:
    """Handle due alarms; return every digest enqueued so far: its key and chat."""
    manager = world.manager
    runner = AlarmRunner(manager, Heartbeat(manager, {}), {DIGEST: Digests(manager).enqueue})
    while await runner.handle_due():
        pass
    query = "SELECT subject_id, chat FROM posts WHERE subject = 'digest' ORDER BY id"
    async with world.database.read() as connection:
        return [tuple(row) for row in (await connection.exec_driver_sql(query)).all()]


async def next_alarm(world: World) -> datetime | None:
    """Return the time of the next alarm."""
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
def test_a_digest_follows_summer_time(after: str, at: str) -> None:
    """A digest at nine in Berlin comes at nine local time, in summer and winter."""
    assert next_digest(with_digest("09:00"), utc(after)) == utc(at)


def test_a_digest_at_half_past_two_comes_every_day() -> None:
    """A digest at a time that summer time skips comes an hour later, and at a repeated time once."""
    for day, at in (("2026-03-28 12:00", "2026-03-29 01:30"), ("2026-10-24 12:00", "2026-10-25 00:30")):
        assert next_digest(with_digest("02:30"), utc(day)) == utc(at)
    assert next_digest(with_digest("02:30"), utc("2026-10-25 00:30")) == utc("2026-10-26 01:30")


def test_a_digest_in_quiet_hours_comes_at_their_end() -> None:
    """A digest set within quiet hours comes when they end, on the same day."""
    player = with_digest("06:00", zone="Etc/UTC", quiet="22-8")
    assert next_digest(player, utc("2026-11-20 05:00")) == utc("2026-11-20 08:00")
    assert next_digest(player, utc("2026-11-20 07:00")) == utc("2026-11-20 08:00")
    assert next_digest(player, utc("2026-11-20 08:00")) == utc("2026-11-21 08:00")


def test_a_digest_needs_a_zone_and_a_time() -> None:
    """Without a time zone or without a time there is no digest."""
    assert next_digest(Player(1, "Anna", digest="09:00"), utc("2026-11-20 05:00")) is None
    assert next_digest(Player(1, "Anna", zone="Etc/UTC"), utc("2026-11-20 05:00")) is None


async def test_a_digest_comes_on_time_in_private(world: World) -> None:
    """A digest comes to the player's private chat at nine, and the next one is set for the next day."""
    await set_options(world, world.anna, zone="Etc/UTC", digest="09:00")
    world.clock.now = utc("2026-11-21 08:59")
    assert await due_digests(world) == []
    world.clock.forward(minutes=1)
    assert await due_digests(world) == [(f"{world.anna.id}:2026-11-21", world.anna_chat.id)]
    assert await next_alarm(world) == utc("2026-11-22 09:00")


@pytest.mark.on_both
async def test_a_bot_that_was_down_for_days_sends_one_digest(world: World) -> None:
    """After days of downtime one digest is sent at once, and the next one on time."""
    await set_options(world, world.anna, zone="Etc/UTC", digest="09:00")
    world.clock.now = utc("2026-11-25 13:00")
    world.manager = second_manager(world.database, world.clock)
    assert await due_digests(world) == [(f"{world.anna.id}:2026-11-25", world.anna_chat.id)]
    assert await next_alarm(world) == utc("2026-11-26 09:00")


async def test_there_is_at_most_one_digest_a_day(world: World) -> None:
    """A player who sets a later time after today's digest gets the next one tomorrow."""
    await set_options(world, world.anna, zone="Etc/UTC", digest="09:00")
    world.clock.now = utc("2026-11-21 09:00")
    assert len(await due_digests(world)) == 1
    await set_options(world, world.anna, digest="10:00")
    world.clock.now = utc("2026-11-21 10:00")
    assert len(await due_digests(world)) == 1
    world.clock.now = utc("2026-11-22 10:00")
    assert len(await due_digests(world)) == 2


async def test_a_digest_claimed_by_a_dead_process_comes_once(world: World) -> None:
    """A digest claimed by a dead process comes once, after the process is found gone."""
    await set_options(world, world.anna, zone="Etc/UTC", digest="09:00")
    world.clock.now = utc("2026-11-21 09:00")
    until = world.clock() + timedelta(minutes=2)
    async with dying(world.database, world.clock()):
        assert len(await clocks.ALARMS.claim(world.database, 10, world.clock(), until)) == 1
        assert await due_digests(world) == []
    assert len(await due_digests(world)) == 1
    assert len(await due_digests(world)) == 1


async def test_turning_the_digest_off_cancels_its_alarm(world: World) -> None:
    """Turning the digest off cancels its alarm."""
    await set_options(world, world.anna, zone="Etc/UTC", digest="09:00")
    await set_options(world, world.anna, digest=None)
    assert await next_alarm(world) is None


async def test_another_zone_moves_the_digest(world: World) -> None:
    """A digest follows the player's time zone, and without a zone has no alarm."""
    await set_options(world, world.anna, zone="Etc/UTC", digest="09:00")
    await set_options(world, world.anna, zone="Asia/Tokyo")
    assert await next_alarm(world) == utc("2026-11-21 00:00")
    await set_options(world, world.anna, zone=None)
    assert await next_alarm(world) is None


@pytest.mark.on_both
async def test_a_late_digest_waits_for_the_end_of_quiet_hours(world: World) -> None:
    """A digest missed during downtime waits for the end of the player's quiet hours."""
    await set_options(world, world.anna, zone="Etc/UTC", quiet="22-8", digest="09:00")
    world.clock.now = utc("2026-11-21 23:00")
    assert await due_digests(world) == []
    assert await next_alarm(world) == utc("2026-11-22 08:00")
    world.clock.now = utc("2026-11-22 08:00")
    assert await due_digests(world) == [(f"{world.anna.id}:2026-11-22", world.anna_chat.id)]
    world.clock.now = utc("2026-11-22 09:00")
    assert len(await due_digests(world)) == 1


async def test_a_digest_needs_a_private_chat(world: World) -> None:
    """A digest is refused to a player without a private chat, and nothing is set."""
    dora, _ = await visit_chat(world.manager, "dora", "Dora", "table", "shared")
    await set_options(world, dora, zone="Etc/UTC")
    with refuses("no-private-chat"):
        await set_options(world, dora, digest="09:00")
    assert (await world.manager.people.player(dora.id)).digest is None
    assert await next_alarm(world) is None


async def test_a_digest_comes_on_the_platform_of_the_last_action(world: World) -> None:
    """A player with private chats on two platforms gets the digest where they acted last."""
    key = "far:anna"
    async with world.database.write() as connection:
        await people.add_chat(connection, "far", key, "private", world.anna.id, "en")
        await people.set_options(connection, world.anna.id, last_platform="web")
    await set_options(world, world.anna, zone="Etc/UTC", digest="09:00")
    game = await world.game(chats=(world.anna_chat, world.boris_chat))
    while game.to_act != world.anna.id:
        game = await world.turn(game, world.boris_chat)
    world.clock.now = utc("2026-11-21 09:00")
    assert [chat for _, chat in await due_digests(world)] == [world.anna_chat.id]
