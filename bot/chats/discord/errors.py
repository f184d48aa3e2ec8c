"""Errors: Discord's errors translated into the sender's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus

import aiohttp
import discord

from bot.chats.errors import BadToken, ChatGone, MayHaveArrived, MessageGone, TryLater

UNKNOWN_MESSAGE = 10008
UNKNOWN_INTERACTION = 10062
ALREADY_ANSWERED = 40060
THREAD_ARCHIVED = 50083
MISSING_PERMISSIONS = 50013

_MESSAGE_GONE = frozenset(
    {
        UNKNOWN_MESSAGE,
        30046,  # it is older than an hour and has reached the most edits that Discord allows
        50005,  # it was sent by another account: the bot's account has changed
        50021,  # it is a system message
    }
)
_CHAT_GONE = frozenset(
    {
        10003,  # unknown channel
        10004,  # unknown guild
        10013,  # unknown user
        40333,  # the channel is blocked
        50001,  # missing access
        50007,  # the person does not accept direct messages
        50008,  # not a text channel
        MISSING_PERMISSIONS,
        50024,  # not in a channel of this type
        50278,  # no server in common
        160005,  # the thread is locked
        THREAD_ARCHIVED,
    }
)
# Seconds to wait before a retry.
_SERVER_FAULT = 10.0
_OFFLINE = 5.0
_RATE_LIMIT = 30.0

_NEVER_SENT = (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError)
"""Errors of requests that certainly did not reach Discord: there was no connection."""

FAULTS = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""The errors that a request to Discord can raise. A time-out is an `OSError`."""


def is_temporary(error: Exception) -> bool:
    """Return True if the same request may succeed later, False if a retry is useless."""
    if isinstance(error, discord.HTTPException):
        status = error.status
        return status >= HTTPStatus.INTERNAL_SERVER_ERROR or status == HTTPStatus.TOO_MANY_REQUESTS
    return isinstance(error, FAULTS)


def bad_token() -> BadToken:
    """Return the error for a token that Discord does not know."""
    return BadToken("DISCORD_TOKEN", "Copy the token again from the page of your application on Discord.")


@contextmanager
def platform_errors() -> Iterator[None]:
    """Translate Discord's errors into the sender's. Other exceptions pass unchanged."""
    try:
        yield
    except FAULTS as error:
        raise chat_error(error) from error


def chat_error(error: Exception) -> Exception:
    """Translate one of Discord's errors into the sender's. Return it unchanged if it has no equivalent."""
    if isinstance(error, discord.RateLimited):
        return TryLater(error.retry_after)
    if not isinstance(error, discord.HTTPException):
        return TryLater(_OFFLINE) if isinstance(error, _NEVER_SENT) else MayHaveArrived(_OFFLINE)
    if error.code in _MESSAGE_GONE:
        return MessageGone()
    if error.code in _CHAT_GONE:
        return ChatGone()
    if error.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        # Only 503 means that the request was not carried out. After other server errors it may have been.
        unavailable = error.status == HTTPStatus.SERVICE_UNAVAILABLE
        return TryLater(_SERVER_FAULT) if unavailable else MayHaveArrived(_SERVER_FAULT)
    wait = _wait(error)
    return error if wait is None else TryLater(wait)


def _wait(error: discord.HTTPException) -> float | None:
    """Return the seconds to wait before a retry, or None if a retry is useless."""
    if error.status != HTTPStatus.TOO_MANY_REQUESTS:
        return None
    try:
        return max(1.0, float(error.response.headers.get("Retry-After", _RATE_LIMIT)))
    except ValueError:
        return _RATE_LIMIT
