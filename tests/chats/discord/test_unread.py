"""Gateway events that discord.py cannot read are skipped, and all servers stay served."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.chats.discord import Discord
from bot.chats.discord.unread import GuardedWebSocket, UnreadEvents
from bot.logs import fields
from bot.talk.catalog import words_in
from bot.talk.reply import Button, Reply
from tests.chats.stand_ins import MemoryKeyValues, PlainPainter, ScriptedHandler
from tests.discord_standin.people import Person
from tests.discord_standin.refusals import UNKNOWN_INTERACTION
from tests.discord_standin.routes import CALLBACK
from tests.discord_standin.standin import DiscordStandIn
from tests.discord_standin.unreadable import EVENTS, spoilt, valid
from tests.discord_standin.world import Channel, ChannelType, Interaction, Message

UNREADABLE = re.sub(r"\W+", " ", words_in("en").words("discord-unreadable", help="/help"))
EPHEMERAL = 1 << 6


@dataclass
class Served:
    """The adapter, online at the stand-in, with a person in two servers."""

    discord: DiscordStandIn
    adapter: Discord
    handler: ScriptedHandler
    here: Channel
    there: Channel
    unread: Counter[str] = field(default_factory=Counter)

    @property
    def anna(self) -> Person:
        """A person in both servers."""
        return self.discord.user("Anna")

    async def board(self, channel: Channel) -> Message:
        """Send a message with a button to a channel."""
        reply = Reply(("A board.",), buttons=((Button("Roll", "r:k7f"),),))
        number = await self.adapter.send(str(channel.id), reply, f"n{channel.id}")
        return self.discord.world.messages[int(number)]

    def send(self, event: object, data: object) -> None:
        """Send a gateway event in any form."""
        (session,) = self.discord.gateway.sessions.values()
        session.emit_event(event, data)

    async def is_served(self, channel: Channel) -> bool:
        """Return True if a command in a channel is answered by the first connection."""
        before = len(self.handler.incoming)
        await (await self.anna.slash(channel, "help")).acknowledged()
        await self.discord.until(lambda: len(self.handler.incoming) > before, "the command")
        return self.discord.gateway.identified == 1


@asynccontextmanager
async def served(*, spoil: dict[str, Callable[[Any], object]] | None = None) -> AsyncIterator[Served]:
    """Serve two servers; `spoil` changes gateway events from the start."""
    async with DiscordStandIn() as discord:
        discord.gateway.spoilt |= spoil or {}
        anna, there = discord.user("Anna"), discord.another_guild("Others")
        there.members[anna.id] = anna.user
        handler, unread = ScriptedHandler(), Counter[str]()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Route, "BASE", Route.BASE)
            patch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
            adapter = Discord(
                handler,
                MemoryKeyValues(),
                PlainPainter(),
                words_in,
                token=discord.token,
                rulesets=("long",),
                api_url=discord.api_url,
                gateway_url=discord.gateway_url,
                admins=frozenset({"1"}),
                count_unread=lambda event: unread.update([event]),
            )
            running = asyncio.create_task(adapter.run())
            try:
                await discord.online()
                channels = discord.channel(), discord.channel("games", there)
                yield Served(discord, adapter, handler, *channels, unread)
            finally:
                running.cancel()
                await asyncio.gather(running, return_exceptions=True)


def thread_below(served: Served) -> Channel:
    """Return a thread of the first server's channel."""
    guild, world = served.here.guild, served.discord.world
    thread = Channel(
        world.new_id(), ChannelType.PUBLIC_THREAD, "k7f", guild=guild, parent=served.here, owner=world.app
    )
    thread.members[world.app.id] = world.app
    return thread


async def test_an_event_that_cannot_be_read_is_skipped(caplog: pytest.LogCaptureFixture) -> None:
    """An event with a missing, null or mistyped part is skipped, and the connection goes on."""
    async with served() as house:
        board = await house.board(house.here)
        sent = valid(house.discord, thread_below(house), board)
        assert set(sent) == set(EVENTS)
        skipped, missed = [each for each in EVENTS if each != "READY"], []
        for event in skipped:
            for _, changed in spoilt(sent[event]):
                house.send(event, changed)
            if not (await house.is_served(house.there) and await house.is_served(house.here)):
                missed.append(event)
        assert missed == []
        assert set(house.unread) == set(skipped)
        assert "Traceback" not in caplog.text


async def test_a_malformed_event_is_skipped() -> None:
    """An event with an unknown name, or a malformed one, changes neither connection nor sequence."""
    async with served() as house:
        for name in ("NEVER_HEARD_OF", "", None, 7, ["READY"], {"t": "READY"}):
            house.send(name, None)
            house.send(name, {})
        assert await house.is_served(house.there)
        socket = socket_of(house)
        before, moved = socket.sequence, []
        for text in ("", "{", "[]", "7", "null", '{"op": 0}', '{"op": "x"}', '{"s": "x"}'):
            await socket.received_message(text)
            if socket.sequence != before:
                moved.append(text)
        assert moved == []
        assert await house.is_served(house.there)


def socket_of(house: Served) -> GuardedWebSocket:
    """Return the adapter's gateway connection."""
    socket = house.adapter.client.get_shard(0)._parent.ws  # type: ignore[union-attr]  # noqa: SLF001 (nothing public)
    assert isinstance(socket, GuardedWebSocket)
    return socket


async def test_an_unreadable_ready_closes_the_connection() -> None:
    """An unreadable READY closes the connection with the error after which discord.py reconnects."""
    async with served() as house:
        board = await house.board(house.here)
        sent = valid(house.discord, thread_below(house), board)["READY"]
        socket, outcomes = socket_of(house), Counter[str]()
        for _, changed in spoilt(sent, deep=2):
            text = json.dumps({"op": 0, "t": "READY", "s": 1, "d": changed})
            try:
                await socket.received_message(text)
            except ConnectionError:
                outcomes["closed"] += 1
                assert not socket.open
            else:
                outcomes["taken"] += 1
        assert min(outcomes["closed"], outcomes["taken"]) > 0
        assert house.unread["READY"] == outcomes["closed"]


@pytest.mark.long
async def test_an_unreadable_ready_is_followed_by_another_session() -> None:
    """The bot reconnects until READY can be read, and then answers as before."""
    asked: list[object] = []

    def first_wrong(data: Any) -> object:  # noqa: ANN401 (an event)
        asked.append(data)
        return data if len(asked) > 1 else data | {"user": None}

    async with served(spoil={"READY": first_wrong}) as house:
        await house.discord.until(lambda: len(asked) > 1, "another READY")
        await (await house.anna.slash(house.there, "help")).acknowledged()
        assert house.unread == {"READY": 1}


async def act(house: Served, kind: str, board: Message) -> Interaction:
    """Let Anna send an interaction of a kind."""
    if kind == "press":
        return await house.anna.press(board, "Roll")
    if kind == "menu":
        return await house.anna.context_menu(board, words_in("en").words("discord-menu-board"))
    return await house.anna.slash(house.here, "challenge", player=house.anna, clock="1 day")


@pytest.mark.parametrize("deep", [1, pytest.param(2, marks=pytest.mark.long)])
async def test_an_interaction_that_cannot_be_read_is_answered_in_private(deep: int) -> None:
    """If it has an id and a token, it gets a private answer."""
    async with served() as house:
        house.handler.answers = (Reply(("Done.",)),)
        board = await house.board(house.here)
        caught: list[Any] = []
        emit = house.discord.world.emit
        for kind in ("press", "command", "menu"):
            before = house.unread.total()
            house.discord.world.emit = lambda _event, data, *_: caught.append(data)
            await act(house, kind, board)
            asked = []
            for path, changed in spoilt(caught.pop(), deep=deep):
                if path and path[0] not in ("id", "token"):
                    # A fresh id and token each time, since each interaction is answered once.
                    asked.append(await act(house, kind, board))
                    fresh = caught.pop()
                    assert isinstance(changed, dict)
                    house.send(
                        "INTERACTION_CREATE", changed | {name: fresh[name] for name in ("id", "token")}
                    )
            for each in asked:
                await each.acknowledged()
            house.discord.world.emit = emit
            answered = sum(UNREADABLE in re.sub(r"\W+", " ", each.text) for each in house.anna.private)
            assert answered == house.unread.total() > before, kind
        assert len(house.discord.world.visible(house.here)) == 1
        assert await house.is_served(house.there)


async def test_a_completion_that_cannot_be_read_offers_nothing() -> None:
    """An unreadable completion gets an empty list, since a message cannot answer it."""
    async with served() as house:
        house.discord.gateway.spoilt["INTERACTION_CREATE"] = lambda data: data | {"entitlements": 7}
        assert await house.anna.autocomplete(house.here, "board", game="k") == ()
        assert house.unread == {"INTERACTION_CREATE": 1}


async def test_an_interaction_without_id_or_token_is_skipped() -> None:
    """An interaction without id or token is counted, and gets no answer."""
    async with served() as house:
        sent = len(house.discord.sent(CALLBACK))
        for data in (
            None,
            {},
            {"id": "7"},
            {"token": "x"},
            {"id": "../7", "token": "x"},
            {"id": "7", "token": 7},
        ):
            house.send("INTERACTION_CREATE", data)
        assert await house.is_served(house.there)
        assert len(house.discord.sent(CALLBACK)) == sent + 1
        assert house.unread == {"INTERACTION_CREATE": 6}


async def test_a_refused_answer_does_not_affect_the_next() -> None:
    """An unreadable interaction whose answer Discord refuses does not affect the next one."""
    async with served() as house:
        house.discord.refuse(CALLBACK, UNKNOWN_INTERACTION)
        house.send("INTERACTION_CREATE", {"id": "7", "token": "x"})
        assert house.discord.gateway.online
        assert await house.is_served(house.there)


@pytest.mark.parametrize("known", [True, False], ids=["at the start", "as it is joined"])
async def test_a_server_that_cannot_be_read_stays_playable(known: bool) -> None:
    """A server whose data cannot be read can play, with the permissions from each interaction."""

    def half(data: Any) -> object:  # noqa: ANN401 (an event)
        return data | {"channels": [{"id": "x"}]} if data["name"] == "Friends" else data

    async with served(spoil={"GUILD_CREATE": half} if known else None) as house:
        if not known:
            house.discord.gateway.spoilt["GUILD_CREATE"] = half
            house.discord.remove_bot()
            house.discord.add_bot()
        board = await house.board(house.here)
        assert await house.is_served(house.here)
        house.handler.answers = (Reply(("Rolled.",)),)
        pressed = await house.anna.press(board, "Roll")
        assert (await pressed.answer()).text == "Rolled."
        house.discord.forbid(house.here, "send_messages")
        pressed = await house.anna.press(board, "Roll")
        assert "Send Messages" in (await pressed.answer(2)).text
        assert house.unread == {"GUILD_CREATE": 1}


def test_each_kind_of_event_is_logged_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    """The log has the kind of event, the error and the count, and never the event's content."""
    caplog.set_level(logging.WARNING)
    now = 0.0
    events = UnreadEvents(words_in, timer=lambda: now)
    for moment in (0.0, 1.0, 59.0, 60.0):
        now = moment
        events.note("CHANNEL_UPDATE", KeyError("secret"))
    events.note("READY", KeyError("secret"))
    logged = [fields(record) for record in caplog.records]
    assert [(each["event"], each["error"], each["count"]) for each in logged] == [
        ("CHANNEL_UPDATE", "KeyError", 1),
        ("CHANNEL_UPDATE", "KeyError", 3),
        ("READY", "KeyError", 1),
    ]
    assert "secret" not in str(logged)
