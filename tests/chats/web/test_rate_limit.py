"""What each person may send: counted over all tabs, under a time that is handed in."""

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
"""Frames that a hello counts as."""
WAIT = 30.0
"""Seconds after which a test is given up."""


class Time:
    """A time that passes only when a test says so."""

    def __init__(self) -> None:
        self.now = 0.0
        self.naps: list[float] = []
        """How long each who rests wanted to rest, in the order of asking."""
        self._asleep: list[tuple[float, asyncio.Event]] = []
        self._somebody = asyncio.Event()

    def monotonic(self) -> float:
        """Return the time, in seconds."""
        return self.now

    async def sleep(self, seconds: float) -> None:
        """Rest until a test has let so many seconds pass."""
        over = asyncio.Event()
        self.naps.append(seconds)
        self._asleep.append((self.now + seconds, over))
        self._somebody.set()
        await over.wait()

    async def somebody_rests(self) -> None:
        """Wait until somebody rests."""
        async with asyncio.timeout(WAIT):
            await self._somebody.wait()

    def forward(self, seconds: float) -> None:
        """Let time pass, and wake whoever has rested long enough."""
        self.now += seconds
        for end, over in self._asleep:
            if end <= self.now:
                over.set()
        self._asleep = [rest for rest in self._asleep if not rest[1].is_set()]
        if not self._asleep:
            self._somebody.clear()


@asynccontextmanager
async def timed(limits: Limits | None = None) -> AsyncIterator[tuple[Served, Time]]:
    """A table whose time is in the hands of a test."""
    time = Time()
    async with serving(monotonic=time.monotonic, sleep=time.sleep, limits=limits) as served:
        yield served, time


async def send(tab: Tab, number: int, of: str) -> None:
    """Send lines without waiting for an answer."""
    for each in range(number):
        await tab.put(do="say", id=f"{of}-line-{each}", room="table", text="/roll", message=None)


def allowed() -> int:
    """How many frames a person may send at once."""
    allowance = frame_limit(lambda: 0.0)
    number = 0
    while allowance.take():
        number += 1
    return number


def carried_out_of(served: Served, account: str) -> int:
    """How much of what a person sent was carried out."""
    return sum(each.person.key == account for each in served.handler.incoming)


async def test_two_tabs_of_a_person_share_one_limit() -> None:
    """Who opens a second tab may not send more: what one tab used up the other does not have."""
    async with timed() as (served, time), served.signed_in("Anna") as one, served.tab(one.secret) as two:
        first = allowed() - 5
        await send(one, first, "one")
        for _ in range(first):
            assert (await one.get("done"))["replies"] == []
        await send(two, 7, "two")
        done = [await two.get("done") for _ in range(6)]
        assert [len(each["replies"]) for each in done] == [0] * 5 + [1]
        await time.somebody_rests()
        await send(one, 1, "more")
        assert (await one.get("done"))["replies"]
        assert carried_out_of(served, one.account) == allowed()


async def test_tabs_without_a_name_share_the_limit_of_their_address() -> None:
    """However many tabs somebody opens without saying a name, together they may send what one may."""
    async with timed() as (served, _), served.tab() as one, served.tab() as two:
        left = allowed() - 2 * HELLO
        await send(one, left, "one")
        for _ in range(left):
            assert "name first" in (await one.get("done"))["replies"][0]["text"][0]
        await send(two, 1, "two")
        assert "Too fast" in (await two.get("done"))["replies"][0]["text"][0]


async def test_a_refused_tab_is_read_slowly_and_its_neighbour_is_not() -> None:
    """Of a flood one frame a rest is refused and the others are not even read; who sits beside is served."""
    async with (
        timed() as (served, time),
        served.signed_in("Anna") as anna,
        served.signed_in("Boris") as boris,
    ):
        await send(anna, 1000, "anna")
        done = [await anna.get("done") for _ in range(allowed() + 1)]
        assert [bool(each["replies"]) for each in done] == [False] * allowed() + [True]
        await time.somebody_rests()

        await send(boris, allowed(), "boris")
        for _ in range(allowed()):
            assert (await boris.get("done"))["replies"] == []
        assert carried_out_of(served, boris.account) == allowed()
        assert carried_out_of(served, anna.account) == allowed()
        assert len(time.naps) == 1

        for rests in range(2, 5):
            time.forward(time.naps[-1])
            await time.somebody_rests()
            assert len(time.naps) == rests
        # Time alone, and not how much she sends, tells how much of it is done.
        a_second = (carried_out_of(served, anna.account) - allowed()) / sum(time.naps[:-1])
        assert a_second <= allowed() / 4


@asynccontextmanager
async def plain_socket(served: Served) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """Open a tab without a name that sees and sends PINGs and PONGs itself, and never answers any."""
    async with served.socket(autoping=False) as socket:
        tab = Tab(socket)
        await tab.put(do="hello", secret="", language="en", types=TYPES)
        await tab.get("welcome")
        await tab.get("room")
        yield socket


async def rest(time: Time, times: int) -> None:
    """Let whoever rests for having asked too much rest so often, and then ask on."""
    await time.somebody_rests()
    for rests in range(1, times + 1):
        assert len(time.naps) == rests
        time.forward(time.naps[-1])
        await time.somebody_rests()


@pytest.mark.parametrize("kind", ["ping", "pong"])
async def test_pings_and_pongs_cost_what_frames_cost(kind: str) -> None:
    """Of a flood of them so many are read, and PINGs answered, as of frames; the others are not even read."""
    async with timed() as (served, time), plain_socket(served) as socket:
        for _ in range(10 * allowed()):
            await getattr(socket, kind)()
        await rest(time, 3)
        assert len(time.naps) == 4
        served.task.cancel()
        answered = 0
        async with asyncio.timeout(WAIT):
            while (await socket.receive()).type is aiohttp.WSMsgType.PONG:
                answered += 1
        await asyncio.wait([served.task])
        assert kind == "pong" or allowed() / 2 <= answered <= allowed() * (1 + time.now / 4)


async def test_pings_before_a_hello_are_paid_for() -> None:
    """Who has not even said hello may not send more PINGs either; the hello behind them is answered."""
    async with timed() as (served, time), served.socket() as socket:
        for _ in range(allowed() + 1):
            await socket.ping()
        await Tab(socket).put(do="hello", secret="", language="en", types=TYPES)
        await time.somebody_rests()
        time.forward(time.naps[-1])
        assert (await Tab(socket).get("welcome"))["account"] is None


async def test_who_goes_while_a_ping_waits_leaves_no_trace(caplog: pytest.LogCaptureFixture) -> None:
    """That a connection was cut before its PING was answered is no fault of the table."""
    async with timed(limits=Limits(connections_of_one=1)) as (served, time):
        async with plain_socket(served) as socket:
            for _ in range(2 * allowed()):
                await socket.ping()
            await time.somebody_rests()
            await socket.close()
        async with asyncio.timeout(WAIT):
            while not await is_reached(served):
                continue
        time.forward(time.naps[-1])
    assert "Error handling request" not in caplog.text


async def came_in(served: Served, secret: str = "") -> bool:
    """Say hello, and tell whether that was welcome; if not, the table is to say that it is for now only."""
    async with served.socket() as socket:
        tab = Tab(socket)
        await tab.put(do="hello", secret=secret, language="en", types=TYPES)
        frame = await socket.receive()
        if frame.type is aiohttp.WSMsgType.TEXT:
            return True
        assert await tab.closed() == aiohttp.WSCloseCode.TRY_AGAIN_LATER
        return False


async def test_hellos_are_paid_for() -> None:
    """Who comes and goes again and again is let in so often only, and is refused no faster than he rests."""
    async with timed() as (served, time):
        for _ in range(allowed() // HELLO):
            assert await came_in(served)
        refused = asyncio.create_task(came_in(served))
        await time.somebody_rests()
        time.forward(time.naps[-1])
        assert not await refused
        assert await came_in(served)


async def test_who_has_an_account_comes_back_whatever_his_neighbours_do() -> None:
    """Where an address has asked for too much, whoever has an account there is still let in by his secret."""
    async with timed() as (served, time):
        async with served.signed_in("Anna") as anna:
            secret = anna.secret
        left = (allowed() - HELLO - 1) // HELLO
        crowd = [asyncio.create_task(came_in(served)) for _ in range(left + 1)]
        await time.somebody_rests()
        assert await came_in(served, secret)
        time.forward(time.naps[-1])
        assert sorted(await asyncio.gather(*crowd)) == [False] + [True] * left


async def say_name(tab: Tab, name: str) -> str:
    """Say a name and return why it is refused; nothing, if it is not."""
    await tab.put(do="name", id=f"name-{name.replace(' ', '-')}", name=name)
    async with asyncio.timeout(WAIT):
        while True:
            frame = await tab.socket.receive_json()
            if frame["is"] in ("named", "refused"):
                return str(frame.get("text", ""))


async def test_new_people_sit_down_one_after_another() -> None:
    """From an address a dozen new people sit down at once, and then one a minute; who sits is unhindered."""
    async with timed() as (served, time):
        first = ""
        for number in range(12):
            time.forward(1)
            async with served.tab() as tab:
                assert await say_name(tab, f"Guest {number}") == ""
                first = tab.secret
        time.forward(1)
        async with served.tab() as tab:
            assert "new people" in await say_name(tab, "Anna")
            assert "Choose another name" in await say_name(tab, "Guest 1")
            time.forward(60)
            assert await say_name(tab, "Anna") == ""
            assert await say_name(tab, "Hanna") == ""
        async with served.tab(first) as tab:
            assert await say_name(tab, "Boris") == ""


async def is_reached(served: Served) -> bool:
    """Ask for a file of the page and tell whether it came."""
    try:
        async with served.web.get("/page/icon.svg") as answer:
            return answer.status == 200
    except aiohttp.ClientConnectionError:
        return False
