"""Init data: who opened the Mini App, as Telegram has signed it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from init_data_py import validate_by_hash
from init_data_py.errors import InvalidInitDataError

from bot.chats.telegram_accounts import can_play
from bot.talk.sanitize import is_visible

OLDEST = timedelta(hours=24)
"""For how long it says who somebody is: Telegram on a desktop keeps it for so long."""

MOST_AHEAD = timedelta(minutes=5)
"""By how much the clock of Telegram may be ahead of this machine's."""

_LONGEST_START = 64


class BadInitData(Exception):
    """It does not say who opened the Mini App: it is forged, another bot's, too old, or from the future."""


@dataclass(frozen=True, slots=True)
class Opened:
    """Who opened the Mini App, and for what.

    Args:
        user: the number of the person's account.
        name: the name that Telegram shows, or the handle if nothing of that can be seen.
        handle: the person's username; empty, if there is none.
        language: the language of the person's Telegram; empty, if it says none.
        start: what the link carried by which it was opened; empty, if nothing.
    """

    user: int
    name: str
    handle: str = ""
    language: str = ""
    start: str = ""


def read_init_data(text: str, token: str, now: datetime) -> Opened:
    """Return who opened the Mini App.

    It does not say that the person is in the group where its button stands.

    Args:
        text: the `initData` of the page. See https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app
        token: the bot's token.
        now: what time it is.

    Raises:
        BadInitData: it is not Telegram's for this bot, or not of the last day.
    """
    try:
        data = validate_by_hash(text, token, expires_in=OLDEST, now=now)
    except (InvalidInitDataError, TypeError, ValueError, OverflowError, OSError, RecursionError) as error:
        # Beside its own errors the library lets through what malformed members of the person's account raise.
        raise BadInitData(type(error).__name__) from None
    # The library asks for the age alone, so that what is dated ahead would hold for as long as it likes.
    if data.issued_at - now > MOST_AHEAD:
        raise BadInitData("from the future")
    user = data.user
    if user is None or not can_play(user.id, is_bot=bool(user.is_bot)):
        raise BadInitData("no person")
    first, last, handle, language = user.first_name, user.last_name, user.username, user.language_code
    if not all(isinstance(each, str) for each in (first, last or "", handle or "", language or "")):
        raise BadInitData("no names")
    full = " ".join(filter(None, (first, last)))
    start = data.start_param or ""
    return Opened(
        user=user.id,
        name=full if is_visible(full) else handle or "",
        handle=handle or "",
        language=language or "",
        start=start if len(start) <= _LONGEST_START else "",
    )
