from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import aiohttp
import pytest
from aiohttp import web

from bot.chats.web.client_address import parse_network
from bot.chats.web.connection_limits import CappedSite, CountByAddress, Limits
from bot.chats.web.listening import CannotListen
from bot.chats.web.sign_in import NOT_INVITED
from tests.chats.web.house import Served, Tab, serving

WAIT = 30.0
"""Seconds after which a test fails."""

AN_HOUR = 3600.0
HALF_A_HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1"
REQUEST = b"GET /page/icon.svg HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
HERE, ELSEWHERE = "127.0.0.1", "127.0.0.2"
BEHIND_A_PROXY = (parse_network("127.0.0.1"),)


class Client:
    """A client that writes raw bytes to the table."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    def write(self, data: bytes) -> None:
        """Send some bytes."""
        self._writer.write(data)

    async def is_answered(self) -> bool:
        """Request a file of the page; return True if it comes."""
        self.write(REQUEST)
        try:
            async with asyncio.timeout(WAIT):
                return (await self._reader.readline()).startswith(b"HTTP/1.1 200")
        except ConnectionError:
            return False

    async def read_to_end(self) -> bytes:
        """Wait until the table closes the connection; return what it still sent."""
        async with asyncio.timeout(WAIT):
            try:
                return await self._reader.read()
            except ConnectionError:
                return b""

    async def close_and_wait(self) -> None:
        """Close the connection."""
        self._writer.close()
        with suppress(ConnectionError):
            await self._writer.wait_closed()


@asynccontextmanager
async def connected(served: Served, number: int, address: str = HERE) -> AsyncIterator[list[Client]]:
    """Open some connections from an address of this machine."""
    opened = [
        Client(*await asyncio.open_connection(HERE, served.port, local_addr=(address, 0)))
        for _ in range(number)
    ]
    try:
        yield opened
    finally:
        for client in opened:
            await client.close_and_wait()


async def test_the_head_of_a_request_has_a_deadline() -> None:
    """A client that sends no head, half a head, or half a second head is disconnected."""
    async with (
        serving(limits=Limits(head_within=1.5)) as served,
        connected(served, 3) as (silent, half, again),
    ):
        half.write(HALF_A_HEAD)
        assert await again.is_answered()
        again.write(HALF_A_HEAD)
        assert (await again.read_to_end()).count(b"HTTP/1.1") == 0
        assert tuple(await asyncio.gather(silent.read_to_end(), half.read_to_end())) == (b"", b"")


async def test_half_sent_requests_keep_no_other_client_out() -> None:
    """A client is answered although another address holds all the connections it may."""
    limits = Limits(connections=40, connections_of_one=10, head_within=AN_HOUR)
    async with serving(limits=limits) as served, connected(served, 60, ELSEWHERE) as clients:
        for client in clients[:10]:
            client.write(HALF_A_HEAD)
        assert not any(await asyncio.gather(*(client.read_to_end() for client in clients[10:])))
        async with connected(served, 1) as (newcomer,):
            assert await newcomer.is_answered()


async def test_the_longest_silent_connection_gives_way() -> None:
    """At the limit for all, the connection that was silent longest is closed for a new one."""
    limits = Limits(connections=3, connections_of_one=3, head_within=AN_HOUR)
    async with (
        serving(limits=limits) as served,
        connected(served, 3) as (first, second, third),
    ):
        for client in (second, first, third):
            assert await client.is_answered()
        async with connected(served, 1, ELSEWHERE) as (newcomer,):
            assert await newcomer.is_answered()
            await second.read_to_end()


async def test_a_tab_survives_a_flood_of_connections() -> None:
    """A tab's connection stays open however many others are opened."""
    limits = Limits(connections=2, head_within=AN_HOUR)
    async with (
        serving(limits=limits) as served,
        served.signed_in("Anna") as anna,
        connected(served, 5, ELSEWHERE),
    ):
        assert (await anna.say("/help"))["replies"] == []


async def test_connections_of_a_network_are_limited() -> None:
    """The addresses of one IPv6 network share a limit."""
    count = CountByAddress(2, 3)
    for address in ("2001:db8:0:1::/64", "2001:db8:0:1::/64", "2001:db8:0:2::/64"):
        assert count.has_room(address)
        count.add(address)
    assert not count.has_room("2001:db8:0:ff::/64")
    assert count.has_room("2001:db8:0:100::/64")
    count.remove("2001:db8:0:1::/64")
    assert count.has_room("2001:db8:0:ff::/64")


async def test_a_closed_connection_makes_room() -> None:
    """An address at its limit can open another connection after one was closed."""
    async with serving(limits=Limits(connections_of_one=1)) as served:
        async with connected(served, 2) as (first, second):
            assert await first.is_answered()
            assert await second.read_to_end() == b""
        async with asyncio.timeout(WAIT):
            answered = False
            while not answered:
                async with connected(served, 1) as (third,):
                    answered = await third.is_answered()


async def test_a_proxys_connections_are_not_limited() -> None:
    """A proxy's connections do not count as those of one address."""
    limits = Limits(connections_of_one=1)
    async with serving(limits=limits, proxies=BEHIND_A_PROXY) as served, connected(served, 3) as clients:
        assert all([await client.is_answered() for client in clients])


async def refusal_code(served: Served, **headers: str) -> int:
    """Say hello where it is refused, and return the code with which the table closes."""
    async with served.socket(headers) as socket:
        tab = Tab(socket)
        await tab.put(do="hello", secret="", language="en")
        return await tab.closed()


async def test_tabs_without_an_account_are_limited_by_address() -> None:
    """An address at its limit gets another tab only once one of its tabs has a name."""
    async with (
        serving(limits=Limits(unseated_of_one=2)) as served,
        served.tab() as one,
        served.tab(),
    ):
        assert await refusal_code(served) == aiohttp.WSCloseCode.TRY_AGAIN_LATER
        await one.put(do="name", id="name-Anna", name="Anna")
        await one.get("named")
        async with served.tab() as third:
            assert third.welcome["account"] is None


async def test_tabs_with_an_account_are_not_limited_by_address() -> None:
    """Any number of accounts may sit and come back behind one address."""
    async with serving(limits=Limits(unseated_of_one=1, connections_of_one=1)) as served:
        async with served.signed_in("Anna") as anna, served.signed_in("Boris"), served.signed_in("Clara"):
            assert (await anna.say("/help"))["replies"] == []
        async with served.tab(), served.tab(anna.secret) as again:
            assert again.welcome["account"] == anna.account


async def test_tabs_without_an_account_are_limited_in_all() -> None:
    """A player with an account comes in although no more tabs without one do."""
    async with serving(limits=Limits(unseated=1), proxies=BEHIND_A_PROXY) as served:
        async with served.signed_in("Anna") as anna:
            secret, account = anna.secret, anna.account
        async with served.tab(**{"X-Forwarded-For": "198.51.100.1"}):
            assert await refusal_code(served, **{"X-Forwarded-For": "198.51.100.2"}) == (
                aiohttp.WSCloseCode.TRY_AGAIN_LATER
            )
            async with served.tab(secret, **{"X-Forwarded-For": "198.51.100.2"}) as again:
                assert again.welcome["account"] == account


@pytest.mark.parametrize("tabs", [8, 40, 201, 2000, 100_000])
def test_a_quarter_of_all_places_is_kept_for_accounts(tabs: int) -> None:
    """Tabs without an account and arriving ones together have at most three quarters of the places."""
    limits = Limits.of(tabs)
    assert limits.tabs == tabs
    assert limits.unseated + limits.arriving <= tabs * 3 / 4
    assert limits.unseated > 0
    assert limits.arriving > 0
    assert limits.connections > tabs


def test_the_default_limits_are_those_of_two_thousand_tabs() -> None:
    """The default limits are those for 2,000 tabs."""
    assert Limits() == Limits.of(2000)


async def test_the_oldest_arriving_tab_gives_way() -> None:
    """A new tab closes the oldest one without a hello; tabs with an account stay."""
    async with (
        serving(limits=Limits(arriving=1)) as served,
        served.signed_in("Anna") as anna,
        served.socket() as silent,
        served.signed_in("Boris"),
    ):
        assert await Tab(silent).closed() == aiohttp.WSCloseCode.ABNORMAL_CLOSURE
        assert (await anna.say("/help"))["replies"] == []


async def test_uninvited_visitors_take_no_places() -> None:
    """An uninvited visitor is closed at once with a specific code and takes no place."""
    async with (
        serving(limits=Limits(tabs=3, arriving=1, unseated=1), invited=True) as served,
        served.signed_in("Anna", key=served.host_key) as anna,
    ):
        for _ in range(5):
            async with served.greeted(key="made up") as stranger:
                assert stranger.welcome["closed"] is True
                assert await stranger.closed() == NOT_INVITED
        async with served.tab(key=anna.rights["key"]) as guest:
            assert guest.welcome["closed"] is False


async def test_behind_a_proxy_each_client_is_counted() -> None:
    """Behind a proxy clients are distinguished by the proxy's header, which is ignored without a proxy."""
    limits = Limits(unseated_of_one=1)
    one, of_its_network, other = (
        {"X-Forwarded-For": f"2001:db8::{end}"} for end in ("1", "ffff:2", "1:0:0:0:1")
    )
    async with serving(limits=limits, proxies=BEHIND_A_PROXY) as served, served.tab(**one):
        assert await refusal_code(served, **of_its_network) == aiohttp.WSCloseCode.TRY_AGAIN_LATER
        async with served.tab(**other) as tab:
            assert tab.welcome["account"] is None
    async with serving(limits=limits) as served, served.tab(**one):
        assert await refusal_code(served, **other) == aiohttp.WSCloseCode.TRY_AGAIN_LATER


async def test_tabs_that_come_too_fast_are_refused_late() -> None:
    """An address that opens tabs too fast is refused after a delay, also behind a proxy; others come in."""
    naps = list[float]()

    async def sleep(seconds: float) -> None:
        naps.append(seconds)

    limits = Limits(new_at_once=2, new_per_second=0.001)
    async with serving(limits=limits, proxies=BEHIND_A_PROXY, sleep=sleep) as served:
        headers = {"X-Forwarded-For": "198.51.100.1"}
        async with served.tab(**headers), served.tab(**headers):
            with pytest.raises(aiohttp.WSServerHandshakeError, match="429"):
                await served.socket(headers).__aenter__()
            async with served.tab(**{"X-Forwarded-For": "198.51.100.2"}):
                assert len(naps) == 1


async def test_a_site_listens_on_each_of_its_addresses() -> None:
    """Several addresses are served at one port."""
    runner, port = web.AppRunner(web.Application()), _free_port()
    await runner.setup()
    await CappedSite(runner, (HERE, ELSEWHERE), port, limits=Limits()).start()
    for address in (HERE, ELSEWHERE):
        _, writer = await asyncio.open_connection(address, port)
        writer.close()
    await runner.cleanup()


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("192.0.2.1", "this machine has no such address"),
        ("nowhere.invalid", "no address is known for that name"),
    ],
)
async def test_an_address_of_no_machine_here_is_refused_by_its_setting(address: str, why: str) -> None:
    """The error says why nothing can listen there, and which settings to change."""
    runner = web.AppRunner(web.Application())
    await runner.setup()
    with pytest.raises(CannotListen, match=f"{address}, port 8765: {why}. Change NARDY_HOST or NARDY_PORT."):
        await CappedSite(runner, (address,), 8765, limits=Limits()).start()
    await runner.cleanup()


@pytest.mark.parametrize("steps", range(12))
async def test_a_cancelled_start_leaves_no_open_port(steps: int) -> None:
    """A start that is cancelled after any of its steps leaves no listening port."""
    port = _free_port()
    limits = Limits(connections=1, connections_of_one=1, new_at_once=1, new_per_second=1)
    runner = web.AppRunner(web.Application())
    await runner.setup()
    starting = asyncio.create_task(CappedSite(runner, (HERE,), port, limits=limits).start())
    for _ in range(steps):
        await asyncio.sleep(0)
    starting.cancel()
    await asyncio.gather(starting, return_exceptions=True)
    await runner.cleanup()
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection(HERE, port)


def _free_port() -> int:
    with socket.socket() as found:
        found.bind((HERE, 0))
        return int(found.getsockname()[1])
