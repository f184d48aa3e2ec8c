"""Holidays: days that players announce, and in which their clocks are stopped."""

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
"""A holiday is refused if the player would then have more days of holiday than this in a calendar year."""
DAYS_AHEAD = 366
"""The most days between the announcement of a holiday and its first day."""
_DAY = timedelta(days=1)
ANNOUNCEMENTS_A_DAY = 4
"""The most holidays that a player can announce in a row, and on average per day.

There is a limit because each announcement sends messages to opponents.
"""


@dataclass(frozen=True, slots=True)
class Holiday:
    """A period of days in which a player's clocks are stopped.

    Args:
        player: the player's id.
        starts: the first moment: a midnight, or later if the holiday was announced on its first day.
        ends: the moment after the last: a midnight, or earlier if the player ended the holiday early.
        zone: the IANA name of the player's time zone at the announcement, in which the days are counted.
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
        """The date of the holiday's first day, in its time zone."""
        return self.starts.astimezone(ZoneInfo(self.zone)).date()

    @property
    def last(self) -> date:
        """The date of the holiday's last day, in its time zone."""
        return (self.ends - timedelta(microseconds=1)).astimezone(ZoneInfo(self.zone)).date()

    @property
    def ended_key(self) -> str:
        """The key in the posts that say that the player has ended the holiday early or cancelled it."""
        return f"{self.player}:{self.first}:{self.last}"

    @property
    def days(self) -> tuple[date, ...]:
        """The dates from the first day to the last; a day only partly in the holiday is one of them."""
        return tuple(self.first + _DAY * number for number in range((self.last - self.first).days + 1))


@dataclass(frozen=True, slots=True)
class EndedHoliday:
    """A holiday that its player ended early or cancelled.

    Args:
        first: the date of its first day.
        last: the date of its last day, as planned before it was ended.
    """

    player: Player
    first: date
    last: date


class Holidays:
    """Service that announces and ends holidays, and stops clocks during them.

    Args:
        clocks: the service that computes the deadlines of games.
    """

    def __init__(self, core: SessionCore, clocks: Clocks) -> None:
        self._core = core
        self._clocks = clocks
        self._announced: KeyedTokenBuckets[int] = KeyedTokenBuckets(
            ANNOUNCEMENTS_A_DAY, ANNOUNCEMENTS_A_DAY / _DAY.total_seconds(), core.clock
        )

    async def announce(self, actor: Actor, first: date, last: date) -> Holiday:
        """Announce a holiday of the actor from the day `first` to the day `last`, in their time zone.

        A holiday that begins today begins now. In the actor's games that are not asleep (long without an
        action), the actor's running deadlines become later if the holiday begins before them. The opponents
        get a silent message.

        Raises:
            Refusal: the actor has no time zone.
            Refusal: the holiday would begin before today, or end before it begins.
            Refusal: it would begin in more than `DAYS_AHEAD` days.
            Refusal: it overlaps another holiday of the actor.
            Refusal: it has more days than the actor has left in one of its years.
            Refusal: the actor has announced too many holidays recently.
            AlreadyDone: the same request was applied before.
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
            # A longer holiday is shortened to bound the work below. It still has too many days and is
            # refused.
            last = min(last, first + _DAY * 2 * DAYS_A_YEAR)
            starts, ends = max(now, _midnight(first, zone)), _midnight(last + _DAY, zone)
            holiday = Holiday(actor.player, starts, ends, zone)
            # Looked up are all holidays of the first day's year, which count against `DAYS_A_YEAR`, and all
            # since today, which stop clocks. One day more, because their time zone may be another.
            begun = min(first.replace(month=1, day=1), today)
            known = await clocks.holidays_of(connection, [actor.player], _midnight(begun, zone) - _DAY)
            if any(row.starts < ends and starts < row.ends for row in known):
                raise Refusal("holiday-overlaps")
            _must_be_left(holiday, map(Holiday.of, known))
            if (wait := self._announced.take(actor.player, 1)) is not None:
                raise Refusal("too-many-holidays", wait=wait)
            before = _as_stops(known)
            added = await clocks.add_holiday(connection, actor.player, starts, ends, now, zone)
            await self.move_deadlines(connection, actor.player, before, [*before, (starts, ends)])
            await self._announce_to_opponents(connection, actor.player, str(added))
            return holiday

    async def end(self, actor: Actor) -> Holiday:
        """End the actor's present holiday, or cancel their next one; return it with its original days.

        Days that have not begun can be taken again. The actor's running deadlines become earlier by the time
        that no longer counts as holiday (not in games that are asleep). Opponents get a silent message.

        Raises:
            Refusal: the actor has no present or future holiday.
            AlreadyDone: the same request was applied before.
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
            await self.move_deadlines(connection, actor.player, _as_stops(known), after)
            holiday = Holiday.of(ended)
            await self._announce_to_opponents(connection, actor.player, holiday.ended_key)
            return holiday

    async def of(self, player: int) -> list[Holiday]:
        """Return a player's present and future holidays, the earliest first."""
        async with self._core.database.read() as connection:
            return [
                Holiday.of(row) for row in await clocks.holidays_of(connection, [player], self._core.clock())
            ]

    async def holiday(self, holiday_id: int) -> tuple[Holiday, Player] | None:
        """Return the holiday with an id, and its player; None if it is over, was cancelled or is unknown."""
        async with self._core.database.read() as connection:
            row = await clocks.holiday(connection, holiday_id)
            if row is None or row.ends <= self._core.clock():
                return None
            player = player_of(await people.player(connection, row.player))
        return Holiday.of(row), player

    async def ended(self, key: str) -> EndedHoliday | None:
        """Return the holiday that was ended early or cancelled, if a post is about that; otherwise None.

        Args:
            key: the post's subject id: `Holiday.ended_key`, or the holiday's id for the post that announces
                it.
        """
        player, *days = key.split(":")
        if not days:
            return None
        first, last = map(date.fromisoformat, days)
        async with self._core.database.read() as connection:
            return EndedHoliday(player_of(await people.player(connection, int(player))), first, last)

    async def clock_stops(self, connection: AsyncConnection, player: int) -> list[ClockStop]:
        """Return the periods, present and future, in which a player's clocks are stopped."""
        return _as_stops(await clocks.holidays_of(connection, [player], self._core.clock()))

    async def move_deadlines(
        self,
        connection: AsyncConnection,
        player: int,
        before: list[ClockStop],
        after: list[ClockStop],
        but: Collection[str] = (),
    ) -> None:
        """Recompute when a player's time runs out in their games, after their holidays have changed.

        Games are left out if they are asleep, or if the player's time does not run or has run out. Do nothing
        if `before` and `after` are equal.

        Args:
            before: the periods of the holidays before the change.
            after: the periods of the holidays after the change.
            but: the ids of games that are not changed.
        """
        if before == after:
            return
        who = player_of(await people.player(connection, player))
        for game in await self._games(connection, player):
            if game.id not in but:
                await self._clocks.apply_holidays(connection, game, who, before, after)

    async def _announce_to_opponents(self, connection: AsyncConnection, player: int, key: str) -> None:
        """Post a message about a player's holiday in each chat where an opponent is notified of their game.

        Games against the computer player and games that are asleep are left out.

        Args:
            key: the posts' subject id: the holiday's id, or its `ended_key`.
        """
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
    """Check that a player has enough days of holiday left. A day in several holidays counts once.

    Args:
        wanted: the new holiday.
        others: the player's other holidays, at least all those in the same years.

    Raises:
        Refusal: the player has too few days left in one of the years.
    """
    had = {day for holiday in others for day in holiday.days}
    for year in sorted({day.year for day in wanted.days}):
        before = sum(day.year == year for day in had)
        if sum(day.year == year for day in had.union(wanted.days)) > DAYS_A_YEAR:
            raise Refusal("holiday-too-long", year=str(year), left=max(0, DAYS_A_YEAR - before))


def _as_stops(rows: Iterable[HolidayRow]) -> list[ClockStop]:
    return [(row.starts, row.ends) for row in rows]


def _midnight(day: date, zone: str) -> datetime:
    # In UTC, because Python subtracts two times of one zone as clocks show them, ignoring daylight saving.
    return datetime.combine(day, time(), ZoneInfo(zone)).astimezone(UTC)
