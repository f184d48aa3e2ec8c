"""A player at the local table, by the page's websocket without the page."""

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


class TablePlayer(Player):
    """A player in a private room of the local table."""

    def __init__(self, name: str, language: str, preferences: Collection[str]) -> None:
        super().__init__(name, language, preferences)
        self._account = self._secret = ""
        self._views: dict[int, dict[str, Any]] = {}
        self._notifications: set[int] = set()
        self._actions = 0
        self._answers: dict[str, asyncio.Future[list[dict[str, Any]]]] = {}
        self._kinds: dict[str, asyncio.Future[dict[str, Any]]] = {}

    @asynccontextmanager
    async def connected_to(self, server: Server) -> AsyncIterator[None]:
        """Open the page's socket, and read it until the end of the block."""
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
                welcome = await self._request("welcome", **hello)
                self._secret = welcome["secret"] or self._secret
                if not self._account:
                    named = await self._request("named", do="name", id="the-name-1", name=self.name)
                    self._account = named["account"]
                yield
            finally:
                reading.cancel()

    def boards(self) -> Sequence[Board]:
        """Return the messages in the private room, oldest first."""
        return [
            Board(number, _words(view), tuple(each["label"] for each in _buttons(view)))
            for number, view in sorted(self._views.items())
        ]

    async def say(self, command: str, rest: str = "") -> None:
        """Type a command."""
        await self.ask(command, rest)

    async def ask(self, command: str, rest: str = "") -> str:
        """Type a command, and return the text of its answer."""
        line = f"/{command} {rest}".strip()
        return " ".join(map(_words, await self._act(do="say", text=line, message=None)))

    async def press(self, board: Board, button: str) -> None:
        """Press a button."""
        view = self._views[int(str(board.id))]
        data = next(each["data"] for each in _buttons(view) if each["label"] == button)
        await self._act(do="press", data=data, message=str(board.id))

    @property
    def times_notified(self) -> int:
        """The number of messages that notified the player."""
        return len(self._notifications)

    async def sees_black_below(self, board: Board) -> bool:
        """Read the side from the board's data, which positions the page's buttons over the picture."""
        return bool(self._views[int(str(board.id))]["board"]["side"] == "b")

    async def _act(self, **frame: object) -> list[dict[str, Any]]:
        self._actions += 1
        key = f"action-{self._actions}"
        self._answers[key] = asyncio.get_running_loop().create_future()
        await self._socket.send_str(json.dumps({"id": key, "room": "me", **frame}))
        async with asyncio.timeout(HANG):
            return await self._answers[key]

    async def _request(self, kind: str, **frame: object) -> dict[str, Any]:
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
            self._notifications.add(number)


def _buttons(view: dict[str, Any]) -> list[dict[str, Any]]:
    return [button for row in view["buttons"] for button in row]


def _words(view: dict[str, Any]) -> str:
    return "".join(span if isinstance(span, str) else next(iter(span.values())) for span in view["text"])
