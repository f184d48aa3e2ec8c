"""How much may be done in a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_FORGIVEN = 1e-9


class Allowance:
    """A number at once, and so many a second in the long run.

    Args:
        at_once: how many at once.
        per_second: how many are added every second.
        clock: what time it is, in seconds.
    """

    def __init__(self, at_once: int, per_second: float, clock: Callable[[], float]) -> None:
        self._most = float(at_once)
        self._per_second = per_second
        self._clock = clock
        self._left = self._most
        self._since = clock()

    def take(self) -> bool:
        """Take one and tell whether it was there to take."""
        if self.wait() > 0:
            return False
        self._left -= 1
        return True

    def wait(self, spare: int = 0) -> float:
        """Return how many seconds it takes until one can be taken and some others are left over."""
        now = self._clock()
        if now > self._since:
            self._left = min(self._most, self._left + (now - self._since) * self._per_second)
            self._since = now
        ahead = max(0.0, self._since - now)
        lacking = 1 + spare - self._left
        # A billionth is forgiven, since waiting exactly as long as told must do.
        return ahead + (lacking / self._per_second if lacking > _FORGIVEN else 0.0)

    def stop(self, seconds: float) -> None:
        """Allow nothing for some seconds, and then one."""
        self._since = max(self._since, self._clock() + seconds)
        self._left = 1.0

    @property
    def is_full(self) -> bool:
        """Whether nothing was taken for so long that all is there again."""
        self.wait()
        return self._left >= self._most
