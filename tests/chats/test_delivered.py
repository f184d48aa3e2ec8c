"""The sender reports each finished request with its kind."""

from __future__ import annotations

import asyncio
from collections import Counter

from bot.chats.base import Request
from bot.chats.sender import Sender
from bot.sessions import Outbox
from bot.talk.views.presenter import Presenter
from tests.chats.delivering import RecordingPlatform, game_with_choice, move_once
from tests.pending_work import undelivered
from tests.sessions.world import World


async def deliver_all(world: World, platform: RecordingPlatform, reported: list[tuple[str, Request]]) -> None:
    """Run a sender until nothing is undelivered."""
    sender = Sender(
        Outbox(world.manager),
        Presenter(world.manager),
        {"web": platform},
        lambda name, request: reported.append((name, request)),
    )
    working = asyncio.create_task(sender.run())
    try:
        while (await undelivered(world.manager, {"web"})).entries:  # noqa: ASYNC110 (it sends no signal)
            await asyncio.sleep(0.001)
    finally:
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)


async def test_each_finished_request_is_reported_with_its_kind(world: World) -> None:
    """New messages, steps of a turn and retired messages are reported by kind, once each."""
    platform, reported = RecordingPlatform(), list[tuple[str, Request]]()
    game = await game_with_choice(world, private=True)
    await deliver_all(world, platform, reported)
    await move_once(world, game)
    await deliver_all(world, platform, reported)
    found = Counter(request for _, request in reported)
    assert {name for name, _ in reported} == {"web"}
    assert found[Request.SEND] == len(platform.calls_of("send"))
    assert found[Request.RETIRE] == len(platform.calls_of("retire"))
    assert found[Request.EDIT] + found[Request.EDIT_STEP] == len(platform.calls_of("edit"))
    assert found[Request.EDIT_STEP] > 0
