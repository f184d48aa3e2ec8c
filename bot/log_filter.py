"""Log filter: one line a minute while the disk or the database fails, and none about unreadable requests."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from aiohttp.http_exceptions import HttpProcessingError

from storage.outages import outage

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
