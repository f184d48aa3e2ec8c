"""Troubles: what goes wrong on order: refusals, delays, lost answers, requests held back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from tests.pace import HANG
from tests.standin.errors import NotSeen


class Routed(Protocol):
    """A request, as far as trouble needs to know it."""

    @property
    def route(self) -> str:
        """What it asks for, e.g. `"POST /channels/{channel_id}/messages"` or `"sendMessage"`."""


RequestT = TypeVar("RequestT", bound=Routed)
RefusalT = TypeVar("RefusalT")


@dataclass(eq=False)
class Barrier(Generic[RequestT]):
    """Holds requests back until it is opened."""

    held: list[RequestT] = field(default_factory=list)
    _reached: asyncio.Event = field(default_factory=asyncio.Event)
    _opened: asyncio.Event = field(default_factory=asyncio.Event)

    async def reached(self, within: float = HANG) -> RequestT:
        """Wait until a request stands before the gate, and give the first.

        Raises:
            NotSeen: None came in time.
        """
        try:
            async with asyncio.timeout(within):
                await self._reached.wait()
        except TimeoutError:
            raise NotSeen(f"no request came to the gate within {within} s") from None
        return self.held[0]

    def open(self) -> None:
        """Let through what waits, and what comes."""
        self._opened.set()

    async def passed(self, request: RequestT) -> None:
        """Stand before the gate until it is open."""
        self.held.append(request)
        self._reached.set()
        await self._opened.wait()


@dataclass(eq=False)
class Trouble(Generic[RequestT, RefusalT]):
    """One thing that is to go wrong.

    Attributes:
        route: The requests it befalls.
        times: How many of them still.
        where: Which of them; all without it.
        after: Whether the request is carried out first, so that only its answer suffers.
        refusal: What is answered instead.
        cut: Whether the connection is cut instead of an answer.
        seconds: How long everything waits.
        gate: What holds the request back.
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
        """Whether the request is not carried out at all."""
        return not self.after and (self.cut or self.refusal is not None)

    def befalls(self, request: RequestT) -> bool:
        """Return whether it is meant for a request."""
        if not self.times or self.route != request.route:
            return False
        return self.where is None or self.where(request)

    async def wait(self, request: RequestT) -> None:
        """Wait as long as it wants."""
        if self.seconds:
            await asyncio.sleep(self.seconds)
        if self.barrier is not None:
            await self.barrier.passed(request)


class Troubles(Generic[RequestT, RefusalT]):
    """What is still to go wrong, first ordered first."""

    def __init__(self) -> None:
        self.ordered: list[Trouble[RequestT, RefusalT]] = []

    def take(self, request: RequestT) -> Trouble[RequestT, RefusalT] | None:
        """Return the trouble that befalls a request, if any; each counts down."""
        for trouble in self.ordered:
            if trouble.befalls(request):
                trouble.times -= 1
                return trouble
        return None

    def open_barriers(self) -> None:
        """Let everything through that is still held back."""
        for trouble in self.ordered:
            if trouble.barrier is not None:
                trouble.barrier.open()
