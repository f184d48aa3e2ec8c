"""Log format: where something failed, without the words that people typed.

An exception that may quote its input is logged by its kind and place alone. What SQLAlchemy raises hides
the parameters of its statements already.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from datetime import UTC, datetime
from traceback import format_tb
from types import TracebackType

from bot.rules import NardyRulesError
from bot.sessions.errors import Refusal

FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_QUOTES = (Refusal, NardyRulesError, ValueError, LookupError)
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
