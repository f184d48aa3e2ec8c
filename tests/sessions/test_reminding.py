"""Reminders in games: once a turn, across restarts, and never after the turn."""

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
    """Return an alarm runner that sends reminders."""
    return AlarmRunner(manager, Heartbeat(manager, {}), {}, [Reminding(manager).chore])


async def due_reminders(world: World) -> list[tuple[str, str, int, int]]:
    """Handle due reminders; return all reminders so far: key, cause, player and chat."""
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
    """Return when a game's next reminder is due."""
    return (await world.row(game)).remind_at


async def set_options(world: World, player: Player, **options: str) -> None:
    """Set a player's options."""
    for option, value in options.items():
        await world.manager.people.set_player_option(world.actor(player), option, value)


def player_to_act(world: World, game: LoadedGame) -> Player:
    """Return the player who is to act."""
    return next(each for each in (world.anna, world.boris) if each.id == game.to_act)


async def with_clock(world: World, game: LoadedGame, hours: int) -> datetime:
    """Give a game a clock that runs from now on; return its deadline."""
    now = world.clock()
    due = now + timedelta(hours=hours)
    async with world.database.write() as connection:
        left = {"white_left": hours * 3600, "black_left": hours * 3600}
        await connection.execute(update(games).where(games.c.id == game.id).values(due=due, **left))
        await clocks.set_reminder(connection, game.id, now + timedelta(hours=hours * 0.75))
    return due


async def test_without_a_clock_a_reminder_comes_after_three_days(world: World, game: LoadedGame) -> None:
    """Without a clock one reminder comes after three days, where the player is notified of the game."""
    assert await remind_at(world, game) == world.clock() + DAYS
    world.clock.now += DAYS - timedelta(minutes=1)
    assert await due_reminders(world) == []
    world.clock.forward(minutes=1)
    key = f"{game.id}:{game.turns}:202611231800"
    expected = [(key, f"reminder:{key}", game.to_act, world.table.id)]
    assert await due_reminders(world) == expected
    assert await remind_at(world, game) is None
    world.clock.forward(days=30)
    assert await due_reminders(world) == expected


async def test_the_migration_sets_the_same_reminders(tmp_path: Path) -> None:
    """The migration sets the same reminders as new turns do, and only between people."""
    migration = import_module("storage.migrations.before.0016_clocks")
    async with inhabited(tmp_path / "nardy.db") as world:
        await world.game(chats=(world.anna_chat, world.boris_chat))
        await world.manager.challenges.challenge_computer(world.actor(world.anna, world.anna_chat), "long")
        before = (await world.everything())["games"]
        async with world.database.write() as connection:
            await connection.exec_driver_sql("UPDATE games SET remind_at = NULL")
            await connection.exec_driver_sql(migration._REMIND)  # noqa: SLF001 (our own)
        assert (await world.everything())["games"] == before


@pytest.mark.on_both
async def test_each_turn_sets_its_own_reminder(world: World, game: LoadedGame) -> None:
    """Each turn begins the three days again, and a step of a turn moves nothing."""
    world.clock.forward(days=1)
    before = await remind_at(world, game)
    if game.live.draft is None:
        game = await world.manager.roll(world.actor(world.mover(game)), game.id)
    draft = game.live.draft
    assert draft is not None
    step = await world.manager.move(world.actor(world.mover(game)), game.id, str(draft.next_moves()[0]))
    if step.turns == game.turns:
        assert await remind_at(world, game) == before
    await world.turn(game) if step.turns != game.turns else await finish_turn(world, step)
    assert await remind_at(world, game) == world.clock() + DAYS


async def finish_turn(world: World, game: LoadedGame) -> None:
    """Play the rest of a turn."""
    turns = game.turns
    while game.turns == turns and game.live.draft is not None and not game.live.draft.is_complete:
        step = str(game.live.draft.next_moves()[0])
        game = await world.manager.move(world.actor(world.mover(game)), game.id, step)
    if game.turns == turns:
        await world.manager.confirm(world.actor(world.mover(game)), game.id)


async def test_a_finished_game_has_no_reminder(world: World, game: LoadedGame) -> None:
    """The end of a game removes its reminder."""
    by, against = world.mover(game), world.waiting(game)
    await world.manager.resign(world.actor(by), game.id)
    if not (await world.manager.game(game.id)).is_over:
        await world.manager.answer(world.actor(against), game.id, accept=True)
    assert await remind_at(world, game) is None
    world.clock.forward(days=4)
    assert await due_reminders(world) == []


async def test_a_game_against_the_computer_player_has_no_reminder(world: World) -> None:
    """A game against the computer player has no reminder."""
    game = await world.manager.challenges.challenge_computer(
        world.actor(world.anna, world.anna_chat), "long", Options()
    )
    assert await remind_at(world, game) is None


async def test_turning_reminders_off_removes_a_coming_one(world: World, game: LoadedGame) -> None:
    """Turning reminders off removes a coming one."""
    await set_options(world, player_to_act(world, game), reminders="off")
    assert await remind_at(world, game) is None
    world.clock.forward(days=10)
    assert await due_reminders(world) == []


async def test_a_daily_reminder_comes_every_day_while_the_turn_lasts(world: World, game: LoadedGame) -> None:
    """Daily reminders follow the first one every day until the turn ends."""
    await set_options(world, player_to_act(world, game), reminders="daily")
    for days in (3, 4, 5):
        world.clock.now = game.changed + timedelta(days=days)
        assert len(await due_reminders(world)) == days - 2
    game = await world.turn(game)
    assert await remind_at(world, game) == world.clock() + DAYS


async def test_an_idle_game_reminds_nobody(world: World, game: LoadedGame) -> None:
    """After thirty days without a move even daily reminders stop."""
    await set_options(world, player_to_act(world, game), reminders="daily")
    world.clock.now = game.changed + timedelta(days=31)
    assert await due_reminders(world) == []
    assert await remind_at(world, game) is None


async def test_a_bot_that_was_down_for_days_reminds_once(world: World, game: LoadedGame) -> None:
    """After days of downtime one reminder comes, and the next at its usual time of day."""
    await set_options(world, player_to_act(world, game), reminders="daily")
    world.clock.now = game.changed + timedelta(days=7, hours=5)
    assert len(await due_reminders(world)) == 1
    assert await remind_at(world, game) == game.changed + timedelta(days=8)


@pytest.mark.on_both
async def test_no_reminder_comes_after_the_deadline(world: World, game: LoadedGame) -> None:
    """A bot that comes back after the deadline sends no reminder."""
    due = await with_clock(world, game, 72)
    world.clock.now = due
    assert await due_reminders(world) == []
    assert await remind_at(world, game) is None


async def test_a_running_clock_reminds_when_a_quarter_is_left(world: World, game: LoadedGame) -> None:
    """With three days a turn the reminder comes after 54 hours."""
    await with_clock(world, game, 72)
    world.clock.forward(hours=54)
    assert len(await due_reminders(world)) == 1


@pytest.mark.parametrize(
    ("wish", "after"), [("daily", timedelta(days=1)), ("once", timedelta(hours=36)), ("off", None)]
)
@pytest.mark.on_both
async def test_two_more_days_bring_another_reminder(world: World, wish: str, after: timedelta | None) -> None:
    """When time is given, daily reminders come a day later and single ones when a quarter is left."""
    game = await world.game(options=Options(time_control=TimeControl.for_each_turn(DAYS)))
    player = player_to_act(world, game)
    await set_options(world, player, reminders=wish)
    await with_clock(world, game, 72)
    world.clock.forward(days=3)
    await due_reminders(world)
    assert await remind_at(world, game) is None
    async with world.database.write() as connection:
        await connection.execute(update(games).where(games.c.id == game.id).values(due_told=True))
    other = world.anna if player == world.boris else world.boris
    await world.manager.give_time(world.actor(other), game.id)
    assert await remind_at(world, game) == (None if after is None else world.clock() + after)


async def test_a_late_reminder_waits_for_the_end_of_quiet_hours(world: World, game: LoadedGame) -> None:
    """A reminder missed during downtime waits for the end of quiet hours."""
    player = player_to_act(world, game)
    await set_options(world, player, zone="Etc/UTC", quiet="22-8")
    world.clock.now = datetime.fromisoformat("2026-11-24T03:00:00+00:00")
    assert await due_reminders(world) == []
    assert await remind_at(world, game) == datetime.fromisoformat("2026-11-24T08:00:00+00:00")
    world.clock.now = datetime.fromisoformat("2026-11-24T08:00:00+00:00")
    assert len(await due_reminders(world)) == 1


async def test_a_reminder_waits_for_the_end_of_a_holiday(world: World, game: LoadedGame) -> None:
    """A reminder due during a holiday comes at its end."""
    player, now = player_to_act(world, game), world.clock()
    async with world.database.write() as connection:
        await clocks.add_holiday(
            connection, player.id, now + timedelta(days=2), now + timedelta(days=9), now, "UTC"
        )
    world.clock.forward(days=3)
    assert await due_reminders(world) == []
    assert await remind_at(world, game) == now + timedelta(days=9)
    world.clock.forward(days=6)
    assert len(await due_reminders(world)) == 1


async def test_quiet_hours_move_coming_reminders(world: World, game: LoadedGame) -> None:
    """Setting quiet hours moves a coming reminder at once, and removing them moves it back."""
    player = player_to_act(world, game)
    first = await remind_at(world, game)
    assert first is not None
    await set_options(world, player, zone="Europe/Berlin", quiet="18-20")
    assert await remind_at(world, game) == first - timedelta(hours=1, minutes=1)
    await set_options(world, player, zone="America/New_York")
    assert await remind_at(world, game) == first
    await world.manager.people.set_player_option(world.actor(player), "quiet", None)
    assert await remind_at(world, game) == first


async def test_setting_the_same_option_again_brings_no_second_reminder(
    world: World, game: LoadedGame
) -> None:
    """A player reminded already who turns reminders off and on is not reminded again."""
    world.clock.now += DAYS
    assert len(await due_reminders(world)) == 1
    for wish in ("off", "once"):
        await set_options(world, player_to_act(world, game), reminders=wish)
    assert await remind_at(world, game) is None


@pytest.mark.on_both
async def test_a_reminder_claimed_by_a_dead_process_comes_once(world: World) -> None:
    """A reminder claimed by a dead process comes once, after the process is found gone."""
    await world.game()
    world.clock.now += DAYS
    until = world.clock() + timedelta(minutes=2)
    async with dying(world.database, world.clock()):
        assert len(await clocks.REMINDERS.claim(world.database, 10, world.clock(), until)) == 1
        assert await due_reminders(world) == []
    world.manager = second_manager(world.database, world.clock)
    assert len(await due_reminders(world)) == 1
    assert len(await due_reminders(world)) == 1


async def test_a_failed_reminder_is_retried_whole(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reminder whose post could not be added is rolled back and retried a minute later."""
    from storage import outbox  # noqa: PLC0415 (patched below)

    game = await world.game()
    world.clock.now += DAYS
    add = outbox.add_post

    async def fail(*_given: object, **_named: object) -> int:
        raise OSError

    monkeypatch.setattr(outbox, "add_post", fail)
    assert await due_reminders(world) == []
    assert await remind_at(world, game) == world.clock()
    monkeypatch.setattr(outbox, "add_post", add)
    world.clock.forward(minutes=1)
    assert len(await due_reminders(world)) == 1


async def test_a_turn_played_during_a_claim_cancels_the_reminder(world: World, game: LoadedGame) -> None:
    """A turn played while its reminder is claimed cancels the reminder."""
    world.clock.now += DAYS
    until = world.clock() + timedelta(minutes=2)
    (row,) = await clocks.REMINDERS.claim(world.database, 10, world.clock(), until)
    after = await world.turn(game)
    async with world.database.write() as connection:
        await Reminding(world.manager).chore.handle(connection, row, until)
    assert await due_reminders(world) == []
    assert await remind_at(world, after) == world.clock() + DAYS


@pytest.mark.on_both
async def test_a_reminder_is_the_message_of_its_game(world: World, game: LoadedGame) -> None:
    """A reply to a reminder refers to its game."""
    world.clock.now += DAYS
    ((key, *_),) = await due_reminders(world)
    async with world.database.write() as connection:
        await connection.execute(update(posts).where(posts.c.subject_id == key).values(message="m9"))
    assert await Outbox(world.manager).subject_of(world.table.id, "m9") == ("game", game.id)


async def test_a_reminder_follows_its_player_from_a_lost_chat(world: World, game: LoadedGame) -> None:
    """An undelivered reminder in a lost chat moves to the player's private chat."""
    player = player_to_act(world, game)
    world.clock.now += DAYS
    await due_reminders(world)
    homes = [(each.id, f"me:{each.name.lower()}") for each in (world.anna, world.boris)]
    await Relocation(world.manager).mark_unreachable(world.table.id, homes)
    home = world.anna_chat if player == world.anna else world.boris_chat
    assert [chat for *_, chat in await due_reminders(world)] == [home.id]


@pytest.mark.on_both
async def test_reminders_are_deleted_after_a_week(world: World) -> None:
    """Reminders are deleted after a week."""
    await world.game()
    world.clock.now += DAYS
    await due_reminders(world)
    world.clock.forward(days=7)
    await world.manager.forget_old()
    assert len(await due_reminders(world)) == 1
    world.clock.forward(minutes=1)
    await world.manager.forget_old()
    assert await due_reminders(world) == []


async def test_the_next_reminder_sets_the_runners_wait(world: World, game: LoadedGame) -> None:
    """The alarm runner waits for the earliest reminder."""
    async with world.database.read() as connection:
        assert await clocks.next_alarm(connection) is None
        assert await clocks.next_due(connection) == game.changed + DAYS
