"""One tab of a browser: what it asks for and what it is told, over one WebSocket."""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from aiohttp import WSCloseCode, WSMsgType, web

from bot.chats.errors import MessageGone
from bot.chats.rate_limit import RateLimit
from bot.chats.web.errors import BadFrame, Refused
from bot.chats.web.frames import (
    Asked,
    Complete,
    Earlier,
    Frame,
    Hello,
    ListSeats,
    PressButton,
    RemoveLine,
    RemoveSeat,
    Say,
    StillThere,
    TakeName,
    areas,
    read_frame,
    reply_view,
)
from bot.chats.web.pages import Page
from bot.chats.web.rooms import TABLE, Rooms, own_room, place
from bot.talk.incoming import Incoming, Line, Person, Press

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from aiohttp import WSMessage

    from bot.chats.base import Handler
    from bot.chats.rate_limit import RateLimits
    from bot.chats.web.access import Access
    from bot.chats.web.connections import Arrivals, Cap
    from bot.chats.web.pictures import Pictures
    from bot.chats.web.seats import Seat, Seats

_log = logging.getLogger(__name__)

_HELLO_WITHIN = 10.0
_WAITING: Final = 256
"""Frames that may wait for a slow browser before it is sent away, to come back and look anew."""
_BURST = 40
_PER_SECOND = 10.0
_HELLO_COSTS = 4
"""Frames that a hello counts as: it is answered with what the rooms show, and leads to a new connection."""
_NEW_SEATS_AT_ONCE = 12
_NEW_SEATS_PER_SECOND = 1 / 60
NOT_INVITED: Final = 4001
"""The code with which a connection is closed on which nobody may even look: coming again changes nothing."""
_REFUSED_FOR = 1.0
"""Seconds for which nothing more is read from a tab that asked for too much."""


@dataclass(frozen=True, slots=True)
class House:
    """What a tab needs of the table."""

    handler: Handler
    words: Callable[[str], Mapping[str, str]]
    seats: Seats
    rooms: Rooms
    pictures: Pictures
    access: Access
    unnamed: Cap
    arrivals: Arrivals
    clock: Callable[[], float]
    allowances: RateLimits[str]
    """What each person may send, from however many tabs; and what all do from one address without a name."""
    new_seats: RateLimits[str]
    """How many people who have had no seat yet may sit down from one address."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    host_key_changed: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the host's link that was told last leads nowhere any more."""


class Tab:
    """Serves one tab until it is closed.

    What a tab asks for is done one after another, in the order of asking.

    Args:
        house: what the tab needs of the table.
        socket: the WebSocket, ready.
        client: from where the tab comes: what is counted together.
        drop: cuts the connection without a farewell.
    """

    def __init__(
        self, house: House, socket: web.WebSocketResponse, client: str, drop: Callable[[], None]
    ) -> None:
        self._house = house
        self._socket = socket
        self._client = client
        self._drop = drop
        self._out: asyncio.Queue[Frame] = asyncio.Queue(_WAITING)
        self._allowance = house.allowances.of(f"client:{client}")
        self._is_counted = False
        self._looked_at: set[str] = set()
        self._secret = ""
        self._key = ""
        self._seat: Seat | None = None
        self._language = ""

    async def serve(self) -> None:
        """Greet the tab, then do what it asks for until it goes."""
        writer = asyncio.create_task(self._write())
        self._house.arrivals.begin(self, self._drop)
        try:
            await self._greet()
            async for message in self._socket:
                if not await self._is_control(message):
                    await self._answer(_read(message))
        except BadFrame as error:
            _log.info("A tab sent what the page never sends: %s.", error)
            await self._socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"bad frame")
        except ConnectionError:
            _log.debug("A tab went while it was being answered.")
        finally:
            writer.cancel()
            self._house.arrivals.end(self)
            self._count_no_more()
            for room in self._looked_at:
                self._house.rooms.leave(room, self)

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
                await self._send(await self._out.get())

    async def _send(self, frame: Frame) -> None:
        await self._socket.send_str(json.dumps(frame, ensure_ascii=False, separators=(",", ":")))

    async def _greet(self) -> None:
        first = await self._first()
        if first.type in (WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED, WSMsgType.ERROR):
            return
        hello = _read(first)
        if not isinstance(hello, Hello):
            raise BadFrame("no hello")
        self._language = hello.language
        self._key = hello.key
        seats = self._house.seats
        known = seats.made_here(hello.secret)
        self._secret = hello.secret if known else seats.new_secret()
        is_paid = self._allowance.take(_HELLO_COSTS)
        seat = await seats.find(self._secret) if known else None
        if not is_paid and seat is not None:
            # Whatever else comes from an address, who has a seat comes back to it from there.
            is_paid = self._house.allowances.of(seat.account).take(_HELLO_COSTS)
        if not is_paid:
            await self._rest()
            await self._try_later(b"too many hellos")
            return
        is_closed = seat is None and not self._may_enter
        if seat is None and not is_closed:
            self._is_counted = self._house.unnamed.take(self._client)
            if not self._is_counted:
                await self._try_later(b"too many without a name")
                return
        welcome: Frame = {
            "is": "welcome",
            "secret": None if known else self._secret,
            "account": None if seat is None else seat.account,
            "name": None if seat is None else seat.name,
            "areas": areas(),
            "closed": is_closed,
        }
        if is_closed:
            await self._send(welcome)
            await self._socket.close(code=NOT_INVITED, message=b"by invitation")
            return
        self._house.arrivals.end(self)
        self.tell(welcome)
        await self._enter()
        if seat is not None:
            await self._sit(seat)
            await self._find_language()

    async def _try_later(self, why: bytes) -> None:
        await self._socket.close(code=WSCloseCode.TRY_AGAIN_LATER, message=why)

    async def _first(self) -> WSMessage:
        """Return what a tab sends first, control frames apart.

        Raises:
            BadFrame: nothing came in time.
        """
        try:
            async with asyncio.timeout(_HELLO_WITHIN):
                while await self._is_control(first := await self._socket.receive()):
                    continue
        except TimeoutError:
            raise BadFrame("no hello") from None
        return first

    async def _is_control(self, message: WSMessage) -> bool:
        """Tell whether it is a PING or a PONG. Each is paid for as any frame is; a PING is answered then."""
        if message.type not in (WSMsgType.PING, WSMsgType.PONG):
            return False
        while not self._allowance.take():
            await self._rest()
        if message.type is WSMsgType.PING:
            await self._socket.pong(message.data)
        return True

    async def _rest(self) -> None:
        """Read nothing more until there is room again: a refusal must not cost what it refuses."""
        await self._house.sleep(max(_REFUSED_FOR, self._allowance.wait()))

    @property
    def _may_enter(self) -> bool:
        return self._house.access.may_enter(self._key)

    async def _enter(self) -> None:
        self._looked_at.add(TABLE)
        await self._house.rooms.join(TABLE, self)

    async def _sit(self, seat: Seat) -> None:
        """Show a person's own room; who came by the host's link administers the table from now on."""
        self._seat = seat
        self._count_no_more()
        self._allowance = self._house.allowances.of(seat.account)
        if self._house.access.is_host(self._key):
            await self._house.seats.make_host(seat.account)
        await self._tell_rights()
        self._looked_at.add(own_room(seat.account))
        await self._house.rooms.join(own_room(seat.account), self)
        if await self._house.seats.name_of(seat.account) is None:
            self.stand_up()  # removed while the room was being opened, when nobody saw this tab there yet

    async def _tell_rights(self) -> None:
        if self._seat is not None:
            host = await self._house.seats.is_host(self._seat.account)
            self.tell({"is": "rights", "host": host, "key": self._guest_key})

    def _count_no_more(self) -> None:
        """Count the tab no longer among those in which nobody has said a name."""
        if self._is_counted:
            self._is_counted = False
            self._house.unnamed.give_back(self._client)

    @property
    def _guest_key(self) -> str:
        """The key that a link needs which is sent to others; nothing, if none is needed."""
        access = self._house.access
        return access.table_key if access.invited else ""

    async def _answer(self, asked: Asked) -> None:
        if not self._allowance.take():
            if isinstance(asked, TakeName | Say | PressButton | RemoveLine | RemoveSeat):
                self._done(asked.id, self._notice("web-too-fast"))
            await self._rest()
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
            case ListSeats() | RemoveLine() | RemoveSeat():
                await self._moderate(asked)
            case Hello():
                raise BadFrame("a second hello")

    async def _take_name(self, asked: TakeName) -> None:
        try:
            seat = await self._take_seat(asked.name)
        except Refused as refused:
            words = self._words(refused.word).format(**refused.details)
            self.tell({"is": "refused", "id": asked.id, "text": words})
            return
        if self._seat is None:
            await self._sit(seat)
        if self._seat is None:
            return
        for room in (TABLE, own_room(seat.account)):
            await self._house.handler.met(self._person(seat), place(room))
        named = {"is": "named", "account": seat.account, "name": seat.name}
        for listener in self._house.rooms.listeners(own_room(seat.account)):
            if isinstance(listener, Tab):
                listener.rename(seat)
            listener.tell(named | ({"id": asked.id} if listener is self else {}))

    async def _take_seat(self, name: str) -> Seat:
        """Return a seat under a name.

        Raises:
            Refused: the name cannot be had, or a seat needs the key of a link.
        """
        if self._seat is None and not self._may_enter:
            raise Refused("web-invited")
        return await self._house.seats.take(self._secret, name, self._admit)

    def _admit(self) -> None:
        """Let somebody new sit down.

        Raises:
            Refused: a seat needs the key of a link, or too many new people have sat down from there.
        """
        if not self._may_enter:
            raise Refused("web-invited")
        if not self._house.new_seats.of(self._client).take():
            raise Refused("web-many-new")

    def rename(self, seat: Seat) -> None:
        """Take note that the person in this seat goes by another name now."""
        if self._seat is not None:
            self._seat = seat

    async def _find_language(self) -> None:
        """Have all of the person's tabs speak the language that the person is answered in."""
        if self._seat is None:
            return
        room = own_room(self._seat.account)
        language = await self._house.handler.met(self._person(self._seat), place(room))
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
                said = self._incoming(event, seat, room, what, asked.message)
                if not asked.text.startswith("/") and await self._house.handler.is_unaddressed(said):
                    page = Page.said(seat, asked.text, self._house.clock(), nonce=event)
                    await self._house.rooms.post(room, page)
            else:
                what = Press(asked.data)
            incoming = self._incoming(event, seat, room, what, asked.message)
            if isinstance(asked, Say):
                incoming = replace(incoming, attached=asked.attached)
            replies = await self._house.handler.handle(incoming)
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
            incoming = self._incoming(event, self._seat, self._room(asked.room), Line(asked.text), None)
            try:
                lines = await self._house.handler.complete(incoming)
            except Exception:  # noqa: BLE001 - a line that is not completed can still be typed
                _log.exception("A line could not be completed.")
        self.tell({"is": "completions", "id": asked.id, "lines": list(lines)})

    async def _moderate(self, asked: ListSeats | RemoveLine | RemoveSeat) -> None:
        """Do what the host alone may do."""
        seat, seats, rooms = self._seat, self._house.seats, self._house.rooms
        is_host = seat is not None and await seats.is_host(seat.account) and self._seat is not None
        if isinstance(asked, ListSeats):
            shown = await seats.all() if is_host else []
            self.tell(
                {"is": "seats", "seats": [{"account": each.account, "name": each.name} for each in shown]}
            )
            return
        is_own = isinstance(asked, RemoveSeat) and seat is not None and asked.account == seat.account
        if not is_host or is_own:
            self._done(asked.id, self._notice("web-host-only"))
            return
        if isinstance(asked, RemoveLine):
            with suppress(MessageGone):
                await rooms.remove_talk(TABLE, asked.message)
        else:
            await self._remove_seat(asked.account)
        self._done(asked.id)

    async def _remove_seat(self, account: str) -> None:
        """Take a seat away, and first the keys of the links that would lead back: the host's, if it is one's.

        The tabs of the removed stand up before anything is waited for, so that nothing more comes of what
        they have asked for; and once more at the end, as one may have come back in between.
        """
        seats, access = self._house.seats, self._house.access
        had_host_key = self._stand_up(account)
        if await seats.name_of(account) is None:
            return
        is_host = had_host_key or await seats.is_host(account)
        access.key_number = await seats.change_key()
        if is_host:
            access.host_key_number = await seats.change_host_key()
            self._house.host_key_changed.set()
        await seats.remove(account)
        self._stand_up(account)
        for listener in self._house.rooms.listeners(TABLE):
            if isinstance(listener, Tab):
                await listener.review_rights()

    def _stand_up(self, account: str) -> bool:
        """Let all tabs of an account stand up; return whether one of them came by the host's link."""
        listeners = self._house.rooms.listeners(own_room(account))
        tabs = [listener for listener in listeners if isinstance(listener, Tab)]
        for tab in tabs:
            tab.stand_up()
        return any(self._house.access.is_host(tab._key) for tab in tabs)  # noqa: SLF001 - of the same class

    def stand_up(self) -> None:
        """Lose the seat. The page comes back at once, without one."""
        self._seat = None
        self._drop()

    async def review_rights(self) -> None:
        """Tell what the person may do after a key has changed; who may not even look now is sent away."""
        if self._seat is None and not self._may_enter:
            self._drop()
        await self._tell_rights()

    async def _show_earlier(self, asked: Earlier) -> None:
        if self._seat is None and (asked.room == "me" or not self._may_enter):
            return
        await self._house.rooms.earlier(self._room(asked.room), asked.before, self)

    def _room(self, name: str) -> str:
        return own_room(self._seat.account) if name == "me" and self._seat is not None else TABLE

    def _incoming(
        self, event: str, seat: Seat, room: str, what: Line | Press, message: str | None
    ) -> Incoming:

        async def administers() -> bool:
            return await self._house.seats.is_host(seat.account)

        return Incoming(event, self._person(seat), place(room), what, message, administers=administers)

    def _person(self, seat: Seat) -> Person:
        return Person("web", seat.account, seat.name, self._language)

    def _done(self, key: str, *replies: Frame) -> None:
        self.tell({"is": "done", "id": key, "replies": list(replies)})

    def _notice(self, word: str) -> Frame:
        nothing: Frame = {
            "board": None,
            "film": None,
            "buttons": [],
            "invites": [],
            "rings": [],
            "waits_for": [],
        }
        return {"text": [self._words(word)]} | nothing

    def _words(self, word: str) -> str:
        return self._house.words(self._language).get(word, word)


def frames_allowed(clock: Callable[[], float]) -> RateLimit:
    """Return what all tabs of a person together may send."""
    return RateLimit(_BURST, _PER_SECOND, clock)


def seats_allowed(clock: Callable[[], float]) -> RateLimit:
    """Return how many people who have had no seat yet may sit down from one address."""
    return RateLimit(_NEW_SEATS_AT_ONCE, _NEW_SEATS_PER_SECOND, clock)


def _read(message: WSMessage) -> Asked:
    if message.type is not WSMsgType.TEXT:
        raise BadFrame("not text")
    return read_frame(message.data)
