"""Connection limits: how many may be open at once, of all together, of one address and of one network."""

from __future__ import annotations

import asyncio
import socket
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self, cast

from aiohttp import web

from bot.chats.web.client_address import Network, client_group, client_network, is_proxy
from bot.sessions import RateLimit, RateLimits

_LEAST_BESIDE_TABS = 200
"""Connections that pages and pictures may have beside the tabs, however few tabs there may be."""
_READ_AT_ONCE = 16_384
"""Bytes that the system keeps of what a connection sends; Linux takes twice as many."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What may be open at once.

    One address is an IPv4 address or the /64 of an IPv6 address, one network the /56 of an IPv6 address. A
    person without a seat has no account yet; behind a seat stands an account, at the table or on Telegram.

    Args:
        connections: connections of all together.
        connections_of_one: connections of one address that carry no tab, unless the address is a proxy's.
        connections_of_network: the same of one network.
        tabs: tabs of all together.
        tabs_of_account: tabs of one account; one more closes the oldest.
        arriving: tabs that have not said yet who they are; one more closes the oldest.
        unseated: tabs of people without a seat.
        unseated_of_one: tabs of people without a seat from one address, and arriving ones.
        unseated_of_network: the same from one network.
        head_within: seconds in which the head of a request must have come, and after which an idle
            connection is closed.
        new_at_once: connections that one address may open at once, unless it is a proxy's; and tabs, also
            through a proxy.
        new_per_second: how many more it may open every second.
    """

    connections: int = 3000
    connections_of_one: int = 96
    connections_of_network: int = 192
    tabs: int = 2000
    tabs_of_account: int = 8
    arriving: int = 250
    unseated: int = 1250
    unseated_of_one: int = 48
    unseated_of_network: int = 96
    head_within: float = 15.0
    new_at_once: int = 96
    new_per_second: float = 10.0

    @classmethod
    def of(cls, tabs: int) -> Self:
        """Return the limits for a number of tabs, of which a quarter is kept for people with a seat."""
        arriving = max(1, tabs // 8)
        return cls(
            connections=tabs + max(_LEAST_BESIDE_TABS, tabs // 2),
            tabs=tabs,
            arriving=arriving,
            unseated=tabs * 3 // 4 - arriving,
        )


class CountByAddress:
    """Counts by address and by network.

    Args:
        of_one: the most of one address.
        of_network: the most of one network.
    """

    def __init__(self, of_one: int, of_network: int) -> None:
        self._of_one = of_one
        self._of_network = of_network
        self._by_address: Counter[str] = Counter()
        self._by_network: Counter[str] = Counter()

    @property
    def total(self) -> int:
        """The number of all together."""
        return self._by_address.total()

    def has_room(self, address: str) -> bool:
        """Return True if one more of an address may be counted."""
        return (
            self._by_address[address] < self._of_one
            and self._by_network[client_network(address)] < self._of_network
        )

    def add(self, address: str) -> None:
        """Count one more of an address."""
        self._by_address[address] += 1
        self._by_network[client_network(address)] += 1

    def remove(self, address: str) -> None:
        """Count one less of an address."""
        for counted, key in ((self._by_address, address), (self._by_network, client_network(address))):
            counted[key] -= 1
            if not counted[key]:
                del counted[key]


class RateByAddress:
    """How much may be done in a time from one address, and twice as much from one network.

    Args:
        at_once: how many at once from one address.
        per_second: how many are added every second.
        clock: seconds since some moment.
    """

    def __init__(self, at_once: int, per_second: float, clock: Callable[[], float]) -> None:
        self._of_one: RateLimits[str, RateLimit] = RateLimits(lambda _: RateLimit(at_once, per_second, clock))
        self._of_network: RateLimits[str, RateLimit] = RateLimits(
            lambda _: RateLimit(2 * at_once, 2 * per_second, clock)
        )

    def take(self, address: str) -> bool:
        """Take one for an address; return False if there is none."""
        of_network = self._of_network.of(client_network(address))
        return of_network.wait() <= 0 and self._of_one.of(address).take() and of_network.take()


class CappedSite(web.BaseSite):
    """Listens, and cuts the connections that are too many.

    An address that has too many gets no more. If all together are too many, the connection gives way that
    carries no tab and was silent longest, so that idle connections keep nobody out.

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
        self._most = limits.connections
        self._open = 0
        self._without_tab: dict[_Connection, None] = {}
        """Connections that carry no tab, the one that was silent longest first."""
        self._addresses = CountByAddress(limits.connections_of_one, limits.connections_of_network)
        self._new = RateByAddress(limits.new_at_once, limits.new_per_second, clock)
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
            lambda: _Connection(answering, self),
            self._host,
            self._port,
            backlog=self._backlog,
            start_serving=False,
        )
        for listening in self._server.sockets:
            # All that waits in a connection is read at once, and nobody else is served meanwhile.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _READ_AT_ONCE)
        await self._server.start_serving()

    def admit(self, connection: _Connection, peer: str) -> bool:
        """Count a connection; return False if it is one too many."""
        address = None if is_proxy(peer, self._proxies) else client_group(peer)
        if address is not None and not (self._new.take(address) and self._addresses.has_room(address)):
            return False
        if self._open >= self._most:
            oldest = next(iter(self._without_tab), None)
            if oldest is None:
                return False
            oldest.cut()
        self._open += 1
        self._without_tab[connection] = None
        if address is not None:
            self._addresses.add(address)
        connection.address = address
        return True

    def note_data(self, connection: _Connection) -> None:
        """Note that a connection has sent something."""
        if connection in self._without_tab:
            del self._without_tab[connection]
            self._without_tab[connection] = None

    def carries_tab(self, connection: _Connection) -> None:
        """Count a connection with all only, because its tab is limited already."""
        if connection in self._without_tab:
            del self._without_tab[connection]
            if connection.address is not None:
                self._addresses.remove(connection.address)

    def forget(self, connection: _Connection) -> None:
        """Count a connection no more."""
        self.carries_tab(connection)
        self._open -= 1


def carries_tab(transport: asyncio.BaseTransport) -> None:
    """Count a connection with all only, because its tab is limited already."""
    if isinstance(connection := transport.get_protocol(), _Connection):
        connection.carries_tab()


class _Connection(asyncio.Protocol):
    """One connection, handed on to what answers if it is not one too many.

    Args:
        answering: makes what answers.
        site: counts the connections.
    """

    def __init__(self, answering: Callable[[], asyncio.Protocol], site: CappedSite) -> None:
        self._answering = answering
        self._site = site
        self._is_counted = False
        self._transport: asyncio.WriteTransport | None = None
        self._inner = asyncio.Protocol()
        self.address: str | None = None
        """The address for which it counts; None if that is a proxy's."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        peer = transport.get_extra_info("peername")
        self._transport = cast("asyncio.WriteTransport", transport)
        self._is_counted = self._site.admit(self, peer[0] if peer else "")
        if not self._is_counted:
            self._transport.abort()
            return
        self._inner = self._answering()
        self._inner.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        self._site.note_data(self)
        self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._count_no_more()
        self._inner.connection_lost(exc)

    def cut(self) -> None:
        """End the connection at once."""
        self._count_no_more()
        if self._transport is not None:
            self._transport.abort()

    def carries_tab(self) -> None:
        """Count the connection with all only, because its tab is limited already."""
        self._site.carries_tab(self)

    def _count_no_more(self) -> None:
        if self._is_counted:
            self._is_counted = False
            self._site.forget(self)
