"""Holidays: announced by a player to his opponents; his time stands still meanwhile."""

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
from bot.sessions.rate_limits import TokenBuckets
from bot.sessions.values import Actor, Player
from storage import clocks, game_lists, outbox, people
from storage.rows import HolidayRow

DAYS_A_YEAR = 30
DAYS_AHEAD = 366
"""So many days before its first one a holiday can be announced."""
_DAY = timedelta(days=1)
ANNOUNCED_A_DAY = 4
"""So often a player can announce holidays at once, and in the long run a day: opponents are written to."""


@dataclass(frozen=True, slots=True)
class Holiday:
    """Whole days in which a player's time stands still.

    Args:
        player: whose.
        starts: its first moment.
        ends: the moment after its last.
        zone: the player's time zone when it was announced, by which its days are counted.
    """

    player: int
    starts: datetime
    ends: datetime
    zone: str

    @classmethod
    def of(cls, row: HolidayRow) -> Holiday:
        """Return the holiday that a row holds."""
        return cls(row.player, row.starts, row.ends, row.zone)

    @property
    def first(self) -> date:
        """Its first day."""
        return self.starts.astimezone(ZoneInfo(self.zone)).date()

    @property
    def last(self) -> date:
        """Its last day."""
        return (self.ends - timedelta(microseconds=1)).astimezone(ZoneInfo(self.zone)).date()

    @property
    def ended_key(self) -> str:
        """What a post carries that says that the holiday was ended early."""
        return f"{self.player}:{self.first}:{self.last}"

    @property
    def days(self) -> tuple[date, ...]:
        """Its days, each of which counts as a whole one."""
        return tuple(self.first + _DAY * number for number in range((self.last - self.first).days + 1))


@dataclass(frozen=True, slots=True)
class EndedHoliday:
    """A holiday that its player has ended early or taken back.

    Args:
        first: its first day, as announced.
        last: its last day, as announced.
    """

    player: Player
    first: date
    last: date


class Holidays:
    """Holidays, as their players announce and end them.

    Args:
        core: what actions stand on.
        clocks: the clocks that stand still meanwhile.
    """

    def __init__(self, core: SessionCore, clocks: Clocks) -> None:
        self._core = core
        self._clocks = clocks
        self._announced: TokenBuckets[int] = TokenBuckets(
            ANNOUNCED_A_DAY, ANNOUNCED_A_DAY / _DAY.total_seconds(), core.clock
        )

    async def announce(self, actor: Actor, first: date, last: date) -> Holiday:
        """Announce a holiday from the first moment of a day to the last of another, in the player's zone.

        Where it begins today it begins now. His opponents are told at once, without a notification.

        Raises:
            Refusal: the player has no time zone.
            Refusal: it would begin in the past, or end before it begins.
            Refusal: it would begin in more than a year.
            Refusal: he has another one then.
            Refusal: it has more days than he has left in one of its years.
            Refusal: he has announced so many of late.
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
            # No more is looked at than two years allow: what is longer is refused all the same.
            last = min(last, first + _DAY * 2 * DAYS_A_YEAR)
            starts, ends = max(now, _midnight(first, zone)), _midnight(last + _DAY, zone)
            holiday = Holiday(actor.player, starts, ends, zone)
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
            await self._tell(connection, actor.player, str(added))
            return holiday

    async def end(self, actor: Actor) -> Holiday:
        """End the holiday that goes on, or take the next one back; its other days can be had again.

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
            await self._tell(connection, actor.player, holiday.ended_key)
            return holiday

    async def of(self, player: int) -> list[Holiday]:
        """Return the holidays of a player that are not over."""
        async with self._core.database.read() as connection:
            return [
                Holiday.of(row) for row in await clocks.holidays_of(connection, [player], self._core.clock())
            ]

    async def holiday(self, holiday_id: int) -> tuple[Holiday, Player] | None:
        """Return a holiday, unless it is over or was taken back, with the player whose it is."""
        async with self._core.database.read() as connection:
            row = await clocks.holiday(connection, holiday_id)
            if row is None or row.ends <= self._core.clock():
                return None
            player = player_of(await people.player(connection, row.player))
        return Holiday.of(row), player

    async def ended(self, key: str) -> EndedHoliday | None:
        """Return the holiday that was ended early, or None if the key is that of an announced one.

        Args:
            key: what a post of the subject `holiday` carries.
        """
        player, *days = key.split(":")
        if not days:
            return None
        first, last = map(date.fromisoformat, days)
        async with self._core.database.read() as connection:
            return EndedHoliday(player_of(await people.player(connection, int(player))), first, last)

    async def clock_stops(self, connection: AsyncConnection, player: int) -> list[ClockStop]:
        """Return from when to when the time of a player stands still from now on."""
        return _as_stops(await clocks.holidays_of(connection, [player], self._core.clock()))

    async def stop_clocks(
        self,
        connection: AsyncConnection,
        player: int,
        before: list[ClockStop],
        after: list[ClockStop],
        but: Collection[str] = (),
    ) -> None:
        """Let the time of a player run out by other stops in all his games, but for some."""
        if before == after:
            return
        who = player_of(await people.player(connection, player))
        for game in await self._games(connection, player):
            if game.id not in but:
                await self._clocks.apply_holidays(connection, game, who, before, after)

    async def _tell(self, connection: AsyncConnection, player: int, key: str) -> None:
        """Announce a holiday in the chats that call the opponents to their games."""
        told = set()
        for game in await self._games(connection, player):
            side = Side.WHITE if game.white.id == player else Side.BLACK
            if not game.player(side.other).is_computer:
                told.add(game.chat_of(side.other))
        for chat in sorted(chat for chat in told if chat is not None):
            await outbox.show_in(connection, "holiday", key, chat, 1)

    async def _games(self, connection: AsyncConnection, player: int) -> list[LoadedGame]:
        return await self._core.loaded(
            connection, await game_lists.games_of(connection, player, self._core.awake_since)
        )


def _must_be_left(wanted: Holiday, others: Iterable[Holiday]) -> None:
    """Check that a player has so many days left. A day that was one of another holiday too counts once.

    Raises:
        Refusal: he has not.
    """
    had = {day for holiday in others for day in holiday.days}
    for year in sorted({day.year for day in wanted.days}):
        before = sum(day.year == year for day in had)
        if sum(day.year == year for day in had.union(wanted.days)) > DAYS_A_YEAR:
            raise Refusal("holiday-too-long", year=str(year), left=max(0, DAYS_A_YEAR - before))


def _as_stops(rows: Iterable[HolidayRow]) -> list[ClockStop]:
    return [(row.starts, row.ends) for row in rows]


def _midnight(day: date, zone: str) -> datetime:
    # In UTC: between two moments of one zone Python counts what its clocks show, and not what has passed.
    return datetime.combine(day, time(), ZoneInfo(zone)).astimezone(UTC)
