"""Holidays: a player's time stands still from the first day to the last, in his own zone."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from sqlalchemy import select

from bot.sessions import First, Holiday, LoadedGame, Options
from bot.sessions.game_clock import run_out, running_time, time_before
from storage.tables import posts
from tests.refused import refuses
from tests.sessions.delivering import deliver_to_page
from tests.sessions.test_clocks import BANK, DAY, THREE_DAYS, after_turn, clocked, handle_due_alarms, reload
from tests.sessions.world import World

HOUR = timedelta(hours=1)
START = datetime(2026, 11, 20, 18, tzinfo=UTC)


async def in_berlin(world: World) -> None:
    """Let Anna and Boris live in Berlin."""
    for who in (world.anna, world.boris):
        await world.manager.people.set_player_option(world.actor(who), "zone", "Europe/Berlin")


async def clocked_in_berlin(world: World) -> LoadedGame:
    """A game of three days a turn between two who live in Berlin."""
    await in_berlin(world)
    return await clocked(world)


pytestmark = pytest.mark.built(by=in_berlin)


@pytest.fixture
def berlin(world: World) -> World:
    """Anna and Boris live in Berlin; it is Friday, 20 November, 19:00 there."""
    return world


async def due(world: World, game: LoadedGame) -> datetime:
    """When the time that runs in a game has run out."""
    moment = (await world.row(game)).due
    assert moment is not None
    return moment


async def away(world: World, first: date, last: date) -> Holiday:
    """Let Anna announce holidays."""
    return await world.manager.holidays.announce(world.actor(world.anna, world.hers), first, last)


@pytest.mark.built(by=clocked_in_berlin)
async def test_a_due_time_moves_by_the_days_of_the_holiday(berlin: World, game: LoadedGame) -> None:
    """Two days of holidays within three days of time put the end off by two days, at once."""
    await deliver_to_page(berlin)
    await away(berlin, date(2026, 11, 22), date(2026, 11, 23))
    assert await due(berlin, game) == START + 5 * DAY


@pytest.mark.built(by=clocked_in_berlin)
async def test_a_holiday_after_the_time_has_run_out_moves_nothing(berlin: World, game: LoadedGame) -> None:
    """Who is away only after his time changes nothing by announcing that."""
    await deliver_to_page(berlin)
    await away(berlin, date(2026, 11, 24), date(2026, 12, 6))
    assert await due(berlin, game) == START + 3 * DAY


@pytest.mark.built(by=clocked_in_berlin)
async def test_an_hour_of_a_holiday_moves_an_end_by_that_hour(berlin: World, game: LoadedGame) -> None:
    """Time that begins an hour before the holiday is over loses that hour, and not two weekends."""
    await away(berlin, date(2026, 11, 21), date(2026, 11, 22))
    berlin.clock.now = datetime(2026, 11, 22, 22, tzinfo=UTC)  # 23:00 on the last day
    await deliver_to_page(berlin)
    assert await due(berlin, game) == berlin.clock.now + HOUR + 3 * DAY


@pytest.mark.built(by=clocked_in_berlin)
async def test_a_turn_that_comes_in_the_holiday_begins_at_its_end(berlin: World, game: LoadedGame) -> None:
    """Called to act in the middle of his holidays a player has all his time when they are over."""
    await deliver_to_page(berlin)
    await berlin.manager.holidays.announce(
        berlin.actor(berlin.boris, berlin.his), date(2026, 11, 21), date(2026, 11, 30)
    )
    berlin.clock.now += 2 * DAY
    await after_turn(berlin, game)
    await deliver_to_page(berlin)
    assert await due(berlin, game) == datetime(2026, 12, 3, 23, tzinfo=UTC)


async def test_a_game_begun_in_ones_holidays_takes_no_time_of_them(berlin: World) -> None:
    """Who accepts a challenge in his holidays, and is to move first, has all his time after them."""
    for who in (berlin.anna, berlin.boris):
        await berlin.option(who, auto_forced=False, auto_roll=False)
    await berlin.manager.holidays.announce(
        berlin.actor(berlin.boris, berlin.his), date(2026, 11, 20), date(2026, 11, 30)
    )
    options = Options(time_control=THREE_DAYS.time_control, first=First.OPPONENT)
    game = await berlin.game(options=options, chats=(berlin.hers, berlin.his))
    assert await due(berlin, game) == datetime(2026, 12, 3, 23, tzinfo=UTC)


async def test_who_moves_in_his_holidays_has_used_nothing_of_them(berlin: World) -> None:
    """A turn on the fifth day of the holidays costs the time before them alone."""
    game = await clocked(berlin, BANK)
    await deliver_to_page(berlin)
    await away(berlin, date(2026, 11, 22), date(2026, 11, 30))
    berlin.clock.now = datetime(2026, 11, 26, 12, tzinfo=UTC)
    moved = await after_turn(berlin, await reload(berlin, game))
    assert moved.clock is not None
    used = datetime(2026, 11, 21, 23, tzinfo=UTC) - START
    assert moved.clock.white == min(7 * DAY, 7 * DAY - used + DAY)


@pytest.mark.built(by=clocked_in_berlin)
async def test_an_opponents_holiday_moves_nothing_of_mine(berlin: World, game: LoadedGame) -> None:
    """Only his own time stands still."""
    await deliver_to_page(berlin)
    by = berlin.actor(berlin.boris, berlin.his)
    await berlin.manager.holidays.announce(by, date(2026, 11, 21), date(2026, 11, 30))
    assert await due(berlin, game) == START + 3 * DAY


@pytest.mark.built(by=clocked_in_berlin)
async def test_time_that_has_run_out_stays_so(berlin: World, game: LoadedGame) -> None:
    """Who announces holidays after his time has run out gets nothing back."""
    await deliver_to_page(berlin)
    berlin.clock.now += 3 * DAY
    await handle_due_alarms(berlin)
    before = await due(berlin, game)
    await away(berlin, date(2026, 11, 23), date(2026, 11, 30))
    assert await due(berlin, game) == before


@pytest.mark.built(by=clocked_in_berlin)
@pytest.mark.on_both
async def test_ending_them_early_gives_days_and_time_back(berlin: World, game: LoadedGame) -> None:
    """Ended after two of ten days, holidays have moved the end by those two, and eight can be had again."""
    await deliver_to_page(berlin)
    await away(berlin, date(2026, 11, 21), date(2026, 11, 30))
    berlin.clock.now = datetime(2026, 11, 22, 22, tzinfo=UTC)
    await berlin.manager.holidays.end(berlin.actor(berlin.anna, berlin.hers))
    assert await due(berlin, game) == START + 3 * DAY + 2 * DAY - HOUR
    await away(berlin, date(2026, 12, 1), date(2026, 12, 28))
    with refuses("holiday-too-long"):
        await away(berlin, date(2026, 12, 29), date(2026, 12, 29))


@pytest.mark.built(by=clocked_in_berlin)
async def test_holidays_that_have_not_begun_are_taken_back_whole(berlin: World, game: LoadedGame) -> None:
    """Taken back before they begin, holidays have moved nothing, and all their days can be had again."""
    await deliver_to_page(berlin)
    await away(berlin, date(2026, 11, 22), date(2026, 11, 30))
    await berlin.manager.holidays.end(berlin.actor(berlin.anna, berlin.hers))
    assert await due(berlin, game) == START + 3 * DAY
    assert await berlin.manager.holidays.of(berlin.anna.id) == []
    with refuses("no-holiday"):
        await berlin.manager.holidays.end(berlin.actor(berlin.anna, berlin.hers))


async def test_thirty_days_a_year(berlin: World) -> None:
    """In each calendar year thirty days can be had, across the turn of the year in both."""
    await away(berlin, date(2026, 12, 1), date(2026, 12, 28))
    with refuses("holiday-too-long", year="2026", left=2):
        await away(berlin, date(2026, 12, 29), date(2027, 1, 10))
    await away(berlin, date(2026, 12, 30), date(2026, 12, 31))
    await away(berlin, date(2027, 1, 1), date(2027, 1, 30))


async def test_holidays_are_never_in_the_past_and_never_twice(berlin: World) -> None:
    """A first day that is over, a last before the first, and days announced already are refused."""
    for first, last in ((date(2026, 11, 19), date(2026, 11, 25)), (date(2026, 11, 26), date(2026, 11, 25))):
        with refuses("past-holiday"):
            await away(berlin, first, last)
    await away(berlin, date(2026, 11, 22), date(2026, 11, 25))
    with refuses("holiday-overlaps"):
        await away(berlin, date(2026, 11, 25), date(2026, 11, 26))


async def test_holidays_begin_within_a_year(berlin: World) -> None:
    """A first day a year ahead can be had; one beyond that, and the last of all days, are refused."""
    await away(berlin, date(2027, 11, 20), date(2027, 11, 21))
    for far in (date(2027, 11, 22), date(9999, 12, 31)):
        with refuses("far-holiday"):
            await away(berlin, far, far)


async def test_holidays_of_thousands_of_years_are_refused_without_counting_their_days(berlin: World) -> None:
    """A last day at the end of all calendars is answered as any that is too late."""
    with refuses("holiday-too-long", year="2027", left=30):
        await away(berlin, date(2026, 12, 30), date(9999, 12, 31))


async def test_a_reminder_stays_before_holidays_that_begin_later(berlin: World) -> None:
    """A quarter of the time is left before the holidays begin: the reminder comes then, and not in them."""
    game = await clocked(berlin, BANK)
    await deliver_to_page(berlin)
    before = (await berlin.row(game)).remind_at
    assert before == START + 5.25 * DAY
    await away(berlin, date(2026, 11, 27), date(2026, 12, 6))
    assert (await berlin.row(game)).remind_at == before
    await berlin.manager.holidays.end(berlin.actor(berlin.anna, berlin.hers))
    assert (await berlin.row(game)).remind_at == before


async def test_a_reminder_moves_by_the_holidays_before_it(berlin: World) -> None:
    """Whether they are announced before the turn begins or after, a quarter of the time is left at it."""
    for early in (True, False):
        if early:
            await away(berlin, date(2026, 11, 22), date(2026, 11, 23))
        game = await clocked(berlin, BANK)
        await deliver_to_page(berlin)
        if not early:
            await away(berlin, date(2026, 11, 22), date(2026, 11, 23))
        assert (await berlin.row(game)).remind_at == START + 7.25 * DAY
        await berlin.manager.holidays.end(berlin.actor(berlin.anna, berlin.hers))


async def test_the_days_of_holidays_stay_the_same_in_another_zone(berlin: World) -> None:
    """Days are those of the zone of the announcement: who moves has neither more of them nor others."""
    await away(berlin, date(2026, 12, 1), date(2026, 12, 15))
    await berlin.manager.people.set_player_option(berlin.actor(berlin.anna), "zone", "America/New_York")
    await away(berlin, date(2026, 12, 16), date(2026, 12, 30))
    first, second = await berlin.manager.holidays.of(berlin.anna.id)
    assert (first.first, first.last) == (date(2026, 12, 1), date(2026, 12, 15))
    assert (second.first, second.last) == (date(2026, 12, 16), date(2026, 12, 30))


async def test_the_same_day_is_used_once(berlin: World) -> None:
    """Who ends his holidays at once and announces them anew has used this day once."""
    await away(berlin, date(2026, 11, 20), date(2026, 12, 19))
    berlin.clock.forward(minutes=1)
    await berlin.manager.holidays.end(berlin.actor(berlin.anna, berlin.hers))
    await away(berlin, date(2026, 11, 20), date(2026, 12, 19))


@pytest.mark.built(by=clocked_in_berlin)
async def test_holidays_are_announced_a_few_times_a_day(berlin: World) -> None:
    """Announcing and taking back writes to opponents four times at once, and then every six hours."""
    day = date(2026, 12, 1)
    for _ in range(4):
        await away(berlin, day, day)
        await berlin.manager.holidays.end(berlin.actor(berlin.anna, berlin.hers))
    with refuses("too-many-holidays", wait=6 * HOUR):
        await away(berlin, day, day)
    berlin.clock.forward(hours=6)
    await away(berlin, day, day)


@pytest.mark.built(by=clocked_in_berlin)
async def test_holidays_that_begin_today_begin_now(berlin: World, game: LoadedGame) -> None:
    """What of today is over already is no holiday."""
    await deliver_to_page(berlin)
    berlin.clock.now += HOUR
    await away(berlin, date(2026, 11, 20), date(2026, 11, 20))
    assert await due(berlin, game) == START + 3 * DAY + 4 * HOUR


@pytest.mark.built(by=None)
async def test_holidays_are_counted_in_a_zone(world: World) -> None:
    """Without a time zone nobody knows when a player's days begin."""
    with refuses("no-zone"):
        await away(world, date(2026, 11, 22), date(2026, 11, 25))


async def test_a_day_in_which_the_clock_is_set_has_its_own_length(berlin: World) -> None:
    """The day on which summer time begins has 23 hours, and stops a clock for as many."""
    berlin.clock.now = datetime(2027, 3, 27, 12, tzinfo=UTC)
    game = await clocked(berlin)
    await deliver_to_page(berlin)
    await away(berlin, date(2027, 3, 28), date(2027, 3, 28))
    assert await due(berlin, game) == berlin.clock.now + 3 * DAY + 23 * HOUR


@pytest.mark.built(by=clocked_in_berlin)
@pytest.mark.on_both
async def test_opponents_are_told_at_once_and_once(berlin: World) -> None:
    """Each chat in which an opponent is told of a game gets one line, which notifies nobody."""
    await clocked(berlin)
    await deliver_to_page(berlin)
    before = (await berlin.everything())["notifications"]
    await away(berlin, date(2026, 11, 22), date(2026, 11, 25))
    async with berlin.database.read() as connection:
        told = (await connection.execute(select(posts.c.chat).where(posts.c.subject == "holiday"))).scalars()
        assert list(told) == [berlin.his.id]
    assert (await berlin.everything())["notifications"] == before


@pytest.mark.built(by=clocked_in_berlin)
@pytest.mark.on_both
async def test_holidays_taken_back_can_be_announced_again(berlin: World) -> None:
    """Who takes announced holidays back can announce others, of which opponents are told by another post."""
    await deliver_to_page(berlin)
    await away(berlin, date(2026, 12, 1), date(2026, 12, 2))
    await berlin.manager.holidays.end(berlin.actor(berlin.anna, berlin.hers))
    await away(berlin, date(2026, 12, 5), date(2026, 12, 6))
    async with berlin.database.read() as connection:
        of = (await connection.execute(select(posts.c.subject_id).where(posts.c.subject == "holiday"))).all()
    assert len({each for (each,) in of if ":" not in each}) == 2


@pytest.mark.built(by=clocked_in_berlin)
@pytest.mark.on_both
async def test_opponents_are_told_of_an_early_end(berlin: World) -> None:
    """A holiday that is ended or taken back is announced where it was announced, and notifies nobody."""
    await deliver_to_page(berlin)
    before = (await berlin.everything())["notifications"]
    await away(berlin, date(2026, 12, 1), date(2026, 12, 2))
    ended = await berlin.manager.holidays.end(berlin.actor(berlin.anna, berlin.hers))
    async with berlin.database.read() as connection:
        rows = (await connection.execute(select(posts).where(posts.c.subject == "holiday"))).mappings().all()
    (told,) = [row for row in rows if row["subject_id"] == ended.ended_key]
    assert told["chat"] == berlin.his.id
    view = await berlin.manager.holidays.ended(told["subject_id"])
    assert view is not None
    assert (view.player.name, view.first, view.last) == ("Anna", date(2026, 12, 1), date(2026, 12, 2))
    assert (await berlin.everything())["notifications"] == before


@pytest.mark.parametrize(
    ("start", "time", "stops", "end"),
    [
        (0, 5, [], 5),
        (0, 5, [(2, 4)], 7),
        (3, 5, [(2, 4)], 9),
        (0, 5, [(5, 9)], 5),
        (0, 5, [(2, 4), (6, 8)], 9),
        (0, 5, [(2, 4), (7, 8)], 7),
    ],
)
def test_time_runs_out_beside_stops(start: int, time: int, stops: list[tuple[int, int]], end: int) -> None:
    """What falls into a stop before the time has run out is put behind it, and no more."""
    at = [(START + HOUR * begins, START + HOUR * ends) for begins, ends in stops]
    assert run_out(START + HOUR * start, HOUR * time, at) == START + HOUR * end
    assert running_time(START + HOUR * start, START + HOUR * end, at) == HOUR * time
    before = time_before(START + HOUR * end, HOUR * time, at)
    assert running_time(before, START + HOUR * end, at) == HOUR * time
    assert run_out(before, HOUR * time, at) == START + HOUR * end
