"""A webhook that another program sets while the bot polls."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest

from bot.chats.telegram.foreign_webhook import NAMESPACE, REMOVED_EVERY, ForeignWebhook, host_of, key_of
from bot.chats.telegram.polling import PollingBot
from bot.logs import fields
from tests.chats.stand_ins import MemoryKeyValues
from tests.telegram_standin.client import ask
from tests.telegram_standin.refusals import UNAVAILABLE
from tests.telegram_standin.standin import TelegramStandIn

NOW = datetime(2026, 11, 20, 18, 4, tzinfo=UTC)
URL = "https://other.example:8443/a-secret-path?token=another-secret"


@pytest.fixture
async def telegram() -> AsyncIterator[TelegramStandIn]:
    """A stand-in at which another program has set a webhook for the bot."""
    async with TelegramStandIn() as telegram:
        await ask(telegram, "setWebhook", {"url": URL})
        yield telegram


def account(telegram: TelegramStandIn) -> PollingBot:
    """Return the bot's account."""
    return PollingBot(telegram.token, base_url=f"{telegram.api_url}/bot")


async def test_it_is_removed_at_most_once_an_hour(telegram: TelegramStandIn) -> None:
    """A webhook that is set again within the hour stays until the hour is over."""
    now = 0.0
    async with account(telegram) as bot:
        webhook = ForeignWebhook(bot, MemoryKeyValues(), lambda: NOW, lambda: now)
        assert await webhook.remove_after_conflict()
        await ask(telegram, "setWebhook", {"url": URL})
        now = REMOVED_EVERY - 1
        assert not await webhook.remove_after_conflict()
        assert telegram.webhook.url == URL
        now = REMOVED_EVERY
        assert await webhook.remove_after_conflict()
    assert telegram.webhook.url == ""


async def test_a_removal_that_fails_does_not_count(telegram: TelegramStandIn) -> None:
    """If Telegram does not answer, the next conflict removes the webhook within the same hour."""
    telegram.refuse("deleteWebhook", UNAVAILABLE)
    async with account(telegram) as bot:
        webhook = ForeignWebhook(bot, MemoryKeyValues(), lambda: NOW, lambda: 0.0)
        assert not await webhook.remove_after_conflict()
        assert await webhook.remove_after_conflict()


async def test_its_updates_are_kept(telegram: TelegramStandIn) -> None:
    """Updates that the other program did not receive stay for the bot's polls."""
    anna = telegram.user("Anna")
    await ask(telegram, "setWebhook", {"url": "http://127.0.0.1:9/"})
    await anna.say(anna.private, "/play")
    async with account(telegram) as bot:
        await ForeignWebhook(bot, MemoryKeyValues(), lambda: NOW).remove()
        (update,) = await bot.poll(None, 0, ["message"])
    assert update["message"]["text"] == "/play"


async def test_the_log_and_the_note_name_only_the_host(
    telegram: TelegramStandIn, caplog: pytest.LogCaptureFixture
) -> None:
    """The log and the doctor's note contain neither path nor query, which may hold a token."""
    key_values = MemoryKeyValues()
    async with account(telegram) as bot:
        await ForeignWebhook(bot, key_values, lambda: NOW).remove()
        noted = await key_values.read(NAMESPACE, key_of(bot.id))
    assert noted == "2026-11-20 other.example"
    assert [fields(record).get("host") for record in caplog.records] == ["other.example"]
    assert "secret" not in caplog.text


async def test_without_a_webhook_nothing_is_removed(telegram: TelegramStandIn) -> None:
    """A conflict whose webhook has gone does not use up the hour's removal."""
    await ask(telegram, "deleteWebhook")
    async with account(telegram) as bot:
        webhook = ForeignWebhook(bot, MemoryKeyValues(), lambda: NOW, lambda: 0.0)
        assert not await webhook.remove_after_conflict()
        await ask(telegram, "setWebhook", {"url": URL})
        assert await webhook.remove_after_conflict()


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://user:password@other.example/x", "other.example"),
        ("https://[2001:db8::1]:8443/x", "2001:db8::1"),
        ("https://[/x", "unknown"),
        ("secret", "unknown"),
    ],
)
def test_a_host_has_no_password_or_port(url: str, host: str) -> None:
    """A host has no password or port, and an unreadable address is unknown."""
    assert host_of(url) == host
