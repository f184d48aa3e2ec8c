"""One tab of a browser: what it asks for and what it is told, over one WebSocket."""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from aiohttp import WSCloseCode, WSMsgType, web

from bot.chats.allowance import Allowance
from bot.chats.web.errors import BadFrame, Refused
from bot.chats.web.frames import (
    Asked,
    Complete,
    Earlier,
    Frame,
    Hello,
    PressButton,
    Say,
    StillThere,
    TakeName,
    areas,
    read_frame,
    reply_view,
)
from bot.chats.web.pages import Page
from bot.chats.web.rooms import TABLE, Rooms, own_room, place
from bot.talk.heard import Heard, Line, Person, Press

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from aiohttp import WSMessage

    from bot.chats.base import Ear
    from bot.chats.web.pictures import Pictures
    from bot.chats.web.seats import Seat, Seats

_log = logging.getLogger(__name__)

_HELLO_WITHIN = 10.0
_WAITING: Final = 256
"""Frames that may wait for a slow browser before it is sent away, to come back and look anew."""
_BURST = 40
_PER_SECOND = 10.0


@dataclass(frozen=True, slots=True)
class House:
    """What a tab needs of the table."""

    ear: Ear
    words: Callable[[str], Mapping[str, str]]
    seats: Seats
    rooms: Rooms
    pictures: Pictures
    clock: Callable[[], float]


class Tab:
    """Serves one tab until it is closed.

    What a tab asks for is done one after another, in the order of asking.

    Args:
        house: what the tab needs of the table.
        socket: the WebSocket, ready.
        drop: cuts the connection without a farewell.
    """

    def __init__(self, house: House, socket: web.WebSocketResponse, drop: Callable[[], None]) -> None:
        self._house = house
        self._socket = socket
        self._drop = drop
        self._out: asyncio.Queue[Frame] = asyncio.Queue(_WAITING)
        self._allowance = Allowance(_BURST, _PER_SECOND, asyncio.get_running_loop().time)
        self._secret = ""
        self._seat: Seat | None = None
        self._language = ""

    async def serve(self) -> None:
        """Greet the tab, then do what it asks for until it goes."""
        writer = asyncio.create_task(self._write())
        try:
            await self._greet()
            async for message in self._socket:
                await self._answer(_read(message))
        except BadFrame as error:
            _log.info("A tab sent what the page never sends: %s.", error)
            await self._socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"bad frame")
        finally:
            writer.cancel()
            self._house.rooms.leave(TABLE, self)
            if self._seat is not None:
                self._house.rooms.leave(own_room(self._seat.account), self)

    async def close(self) -> None:
        """Send the tab away: the table is going."""
        await self._socket.close(code=WSCloseCode.GOING_AWAY, message=b"closing")

    def tell(self, frame: Frame) -> None:
        """Hand a frame to the tab; never waits. A tab that takes nothing in is sent away."""
        try:
            self._out.put_nowait(frame)
        except asyncio.QueueFull:
            self._drop()

    async def _write(self) -> None:
        with suppress(ConnectionError):
            while True:
                frame = await self._out.get()
                await self._socket.send_str(json.dumps(frame, ensure_ascii=False, separators=(",", ":")))

    async def _greet(self) -> None:
        try:
            first = await self._socket.receive(timeout=_HELLO_WITHIN)
        except TimeoutError:
            raise BadFrame("no hello") from None
        if first.type in (WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED, WSMsgType.ERROR):
            return
        hello = _read(first)
        if not isinstance(hello, Hello):
            raise BadFrame("no hello")
        self._language = hello.language
        seats = self._house.seats
        known = seats.made_here(hello.secret)
        self._secret = hello.secret if known else seats.new_secret()
        seat = await seats.find(self._secret) if known else None
        self.tell(
            {
                "is": "welcome",
                "secret": None if known else self._secret,
                "account": None if seat is None else seat.account,
                "name": None if seat is None else seat.name,
                "areas": areas(),
            }
        )
        await self._house.rooms.join(TABLE, self)
        if seat is not None:
            await self._sit(seat)
            await self._find_language()

    async def _sit(self, seat: Seat) -> None:
        self._seat = seat
        await self._house.rooms.join(own_room(seat.account), self)

    async def _answer(self, asked: Asked) -> None:
        if not self._allowance.take():
            if isinstance(asked, TakeName | Say | PressButton):
                self._done(asked.id, self._notice("web-too-fast"))
            return
        match asked:
            case TakeName():
                await self._take_name(asked)
            case Say() | PressButton():
                await self._act(asked)
            case Complete():
                await self._complete(asked)
            case Earlier():
                await self._show_earlier(asked)
            case StillThere():
                self.tell({"is": "here"})
            case Hello():
                raise BadFrame("a second hello")

    async def _take_name(self, asked: TakeName) -> None:
        try:
            seat = await self._house.seats.take(self._secret, asked.name)
        except Refused as refused:
            words = self._words(refused.word).format(**refused.details)
            self.tell({"is": "refused", "id": asked.id, "text": words})
            return
        if self._seat is None:
            await self._sit(seat)
        await self._house.ear.met(self._person(seat), place(TABLE))
        named = {"is": "named", "account": seat.account, "name": seat.name}
        for listener in self._house.rooms.listeners(own_room(seat.account)):
            if isinstance(listener, Tab):
                listener.rename(seat)
            listener.tell(named | ({"id": asked.id} if listener is self else {}))

    def rename(self, seat: Seat) -> None:
        """Take note that the person in this seat goes by another name now."""
        self._seat = seat

    async def _find_language(self) -> None:
        """Have all of the person's tabs speak the language that the person is answered in."""
        if self._seat is None:
            return
        room = own_room(self._seat.account)
        language = await self._house.ear.met(self._person(self._seat), place(room))
        for listener in self._house.rooms.listeners(room):
            if isinstance(listener, Tab):
                listener.speak(language)

    def speak(self, language: str) -> None:
        """Have the page speak a language, if it speaks another."""
        if language != self._language:
            self._language = language
            self.tell({"is": "language", "language": language})

    async def _act(self, asked: Say | PressButton) -> None:
        if self._seat is None:
            self._done(asked.id, self._notice("web-name-first"))
            return
        seat, room = self._seat, self._room(asked.room)
        event = f"web:{seat.account}:{asked.id}"
        what: Line | Press
        try:
            if isinstance(asked, Say):
                if not asked.text:
                    self._done(asked.id)
                    return
                what = Line(asked.text)
                said = self._heard(event, seat, room, what, asked.message)
                if not asked.text.startswith("/") and await self._house.ear.is_talk(said):
                    page = Page.said(seat, asked.text, self._house.clock(), nonce=event)
                    await self._house.rooms.post(room, page)
            else:
                what = Press(asked.data)
            heard = self._heard(event, seat, room, what, asked.message)
            if isinstance(asked, Say):
                heard = replace(heard, attached=asked.attached)
            replies = await self._house.ear.hear(heard)
        except Exception:  # noqa: BLE001 - whatever went wrong, the person is answered and the tab goes on
            _log.exception("What a person did could not be carried out.")
            self._done(asked.id, self._notice("web-trouble"))
            return
        self._done(asked.id, *(reply_view(self._house.pictures, reply) for reply in replies))
        if room != TABLE:
            await self._find_language()

    async def _complete(self, asked: Complete) -> None:
        lines: tuple[str, ...] = ()
        if self._seat is not None:
            event = f"web:{self._seat.account}:{asked.id}"
            heard = self._heard(event, self._seat, self._room(asked.room), Line(asked.text), None)
            try:
                lines = await self._house.ear.complete(heard)
            except Exception:  # noqa: BLE001 - a line that is not completed can still be typed
                _log.exception("A line could not be completed.")
        self.tell({"is": "completions", "id": asked.id, "lines": list(lines)})

    async def _show_earlier(self, asked: Earlier) -> None:
        if asked.room == "me" and self._seat is None:
            return
        await self._house.rooms.earlier(self._room(asked.room), asked.before, self)

    def _room(self, name: str) -> str:
        return own_room(self._seat.account) if name == "me" and self._seat is not None else TABLE

    def _heard(self, event: str, seat: Seat, room: str, what: Line | Press, message: str | None) -> Heard:
        return Heard(event, self._person(seat), place(room), what, message)

    def _person(self, seat: Seat) -> Person:
        return Person("web", seat.account, seat.name, self._language)

    def _done(self, key: str, *replies: Frame) -> None:
        self.tell({"is": "done", "id": key, "replies": list(replies)})

    def _notice(self, word: str) -> Frame:
        nothing: Frame = {"board": None, "film": None, "buttons": [], "rings": [], "waits_for": []}
        return {"text": [self._words(word)]} | nothing

    def _words(self, word: str) -> str:
        return self._house.words(self._language).get(word, word)


def _read(message: WSMessage) -> Asked:
    if message.type is not WSMsgType.TEXT:
        raise BadFrame("not text")
    return read_frame(message.data)
