"""Pages that stay open after their player was forgotten do not recreate the player."""

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
from tests.chats.web.house import HEAD, NOW, Tab, page_words, serving_table
from tests.chats.web.mini_app.house import APP, PUBLIC, opened, serving_app
from tests.chats.web.mini_app.signing import account
from tests.dialogues.house import House, open_house
from tests.sessions.world import contents, second_manager

pytestmark = pytest.mark.slow

ANNA = Person("telegram", "777", "Anna", "en", "anna_k")
PRIVATE_CHAT = Place("telegram", "777", ChatKind.PRIVATE)


@asynccontextmanager
async def tables_for(
    house: House, *managers: SessionManager, app: bool = False
) -> AsyncIterator[list[LocalTable]]:
    """Make a local table for each manager, connected to its games and to its forgotten players."""
    made, tasks = list[LocalTable](), list[asyncio.Task[None]]()
    for manager in managers:
        watch = GameWatch(manager)
        talk = Conversation(manager, house.conversation._hints, house.conversation._analysis_queue)  # noqa: SLF001
        table = LocalTable(
            talk,
            KeyValues(manager.database),
            PlainPainter(),
            page_words,
            signer=await manager.signer(),
            hosts=("127.0.0.1",),
            port=0,
            clock=lambda: NOW,
            watch=watch,
            mini_app=APP if app else None,
            public_url=PUBLIC if app else "",
        )
        manager.listeners.append(watch.wake)
        manager.forgotten_listeners.append(table.changes.forgotten)
        tasks += [asyncio.create_task(watch.run()), asyncio.create_task(table.changes.run())]
        made.append(table)
    try:
        yield made
    finally:
        for task in tasks:
            task.cancel()


async def only_game_id(manager: SessionManager) -> str:
    """Return the id of the only game."""
    async with manager.database.read() as connection:
        return str((await connection.execute(select(tables.games.c.id))).scalar_one())


async def open_everything(app: Tab, game: str) -> list[dict[str, Any]]:
    """Open the lobby, the settings and a game in the Mini App; return the frames."""
    await app.put(do="lobby")
    await app.put(do="settings")
    await app.put(do="look at", room="me", game=game, moment=None)
    return [await app.get(kind) for kind in ("lobby", "settings", "table")]


async def test_an_open_mini_app_does_not_recreate_the_player(tmp_path: Path) -> None:
    """An open Mini App that reads the game and reconnects does not recreate its forgotten player."""
    async with open_house(tmp_path / "nardy.db") as house:
        manager, numbers = house.manager, iter(range(100))

        async def act(app: Tab, **frame: object) -> str:
            key = f"action-{next(numbers)}"
            await app.put(id=key, room="me", message=None, **frame)
            (answer,) = (await app.get("done", id=key))["replies"]
            return str(answer["buttons"][0][0]["data"] if answer["buttons"] else answer["text"])

        await house.conversation.handle(Incoming("tg:1", ANNA, PRIVATE_CHAT, Line("/play")))
        await house.until_idle()
        game = await only_game_id(manager)
        async with tables_for(house, manager, app=True) as (table,), serving_table(table) as served:
            async with opened(served) as app:
                await open_everything(app, game)
                yes = await act(app, do="say", text="/forget")
                assert "deleted" in await act(app, do="press", data=yes)
                assert (await open_everything(app, game))[-1]["table"] is None
            async with opened(served) as again:
                await open_everything(again, game)
            left = await contents(manager.database)
            assert left["accounts"] == []
            assert "anna" not in repr(left).casefold()


async def test_only_an_action_creates_a_player(tmp_path: Path) -> None:
    """Opening the Mini App creates no player; the first action does."""
    async with (
        open_house(tmp_path / "nardy.db") as house,
        tables_for(house, house.manager, app=True) as (table,),
    ):
        async with serving_table(table) as served, opened(served) as app:
            lobby, settings, _ = await open_everything(app, "k7f2m")
            assert (lobby["games"], bool(settings["mine"])) == ([], True)
            assert (await contents(house.manager.database))["accounts"] == []
            await app.say("/play", "play-00001", room="me")
        assert len((await contents(house.manager.database))["accounts"]) == 1


async def test_the_mini_app_of_a_forgotten_player_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Mini App of a forgotten player is closed, and that of another stays open."""
    monkeypatch.setattr(socket_session, "FAREWELL", 0.01)
    async with (
        serving_app() as served,
        opened(served, account(42, "Anna")) as anna,
        opened(served, account(43, "Boris")) as boris,
    ):
        served.table.changes.forgotten("telegram", "42")
        await anna.closed()
        await boris.say("/games", room="me")


class InstantSignals(Signals):
    """Signals that reach the other process at once."""

    def __init__(self) -> None:
        super().__init__()
        self.others: list[InstantSignals] = []

    def send(self, kind: str, *words: str) -> None:
        """Send a signal to the other processes."""
        for other in self.others:
            other._dispatch(kind, list(words))  # noqa: SLF001 (the same class)

    async def flush(self) -> None:
        """Do nothing, since signals are sent at once."""

    async def run(self) -> None:
        """Do nothing, since signals are sent at once."""


class NoSender:
    """A sender that sends nothing."""

    def prefer(self, _chat: int) -> None:
        """Do nothing."""


async def test_a_page_of_another_process_does_not_recreate_the_player(tmp_path: Path) -> None:
    """A page of another process is closed and leaves no trace of the forgotten player in the database."""
    async with AsyncExitStack() as stack:
        house = await stack.enter_async_context(open_house(tmp_path / "nardy.db"))
        other = second_manager(house.manager.database, house.clock)
        one, two = await stack.enter_async_context(tables_for(house, house.manager, other))
        here, there = [await stack.enter_async_context(serving_table(each)) for each in (one, two)]
        signals = InstantSignals(), InstantSignals()
        for signal, manager, table in zip(signals, (house.manager, other), (one, two), strict=True):
            connect(signal, manager, cast("Sender", NoSender()), table.changes, [], [])
        boris = await stack.enter_async_context(here.signed_in("Boris"))
        page = await stack.enter_async_context(there.tab(boris.secret))
        await stack.enter_async_context(there.signed_in("Guest"))
        await boris.say("/play", "play-00001", "table")
        game = await only_game_id(house.manager)
        await one.send("table", Reply(("a board",), HEAD, alt="a board", game=game), "n1")
        two.changes.note("everything")
        while not (await page.get("room"))["messages"]:
            continue
        await page.put(do="look at", room="table", game=game, moment=None)
        await page.get("table")
        signals[0].others.append(signals[1])
        asked = await boris.say("/forget", "forget-001", "me")
        data = asked["replies"][0]["buttons"][0][0]["data"]
        await boris.put(do="press", id="press-0001", room="me", data=data, message=None)
        assert "deleted" in str((await boris.get("done", id="press-0001"))["replies"])
        await page.closed()
        left = await contents(house.manager.database)
        assert [row for row in left["players"] if row[1] == "Boris"] == []
        assert [row for row in left["accounts"] if row[3] == "boris"] == []
