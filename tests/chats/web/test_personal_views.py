"""Personal views of the common table: their order, and what happens when a lookup fails."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from bot.chats.web.personal_views import PersonalViews
from bot.chats.web.pictures import Pictures
from bot.chats.web.to_page import BoardView, Message, MessageRemoved, MessageView, Room, ToPage
from bot.talk.incoming import Posted
from bot.talk.reply import Reply
from bot.talk.views.personal import BoardLook
from tests.chats.stand_ins import MemoryKeyValues, PlainPainter
from tests.chats.web.house import SIGNER, TIMEOUT


def message(key: str, *text: str, game: str | None = None) -> MessageView:
    """Return a message of the table."""
    return MessageView(key, 0, None, text, None, (), (), (), (), game, None, None, None)


@dataclass
class TabViews:
    """The personal views of one tab; a test decides when a lookup is done."""

    sent: list[ToPage] = field(default_factory=list)
    lookups: list[str] = field(default_factory=list)
    release: asyncio.Event = field(default_factory=asyncio.Event)
    fault: Exception | None = None
    is_shown: bool = True
    """True if a lookup finds a view for the person, False if it returns None."""

    changed: asyncio.Event = field(default_factory=asyncio.Event)
    dropped: int = 0
    views: PersonalViews = field(init=False)

    def __post_init__(self) -> None:
        pictures = Pictures(SIGNER, MemoryKeyValues(), PlainPainter())
        self.views = PersonalViews(pictures, self._seen, self._look, self._send, self._drop)

    def show(self, frame: ToPage) -> None:
        """Pass a frame of the common table to the tab."""
        if not self.views.take(frame):
            self._send(frame)

    async def wait_for_frames(self, count: int) -> None:
        """Wait until this many frames were sent."""
        async with asyncio.timeout(TIMEOUT):
            while len(self.sent) < count:
                self.changed.clear()
                await self.changed.wait()

    async def wait_for_lookups(self, count: int) -> None:
        """Wait until this many boards were looked up."""
        async with asyncio.timeout(TIMEOUT):
            while len(self.lookups) < count:
                self.changed.clear()
                await self.changed.wait()

    async def _seen(self, subject: Posted, key: str, message: str) -> Reply | None:  # noqa: ARG002 (part of the interface)
        self.lookups.append(f"{subject} {key}")
        self.changed.set()
        await self.release.wait()
        if self.fault is not None:
            raise self.fault
        if not self.is_shown:
            return None
        return Reply((f"{key} in the own view",))

    async def _look(self, game: str) -> BoardLook | None:
        self.lookups.append(f"look {game}")
        return BoardLook("b", "dark", "compact")

    def _send(self, frame: ToPage) -> None:
        self.sent.append(frame)
        self.changed.set()

    def _drop(self) -> None:
        self.dropped += 1
        self.changed.set()


@asynccontextmanager
async def tab_views() -> AsyncIterator[TabViews]:
    """Run the personal views of one tab."""
    tab = TabViews()
    work = asyncio.create_task(tab.views.run())
    try:
        yield tab
    finally:
        work.cancel()
        await asyncio.wait([work])


async def test_a_removed_board_does_not_come_back() -> None:
    """A removal during a lookup is sent after the board that was looked up."""
    async with tab_views() as tab:
        tab.show(Message("table", message("7", "a board", game="k7f")))
        await tab.wait_for_lookups(1)
        tab.show(MessageRemoved("table", "7"))
        tab.release.set()
        await tab.wait_for_frames(2)
        assert [type(frame) for frame in tab.sent] == [Message, MessageRemoved]


async def test_talk_during_a_lookup_of_the_table_is_not_lost() -> None:
    """A message that comes during a lookup of the whole table is sent after the table."""
    async with tab_views() as tab:
        tab.show(Room("table", (message("7", "a board", game="k7f"),), None))
        await tab.wait_for_lookups(1)
        tab.show(Message("table", message("8", "hello")))
        tab.release.set()
        await tab.wait_for_frames(2)
        assert [type(frame) for frame in tab.sent] == [Room, Message]


async def test_a_board_retired_during_its_lookup_stays_retired() -> None:
    """A board that lost its buttons during its lookup does not get them back."""
    async with tab_views() as tab:
        tab.show(Message("table", message("7", "a board", game="k7f")))
        await tab.wait_for_lookups(1)
        tab.show(Message("table", message("7", "what remains of it")))
        tab.release.set()
        await tab.wait_for_frames(2)
        shown = [frame.message.text for frame in tab.sent if isinstance(frame, Message)]
        assert shown == [("k7f in the own view",), ("what remains of it",)]


async def test_a_failed_lookup_shows_the_common_view() -> None:
    """If one lookup fails, the tab is shown the common view of that board; the next one is personal again."""
    async with tab_views() as tab:
        tab.release.set()
        tab.fault = RuntimeError("no board")
        tab.show(Message("table", message("7", "a board", game="k7f")))
        await tab.wait_for_frames(1)
        tab.fault = None
        tab.show(Message("table", message("8", "another board", game="m4q")))
        await tab.wait_for_frames(2)
        shown = [frame.message.text for frame in tab.sent if isinstance(frame, Message)]
        assert shown == [("a board",), ("m4q in the own view",)]


async def test_a_board_about_to_be_replaced_keeps_its_last_view() -> None:
    """If a lookup finds no view, the tab is shown its last view of that message again."""
    async with tab_views() as tab:
        tab.release.set()
        tab.show(Message("table", message("7", "a board", game="k7f")))
        await tab.wait_for_frames(1)
        tab.is_shown = False
        tab.show(Message("table", message("7", "a newer board", game="k7f")))
        await tab.wait_for_frames(2)
        shown = [frame.message.text for frame in tab.sent if isinstance(frame, Message)]
        assert shown == [("k7f in the own view",), ("k7f in the own view",)]


async def test_an_old_board_is_shown_in_the_own_look() -> None:
    """A replaced board is drawn in the person's own look, which is looked up once for each game."""
    picture = BoardView("/board/table/7/0.png", "a board", "w", "full", "w", (), 800, 600)
    old = [
        replace(message(key, "White to roll"), board=picture, past_game=game)
        for key, game in (("7", "k7f"), ("8", "k7f"), ("9", None))
    ]
    async with tab_views() as tab:
        tab.show(Room("table", tuple(old), None))
        await tab.wait_for_frames(1)
        (room,) = tab.sent
        assert isinstance(room, Room)
        seen = [each.board and (each.board.address, each.board.side) for each in room.messages]
        own = "/board/table/7/0.png?side=b&theme=dark&layout=compact", "b"
        assert seen == [own, own, ("/board/table/7/0.png", "w")]
        assert tab.lookups == ["look k7f"]


async def test_a_newer_table_replaces_pending_lookups() -> None:
    """Only the last of a thousand tables in a row is looked up and sent."""
    async with tab_views() as tab:
        tab.show(Message("table", message("7", "a board", game="k7f")))
        await tab.wait_for_lookups(1)
        for _ in range(1000):
            tab.show(Room("table", (message("7", "a board", game="k7f"),), None))
        tab.release.set()
        await tab.wait_for_frames(2)
        assert [type(frame) for frame in tab.sent] == [Message, Room]
        assert (len(tab.lookups), tab.dropped) == (2, 0)
