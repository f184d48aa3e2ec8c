"""Errors: Discord's refusals as the errors that the sender knows."""

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
        30046,  # it is older than an hour and was edited as often as Discord allows
        50005,  # it is another's: the bot's account has changed
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
        50007,  # the person takes no direct messages
        50008,  # not a text channel
        MISSING_PERMISSIONS,
        50024,  # not in a channel of this type
        50278,  # no server in common
        160005,  # the thread is locked
        THREAD_ARCHIVED,
    }
)
_SERVER_FAULT = 10.0
_OFFLINE = 5.0
_RATE_LIMIT = 30.0

_NEVER_SENT = (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError)
"""What a request raises of which Discord has certainly heard nothing: there was no connection."""

FAULTS = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""What a request to Discord can raise. A time-out is an `OSError`."""


def is_passing(error: Exception) -> bool:
    """Return True if the same request may succeed later, False if it was refused for good."""
    if isinstance(error, discord.HTTPException):
        status = error.status
        return status >= HTTPStatus.INTERNAL_SERVER_ERROR or status == HTTPStatus.TOO_MANY_REQUESTS
    return isinstance(error, FAULTS)


def bad_token() -> BadToken:
    """Return the error for a token that Discord does not know."""
    return BadToken("DISCORD_TOKEN", "Copy the token anew from the page of your application on Discord.")


@contextmanager
def platform_errors() -> Iterator[None]:
    """Raise Discord's refusals as the sender's errors. A fault of our own is raised as it is."""
    try:
        yield
    except FAULTS as error:
        raise chat_error(error) from error


def chat_error(error: Exception) -> Exception:
    """Return what an error of a request means to the sender; the error itself, if it means nothing to it."""
    if isinstance(error, discord.RateLimited):
        return TryLater(error.retry_after)
    if not isinstance(error, discord.HTTPException):
        return TryLater(_OFFLINE) if isinstance(error, _NEVER_SENT) else MayHaveArrived(_OFFLINE)
    if error.code in _MESSAGE_GONE:
        return MessageGone()
    if error.code in _CHAT_GONE:
        return ChatGone()
    if error.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        # Only this one says that nothing was done; behind the others the message may be there.
        unavailable = error.status == HTTPStatus.SERVICE_UNAVAILABLE
        return TryLater(_SERVER_FAULT) if unavailable else MayHaveArrived(_SERVER_FAULT)
    wait = _wait(error)
    return error if wait is None else TryLater(wait)


def _wait(error: discord.HTTPException) -> float | None:
    """Return how many seconds to wait before the next attempt; nothing, if no later attempt would succeed."""
    if error.status != HTTPStatus.TOO_MANY_REQUESTS:
        return None
    try:
        return max(1.0, float(error.response.headers.get("Retry-After", _RATE_LIMIT)))
    except ValueError:
        return _RATE_LIMIT
