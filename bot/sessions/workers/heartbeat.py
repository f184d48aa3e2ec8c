"""Heartbeat: how long the bot, or a platform, did not work; players get that time back.

Once a minute it is noted that the bot works, and which platforms are reached. Where more than five minutes
lie between two notes, nobody could act meanwhile: what runs out later is put off by that gap, in the
transaction of the new note, so that it is given back once, whatever happens.

A machine without a clock battery starts in the past, and its clock is set right later. A process that starts
before the last note therefore holds the bot's clock: time goes on evenly from that note until the machine's
clock has caught up. What that clock is ahead by then is the time in which the bot did not work.
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
LOOK_SECONDS = 1.0
"""Between two looks at the database's files: so long, at most, is what players do written to a lost file."""
LONGEST_PAUSE = SILENCE
"""A longer time without a note is a gap. So is a difference between the wall clock and a monotonic one."""
BOT = "bot"
"""The name under which it is noted that the bot itself works: no platform has it."""
ZERO = "zero"
"""The name under which it is noted when the monotonic clock, by the wall clock, was at zero.

That moment stays where it is while nobody sets the wall clock and the machine is not started anew.
"""
INACCURACY = timedelta(seconds=1)
"""By less, that moment may seem to move by itself."""
LONGEST_HOLD = timedelta(hours=1)
"""How long a held clock waits for the machine's. Afterwards the last note counts as wrong."""


class Heartbeat:
    """Notes that the bot works, and gives back the time in which it, or a platform, did not.

    Args:
        manager: where time and the database come from.
        reached: True if each platform is reached now, by its name.
        monotonic: a clock in seconds that nobody sets.
        clock: the clock of the manager, if it is to follow the machine's here.
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
        """What both clocks showed at the last note of this process."""
        self._held: HeldClock | None = None

    async def watch(self, pause: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        """Look until cancelled whether the database's files are still those that the bot opened.

        Raises:
            LostDatabase: they are not. All writes are refused from then on.
        """
        while True:
            await pause(LOOK_SECONDS)
            await self._manager.database.must_be_in_place(pause)

    async def beat(self) -> None:
        """Note what works, if the last note is a minute old or a clock was set, and give back what is due."""
        machine, counted = self._now(), self._monotonic()
        set_back = timedelta()
        if self._last is not None:
            passed = machine - self._last[0]
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
            # While the bot did not work nobody knows what was reached: that time is given back already.
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
            # Before the transaction ends: whatever is done after it is counted by the clock as it is set.
            if self._clock:
                self._clock.followed = now, counted
        self._last, self._held = (machine, counted), held

    def _time(self, last: datetime | None, read: Reading, set_back: timedelta) -> _Time:
        """Return what time it is: as the machine's clock shows it, or as the held clock does.

        Args:
            last: the last note of any process, or None if there is none.
            read: what both clocks show.
            set_back: by how much the machine's clock was set back since this process's last note; at most 0.
        """
        machine, counted = read
        held = self._held
        if self._last is None and last is not None and last - machine > LONGEST_PAUSE:
            held = HeldClock(last, counted)
            logger.warning("the machine's clock lies before the last heartbeat and is not followed")
        if held is None or last is None:
            return _Time(machine, last, set_back)
        own = held.at(counted)
        if machine >= own:
            return _Time(machine, max(own, last))
        if last - machine <= LONGEST_PAUSE:  # another process follows the machine's clock
            return _Time(machine, last)
        if last == held.noted and own - held.shown > LONGEST_HOLD:
            logger.warning("the machine's clock is followed, although it lies before the last heartbeat")
            return _Time(machine, own, machine - own)
        return _Time(own, own, held=held)

    @asynccontextmanager
    async def _unless_it_fails(self) -> AsyncIterator[None]:
        """Let the clock follow the machine's only if what is due was put off too."""
        followed = self._clock.followed if self._clock else None
        try:
            yield
        except BaseException:
            if self._clock and followed:
                self._clock.followed = followed
            raise

    async def _give_back_own(self, connection: AsyncConnection, moment: _Time) -> timedelta:
        """Give back the time in which the bot did not work, or that a clock was set by; return how much.

        A clock that was set back while the bot worked takes as much: what runs out, runs out as long after
        the present as before. Where the last note is not of a later moment, another process has seen that.
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
    """What time it is at a heartbeat, and since when nobody could act, if that is long ago.

    Args:
        now: what time it is.
        since: the last moment at which the bot is known to have worked, by the same clock; None if unknown.
        set_back: by how much that clock was set back since; at most 0.
        held: the held clock, if the machine's is not followed.
    """

    now: datetime
    since: datetime | None
    set_back: timedelta = timedelta()
    held: HeldClock | None = None


async def _doubt_attempts(
    connection: AsyncConnection, now: datetime, zero: datetime, known: datetime | None
) -> None:
    """Trust no platform to know what was being sent when the bot ended, if nobody knows when that was.

    Args:
        zero: when the monotonic clock was at zero, by the wall clock as it is set now.
        known: the same, by the wall clock as it was set then.
    """
    is_steady = known is not None and abs(zero - known) < INACCURACY
    # Even so, what seems to lie in the future would soon seem to have been begun a moment ago.
    await deliveries.doubt_attempts(connection, now if is_steady else now - LONG_AGO, now - LONG_AGO)
