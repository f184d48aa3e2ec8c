"""Logs: events with ids as fields, no text that people typed, and one line a minute during an outage."""

from __future__ import annotations

import json
import logging
import re
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from traceback import format_tb
from types import TracebackType

from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.web_protocol import RequestPayloadError

from bot.rules import NardyRulesError
from storage.errors import outage

FIELDS = {
    "platform": "discord, telegram or web",
    "chat": "the chat's id on its platform",
    "chat_number": "the chat's number in the database",
    "message_id": "the message's id on its platform",
    "game": "the game's id, as players type it",
    "challenge": "the challenge's id; its first game has the same",
    "player": "the player's number in the database",
    "command": "a command's name without its words",
    "post": "the number of a board, card or result that a chat shows",
    "attempt": "which attempt this was, from 1",
    "bot_process": "the number of a process among those that serve one database",
    "database": "the file, or the server's name for the database",
    "version": "the game's version: the number of changes to it",
    "ruleset": "the game's rules, by their name",
    "outcome": "the result of a game, as its record writes it",
    "kind": "which of several kinds of thing, by its name in the code",
    "alarm": "what an alarm is about, by ids: a challenge, or a player and the turn to notify them of",
    "event": "a platform's name for what it sent",
    "error": "the exception's type",
    "reason": "why something failed, in the words of the system or the library",
    "status": "an HTTP status",
    "code": "a platform's error code",
    "count": "how many",
    "tabs": "how many tabs may be open",
    "tabs_set": "how many tabs the settings allow",
    "open_files": "the limit of open files of this process",
    "memory": "bytes of memory that this process may use",
    "suppressed": "how many records of the same failure were left out since the last line",
    "seconds": "a duration",
    "revision": "a revision of the database's tables",
    "previous": "the revision before a migration",
    "file": "a path on this machine",
    "address": "a web address of this bot",
    "host": "the host of another program that has set a webhook for this bot",
}
"""The fields that log calls pass in `extra`, and what each holds. Others are not logged.

`logging` keeps `message` and `process` for itself, hence `message_id` and `bot_process`.
"""

EVERY_SECONDS = 60.0
_SERVER = "aiohttp.server"
"""The logger of the library that answers requests."""


class LogFilter(logging.Filter):
    """Limits errors of a failing disk or database to one line a minute, so that they do not fill the log.

    Args:
        monotonic: returns seconds and never goes back.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._monotonic = monotonic
        self._last_logged: float | None = None
        self._suppressed = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Return False to drop a record; replace the traceback of an outage by its reason."""
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            return True
        if isinstance(error, HttpProcessingError | RequestPayloadError) and record.name == _SERVER:
            return False  # Scanners send such bytes to every open port; the answer was status 400.
        reason = outage(error)
        return reason is None or self._is_due(record, reason)

    def _is_due(self, record: logging.LogRecord, reason: str) -> bool:
        now = self._monotonic()
        if self._last_logged is not None and now - self._last_logged < EVERY_SECONDS:
            self._suppressed += 1
            return False
        self._last_logged = now
        record.msg, record.args = "the disk or the database fails", None
        record.__dict__.update(reason=reason, suppressed=self._suppressed)
        record.exc_info = record.exc_text = None
        self._suppressed = 0
        return True


FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_QUOTES = (NardyRulesError, ValueError, LookupError)
"""Exceptions whose message may contain a name or a typed text."""
_PLAIN = re.compile(r"[\w.:/@+-]+")
"""Values that need no quotes in a line of `key=value`."""


class LogFormatter(logging.Formatter):
    """Formats a record as `event key=value …`; omits the messages of exceptions that may quote people."""

    def __init__(self) -> None:
        super().__init__(FORMAT)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (the name that logging calls)
        """Return the first line of a record: its event text and its fields."""
        return " ".join([super().formatMessage(record), *_pairs(fields(record))])

    def formatException(  # noqa: N802 (the name that logging calls)
        self, ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
    ) -> str:
        """Return the traceback of an exception, its first cause first."""
        return "" if ei[1] is None else "".join(_lines(ei[1], frozenset())).rstrip("\n")


class JsonFormatter(LogFormatter):
    """Formats a record as one line of JSON with the same content as `LogFormatter`."""

    def format(self, record: logging.LogRecord) -> str:
        """Return an object: `time` (UTC), `level`, `logger`, `message`, the fields, perhaps `exception`."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **fields(record),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        if record.stack_info:
            line["stack"] = self.formatStack(record.stack_info)
        return json.dumps(line, ensure_ascii=False)


def formatter(log_format: str) -> logging.Formatter:
    """Return the formatter for `NARDY_LOG_FORMAT`: `lines` or `json`."""
    return JsonFormatter() if log_format == "json" else LogFormatter()


def fields(record: logging.LogRecord) -> dict[str, object]:
    """Return a record's fields in the order of `FIELDS`, without those that are None."""
    found = {name: getattr(record, name, None) for name in FIELDS}
    return {
        name: value if isinstance(value, int | float) else str(value)
        for name, value in found.items()
        if value is not None
    }


def _pairs(found: Mapping[str, object]) -> Iterator[str]:
    for name, value in found.items():
        text = str(value)
        yield f"{name}={text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)}"


def _lines(error: BaseException, before: frozenset[int]) -> Iterator[str]:
    """Yield the lines of an exception unless it is in `before`, because chains of causes can be circular."""
    if id(error) in before:
        return
    before |= {id(error)}
    if error.__cause__ is not None:
        yield from _lines(error.__cause__, before)
        yield "\nThe above exception was the direct cause of the following exception:\n\n"
    elif error.__context__ is not None and not error.__suppress_context__:
        yield from _lines(error.__context__, before)
        yield "\nDuring handling of the above exception, another exception occurred:\n\n"
    yield "Traceback (most recent call last):\n"
    yield from format_tb(error.__traceback__)
    kind = f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")
    yield f"{kind}\n" if isinstance(error, _QUOTES) else f"{kind}: {error}\n"
    if isinstance(error, BaseExceptionGroup):
        for each in error.exceptions:
            yield f"\nOne of the group {kind}:\n\n"
            yield from _lines(each, before)
