"""Logs: one line a minute during an outage, and errors without what people typed."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from traceback import format_tb
from types import TracebackType

from aiohttp.http_exceptions import HttpProcessingError

from bot.rules import NardyRulesError
from storage.errors import outage

EVERY_SECONDS = 60.0
_SERVER = "aiohttp.server"
"""The logger of the library that answers requests."""


class LogFilter(logging.Filter):
    """Shortens what would else fill the log: a traceback for each press while the disk is full.

    Args:
        monotonic: a clock in seconds that nobody sets.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._monotonic = monotonic
        self._told_at: float | None = None
        self._untold = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Return False for a record that is not to be logged; shorten one that tells of an outage."""
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            return True
        if isinstance(error, HttpProcessingError) and record.name == _SERVER:
            return False  # Scanners send such bytes to every open port; the answer was status 400.
        reason = outage(error)
        return reason is None or self._is_due(record, reason)

    def _is_due(self, record: logging.LogRecord, reason: str) -> bool:
        now = self._monotonic()
        if self._told_at is not None and now - self._told_at < EVERY_SECONDS:
            self._untold += 1
            return False
        self._told_at = now
        more, self._untold = self._untold, 0
        record.msg = "the disk or the database fails: %s (failures not logged before: %d)"
        record.args = (reason, more)
        record.exc_info = record.exc_text = None
        return True


FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_QUOTES = (NardyRulesError, ValueError, LookupError)
"""The messages of these contain a name, a typed text, or a piece of one."""


class LogFormatter(logging.Formatter):
    """Formats log records; of exceptions that may quote people it leaves out the message."""

    def __init__(self) -> None:
        super().__init__(FORMAT)

    def formatException(  # noqa: N802 (the name that logging calls)
        self, ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
    ) -> str:
        """Return what led to an exception, the first cause first."""
        return "" if ei[1] is None else "".join(_lines(ei[1], frozenset())).rstrip("\n")


class JsonFormatter(LogFormatter):
    """Formats log records as JSON, an object a line, with what `LogFormatter` says and no more."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as an object: `time` (UTC), `level`, `logger`, `message`, perhaps `exception`."""
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            told["exception"] = self.formatException(record.exc_info)
        if record.stack_info:
            told["stack"] = self.formatStack(record.stack_info)
        return json.dumps(told, ensure_ascii=False)


def formatter(log_format: str) -> logging.Formatter:
    """Return what formats a log as it was set: `lines` or `json`."""
    return JsonFormatter() if log_format == "json" else LogFormatter()


def _lines(error: BaseException, before: frozenset[int]) -> Iterator[str]:
    """Return the lines of an exception, unless it was among those before: chains can be circles."""
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
