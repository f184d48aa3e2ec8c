"""Tab limits: how much one person may send, and how many new people may come from one address."""

from __future__ import annotations

from collections.abc import Callable

from bot.chats.web.connection_limits import RateByAddress
from bot.chats.web.from_page import FromPage, LookAt, MakeSignInCode, ShowLobby, SitDown
from bot.sessions import RateLimit

HELLO_COSTS = 4
"""Frames that a hello counts as: it is answered with what the rooms show, and leads to a new connection."""

CODE_COSTS = 5
"""Frames that a seat code counts as: it is written down, and its QR code is drawn."""

LOBBY_COSTS = 5
"""Frames that a lobby counts as: of somebody with a hundred games it takes as long as many a move."""

MOMENT_COSTS = 3
"""Frames that a look back counts as, for which a game is played anew."""

SHORTEST_PAUSE = 1.0
"""Seconds for which at least nothing more is read from a tab that asked for too much."""

_FRAMES_AT_ONCE = 40
_FRAMES_PER_SECOND = 10.0
_NEW_ACCOUNTS_AT_ONCE = 12
_NEW_ACCOUNTS_PER_SECOND = 1 / 60
_WRONG_CODES_AT_ONCE = 5
_WRONG_CODES_PER_SECOND = 1 / 120


def cost_of(asked: FromPage) -> int:
    """Return how many frames count for what is asked for."""
    match asked:
        case ShowLobby():
            return LOBBY_COSTS
        case MakeSignInCode() | SitDown():
            return CODE_COSTS
        case LookAt(moment=int()):
            return MOMENT_COSTS
        case _:
            return 1


def frame_limit(clock: Callable[[], float]) -> RateLimit:
    """Return what all tabs of a person together may send."""
    return RateLimit(_FRAMES_AT_ONCE, _FRAMES_PER_SECOND, clock)


def new_account_limit(clock: Callable[[], float]) -> RateByAddress:
    """Return how many people who have had no account yet may get one from one address."""
    return RateByAddress(_NEW_ACCOUNTS_AT_ONCE, _NEW_ACCOUNTS_PER_SECOND, clock)


def wrong_code_limit(clock: Callable[[], float]) -> RateLimit:
    """Return how many codes that open no seat may be tried from one address."""
    return RateLimit(_WRONG_CODES_AT_ONCE, _WRONG_CODES_PER_SECOND, clock)
