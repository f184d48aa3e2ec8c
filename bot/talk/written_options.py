"""Written options: settings with too many values for a button each, and how those are read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.talk.times_of_day import quiet_hours, time_of_day
from bot.talk.zones import zone_called, zone_names

NOT_SET = "none"
OFF = "off"
"""What is typed to have no value, and what is shown then."""


@dataclass(frozen=True, slots=True)
class WrittenValue:
    """A value of an option that has too many for a button each.

    Args:
        form: what it is, for who has a field of its own for that.
        read: returns the value that a text means, or raises a refusal.
        example: what may be typed.
        suggested: returns what completion offers.
        is_own: whether it is a player's alone, which nobody else reads, and is meant in his time zone.
    """

    form: str
    read: Callable[[str], str]
    example: str
    suggested: Callable[[], tuple[str, ...]] = tuple
    is_own: bool = False


WRITTEN = {
    "quiet": WrittenValue("hours", quiet_hours, "22-8", is_own=True),
    "digest": WrittenValue("time", time_of_day, "09:00", is_own=True),
    "zone": WrittenValue("zone", zone_called, "Europe/Berlin", zone_names),
}
"""The options that can be more than their values: how that is read."""
