"""Tab limits: how much one person may send, and how many new people may come from one address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.chats.rate_limit import RateLimit

if TYPE_CHECKING:
    from collections.abc import Callable

HELLO_COSTS = 4
"""Frames that a hello counts as: it is answered with what the rooms show, and leads to a new connection."""

SHORTEST_PAUSE = 1.0
"""Seconds for which at least nothing more is read from a tab that asked for too much."""

_FRAMES_AT_ONCE = 40
_FRAMES_PER_SECOND = 10.0
_NEW_ACCOUNTS_AT_ONCE = 12
_NEW_ACCOUNTS_PER_SECOND = 1 / 60


def frame_limit(clock: Callable[[], float]) -> RateLimit:
    """Return what all tabs of a person together may send."""
    return RateLimit(_FRAMES_AT_ONCE, _FRAMES_PER_SECOND, clock)


def new_account_limit(clock: Callable[[], float]) -> RateLimit:
    """Return how many people who have had no account yet may get one from one address."""
    return RateLimit(_NEW_ACCOUNTS_AT_ONCE, _NEW_ACCOUNTS_PER_SECOND, clock)
