"""Strip clock: the time of each side of a game as a page can let it run, and why it stands still."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.rules import Side
from bot.sessions import LoadedGame, Stop
from bot.talk.catalog import Words


@dataclass(frozen=True, slots=True)
class StripClock:
    """What one side has left, at the moment at which the game is shown.

    Args:
        left: how much time.
        runs: whether it runs.
        still_in: after how much time it will stand still for a while; nothing, if not before it has run out.
        reason: why it stands still though the side is to act; else empty.
    """

    left: timedelta
    runs: bool
    still_in: timedelta | None = None
    reason: str = ""


def strip_clock(
    words: Words, game: LoadedGame, side: Side, now: datetime, stops: Sequence[Stop]
) -> StripClock | None:
    """Return the clock of a side; nothing, if the game has none, or is over.

    Args:
        words: the language.
        game: the game.
        side: the side.
        now: when it is shown.
        stops: when the time of the side that is to act stands still.
    """
    clock = game.clock
    if clock is None or game.is_over:
        return None
    if game.paused is not None:
        return StripClock(clock.bank(side), runs=False, reason=words.words("clock-paused"))
    if game.live.state.to_act is not side:
        return StripClock(clock.bank(side), runs=False)
    left = timedelta() if clock.is_told else clock.left(side, now, stops)
    if clock.due is None:
        return StripClock(left, runs=False, reason=words.words("clock-not-begun"))
    if any(starts <= now < ends for starts, ends in stops):
        return StripClock(left, runs=False, reason=words.words("clock-holiday"))
    later = [starts - now for starts, _ in stops if now < starts < clock.due]
    return StripClock(left, runs=left > timedelta(), still_in=min(later, default=None))
