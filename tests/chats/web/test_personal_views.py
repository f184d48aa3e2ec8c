"""What the common table shows one tab otherwise than the others: in which order, and when it fails."""

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
from tests.chats.web.house import SIGNER, SOON


def message(key: str, *text: str, game: str | None = None) -> MessageView:
    """Return a message of the table."""
    return MessageView(key, 0, None, text, None, (), (), (), (), game, None, None)


@dataclass
class FrontOfTab:
    """What one tab is sent, while a test decides when a board has been looked up."""

    sent: list[ToPage] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    found: asyncio.Event = field(default_factory=asyncio.Event)
    fault: Exception | None = None
    is_shown: bool = True
    """Whether the person is shown what is asked for."""

    changed: asyncio.Event = field(default_factory=asyncio.Event)
    dropped: int = 0
    views: PersonalViews = field(init=False)

    def __post_init__(self) -> None:
        pictures = Pictures(SIGNER, MemoryKeyValues(), PlainPainter())
        self.views = PersonalViews(pictures, self._seen, self._look, self._send, self._drop)

    def show(self, frame: ToPage) -> None:
        """Show the tab what everybody is shown."""
        if not self.views.take(frame):
            self._send(frame)

    async def has(self, count: int) -> None:
        """Wait until so many frames were sent."""
        async with asyncio.timeout(SOON):
            while len(self.sent) < count:
                self.changed.clear()
                await self.changed.wait()

    async def asks(self, count: int) -> None:
        """Wait until so many boards were asked for."""
        async with asyncio.timeout(SOON):
            while len(self.asked) < count:
                self.changed.clear()
                await self.changed.wait()

    async def _seen(self, subject: Posted, key: str, message: str) -> Reply | None:  # noqa: ARG002 (the same in all)
        self.asked.append(f"{subject} {key}")
        self.changed.set()
        await self.found.wait()
        if self.fault is not None:
            raise self.fault
        if not self.is_shown:
            return None
        return Reply((f"{key} as he sees it",))

    async def _look(self, game: str) -> BoardLook | None:
        self.asked.append(f"look {game}")
        return BoardLook("b", "dark", "compact")

    def _send(self, frame: ToPage) -> None:
        self.sent.append(frame)
        self.changed.set()

    def _drop(self) -> None:
        self.dropped += 1
        self.changed.set()


@asynccontextmanager
async def in_front() -> AsyncIterator[FrontOfTab]:
    """Serve one tab's own views."""
    tab = FrontOfTab()
    work = asyncio.create_task(tab.views.run())
    try:
        yield tab
    finally:
        work.cancel()
        await asyncio.wait([work])


async def test_a_removed_board_does_not_come_back() -> None:
    """What is said of a message while its board is looked up comes behind it."""
    async with in_front() as tab:
        tab.show(Message("table", message("7", "a board", game="k7f")))
        await tab.asks(1)
        tab.show(MessageRemoved("table", "7"))
        tab.found.set()
        await tab.has(2)
        assert [type(frame) for frame in tab.sent] == [Message, MessageRemoved]


async def test_what_is_said_while_the_table_is_looked_up_is_not_lost() -> None:
    """The table as it stood takes the place of nothing that was said after it."""
    async with in_front() as tab:
        tab.show(Room("table", (message("7", "a board", game="k7f"),), None))
        await tab.asks(1)
        tab.show(Message("table", message("8", "hello")))
        tab.found.set()
        await tab.has(2)
        assert [type(frame) for frame in tab.sent] == [Room, Message]


async def test_a_board_that_ends_meanwhile_ends_behind_it() -> None:
    """A board that has lost its buttons while it was looked up does not get them back."""
    async with in_front() as tab:
        tab.show(Message("table", message("7", "a board", game="k7f")))
        await tab.asks(1)
        tab.show(Message("table", message("7", "what remains of it")))
        tab.found.set()
        await tab.has(2)
        shown = [frame.message.text for frame in tab.sent if isinstance(frame, Message)]
        assert shown == [("k7f as he sees it",), ("what remains of it",)]


async def test_a_board_that_cannot_be_looked_up_is_everybodys() -> None:
    """Whatever goes wrong with one board, the tab is shown it as all are, and what follows as before."""
    async with in_front() as tab:
        tab.found.set()
        tab.fault = RuntimeError("no board")
        tab.show(Message("table", message("7", "a board", game="k7f")))
        await tab.has(1)
        tab.fault = None
        tab.show(Message("table", message("8", "another board", game="m4q")))
        await tab.has(2)
        shown = [frame.message.text for frame in tab.sent if isinstance(frame, Message)]
        assert shown == [("a board",), ("m4q as he sees it",)]


async def test_a_board_that_a_new_message_is_about_to_replace_stays_as_it_was_seen() -> None:
    """Where there is nothing newer to show in a message, the person sees what he saw there last."""
    async with in_front() as tab:
        tab.found.set()
        tab.show(Message("table", message("7", "a board", game="k7f")))
        await tab.has(1)
        tab.is_shown = False
        tab.show(Message("table", message("7", "a newer board", game="k7f")))
        await tab.has(2)
        shown = [frame.message.text for frame in tab.sent if isinstance(frame, Message)]
        assert shown == [("k7f as he sees it",), ("k7f as he sees it",)]


async def test_an_old_board_is_seen_in_ones_own_look() -> None:
    """A board that was replaced before the tab came is drawn as the person sees boards: asked once a game."""
    picture = BoardView("/board/table/7/0.png", "a board", "w", "full", "w", (), 800, 600)
    old = [
        replace(message(key, "White to roll"), board=picture, past_game=game)
        for key, game in (("7", "k7f"), ("8", "k7f"), ("9", None))
    ]
    async with in_front() as tab:
        tab.show(Room("table", tuple(old), None))
        await tab.has(1)
        (room,) = tab.sent
        assert isinstance(room, Room)
        seen = [each.board and (each.board.address, each.board.side) for each in room.messages]
        own = "/board/table/7/0.png?side=b&theme=dark&layout=compact", "b"
        assert seen == [own, own, ("/board/table/7/0.png", "w")]
        assert tab.asked == ["look k7f"]


async def test_a_table_takes_the_place_of_all_that_waits() -> None:
    """However often the looks of boards are changed, no more is looked up than what is shown in the end."""
    async with in_front() as tab:
        tab.show(Message("table", message("7", "a board", game="k7f")))
        await tab.asks(1)
        for _ in range(1000):
            tab.show(Room("table", (message("7", "a board", game="k7f"),), None))
        tab.found.set()
        await tab.has(2)
        assert [type(frame) for frame in tab.sent] == [Message, Room]
        assert (len(tab.asked), tab.dropped) == (2, 0)
