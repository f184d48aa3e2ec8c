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
from bot.chats.web.sign_in import NOT_INVITED
from tests.chats.web.house import Served, Tab, serving

WAIT = 30.0
"""Seconds after which a test is given up."""

LONG = 3600.0
HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1"
WHOLE = b"GET /page/icon.svg HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
HERE, ELSEWHERE = "127.0.0.1", "127.0.0.2"
BEHIND_A_PROXY = (parse_network("127.0.0.1"),)


class Caller:
    """Somebody who writes to the table what he likes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    def write(self, data: bytes) -> None:
        """Send something."""
        self._writer.write(data)

    async def is_answered(self) -> bool:
        """Ask for a file of the page and tell whether it comes."""
        self.write(WHOLE)
        try:
            async with asyncio.timeout(WAIT):
                return (await self._reader.readline()).startswith(b"HTTP/1.1 200")
        except ConnectionError:
            return False

    async def rest(self) -> bytes:
        """Wait until the table has cut the connection and return what it still answered."""
        async with asyncio.timeout(WAIT):
            try:
                return await self._reader.read()
            except ConnectionError:
                return b""

    async def hang_up(self) -> None:
        """Close the connection."""
        self._writer.close()
        with suppress(ConnectionError):
            await self._writer.wait_closed()


@asynccontextmanager
async def calling(served: Served, number: int, address: str = HERE) -> AsyncIterator[list[Caller]]:
    """Open connections from an address of this machine."""
    opened = [
        Caller(*await asyncio.open_connection(HERE, served.port, local_addr=(address, 0)))
        for _ in range(number)
    ]
    try:
        yield opened
    finally:
        for caller in opened:
            await caller.hang_up()


async def test_the_head_of_a_request_has_a_deadline() -> None:
    """Who sends nothing, or half a head, or half a second one, is cut."""
    async with (
        serving(limits=Limits(head_within=1.5)) as served,
        calling(served, 3) as (silent, half, again),
    ):
        half.write(HALF)
        assert await again.is_answered()
        again.write(HALF)
        assert (await again.rest()).count(b"HTTP/1.1") == 0
        assert tuple(await asyncio.gather(silent.rest(), half.rest())) == (b"", b"")


async def test_half_sent_requests_shut_nobody_out() -> None:
    """However many connections one address opens, another is answered."""
    limits = Limits(connections=40, connections_of_one=10, head_within=LONG)
    async with serving(limits=limits) as served, calling(served, 60, ELSEWHERE) as callers:
        for caller in callers[:10]:
            caller.write(HALF)
        assert not any(await asyncio.gather(*(caller.rest() for caller in callers[10:])))
        async with calling(served, 1) as (newcomer,):
            assert await newcomer.is_answered()


async def test_the_connection_that_was_silent_longest_gives_way() -> None:
    """Beyond the number for all, one that has sent nothing for longest is cut, and who comes is answered."""
    limits = Limits(connections=3, connections_of_one=3, head_within=LONG)
    async with (
        serving(limits=limits) as served,
        calling(served, 3) as (first, second, third),
    ):
        for caller in (second, first, third):
            assert await caller.is_answered()
        async with calling(served, 1, ELSEWHERE) as (newcomer,):
            assert await newcomer.is_answered()
            await second.rest()


async def test_a_tab_gives_way_to_no_connection() -> None:
    """However many connections are opened, what carries a tab stays."""
    limits = Limits(connections=2, head_within=LONG)
    async with (
        serving(limits=limits) as served,
        served.signed_in("Anna") as anna,
        calling(served, 5, ELSEWHERE),
    ):
        assert (await anna.say("/help"))["replies"] == []


async def test_a_network_has_as_many_connections_as_two_addresses() -> None:
    """Whoever has many addresses of one IPv6 network gets no more connections by them."""
    count = CountByAddress(2, 3)
    for address in ("2001:db8:0:1::/64", "2001:db8:0:1::/64", "2001:db8:0:2::/64"):
        assert count.has_room(address)
        count.add(address)
    assert not count.has_room("2001:db8:0:ff::/64")
    assert count.has_room("2001:db8:0:100::/64")
    count.remove("2001:db8:0:1::/64")
    assert count.has_room("2001:db8:0:ff::/64")


async def test_a_connection_that_ends_makes_room() -> None:
    """As soon as one of an address goes, that address can open another."""
    async with serving(limits=Limits(connections_of_one=1)) as served:
        async with calling(served, 2) as (first, second):
            assert await first.is_answered()
            assert await second.rest() == b""
        async with asyncio.timeout(WAIT):
            answered = False
            while not answered:
                async with calling(served, 1) as (third,):
                    answered = await third.is_answered()


async def test_a_proxys_connections_are_those_of_many() -> None:
    """What comes through a proxy is not counted as one address."""
    limits = Limits(connections_of_one=1)
    async with serving(limits=limits, proxies=BEHIND_A_PROXY) as served, calling(served, 3) as callers:
        assert all([await caller.is_answered() for caller in callers])


async def refused(served: Served, **headers: str) -> int:
    """Say hello where it is refused, and return with which code the table closes."""
    async with served.socket(headers) as socket:
        tab = Tab(socket)
        await tab.put(do="hello", secret="", language="en")
        return await tab.closed()


async def test_tabs_without_a_name_are_capped() -> None:
    """Beyond a few tabs in which nobody says a name an address gets no more, until one is closed or named."""
    async with (
        serving(limits=Limits(unseated_of_one=2)) as served,
        served.tab() as one,
        served.tab(),
    ):
        assert await refused(served) == aiohttp.WSCloseCode.TRY_AGAIN_LATER
        await one.put(do="name", id="name-Anna", name="Anna")
        await one.get("named")
        async with served.tab() as third:
            assert third.welcome["account"] is None


async def test_a_player_with_an_account_is_not_counted_by_address() -> None:
    """A school behind one address has as many seats as accounts, and each of them comes back from there."""
    async with serving(limits=Limits(unseated_of_one=1, connections_of_one=1)) as served:
        async with served.signed_in("Anna") as anna, served.signed_in("Boris"), served.signed_in("Clara"):
            assert (await anna.say("/help"))["replies"] == []
        async with served.tab(), served.tab(anna.secret) as again:
            assert again.welcome["account"] == anna.account


async def test_the_tabs_without_a_name_of_all_together_are_capped() -> None:
    """However many come without a name, from wherever, there is room for those who have an account."""
    async with serving(limits=Limits(unseated=1), proxies=BEHIND_A_PROXY) as served:
        async with served.signed_in("Anna") as anna:
            secret, account = anna.secret, anna.account
        async with served.tab(**{"X-Forwarded-For": "198.51.100.1"}):
            assert await refused(served, **{"X-Forwarded-For": "198.51.100.2"}) == (
                aiohttp.WSCloseCode.TRY_AGAIN_LATER
            )
            async with served.tab(secret, **{"X-Forwarded-For": "198.51.100.2"}) as again:
                assert again.welcome["account"] == account


@pytest.mark.parametrize("tabs", [8, 40, 201, 2000, 100_000])
def test_a_quarter_of_all_places_is_kept_for_people_with_a_seat(tabs: int) -> None:
    """However few tabs are allowed, those without a seat and those who arrive have three quarters at most."""
    limits = Limits.of(tabs)
    assert limits.tabs == tabs
    assert limits.unseated + limits.arriving <= tabs * 3 / 4
    assert limits.unseated > 0
    assert limits.arriving > 0
    assert limits.connections > tabs


def test_the_limits_are_those_of_two_thousand_tabs() -> None:
    """What is allowed unless a host sets another number follows from that number."""
    assert Limits() == Limits.of(2000)


async def test_who_says_nothing_makes_room_for_who_comes() -> None:
    """Of those who have not said hello the first has to go when there is one too many; who sits stays."""
    async with (
        serving(limits=Limits(arriving=1)) as served,
        served.signed_in("Anna") as anna,
        served.socket() as silent,
        served.signed_in("Boris"),
    ):
        assert await Tab(silent).closed() == aiohttp.WSCloseCode.ABNORMAL_CLOSURE
        assert (await anna.say("/help"))["replies"] == []


async def test_strangers_keep_no_places_at_an_invited_table() -> None:
    """Who may not even look is told so and sent away at once, by a code of its own, and takes no place."""
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
    """The proxy's word tells the clients apart, by the address that it saw; a client's own word does not."""
    limits = Limits(unseated_of_one=1)
    one, of_its_network, other = (
        {"X-Forwarded-For": f"2001:db8::{end}"} for end in ("1", "ffff:2", "1:0:0:0:1")
    )
    async with serving(limits=limits, proxies=BEHIND_A_PROXY) as served, served.tab(**one):
        assert await refused(served, **of_its_network) == aiohttp.WSCloseCode.TRY_AGAIN_LATER
        async with served.tab(**other) as tab:
            assert tab.welcome["account"] is None
    async with serving(limits=limits) as served, served.tab(**one):
        assert await refused(served, **other) == aiohttp.WSCloseCode.TRY_AGAIN_LATER


async def test_tabs_that_come_too_fast_through_a_proxy_are_refused_late() -> None:
    """An address that opens tabs too fast is refused after a wait, also through a proxy; others come in."""
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


@pytest.mark.parametrize("steps", range(12))
async def test_who_is_stopped_while_he_begins_to_listen_listens_no_more(steps: int) -> None:
    """A start that is cancelled after any of its steps leaves no port behind on which somebody listens."""
    with socket.socket() as found:
        found.bind((HERE, 0))
        port = found.getsockname()[1]
    limits = Limits(connections=1, connections_of_one=1, new_at_once=1, new_per_second=1)
    runner = web.AppRunner(web.Application())
    await runner.setup()
    starting = asyncio.create_task(CappedSite(runner, HERE, port, limits=limits).start())
    for _ in range(steps):
        await asyncio.sleep(0)
    starting.cancel()
    await asyncio.gather(starting, return_exceptions=True)
    await runner.cleanup()
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection(HERE, port)
