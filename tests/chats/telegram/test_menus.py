"""The bot's profile on Telegram: menus of commands, descriptions and the menu button."""

from __future__ import annotations

import re

import pytest
from telegram import BotCommand
from telegram.constants import BotCommandLimit, BotDescriptionLimit

from bot.chats.telegram.menus import menu, set_introduction, set_menus
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.command import Menu
from bot.talk.command_table import COMMANDS
from tests.chats.stand_ins import MemoryKeyValues
from tests.telegram_standin.client import TinyBot
from tests.telegram_standin.refusals import SERVER_ERROR, Refusal, bad_request, flood
from tests.telegram_standin.standin import TelegramStandIn

SCOPES = {"default", "all_private_chats", "all_group_chats", "all_chat_administrators"}
PROFILE_METHODS = ("setMyDescription", "setMyShortDescription", "setChatMenuButton")


def listed(kind: Menu, language: str = "en") -> list[BotCommand]:
    """Return a menu as it is sent to Telegram."""
    return menu(kind, words_in(language))


def profile_requests(telegram: TelegramStandIn) -> list[str]:
    """Return the methods by which the bot has set its profile, in order."""
    return [request.route for request in telegram.requests if request.route in PROFILE_METHODS]


@pytest.mark.parametrize("language", LANGUAGES)
def test_menus_and_descriptions_keep_the_limits(language: str) -> None:
    """Each text exists and keeps Telegram's limits, and descriptions of commands are sentences."""
    words = words_in(language)
    assert 1 <= len(words.words("telegram-description")) <= BotDescriptionLimit.MAX_DESCRIPTION_LENGTH
    assert 1 <= len(words.words("telegram-short")) <= BotDescriptionLimit.MAX_SHORT_DESCRIPTION_LENGTH
    for kind in Menu:
        commands = listed(kind, language)
        assert 1 <= len(commands) <= BotCommandLimit.MAX_COMMAND_NUMBER
        for command in commands:
            assert re.fullmatch("[a-z0-9_]{1,32}", command.command)
            length = len(command.description)
            assert BotCommandLimit.MIN_DESCRIPTION <= length <= BotCommandLimit.MAX_DESCRIPTION, command
            assert command.description[0].isupper(), command


def test_each_kind_of_chat_lists_its_commands() -> None:
    """Private menus list all listed commands, group menus fewer, and administrators' menus also settings."""
    private, group, administrators = (
        {command.command for command in listed(kind)} for kind in (Menu.PRIVATE, Menu.GROUP, Menu.ADMINS)
    )
    assert private == {name for name, command in COMMANDS.items() if command.listed}
    on_boards = {"double", "take", "drop", "pause", "resume", "claim", "more", "share"}
    assert private - administrators == on_boards | {"profile", "export", "forget"}
    assert (administrators - group, group - administrators) == ({"settings"}, set())


async def test_menus_are_set_once(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """Each kind of chat gets its menu in every language, once for each bot and each change."""
    key_values, others = MemoryKeyValues(), [language for language in LANGUAGES if language != "en"]
    await set_menus(bot, key_values, words_in)
    menus = telegram.profile.menus
    assert menus.keys() == {(scope, language) for scope in SCOPES for language in ("", *others)}
    for kind, scope in ((Menu.GROUP, "all_group_chats"), (Menu.ADMINS, "all_chat_administrators")):
        for language in LANGUAGES:
            code = "" if language == "en" else language
            assert menus[scope, code] == [each.to_dict() for each in listed(kind, language)]
    sent = len(telegram.sent("setMyCommands"))
    await set_menus(bot, key_values, words_in)
    assert len(telegram.sent("setMyCommands")) == sent
    await set_menus(bot, key_values, lambda _: words_in("ru"))
    assert menus["all_group_chats", ""] == [each.to_dict() for each in listed(Menu.GROUP, "ru")]
    async with TelegramStandIn(number=78) as elsewhere, TinyBot(elsewhere) as other:
        await set_menus(other, key_values, words_in)
        assert len(elsewhere.sent("setMyCommands")) == sent


async def test_refused_menus_are_sent_again(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """Refused menus are sent again with growing delays."""
    delays = list[float]()

    async def sleep(seconds: float) -> None:
        delays.append(seconds)

    telegram.refuse("setMyCommands", SERVER_ERROR, times=9)
    await set_menus(bot, MemoryKeyValues(), words_in, sleep)
    assert {scope for scope, _ in telegram.profile.menus} == SCOPES
    assert delays == [30, 60, 120, 240, 480, 960, 1920, 3600, 3600]


async def test_descriptions_are_sent_once_in_every_language(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """Descriptions and the button are sent once; later only changed ones are."""
    key_values = MemoryKeyValues()
    await set_introduction(bot, key_values, words_in)
    for field, message in (("description", "telegram-description"), ("short_description", "telegram-short")):
        assert telegram.profile.texts[field, ""] == words_in("en").words(message)
        assert telegram.profile.texts[field, "ru"] == words_in("ru").words(message)
    assert telegram.profile.button == {"type": "commands"}
    before = profile_requests(telegram)
    assert len(before) == 2 * len(LANGUAGES) + 1
    await set_introduction(bot, key_values, words_in)
    assert profile_requests(telegram) == before
    await set_introduction(bot, key_values, lambda _: words_in("ru"))
    assert profile_requests(telegram)[len(before) :] == ["setMyDescription", "setMyShortDescription"]
    assert telegram.profile.texts["short_description", ""] == words_in("ru").words("telegram-short")


@pytest.mark.parametrize(
    ("refusal", "waits"),
    [(SERVER_ERROR, [30]), (flood(70), [70]), (bad_request("SHORT_DESCRIPTION_INVALID"), [])],
)
async def test_a_failed_description_is_sent_later(
    telegram: TelegramStandIn, bot: TinyBot, refusal: Refusal, waits: list[float]
) -> None:
    """After a server error or a rate limit the missing text is sent again; a refused text is not."""
    delays = list[float]()

    async def sleep(seconds: float) -> None:
        assert "setChatMenuButton" not in profile_requests(telegram)
        delays.append(seconds)

    telegram.refuse("setMyShortDescription", refusal)
    await set_introduction(bot, MemoryKeyValues(), words_in, sleep=sleep)
    assert delays == waits
    assert (("short_description", "") in telegram.profile.texts) is bool(waits)
    assert profile_requests(telegram).count("setMyDescription") == (len(LANGUAGES) if waits else 1)
