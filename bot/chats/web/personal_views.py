"""Personal views: adapt the common table's messages to the person in front of one tab."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from cachetools import FIFOCache

from bot.chats.web.pictures import Pictures
from bot.chats.web.rooms import TABLE
from bot.chats.web.to_page import (
    BoardView,
    EarlierMessages,
    Message,
    MessageRemoved,
    MessageView,
    Room,
    SpanView,
    ToPage,
)
from bot.chats.web.views import own_view, past_view
from bot.talk.incoming import Posted
from bot.talk.reply import Reply
from bot.talk.views.personal import BoardLook

Seen = Callable[[Posted, str, str], Awaitable[Reply | None]]

Look = Callable[[str], Awaitable[BoardLook | None]]

logger = logging.getLogger(__name__)

_MOST_WAITING = 500
_MOST_KEPT = 100
"""The number of boards whose last personal view is remembered."""

OfTable = Room | EarlierMessages | Message | MessageRemoved


class PersonalViews:
    """A queue that turns the common table's frames into what one person sees, in order.

    A live board gets the person's side, theme, language and buttons. A board that a newer message replaced
    stays as the person last saw it; if they never saw it, its picture is drawn in their side and theme.

    Args:
        pictures: gives boards their addresses.
        seen: returns a live game or open challenge as the person sees it in a message.
        look: returns the side, theme and layout in which the person sees the boards of a game.
        send: sends a frame to the tab.
        drop: aborts the tab's connection when the queue is full; the page then reconnects.
    """

    def __init__(
        self,
        pictures: Pictures,
        seen: Seen,
        look: Look,
        send: Callable[[ToPage], None],
        drop: Callable[[], None],
    ) -> None:
        self._pictures = pictures
        self._seen = seen
        self._look = look
        self._send = send
        self._drop = drop
        self._waiting: asyncio.Queue[OfTable] = asyncio.Queue(_MOST_WAITING)
        self._is_busy = False
        """True while a frame waits in the queue or is being adapted; later frames of the table then queue."""
        self._last: FIFOCache[str, tuple[tuple[SpanView, ...], BoardView | None]] = FIFOCache(_MOST_KEPT)
        """The text and board that the person last saw in a message, by the message's id."""

    def take(self, frame: ToPage) -> bool:
        """Queue a frame of the table that looks different to each person, or that must follow such a frame.

        Return False for any other frame, which can be sent unchanged at once. A frame with the whole room
        replaces the queued frames. If the queue is full, the connection is aborted instead.
        """
        if not isinstance(frame, OfTable) or frame.room != "table":
            return False
        if not self._is_busy and not self._is_personal(frame):
            return False
        self._is_busy = True
        if isinstance(frame, Room):
            # It shows the whole room, so the queued frames are obsolete.
            while not self._waiting.empty():
                self._waiting.get_nowait()
        if self._waiting.full():
            self._drop()
            return True
        self._waiting.put_nowait(frame)
        return True

    async def run(self) -> None:
        """Adapt and send queued frames until cancelled; send a frame unchanged if adapting it fails."""
        while True:
            frame = await self._waiting.get()
            try:
                own = await self._own(frame)
            except Exception:
                logger.exception(
                    "frame not adapted to a person, sent as it is", extra={"platform": "web", "chat": TABLE}
                )
                own = frame
            self._send(own)
            self._is_busy = not self._waiting.empty()

    def _is_personal(self, frame: OfTable) -> bool:
        match frame:
            case Message(message=message):
                return _is_own(message) or message.id in self._last
            case Room(messages=messages) | EarlierMessages(messages=messages):
                return any(map(_is_own, messages))
            case _:
                return False

    async def _own(self, frame: OfTable) -> OfTable:
        match frame:
            case Message(message=message):
                return replace(frame, message=await self._view(message, {}))
            case Room(messages=messages) | EarlierMessages(messages=messages):
                looks: dict[str, BoardLook | None] = {}
                return replace(frame, messages=tuple([await self._view(each, looks) for each in messages]))
            case _:
                return frame

    async def _view(self, message: MessageView, looks: dict[str, BoardLook | None]) -> MessageView:
        """Return a message as the person sees it; `looks` caches their look of each game's boards."""
        if not _goes_on(message):
            return await self._past(message, looks)
        reply = await (
            self._seen("game", message.game, message.id)
            if message.game
            else self._seen("challenge", message.challenge or "", message.id)
        )
        if reply is None:
            return self._as_last(message) or message
        view = own_view(message, self._pictures, reply)
        if message.game:
            self._last[message.id] = view.text, view.board
        return view

    async def _past(self, message: MessageView, looks: dict[str, BoardLook | None]) -> MessageView:
        """Return a message that a newer one replaced, with the board that the person last saw in it.

        If there is none, its picture is drawn in the person's side, theme and layout.
        """
        if message.board is None:
            return message
        if (last := self._as_last(message)) is not None:
            return replace(last, text=message.text)
        game = message.past_game
        if game is None:
            return message
        if game not in looks:
            looks[game] = await self._look(game)
        look = looks[game]
        return message if look is None else past_view(message, look)

    def _as_last(self, message: MessageView) -> MessageView | None:
        """Return a message with the text and board that the person last saw in it; None if they saw none."""
        last = self._last.get(message.id)
        return None if last is None else replace(message, text=last[0], board=last[1])


def _goes_on(message: MessageView) -> bool:
    return message.game is not None or message.challenge is not None


def _is_own(message: MessageView) -> bool:
    return _goes_on(message) or message.past_game is not None
