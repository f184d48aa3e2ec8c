"""Personal views: what the common table shows, as the person in front of one tab sees it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from cachetools import FIFOCache

from bot.chats.web.pictures import Pictures
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
"""So many boards stay as they were seen last."""

OfTable = Room | EarlierMessages | Message | MessageRemoved


class OwnViews:
    """Turns what the common table shows everybody into what one person sees, in the order in which it came.

    Boards are drawn from his side, in his theme, told in his language and with what he may press. A board
    that is replaced stays as he saw it last; of those that he has not seen he gets the pictures in his look.

    Args:
        pictures: where boards get their addresses.
        seen: returns a game or a challenge as the person sees it in a message.
        look: returns how the person sees the boards of a game.
        send: hands a frame to the tab.
        drop: cuts the connection of a tab for which too much waits. The page connects anew.
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
        """True if anything was taken that is not sent yet: what comes then comes behind it."""
        self._last: FIFOCache[str, tuple[tuple[SpanView, ...], BoardView | None]] = FIFOCache(_MOST_KEPT)

    def take(self, frame: ToPage) -> bool:
        """Take a frame that is not for everybody alike, or comes after such a one; return whether it was."""
        if not isinstance(frame, OfTable) or frame.room != "table":
            return False
        if not self._is_busy and not self._is_waited_for(frame):
            return False
        self._is_busy = True
        if isinstance(frame, Room):
            # It takes the place of all that waits.
            while not self._waiting.empty():
                self._waiting.get_nowait()
        if self._waiting.full():
            self._drop()
            return True
        self._waiting.put_nowait(frame)
        return True

    async def run(self) -> None:
        """Send what was taken, one after another. What cannot be shown as one person's own is everybody's."""
        while True:
            frame = await self._waiting.get()
            try:
                own = await self._own(frame)
            except Exception:
                logger.exception("What the common table shows could not be shown as one person's own.")
                own = frame
            self._send(own)
            self._is_busy = not self._waiting.empty()

    def _is_waited_for(self, frame: OfTable) -> bool:
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
        """Return a message as the person sees it; how he sees the boards of each game is kept in `looks`."""
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
        """Return a message that nothing more comes of. What took the place of a board is everybody's."""
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
        """Return a board as the person saw it last, if he has seen it."""
        last = self._last.get(message.id)
        return None if last is None else replace(message, text=last[0], board=last[1])


def _goes_on(message: MessageView) -> bool:
    return message.game is not None or message.challenge is not None


def _is_own(message: MessageView) -> bool:
    return _goes_on(message) or message.past_game is not None
