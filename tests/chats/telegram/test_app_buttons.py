"""Buttons that open the Mini App: below boards, and in the menus of private chats."""

from __future__ import annotations

import re
from pathlib import Path

from bot.chats.telegram.app_buttons import AppLinks, MenuButtons
from bot.chats.telegram.keyboards import keyboard_of
from bot.chats.telegram.menus import set_introduction
from bot.talk.catalog import words_in
from bot.talk.reply import Button, Invite, Reach, Reply
from tests.chats.stand_ins import MemoryKeyValues
from tests.chats.telegram.house import TO_A_CHOICE, open_house
from tests.telegram_standin.client import TinyBot
from tests.telegram_standin.refusals import SERVER_ERROR
from tests.telegram_standin.standin import TelegramStandIn

LINKS = AppLinks("https://nardy.example.org", "board")
UNNAMED = AppLinks("https://nardy.example.org")
ANNA, GROUP = 777, -1001234
START_VALUE = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""The values that Telegram accepts after `startapp=`."""


def test_a_private_chat_opens_the_app_itself() -> None:
    """In a private chat the button opens the app at the game, without a press for the bot."""
    button = LINKS.board_button("Open", "k7f", ANNA, "Nardy_Bot")
    assert button is not None
    assert button.web_app is not None
    assert button.web_app.url == "https://nardy.example.org/app?game=k7f"
    assert (button.url, button.callback_data) == (None, None)


def test_a_group_has_a_link_to_the_app() -> None:
    """A group has a link to the game in the app instead, if the app has a name."""
    button = LINKS.board_button("Open", "k7f", GROUP, "Nardy_Bot")
    assert button is not None
    assert button.web_app is None
    assert button.url == "https://t.me/Nardy_Bot/board?startapp=k7f"
    assert START_VALUE.fullmatch(button.url.partition("startapp=")[2])
    assert UNNAMED.board_button("Open", "k7f", GROUP, "Nardy_Bot") is None
    assert UNNAMED.board_button("Open", "k7f", ANNA, "Nardy_Bot") is not None


def test_the_app_button_is_between_buttons_and_links() -> None:
    """The app's button is below the board's buttons and above its links."""
    reply = Reply(
        ("A board.",),
        buttons=((Button("Roll", "1:/roll k7f"),),),
        invites=(Invite("Invite", "/play", Reach.FRIEND),),
        game="k7f",
    )
    keyboard = keyboard_of(reply, "Nardy_Bot", LINKS.board_button("Open", "k7f", ANNA, "Nardy_Bot"))
    assert keyboard is not None
    assert [[each.text for each in row] for row in keyboard.inline_keyboard] == [
        ["Roll"],
        ["Open"],
        ["Invite"],
    ]


async def test_the_menu_button_opens_the_lobby_or_lists_commands(
    telegram: TelegramStandIn, bot: TinyBot
) -> None:
    """With an app the menu button opens it; without an app the button lists the commands."""
    key_values = MemoryKeyValues()
    await set_introduction(bot, key_values, words_in, LINKS)
    kept = telegram.profile.button
    await set_introduction(bot, key_values, words_in)
    assert telegram.profile.button == {"type": "commands"}
    assert kept == {
        "type": "web_app",
        "text": words_in("en").words("telegram-open-lobby"),
        "web_app": {"url": "https://nardy.example.org/app"},
    }


async def test_boards_have_the_button_of_their_chat(tmp_path: Path) -> None:
    """Over the wire each board has the button that its kind of chat allows."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE, app=LINKS) as house:
        label = words_in("en").words("telegram-open-board")
        board = await house.begin()
        (url,) = [each.url or "" for each in board.buttons if each.label == label]
        assert url.startswith("https://t.me/")
        anna = house.people["Anna"]
        await anna.say(anna.private, "/play long novice")
        own = await anna.sees(anna.private, lambda seen: "Long Nardy" in seen.text and bool(seen.buttons))
        (app,) = [each.app or "" for each in own.buttons if each.label == label]
        assert app.startswith("https://nardy.example.org/app?game=")
        await anna.say(anna.private, "/settings language ru")
        await house.telegram.until(lambda: anna.id in house.telegram.profile.buttons, "so does the menu")


def times_set(telegram: TelegramStandIn) -> int:
    """Return how often the button of a single chat was set."""
    return sum(
        request.route == "setChatMenuButton" and request.whole("chat_id") is not None
        for request in telegram.requests
    )


async def test_a_chats_button_is_set_once_for_each_language(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """A chat in another language than English gets its own button, once, also after a restart."""
    key_values = MemoryKeyValues()
    anna = telegram.user("Anna").id
    for language in ("en", "ru", "ru-RU", "ru"):
        await MenuButtons(bot, key_values, words_in, LINKS).set_language(anna, language)
    assert times_set(telegram) == 1
    own = telegram.profile.buttons[anna]
    assert own["text"] == words_in("ru").words("telegram-open-lobby")
    assert own["web_app"] == {"url": "https://nardy.example.org/app"}
    await MenuButtons(bot, key_values, words_in, LINKS).set_language(anna, "en")
    assert (times_set(telegram), telegram.profile.buttons[anna]) == (2, {"type": "default"})
    assert await key_values.items("telegram-menu-buttons") == []


async def test_without_the_app_its_buttons_are_reset(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """Without the app a chat with its own button gets the default one back, and a new chat gets none."""
    key_values = MemoryKeyValues()
    anna, boris = telegram.user("Anna").id, telegram.user("Boris").id
    await MenuButtons(bot, key_values, words_in, LINKS).set_language(anna, "ru")
    for chat in (anna, boris):
        await MenuButtons(bot, key_values, words_in, None).set_language(chat, "ru")
    assert telegram.profile.buttons == {anna: {"type": "default"}}


async def test_a_refused_button_is_not_set_again_at_once(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """A button that Telegram refused is set again only after a restart."""
    key_values = MemoryKeyValues()
    anna = telegram.user("Anna").id
    buttons = MenuButtons(bot, key_values, words_in, LINKS)
    telegram.refuse("setChatMenuButton", SERVER_ERROR)
    for _ in range(3):
        await buttons.set_language(anna, "ru")
    assert anna not in telegram.profile.buttons
    assert times_set(telegram) == 1
    await MenuButtons(bot, key_values, words_in, LINKS).set_language(anna, "ru")
    assert anna in telegram.profile.buttons
