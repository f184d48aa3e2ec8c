"""A player at the local table, whose page is left out: what it would send and read over its socket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from typing import Any

import aiohttp

from tests.across.players import Board, Player
from tests.pace import HANG
from tests.process import Server


class AtTheTable(Player):
    """A player in his own room of the local table."""

    def __init__(self, name: str, language: str, preferences: Collection[str]) -> None:
        super().__init__(name, language, preferences)
        self._account = self._secret = ""
        self._views: dict[int, dict[str, Any]] = {}
        self._calls: set[int] = set()
        self._actions = 0
        self._answers: dict[str, asyncio.Future[list[dict[str, Any]]]] = {}
        self._kinds: dict[str, asyncio.Future[dict[str, Any]]] = {}

    @asynccontextmanager
    async def in_front_of(self, server: Server) -> AsyncIterator[None]:
        """Open the page, and read what comes as long as it is open."""
        origin = server.address.rstrip("/")
        async with (
            aiohttp.ClientSession() as web,
            web.ws_connect(f"{origin}/socket", headers={"Origin": origin}) as self._socket,
        ):
            reading = asyncio.create_task(self._read())
            try:
                hello = {
                    "do": "hello",
                    "secret": self._secret,
                    "language": self.language,
                    "key": "",
                    "zone": "",
                }
                welcome = await self._asked("welcome", **hello)
                self._secret = welcome["secret"] or self._secret
                if not self._account:
                    named = await self._asked("named", do="name", id="the-name-1", name=self.name)
                    self._account = named["account"]
                yield
            finally:
                reading.cancel()

    def boards(self) -> Sequence[Board]:
        """What stands in his own room."""
        return [
            Board(number, _words(view), tuple(each["label"] for each in _buttons(view)))
            for number, view in sorted(self._views.items())
        ]

    async def say(self, command: str, rest: str = "") -> None:
        """Type it there."""
        await self.ask(command, rest)

    async def ask(self, command: str, rest: str = "") -> str:
        """Type it there."""
        line = f"/{command} {rest}".strip()
        return " ".join(map(_words, await self._act(do="say", text=line, message=None)))

    async def press(self, board: Board, button: str) -> None:
        """Press it there."""
        view = self._views[int(str(board.id))]
        data = next(each["data"] for each in _buttons(view) if each["label"] == button)
        await self._act(do="press", data=data, message=str(board.id))

    @property
    def times_notified(self) -> int:
        """By messages that call him."""
        return len(self._calls)

    async def sees_black_below(self, board: Board) -> bool:
        """As the page is told, which lays the points to be pressed over the picture."""
        return bool(self._views[int(str(board.id))]["board"]["side"] == "b")

    async def _act(self, **frame: object) -> list[dict[str, Any]]:
        self._actions += 1
        key = f"action-{self._actions}"
        self._answers[key] = asyncio.get_running_loop().create_future()
        await self._socket.send_str(json.dumps({"id": key, "room": "me", **frame}))
        async with asyncio.timeout(HANG):
            return await self._answers[key]

    async def _asked(self, kind: str, **frame: object) -> dict[str, Any]:
        self._kinds[kind] = asyncio.get_running_loop().create_future()
        await self._socket.send_str(json.dumps(frame))
        async with asyncio.timeout(HANG):
            return await self._kinds[kind]

    async def _read(self) -> None:
        async for message in self._socket:
            frame = json.loads(message.data)
            kind = frame["is"]
            if kind == "done" and (done := self._answers.pop(frame["id"], None)):
                done.set_result(frame["replies"])
            elif kind == "message" and frame["room"] == "me":
                self._note(frame["message"])
            elif waiting := self._kinds.pop(kind, None):
                waiting.set_result(frame)

    def _note(self, view: dict[str, Any]) -> None:
        number = int(view["id"])
        self._views[number] = view
        if self._account in view["notifies"]:
            self._calls.add(number)


def _buttons(view: dict[str, Any]) -> list[dict[str, Any]]:
    return [button for row in view["buttons"] for button in row]


def _words(view: dict[str, Any]) -> str:
    return "".join(span if isinstance(span, str) else next(iter(span.values())) for span in view["text"])
