"""Menus: the bot's command menus, menu button and descriptions at Telegram."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Any

from telegram import (
    Bot,
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeDefault,
    MenuButtonCommands,
)
from telegram.error import RetryAfter, TelegramError
from telegram.ext import ExtBot

from bot.chats.backoff import waits
from bot.chats.base import KeyValues
from bot.chats.telegram.app_buttons import AppLinks
from bot.chats.telegram.errors import is_temporary, seconds_of
from bot.talk.catalog import DEFAULT_LANGUAGE, LANGUAGES, Words
from bot.talk.command import Menu
from bot.talk.command_table import COMMANDS

logger = logging.getLogger(__name__)


async def until_answered(
    attempt: Callable[[], Awaitable[None]], what: str, sleep: Callable[[float], Awaitable[None]]
) -> None:
    """Call `attempt` until it succeeds or Telegram refuses it for good, with back-off between retries.

    Args:
        attempt: sends the setup; raises `TelegramError` if Telegram does not accept it.
        what: a name of the setup for the log.
        sleep: waits for that many seconds.
    """
    logged = False
    for wait in waits():
        try:
            await attempt()
        except TelegramError as error:
            temporary = is_temporary(error)
            if not (temporary and logged):
                event = "setup failed; will retry" if temporary else "setup refused; not retried"
                fields = {"platform": "telegram", "kind": what, "error": type(error).__name__}
                logger.warning(event, extra=fields)
            if not temporary:
                return
            logged = True
            await sleep(max(wait, seconds_of(error)) if isinstance(error, RetryAfter) else wait)
        else:
            return


NAMESPACE = "telegram"
_SCOPES: dict[Menu, tuple[BotCommandScope, ...]] = {
    Menu.PRIVATE: (BotCommandScopeDefault(), BotCommandScopeAllPrivateChats()),
    Menu.GROUP: (BotCommandScopeAllGroupChats(),),
    Menu.ADMINS: (BotCommandScopeAllChatAdministrators(),),
}


def menu(kind: Menu, words: Words) -> list[BotCommand]:
    """Return the commands of a menu with their descriptions."""
    return [
        BotCommand(command.name, _capitalised(words.words(f"command-{command.name}")))
        for command in COMMANDS.values()
        if kind in command.menus
    ]


async def set_menus(
    bot: ExtBot[Any],
    key_values: KeyValues,
    words: Callable[[str], Words],
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Send the command menus to Telegram if they have changed since the last time, with retries.

    Args:
        key_values: stores a checksum of the menus that Telegram has.
        words: returns the catalog for a language.
        sleep: waits for that many seconds before a retry.
    """
    menus = [
        (scope, "" if language == DEFAULT_LANGUAGE else language, menu(kind, words(language)))
        for kind, scopes in _SCOPES.items()
        for scope in scopes
        for language in LANGUAGES
    ]
    listing = json.dumps(
        [(str(scope.type), code, [each.to_dict() for each in listed]) for scope, code, listed in menus]
    )
    checksum = hashlib.sha256(listing.encode()).hexdigest()
    key = f"menus:{bot.id}"
    if await key_values.read(NAMESPACE, key) == checksum:
        return

    async def attempt() -> None:
        for scope, code, listed in menus:
            await bot.set_my_commands(listed, scope=scope, language_code=code or None)
        await key_values.write(NAMESPACE, key, checksum)

    await until_answered(attempt, "menus", sleep)


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


Setting = Callable[[], Awaitable[object]]


async def set_introduction(
    bot: Bot,
    key_values: KeyValues,
    words: Callable[[str], Words],
    app: AppLinks | None = None,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Send the bot's descriptions and menu button to Telegram, each if it has changed, with retries.

    The menu button opens the Mini App's lobby. Without an app it opens the command menu.

    Args:
        key_values: stores a checksum of each text and button that Telegram has.
        words: returns the catalog for a language.
        app: the addresses of the Mini App; None if there is none.
        sleep: waits for that many seconds before a retry.
    """

    async def attempt() -> None:
        for name, text, setting in _settings(bot, words, app):
            key = f"introduction:{bot.id}:{name}"
            checksum = hashlib.sha256(text.encode()).hexdigest()
            if await key_values.read(NAMESPACE, key) != checksum:
                await setting()
                await key_values.write(NAMESPACE, key, checksum)

    await until_answered(attempt, "introduction", sleep)


def _settings(
    bot: Bot, words: Callable[[str], Words], app: AppLinks | None
) -> Iterator[tuple[str, str, Setting]]:
    """Yield each text or button to set: its name, its content, and a function that sends it."""
    for language in LANGUAGES:
        code = None if language == DEFAULT_LANGUAGE else language
        long, short = words(language).words("telegram-description"), words(language).words("telegram-short")
        yield f"description:{language}", long, partial(bot.set_my_description, long, code)
        yield f"short:{language}", short, partial(bot.set_my_short_description, short, code)
    # Telegram has one default button for all chats and languages; `MenuButtons` overrides it per chat.
    label = words(DEFAULT_LANGUAGE).words("telegram-open-lobby")
    button = MenuButtonCommands() if app is None else app.menu_button(label)
    yield "button", button.to_json(), partial(bot.set_chat_menu_button, menu_button=button)
