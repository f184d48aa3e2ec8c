"""Tab limits: rate limits of frames, new accounts, tried moves and wrong codes, and what frames cost."""

from __future__ import annotations

from collections.abc import Callable

from bot.chats.web.connection_limits import RateByAddress
from bot.chats.web.from_page import (
    Analyse,
    DrawQrCode,
    FromPage,
    LookAt,
    MakeSignInCode,
    ShowFinished,
    ShowInvitation,
    ShowLobby,
    ShowProfile,
    UseSignInCode,
)
from bot.sessions import TokenBucket

HELLO_COSTS = 4
"""The number of frames that a hello counts as, because the answer loads whole rooms."""

CODE_COSTS = 5
"""The number of frames that a sign-in code, a QR code or an invitation counts as.

Storing or drawing a code takes a while, and tokens of invitations must not be guessed.
"""

LOBBY_COSTS = 5
"""The number of frames that a request for the lobby counts as, because a hundred games take long to load."""

MOMENT_COSTS = 3
"""The number of frames that an earlier moment of a game, or its analysis, counts as: the game is replayed."""

SHORTEST_PAUSE = 1.0
"""The fewest seconds for which the server reads nothing from a tab that exceeded its rate limit."""

_FRAMES_AT_ONCE = 40
_FRAMES_PER_SECOND = 10.0
_NEW_ACCOUNTS_AT_ONCE = 48
"""As many as an address may have tabs without an account: a school class begins in the same minute."""
_NEW_ACCOUNTS_PER_SECOND = 1 / 30
_STEPS_AT_ONCE = 120
_STEPS_PER_SECOND = 10.0
_PREVIEWS_AT_ONCE = 60
_PREVIEWS_PER_SECOND = 2.0
_WRONG_CODES_AT_ONCE = 5
_WRONG_CODES_PER_SECOND = 1 / 120


def cost_of(asked: FromPage) -> int:
    """Return the number of frames that a frame counts as in the rate limit."""
    match asked:
        case ShowLobby() | ShowFinished() | ShowProfile():
            return LOBBY_COSTS
        case MakeSignInCode() | UseSignInCode() | DrawQrCode() | ShowInvitation():
            return CODE_COSTS
        case LookAt(moment=int()) | Analyse():
            return MOMENT_COSTS
        case _:
            return 1


def frame_limit(clock: Callable[[], float]) -> TokenBucket:
    """Return a rate limit of frames, shared by all tabs of a person."""
    return TokenBucket(_FRAMES_AT_ONCE, _FRAMES_PER_SECOND, clock)


def new_account_limit(clock: Callable[[], float]) -> RateByAddress:
    """Return the rate limit of new accounts from one address."""
    return RateByAddress(_NEW_ACCOUNTS_AT_ONCE, _NEW_ACCOUNTS_PER_SECOND, clock)


def step_limit(clock: Callable[[], float]) -> RateByAddress:
    """Return the rate limit of moves tried in lessons and puzzles from one address."""
    return RateByAddress(_STEPS_AT_ONCE, _STEPS_PER_SECOND, clock)


def preview_limit(clock: Callable[[], float]) -> RateByAddress:
    """Return the rate limit of pages and pictures of shared boards from one address."""
    return RateByAddress(_PREVIEWS_AT_ONCE, _PREVIEWS_PER_SECOND, clock)


def wrong_code_limit(clock: Callable[[], float]) -> TokenBucket:
    """Return a rate limit of invalid sign-in codes from one address."""
    return TokenBucket(_WRONG_CODES_AT_ONCE, _WRONG_CODES_PER_SECOND, clock)
