"""Health: what is owed and overdue, and whether the database takes writes."""

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


async def test_where_nothing_is_to_be_done_nothing_is_told(world: World) -> None:
    """With everything delivered nothing is owed, nothing is overdue, and the games that are played count."""
    await world.game()
    await deliver_to_page(world)
    work = await Health(world.manager).workload()
    assert (work.backlogs, work.oldest, work.overdue, work.open_games) == ({}, None, None, 1)


async def test_what_is_owed_is_as_old_as_its_call(world: World) -> None:
    """Posts that nobody delivers are counted, and are owed since the oldest call in them was enqueued."""
    await world.game(chats=(world.hers, world.his))
    world.clock.forward(minutes=5)
    work = await Health(world.manager).workload()
    assert work.backlogs["web"].posts > 1
    assert work.oldest == work.backlogs["web"].due_age == 5 * MINUTE


async def test_a_board_that_lags_is_owed_since_the_game_has_changed(world: World, game: LoadedGame) -> None:
    """An edit that calls nobody is owed since the action that it shows, however old the game is."""
    await deliver_to_page(world)
    while game.live.draft is None:
        game = await world.turn(game)
        await deliver_to_page(world)
    world.clock.forward(days=2)
    await world.manager.move(world.actor(world.mover(game)), game.id, str(game.live.draft.next_moves()[0]))
    world.clock.forward(minutes=1)
    assert (await Health(world.manager).workload()).oldest == MINUTE


async def test_a_board_that_is_only_repainted_has_no_age(world: World) -> None:
    """A chat whose look was set owes its boards anew, but not since their games have changed."""
    await world.game()
    await deliver_to_page(world)
    world.clock.forward(days=2)
    async with world.database.write() as connection:
        await outbox.redraw(connection, world.table.id)
    work = await Health(world.manager).workload()
    assert work.backlogs["web"].posts > 0
    assert work.oldest is None


async def test_what_is_put_off_is_owed_but_not_due(world: World) -> None:
    """A chat that takes nothing for a while makes what is owed older, and does not make it due."""
    await world.game()
    claims = Outbox(world.manager)
    for each in (await claims.claim({"web": 100})).claims:
        assert isinstance(each, PostClaim)
        await claims.pause_chat(each, timedelta(minutes=30))
    world.clock.forward(minutes=20)
    backlog = (await Health(world.manager).workload()).backlogs["web"]
    assert (backlog.age, backlog.due_age) == (20 * MINUTE, None)


@pytest.mark.on_both
async def test_a_chat_that_is_gone_is_owed_nothing(world: World) -> None:
    """What waits in a chat that cannot be written to waits for a person, and is not counted."""
    await world.game()
    async with world.database.read() as connection:
        chats = (await connection.execute(select(posts.c.chat).distinct())).scalars().all()
    for chat in (world.hers.id, world.his.id, *chats):
        await Outbox(world.manager).relocation.mark_unreachable(chat, [])
    assert (await Health(world.manager).workload()).backlogs == {}


@pytest.mark.on_both
async def test_an_alarm_is_overdue_from_its_moment_on(world: World) -> None:
    """An alarm that is still to come is not overdue; one that nobody has handled is, by the time since."""
    async with world.database.write() as connection:
        await clocks.set_alarm(connection, "a kind", "a subject", world.clock.now + MINUTE)
    health = Health(world.manager)
    assert (await health.workload()).overdue is None
    world.clock.forward(minutes=3)
    assert (await health.workload()).overdue == 2 * MINUTE


async def test_a_write_that_is_tried_leaves_nothing(world: World) -> None:
    """After the database has taken a write everything is stored as before."""
    before = await world.everything()
    await Health(world.manager).write()
    assert await world.everything() == before


async def test_a_database_that_takes_no_writes_is_told(world: World) -> None:
    """A database that can only be read refuses the write that is tried."""
    read_only = (
        "PRAGMA query_only = ON"
        if isinstance(world.database.place, Path)
        else "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY"
    )
    async with world.database.write() as connection:
        await connection.exec_driver_sql(read_only)
    with pytest.raises(SQLAlchemyError, match=r"readonly|read-only"):
        await Health(world.manager).write()


async def test_copies_are_told_by_the_age_of_the_last_good_one(world: World) -> None:
    """One that fails later makes it no younger; without any there is no age."""
    assert (await Health(world.manager).workload()).backup_age is None
    for made in (True, False):
        async with world.database.write() as connection:
            await installation.note_backup(connection, world.clock(), made=made)
        world.clock.forward(minutes=1)
    assert (await Health(world.manager).workload()).backup_age == 2 * MINUTE


@pytest.mark.parametrize(
    ("outcomes", "days", "said"),
    [
        ([], 3, []),
        ([True], 2, []),
        ([True], 3, ["the last backup is too old"]),
        ([True, False], 3, ["the last backup is too old"]),
        ([False], 0, ["a backup failed and no earlier one exists"]),
        ([False, True], 1, []),
    ],
)
async def test_a_last_good_copy_that_is_too_old_is_warned_of(
    world: World, caplog: pytest.LogCaptureFixture, outcomes: list[bool], days: int, said: list[str]
) -> None:
    """Older than two days, or none while one failed; where none was tried the host may copy otherwise."""
    for made in outcomes:
        async with world.database.write() as connection:
            await installation.note_backup(connection, world.clock(), made=made)
    world.clock.forward(days=days)
    await BackupWatch(world.manager).warn()
    assert caplog.messages == said
