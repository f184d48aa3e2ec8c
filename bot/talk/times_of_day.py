"""Times of day: quiet hours and moments of the day, as people type them."""

from __future__ import annotations

import re

from bot.sessions import QuietHours, parse_time
from bot.sessions.errors import Refusal

_HOURS = re.compile(r"0?(\d{1,2})(?::00)?\s*[-–—]\s*0?(\d{1,2})(?::00)?", re.ASCII)


def quiet_hours(typed: str) -> str:
    """Return the quiet hours that were typed, as they are kept: `22-8`, `22:00 – 08:00`.

    Raises:
        Refusal: it says none.
    """
    hours = _HOURS.fullmatch(typed)
    try:
        return str(QuietHours.parse("-".join(hours.groups()) if hours else typed))
    except ValueError:
        raise Refusal("no-such-hours") from None


def time_of_day(typed: str) -> str:
    """Return the time of day that was typed, as it is kept: `09:00`, for `9` too.

    Raises:
        Refusal: it says none.
    """
    try:
        return f"{parse_time(typed):%H:%M}"
    except ValueError:
        raise Refusal("no-such-time") from None
