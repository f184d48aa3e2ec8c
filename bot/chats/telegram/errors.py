"""Errors: Telegram's refusals as the errors that the sender knows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import httpx
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from bot.chats.errors import BadToken, ChatGone, ChatMoved, MayHaveArrived, MessageGone, TryLater

# Telegram has no codes for its refusals, so they are recognised by their sentences.
_SAME = "message is not modified"
_THREAD_GONE = ("message thread not found", "topic_deleted")
_NO_THREAD = (*_THREAD_GONE, "topic_closed")
_NO_TEXT = "there is no text in the message to edit"
_NO_CAPTION = "there is no caption in the message to edit"
_MESSAGE_GONE = (
    "message to edit not found",
    "message can't be edited",
    "message_id_invalid",
    _NO_TEXT,
    _NO_CAPTION,
)
_LINE_GONE = ("message to react not found", "message_id_invalid", "message not found")
_CHAT_GONE = (
    *_NO_THREAD,
    "chat not found",
    "group chat was deactivated",
    "user is deactivated",
    "peer_id_invalid",
    "not enough rights",
    "have no rights to send",
    "need administrator rights",
    "chat_write_forbidden",
    "chat_restricted",
    "channel_private",
    "chat_send_",  # photos, plain texts … are not allowed
)
_FORBIDDEN = {
    "photos": ("not enough rights to send photos", "chat_send_photos_forbidden", "chat_send_media_forbidden"),
    "files": ("not enough rights to send documents", "chat_send_docs_forbidden"),
    "films": ("not enough rights to send animations", "chat_send_gifs_forbidden"),
}
"""What a group can forbid to be sent, each kind by itself, and how Telegram says so."""
_WRONG_FILE = (
    "wrong file identifier",
    "wrong remote file id",
    "wrong file_id",
    "invalid remote file id",
    "file_reference",
)

_SERVER_FAULT = 10.0
_OFFLINE = 5.0
_NOT_KNOWN = 60.0


def bad_token() -> BadToken:
    """Return the error for a token that Telegram does not know."""
    return BadToken("TELEGRAM_TOKEN", "Ask @BotFather on Telegram for the token of your bot.")


@contextmanager
def platform_errors() -> Iterator[None]:
    """Raise Telegram's refusals as the sender's errors. A fault of our own is raised as it is."""
    try:
        yield
    except TelegramError as error:
        raise chat_error(error) from None


def chat_error(error: TelegramError) -> Exception:
    """Return what an error of a request means to the sender; the error itself, if it means nothing to it."""
    meaning: Exception = error
    match error:
        case ChatMigrated():
            meaning = ChatMoved(str(error.new_chat_id))
        case RetryAfter():
            meaning = TryLater(seconds_of(error))
        case Forbidden():
            meaning = ChatGone()
        case InvalidToken():
            meaning = TryLater(_NOT_KNOWN)
        case BadRequest():
            if _says(error, *_MESSAGE_GONE):
                meaning = MessageGone()
            elif _says(error, *_CHAT_GONE):
                meaning = ChatGone()
        case NetworkError():
            meaning = _network_error(error)
        case _ if type(error) is TelegramError:
            meaning = MayHaveArrived(_SERVER_FAULT)  # what was answered is not Telegram's JSON
    return meaning


def is_passing(error: TelegramError) -> bool:
    """Return True if the same request may succeed later, False if it was refused for good."""
    return isinstance(error, RetryAfter | NetworkError) and not isinstance(error, BadRequest)


def names_webhook(error: Conflict) -> bool:
    """Return True if a poll was refused because a webhook is set, False if because of another poller."""
    return _says(error, "webhook")


def seconds_of(error: RetryAfter) -> float:
    """Return how many seconds Telegram wants to be left alone."""
    wait = error.retry_after
    return wait.total_seconds() if isinstance(wait, timedelta) else float(wait)


def changed_nothing(error: BadRequest) -> bool:
    """Return True if an edit was refused because the message looks like that already."""
    return _says(error, _SAME)


def lacks_topic(error: BadRequest) -> bool:
    """Return True if a topic is closed or not there any more."""
    return _says(error, *_NO_THREAD)


def is_message_gone(error: TelegramError) -> bool:
    """Return True if the message that was to get a reaction is gone."""
    return _says(error, *_LINE_GONE)


def has_lost_topic(error: BadRequest) -> bool:
    """Return True if a topic is not there any more. A closed one can be opened again."""
    return _says(error, *_THREAD_GONE)


def is_wrong_file(error: BadRequest) -> bool:
    """Return True if Telegram has forgotten a picture that it was sent before."""
    return _says(error, *_WRONG_FILE)


def forbidden_kind(error: TelegramError) -> str | None:
    """Return which kind may not be sent to a chat, `photos`, `files` or `films`; nothing, if all may."""
    return next((kind for kind, sentences in _FORBIDDEN.items() if _says(error, *sentences)), None)


def lacks_text(error: BadRequest) -> bool:
    """Return True if a message cannot become words, because it is a picture."""
    return _says(error, _NO_TEXT)


def lacks_caption(error: BadRequest) -> bool:
    """Return True if a message has no caption, because it is words alone."""
    return _says(error, _NO_CAPTION)


def _network_error(error: NetworkError) -> TryLater:
    """Distinguish what has certainly not arrived from what may have."""
    cause = error.__cause__
    if isinstance(cause, httpx.ConnectError | httpx.ConnectTimeout | httpx.PoolTimeout):
        return TryLater(_OFFLINE)
    if isinstance(error, TimedOut) or isinstance(cause, httpx.HTTPError):
        return MayHaveArrived(_OFFLINE)
    if isinstance(cause, TelegramError):
        return MayHaveArrived(_SERVER_FAULT)  # not Telegram answered, but a gateway before it
    return TryLater(_SERVER_FAULT)


def _says(error: TelegramError, *sentences: str) -> bool:
    description = error.message.lower()
    return any(sentence in description for sentence in sentences)
