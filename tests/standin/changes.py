"""Changes: wakes those who wait for something at every change, so that nobody has to sleep."""

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
    """Something that went over the wire and should not have."""

    route: str
    what: str

    def __str__(self) -> str:
        return f"{self.route}: {self.what}"


class Changes:
    """Tells of every change, and keeps what should not have happened.

    Attributes:
        violations: What should not have gone over the wire, in order.
        happened: What happened lately, in words.
    """

    def __init__(self) -> None:
        self.violations: list[Violation] = []
        self.happened: deque[str] = deque(maxlen=60)
        self._changed = asyncio.Event()
        self._changed_in: dict[object, asyncio.Event] = {}

    def changed(self, what: str, where: object = None) -> None:
        """Wake whoever waits for something, anywhere or in the place where it happened."""
        self.happened.append(what)
        self._changed.set()
        self._changed = asyncio.Event()
        if where in self._changed_in:
            self._changed_in.pop(where).set()

    def violate(self, route: str, what: object) -> None:
        """Note something that should not have gone over the wire."""
        violation = Violation(route, str(what))
        self.violations.append(violation)
        self.changed(f"VIOLATION {violation}")

    async def until(
        self, found: Callable[[], T | None], what: str, within: float = HANG, where: object = None
    ) -> T:
        """Wait until something holds, and give what was found.

        Args:
            found: Gives something true once it holds; asked again after every change.
            what: What is waited for, in words, for the complaint.
            within: Seconds at most.
            where: The chat where it will hold, if only what is shown there matters: of hundreds who wait,
                each is asked after a change in his own.

        Raises:
            NotSeen: It did not happen in time.
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
        """Return what is set by the next change, perhaps of one place alone."""
        return self._changed if where is None else self._changed_in.setdefault(where, asyncio.Event())
