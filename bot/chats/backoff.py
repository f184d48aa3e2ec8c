"""Back-off: the waits between retries of a one-time setup call, such as setting a bot's command list."""

from __future__ import annotations

from collections.abc import Iterator

FIRST_WAIT = 30.0
LONGEST_WAIT = 3600.0


def waits() -> Iterator[float]:
    """Yield the seconds to wait before each retry: 30, doubling up to an hour, endlessly."""
    wait = FIRST_WAIT
    while True:
        yield wait
        wait = min(2 * wait, LONGEST_WAIT)
