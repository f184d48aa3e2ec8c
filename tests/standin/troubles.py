"""Troubles that a test orders: refusals, delays, lost answers, held requests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from tests.pace import HANG
from tests.standin.errors import NotSeen


class Routed(Protocol):
    """A request with a route."""

    @property
    def route(self) -> str:
        """The route, e.g. `"POST /channels/{channel_id}/messages"` or `"sendMessage"`."""


RequestT = TypeVar("RequestT", bound=Routed)
RefusalT = TypeVar("RefusalT")


@dataclass(eq=False)
class Barrier(Generic[RequestT]):
    """Holds requests until it is opened."""

    held: list[RequestT] = field(default_factory=list)
    _reached: asyncio.Event = field(default_factory=asyncio.Event)
    _opened: asyncio.Event = field(default_factory=asyncio.Event)

    async def reached(self, within: float = HANG) -> RequestT:
        """Wait for the first held request, and return it.

        Raises:
            NotSeen: none arrived in time.
        """
        try:
            async with asyncio.timeout(within):
                await self._reached.wait()
        except TimeoutError:
            raise NotSeen(f"no request came to the barrier within {within} s") from None
        return self.held[0]

    def open(self) -> None:
        """Release held and later requests."""
        self._opened.set()

    async def passed(self, request: RequestT) -> None:
        """Hold a request until the barrier opens."""
        self.held.append(request)
        self._reached.set()
        await self._opened.wait()


@dataclass(eq=False)
class Trouble(Generic[RequestT, RefusalT]):
    """A trouble for the next requests to a route.

    Attributes:
        times: the number of requests left.
        where: selects the requests; None selects all.
        after: carry the request out first, so that only its answer is affected.
        refusal: the answer instead, or None.
        cut: cut the connection instead of answering.
        seconds: the delay.
        barrier: holds the request, or None.
    """

    route: str
    times: int = 1
    where: Callable[[RequestT], bool] | None = None
    after: bool = False
    refusal: RefusalT | None = None
    cut: bool = False
    seconds: float = 0.0
    barrier: Barrier[RequestT] | None = None

    @property
    def stops(self) -> bool:
        """True if the request is not carried out."""
        return not self.after and (self.cut or self.refusal is not None)

    def applies_to(self, request: RequestT) -> bool:
        """Return True if the trouble applies to a request."""
        if not self.times or self.route != request.route:
            return False
        return self.where is None or self.where(request)

    async def wait(self, request: RequestT) -> None:
        """Wait for the delay and the barrier."""
        if self.seconds:
            await asyncio.sleep(self.seconds)
        if self.barrier is not None:
            await self.barrier.passed(request)


class Troubles(Generic[RequestT, RefusalT]):
    """The troubles that are still to come, in the order in which they were ordered."""

    def __init__(self) -> None:
        self.ordered: list[Trouble[RequestT, RefusalT]] = []

    def take(self, request: RequestT) -> Trouble[RequestT, RefusalT] | None:
        """Return the first trouble that applies to a request, or None, and count it down."""
        for trouble in self.ordered:
            if trouble.applies_to(request):
                trouble.times -= 1
                return trouble
        return None

    def open_barriers(self) -> None:
        """Open all barriers."""
        for trouble in self.ordered:
            if trouble.barrier is not None:
                trouble.barrier.open()
