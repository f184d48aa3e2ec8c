"""Introduction: what the bot says of itself before anybody has pressed Start, and the button of its menu."""

from __future__ import annotations

import hashlib
import logging
from functools import partial
from typing import TYPE_CHECKING

from telegram import MenuButtonCommands
from telegram.error import TelegramError

from bot.talk.catalog import DEFAULT_LANGUAGE, LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from telegram import Bot

    from bot.chats.base import KeyValues
    from bot.talk.catalog import Words

    Setting = Callable[[], Awaitable[object]]

logger = logging.getLogger(__name__)

NAMESPACE = "telegram"


async def set_introduction(bot: Bot, key_values: KeyValues, words: Callable[[str], Words]) -> None:
    """Set at Telegram the descriptions and the menu button, each if it has changed since it was set last."""
    try:
        for name, text, setting in _settings(bot, words):
            key = f"introduction:{bot.id}:{name}"
            seal = hashlib.sha256(text.encode()).hexdigest()
            if await key_values.read(NAMESPACE, key) != seal:
                await setting()
                await key_values.write(NAMESPACE, key, seal)
    except TelegramError as error:
        logger.warning("Telegram did not take the introduction: %s", type(error).__name__)


def _settings(bot: Bot, words: Callable[[str], Words]) -> Iterator[tuple[str, str, Setting]]:
    """Yield what is to be set: what it is called, what is set, and how."""
    for language in LANGUAGES:
        code = None if language == DEFAULT_LANGUAGE else language
        long, short = words(language).words("telegram-description"), words(language).words("telegram-short")
        yield f"description:{language}", long, partial(bot.set_my_description, long, code)
        yield f"short:{language}", short, partial(bot.set_my_short_description, short, code)
    button = MenuButtonCommands()
    yield "button", button.to_json(), partial(bot.set_chat_menu_button, menu_button=button)
