"""The whole bot behind the local table, with a tab for each person of a dialogue."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any

from bot.chats.web import LocalTable
from bot.sessions import AnalysisQueue, GameWatch, Hints, SessionManager
from bot.talk.conversation import Conversation
from storage import KeyValues
from tests.chats.web.house import PlainPainter, page_words, reaching
from tests.databases import opened
from tests.dialogues.script import CAST, TABLE, VisibleMessage
from tests.dialogues.scripted import BETWEEN_LOOKS, WAIT, at_work, unbounded, until_idle
from tests.sessions.analyst import QuickAnalyst
from tests.sessions.world import Clock, RepeatableDice
from tests.strategies import Plain

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from pathlib import Path

    from tests.chats.web.house import Reached, Tab


class Guest:
    """A person in front of a tab, and what the tab has shown.

    Args:
        name: the person's name.
        reached: the table.
    """

    def __init__(self, name: str, reached: Reached) -> None:
        self.name = name
        self.notified = 0
        self.replies: list[dict[str, Any]] = []
        self._reached = reached
        self._open = AsyncExitStack()
        self._rooms: dict[str, dict[int, dict[str, Any]]] = {"table": {}, "me": {}}
        self._acts = 0

    async def sit_down(self, key: str = "") -> None:
        """Open a tab, perhaps by a link with a key, and say the name there."""
        self._tab: Tab = await self._open.enter_async_context(self._reached.signed_in(self.name, key=key))
        self._account = self._tab.account

    async def look_on(self, key: str = "") -> None:
        """Open a tab, perhaps by a link with a key, and say no name."""
        self._tab = await self._open.enter_async_context(self._reached.tab(key=key))
        self._account = ""

    async def leave(self) -> None:
        """Close the tab."""
        await self._open.aclose()

    async def act(self, **frame: object) -> None:
        """Do something and wait for what it is answered in private."""
        self._acts += 1
        key = f"action-{self._acts}"
        await self._tab.put(**frame, id=key)
        *before, done = await self._tab.all_until("done", id=key)
        self._see(before)
        self.replies = [await self._finished(reply) for reply in done["replies"]]

    async def _finished(self, reply: dict[str, Any]) -> dict[str, Any]:
        """An answer as the page shows it when nothing of it is being worked on any more."""
        async with asyncio.timeout(WAIT):
            while address := reply.get("pending"):
                async with self._reached.web.get(address) as found:
                    reply = (await found.json())["reply"]
                await asyncio.sleep(BETWEEN_LOOKS)
        return reply

    async def look(self) -> None:
        """See everything that the table has shown until now."""
        await self._tab.put(do="still there")
        self._see(await self._tab.all_until("here"))

    def last(self, room: str) -> dict[str, Any]:
        """The last message in a room."""
        return self._rooms[room][max(self._rooms[room])]

    def _see(self, frames: list[dict[str, Any]]) -> None:
        for frame in frames:
            if frame["is"] != "message":
                continue
            message, room = frame["message"], self._rooms[frame["room"]]
            fresh = int(message["id"]) not in room
            self.notified += fresh and self._account in message["notifies"]
            room[int(message["id"])] = message


@dataclass
class DialogueHouse:
    """The driver of a dialogue at the local table."""

    manager: SessionManager
    clock: Clock
    reached: Reached
    onlooker: Guest
    guests: dict[str, Guest] = field(default_factory=dict)

    async def say(self, who: str, line: str, chat: str) -> None:
        """Type a line."""
        await self._act(who, do="say", room=_room(who, chat), text=line, message=None)

    async def press(self, who: str, label: str, chat: str, *, answered: bool) -> None:
        """Press a button by its label."""
        guest, room = self.guests[who], _room(who, chat)
        views = guest.replies if answered else [guest.last(room)]
        # Whoever knows how can press what the table shows only to others: it must be refused.
        told = [self.onlooker.last(room)] if room == "table" and not answered else []
        buttons = [button for view in views + told for row in view["buttons"] for button in row]
        found = [button["data"] for button in buttons if button["label"] == label]
        assert found, f"no button {label!r} among {[button['label'] for button in buttons]}"
        message = None if answered else views[0]["id"]
        await self._act(who, do="press", room=room, data=found[0], message=message)

    def answer(self, who: str) -> VisibleMessage | None:
        """What the last thing that a person did was answered in private."""
        replies = self.guests[who].replies
        return shown(replies[0]) if replies else None

    def standing(self, chat: str) -> VisibleMessage:
        """The last message in a chat; at the common table as all are told it, whoever may press it."""
        if chat != TABLE:
            return shown(self.guests[chat].last("me"))
        told = shown(self.onlooker.last("table"))
        pressed = {label for guest in self.guests.values() for label in shown(guest.last("table")).labels}
        assert pressed >= set(told.labels), (pressed, told)
        return told

    def notified(self) -> list[str]:
        """Who has been rung since this was last asked, each as often as the tab rang."""
        notified = [name for name, guest in self.guests.items() for _ in range(guest.notified)]
        for guest in self.guests.values():
            guest.notified = 0
        return notified

    async def _act(self, who: str, **frame: object) -> None:
        await self.guests[who].act(**frame)
        await until_idle(self.manager, "web")
        for guest in (*self.guests.values(), self.onlooker):
            await guest.look()


def shown(view: dict[str, Any]) -> VisibleMessage:
    """A message or an answer as the page shows it."""
    labels = tuple(button["label"] for row in view["buttons"] for button in row)
    return VisibleMessage("".join(map(_words, view["text"])), labels, view["board"] is not None)


def _words(span: str | dict[str, str]) -> str:
    if isinstance(span, str):
        return span
    return next(span[kind] for kind in ("bold", "code", "mention", "address") if kind in span)


def _room(who: str, chat: str) -> str:
    assert chat in (TABLE, who), f"{who} cannot see the room of {chat}"
    return "table" if chat == TABLE else "me"


@asynccontextmanager
async def open_house(
    path: Path, *dice: int, cast: Sequence[str] = CAST, invited: bool = False
) -> AsyncIterator[DialogueHouse]:
    """Open the whole bot on a database file, with everybody at the table; the first dice are handed in.

    Where guests must be invited, all come by the host's link.
    """
    clock = Clock()
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(opened(path))
        manager = SessionManager(database, chance=RepeatableDice(*dice), clock=clock)
        pool = stack.enter_context(ThreadPoolExecutor(4))
        analysis_queue = AnalysisQueue(QuickAnalyst(), manager.analyses, pool)
        await stack.enter_async_context(analysis_queue)
        watch = GameWatch(manager)
        table = LocalTable(
            Conversation(manager, Hints(manager, Plain(), pool), analysis_queue, unbounded(clock)),
            KeyValues(database),
            PlainPainter(),
            page_words,
            signer=await manager.signer(),
            host="127.0.0.1",
            port=0,
            invited=invited,
            watch=watch,
            clock=lambda: clock().timestamp(),
            # Every look at this clock is a minute later: a dialogue is played faster than by hand.
            monotonic=partial(next, count(0.0, 60.0)),
        )
        await stack.enter_async_context(at_work(manager, table, pool, analysis_queue))
        reached = await stack.enter_async_context(reaching(table))
        manager.listeners.append(watch.wake)
        watching = asyncio.create_task(watch.run())
        stack.callback(watching.cancel)
        house = DialogueHouse(manager, clock, reached, Guest("", reached))
        stack.push_async_callback(house.onlooker.leave)
        await house.onlooker.look_on(reached.host_key if invited else "")
        for name in cast:
            guest = house.guests[name] = Guest(name, reached)
            stack.push_async_callback(guest.leave)
            await guest.sit_down(reached.host_key if invited else "")
        yield house
