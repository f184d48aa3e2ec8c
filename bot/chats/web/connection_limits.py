"""Connection limits: how many connections may be open in all, from one address, and from one network."""

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
from bot.chats.web.listening import CannotListen
from bot.sessions import KeyedLimits, TokenBucket

_LEAST_BESIDE_TABS = 200
"""The fewest connections that are reserved for pages and pictures, beside those of the tabs."""
_READ_AT_ONCE = 16_384
"""Size in bytes of each connection's receive buffer in the kernel; Linux doubles it."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on open connections and tabs, on the rate of new ones, and on waiting.

    An address is an IPv4 address or the /64 of an IPv6 address; a network is the /56 of an IPv6 address.
    A tab is "seated" if it is signed in to an account (at the table or on Telegram), else "unseated".

    Args:
        connections: connections in all.
        connections_of_one: connections from one address that carry no tab; proxies are exempt.
        connections_of_network: connections from one network that carry no tab; proxies are exempt.
        tabs: tabs in all.
        tabs_of_account: tabs of one account; one more closes the oldest.
        arriving: tabs whose first frame is still to come; one more closes the oldest.
        unseated: tabs without an account.
        unseated_of_one: tabs without an account from one address; separately, as many arriving tabs.
        unseated_of_network: tabs without an account from one network; separately, as many arriving tabs.
        head_within: seconds within which the head of a request must arrive; also the time after which an idle
            connection is closed.
        new_at_once: burst of new connections from one address (proxies are exempt), and of new tabs.
        new_per_second: new connections and tabs from one address that are allowed every second after a burst.
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
        """Return the limits for a number of tabs; a quarter of them is reserved for tabs with an account."""
        arriving = max(1, tabs // 8)
        return cls(
            connections=tabs + max(_LEAST_BESIDE_TABS, tabs // 2),
            tabs=tabs,
            arriving=arriving,
            unseated=tabs * 3 // 4 - arriving,
        )


class CountByAddress:
    """A counter with one limit for each address and another for each network, which `has_room` checks.

    Args:
        of_one: the most from one address.
        of_network: the most from one network.
    """

    def __init__(self, of_one: int, of_network: int) -> None:
        self._of_one = of_one
        self._of_network = of_network
        self._by_address: Counter[str] = Counter()
        self._by_network: Counter[str] = Counter()

    @property
    def total(self) -> int:
        """The count over all addresses."""
        return self._by_address.total()

    def has_room(self, address: str) -> bool:
        """Return True if an address and its network are below their limits."""
        return (
            self._by_address[address] < self._of_one
            and self._by_network[client_network(address)] < self._of_network
        )

    def add(self, address: str) -> None:
        """Count one more for an address and its network, even beyond their limits."""
        self._by_address[address] += 1
        self._by_network[client_network(address)] += 1

    def remove(self, address: str) -> None:
        """Count one less for an address and its network."""
        for counted, key in ((self._by_address, address), (self._by_network, client_network(address))):
            counted[key] -= 1
            if not counted[key]:
                del counted[key]


class RateByAddress:
    """A rate limit for each address, and one twice as high for each network.

    Args:
        at_once: the burst that one address may use.
        per_second: how fast an address's allowance refills.
        clock: a monotonic clock in seconds.
    """

    def __init__(self, at_once: int, per_second: float, clock: Callable[[], float]) -> None:
        self._of_one: KeyedLimits[str, TokenBucket] = KeyedLimits(
            lambda _: TokenBucket(at_once, per_second, clock)
        )
        self._of_network: KeyedLimits[str, TokenBucket] = KeyedLimits(
            lambda _: TokenBucket(2 * at_once, 2 * per_second, clock)
        )

    def take(self, address: str) -> bool:
        """Use one unit of the allowance of an address and of its network; return False if either has none."""
        of_network = self._of_network.of(client_network(address))
        return of_network.wait() <= 0 and self._of_one.of(address).take() and of_network.take()


class CappedSite(web.BaseSite):
    """A listening site that limits the number of open connections.

    An address or network at its limit gets no new connection. At the limit in all, the new connection
    replaces the one that carries no tab and was silent longest, so that idle connections keep no one out.

    Args:
        runner: answers the requests.
        hosts: the addresses to listen on.
        port: the port; 0 for any free one.
        limits: the limits on connections.
        proxies: the trusted proxies; they carry many clients, so the limits by address do not apply to them.
        clock: a monotonic clock in seconds.
        settings: the names of the settings that say where to listen.
    """

    def __init__(
        self,
        runner: web.AppRunner,
        hosts: tuple[str, ...],
        port: int,
        *,
        limits: Limits,
        proxies: tuple[Network, ...] = (),
        clock: Callable[[], float] = time.monotonic,
        settings: str = "NARDY_HOST or NARDY_PORT",
    ) -> None:
        super().__init__(runner)
        self._settings = settings
        self._hosts = hosts
        self._port = port
        self._most = limits.connections
        self._open = 0
        self._without_tab: dict[_Connection, None] = {}
        """The connections without a tab, the longest silent one first."""
        self._addresses = CountByAddress(limits.connections_of_one, limits.connections_of_network)
        self._new = RateByAddress(limits.new_at_once, limits.new_per_second, clock)
        self._proxies = proxies

    @property
    def name(self) -> str:
        """The listening addresses and their port."""
        return f"{', '.join(self._hosts)}, port {self._port}"

    async def start(self) -> None:
        """Start to listen.

        Raises:
            CannotListen: the system does not let it listen on all of its addresses.
        """
        await super().start()
        answering = self._runner.server
        if answering is None:
            raise RuntimeError("the runner is not set up")
        loop = asyncio.get_running_loop()
        # Start serving in a separate step: if that is cancelled, `self._server` is set and can be closed.
        try:
            self._server = await loop.create_server(
                lambda: _Connection(answering, self),
                self._hosts,
                self._port,
                backlog=self._backlog,
                start_serving=False,
            )
        except OSError as error:
            raise CannotListen(self.name, error, self._settings) from error
        for listening in self._server.sockets:
            # A small buffer: aiohttp reads all that waits in it at once and blocks other clients meanwhile.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _READ_AT_ONCE)
        await self._server.start_serving()

    def admit(self, connection: _Connection, peer: str) -> bool:
        """Count a new connection; return False, not counting it, if it exceeds a limit and must be closed.

        At the limit in all, the connection without a tab that was silent longest is closed instead, if any.
        """
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
        """Note that a connection sent data, so that it is no longer the longest silent one."""
        if connection in self._without_tab:
            # A dict keeps the order of insertion: this moves the connection to the end.
            del self._without_tab[connection]
            self._without_tab[connection] = None

    def note_tab(self, connection: _Connection) -> None:
        """Exempt a connection that became a tab from the limits by address, and from being replaced.

        The limits on tabs cover it instead.
        """
        if connection in self._without_tab:
            del self._without_tab[connection]
            if connection.address is not None:
                self._addresses.remove(connection.address)

    def forget(self, connection: _Connection) -> None:
        """Stop counting a closed connection."""
        self.note_tab(connection)
        self._open -= 1


def note_tab(transport: asyncio.BaseTransport) -> None:
    """Exempt a connection that became a tab from the limits by address; the tab limits cover it."""
    if isinstance(connection := transport.get_protocol(), _Connection):
        connection.note_tab()


class _Connection(asyncio.Protocol):
    """A TCP connection that is passed on to the HTTP server unless it exceeds a limit.

    Args:
        answering: makes the protocol that answers requests.
        site: the site that counts connections.
    """

    def __init__(self, answering: Callable[[], asyncio.Protocol], site: CappedSite) -> None:
        self._answering = answering
        self._site = site
        self._is_counted = False
        self._transport: asyncio.WriteTransport | None = None
        self._inner = asyncio.Protocol()
        self.address: str | None = None
        """The address group under which the connection is counted; None for a trusted proxy."""

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
        """Abort the connection, and stop counting it at once."""
        self._count_no_more()
        if self._transport is not None:
            self._transport.abort()

    def note_tab(self) -> None:
        """Exempt the connection from the limits by address because it became a tab."""
        self._site.note_tab(self)

    def _count_no_more(self) -> None:
        if self._is_counted:
            self._is_counted = False
            self._site.forget(self)
