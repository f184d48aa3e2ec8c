"""Holidays: a player's clock stops from the first day to the last, in the player's time zone."""

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
    """Set Anna's and Boris's time zone to Berlin."""
    for player in (world.anna, world.boris):
        await world.manager.people.set_player_option(world.actor(player), "zone", "Europe/Berlin")


async def clocked_in_berlin(world: World) -> LoadedGame:
    """A game with three days a turn between two players in Berlin."""
    await in_berlin(world)
    return await clocked(world)


pytestmark = pytest.mark.built(by=in_berlin)


@pytest.fixture
def berlin(world: World) -> World:
    """Anna and Boris in Berlin, where it is Friday, 20 November, 19:00."""
    return world


async def deadline(world: World, game: LoadedGame) -> datetime:
    """Return when the time that runs in a game runs out."""
    moment = (await world.row(game)).due
    assert moment is not None
    return moment


async def announce(world: World, first: date, last: date) -> Holiday:
    """Announce holidays for Anna."""
    return await world.manager.holidays.announce(world.actor(world.anna, world.anna_chat), first, last)


@pytest.mark.built(by=clocked_in_berlin)
async def test_a_deadline_moves_by_the_days_of_the_holiday(berlin: World, game: LoadedGame) -> None:
    """Two days of holidays within three days of time move the deadline by two days at once."""
    await deliver_to_page(berlin)
    await announce(berlin, date(2026, 11, 22), date(2026, 11, 23))
    assert await deadline(berlin, game) == START + 5 * DAY


@pytest.mark.built(by=clocked_in_berlin)
async def test_a_holiday_after_the_deadline_moves_nothing(berlin: World, game: LoadedGame) -> None:
    """A holiday that begins after the deadline does not move it."""
    await deliver_to_page(berlin)
    await announce(berlin, date(2026, 11, 24), date(2026, 12, 6))
    assert await deadline(berlin, game) == START + 3 * DAY


@pytest.mark.built(by=clocked_in_berlin)
async def test_the_last_hour_of_a_holiday_moves_a_deadline_by_an_hour(
    berlin: World, game: LoadedGame
) -> None:
    """Time that begins an hour before a holiday ends is delayed by that hour only."""
    await announce(berlin, date(2026, 11, 21), date(2026, 11, 22))
    berlin.clock.now = datetime(2026, 11, 22, 22, tzinfo=UTC)  # 23:00 on the last day
    await deliver_to_page(berlin)
    assert await deadline(berlin, game) == berlin.clock.now + HOUR + 3 * DAY


@pytest.mark.built(by=clocked_in_berlin)
async def test_a_turn_during_a_holiday_starts_its_clock_afterwards(berlin: World, game: LoadedGame) -> None:
    """A player notified during a holiday has the full time after it."""
    await deliver_to_page(berlin)
    await berlin.manager.holidays.announce(
        berlin.actor(berlin.boris, berlin.boris_chat), date(2026, 11, 21), date(2026, 11, 30)
    )
    berlin.clock.now += 2 * DAY
    await after_turn(berlin, game)
    await deliver_to_page(berlin)
    assert await deadline(berlin, game) == datetime(2026, 12, 3, 23, tzinfo=UTC)


async def test_a_game_begun_during_a_holiday_starts_its_clock_afterwards(berlin: World) -> None:
    """A player who accepts a challenge during a holiday and moves first has the full time after it."""
    for player in (berlin.anna, berlin.boris):
        await berlin.option(player, auto_forced=False, auto_roll=False)
    await berlin.manager.holidays.announce(
        berlin.actor(berlin.boris, berlin.boris_chat), date(2026, 11, 20), date(2026, 11, 30)
    )
    options = Options(time_control=THREE_DAYS.time_control, first=First.OPPONENT)
    game = await berlin.game(options=options, chats=(berlin.anna_chat, berlin.boris_chat))
    assert await deadline(berlin, game) == datetime(2026, 12, 3, 23, tzinfo=UTC)


async def test_a_turn_during_a_holiday_uses_only_the_time_before(berlin: World) -> None:
    """A turn played during a holiday uses only the time before the holiday."""
    game = await clocked(berlin, BANK)
    await deliver_to_page(berlin)
    await announce(berlin, date(2026, 11, 22), date(2026, 11, 30))
    berlin.clock.now = datetime(2026, 11, 26, 12, tzinfo=UTC)
    moved = await after_turn(berlin, await reload(berlin, game))
    assert moved.clock is not None
    used = datetime(2026, 11, 21, 23, tzinfo=UTC) - START
    assert moved.clock.white == min(7 * DAY, 7 * DAY - used + DAY)


@pytest.mark.built(by=clocked_in_berlin)
async def test_a_holiday_does_not_stop_the_opponents_clock(berlin: World, game: LoadedGame) -> None:
    """A holiday does not move the opponent's deadline."""
    await deliver_to_page(berlin)
    by = berlin.actor(berlin.boris, berlin.boris_chat)
    await berlin.manager.holidays.announce(by, date(2026, 11, 21), date(2026, 11, 30))
    assert await deadline(berlin, game) == START + 3 * DAY


@pytest.mark.built(by=clocked_in_berlin)
async def test_a_holiday_gives_no_time_back_after_the_deadline(berlin: World, game: LoadedGame) -> None:
    """Holidays announced after time ran out give nothing back."""
    await deliver_to_page(berlin)
    berlin.clock.now += 3 * DAY
    await handle_due_alarms(berlin)
    before = await deadline(berlin, game)
    await announce(berlin, date(2026, 11, 23), date(2026, 11, 30))
    assert await deadline(berlin, game) == before


@pytest.mark.built(by=clocked_in_berlin)
@pytest.mark.on_both
async def test_ending_a_holiday_early_returns_its_days(berlin: World, game: LoadedGame) -> None:
    """A holiday of ten days ended after two moves the deadline by two, and eight days remain available."""
    await deliver_to_page(berlin)
    await announce(berlin, date(2026, 11, 21), date(2026, 11, 30))
    berlin.clock.now = datetime(2026, 11, 22, 22, tzinfo=UTC)
    await berlin.manager.holidays.end(berlin.actor(berlin.anna, berlin.anna_chat))
    assert await deadline(berlin, game) == START + 3 * DAY + 2 * DAY - HOUR
    await announce(berlin, date(2026, 12, 1), date(2026, 12, 28))
    with refuses("holiday-too-long"):
        await announce(berlin, date(2026, 12, 29), date(2026, 12, 29))


@pytest.mark.built(by=clocked_in_berlin)
async def test_a_cancelled_holiday_moves_nothing(berlin: World, game: LoadedGame) -> None:
    """A holiday cancelled before it begins moves no deadline, and its days remain available."""
    await deliver_to_page(berlin)
    await announce(berlin, date(2026, 11, 22), date(2026, 11, 30))
    await berlin.manager.holidays.end(berlin.actor(berlin.anna, berlin.anna_chat))
    assert await deadline(berlin, game) == START + 3 * DAY
    assert await berlin.manager.holidays.of(berlin.anna.id) == []
    with refuses("no-holiday"):
        await berlin.manager.holidays.end(berlin.actor(berlin.anna, berlin.anna_chat))


async def test_holidays_have_thirty_days_a_year(berlin: World) -> None:
    """Thirty days of holidays are available in each calendar year; one across New Year counts in both."""
    await announce(berlin, date(2026, 12, 1), date(2026, 12, 28))
    with refuses("holiday-too-long", year="2026", left=2):
        await announce(berlin, date(2026, 12, 29), date(2027, 1, 10))
    await announce(berlin, date(2026, 12, 30), date(2026, 12, 31))
    await announce(berlin, date(2027, 1, 1), date(2027, 1, 30))


async def test_past_and_overlapping_holidays_are_refused(berlin: World) -> None:
    """Holidays that began in the past, end before they begin, or overlap others are refused."""
    for first, last in ((date(2026, 11, 19), date(2026, 11, 25)), (date(2026, 11, 26), date(2026, 11, 25))):
        with refuses("past-holiday"):
            await announce(berlin, first, last)
    await announce(berlin, date(2026, 11, 22), date(2026, 11, 25))
    with refuses("holiday-overlaps"):
        await announce(berlin, date(2026, 11, 25), date(2026, 11, 26))


async def test_holidays_begin_within_a_year(berlin: World) -> None:
    """A holiday that begins more than a year ahead is refused."""
    await announce(berlin, date(2027, 11, 20), date(2027, 11, 21))
    for far in (date(2027, 11, 22), date(9999, 12, 31)):
        with refuses("far-holiday"):
            await announce(berlin, far, far)


async def test_a_holiday_of_thousands_of_years_is_refused(berlin: World) -> None:
    """A holiday up to the last day of the calendar is refused as too long."""
    with refuses("holiday-too-long", year="2027", left=30):
        await announce(berlin, date(2026, 12, 30), date(9999, 12, 31))


async def test_a_later_holiday_does_not_move_a_reminder(berlin: World) -> None:
    """A reminder due before a holiday begins stays at its time."""
    game = await clocked(berlin, BANK)
    await deliver_to_page(berlin)
    before = (await berlin.row(game)).remind_at
    assert before == START + 5.25 * DAY
    await announce(berlin, date(2026, 11, 27), date(2026, 12, 6))
    assert (await berlin.row(game)).remind_at == before
    await berlin.manager.holidays.end(berlin.actor(berlin.anna, berlin.anna_chat))
    assert (await berlin.row(game)).remind_at == before


async def test_an_earlier_holiday_moves_a_reminder(berlin: World) -> None:
    """A holiday before a reminder moves it, announced before the turn or during it."""
    for early in (True, False):
        if early:
            await announce(berlin, date(2026, 11, 22), date(2026, 11, 23))
        game = await clocked(berlin, BANK)
        await deliver_to_page(berlin)
        if not early:
            await announce(berlin, date(2026, 11, 22), date(2026, 11, 23))
        assert (await berlin.row(game)).remind_at == START + 7.25 * DAY
        await berlin.manager.holidays.end(berlin.actor(berlin.anna, berlin.anna_chat))


async def test_the_days_of_holidays_stay_the_same_in_another_zone(berlin: World) -> None:
    """Announced holidays keep their days when the player's time zone changes."""
    await announce(berlin, date(2026, 12, 1), date(2026, 12, 15))
    await berlin.manager.people.set_player_option(berlin.actor(berlin.anna), "zone", "America/New_York")
    await announce(berlin, date(2026, 12, 16), date(2026, 12, 30))
    first, second = await berlin.manager.holidays.of(berlin.anna.id)
    assert (first.first, first.last) == (date(2026, 12, 1), date(2026, 12, 15))
    assert (second.first, second.last) == (date(2026, 12, 16), date(2026, 12, 30))


async def test_the_same_day_counts_once(berlin: World) -> None:
    """A day of a holiday that is ended and announced again counts once."""
    await announce(berlin, date(2026, 11, 20), date(2026, 12, 19))
    berlin.clock.forward(minutes=1)
    await berlin.manager.holidays.end(berlin.actor(berlin.anna, berlin.anna_chat))
    await announce(berlin, date(2026, 11, 20), date(2026, 12, 19))


@pytest.mark.built(by=clocked_in_berlin)
async def test_announcing_holidays_is_rate_limited(berlin: World) -> None:
    """Holidays can be announced four times at once, and then every six hours."""
    day = date(2026, 12, 1)
    for _ in range(4):
        await announce(berlin, day, day)
        await berlin.manager.holidays.end(berlin.actor(berlin.anna, berlin.anna_chat))
    with refuses("too-many-holidays", wait=6 * HOUR):
        await announce(berlin, day, day)
    berlin.clock.forward(hours=6)
    await announce(berlin, day, day)


@pytest.mark.built(by=clocked_in_berlin)
async def test_holidays_that_begin_today_begin_now(berlin: World, game: LoadedGame) -> None:
    """A holiday that begins today covers only the rest of today."""
    await deliver_to_page(berlin)
    berlin.clock.now += HOUR
    await announce(berlin, date(2026, 11, 20), date(2026, 11, 20))
    assert await deadline(berlin, game) == START + 3 * DAY + 4 * HOUR


@pytest.mark.built(by=None)
async def test_holidays_need_a_time_zone(world: World) -> None:
    """A player without a time zone cannot announce holidays."""
    with refuses("no-zone"):
        await announce(world, date(2026, 11, 22), date(2026, 11, 25))


async def test_the_day_summer_time_begins_stops_the_clock_for_23_hours(berlin: World) -> None:
    """A holiday on the day summer time begins stops the clock for 23 hours."""
    berlin.clock.now = datetime(2027, 3, 27, 12, tzinfo=UTC)
    game = await clocked(berlin)
    await deliver_to_page(berlin)
    await announce(berlin, date(2027, 3, 28), date(2027, 3, 28))
    assert await deadline(berlin, game) == berlin.clock.now + 3 * DAY + 23 * HOUR


@pytest.mark.built(by=clocked_in_berlin)
@pytest.mark.on_both
async def test_each_opponent_gets_one_post_about_a_holiday(berlin: World) -> None:
    """A holiday adds one post to each opponent's chat and notifies nobody."""
    await clocked(berlin)
    await deliver_to_page(berlin)
    before = (await berlin.everything())["notifications"]
    await announce(berlin, date(2026, 11, 22), date(2026, 11, 25))
    async with berlin.database.read() as connection:
        found = (await connection.execute(select(posts.c.chat).where(posts.c.subject == "holiday"))).scalars()
        assert list(found) == [berlin.boris_chat.id]
    assert (await berlin.everything())["notifications"] == before


@pytest.mark.built(by=clocked_in_berlin)
@pytest.mark.on_both
async def test_a_holiday_after_a_cancelled_one_has_a_new_post(berlin: World) -> None:
    """A holiday announced after a cancelled one adds another post for the opponents."""
    await deliver_to_page(berlin)
    await announce(berlin, date(2026, 12, 1), date(2026, 12, 2))
    await berlin.manager.holidays.end(berlin.actor(berlin.anna, berlin.anna_chat))
    await announce(berlin, date(2026, 12, 5), date(2026, 12, 6))
    async with berlin.database.read() as connection:
        of = (await connection.execute(select(posts.c.subject_id).where(posts.c.subject == "holiday"))).all()
    assert len({each for (each,) in of if ":" not in each}) == 2


@pytest.mark.built(by=clocked_in_berlin)
@pytest.mark.on_both
async def test_a_cancelled_holiday_adds_a_post_for_the_opponents(berlin: World) -> None:
    """A cancelled or ended holiday adds a post where it was announced and notifies nobody."""
    await deliver_to_page(berlin)
    before = (await berlin.everything())["notifications"]
    await announce(berlin, date(2026, 12, 1), date(2026, 12, 2))
    ended = await berlin.manager.holidays.end(berlin.actor(berlin.anna, berlin.anna_chat))
    async with berlin.database.read() as connection:
        rows = (await connection.execute(select(posts).where(posts.c.subject == "holiday"))).mappings().all()
    (row,) = [each for each in rows if each["subject_id"] == ended.ended_key]
    assert row["chat"] == berlin.boris_chat.id
    view = await berlin.manager.holidays.ended(row["subject_id"])
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
def test_stops_delay_a_deadline(start: int, time: int, stops: list[tuple[int, int]], end: int) -> None:
    """A stop delays a deadline by the part of it before the time runs out, and no more."""
    at = [(START + HOUR * begins, START + HOUR * ends) for begins, ends in stops]
    assert run_out(START + HOUR * start, HOUR * time, at) == START + HOUR * end
    assert running_time(START + HOUR * start, START + HOUR * end, at) == HOUR * time
    before = time_before(START + HOUR * end, HOUR * time, at)
    assert running_time(before, START + HOUR * end, at) == HOUR * time
    assert run_out(before, HOUR * time, at) == START + HOUR * end
