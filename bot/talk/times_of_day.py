"""Times of day: quiet hours and moments of the day, as people type them."""

from __future__ import annotations

import re

from bot.sessions.errors import NoSuchHours
from bot.sessions.quiet_hours import QuietHours

_HOURS = re.compile(r"0?(\d{1,2})(?::00)?\s*[-–—]\s*0?(\d{1,2})(?::00)?", re.ASCII)


def quiet_hours(typed: str) -> str:
    """Return the quiet hours that were typed, as they are kept: `22-8`, `22:00 – 08:00`.

    Raises:
        NoSuchHours: it says none.
    """
    hours = _HOURS.fullmatch(typed)
    try:
        return str(QuietHours.parse("-".join(hours.groups()) if hours else typed))
    except ValueError:
        raise NoSuchHours from None
