"""Reminders as they come: once a turn, over restarts, and never after it."""

from __future__ import annotations

from datetime import datetime, timedelta
from importlib import import_module
from pathlib import Path

import pytest
from sqlalchemy import update

from bot.rules import TimeControl
from bot.sessions import LoadedGame, Options, Outbox, Player, SessionManager
from bot.sessions.outbox.relocation import Relocation
from bot.sessions.workers import AlarmRunner, Heartbeat, Reminding
from storage import clocks
from storage.tables import games, posts
from tests.databases import dying
from tests.sessions.world import World, inhabited, second_manager

DAYS = timedelta(days=3)


def runner(manager: SessionManager) -> AlarmRunner:
    """Return what gives reminders."""
    return AlarmRunner(manager, Heartbeat(manager, {}), {}, [Reminding(manager).chore])


async def given(world: World) -> list[tuple[str, str, int, int]]:
    """Give what is due; return all reminders there are: key, cause, player and chat."""
    work = runner(world.manager)
    while await work.handle_due():
        pass
    query = (
        "SELECT subject_id, cause, player, chat FROM posts JOIN notifications ON post = posts.id"
        " WHERE subject = 'reminder' ORDER BY posts.id"
    )
    async with world.database.read() as connection:
        return [tuple(row) for row in (await connection.exec_driver_sql(query)).all()]


async def remind_at(world: World, game: LoadedGame) -> datetime | None:
    """Return when somebody is reminded of a game next."""
    return (await world.row(game)).remind_at


async def wishes(world: World, who: Player, **options: str) -> None:
    """Let a player set options."""
    for option, value in options.items():
        await world.manager.people.set_player_option(world.actor(who), option, value)


def waits_for(world: World, game: LoadedGame) -> Player:
    """Return who is to act."""
    return next(each for each in (world.anna, world.boris) if each.id == game.to_act)


async def with_clock(world: World, game: LoadedGame, hours: int) -> datetime:
    """Let a game have a clock that runs from now on; return when it runs out."""
    now = world.clock()
    due = now + timedelta(hours=hours)
    async with world.database.write() as connection:
        left = {"white_left": hours * 3600, "black_left": hours * 3600}
        await connection.execute(update(games).where(games.c.id == game.id).values(due=due, **left))
        await clocks.set_reminder(connection, game.id, now + timedelta(hours=hours * 0.75))
    return due


async def test_without_a_clock_a_reminder_comes_after_three_days(world: World, game: LoadedGame) -> None:
    """It comes at that minute and not before, once, in the chat where the player is told of the game."""
    assert await remind_at(world, game) == world.clock() + DAYS
    world.clock.now += DAYS - timedelta(minutes=1)
    assert await given(world) == []
    world.clock.forward(minutes=1)
    key = f"{game.id}:{game.turns}:202611231800"
    expected = [(key, f"reminder:{key}", game.to_act, world.table.id)]
    assert await given(world) == expected
    assert await remind_at(world, game) is None
    world.clock.forward(days=30)
    assert await given(world) == expected


async def test_a_game_from_before_there_were_reminders_has_the_same_one(tmp_path: Path) -> None:
    """What the migration sets for games that wait is what is set for a new turn, and only between people."""
    migration = import_module("storage.migrations.before.0016_clocks")
    async with inhabited(tmp_path / "nardy.db") as world:
        await world.game(chats=(world.hers, world.his))
        await world.manager.challenges.challenge_computer(world.actor(world.anna, world.hers), "long")
        before = (await world.everything())["games"]
        async with world.database.write() as connection:
            await connection.exec_driver_sql("UPDATE games SET remind_at = NULL")
            await connection.exec_driver_sql(migration._REMIND)  # noqa: SLF001 (our own)
        assert (await world.everything())["games"] == before


@pytest.mark.on_both
async def test_a_turn_that_begins_sets_its_own_reminder(world: World, game: LoadedGame) -> None:
    """With the turn of the other one the three days begin anew, and a step of a turn moves nothing."""
    world.clock.forward(days=1)
    before = await remind_at(world, game)
    if game.live.draft is None:
        game = await world.manager.roll(world.actor(world.mover(game)), game.id)
    draft = game.live.draft
    assert draft is not None
    step = await world.manager.move(world.actor(world.mover(game)), game.id, str(draft.next_moves()[0]))
    if step.turns == game.turns:
        assert await remind_at(world, game) == before
    await world.turn(game) if step.turns != game.turns else await finish(world, step)
    assert await remind_at(world, game) == world.clock() + DAYS


async def finish(world: World, game: LoadedGame) -> None:
    """Play the rest of a turn that is begun."""
    turns = game.turns
    while game.turns == turns and game.live.draft is not None and not game.live.draft.is_complete:
        step = str(game.live.draft.next_moves()[0])
        game = await world.manager.move(world.actor(world.mover(game)), game.id, step)
    if game.turns == turns:
        await world.manager.confirm(world.actor(world.mover(game)), game.id)


async def test_a_game_that_is_over_reminds_nobody(world: World, game: LoadedGame) -> None:
    """The end of a game takes its reminder away."""
    by, against = world.mover(game), world.waiting(game)
    await world.manager.resign(world.actor(by), game.id)
    if not (await world.manager.game(game.id)).is_over:
        await world.manager.answer(world.actor(against), game.id, accept=True)
    assert await remind_at(world, game) is None
    world.clock.forward(days=4)
    assert await given(world) == []


async def test_against_the_program_nobody_is_reminded(world: World) -> None:
    """The program is patient."""
    game = await world.manager.challenges.challenge_computer(
        world.actor(world.anna, world.hers), "long", Options()
    )
    assert await remind_at(world, game) is None


async def test_who_wishes_none_gets_none(world: World, game: LoadedGame) -> None:
    """With `off` there is no reminder, and setting it takes away what was still to come."""
    await wishes(world, waits_for(world, game), reminders="off")
    assert await remind_at(world, game) is None
    world.clock.forward(days=10)
    assert await given(world) == []


async def test_a_daily_reminder_comes_every_day_while_the_turn_lasts(world: World, game: LoadedGame) -> None:
    """With `daily` the first is followed by one a day, each a message of its own."""
    await wishes(world, waits_for(world, game), reminders="daily")
    for days in (3, 4, 5):
        world.clock.now = game.changed + timedelta(days=days)
        assert len(await given(world)) == days - 2
    game = await world.turn(game)
    assert await remind_at(world, game) == world.clock() + DAYS


async def test_a_game_that_sleeps_reminds_nobody(world: World, game: LoadedGame) -> None:
    """After thirty days without a move even who wishes to be reminded daily is left in peace."""
    await wishes(world, waits_for(world, game), reminders="daily")
    world.clock.now = game.changed + timedelta(days=31)
    assert await given(world) == []
    assert await remind_at(world, game) is None


async def test_a_bot_that_was_down_for_days_reminds_once(world: World, game: LoadedGame) -> None:
    """Of the days that were missed one reminder comes, and the next at its own time of day."""
    await wishes(world, waits_for(world, game), reminders="daily")
    world.clock.now = game.changed + timedelta(days=7, hours=5)
    assert len(await given(world)) == 1
    assert await remind_at(world, game) == game.changed + timedelta(days=8)


@pytest.mark.on_both
async def test_with_a_clock_no_reminder_comes_after_the_end(world: World, game: LoadedGame) -> None:
    """A bot that comes back after the time has run out reminds nobody any more."""
    due = await with_clock(world, game, 72)
    world.clock.now = due
    assert await given(world) == []
    assert await remind_at(world, game) is None


async def test_a_clock_that_runs_reminds_when_a_quarter_is_left(world: World, game: LoadedGame) -> None:
    """After fifty-four hours of three days."""
    await with_clock(world, game, 72)
    world.clock.forward(hours=54)
    assert len(await given(world)) == 1


@pytest.mark.parametrize(
    ("wish", "after"), [("daily", timedelta(days=1)), ("once", timedelta(hours=36)), ("off", None)]
)
@pytest.mark.on_both
async def test_two_more_days_bring_another_reminder(world: World, wish: str, after: timedelta | None) -> None:
    """A player who wants daily reminders gets one a day later, others when a quarter of the time is left."""
    game = await world.game(options=Options(time_control=TimeControl.for_each_turn(DAYS)))
    who = waits_for(world, game)
    await wishes(world, who, reminders=wish)
    await with_clock(world, game, 72)
    world.clock.forward(days=3)
    await given(world)
    assert await remind_at(world, game) is None
    async with world.database.write() as connection:
        await connection.execute(update(games).where(games.c.id == game.id).values(due_told=True))
    other = world.anna if who == world.boris else world.boris
    await world.manager.give_time(world.actor(other), game.id)
    assert await remind_at(world, game) == (None if after is None else world.clock() + after)


async def test_a_reminder_that_comes_late_waits_for_the_end_of_the_quiet_hours(
    world: World, game: LoadedGame
) -> None:
    """Where nobody looked at its time, it does not come at night either."""
    who = waits_for(world, game)
    await wishes(world, who, zone="Etc/UTC", quiet="22-8")
    world.clock.now = datetime.fromisoformat("2026-11-24T03:00:00+00:00")
    assert await given(world) == []
    assert await remind_at(world, game) == datetime.fromisoformat("2026-11-24T08:00:00+00:00")
    world.clock.now = datetime.fromisoformat("2026-11-24T08:00:00+00:00")
    assert len(await given(world)) == 1


async def test_nobody_is_reminded_on_his_holiday(world: World, game: LoadedGame) -> None:
    """What would come meanwhile comes when he is back."""
    who, now = waits_for(world, game), world.clock()
    async with world.database.write() as connection:
        await clocks.add_holiday(
            connection, who.id, now + timedelta(days=2), now + timedelta(days=9), now, "UTC"
        )
    world.clock.forward(days=3)
    assert await given(world) == []
    assert await remind_at(world, game) == now + timedelta(days=9)
    world.clock.forward(days=6)
    assert len(await given(world)) == 1


async def test_quiet_hours_move_the_reminders_of_games_that_wait(world: World, game: LoadedGame) -> None:
    """Set while a game waits, they move its reminder at once, and back where they are taken away."""
    who = waits_for(world, game)
    first = await remind_at(world, game)
    assert first is not None
    await wishes(world, who, zone="Europe/Berlin", quiet="18-20")
    assert await remind_at(world, game) == first - timedelta(hours=1, minutes=1)
    await wishes(world, who, zone="America/New_York")
    assert await remind_at(world, game) == first
    await world.manager.people.set_player_option(world.actor(who), "quiet", None)
    assert await remind_at(world, game) == first


async def test_setting_wishes_again_brings_no_second_reminder(world: World, game: LoadedGame) -> None:
    """Who was reminded of his turn and then sets the same wish again is not reminded twice."""
    world.clock.now += DAYS
    assert len(await given(world)) == 1
    for wish in ("off", "once"):
        await wishes(world, waits_for(world, game), reminders=wish)
    assert await remind_at(world, game) is None


@pytest.mark.on_both
async def test_what_a_dead_process_had_claimed_is_given_once(world: World) -> None:
    """A reminder that was claimed and not given is given after the claim, or a restart, and only once."""
    await world.game()
    world.clock.now += DAYS
    until = world.clock() + timedelta(minutes=2)
    async with dying(world.database, world.clock()):
        assert len(await clocks.REMINDERS.claim(world.database, 10, world.clock(), until)) == 1
        assert await given(world) == []
    world.manager = second_manager(world.database, world.clock)
    assert len(await given(world)) == 1
    assert len(await given(world)) == 1


async def test_a_fault_between_the_steps_gives_nothing_and_loses_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the reminder's message could not be added, the whole of it is tried again later."""
    from storage import outbox  # noqa: PLC0415 (its function is replaced)

    game = await world.game()
    world.clock.now += DAYS
    add = outbox.add_post

    async def fail(*_given: object, **_named: object) -> int:
        raise OSError

    monkeypatch.setattr(outbox, "add_post", fail)
    assert await given(world) == []
    assert await remind_at(world, game) == world.clock()
    monkeypatch.setattr(outbox, "add_post", add)
    world.clock.forward(minutes=1)
    assert len(await given(world)) == 1


async def test_whoever_acts_first_wins_against_the_reminder(world: World, game: LoadedGame) -> None:
    """A turn that is made while its reminder is claimed leaves nothing to remind of."""
    world.clock.now += DAYS
    until = world.clock() + timedelta(minutes=2)
    (row,) = await clocks.REMINDERS.claim(world.database, 10, world.clock(), until)
    after = await world.turn(game)
    async with world.database.write() as connection:
        await Reminding(world.manager).chore.handle(connection, row, until)
    assert await given(world) == []
    assert await remind_at(world, after) == world.clock() + DAYS


@pytest.mark.on_both
async def test_a_reminder_is_the_message_of_its_game(world: World, game: LoadedGame) -> None:
    """What is answered to a reminder means the game of which it reminds."""
    world.clock.now += DAYS
    ((key, *_),) = await given(world)
    async with world.database.write() as connection:
        await connection.execute(update(posts).where(posts.c.subject_id == key).values(message="m9"))
    assert await Outbox(world.manager).subject_of(world.table.id, "m9") == ("game", game.id)


async def test_a_reminder_follows_its_player_from_a_lost_chat(world: World, game: LoadedGame) -> None:
    """What was to be said in a chat that cannot be written to is said in his private chat."""
    who = waits_for(world, game)
    world.clock.now += DAYS
    await given(world)
    homes = [(each.id, f"me:{each.name.lower()}") for each in (world.anna, world.boris)]
    await Relocation(world.manager).mark_unreachable(world.table.id, homes)
    home = world.hers if who == world.anna else world.his
    assert [chat for *_, chat in await given(world)] == [home.id]


@pytest.mark.on_both
async def test_reminders_are_forgotten_after_a_week(world: World) -> None:
    """What a chat got, or was to get, is known for a week."""
    await world.game()
    world.clock.now += DAYS
    await given(world)
    world.clock.forward(days=7)
    await world.manager.forget_old()
    assert len(await given(world)) == 1
    world.clock.forward(minutes=1)
    await world.manager.forget_old()
    assert await given(world) == []


async def test_the_runner_looks_again_when_the_next_reminder_is_due(world: World, game: LoadedGame) -> None:
    """The earliest reminder is what it waits for."""
    async with world.database.read() as connection:
        assert await clocks.next_alarm(connection) is None
        assert await clocks.next_due(connection) == game.changed + DAYS
