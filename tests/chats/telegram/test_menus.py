from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import parse_qs

import httpx
import pytest
from telegram import BotCommand
from telegram.constants import BotCommandLimit
from telegram.ext import ExtBot
from telegram.request import HTTPXRequest

from bot.chats.telegram.menus import menu, set_menus
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.command import Menu
from bot.talk.command_table import COMMANDS
from tests.chats.stand_ins import MemoryKeyValues

EVERY_MENU = [(kind, language) for kind in Menu for language in LANGUAGES]
SCOPES = {"default", "all_private_chats", "all_group_chats", "all_chat_administrators"}


def listed(kind: Menu, language: str = "en") -> list[BotCommand]:
    """Return a menu as Telegram is told of it."""
    return menu(kind, words_in(language))


@pytest.mark.parametrize(("kind", "language"), EVERY_MENU)
def test_a_menu_keeps_the_limits(kind: Menu, language: str) -> None:
    """A menu has as many commands, and each as long a name and description, as Telegram takes."""
    commands = listed(kind, language)
    assert 1 <= len(commands) <= BotCommandLimit.MAX_COMMAND_NUMBER
    for command in commands:
        assert re.fullmatch("[a-z0-9_]+", command.command)
        assert BotCommandLimit.MIN_COMMAND <= len(command.command) <= BotCommandLimit.MAX_COMMAND
        assert (
            BotCommandLimit.MIN_DESCRIPTION <= len(command.description) <= BotCommandLimit.MAX_DESCRIPTION
        ), command


@pytest.mark.parametrize(("kind", "language"), EVERY_MENU)
def test_a_description_begins_like_a_sentence(kind: Menu, language: str) -> None:
    """Each description begins with a capital letter, in every language."""
    for command in listed(kind, language):
        assert command.description[0].isupper(), command


def test_every_listed_command_is_in_the_private_menu() -> None:
    """In private the menu lists what the help lists."""
    names = {command.command for command in listed(Menu.PRIVATE)}
    assert names == {name for name, command in COMMANDS.items() if command.listed}


def test_the_menus_of_groups_leave_the_cube_and_claims_to_the_board() -> None:
    """In a group no menu lists the commands of what few games come to; all others stand there."""
    private = {command.command for command in listed(Menu.PRIVATE)}
    on_boards = {"double", "take", "drop", "pause", "resume", "claim", "more", "share"}
    on_boards |= {"profile", "export", "forget"}
    assert private - {command.command for command in listed(Menu.ADMINS)} == on_boards


def test_only_administrators_are_offered_settings_in_groups() -> None:
    """In a group the settings stand in the menu of those who may change them, and nothing else differs."""
    everybody = {command.command for command in listed(Menu.GROUP)}
    administrators = {command.command for command in listed(Menu.ADMINS)}
    assert administrators - everybody == {"settings"}
    assert everybody <= administrators


class Server:
    """Telegram, as far as it keeps menus."""

    def __init__(self) -> None:
        self.menus: dict[tuple[str, str | None], list[dict[str, str]]] = {}
        self.calls = 0
        self.fails = False

    def answer(self, request: httpx.Request) -> httpx.Response:
        """Take a request."""
        if request.url.path.endswith("getMe"):
            token = request.url.path.split("/")[1]
            me = {"id": int(token.removeprefix("bot").split(":")[0]), "is_bot": True, "first_name": "Nardy"}
            return httpx.Response(200, json={"ok": True, "result": me | {"username": "nardy_bot"}})
        if self.fails:
            return httpx.Response(500, json={"ok": False, "description": "Internal Server Error"})
        fields = {key: value for key, (value,) in parse_qs(request.content.decode()).items()}
        scope = json.loads(fields["scope"])["type"]
        self.menus[scope, fields.get("language_code")] = json.loads(fields["commands"])
        self.calls += 1
        return httpx.Response(200, json={"ok": True, "result": True})

    @asynccontextmanager
    async def bot(self, number: int = 77) -> AsyncIterator[ExtBot[Any]]:
        """A bot of this server's."""
        transport = {"transport": httpx.MockTransport(self.answer)}
        requests = [HTTPXRequest(httpx_kwargs=transport) for _ in range(2)]
        async with ExtBot(f"{number}:token", request=requests[0], get_updates_request=requests[1]) as bot:
            yield bot


async def test_every_kind_of_chat_has_its_menu_in_every_language() -> None:
    """Telegram is told every menu without a language, in English, and in each other language."""
    server = Server()
    async with server.bot() as bot:
        await set_menus(bot, MemoryKeyValues(), words_in)
    others = [language for language in LANGUAGES if language != "en"]
    assert server.menus.keys() == {(scope, language) for scope in SCOPES for language in (None, *others)}
    for kind, scope in ((Menu.GROUP, "all_group_chats"), (Menu.ADMINS, "all_chat_administrators")):
        for language in LANGUAGES:
            code = None if language == "en" else language
            assert server.menus[scope, code] == [each.to_dict() for each in listed(kind, language)]


async def test_menus_are_told_once() -> None:
    """While the menus stay as they are Telegram is not told again, also after a restart."""
    server, key_values = Server(), MemoryKeyValues()
    async with server.bot() as bot:
        await set_menus(bot, key_values, words_in)
    calls = server.calls
    async with server.bot() as bot:
        await set_menus(bot, key_values, words_in)
    assert server.calls == calls


async def test_changed_menus_are_told_again() -> None:
    """When a description has changed Telegram is told."""
    server, key_values = Server(), MemoryKeyValues()
    async with server.bot() as bot:
        await set_menus(bot, key_values, words_in)
        await set_menus(bot, key_values, lambda _: words_in("ru"))
    assert server.menus["all_group_chats", None] == [each.to_dict() for each in listed(Menu.GROUP, "ru")]


async def test_another_bot_is_told_its_menus() -> None:
    """What one bot's menus are says nothing of another's."""
    server, key_values = Server(), MemoryKeyValues()
    async with server.bot() as bot:
        await set_menus(bot, key_values, words_in)
    calls = server.calls
    async with server.bot(78) as other:
        await set_menus(other, key_values, words_in)
    assert server.calls == 2 * calls


async def test_menus_that_were_not_taken_are_told_again() -> None:
    """While Telegram does not answer, the menus are sent again after waits that grow, until it has them."""
    server, waited = Server(), list[float]()
    server.fails = True

    async def sleep(seconds: float) -> None:
        waited.append(seconds)
        server.fails = len(waited) < 9

    async with server.bot() as bot:
        await set_menus(bot, MemoryKeyValues(), words_in, sleep)
    assert {scope for scope, _ in server.menus} == SCOPES
    assert waited == [30, 60, 120, 240, 480, 960, 1920, 3600, 3600]
