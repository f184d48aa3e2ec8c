"""The whole bot behind the local table, with a browser tab for each person of a dialogue."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from bot.chats.web import LocalTable
from bot.chats.web.services import EVERYTHING
from bot.sessions import Hints, SessionManager
from bot.sessions.workers import AnalysisQueue, GameWatch
from bot.talk.addresses import SignInLinks
from bot.talk.admins import TABLE_HOSTS, Admins
from bot.talk.conversation import Conversation
from bot.talk.incoming import ChatKind, Incoming, Line, Person, Place, Press
from bot.talk.reply import Reply
from storage import KeyValues
from tests.chats.stand_ins import PlainPainter
from tests.chats.web.house import Tab, TableServer, page_words, serving_table
from tests.databases import opened
from tests.dialogues.house import BETWEEN_CHECKS, WAIT, running_workers, unlimited_budget, until_idle
from tests.dialogues.script import CAST, TABLE, VisibleMessage
from tests.sessions.analyst import QuickAnalyst
from tests.sessions.world import Clock, RepeatableDice
from tests.strategies import Plain

EVENTS = count(1)
"""Numbers of the requests from Telegram; they go on after a restart."""


class Watcher:
    """A visitor without a name, who is shown the common view of the table."""

    def __init__(self, server: TableServer) -> None:
        self._server = server
        self._open = AsyncExitStack()
        self._rooms: dict[str, dict[int, dict[str, Any]]] = {"table": {}, "me": {}}

    async def come(self, key: str = "") -> None:
        """Open a tab, optionally by a link with a key."""
        self._tab: Tab = await self._open.enter_async_context(self._server.tab(key=key))

    async def leave(self) -> None:
        """Close the tab."""
        await self._open.aclose()

    async def look(self) -> None:
        """Read everything that the table has shown."""
        # The answer comes after the boards that are still being looked up for this tab.
        await self._tab.put(do="earlier", room="table", before="1")
        self._see(await self._tab.all_until("earlier"))

    def last(self, room: str) -> dict[str, Any]:
        """Return the last message in a room."""
        return self._rooms[room][max(self._rooms[room])]

    def _see(self, frames: list[dict[str, Any]]) -> None:
        for frame in frames:
            if frame["is"] == "message":
                self._note(frame["room"], frame["message"])

    def _note(self, room: str, message: dict[str, Any]) -> None:
        self._rooms[room][int(message["id"])] = message


class Guest(Watcher):
    """A person with a name in front of a tab, and what the tab has shown."""

    def __init__(self, name: str, server: TableServer) -> None:
        super().__init__(server)
        self.name = name
        self.notified = 0
        self.replies: list[dict[str, Any]] = []
        self.account = self.secret = ""
        self._actions = 0

    async def sit_down(self, key: str = "") -> None:
        """Open a tab, optionally by a link with a key, and enter the name there."""
        self._tab: Tab = await self._open.enter_async_context(self._server.signed_in(self.name, key=key))
        self.account, self.secret = self._tab.account, self._tab.secret

    async def act(self, **frame: object) -> None:
        """Do something and wait for the private answer."""
        self._actions += 1
        key = f"action-{self._actions}"
        await self._tab.put(**frame, id=key)
        *before, done = await self._tab.all_until("done", id=key)
        self._see(before)
        self.replies = [await self._finished(reply) for reply in done["replies"]]

    async def _finished(self, reply: dict[str, Any]) -> dict[str, Any]:
        """Return an answer as the page shows it once all work on it is done."""
        async with asyncio.timeout(WAIT):
            while address := reply.get("pending"):
                async with self._server.web.get(address) as found:
                    reply = (await found.json())["reply"]
                await asyncio.sleep(BETWEEN_CHECKS)
        return reply

    def _note(self, room: str, message: dict[str, Any]) -> None:
        fresh = int(message["id"]) not in self._rooms[room]
        self.notified += fresh and self.account in message["notifies"]
        super()._note(room, message)


@dataclass
class DialogueHouse:
    """The driver of a dialogue at the local table."""

    manager: SessionManager
    clock: Clock
    server: TableServer
    watcher: Watcher
    conversation: Conversation
    guests: dict[str, Guest] = field(default_factory=dict)

    async def say(self, player: str, line: str, chat: str) -> None:
        """Type a line."""
        await self._act(player, do="say", room=_room(player, chat), text=line, message=None)

    async def press(self, player: str, label: str, chat: str, *, answered: bool) -> None:
        """Press a button by its label; if this person is not shown it, send its frame all the same."""
        guest, room = self.guests[player], _room(player, chat)
        views = guest.replies if answered else [guest.last(room)]
        if not answered and room == "table" and label not in visible(views[0]).labels:
            views = [self.watcher.last(room)]
        buttons = [button for view in views for row in view["buttons"] for button in row]
        found = [button["data"] for button in buttons if button["label"] == label]
        assert found, f"no button {label!r} among {[button['label'] for button in buttons]}"
        message = None if answered else views[0]["id"]
        await self._act(player, do="press", room=room, data=found[0], message=message)

    def answer(self, player: str) -> VisibleMessage | None:
        """Return the first private answer to what a person did last."""
        replies = self.guests[player].replies
        return visible(replies[0]) if replies else None

    def shown(self, chat: str) -> VisibleMessage:
        """Return the last message in a chat, for the table in the common view.

        Every person's own view has the same buttons; it may add those that block a player or show one's own
        results.
        """
        if chat != TABLE:
            return visible(self.guests[chat].last("me"))
        common = visible(self.watcher.last("table"))
        for guest in self.guests.values():
            own = visible(guest.last("table"))
            assert own.has_picture == common.has_picture
            more = _commands(guest.last("table")) - _commands(self.watcher.last("table"))
            assert all(line.startswith(("/block ", "/profile ")) for line in more), (own, common)
        return common

    def notified(self) -> list[str]:
        """Return the people notified since the last call, each as often as their tab was."""
        notified = [name for name, guest in self.guests.items() for _ in range(guest.notified)]
        for guest in self.guests.values():
            guest.notified = 0
        return notified

    async def on_telegram(self, name: str, what: Line | Press, *, private: bool = True) -> tuple[Reply, ...]:
        """Return the replies to what an account on Telegram does, in private or in a group."""
        key, kind = (name.lower(), ChatKind.PRIVATE) if private else ("group", ChatKind.SHARED)
        place = Place("telegram", key, kind, answers_privately=private)
        person = Person("telegram", name.lower(), name, "en")
        replies = await self.conversation.handle(Incoming(f"far {next(EVENTS)}", person, place, what))
        await until_idle(self.manager, "web")
        return replies

    async def _act(self, player: str, **frame: object) -> None:
        await self.guests[player].act(**frame)
        await until_idle(self.manager, "web")
        for each in (self.watcher, *self.guests.values()):
            await each.look()


def visible(view: dict[str, Any]) -> VisibleMessage:
    """Return a message or an answer as the page shows it."""
    labels = tuple(button["label"] for row in view["buttons"] for button in row)
    return VisibleMessage("".join(map(_words, view["text"])), labels, view["board"] is not None)


def _commands(view: dict[str, Any]) -> set[str]:
    """Return the commands that the buttons of a message carry, without their turns."""
    return {button["data"].partition(":")[2] for row in view["buttons"] for button in row}


def _words(span: str | dict[str, str]) -> str:
    if isinstance(span, str):
        return span
    return next(span[kind] for kind in ("bold", "code", "mention", "address") if kind in span)


def _room(player: str, chat: str) -> str:
    assert chat in (TABLE, player), f"{player} cannot see the room of {chat}"
    return "table" if chat == TABLE else "me"


@asynccontextmanager
async def open_house(
    path: Path,
    *dice: int,
    cast: Sequence[str] = CAST,
    invited: bool = False,
    address: str = "",
    clock: Clock | None = None,
) -> AsyncIterator[DialogueHouse]:
    """Open the whole bot on a database file and seat the cast at the table.

    The first of the cast comes by the host's link; at a table by invitation all do.

    Args:
        path: the database file.
        dice: the dice that are rolled first.
        invited: True if the table is by invitation.
        address: the table's public address; empty if there is none.
    """
    clock, sign_in_links = clock or Clock(), SignInLinks(address)
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(opened(path))
        manager = SessionManager(database, chance=RepeatableDice(*dice), clock=clock)
        pool = stack.enter_context(ThreadPoolExecutor(4))
        analysis_queue = AnalysisQueue(QuickAnalyst(), manager.analyses, pool)
        await stack.enter_async_context(analysis_queue)
        watch = GameWatch(manager)
        conversation = Conversation(
            manager,
            Hints(manager, Plain(), pool),
            analysis_queue,
            unlimited_budget(clock),
            admins=Admins({TABLE_HOSTS}, "1.0", clock()),
            sign_in_links=sign_in_links,
        )
        table = LocalTable(
            conversation,
            KeyValues(database),
            PlainPainter(),
            page_words,
            signer=await manager.signer(),
            hosts=("127.0.0.1",),
            port=0,
            invited=invited,
            watch=watch,
            other_accounts=partial(manager.people.other_accounts, "web"),
            clock=lambda: clock().timestamp(),
            # Each reading is a minute later: dialogues run faster than the rate limits allow.
            monotonic=partial(next, count(0.0, 60.0)),
        )
        sign_in_links.open_at(table.sign_in_fragment)
        await stack.enter_async_context(running_workers(manager, table, pool, analysis_queue))
        server = await stack.enter_async_context(serving_table(table))
        manager.listeners.append(watch.wake)
        manager.forgotten_listeners.append(table.changes.forgotten)
        manager.accounts_listeners.append(partial(table.changes.note, EVERYTHING))
        for work in (watch.run(), table.changes.run()):
            stack.callback(asyncio.create_task(work).cancel)
        key, watcher = server.host_key if invited else "", Watcher(server)
        stack.push_async_callback(watcher.leave)
        await watcher.come(key)
        # A visitor sees the table like any person. The dialogues compare with what is stored for all.
        for tab in table._tabs:  # noqa: SLF001 (no visitor is shown that)
            tab.viewer = None  # type: ignore[attr-defined]
        house = DialogueHouse(manager, clock, server, watcher, conversation)
        for name in cast:
            guest = house.guests[name] = Guest(name, server)
            stack.push_async_callback(guest.leave)
            await guest.sit_down(key or (server.host_key if name == cast[0] else ""))
        yield house
