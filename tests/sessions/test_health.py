"""Health: what is undelivered and overdue, and if the database accepts writes."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from bot.sessions import BackupWatch, Health, LoadedGame, Outbox
from bot.sessions.outbox import PostClaim
from storage import clocks, installation, outbox
from storage.tables import posts
from tests.sessions.delivering import deliver_to_page
from tests.sessions.world import World

MINUTE = timedelta(minutes=1)


async def test_an_idle_bot_reports_only_its_games(world: World) -> None:
    """With everything delivered only the number of open games is reported."""
    await world.game()
    await deliver_to_page(world)
    work = await Health(world.manager).workload()
    assert (work.backlogs, work.oldest, work.overdue, work.open_games) == ({}, None, None, 1)


async def test_a_backlog_is_as_old_as_its_oldest_notification(world: World) -> None:
    """Undelivered posts are counted, and their age is that of the oldest notification."""
    await world.game(chats=(world.anna_chat, world.boris_chat))
    world.clock.forward(minutes=5)
    work = await Health(world.manager).workload()
    assert work.backlogs["web"].posts > 1
    assert work.oldest == work.backlogs["web"].due_age == 5 * MINUTE


async def test_a_lagging_board_is_as_old_as_the_change(world: World, game: LoadedGame) -> None:
    """An undelivered edit is as old as the action that it shows, not as the game."""
    await deliver_to_page(world)
    while game.live.draft is None:
        game = await world.turn(game)
        await deliver_to_page(world)
    world.clock.forward(days=2)
    await world.manager.move(world.actor(world.mover(game)), game.id, str(game.live.draft.next_moves()[0]))
    world.clock.forward(minutes=1)
    assert (await Health(world.manager).workload()).oldest == MINUTE


async def test_a_redraw_has_no_age(world: World) -> None:
    """A board to be redrawn in a new theme is counted but has no age."""
    await world.game()
    await deliver_to_page(world)
    world.clock.forward(days=2)
    async with world.database.write() as connection:
        await outbox.redraw(connection, world.table.id)
    work = await Health(world.manager).workload()
    assert work.backlogs["web"].posts > 0
    assert work.oldest is None


async def test_a_paused_chat_is_counted_but_not_due(world: World) -> None:
    """An undelivered post in a paused chat ages but is not due."""
    await world.game()
    claims = Outbox(world.manager)
    for each in (await claims.claim({"web": 100})).claims:
        assert isinstance(each, PostClaim)
        await claims.pause_chat(each, timedelta(minutes=30))
    world.clock.forward(minutes=20)
    backlog = (await Health(world.manager).workload()).backlogs["web"]
    assert (backlog.age, backlog.due_age) == (20 * MINUTE, None)


@pytest.mark.on_both
async def test_an_unreachable_chat_is_not_counted(world: World) -> None:
    """Posts for an unreachable chat are not counted as undelivered."""
    await world.game()
    async with world.database.read() as connection:
        chats = (await connection.execute(select(posts.c.chat).distinct())).scalars().all()
    for chat in (world.anna_chat.id, world.boris_chat.id, *chats):
        await Outbox(world.manager).relocation.mark_unreachable(chat, [])
    assert (await Health(world.manager).workload()).backlogs == {}


@pytest.mark.on_both
async def test_an_alarm_is_overdue_from_its_moment_on(world: World) -> None:
    """An unhandled alarm is overdue from its time on, and not before."""
    async with world.database.write() as connection:
        await clocks.set_alarm(connection, "a kind", "a subject", world.clock.now + MINUTE)
    health = Health(world.manager)
    assert (await health.workload()).overdue is None
    world.clock.forward(minutes=3)
    assert (await health.workload()).overdue == 2 * MINUTE


async def test_the_test_write_leaves_nothing(world: World) -> None:
    """The test write changes nothing in the database."""
    before = await world.everything()
    await Health(world.manager).write()
    assert await world.everything() == before


async def test_a_read_only_database_is_reported(world: World) -> None:
    """The test write fails on a read-only database."""
    read_only = (
        "PRAGMA query_only = ON"
        if isinstance(world.database.place, Path)
        else "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY"
    )
    async with world.database.write() as connection:
        await connection.exec_driver_sql(read_only)
    with pytest.raises(SQLAlchemyError, match=r"readonly|read-only"):
        await Health(world.manager).write()


async def test_the_backup_age_is_that_of_the_last_good_backup(world: World) -> None:
    """The backup age counts from the last good backup; without one there is no age."""
    assert (await Health(world.manager).workload()).backup_age is None
    for made in (True, False):
        async with world.database.write() as connection:
            await installation.note_backup(connection, world.clock(), made=made)
        world.clock.forward(minutes=1)
    assert (await Health(world.manager).workload()).backup_age == 2 * MINUTE


@pytest.mark.parametrize(
    ("outcomes", "days", "logged"),
    [
        ([], 3, []),
        ([True], 2, []),
        ([True], 3, ["the last backup is too old"]),
        ([True, False], 3, ["the last backup is too old"]),
        ([False], 0, ["a backup failed and no earlier one exists"]),
        ([False, True], 1, []),
    ],
)
async def test_an_old_or_missing_backup_logs_a_warning(
    world: World, caplog: pytest.LogCaptureFixture, outcomes: list[bool], days: int, logged: list[str]
) -> None:
    """A backup older than two days, or a failed one without a good one, logs a warning."""
    for made in outcomes:
        async with world.database.write() as connection:
            await installation.note_backup(connection, world.clock(), made=made)
    world.clock.forward(days=days)
    await BackupWatch(world.manager).warn()
    assert caplog.messages == logged
