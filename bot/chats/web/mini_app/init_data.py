"""Init data: verify Telegram's signed statement about the user who opened the Mini App."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from init_data_py import validate_by_hash
from init_data_py.errors import InvalidInitDataError

from bot.chats.telegram_accounts import can_play
from bot.talk.sanitize import is_visible

OLDEST = timedelta(hours=24)
"""The age at which init data expires. Telegram on a desktop may reuse the same data for a whole day."""

MOST_AHEAD = timedelta(minutes=5)
"""The tolerated clock difference if init data is dated in the future."""

_LONGEST_START = 64


class BadInitData(Exception):
    """Init data that proves nothing: malformed, forged, for another bot, expired, or from the future."""


@dataclass(frozen=True, slots=True)
class AppUser:
    """The user who opened the Mini App, and the start parameter of the link.

    Args:
        user: the number of the Telegram account.
        name: the full name in Telegram; the username if the name has no visible characters.
        handle: the username; empty if there is none.
        language: the language of the user's Telegram; empty if unknown.
        start: the start parameter of the link; empty if it had none, or one that is too long.
    """

    user: int
    name: str
    handle: str = ""
    language: str = ""
    start: str = ""


def read_init_data(text: str, token: str, now: datetime) -> AppUser:
    """Verify init data and return the user who opened the Mini App.

    The data does not prove that the user is a member of the group where the app's button was pressed.
    See https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app

    Args:
        text: the `initData` that the page sent.
        token: the bot's token.
        now: the current time.

    Raises:
        BadInitData: the data is not signed by Telegram for this bot, expired, or dated in the future.
    """
    try:
        data = validate_by_hash(text, token, expires_in=OLDEST, now=now)
    except (InvalidInitDataError, TypeError, ValueError, OverflowError, OSError, RecursionError) as error:
        # Malformed fields of the user make the library raise errors that are not its own.
        raise BadInitData(type(error).__name__) from None
    # The library checks only the age. Data dated in the future would otherwise stay valid past a day.
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
    return AppUser(
        user=user.id,
        name=full if is_visible(full) else handle or "",
        handle=handle or "",
        language=language or "",
        start=start if len(start) <= _LONGEST_START else "",
    )
