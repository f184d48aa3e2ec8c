"""Connections: how many may be open at once, of all together and of one address, and who is cut off."""

from __future__ import annotations

import asyncio
import socket
import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from aiohttp import web

from bot.chats.rate_limit import RateLimit, RateLimits
from bot.chats.web.client_address import client_group, is_proxy

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.chats.web.client_address import Network


_READ_AT_ONCE = 16_384
"""Bytes that the system keeps of what a connection sends; Linux takes twice as many."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What may be open at once. One address is one IPv4 address, or the /64 of an IPv6 address.

    Args:
        connections: connections of all together.
        connections_of_one: connections of one address, unless it is a proxy's.
        tabs: tabs of all together.
        tabs_of_one: tabs of one address.
        unnamed: tabs of all together in which nobody has said a name.
        unnamed_of_one: tabs of one address in which nobody has said a name.
        arriving: tabs of all together that have not yet said hello.
        head_within: seconds in which the head of a request must have come, and after which an idle
            connection is closed.
        new_at_once: connections that one address may open at once, unless it is a proxy's.
        new_per_second: how many more it may open every second.
    """

    connections: int = 600
    connections_of_one: int = 96
    tabs: int = 200
    tabs_of_one: int = 48
    unnamed: int = 100
    unnamed_of_one: int = 12
    arriving: int = 50
    head_within: float = 15.0
    new_at_once: int = 96
    new_per_second: float = 10.0


class Cap:
    """A number that may be had at once, of all together and of each key.

    Args:
        most: how many of all together.
        most_of_one: how many of one key.
    """

    def __init__(self, most: int, most_of_one: int) -> None:
        self._most = most
        self._most_of_one = most_of_one
        self._taken: Counter[str] = Counter()

    def take(self, key: str) -> bool:
        """Take one; return whether there was one to take."""
        if self._taken.total() >= self._most or self._taken[key] >= self._most_of_one:
            return False
        self._taken[key] += 1
        return True

    def give_back(self, key: str) -> None:
        """Give back one that was taken."""
        self._taken[key] -= 1
        if not self._taken[key]:
            del self._taken[key]


class Arrivals:
    """Those of whom it is not known yet who they are. If one too many comes, whoever came first has to go.

    A page says at once who it is; whoever does not, to keep places from others, loses his to them.

    Args:
        most: how many there may be.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._drops: dict[object, Callable[[], None]] = {}

    def begin(self, who: object, drop: Callable[[], None]) -> None:
        """Let one arrive, who can be sent away by what is handed in."""
        self._drops[who] = drop
        if len(self._drops) > self._most:
            self._drops.pop(next(iter(self._drops)))()

    def end(self, who: object) -> None:
        """Take note that one has arrived, or is gone."""
        self._drops.pop(who, None)


class CappedSite(web.BaseSite):
    """Listens, and cuts at once what is one connection too many.

    Args:
        runner: what answers.
        host: where to listen; None for everywhere.
        port: the port; 0 for any that is free.
        limits: how many connections there may be.
        proxies: whose connections are those of many people, so that they count together with all only.
        clock: seconds since some moment.
    """

    def __init__(
        self,
        runner: web.AppRunner,
        host: str | None,
        port: int,
        *,
        limits: Limits,
        proxies: tuple[Network, ...] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(runner)
        self._host = host
        self._port = port
        self._all = Cap(limits.connections, limits.connections)
        self._of_one = Cap(limits.connections, limits.connections_of_one)
        self._new: RateLimits[str, RateLimit] = RateLimits(
            lambda _: RateLimit(limits.new_at_once, limits.new_per_second, clock)
        )
        self._proxies = proxies

    @property
    def name(self) -> str:
        """The address that is listened on."""
        return f"http://{self._host or '*'}:{self._port}"

    async def start(self) -> None:
        """Begin to listen."""
        await super().start()
        answering = self._runner.server
        if answering is None:
            raise RuntimeError("the runner is not set up")
        loop = asyncio.get_running_loop()
        # Begun in a step of its own: whoever is cancelled in the midst of that has what is to be closed.
        self._server = await loop.create_server(
            lambda: _Connection(answering, self._take),
            self._host,
            self._port,
            backlog=self._backlog,
            start_serving=False,
        )
        for listening in self._server.sockets:
            # All that waits in a connection is read at once, and nobody else is served meanwhile.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _READ_AT_ONCE)
        await self._server.start_serving()

    def _take(self, peer: str) -> Callable[[], None] | None:
        """Take a connection; return how to give it back, or None if it is one too many."""
        if not self._all.take(""):
            return None
        if is_proxy(peer, self._proxies):
            return lambda: self._all.give_back("")
        group = client_group(peer)
        if not (self._new.of(group).take() and self._of_one.take(group)):
            self._all.give_back("")
            return None

        def give_back() -> None:
            self._of_one.give_back(group)
            self._all.give_back("")

        return give_back


class _Connection(asyncio.Protocol):
    """One connection, handed on to what answers if it is not one too many."""

    def __init__(
        self,
        answering: Callable[[], asyncio.Protocol],
        take: Callable[[str], Callable[[], None] | None],
    ) -> None:
        self._answering = answering
        self._take = take
        self._give_back: Callable[[], None] | None = None
        self._inner = asyncio.Protocol()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        peer = transport.get_extra_info("peername")
        self._give_back = self._take(peer[0] if peer else "")
        if self._give_back is None:
            cast("asyncio.WriteTransport", transport).abort()
            return
        self._inner = self._answering()
        self._inner.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._give_back is not None:
            self._give_back()
            self._give_back = None
        self._inner.connection_lost(exc)
