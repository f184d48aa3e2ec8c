"""Back-off: how long to wait between retries of a setting that a platform needs once."""

from __future__ import annotations

from collections.abc import Iterator

FIRST_WAIT = 30.0
LONGEST_WAIT = 3600.0


def waits() -> Iterator[float]:
    """Yield the seconds to wait before each retry: 30, doubling up to an hour, without end."""
    wait = FIRST_WAIT
    while True:
        yield wait
        wait = min(2 * wait, LONGEST_WAIT)
