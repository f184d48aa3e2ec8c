"""The buttons that open the Mini App: where they stand, and where they lead."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.chats.telegram.app_buttons import AppLinks
from bot.chats.telegram.keyboards import keyboard_of
from bot.chats.telegram.menus import set_introduction
from bot.talk.catalog import words_in
from bot.talk.reply import Button, Invite, Reach, Reply
from tests.chats.stand_ins import MemoryKeyValues
from tests.chats.telegram.house import TO_A_CHOICE, open_house
from tests.telegram_standin.client import TinyBot
from tests.telegram_standin.standin import TelegramStandIn

LINKS = AppLinks("https://nardy.example.org", "board")
UNNAMED = AppLinks("https://nardy.example.org")
ANNA, GROUP = 777, -1001234
CARRIED = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""What Telegram takes behind `startapp=`."""


def test_a_private_chat_opens_the_app_itself() -> None:
    """The button carries the app's address with the game, and is none that comes back to the bot."""
    button = LINKS.board_button("Open", "k7f", ANNA, "Nardy_Bot")
    assert button is not None
    assert button.web_app is not None
    assert button.web_app.url == "https://nardy.example.org/app?game=k7f"
    assert (button.url, button.callback_data) == (None, None)


def test_a_group_has_a_link_to_the_app() -> None:
    """A group, which takes no button of an app, has the link that opens it with the game."""
    button = LINKS.board_button("Open", "k7f", GROUP, "Nardy_Bot")
    assert button is not None
    assert button.web_app is None
    assert button.url == "https://t.me/Nardy_Bot/board?startapp=k7f"
    assert CARRIED.fullmatch(button.url.partition("startapp=")[2])


def test_a_group_has_none_where_the_app_has_no_name() -> None:
    """Without the name that @BotFather gave it, only private chats open it."""
    assert UNNAMED.board_button("Open", "k7f", GROUP, "Nardy_Bot") is None
    assert UNNAMED.board_button("Open", "k7f", ANNA, "Nardy_Bot") is not None


def test_it_stands_below_what_can_be_pressed_and_above_the_links() -> None:
    """A board's own buttons keep their rows."""
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


async def test_the_menu_button_opens_the_lobby_and_goes_back_to_the_commands() -> None:
    """With an app Telegram keeps the button that opens it; without, the one that lists the commands."""
    key_values = MemoryKeyValues()
    async with TelegramStandIn() as telegram, TinyBot(telegram) as bot:
        await set_introduction(bot, key_values, words_in, LINKS)
        kept = telegram.profile.button
        await set_introduction(bot, key_values, words_in)
        assert telegram.profile.button == {"type": "commands"}
    assert kept == {
        "type": "web_app",
        "text": words_in("en").words("telegram-open-lobby"),
        "web_app": {"url": "https://nardy.example.org/app"},
    }


@pytest.mark.parametrize("links", [LINKS, UNNAMED, None], ids=["named", "unnamed", "none"])
async def test_boards_have_the_button_that_their_chat_can_have(
    tmp_path: Path, links: AppLinks | None
) -> None:
    """On the wire, which is held against Telegram's own description, each board has the button or none."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE, app=links) as house:
        board = await house.begin()
        label = words_in("en").words("telegram-open-board")
        found = [each.url or "" for each in board.buttons if each.label == label]
        assert len(found) == (1 if links is LINKS else 0)
        assert all(url.startswith("https://t.me/") for url in found)
        anna = house.people["Anna"]
        await anna.say(anna.private, "/play long novice")
        own = await anna.sees(anna.private, lambda seen: "Long Nardy" in seen.text and bool(seen.buttons))
        opens = [each.app or "" for each in own.buttons if each.label == label]
        assert len(opens) == (0 if links is None else 1)
        assert all(url.startswith("https://nardy.example.org/app?game=") for url in opens)
