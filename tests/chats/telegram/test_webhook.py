"""The webhook, over a real socket: updates are stored before they are confirmed."""

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
from tests.chats.telegram.test_inbox import typed
from tests.pace import HANG
from tests.telegram_standin.client import ask
from tests.telegram_standin.standin import TelegramStandIn

SECRET = "0123456789abcdef" * 2


class Held(ScriptedHandler):
    """A handler that a test can hold."""

    def __init__(self) -> None:
        super().__init__()
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()

    async def handle(self, incoming):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN201 (as of `ScriptedHandler`)
        """Record the input, and answer when the test allows it."""
        await self.may_go_on.wait()
        return await super().handle(incoming)


class Updates(MemoryUpdates):
    """A store that can fail."""

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
    """The bot's account, and the address of its webhook."""

    telegram: TelegramStandIn
    updates: Updates = field(default_factory=Updates)
    handler: Held = field(default_factory=Held)
    port: int = 0

    @property
    def url(self) -> str:
        """The address that receives updates."""
        return f"http://127.0.0.1:{self.port}"

    @asynccontextmanager
    async def running(self, *, polls: bool = False) -> AsyncIterator[Telegram]:
        """Run the bot until it is killed."""
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
            webhook=None if polls else WebhookAddress(self.url, SECRET, ("127.0.0.1",), self.port),
        )
        serving = asyncio.create_task(adapter.run())
        try:
            async with asyncio.timeout(HANG):
                await self.telegram.online()
                # A webhook may be known from an earlier run; the bot is ready once it has checked that.
                while not adapter.is_reached:  # noqa: ASYNC110 (no signal)
                    await asyncio.sleep(0.005)
                yield adapter
        finally:
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)

    async def until(self, number: int) -> None:
        """Wait until this number of lines was handled."""
        async with asyncio.timeout(HANG):
            while len(self.handler.incoming) < number:  # noqa: ASYNC110 (no signal)
                await asyncio.sleep(0.005)


@pytest.fixture
async def bot() -> AsyncIterator[Bot]:
    """A bot that does not run yet."""
    async with TelegramStandIn() as telegram:
        yield Bot(telegram)


async def test_updates_are_handled(bot: Bot) -> None:
    """Each line is handled once and in order, and Telegram knows the webhook's address and secret."""
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


async def test_an_unstored_update_is_repeated(bot: Bot) -> None:
    """An update that could not be stored is not confirmed; Telegram repeats it, and it is handled once."""
    anna, games = bot.telegram.user("Anna"), bot.telegram.supergroup("games")
    async with bot.running():
        bot.updates.failing = 2
        await anna.say(games, "/roll")
        await bot.until(1)
        await bot.telegram.until(lambda: not bot.telegram.updates.waiting, "it is taken")
    assert [status for _, status in bot.telegram.webhook.delivered] == [500, 500, 200]
    assert len(bot.handler.incoming) == 1


async def test_a_stored_update_survives_a_kill(bot: Bot) -> None:
    """Stored updates that a killed bot did not handle are handled by the next run."""
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


async def test_polling_removes_the_webhook(bot: Bot) -> None:
    """Polling fetches the updates left by a webhook, and removes one that another program sets."""
    anna, games = bot.telegram.user("Anna"), bot.telegram.supergroup("games")
    async with bot.running():
        pass
    await anna.say(games, "/roll")
    async with bot.running(polls=True):
        await bot.until(1)
        assert bot.telegram.webhook.url == ""
        assert (await ask(bot.telegram, "setWebhook", {"url": "https://other.example/x"}))[0] == 200
        await bot.telegram.until(lambda: not bot.telegram.webhook.url, "the webhook is removed")


async def test_only_telegram_can_send_updates(bot: Bot) -> None:
    """A request without the secret, too large, or without an update is refused and not stored."""

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


async def test_a_repeated_update_is_handled_once(bot: Bot) -> None:
    """A repeated update is confirmed and handled once."""
    async with bot.running(), aiohttp.ClientSession() as session:
        for _ in range(2):
            async with session.post(bot.url + PATH, json=typed(7), headers={HEADER: SECRET}) as answer:
                assert answer.status == 200
            await bot.until(1)
    assert len(bot.handler.incoming) == 1


def test_the_secret_is_shown_nowhere() -> None:
    """The secret is not in the address's representation."""
    address = WebhookAddress("https://nardy.example.org", SECRET, ("127.0.0.1",), 18765)
    assert SECRET not in f"{address} {address!r}"
