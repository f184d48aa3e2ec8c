"""Menus: the commands, menu button and description that Telegram shows of the bot."""

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
from bot.chats.telegram.errors import is_passing, seconds_of
from bot.talk.catalog import DEFAULT_LANGUAGE, LANGUAGES, Words
from bot.talk.command import Menu
from bot.talk.command_table import COMMANDS

logger = logging.getLogger(__name__)


async def until_answered(
    attempt: Callable[[], Awaitable[None]], what: str, sleep: Callable[[float], Awaitable[None]]
) -> None:
    """Call `attempt` until Telegram accepts or refuses it, with a back-off after faults that pass.

    Args:
        attempt: sends everything; it raises `TelegramError` where Telegram does not take it.
        what: what is sent, for the log.
        sleep: waits for some seconds.
    """
    logged = False
    for wait in waits():
        try:
            await attempt()
        except TelegramError as error:
            passing = is_passing(error)
            if not (passing and logged):
                outcome = "retrying" if passing else "not retrying"
                logger.warning(
                    "Telegram did not take the %s; %s: error=%s", what, outcome, type(error).__name__
                )
            if not passing:
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
    """Return the commands that a menu lists, each with what it does."""
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
    """Set the menus at Telegram if they have changed since they were set last; retry until Telegram answers.

    Args:
        bot: the bot's account.
        key_values: stores a checksum of what Telegram has.
        words: the catalog of a language.
        sleep: waits for some seconds before a retry.
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
    seal = hashlib.sha256(listing.encode()).hexdigest()
    key = f"menus:{bot.id}"
    if await key_values.read(NAMESPACE, key) == seal:
        return

    async def attempt() -> None:
        for scope, code, listed in menus:
            await bot.set_my_commands(listed, scope=scope, language_code=code or None)
        await key_values.write(NAMESPACE, key, seal)

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
    # Telegram keeps one default button for all chats, so it speaks one language.
    label = words(DEFAULT_LANGUAGE).words("telegram-open-lobby")
    button = MenuButtonCommands() if app is None else app.menu_button(label)
    yield "button", button.to_json(), partial(bot.set_chat_menu_button, menu_button=button)
