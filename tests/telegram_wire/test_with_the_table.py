"""The bot as a separate process: a whole game between Telegram and the local table, over both real wires."""

from __future__ import annotations

import asyncio
import json
import re
import signal
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest

from tests.databases import lay_out
from tests.pace import HANG
from tests.process import serving
from tests.telegram_standin.standin import TelegramStandIn
from tests.telegram_wire.playing import HURRIED
from tests.telegram_wire.test_elsewhere import Seat, on_telegram

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from pathlib import Path

    from tests.process import Server
    from tests.telegram_standin.people import Person

KILLED_AFTER = 6
"""Turns after which the bot is killed, in the middle of the next one."""


@dataclass(frozen=True)
class Board:
    """A message in a person's own room.

    Args:
        id: its number.
        text: its words.
        data: what its buttons carry, by their labels.
    """

    id: int
    text: str
    data: dict[str, str]

    @property
    def labels(self) -> list[str]:
        """What stands on its buttons."""
        return list(self.data)


class AtTheTable:
    """A person in front of a page of the local table, as the page talks with it.

    Args:
        name: the person's name.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.calls: set[int] = set()
        """The messages that have called the person."""
        self.account = self._secret = ""
        self._messages: dict[int, Board] = {}
        self._actions = 0
        self._done: dict[str, asyncio.Future[list[dict[str, Any]]]] = {}
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
                welcome = await self._asked("welcome", do="hello", secret=self._secret, language="en", key="")
                self._secret = welcome["secret"] or self._secret
                if not self.account:
                    named = await self._asked("named", do="name", id="the-name-1", name=self.name)
                    self.account = named["account"]
                yield
            finally:
                reading.cancel()

    def messages(self) -> Sequence[Board]:
        """What stands in the person's own room, oldest first."""
        return [self._messages[each] for each in sorted(self._messages)]

    async def sees(self, button: str) -> Board:
        """Wait until a message there has a button; return the newest such."""
        async with asyncio.timeout(HANG):
            while not any(button in board.labels for board in self.messages()):  # noqa: ASYNC110 (two worlds)
                await asyncio.sleep(0.01)
        return next(board for board in reversed(self.messages()) if button in board.labels)

    async def say(self, line: str) -> str:
        """Type a line there; return the words of the answers."""
        return " ".join(map(_words, await self._act(do="say", text=line, message=None)))

    async def press(self, board: Any, button: str) -> None:  # noqa: ANN401 (a board of whichever platform)
        """Press a button there."""
        await self._act(do="press", data=board.data[button], message=str(board.id))

    async def _act(self, **frame: object) -> list[dict[str, Any]]:
        self._actions += 1
        key = f"action-{self._actions}"
        self._done[key] = asyncio.get_running_loop().create_future()
        await self._socket.send_str(json.dumps({"id": key, "room": "me", **frame}))
        async with asyncio.timeout(HANG):
            return await self._done[key]

    async def _asked(self, kind: str, **frame: object) -> dict[str, Any]:
        self._kinds[kind] = asyncio.get_running_loop().create_future()
        await self._socket.send_str(json.dumps(frame))
        async with asyncio.timeout(HANG):
            return await self._kinds[kind]

    async def _read(self) -> None:
        async for message in self._socket:
            frame = json.loads(message.data)
            kind = frame["is"]
            if kind == "done" and (done := self._done.pop(frame["id"], None)):
                done.set_result(frame["replies"])
            elif kind == "message" and frame["room"] == "me":
                self._note(frame["message"])
            elif waiting := self._kinds.pop(kind, None):
                waiting.set_result(frame)

    def _note(self, view: dict[str, Any]) -> None:
        number = int(view["id"])
        data = {button["label"]: button["data"] for row in view["buttons"] for button in row}
        self._messages[number] = Board(number, _words(view), data)
        if self.account in view["notifies"]:
            self.calls.add(number)


def _words(view: dict[str, Any]) -> str:
    return "".join(span if isinstance(span, str) else next(iter(span.values())) for span in view["text"])


async def begun(anna: Person, dora: AtTheTable) -> None:
    """Let Dora invite somebody elsewhere, Anna follow that, and Dora start the game."""
    await dora.say("/challenge nard")
    found = re.search(r"accept[_ ](\w+?)[_ ](\w{10})", await dora.say("/invite"))
    assert found is not None
    await anna.say(anna.private, f"/accept {found[1]} {found[2]}")
    await dora.press(await dora.sees("Start"), "Start")
    await anna.sees(anna.private, lambda seen: "⋯" in seen.labels)
    await dora.sees("⋯")


class Game:
    """The game of the two, and how often each was called.

    Args:
        anna: who plays on Telegram.
        dora: who plays at the table.
    """

    def __init__(self, anna: Person, dora: AtTheTable) -> None:
        self.seats = on_telegram(anna, "ru"), Seat("en", dora.messages, dora.press)
        self._anna, self._dora = anna, dora
        self._mover: int | None = None
        self._before = (0, 0)

    async def play(self, turns: int | None = None) -> None:
        """Play so many turns, and begin the next one; or to the end, unless told otherwise.

        A turn that comes to somebody calls him once, and the other not; one that comes back to who has just
        played, as the other had to pass, calls nobody.
        """
        played = 0
        while (mover := await self._to_move()) is not None:
            if mover != self._mover:
                await self._must_have_called(mover)
                self._mover, played = mover, played + 1
            await self.seats[mover].play()
            if turns is not None and played > turns and self.seats[mover].button:
                return

    @property
    def _calls(self) -> tuple[int, int]:
        """How often each was called."""
        return len(self._anna.notifications), len(self._dora.calls)

    async def _to_move(self) -> int | None:
        """Wait until somebody can play, and return who; nobody, when it is over for both."""
        async with asyncio.timeout(HANG):
            while not all(seat.is_over for seat in self.seats):
                for number, seat in enumerate(self.seats):
                    if seat.button and not seat.is_over:
                        return number
                await asyncio.sleep(0.01)
        return None

    async def _must_have_called(self, mover: int) -> None:
        """Wait until who is to move was called, if it is not the first turn; the other was not."""
        if self._mover is not None:
            async with asyncio.timeout(HANG):
                while self._calls[mover] == self._before[mover]:  # noqa: ASYNC110 (two worlds)
                    await asyncio.sleep(0.01)
            wanted = [self._before[number] + (number == mover) for number in range(2)]
            assert [*self._calls] == wanted
        self._before = self._calls


@pytest.mark.long
async def test_a_whole_game_between_telegram_and_the_local_table(tmp_path: Path) -> None:
    """Anna plays in Russian on Telegram, Dora in English at the table, over a kill; each turn rings once."""
    lay_out(tmp_path / "nardy.db")
    async with TelegramStandIn() as telegram:
        settings = {
            "TELEGRAM_TOKEN": telegram.token,
            "TELEGRAM_API_URL": telegram.api_url,
            "TELEGRAM_PACE": HURRIED,
        }
        async with serving(tmp_path, **settings) as server:
            await telegram.online()
            anna, dora = telegram.user("Anna", language="ru"), AtTheTable("Dora")
            game = Game(anna, dora)
            async with dora.in_front_of(server):
                await begun(anna, dora)
                await game.play(KILLED_AFTER)
                await server.stop(signal.SIGKILL)
            await server.start()
            await telegram.online()
            async with dora.in_front_of(server):
                await game.play()
            theirs, hers = (seat.board.text for seat in game.seats)
            assert "Dora" in theirs
            assert ("wins" in hers, "wins" in theirs) == (True, False)
            assert (await server.run("check")).status == 0
