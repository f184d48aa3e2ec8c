"""Errors: Telegram's errors translated into the sender's."""

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

# The Bot API has no distinct error codes, so errors are recognised by their descriptions.
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
    "animations": ("not enough rights to send animations", "chat_send_gifs_forbidden"),
}
"""The kinds of messages that a group can forbid, with the errors that Telegram returns for each."""
_WRONG_FILE = (
    "wrong file identifier",
    "wrong remote file id",
    "wrong file_id",
    "invalid remote file id",
    "file_reference",
)

# Seconds to wait before a retry.
_SERVER_FAULT = 10.0
_OFFLINE = 5.0
_BAD_TOKEN = 60.0


def bad_token() -> BadToken:
    """Return the error for a token that Telegram does not know."""
    return BadToken("TELEGRAM_TOKEN", "Ask @BotFather on Telegram for the token of your bot.")


@contextmanager
def platform_errors() -> Iterator[None]:
    """Translate Telegram's errors into the sender's. Other exceptions pass unchanged."""
    try:
        yield
    except TelegramError as error:
        raise chat_error(error) from None


def chat_error(error: TelegramError) -> Exception:
    """Translate one of Telegram's errors into the sender's. Return it unchanged if it has no equivalent."""
    meaning: Exception = error
    match error:
        case ChatMigrated():
            meaning = ChatMoved(str(error.new_chat_id))
        case RetryAfter():
            meaning = TryLater(seconds_of(error))
        case Forbidden():  # The bot was blocked or removed, or the person never pressed Start.
            meaning = ChatGone()
        case InvalidToken():
            # `Telegram.run` reports the bad token. Until then the post stays pending.
            meaning = TryLater(_BAD_TOKEN)
        case BadRequest():
            if _says(error, *_MESSAGE_GONE):
                meaning = MessageGone()
            elif _says(error, *_CHAT_GONE):
                meaning = ChatGone()
        case NetworkError():
            meaning = _network_error(error)
        case _ if type(error) is TelegramError:
            meaning = MayHaveArrived(_SERVER_FAULT)  # The answer was not Telegram's JSON.
    return meaning


def is_temporary(error: TelegramError) -> bool:
    """Return True if the same request may succeed later, False if a retry is useless."""
    return isinstance(error, RetryAfter | NetworkError) and not isinstance(error, BadRequest)


def names_webhook(error: Conflict) -> bool:
    """Return True if a poll was refused because a webhook is set, False if because of another poller."""
    return _says(error, "webhook")


def seconds_of(error: RetryAfter) -> float:
    """Return the seconds that Telegram asks to wait."""
    wait = error.retry_after
    return wait.total_seconds() if isinstance(wait, timedelta) else float(wait)


def changed_nothing(error: BadRequest) -> bool:
    """Return True if an edit was refused because it would change nothing."""
    return _says(error, _SAME)


def lacks_topic(error: BadRequest) -> bool:
    """Return True if a topic is closed or deleted."""
    return _says(error, *_NO_THREAD)


def is_message_gone(error: TelegramError) -> bool:
    """Return True if the message to react to no longer exists."""
    return _says(error, *_LINE_GONE)


def has_lost_topic(error: BadRequest) -> bool:
    """Return True if a topic was deleted. A closed topic, which can be reopened, does not count."""
    return _says(error, *_THREAD_GONE)


def is_wrong_file(error: BadRequest) -> bool:
    """Return True if Telegram no longer knows the file id of an uploaded picture."""
    return _says(error, *_WRONG_FILE)


def forbidden_kind(error: TelegramError) -> str | None:
    """Return what may not be sent to a chat, `photos`, `files` or `animations`, or None for other errors."""
    return next((kind for kind, sentences in _FORBIDDEN.items() if _says(error, *sentences)), None)


def lacks_text(error: BadRequest) -> bool:
    """Return True if an edit of a message's text failed because the message is a picture."""
    return _says(error, _NO_TEXT)


def lacks_caption(error: BadRequest) -> bool:
    """Return True if an edit of a message's caption failed because the message is text only."""
    return _says(error, _NO_CAPTION)


def _network_error(error: NetworkError) -> TryLater:
    """Translate a network error: `MayHaveArrived` unless the request certainly did not arrive."""
    cause = error.__cause__
    if isinstance(cause, httpx.ConnectError | httpx.ConnectTimeout | httpx.PoolTimeout):
        return TryLater(_OFFLINE)
    if isinstance(error, TimedOut) or isinstance(cause, httpx.HTTPError):
        return MayHaveArrived(_OFFLINE)
    if isinstance(cause, TelegramError):
        return MayHaveArrived(_SERVER_FAULT)  # A proxy in front of Telegram answered.
    return TryLater(_SERVER_FAULT)


def _says(error: TelegramError, *sentences: str) -> bool:
    description = error.message.lower()
    return any(sentence in description for sentence in sentences)
