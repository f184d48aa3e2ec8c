"""The rooms of the table: what was said in them, and who is looking."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import TYPE_CHECKING, Protocol

from bot.chats.errors import ChatGone, MessageGone
from bot.chats.web.errors import BadPage
from bot.chats.web.pages import Page
from bot.chats.web.pictures import namespace
from bot.talk.incoming import ChatKind, Place

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.chats.base import KeyValues
    from bot.chats.web.frames import Frame
    from bot.chats.web.seats import Seats

TABLE = "table"
"""The room that all see."""

_OWN = "me:"
_SHOWN = 50
NONCES_ALWAYS_KEPT = 100
"""So many messages of a room are known by their nonces however old they seem: clocks may be wrong."""


class Listener(Protocol):
    """A tab that looks at a room."""

    def tell(self, frame: Frame) -> None:
        """Hand over a frame; never waits."""


def own_room(account: str) -> str:
    """Return the room that only the owner of an account sees."""
    return f"{_OWN}{account}"


def place(room: str) -> Place:
    """Return a room as the rest of the program knows it."""
    return Place("web", room, ChatKind.SHARED if room == TABLE else ChatKind.PRIVATE)


class Rooms:
    """Keeps the messages of every room and shows each change to those who look.

    In one room one thing happens after another, so that nobody is shown an older state after a newer one.
    """

    def __init__(self, key_values: KeyValues, seats: Seats, view: Callable[[str, int, Page], Frame]) -> None:
        self._key_values = key_values
        self._seats = seats
        self._view = view
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._opened: set[str] = set()
        self._table: Frame | None = None
        """The last messages of the common table as they were shown last, unless they have changed since."""

    def listeners(self, room: str) -> frozenset[Listener]:
        """Return the tabs that look at a room."""
        return frozenset(self._listeners.get(room, ()))

    def leave(self, room: str, listener: Listener) -> None:
        """Stop telling a tab about a room."""
        looking = self._listeners.get(room)
        if looking is not None:
            looking.discard(listener)
            if not looking:
                del self._listeners[room]

    async def join(self, room: str, listener: Listener) -> None:
        """Show a tab the last messages of a room, and from then on every change."""
        async with self._turns[room]:
            shown = (room == TABLE and self._table) or await self._last(room, None) | {"is": "room"}
            if room == TABLE:
                self._table = shown
            listener.tell(shown)
            self._listeners[room].add(listener)

    async def earlier(self, room: str, before: int, listener: Listener) -> None:
        """Show a tab the messages before one of a room."""
        async with self._turns[room]:
            listener.tell(await self._last(room, before) | {"is": "earlier"})

    async def post(self, room: str, page: Page) -> int:
        """Add a message to a room and return its number: the first's, if its nonce was posted before.

        Raises:
            ChatGone: there is no such room.
        """
        await self._check(room)
        async with self._turns[room]:
            known = await self._known(room, page.nonce)
            if known is not None:
                return known
            self._changes(room)
            number = await self._key_values.append(namespace(room), str(page))
            self._opened.discard(room)
            await self._key_values.write(_nonces(room), page.nonce, str(number))
            self._opened.add(room)
            self._tell(room, number, page)
            return number

    async def amend(self, room: str, number: int, change: Callable[[Page], Page]) -> None:
        """Change a message of the table's own.

        Raises:
            ChatGone: there is no such room.
            MessageGone: there is no such message.
        """
        await self._check(room)
        async with self._turns[room]:
            page = await self._own(room, number)
            changed = change(page)
            if changed == page:
                return
            self._changes(room)
            if not await self._key_values.amend(namespace(room), number, str(changed)):
                raise MessageGone
            self._tell(room, number, changed)

    async def remove(self, room: str, number: int) -> None:
        """Take a message of the table's own away.

        Raises:
            ChatGone: there is no such room.
            MessageGone: there is no such message.
        """
        await self._check(room)
        async with self._turns[room]:
            await self._own(room, number)
            await self._remove(room, number)

    async def remove_talk(self, room: str, number: int) -> None:
        """Take away what a person said.

        Raises:
            MessageGone: there is no such message, or no person said it.
        """
        async with self._turns[room]:
            if (await self._page(room, number)).author is None:
                raise MessageGone
            await self._remove(room, number)

    async def _remove(self, room: str, number: int) -> None:
        self._changes(room)
        await self._key_values.remove(namespace(room), number)
        for listener in self.listeners(room):
            listener.tell({"is": "gone", "room": _side(room), "message": str(number)})

    async def forget_nonces(self, room: str, before: float) -> None:
        """Forget by which nonces messages are known that nobody will post again.

        Args:
            room: the room.
            before: those that were said earlier, in seconds since 1970; the last ones stay known in any case.
        """
        nonces = await self._key_values.items(_nonces(room))
        if len(nonces) <= NONCES_ALWAYS_KEPT:
            return
        first = await self._first_since(room, before)
        while nonces:
            old = [nonce for nonce, number in nonces if int(number) < first]
            await self._key_values.forget(_nonces(room), *old)
            nonces = await self._key_values.items(_nonces(room), after=nonces[-1][0])

    async def _first_since(self, room: str, moment: float) -> int:
        """Return the number of the first message since a moment, or of the first of the last ones."""
        last = await self._key_values.log_entries(namespace(room), limit=NONCES_ALWAYS_KEPT)
        first = last[0][0] if last else 0
        while True:
            earlier = await self._key_values.log_entries(
                namespace(room), before=first, limit=NONCES_ALWAYS_KEPT
            )
            since = [number for number, page in _readable(earlier) if page.time >= moment]
            if not since:
                return first
            first = since[0]

    async def _own(self, room: str, number: int) -> Page:
        """Return a message of the table's own.

        Raises:
            MessageGone: there is no such message.
        """
        page = await self._page(room, number)
        if page.author is not None:
            raise MessageGone
        return page

    async def _page(self, room: str, number: int) -> Page:
        """Return a message.

        Raises:
            MessageGone: there is no such message.
        """
        text = await self._key_values.log_entry(namespace(room), number)
        try:
            return Page.parse(text or "")
        except BadPage:
            raise MessageGone from None

    def _changes(self, room: str) -> None:
        """Take note, before it is written, that a room will not show any more what it has shown."""
        if room == TABLE:
            self._table = None

    def _tell(self, room: str, number: int, page: Page) -> None:
        frame: Frame = {"is": "message", "room": _side(room), "message": self._view(room, number, page)}
        for listener in self.listeners(room):
            listener.tell(frame)

    async def _last(self, room: str, before: int | None) -> Frame:
        kept = await self._key_values.log_entries(namespace(room), before=before, limit=_SHOWN + 1)
        shown = [self._view(room, number, page) for number, page in _readable(kept[-_SHOWN:])]
        first = kept[-_SHOWN:][0][0] if kept else None
        more = None if len(kept) <= _SHOWN or first is None else str(first)
        return {"room": _side(room), "messages": shown, "before": more}

    async def _known(self, room: str, nonce: str) -> int | None:
        """Return the message that was posted with a nonce, if there is one.

        Something may have come between the last message and the note of its nonce: that is made good first.
        """
        if room not in self._opened:
            for number, page in _readable(await self._key_values.log_entries(namespace(room), limit=1)):
                await self._key_values.write(_nonces(room), page.nonce, str(number))
            self._opened.add(room)
        known = await self._key_values.read(_nonces(room), nonce)
        return None if known is None else int(known)

    async def _check(self, room: str) -> None:
        if room == TABLE:
            return
        account = room.removeprefix(_OWN)
        if account == room or await self._seats.name_of(account) is None:
            raise ChatGone


def _nonces(room: str) -> str:
    return f"nonce:{room}"


def _side(room: str) -> str:
    return "table" if room == TABLE else "me"


def _readable(kept: list[tuple[int, str]]) -> list[tuple[int, Page]]:
    pages = []
    for number, text in kept:
        try:
            pages.append((number, Page.parse(text)))
        except BadPage:
            continue
    return pages
