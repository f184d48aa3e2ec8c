"""What the bot says of itself on Telegram, told over real sockets and kept by the stand-in."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from telegram.constants import BotDescriptionLimit

from bot.chats.telegram.menus import set_introduction
from bot.talk.catalog import LANGUAGES, Words, words_in
from tests.chats.stand_ins import MemoryKeyValues
from tests.telegram_standin.client import TinyBot
from tests.telegram_standin.refusals import SERVER_ERROR, Refusal, bad_request, flood
from tests.telegram_standin.standin import TelegramStandIn

TOLD = ("setMyDescription", "setMyShortDescription", "setChatMenuButton")


@pytest.fixture
async def telegram() -> AsyncIterator[TelegramStandIn]:
    """A Telegram without anybody."""
    async with TelegramStandIn() as telegram:
        yield telegram


def introduced_by(telegram: TelegramStandIn) -> list[str]:
    """Return by which methods the bot has introduced itself so far."""
    return [request.route for request in telegram.requests if request.route in TOLD]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_descriptions_keep_the_limits(language: str) -> None:
    """In every language both descriptions say something, and are as short as Telegram takes them."""
    words = words_in(language)
    assert 1 <= len(words.words("telegram-description")) <= BotDescriptionLimit.MAX_DESCRIPTION_LENGTH
    assert 1 <= len(words.words("telegram-short")) <= BotDescriptionLimit.MAX_SHORT_DESCRIPTION_LENGTH


async def test_the_bot_introduces_itself_in_every_language(telegram: TelegramStandIn) -> None:
    """Telegram keeps both descriptions, in English for all and in Russian, and the button opens the menu."""
    async with TinyBot(telegram) as bot:
        await set_introduction(bot, MemoryKeyValues(), words_in)
    for field, message in (("description", "telegram-description"), ("short_description", "telegram-short")):
        assert telegram.profile.texts[field, ""] == words_in("en").words(message)
        assert telegram.profile.texts[field, "ru"] == words_in("ru").words(message)
    assert telegram.profile.button == {"type": "commands"}


async def test_the_introduction_is_told_once(telegram: TelegramStandIn) -> None:
    """A restart tells nothing again that Telegram has already."""
    key_values = MemoryKeyValues()
    async with TinyBot(telegram) as bot:
        await set_introduction(bot, key_values, words_in)
        before = introduced_by(telegram)
        await set_introduction(bot, key_values, words_in)
    assert len(before) == 2 * len(LANGUAGES) + 1
    assert introduced_by(telegram) == before


async def test_only_what_has_changed_is_told_again(telegram: TelegramStandIn) -> None:
    """When the English texts are others they alone are told."""
    key_values = MemoryKeyValues()

    def changed(_: str) -> Words:
        return words_in("ru")

    async with TinyBot(telegram) as bot:
        await set_introduction(bot, key_values, words_in)
        before = len(introduced_by(telegram))
        await set_introduction(bot, key_values, changed)
    assert introduced_by(telegram)[before:] == ["setMyDescription", "setMyShortDescription"]
    assert telegram.profile.texts["short_description", ""] == words_in("ru").words("telegram-short")


@pytest.mark.parametrize(("refusal", "wait"), [(SERVER_ERROR, 30), (flood(70), 70)])
async def test_what_was_not_taken_is_told_later(
    telegram: TelegramStandIn, refusal: Refusal, wait: float
) -> None:
    """Where Telegram breaks, or asks to wait, what is missing is sent again, and nothing else."""
    waited = list[float]()

    async def sleep(seconds: float) -> None:
        assert "setChatMenuButton" not in introduced_by(telegram)
        waited.append(seconds)

    telegram.refuse("setMyShortDescription", refusal)
    async with TinyBot(telegram) as bot:
        await set_introduction(bot, MemoryKeyValues(), words_in, sleep=sleep)
    assert waited == [wait]
    assert telegram.profile.texts["short_description", ""] == words_in("en").words("telegram-short")
    assert introduced_by(telegram).count("setMyDescription") == len(LANGUAGES)


async def test_what_telegram_refuses_for_good_is_not_sent_again(telegram: TelegramStandIn) -> None:
    """A text that Telegram does not want would not be wanted later either."""
    telegram.refuse("setMyShortDescription", bad_request("SHORT_DESCRIPTION_INVALID"))

    async def sleep(_: float) -> None:
        pytest.fail("it is sent again")

    async with TinyBot(telegram) as bot:
        await set_introduction(bot, MemoryKeyValues(), words_in, sleep=sleep)
