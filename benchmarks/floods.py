"""Flood benchmark: how long two players wait while a third sends requests as fast as possible.

    python -m benchmarks.floods [PRESSES]

The bot and the third player run as separate processes. Presses at the local table are timed from sending to
answer, first without a flood and then under each kind of flood. The target is a p99 of at most twice that
without a flood, or 50 ms more.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import aiohttp

from benchmarks.at_once import waits
from tests.process import serving

PRESSES = 300
PAUSE = 0.15
"""The seconds that a player thinks before a press."""
TABS = 40

FLOODS: dict[str, list[dict[str, Any]]] = {
    "frames from 40 tabs": [{"do": "say", "room": "table", "text": "/games", "message": None}],
    "games against the program": [{"do": "say", "room": "table", "text": "/play", "message": None}],
    "challenges to one person": [{"do": "say", "room": "table", "text": "/challenge Boris", "message": None}],
    "pictures and completion": [
        {"do": "say", "room": "me", "text": "/help 1", "message": None},
        {"do": "complete", "room": "me", "text": "/challenge B"},
        {"do": "earlier", "room": "table", "before": "999999"},
    ],
}


class Guest:
    """One tab of the local table."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = count(1)
        self.secret = ""
        self.account = ""
        self.board: dict[str, Any] = {}

    async def hello(self, secret: str = "") -> None:
        """Open the session, with an account's secret or as a new guest."""
        await self.put({"do": "hello", "secret": secret, "language": "en"})
        self.secret = (await self.until("welcome"))["secret"] or secret

    async def sit(self, name: str) -> None:
        """Choose a name."""
        await self.put({"do": "name", "id": "name-1234", "name": name})
        self.account = (await self.until("named"))["account"]

    async def put(self, frame: dict[str, Any]) -> None:
        """Send a frame."""
        await self._socket.send_str(json.dumps(frame))

    async def act(self, frame: dict[str, Any]) -> float:
        """Send an action and wait for its answer; return the seconds it took."""
        key = f"action-{next(self._numbers)}"
        start = time.perf_counter()
        await self.put(frame | {"id": key})
        await self.until("done", key)
        return time.perf_counter() - start

    async def look(self) -> None:
        """Read all frames that the server has sent so far."""
        await self.put({"do": "still there"})
        await self.until("here")

    async def until(self, kind: str, key: str | None = None) -> dict[str, Any]:
        """Read until a frame of a kind arrives; keep the last board shown at the table."""
        while True:
            frame: dict[str, Any] = await self._socket.receive_json()
            if frame["is"] == "message" and frame["room"] == "table" and frame["message"]["waits_for"]:
                self.board = frame["message"]
            if frame["is"] == kind and key in (None, frame.get("id")):
                return frame


@asynccontextmanager
async def tab(web: aiohttp.ClientSession, origin: str) -> AsyncIterator[Guest]:
    """Open a tab."""
    async with web.ws_connect("/socket", headers={"Origin": origin}) as socket:
        yield Guest(socket)


async def flood(address: str, which: str) -> None:
    """Send requests of one kind from as many tabs as one person can open, until stopped."""
    async with aiohttp.ClientSession(address) as web:
        secret = ""
        while not secret:
            with suppress(aiohttp.ClientError, ConnectionError, TypeError):
                async with tab(web, address) as first:
                    await first.hello()
                    await first.sit(f"Carl {which[:6]}")
                    secret = first.secret
        numbers = count()

        async def one() -> None:
            while True:  # reconnect a tab that the server has closed
                with suppress(aiohttp.ClientError, ConnectionError, TypeError):
                    async with tab(web, address) as mine:
                        await mine.hello(secret)
                        reading = asyncio.create_task(_read_all(mine))
                        while not reading.done():
                            for frame in FLOODS[which]:
                                await mine.put(frame | {"id": f"flood-{next(numbers)}"})
                await asyncio.sleep(PAUSE)

        await asyncio.gather(*(one() for _ in range(TABS)))


async def _read_all(guest: Guest) -> None:
    with suppress(aiohttp.ClientError, TypeError):
        await guest.until("nothing that is ever sent")


async def presses(anna: Guest, boris: Guest, how_many: int) -> list[float]:
    """Play by pressing the first button of each board; return the seconds of each press."""
    waited: list[float] = []
    while len(waited) < how_many:
        await asyncio.sleep(PAUSE)
        await anna.look()
        await boris.look()
        guest = anna if anna.account in anna.board.get("waits_for", []) else boris
        buttons = [button["data"] for row in guest.board.get("buttons", []) for button in row]
        wanted = [data for data in buttons if "/done" in data or "/rematch" in data] or buttons
        if wanted:
            pressed = {"do": "press", "room": "table", "data": wanted[0], "message": None}
            waited.append(await guest.act(pressed))
    return waited


async def main(how_many: int) -> None:
    """Time two players without a flood and under each kind of flood."""
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder)) as server:
            address = server.address.rstrip("/")
            async with (
                aiohttp.ClientSession(address) as web,
                tab(web, address) as anna,
                tab(web, address) as boris,
            ):
                for guest, name in ((anna, "Anna"), (boris, "Boris")):
                    await guest.hello()
                    await guest.sit(name)
                await anna.act({"do": "say", "room": "table", "text": "/challenge Boris", "message": None})
                await boris.act({"do": "say", "room": "table", "text": "/accept", "message": None})
                # The engine's processes start with the first game against the computer player.
                await anna.act({"do": "say", "room": "me", "text": "/play novice", "message": None})
                await presses(anna, boris, 30)
                print(waits("quiet", await presses(anna, boris, how_many)))
                for which in FLOODS:
                    flooding = await asyncio.create_subprocess_exec(
                        sys.executable, "-m", "benchmarks.floods", "--flood", address, which
                    )
                    await asyncio.sleep(1)
                    try:
                        print(waits(which, await presses(anna, boris, how_many)))
                    finally:
                        flooding.kill()
                        await flooding.wait()
                    await asyncio.sleep(1)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--flood"]:
        with suppress(KeyboardInterrupt):
            asyncio.run(flood(*sys.argv[2:4]))
    else:
        asyncio.run(main(int(sys.argv[1]) if sys.argv[1:] else PRESSES))
