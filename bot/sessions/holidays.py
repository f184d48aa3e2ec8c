"""Holidays: players announce and end them; meanwhile their clocks stop (`Holidays.stop_clocks`)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.rules import Side
from bot.sessions.clocks import Clocks
from bot.sessions.core import SessionCore
from bot.sessions.errors import Refusal
from bot.sessions.game_clock import ClockStop
from bot.sessions.loaded_game import LoadedGame
from bot.sessions.mapping import player_of
from bot.sessions.rate_limits import KeyedTokenBuckets
from bot.sessions.values import Actor, Player
from storage import clocks, game_lists, outbox, people
from storage.rows import HolidayRow

DAYS_A_YEAR = 30
"""How many days of holiday a player has in each calendar year."""
DAYS_AHEAD = 366
"""How many days ahead of its first day a holiday can be announced."""
_DAY = timedelta(days=1)
ANNOUNCEMENTS_A_DAY = 4
"""How many holidays a player can announce at once, and per day in the long run.

The limit is there because each announcement sends messages to opponents.
"""


@dataclass(frozen=True, slots=True)
class Holiday:
    """Whole days in which a player's clocks are stopped.

    Args:
        starts: the first moment.
        ends: the moment after the last.
        zone: the player's time zone when it was announced, in which its days are counted.
    """

    player: int
    starts: datetime
    ends: datetime
    zone: str

    @classmethod
    def of(cls, row: HolidayRow) -> Holiday:
        """Return the holiday stored in a row."""
        return cls(row.player, row.starts, row.ends, row.zone)

    @property
    def first(self) -> date:
        """The holiday's first day."""
        return self.starts.astimezone(ZoneInfo(self.zone)).date()

    @property
    def last(self) -> date:
        """The holiday's last day."""
        return (self.ends - timedelta(microseconds=1)).astimezone(ZoneInfo(self.zone)).date()

    @property
    def ended_key(self) -> str:
        """The subject id of the posts that say that the holiday was ended early."""
        return f"{self.player}:{self.first}:{self.last}"

    @property
    def days(self) -> tuple[date, ...]:
        """The holiday's days; each counts as a whole one."""
        return tuple(self.first + _DAY * number for number in range((self.last - self.first).days + 1))


@dataclass(frozen=True, slots=True)
class EndedHoliday:
    """A holiday that its player ended early or cancelled.

    Args:
        first: the first day, as announced.
        last: the last day, as announced.
    """

    player: Player
    first: date
    last: date


class Holidays:
    """Announces and ends holidays, and stops clocks during them.

    Args:
        clocks: the clocks that are stopped.
    """

    def __init__(self, core: SessionCore, clocks: Clocks) -> None:
        self._core = core
        self._clocks = clocks
        self._announced: KeyedTokenBuckets[int] = KeyedTokenBuckets(
            ANNOUNCEMENTS_A_DAY, ANNOUNCEMENTS_A_DAY / _DAY.total_seconds(), core.clock
        )

    async def announce(self, actor: Actor, first: date, last: date) -> Holiday:
        """Announce a holiday from one day to another, in the player's time zone.

        A holiday that begins today begins now. The opponents get a silent message at once.

        Raises:
            Refusal: the player has no time zone.
            Refusal: it would begin in the past, or end before it begins.
            Refusal: it would begin in more than a year.
            Refusal: it overlaps another holiday of the player.
            Refusal: it has more days than the player has left in one of its years.
            Refusal: the player has announced too many recently.
            AlreadyDone: this was applied before.
        """
        async with self._core.action(actor) as connection:
            zone = player_of(await people.player(connection, actor.player)).zone
            if zone is None:
                raise Refusal("no-zone")
            now = self._core.clock()
            today = now.astimezone(ZoneInfo(zone)).date()
            if not today <= first <= last:
                raise Refusal("past-holiday")
            if first > today + _DAY * DAYS_AHEAD:
                raise Refusal("far-holiday")
            # Shortened to bound the work below; a longer holiday is refused all the same.
            last = min(last, first + _DAY * 2 * DAYS_A_YEAR)
            starts, ends = max(now, _midnight(first, zone)), _midnight(last + _DAY, zone)
            holiday = Holiday(actor.player, starts, ends, zone)
            # From the start of that year, because its earlier holidays count against `DAYS_A_YEAR`.
            begun = min(first.replace(month=1, day=1), today)
            known = await clocks.holidays_of(connection, [actor.player], _midnight(begun, zone) - _DAY)
            if any(row.starts < ends and starts < row.ends for row in known):
                raise Refusal("holiday-overlaps")
            _must_be_left(holiday, map(Holiday.of, known))
            if (wait := self._announced.take(actor.player, 1)) is not None:
                raise Refusal("too-many-holidays", wait=wait)
            before = _as_stops(known)
            added = await clocks.add_holiday(connection, actor.player, starts, ends, now, zone)
            await self.stop_clocks(connection, actor.player, before, [*before, (starts, ends)])
            await self._announce_to_opponents(connection, actor.player, str(added))
            return holiday

    async def end(self, actor: Actor) -> Holiday:
        """End the present holiday, or cancel the next one; its remaining days can be used again.

        The opponents get a silent message at once.

        Raises:
            Refusal: there is none.
            AlreadyDone: this was applied before.
        """
        async with self._core.action(actor) as connection:
            now = self._core.clock()
            known = await clocks.holidays_of(connection, [actor.player], now)
            if not known:
                raise Refusal("no-holiday")
            ended, *others = known
            after = _as_stops(others)
            if ended.starts < now:
                await clocks.end_holiday(connection, ended.id, now)
            else:
                await clocks.remove_holiday(connection, ended.id)
            await self.stop_clocks(connection, actor.player, _as_stops(known), after)
            holiday = Holiday.of(ended)
            await self._announce_to_opponents(connection, actor.player, holiday.ended_key)
            return holiday

    async def of(self, player: int) -> list[Holiday]:
        """Return a player's present and future holidays."""
        async with self._core.database.read() as connection:
            return [
                Holiday.of(row) for row in await clocks.holidays_of(connection, [player], self._core.clock())
            ]

    async def holiday(self, holiday_id: int) -> tuple[Holiday, Player] | None:
        """Return a holiday and its player, or None if it is over or was cancelled."""
        async with self._core.database.read() as connection:
            row = await clocks.holiday(connection, holiday_id)
            if row is None or row.ends <= self._core.clock():
                return None
            player = player_of(await people.player(connection, row.player))
        return Holiday.of(row), player

    async def ended(self, key: str) -> EndedHoliday | None:
        """Return the holiday that was ended early, or None if the key is that of an announced one.

        Args:
            key: the subject id of a post about a holiday.
        """
        player, *days = key.split(":")
        if not days:
            return None
        first, last = map(date.fromisoformat, days)
        async with self._core.database.read() as connection:
            return EndedHoliday(player_of(await people.player(connection, int(player))), first, last)

    async def clock_stops(self, connection: AsyncConnection, player: int) -> list[ClockStop]:
        """Return the present and future times in which a player's clocks are stopped."""
        return _as_stops(await clocks.holidays_of(connection, [player], self._core.clock()))

    async def stop_clocks(
        self,
        connection: AsyncConnection,
        player: int,
        before: list[ClockStop],
        after: list[ClockStop],
        but: Collection[str] = (),
    ) -> None:
        """Recompute when a player's time runs out in their games, after their holidays have changed.

        Args:
            before: the holidays before the change.
            after: the holidays after it.
            but: the ids of games to leave out.
        """
        if before == after:
            return
        who = player_of(await people.player(connection, player))
        for game in await self._games(connection, player):
            if game.id not in but:
                await self._clocks.apply_holidays(connection, game, who, before, after)

    async def _announce_to_opponents(self, connection: AsyncConnection, player: int, key: str) -> None:
        """Post a holiday in the chats where the opponents are notified of their games."""
        chats = set()
        for game in await self._games(connection, player):
            side = Side.WHITE if game.white.id == player else Side.BLACK
            if not game.player(side.other).is_computer:
                chats.add(game.chat_of(side.other))
        for chat in sorted(chat for chat in chats if chat is not None):
            await outbox.show_in(connection, "holiday", key, chat, 1)

    async def _games(self, connection: AsyncConnection, player: int) -> list[LoadedGame]:
        return await self._core.loaded(
            connection, await game_lists.games_of(connection, player, self._core.awake_since)
        )


def _must_be_left(wanted: Holiday, others: Iterable[Holiday]) -> None:
    """Check that a player has enough holidays left. A day that is part of several holidays counts once.

    Raises:
        Refusal: there are too few.
    """
    had = {day for holiday in others for day in holiday.days}
    for year in sorted({day.year for day in wanted.days}):
        before = sum(day.year == year for day in had)
        if sum(day.year == year for day in had.union(wanted.days)) > DAYS_A_YEAR:
            raise Refusal("holiday-too-long", year=str(year), left=max(0, DAYS_A_YEAR - before))


def _as_stops(rows: Iterable[HolidayRow]) -> list[ClockStop]:
    return [(row.starts, row.ends) for row in rows]


def _midnight(day: date, zone: str) -> datetime:
    # In UTC, because Python subtracts times of one zone by its clocks, ignoring summer time changes.
    return datetime.combine(day, time(), ZoneInfo(zone)).astimezone(UTC)
