"""Adapter house: the adapter alone on a simulated Discord, with a handler that gives scripted answers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import simcord
from simcord import interactions
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.enums import InteractionType

from bot.chats.discord import Discord
from bot.talk.reply import Button, Reply
from renderers.scene import Scene
from tests.chats.discord.house import adapter_of
from tests.chats.stand_ins import MemoryKeyValues, PlainPainter, ScriptedHandler

BOARD = Scene(white=(0,) * 23 + (15,), black=(0,) * 11 + (15,) + (0,) * 12)
PICTURED = Reply(
    ("Anna, your turn.",), BOARD, alt="White has 15 on 24.", buttons=((Button("Go", "3:/roll k7f"),),)
)


@dataclass
class AdapterHouse:
    """The adapter alone, with one channel, two members and a handler that gives scripted answers."""

    env: simcord.Env
    adapter: Discord
    handler: ScriptedHandler
    painter: PlainPainter
    table: ChannelHandle
    anna: MemberActor
    boris: MemberActor

    async def interaction(self, **changed: object) -> dict[str, Any]:
        """Deliver Anna's /games with some fields changed, and return the bot's answer."""
        _, payload = interactions.base_payload(
            self.env.backend,
            type=InteractionType.APPLICATION_COMMAND,
            channel_id=self.table.id,
            guild_id=self.table.guild.id if self.table.guild else None,
            user_id=self.anna.id,
            data={"id": "1", "name": "games", "type": 1, "options": []},
        )
        payload.update(changed)
        before = len(self.env.http_requests)
        self.env.backend.emit("INTERACTION_CREATE", payload)
        await self.env.settle()
        answers = [each.json for each in self.env.http_requests[before:] if each.method == "PATCH"]
        return dict(answers[-1] or {}) if answers else {}

    def patches(self) -> list[str]:
        """Return the successive texts of the answers that replaced what was shown."""
        messages: list[Any] = [
            each.json
            for each in self.env.http_requests
            if each.method == "PATCH" or each.path.endswith("/callback")
        ]
        updates = [message.get("data", {}) if message.get("type") else message for message in messages]
        return [message["content"] for message in updates if "content" in message]


@asynccontextmanager
async def adapter_house(*answers: Reply, lines: tuple[str, ...] = ()) -> AsyncIterator[AdapterHouse]:
    """The adapter with a handler that gives these answers and completes to these lines."""
    handler, painter = ScriptedHandler(answers, lines), PlainPainter()
    adapter = adapter_of(handler, MemoryKeyValues(), painter)
    async with simcord.run(adapter.client, check_errors=False) as env:
        guild = env.create_guild()
        table = guild.create_text_channel("table")
        anna = guild.add_member(env.create_user("anna.b", global_name="Anna"), nick="Queen Anna")
        boris = guild.add_member(env.create_user("boris"))
        yield AdapterHouse(env, adapter, handler, painter, table, anna, boris)
