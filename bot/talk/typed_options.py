"""Typed options: settings whose values are typed freely, where the others have a few to choose from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.sessions.quiet_hours import QuietHours

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.talk.catalog import Words

OFF = "off"
"""Takes a typed option away."""


@dataclass(frozen=True, slots=True)
class TypedOption:
    """A setting of a player, which only he sees.

    Args:
        parse: makes what is kept of what was typed, in lower case. Raises `ValueError` where that means
            nothing.
        examples: what may be typed, for example.
        show: makes what is read of what is kept.
        needs_zone: whether it means nothing until the player's time zone is known.
    """

    parse: Callable[[str], str]
    examples: tuple[str, ...]
    show: Callable[[Words, str], str] = lambda _, kept: kept
    needs_zone: bool = False


def _quiet(typed: str) -> str:
    """Read `22-8`, `22:00 – 08:00` and the like."""
    hours = re.fullmatch(r"0?(\d{1,2})(?::00)?\s*[-–—]\s*0?(\d{1,2})(?::00)?", typed, re.ASCII)
    return str(QuietHours.parse("-".join(hours.groups()) if hours else typed))


TYPED_OPTIONS: Mapping[str, TypedOption] = {
    "quiet": TypedOption(_quiet, ("22-8",), needs_zone=True),
}
"""By their names, which are also those of the columns."""
