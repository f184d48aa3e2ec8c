"""Heartbeat: records when the bot and each platform work, and gives players the lost time back.

About once a minute it stores a heartbeat (the present time) of the bot and of each reachable platform. If
more than five minutes lie between two heartbeats of the bot, no player is thought to have been able to act
meanwhile, and every clock that runs is extended by that gap. A gap of a platform extends the clocks of
players who could use no other. Both are done in the transaction of the new heartbeat, so that they happen
exactly once.

A machine without a clock battery starts with a past date, and its clock is corrected later. So a process that
starts with a time well before the last heartbeat uses a substitute clock, which runs on from that heartbeat
until the machine's clock has passed it, usually for at most `LONGEST_HOLD`. By how much it has passed is the
time in which the bot did not work.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.clocks import SILENCE
from bot.sessions.manager import SessionManager
from bot.sessions.outbox.outbox import LONG_AGO
from bot.sessions.steady_clock import HeldClock, Reading, SteadyClock
from storage import deliveries, health

logger = logging.getLogger(__name__)

EVERY = timedelta(minutes=1)
"""The shortest time between two heartbeats of a process, unless the machine's clock is set."""
LOOK_SECONDS = 1.0
"""Seconds between two checks that the database's files are still in place.

Writes are refused once a second check, a second later, agrees. Until then, players' actions may be written to
a file that was deleted or replaced, and be lost.
"""
LONGEST_PAUSE = SILENCE
"""The longest time between two heartbeats that is no gap: five minutes.

Changes of the machine's clock by up to this are ignored too.
"""
BOT = "bot"
"""The name under which the bot's own heartbeat is stored; no platform has this name."""
ZERO = "zero"
"""The name under which the wall-clock time of the monotonic clock's zero is stored.

That time hardly changes unless the wall clock is set or the machine is restarted.
"""
INACCURACY = timedelta(seconds=1)
"""A change of the time stored under `ZERO` by less than this is an inaccuracy: no clock was set."""
LONGEST_HOLD = timedelta(hours=1)
"""How long a process that alone stores heartbeats uses the substitute clock.

That clock runs on from the last heartbeat while the machine's clock is behind it. After this time, the last
heartbeat's time counts as wrong.
"""


class Heartbeat:
    """Stores heartbeats, and gives players back the time in which the bot or a platform did not work.

    Args:
        manager: the database and the clock.
        reached: by platform, a function that returns True if the platform is reachable now.
        monotonic: a monotonic clock, in seconds.
        clock: the manager's clock, if it runs by itself and heartbeats must set it to the right time; else
            None.
    """

    def __init__(
        self,
        manager: SessionManager,
        reached: Mapping[str, Callable[[], bool]],
        monotonic: Callable[[], float] = time.monotonic,
        clock: SteadyClock | None = None,
    ) -> None:
        self._manager = manager
        self._reached = reached
        self._monotonic = monotonic
        self._clock = clock
        self._now = clock.machine if clock else manager.clock
        self._last: Reading | None = None
        """The times of the machine's and the monotonic clock at this process's last heartbeat, or None."""
        self._held: HeldClock | None = None

    async def watch(self, pause: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        """Check until cancelled that the database's files are still those that the bot opened.

        Raises:
            LostDatabase: a file was deleted or replaced. All writes are refused from then on.
        """
        while True:
            await pause(LOOK_SECONDS)
            await self._manager.database.must_be_in_place(pause)

    async def beat(self) -> None:
        """Store heartbeats of the bot and the reachable platforms; after a gap, extend players' clocks.

        If the machine's clock was set back, make deadlines earlier (see `_give_back_own`). Does nothing if
        this process's last heartbeat is less than a minute old by the machine's clock, unless that clock was
        set by five minutes or more since that heartbeat.
        """
        machine, counted = self._now(), self._monotonic()
        set_back = timedelta()
        if self._last is not None:
            passed = machine - self._last[0]
            # By how much the machine's clock was set since the last heartbeat: the monotonic one cannot be.
            difference = passed - timedelta(seconds=counted - self._last[1])
            if timedelta() <= passed < EVERY and abs(difference) < LONGEST_PAUSE:
                return
            set_back = min(timedelta(), difference)
        async with self._unless_it_fails(), self._manager.database.write() as connection:
            before = await health.last_heartbeats(connection)
            moment = self._time(before.get(BOT), (machine, counted), set_back)
            now, held = moment.now, moment.held
            zero = now - timedelta(seconds=counted)
            if self._last is None:
                await _doubt_attempts(connection, now, zero, before.get(ZERO))
            shift = await self._give_back_own(connection, moment)
            # The time in which the bot did not work is given back already: it must not count as an outage of
            # the platforms too.
            reached_last = {name: at + shift for name, at in before.items() if name not in (BOT, ZERO)}
            reached = {name for name, is_reached in self._reached.items() if is_reached()}
            back = {name for name in reached if now - reached_last.get(name, now) > LONGEST_PAUSE}
            if back:
                await self._manager.clocks.give_back_outage(connection, reached_last, back, now)
            beats = {ZERO: zero, **reached_last, **dict.fromkeys(reached, now)}
            if held is None or held.is_alone(before.get(BOT), counted):
                beats[BOT] = now
                held = held and replace(held, noted=now)
            await health.note_heartbeats(connection, beats)
            # Set the bot's clock before the transaction ends, so that every later action uses the new time.
            if self._clock:
                self._clock.followed = now, counted
        self._last, self._held = (machine, counted), held

    def _time(self, last: datetime | None, read: Reading, set_back: timedelta) -> _Time:
        """Return the time by the machine's clock, or by the substitute clock if one is needed.

        Args:
            last: the last heartbeat of the bot, by any process; None if there is none.
            read: what the machine's clock and the monotonic clock show now.
            set_back: by how much the machine's clock was set back since this process's last heartbeat, as a
                negative time; 0 if it was not.
        """
        machine, counted = read
        held = self._held
        if self._last is None and last is not None and last - machine > LONGEST_PAUSE:
            held = HeldClock(last, counted)
            behind = (last - machine).total_seconds()
            logger.warning(
                "machine clock behind the last heartbeat, counting on from that heartbeat instead",
                extra={"seconds": behind},
            )
        if held is None or last is None:
            return _Time(machine, last, set_back)
        own = held.at(counted)
        if machine >= own:
            return _Time(machine, max(own, last))
        if last - machine <= LONGEST_PAUSE:  # another process has stored it by the machine's clock
            return _Time(machine, last)
        if last == held.noted and own - held.shown > LONGEST_HOLD:
            behind = (last - machine).total_seconds()
            logger.warning(
                "machine clock still behind the last heartbeat, using it nevertheless",
                extra={"seconds": behind},
            )
            return _Time(machine, own, machine - own)
        return _Time(own, own, held=held)

    @asynccontextmanager
    async def _unless_it_fails(self) -> AsyncIterator[None]:
        """If the block raises, undo the change that it made to the bot's clock."""
        followed = self._clock.followed if self._clock else None
        try:
            yield
        except BaseException:
            if self._clock and followed:
                self._clock.followed = followed
            raise

    async def _give_back_own(self, connection: AsyncConnection, moment: _Time) -> timedelta:
        """Move players' deadlines by the time in which the bot did not work; return by how much.

        Gaps of at most `LONGEST_PAUSE` are ignored. If the machine's clock was set back by more than that
        while the bot worked, deadlines become earlier by as much (a negative time), so that each player has
        as much time left as before. If the last heartbeat is then not later than now, another process has
        moved them already. Return 0 if nothing was moved.
        """
        now, last, set_back = moment.now, moment.since, moment.set_back
        if last is None:
            return timedelta()
        gap = now - last
        if gap > LONGEST_PAUSE:
            await self._manager.clocks.give_back(connection, last, gap)
            return gap
        if set_back < -LONGEST_PAUSE and last > now:
            await self._manager.clocks.give_back(connection, last, set_back)
            return set_back
        return timedelta()


@dataclass(frozen=True, slots=True)
class _Time:
    """The time at a heartbeat, and since when the bot did not work.

    Args:
        now: the time now.
        since: the last moment at which the bot is known to have worked, by the same clock; None if unknown.
        set_back: by how much that clock was set back since, as a negative time; else 0.
        held: the substitute clock that `now` was read from, or None if it is the machine's.
    """

    now: datetime
    since: datetime | None
    set_back: timedelta = timedelta()
    held: HeldClock | None = None


async def _doubt_attempts(
    connection: AsyncConnection, now: datetime, zero: datetime, known: datetime | None
) -> None:
    """Mark pending delivery attempts that notify a player, and whose age is unknown, as too old for a nonce.

    A nonce is the key by which a platform recognises a retry for a while. The age is unknown if the clock
    was set. Attempts dated in the future are always marked; all others only if the clock was set or the
    machine restarted since the last heartbeat.

    Args:
        zero: the wall-clock time of the monotonic clock's zero, by the present setting of the wall clock.
        known: the same as stored with the last heartbeat; None if there was none.
    """
    is_steady = known is not None and abs(zero - known) < INACCURACY
    # An attempt dated in the future would later look as if it had just begun: it is marked in any case.
    await deliveries.reset_attempts(connection, now if is_steady else now - LONG_AGO, now - LONG_AGO)
