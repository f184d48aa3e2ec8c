"""The webhook, over a real socket: what Telegram hands over is stored before it is told so."""

from __future__ import annotations

import asyncio
import io
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import aiohttp
import pytest

from bot.chats.telegram import Telegram, WebhookAddress
from bot.chats.telegram.webhook import HEADER, LARGEST, PATH
from bot.talk.catalog import words_in
from bot.talk.incoming import Line
from tests.chats.stand_ins import MemoryKeyValues, MemoryUpdates, PlainPainter, ScriptedHandler
from tests.chats.telegram.test_inbox import said
from tests.pace import HANG
from tests.telegram_standin.client import ask
from tests.telegram_standin.standin import TelegramStandIn

SECRET = "0123456789abcdef" * 2


class Held(ScriptedHandler):
    """A handler that can be held up."""

    def __init__(self) -> None:
        super().__init__()
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()

    async def handle(self, incoming):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN201 (as of `ScriptedHandler`)
        """Note what came, and answer when it may."""
        await self.may_go_on.wait()
        return await super().handle(incoming)


class Updates(MemoryUpdates):
    """A store that fails when it is told to, and notes what it was asked to store."""

    def __init__(self) -> None:
        super().__init__()
        self.failing = 0

    async def store(self, process: int, updates: Mapping[int, tuple[int, str]]) -> frozenset[int]:
        """Store updates, or fail."""
        if self.failing:
            self.failing -= 1
            raise OSError("disk full")
        return await super().store(process, updates)


@dataclass
class Bot:
    """The bot's account, at an address of its own."""

    telegram: TelegramStandIn
    updates: Updates = field(default_factory=Updates)
    handler: Held = field(default_factory=Held)
    port: int = 0

    @property
    def url(self) -> str:
        """Where it takes updates."""
        return f"http://127.0.0.1:{self.port}"

    @asynccontextmanager
    async def running(self, *, polls: bool = False) -> AsyncIterator[Telegram]:
        """The program, started, until it is killed."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = self.port or free.getsockname()[1]
        adapter = Telegram(
            self.handler,
            MemoryKeyValues(),
            PlainPainter(),
            words_in,
            updates=self.updates,
            token=self.telegram.token,
            api_url=self.telegram.api_url,
            webhook=None if polls else WebhookAddress(self.url, SECRET, "127.0.0.1", self.port),
        )
        serving = asyncio.create_task(adapter.run())
        try:
            async with asyncio.timeout(HANG):
                await self.telegram.online()
                # A webhook may be known from before: it is there once it has been looked at.
                while not adapter.is_reached:  # noqa: ASYNC110 (it tells nobody)
                    await asyncio.sleep(0.005)
                yield adapter
        finally:
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)

    async def until(self, number: int) -> None:
        """Wait until so many lines were handled."""
        async with asyncio.timeout(HANG):
            while len(self.handler.incoming) < number:  # noqa: ASYNC110 (it tells nobody)
                await asyncio.sleep(0.005)


@pytest.fixture
async def bot() -> AsyncIterator[Bot]:
    """A bot that is not started yet."""
    async with TelegramStandIn() as telegram:
        yield Bot(telegram)


async def test_what_telegram_hands_over_is_handled(bot: Bot) -> None:
    """Each line is taken once, those of a chat in their order, and the place is Telegram's to know."""
    anna, games = bot.telegram.user("Anna"), bot.telegram.supergroup("games")
    async with bot.running() as adapter:
        for number in range(5):
            await anna.say(games, f"/roll {number}")
        await bot.until(5)
        assert adapter.is_reached
        await bot.telegram.until(lambda: not bot.telegram.updates.waiting, "all is taken")
    lines = [incoming.what.text for incoming in bot.handler.incoming if isinstance(incoming.what, Line)]
    assert lines == [f"/roll {number}" for number in range(5)]
    assert [status for _, status in bot.telegram.webhook.delivered] == [200] * len(
        bot.telegram.webhook.delivered
    )
    assert bot.telegram.webhook.url == bot.url + PATH
    (asked,) = [request for request in bot.telegram.requests if request.route == "setWebhook"]
    assert asked.text("secret_token") == SECRET
    assert set(asked.parsed("allowed_updates")) == {"message", "callback_query", "my_chat_member"}
    assert not asked.flag("drop_pending_updates")


async def test_what_was_not_stored_is_handed_over_again(bot: Bot) -> None:
    """Where the disk is full Telegram is not told that it has arrived, tries again, and it is done once."""
    anna, games = bot.telegram.user("Anna"), bot.telegram.supergroup("games")
    async with bot.running():
        bot.updates.failing = 2
        await anna.say(games, "/roll")
        await bot.until(1)
        await bot.telegram.until(lambda: not bot.telegram.updates.waiting, "it is taken")
    assert [status for _, status in bot.telegram.webhook.delivered] == [500, 500, 200]
    assert len(bot.handler.incoming) == 1


async def test_what_was_stored_survives_a_kill(bot: Bot) -> None:
    """What was stored, and not handled when the program was killed, is handled by the next one."""
    anna, games = bot.telegram.user("Anna"), bot.telegram.supergroup("games")
    bot.handler.may_go_on.clear()
    async with bot.running():
        await anna.say(games, "/roll")
        await bot.telegram.until(lambda: bool(bot.telegram.webhook.delivered), "it is taken")
        assert bot.updates.kept
        assert bot.handler.incoming == []
    bot.handler.may_go_on.set()
    async with bot.running():
        await bot.until(1)
    assert len(bot.handler.incoming) == 1
    assert [status for _, status in bot.telegram.webhook.delivered] == [200]


async def test_who_polls_takes_the_webhook_back(bot: Bot) -> None:
    """After a webhook polls bring what waits, and end the webhook that another program sets meanwhile."""
    anna, games = bot.telegram.user("Anna"), bot.telegram.supergroup("games")
    async with bot.running():
        pass
    await anna.say(games, "/roll")
    async with bot.running(polls=True):
        await bot.until(1)
        assert bot.telegram.webhook.url == ""
        assert (await ask(bot.telegram, "setWebhook", {"url": "https://other.example/x"}))[0] == 200
        await bot.telegram.until(lambda: not bot.telegram.webhook.url, "the webhook is removed")


async def test_nobody_but_telegram_hands_anything_over(bot: Bot) -> None:
    """Whatever lacks the secret, is too large, in pieces too, or is no update is refused and not stored."""

    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(LARGEST // 65536 + 2):
            yield b" " * 65536

    known, wrong = {HEADER: SECRET}, {HEADER: SECRET[:-1] + "0"}
    async with bot.running(), aiohttp.ClientSession() as session:
        for headers, data, status in (
            ({}, b"{}", 403),
            ({HEADER: ""}, b"{}", 403),
            (wrong, b"{}", 403),
            ({HEADER: "\u0441\u0435\u043a\u0440\u0435\u0442"}, b"{}", 403),
            (known, b" " * (LARGEST + 1), 413),
            (known, pieces(), 413),
            (known, b"no JSON", 400),
            (known, b"[" * 100_000, 400),
            (known, b"\xff", 400),
            (known, b'{"update_id": "1"}', 400),
        ):
            body = io.BytesIO(data) if isinstance(data, bytes) else data
            async with session.post(bot.url + PATH, data=body, headers=headers) as answer:
                assert (answer.status, headers, data) == (status, headers, data)
                assert SECRET not in await answer.text()
        for method, path, status in (("GET", PATH, 405), ("POST", "/", 404), ("GET", "/", 404)):
            async with session.request(method, bot.url + path, headers=known) as answer:
                assert answer.status == status
    assert bot.updates.kept == {}


async def test_an_update_that_comes_twice_is_handled_once(bot: Bot) -> None:
    """Where the answer to Telegram was lost, what comes again is taken and forgotten."""
    async with bot.running(), aiohttp.ClientSession() as session:
        for _ in range(2):
            async with session.post(bot.url + PATH, json=said(7), headers={HEADER: SECRET}) as answer:
                assert answer.status == 200
            await bot.until(1)
    assert len(bot.handler.incoming) == 1


def test_the_secret_is_shown_nowhere() -> None:
    """The address, as a log would show it, does not tell the secret."""
    address = WebhookAddress("https://nardy.example.org", SECRET, "127.0.0.1", 18765)
    assert SECRET not in f"{address} {address!r}"
