"""Pages that stay open when their person is forgotten: nothing that they show makes him known again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import select

from bot.chats.sender import Sender
from bot.chats.web import LocalTable, socket_session
from bot.sessions import SessionManager
from bot.sessions.workers import GameWatch
from bot.signalling import connect
from bot.talk.conversation import Conversation
from bot.talk.incoming import ChatKind, Incoming, Line, Person, Place
from bot.talk.reply import Reply
from storage import KeyValues, tables
from storage.signals import Signals
from tests.chats.stand_ins import PlainPainter
from tests.chats.web.house import HEAD, NOW, Tab, page_words, reaching
from tests.chats.web.mini_app.house import APP, PUBLIC, opened, serving_app
from tests.chats.web.mini_app.signing import account
from tests.dialogues.house import House, open_house
from tests.sessions.world import contents, second_manager

pytestmark = pytest.mark.slow

ANNA = Person("telegram", "777", "Anna", "en", "anna_k")
HOME = Place("telegram", "777", ChatKind.PRIVATE)


@asynccontextmanager
async def tabled(
    house: House, *managers: SessionManager, app: bool = False
) -> AsyncIterator[list[LocalTable]]:
    """Open a table for each manager, which follows the games, and takes the seat of who is forgotten."""
    made, works = list[LocalTable](), list[asyncio.Task[None]]()
    for manager in managers:
        watch = GameWatch(manager)
        talk = Conversation(manager, house.conversation._hints, house.conversation._analysis_queue)  # noqa: SLF001
        table = LocalTable(
            talk,
            KeyValues(manager.database),
            PlainPainter(),
            page_words,
            signer=await manager.signer(),
            host="127.0.0.1",
            port=0,
            clock=lambda: NOW,
            watch=watch,
            mini_app=APP if app else None,
            public_url=PUBLIC if app else "",
        )
        manager.listeners.append(watch.wake)
        manager.forgotten_listeners.append(table.changes.forgotten)
        works += [asyncio.create_task(watch.run()), asyncio.create_task(table.changes.run())]
        made.append(table)
    try:
        yield made
    finally:
        for work in works:
            work.cancel()


async def only_id(manager: SessionManager) -> str:
    """The id of the only game."""
    async with manager.database.read() as connection:
        return str((await connection.execute(select(tables.games.c.id))).scalar_one())


async def looks_everywhere(app: Tab, game: str) -> list[dict[str, Any]]:
    """Look at all that the Mini App shows."""
    await app.put(do="lobby")
    await app.put(do="settings")
    await app.put(do="look at", room="me", game=game, moment=None)
    return [await app.get(kind) for kind in ("lobby", "settings", "table")]


async def test_an_open_mini_app_makes_nobody_known_again(tmp_path: Path) -> None:
    """Who is forgotten stays so while his Mini App is open, looks at his game, and connects anew."""
    async with open_house(tmp_path / "nardy.db") as house:
        manager, numbers = house.manager, iter(range(100))

        async def says(app: Tab, **frame: object) -> str:
            key = f"action-{next(numbers)}"
            await app.put(id=key, room="me", message=None, **frame)
            (answer,) = (await app.get("done", id=key))["replies"]
            return str(answer["buttons"][0][0]["data"] if answer["buttons"] else answer["text"])

        await house.conversation.handle(Incoming("tg:1", ANNA, HOME, Line("/play")))
        await house.until_idle()
        game = await only_id(manager)
        async with tabled(house, manager, app=True) as (table,), reaching(table) as served:
            async with opened(served) as app:
                await looks_everywhere(app, game)
                yes = await says(app, do="say", text="/forget")
                assert "deleted" in await says(app, do="press", data=yes)
                assert (await looks_everywhere(app, game))[-1]["table"] is None
            async with opened(served) as again:
                await looks_everywhere(again, game)
            left = await contents(manager.database)
            assert left["accounts"] == []
            assert "anna" not in repr(left).casefold()


async def test_a_newcomer_is_known_by_the_first_thing_that_he_does(tmp_path: Path) -> None:
    """The Mini App of somebody new shows an empty lobby and what he can set; what he does makes him known."""
    async with open_house(tmp_path / "nardy.db") as house, tabled(house, house.manager, app=True) as (table,):
        async with reaching(table) as served, opened(served) as app:
            lobby, settings, _ = await looks_everywhere(app, "k7f2m")
            assert (lobby["games"], bool(settings["mine"])) == ([], True)
            assert (await contents(house.manager.database))["accounts"] == []
            await app.say("/play", "play-00001", room="me")
        assert len((await contents(house.manager.database))["accounts"]) == 1


async def test_his_mini_app_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Mini App of who is forgotten is closed, and nobody else's."""
    monkeypatch.setattr(socket_session, "FAREWELL", 0.01)
    async with (
        serving_app() as served,
        opened(served, account(42, "Anna")) as anna,
        opened(served, account(43, "Boris")) as boris,
    ):
        served.table.changes.forgotten("telegram", "42")
        await anna.closed()
        await boris.say("/games", room="me")


class Wire(Signals):
    """What one process tells another, at once."""

    def __init__(self) -> None:
        super().__init__()
        self.others: list[Wire] = []

    def send(self, kind: str, *words: str) -> None:
        """Tell the others."""
        for other in self.others:
            other._dispatch(kind, list(words))  # noqa: SLF001 (its own kind)

    async def flush(self) -> None:
        """Signals are sent at once."""

    async def run(self) -> None:
        """Signals are sent at once."""


class NoSender:
    """A sender that sends nothing."""

    def prefer(self, _chat: int) -> None:
        """Nothing is sent anyway."""


async def test_a_page_of_another_process_makes_nobody_known_again(tmp_path: Path) -> None:
    """A page that another process serves, with boards in it, ends there without a trace in the database."""
    async with AsyncExitStack() as stack:
        house = await stack.enter_async_context(open_house(tmp_path / "nardy.db"))
        other = second_manager(house.manager.database, house.clock)
        one, two = await stack.enter_async_context(tabled(house, house.manager, other))
        here, there = [await stack.enter_async_context(reaching(each)) for each in (one, two)]
        wires = Wire(), Wire()
        for wire, manager, table in zip(wires, (house.manager, other), (one, two), strict=True):
            connect(wire, manager, cast("Sender", NoSender()), table.changes, [], [])
        boris = await stack.enter_async_context(here.signed_in("Boris"))
        page = await stack.enter_async_context(there.tab(boris.secret))
        await stack.enter_async_context(there.signed_in("Guest"))
        await boris.say("/play", "play-00001", "table")
        game = await only_id(house.manager)
        await one.send("table", Reply(("a board",), HEAD, alt="a board", game=game), "n1")
        two.changes.note("everything")
        while not (await page.get("room"))["messages"]:
            continue
        await page.put(do="look at", room="table", game=game, moment=None)
        await page.get("table")
        wires[0].others.append(wires[1])
        asked = await boris.say("/forget", "forget-001", "me")
        data = asked["replies"][0]["buttons"][0][0]["data"]
        await boris.put(do="press", id="press-0001", room="me", data=data, message=None)
        assert "deleted" in str((await boris.get("done", id="press-0001"))["replies"])
        await page.closed()
        left = await contents(house.manager.database)
        assert [row for row in left["players"] if row[1] == "Boris"] == []
        assert [row for row in left["accounts"] if row[3] == "boris"] == []
