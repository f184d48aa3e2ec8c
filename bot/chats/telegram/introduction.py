"""Introduction: what the bot says of itself before anybody has pressed Start, and the button of its menu."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Iterator
from functools import partial

from telegram import Bot, MenuButtonCommands

from bot.chats.base import KeyValues
from bot.chats.telegram.app_links import AppLinks
from bot.chats.telegram.retrying import until_answered
from bot.talk.catalog import DEFAULT_LANGUAGE, LANGUAGES, Words

Setting = Callable[[], Awaitable[object]]

NAMESPACE = "telegram"


async def set_introduction(
    bot: Bot,
    key_values: KeyValues,
    words: Callable[[str], Words],
    app: AppLinks | None = None,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Set at Telegram the descriptions and the menu button, each if it has changed since it was set last.

    The menu button opens the person's games if there is a Mini App, and else the commands. A request that
    Telegram does not answer is retried.

    Args:
        bot: the bot's account.
        key_values: stores checksums of what Telegram has.
        words: the catalog of a language.
        app: where the Mini App is; None if there is none.
        sleep: waits for some seconds before a retry.
    """

    async def attempt() -> None:
        for name, text, setting in _settings(bot, words, app):
            key = f"introduction:{bot.id}:{name}"
            seal = hashlib.sha256(text.encode()).hexdigest()
            if await key_values.read(NAMESPACE, key) != seal:
                await setting()
                await key_values.write(NAMESPACE, key, seal)

    await until_answered(attempt, "introduction", sleep)


def _settings(
    bot: Bot, words: Callable[[str], Words], app: AppLinks | None
) -> Iterator[tuple[str, str, Setting]]:
    """Yield what is to be set: what it is called, what is set, and how."""
    for language in LANGUAGES:
        code = None if language == DEFAULT_LANGUAGE else language
        long, short = words(language).words("telegram-description"), words(language).words("telegram-short")
        yield f"description:{language}", long, partial(bot.set_my_description, long, code)
        yield f"short:{language}", short, partial(bot.set_my_short_description, short, code)
    # Telegram keeps one button for all who have none of their own, so it speaks one language.
    label = words(DEFAULT_LANGUAGE).words("telegram-open-lobby")
    button = MenuButtonCommands() if app is None else app.menu_button(label)
    yield "button", button.to_json(), partial(bot.set_chat_menu_button, menu_button=button)
