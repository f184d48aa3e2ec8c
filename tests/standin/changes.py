"""Changes: each change wakes the tests that wait for a condition, so that they need not poll."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from tests.pace import HANG
from tests.standin.errors import NotSeen

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Violation:
    """An invalid request, answer or event on the wire."""

    route: str
    what: str

    def __str__(self) -> str:
        return f"{self.route}: {self.what}"


class Changes:
    """Signals every change, and records violations.

    Attributes:
        violations: in order.
        happened: the latest changes, in words.
    """

    def __init__(self) -> None:
        self.violations: list[Violation] = []
        self.happened: deque[str] = deque(maxlen=60)
        self._changed = asyncio.Event()
        self._changed_in: dict[object, asyncio.Event] = {}

    def changed(self, what: str, where: object = None) -> None:
        """Wake the tests that wait for any change, or for one in this place."""
        self.happened.append(what)
        self._changed.set()
        self._changed = asyncio.Event()
        if where in self._changed_in:
            self._changed_in.pop(where).set()

    def violate(self, route: str, what: object) -> None:
        """Record a violation."""
        violation = Violation(route, str(what))
        self.violations.append(violation)
        self.changed(f"VIOLATION {violation}")

    async def until(
        self, found: Callable[[], T | None], what: str, within: float = HANG, where: object = None
    ) -> T:
        """Wait until a condition holds, and return its value.

        Args:
            found: returns a true value once the condition holds; called after every change.
            what: the condition in words, for the error.
            within: the most seconds to wait.
            where: a chat or None. Only changes in this chat wake the test, which is faster if hundreds wait.

        Raises:
            NotSeen: the condition did not hold in time.
        """
        try:
            async with asyncio.timeout(within):
                while not (value := found()):
                    await self._next(where).wait()
                return value
        except TimeoutError:
            lately = "\n  ".join(self.happened) or "nothing at all"
            raise NotSeen(f"not seen within {within} s: {what}. What happened:\n  {lately}") from None

    def _next(self, where: object) -> asyncio.Event:
        """Return the event that the next change sets, or the next one in a place."""
        return self._changed if where is None else self._changed_in.setdefault(where, asyncio.Event())
