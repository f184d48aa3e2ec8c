"""Rate limits of each person, counted over all tabs, with a clock that a test moves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest

from bot.chats.web.connection_limits import Limits
from bot.chats.web.tab_limits import frame_limit
from bot.chats.web.to_page import TYPES
from tests.chats.web.house import Served, Tab, serving

HELLO = 4
"""The number of frames that a hello counts as."""
WAIT = 30.0
"""Seconds after which a test fails."""


class ManualClock:
    """A clock that a test moves, and the tabs that rest by it."""

    def __init__(self) -> None:
        self.now = 0.0
        self.rests_begun: list[float] = []
        """The seconds of every rest, in the order in which they began."""
        self._asleep: list[tuple[float, asyncio.Event]] = []
        self._resting = asyncio.Event()

    def monotonic(self) -> float:
        """Return the time in seconds."""
        return self.now

    async def sleep(self, seconds: float) -> None:
        """Rest until the clock was moved by this many seconds."""
        over = asyncio.Event()
        self.rests_begun.append(seconds)
        self._asleep.append((self.now + seconds, over))
        self._resting.set()
        await over.wait()

    async def wait_for_rest(self) -> None:
        """Wait until a tab rests."""
        async with asyncio.timeout(WAIT):
            await self._resting.wait()

    def forward(self, seconds: float) -> None:
        """Move the clock, and wake the tabs that have rested long enough."""
        self.now += seconds
        for end, over in self._asleep:
            if end <= self.now:
                over.set()
        self._asleep = [rest for rest in self._asleep if not rest[1].is_set()]
        if not self._asleep:
            self._resting.clear()


@asynccontextmanager
async def timed(limits: Limits | None = None) -> AsyncIterator[tuple[Served, ManualClock]]:
    """Serve a table with a manual clock."""
    clock = ManualClock()
    async with serving(monotonic=clock.monotonic, sleep=clock.sleep, limits=limits) as served:
        yield served, clock


async def send(tab: Tab, number: int, of: str) -> None:
    """Send lines without waiting for the answers."""
    for each in range(number):
        await tab.put(do="say", id=f"{of}-line-{each}", room="table", text="/roll", message=None)


def allowed() -> int:
    """Return the number of frames that a person may send at once."""
    allowance = frame_limit(lambda: 0.0)
    number = 0
    while allowance.take():
        number += 1
    return number


def handled_of(served: Served, account: str) -> int:
    """Return the number of a person's requests that were handled."""
    return sum(each.person.key == account for each in served.handler.incoming)


async def test_two_tabs_of_a_person_share_one_limit() -> None:
    """Frames of one tab count against the limit of the person's other tab."""
    async with timed() as (served, clock), served.signed_in("Anna") as one, served.tab(one.secret) as two:
        first = allowed() - 5
        await send(one, first, "one")
        for _ in range(first):
            assert (await one.get("done"))["replies"] == []
        await send(two, 7, "two")
        done = [await two.get("done") for _ in range(6)]
        assert [len(each["replies"]) for each in done] == [0] * 5 + [1]
        await clock.wait_for_rest()
        await send(one, 1, "more")
        assert (await one.get("done"))["replies"]
        assert handled_of(served, one.account) == allowed()


async def test_tabs_without_a_name_share_the_limit_of_their_address() -> None:
    """Tabs without a name share one limit by their address."""
    async with timed() as (served, _), served.tab() as one, served.tab() as two:
        left = allowed() - 2 * HELLO
        await send(one, left, "one")
        for _ in range(left):
            assert "name first" in (await one.get("done"))["replies"][0]["text"][0]
        await send(two, 1, "two")
        assert "Too fast" in (await two.get("done"))["replies"][0]["text"][0]


async def test_only_a_flooding_tab_is_read_slowly() -> None:
    """A flooding tab is read at one frame a rest, and another person's tab is served as usual."""
    async with (
        timed() as (served, clock),
        served.signed_in("Anna") as anna,
        served.signed_in("Boris") as boris,
    ):
        await send(anna, 1000, "anna")
        done = [await anna.get("done") for _ in range(allowed() + 1)]
        assert [bool(each["replies"]) for each in done] == [False] * allowed() + [True]
        await clock.wait_for_rest()

        await send(boris, allowed(), "boris")
        for _ in range(allowed()):
            assert (await boris.get("done"))["replies"] == []
        assert handled_of(served, boris.account) == allowed()
        assert handled_of(served, anna.account) == allowed()
        assert len(clock.rests_begun) == 1

        for rests in range(2, 5):
            clock.forward(clock.rests_begun[-1])
            await clock.wait_for_rest()
            assert len(clock.rests_begun) == rests
        # The clock alone limits what is handled, however much Anna sends.
        a_second = (handled_of(served, anna.account) - allowed()) / sum(clock.rests_begun[:-1])
        assert a_second <= allowed() / 4


@asynccontextmanager
async def plain_socket(served: Served) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """Open a tab without a name that answers no PING automatically."""
    async with served.socket(autoping=False) as socket:
        tab = Tab(socket)
        await tab.put(do="hello", secret="", language="en", types=TYPES)
        await tab.get("welcome")
        await tab.get("room")
        await tab.get("landing")
        yield socket


async def rest_times(clock: ManualClock, times: int) -> None:
    """Move the clock through this many rests of a tab."""
    await clock.wait_for_rest()
    for rests in range(1, times + 1):
        assert len(clock.rests_begun) == rests
        clock.forward(clock.rests_begun[-1])
        await clock.wait_for_rest()


@pytest.mark.parametrize("kind", ["ping", "pong"])
async def test_pings_and_pongs_count_as_frames(kind: str) -> None:
    """PINGs and PONGs count against the limit like frames; PINGs beyond it are neither read nor answered."""
    async with timed() as (served, clock), plain_socket(served) as socket:
        for _ in range(10 * allowed()):
            await getattr(socket, kind)()
        await rest_times(clock, 3)
        assert len(clock.rests_begun) == 4
        served.task.cancel()
        answered = 0
        async with asyncio.timeout(WAIT):
            while (await socket.receive()).type is aiohttp.WSMsgType.PONG:
                answered += 1
        await asyncio.wait([served.task])
        assert kind == "pong" or allowed() / 2 <= answered <= allowed() * (1 + clock.now / 4)


async def test_pings_before_a_hello_are_limited() -> None:
    """PINGs before a hello are limited too, and the hello after them is answered."""
    async with timed() as (served, clock), served.socket() as socket:
        for _ in range(allowed() + 1):
            await socket.ping()
        await Tab(socket).put(do="hello", secret="", language="en", types=TYPES)
        await clock.wait_for_rest()
        clock.forward(clock.rests_begun[-1])
        assert (await Tab(socket).get("welcome"))["account"] is None


async def test_a_client_that_leaves_during_a_rest_logs_no_error(caplog: pytest.LogCaptureFixture) -> None:
    """A connection that is closed before its PING is answered logs no error."""
    async with timed(limits=Limits(connections_of_one=1)) as (served, clock):
        async with plain_socket(served) as socket:
            for _ in range(2 * allowed()):
                await socket.ping()
            await clock.wait_for_rest()
            await socket.close()
        async with asyncio.timeout(WAIT):
            while not await is_served(served):
                continue
        clock.forward(clock.rests_begun[-1])
    assert "Error handling request" not in caplog.text


async def is_let_in(served: Served, secret: str = "") -> bool:
    """Say hello; return False if the table answers that this visitor should try again later."""
    async with served.socket() as socket:
        tab = Tab(socket)
        await tab.put(do="hello", secret=secret, language="en", types=TYPES)
        frame = await socket.receive()
        if frame.type is aiohttp.WSMsgType.TEXT:
            return True
        assert await tab.closed() == aiohttp.WSCloseCode.TRY_AGAIN_LATER
        return False


async def test_hellos_are_limited() -> None:
    """A visitor who connects too often is refused after a rest, and let in later."""
    async with timed() as (served, clock):
        for _ in range(allowed() // HELLO):
            assert await is_let_in(served)
        refused = asyncio.create_task(is_let_in(served))
        await clock.wait_for_rest()
        clock.forward(clock.rests_begun[-1])
        assert not await refused
        assert await is_let_in(served)


async def test_an_account_comes_back_despite_its_neighbours() -> None:
    """A secret opens its account although the address has used up its limit."""
    async with timed() as (served, clock):
        async with served.signed_in("Anna") as anna:
            secret = anna.secret
        left = (allowed() - HELLO - 1) // HELLO
        crowd = [asyncio.create_task(is_let_in(served)) for _ in range(left + 1)]
        await clock.wait_for_rest()
        assert await is_let_in(served, secret)
        clock.forward(clock.rests_begun[-1])
        assert sorted(await asyncio.gather(*crowd)) == [False] + [True] * left


async def refusal_of_name(tab: Tab, name: str) -> str:
    """Enter a name; return the reason why it is refused, empty if it is taken."""
    await tab.put(do="name", id=f"name-{name.replace(' ', '-')}", name=name)
    async with asyncio.timeout(WAIT):
        while True:
            frame = await tab.socket.receive_json()
            if frame["is"] in ("named", "refused"):
                return str(frame.get("text", ""))


async def refusal_of_guest(tab: Tab) -> str:
    """Ask for a guest's account; return the reason why it is refused."""
    await tab.put(do="guest", id="begin-as-guest")
    return str((await tab.get("refused"))["text"])


async def test_new_accounts_are_limited_by_address() -> None:
    """An address may make 48 accounts at once and then two a minute; existing accounts may rename."""
    async with timed() as (served, clock):
        first = ""
        for number in range(48):
            clock.forward(0.5)
            async with served.tab() as tab:
                assert await refusal_of_name(tab, f"Guest {number}") == ""
                first = tab.secret
        clock.forward(1)
        async with served.tab() as tab:
            assert "new people" in await refusal_of_name(tab, "Anna")
            assert "Choose another name" in await refusal_of_name(tab, "Guest 1")
            assert "new people" in await refusal_of_guest(tab)
            clock.forward(30)
            assert await refusal_of_name(tab, "Anna") == ""
            assert await refusal_of_name(tab, "Hanna") == ""
        async with served.tab(first) as tab:
            assert await refusal_of_name(tab, "Boris") == ""


async def is_served(served: Served) -> bool:
    """Request a file of the page; return True if it comes."""
    try:
        async with served.web.get("/page/icon.svg") as answer:
            return answer.status == 200
    except aiohttp.ClientConnectionError:
        return False
