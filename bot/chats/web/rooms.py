"""Rooms: store the messages of each room, and send every change to the tabs that show the room."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from typing import Protocol

from bot.chats.base import KeyValues
from bot.chats.errors import ChatGone, MessageGone
from bot.chats.last_messages import LastMessages
from bot.chats.web.errors import BadLogEntry
from bot.chats.web.message_log import LoggedMessage, log_namespace
from bot.chats.web.to_page import EarlierMessages, Message, MessageRemoved, MessageView, Room, ToPage
from bot.chats.web.web_accounts import WebAccounts
from bot.talk.incoming import ChatKind, Place
from bot.talk.views.lobby import RoomName

PLATFORM = "web"
TABLE = "table"
"""The key of the common room, the table, which everyone sees."""

_OWN = "me:"
_SHOWN = 50
NONCES_ALWAYS_KEPT = 100
"""The number of last messages in a room that are recognised by nonce at any age, in case a clock is wrong."""


class Listener(Protocol):
    """A tab that shows a room."""

    def send(self, frame: ToPage) -> None:
        """Queue a frame for the tab without waiting."""


def own_room(account: str) -> str:
    """Return the key of an account's private room."""
    return f"{_OWN}{account}"


def place(room: str) -> Place:
    """Return a room as a `Place`: the common table is a shared chat, all other rooms are private."""
    kind = ChatKind.SHARED if room == TABLE else ChatKind.PRIVATE
    return Place(PLATFORM, room, kind, is_page=True)


class Rooms:
    """Stores the messages of all rooms and sends each change to the tabs that show the room.

    Each room has a lock, so that no tab gets an older state after a newer one.

    Args:
        key_values: the store of messages and nonces.
        accounts: the accounts; each has a private room.
        view: converts a message, given its room and number, to the form that the page shows.
        broadcast: announces a changed message to other processes by its room and number.
    """

    def __init__(
        self,
        key_values: KeyValues,
        accounts: WebAccounts,
        view: Callable[[str, int, LoggedMessage], MessageView],
        broadcast: Callable[[str, str], None] = lambda _room, _number: None,
    ) -> None:
        self._key_values = key_values
        self._accounts = accounts
        self._view = view
        self._broadcast = broadcast
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._last_messages = LastMessages()
        self._table: Room | None = None
        """A cache of the common table's last messages as sent to a tab; None after a change."""

    def listeners(self, room: str) -> frozenset[Listener]:
        """Return the tabs of this process that show a room."""
        return frozenset(self._listeners.get(room, ()))

    def leave(self, room: str, listener: Listener) -> None:
        """Stop sending a room's changes to a tab, if it gets them."""
        looking = self._listeners.get(room)
        if looking is not None:
            looking.discard(listener)
            if not looking:
                del self._listeners[room]

    async def join(self, room: str, listener: Listener) -> None:
        """Send a tab the last 50 messages of a room, and from then on every change."""
        async with self._locks[room]:
            # Every tab loads the table, and after a restart all do so at once: hence the cache.
            shown = self._table if room == TABLE else None
            if shown is None:
                shown = Room(_page_name(room), *await self._last(room, None))
            if room == TABLE:
                self._table = shown
            listener.send(shown)
            self._listeners[room].add(listener)

    async def send_earlier(self, room: str, before: int, listener: Listener) -> None:
        """Send a tab the last 50 messages of a room before the one with the number `before`."""
        async with self._locks[room]:
            listener.send(EarlierMessages(_page_name(room), *await self._last(room, before)))

    async def post(self, room: str, message: LoggedMessage) -> int:
        """Add a message to a room, send it to all tabs that show the room, and return its number.

        If its nonce was posted in the room before, nothing is added, and the earlier number is returned.

        Raises:
            ChatGone: there is no such room.
        """
        await self._check(room)
        async with self._locks[room]:
            self._changes(room)
            # Message and nonce in one transaction: another process may get the same request.
            number, is_new = await self._key_values.append_once(
                log_namespace(room), str(message), _nonces(room), message.nonce
            )
            if is_new:
                self._last_messages.note(room, number)
                self._announce(room, number, message)
                self._broadcast(room, str(number))
            return number

    def is_last(self, room: str, number: int) -> bool:
        """Return True if a message is known to be its room's last; False if that is unknown."""
        return self._last_messages.is_last(room, number)

    async def amend(self, room: str, number: int, change: Callable[[LoggedMessage], LoggedMessage]) -> None:
        """Change a message of the bot, and send it to all tabs that show the room, unless it stays the same.

        Raises:
            ChatGone: there is no such room.
            MessageGone: there is no such message, or a person posted it.
        """
        await self._check(room)
        async with self._locks[room]:
            message = await self._by_bot(room, number)
            changed = change(message)
            if changed == message:
                return
            self._changes(room)
            if not await self._key_values.amend(log_namespace(room), number, str(changed)):
                raise MessageGone
            self._announce(room, number, changed)
            self._broadcast(room, str(number))

    async def remove(self, room: str, number: int) -> None:
        """Remove a message of the bot from the store and from all tabs that show the room.

        Raises:
            ChatGone: there is no such room.
            MessageGone: there is no such message, or a person posted it.
        """
        await self._check(room)
        async with self._locks[room]:
            await self._by_bot(room, number)
            await self._remove(room, number)

    async def remove_talk(self, room: str, number: int) -> None:
        """Remove a message that a person posted from the store and from all tabs that show the room.

        Raises:
            MessageGone: there is no such message, or the bot posted it.
        """
        async with self._locks[room]:
            if (await self._message(room, number)).author is None:
                raise MessageGone
            await self._remove(room, number)

    async def _remove(self, room: str, number: int) -> None:
        self._changes(room)
        await self._key_values.remove(log_namespace(room), number)
        self._announce_removal(room, number)
        self._broadcast(room, str(number))

    async def resend_message(self, room: str, number: int) -> None:
        """Show a change of a message by another process to this process's tabs that show the room.

        A message that was added or changed is sent; one that is gone is removed from the tabs.
        """
        if not self._is_shown(room):
            self._changes(room)
            return
        async with self._locks[room]:
            self._changes(room)
            self._last_messages.note(room, number)
            try:
                message = await self._message(room, number)
            except MessageGone:
                self._announce_removal(room, number)
            else:
                self._announce(room, number, message)

    async def resend_all(self) -> None:
        """Send each room's last messages to this process's tabs again, as changes may have been missed."""
        for room in [TABLE, *self._listeners]:
            async with self._locks[room]:
                self._changes(room)
                if self.listeners(room):
                    shown = Room(_page_name(room), *await self._last(room, None))
                    for listener in self.listeners(room):
                        listener.send(shown)

    def _is_shown(self, room: str) -> bool:
        """Return True if a tab shows a room or is about to."""
        # A tab that is joining holds the room's lock before it is among the listeners.
        return room in self._listeners or (room in self._locks and self._locks[room].locked())

    async def forget_nonces(self, room: str, before: float) -> None:
        """Delete the nonces of a room's old messages, which will not be posted again.

        Args:
            room: the room.
            before: seconds since 1970; older messages lose their nonces, except the last hundred of the room.
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
        """Return the number of the first message since a moment, or of the hundredth last, if earlier."""
        last = await self._key_values.log_entries(log_namespace(room), limit=NONCES_ALWAYS_KEPT)
        first = last[0][0] if last else 0
        while True:
            earlier = await self._key_values.log_entries(
                log_namespace(room), before=first, limit=NONCES_ALWAYS_KEPT
            )
            since = [number for number, message in _readable(earlier) if message.time >= moment]
            if not since:
                return first
            first = since[0]

    async def _by_bot(self, room: str, number: int) -> LoggedMessage:
        """Return a message of the bot.

        Raises:
            MessageGone: there is no such message, or a person posted it.
        """
        message = await self._message(room, number)
        if message.author is not None:
            raise MessageGone
        return message

    async def _message(self, room: str, number: int) -> LoggedMessage:
        """Return a stored message.

        Raises:
            MessageGone: there is no such message.
        """
        text = await self._key_values.log_entry(log_namespace(room), number)
        try:
            return LoggedMessage.parse(text or "")
        except BadLogEntry:
            raise MessageGone from None

    def _changes(self, room: str) -> None:
        """Clear the common table's cache. Call this before a write, so that no tab gets the old state."""
        if room == TABLE:
            self._table = None

    def _announce_removal(self, room: str, number: int) -> None:
        for listener in self.listeners(room):
            listener.send(MessageRemoved(_page_name(room), str(number)))

    def _announce(self, room: str, number: int, message: LoggedMessage) -> None:
        frame = Message(_page_name(room), self._view(room, number, message))
        for listener in self.listeners(room):
            listener.send(frame)

    async def _last(self, room: str, before: int | None) -> tuple[tuple[MessageView, ...], str | None]:
        # Read one more than is shown, to know if there are earlier messages.
        kept = await self._key_values.log_entries(log_namespace(room), before=before, limit=_SHOWN + 1)
        shown = tuple(self._view(room, number, message) for number, message in _readable(kept[-_SHOWN:]))
        first = kept[-_SHOWN:][0][0] if kept else None
        more = None if len(kept) <= _SHOWN or first is None else str(first)
        return shown, more

    async def _check(self, room: str) -> None:
        if room == TABLE:
            return
        account = room.removeprefix(_OWN)
        if account == room or await self._accounts.name_of(account) is None:
            raise ChatGone


def _nonces(room: str) -> str:
    return f"nonce:{room}"


def _page_name(room: str) -> RoomName:
    return "table" if room == TABLE else "me"


def _readable(kept: list[tuple[int, str]]) -> list[tuple[int, LoggedMessage]]:
    messages = []
    for number, text in kept:
        try:
            messages.append((number, LoggedMessage.parse(text)))
        except BadLogEntry:
            continue  # An unreadable message must not hide the others.
    return messages
