"""Visitor: a player at the local table who records which of their actions were answered."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import aiohttp

from tests.pace import HANG

_PLAYS = frozenset({"/move", "/done", "/roll", "/accept", "/undo", "/rematch", "/keep", "/reroll"})
"""The commands of the buttons that a visitor presses."""
_AGAIN_SECONDS = 2.0


@dataclass
class Action:
    """An action, with the id under which it is sent again until it is answered.

    Args:
        frame: the frame that is sent.
        mark: a text that is stored once when the action is done; empty if none.
        replies: the answer, or None before it.
    """

    frame: dict[str, Any]
    mark: str = ""
    replies: list[dict[str, Any]] | None = None

    @property
    def is_import(self) -> bool:
        """True if the action imports a record."""
        return "attached" in self.frame

    @property
    def is_done(self) -> bool:
        """True if the action was answered with neither a refusal nor a question."""
        if self.replies is None:
            return False
        return any(map(_buttons, self.replies)) if self.is_import else not self.replies


@dataclass
class Visitor:
    """A player who opens a new tab after every kill.

    Args:
        name: the player's name.
        rng: chooses what to press.
    """

    name: str
    rng: Random
    account: str = ""
    actions: list[Action] = field(default_factory=list)
    calls: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """The messages that notified the player, by board and turn or by card."""
    board: dict[str, Any] | None = None
    _secret: str = ""
    _socket: aiohttp.ClientWebSocketResponse | None = None

    async def come(self, web: aiohttp.ClientSession, port: int) -> None:
        """Open a tab, give the name on the first visit, and send unanswered actions again."""
        origin = f"http://127.0.0.1:{port}"
        self._socket = await web.ws_connect(f"{origin}/socket", headers={"Origin": origin})
        await self._send({"do": "hello", "secret": self._secret, "language": "en", "key": "", "zone": ""})
        welcome = await self._until("welcome")
        self._secret = welcome["secret"] or self._secret
        self.account = welcome["account"] or ""
        if not self.account:
            await self._send({"do": "name", "id": f"name-{self.name}-1", "name": self.name})
            self.account = (await self._until("named"))["account"]
        for action in self.actions:
            if action.replies is None:
                await self._carry_out(action)

    async def talk(self) -> None:
        """Say something at the table."""
        mark = f"{self.name} says {len(self.actions)}!"
        await self.do(do="say", room="table", text=mark, message=None, mark=mark)

    async def say(self, line: str, room: str = "table", text: str = "", mark: str = "") -> None:
        """Type a line, optionally with an attached text."""
        attached = {"attached": {"text": text, "size": len(text.encode())}} if text else {}
        await self.do(do="say", room=room, text=line, message=None, mark=mark, **attached)

    async def play(self) -> None:
        """Press one of the buttons below the last board, if any."""
        await self._see_all()
        board = self.board
        found = (
            [] if board is None else [data for data in _buttons(board) if _line(data).split()[0] in _PLAYS]
        )
        if board is None or not found or self.account not in board["waits_for"]:
            return
        await self.do(do="press", room="table", data=self.rng.choice(found), message=board["id"])

    async def agree(self) -> None:
        """Press the first button of the last answer if it is a question."""
        replies = self.actions[-1].replies or []
        choices = [data for reply in replies for data in _buttons(reply) if data.startswith("?")]
        if choices:
            await self.do(do="press", room="table", data=choices[0], message=None)

    async def do(self, mark: str = "", **frame: object) -> None:
        """Send an action and wait for its answer."""
        action = Action({**frame, "id": f"action-{self.name}-{len(self.actions)}"}, mark)
        self.actions.append(action)
        await self._carry_out(action)

    async def _carry_out(self, action: Action) -> None:
        await self._send(action.frame)
        done = await self._until("done", id=action.frame["id"])
        action.replies = done["replies"]

    async def _see_all(self) -> None:
        """Wait until all messages have arrived: the answer to this request comes after them."""
        async with asyncio.timeout(HANG):
            while True:
                await self._send({"do": "still there"})
                # A rate-limited request gets no answer and is repeated, as the page does.
                with suppress(TimeoutError):
                    async with asyncio.timeout(_AGAIN_SECONDS):
                        await self._until("here")
                        return

    async def _send(self, frame: dict[str, Any]) -> None:
        assert self._socket is not None
        await self._socket.send_str(json.dumps(frame))

    async def _until(self, kind: str, **wanted: object) -> dict[str, Any]:
        assert self._socket is not None
        async with asyncio.timeout(HANG):
            while True:
                message = await self._socket.receive()
                if message.type is not aiohttp.WSMsgType.TEXT:
                    raise ConnectionResetError
                frame: dict[str, Any] = json.loads(message.data)
                self._note(frame)
                if frame["is"] == kind and wanted.items() <= frame.items():
                    return frame

    def _note(self, frame: dict[str, Any]) -> None:
        for message in _messages(frame):
            if message["game"] or message["challenge"]:
                self.board = message
            turn = next((data.partition(":")[0] for data in _buttons(message)), "")
            cause = f"{message['game']} {message['challenge']} {turn}"
            if self.account and self.account in message["notifies"] and (turn or message["challenge"]):
                self.calls[cause].add(message["id"])


def _messages(frame: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if frame["is"] == "room" and frame["room"] == "table":
        yield from frame["messages"]
    elif frame["is"] == "message" and frame["room"] == "table":
        yield frame["message"]


def _buttons(message: dict[str, Any]) -> list[str]:
    return [button["data"] for row in message["buttons"] for button in row]


def _line(data: str) -> str:
    return data.partition(":")[2] or "?"
