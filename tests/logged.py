"""Read the records of a test as the lines of a host's log."""

from __future__ import annotations

import pytest

from bot.logs import LogFormatter


def events(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return each record as `event key=value …`, without its time, level and logger."""
    return [LogFormatter().format(record).split(": ", 1)[1] for record in caplog.records]
