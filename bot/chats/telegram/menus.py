"""Menus: the lists of commands, by the kind of chat and the language."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Awaitable, Callable
from typing import Any

from telegram import (
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeDefault,
)
from telegram.ext import ExtBot

from bot.chats.base import KeyValues
from bot.chats.telegram.retrying import until_answered
from bot.talk.catalog import DEFAULT_LANGUAGE, LANGUAGES, Words
from bot.talk.command_table import COMMANDS, Menu

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
        if command.listed and kind in command.menus
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
