"""Menu buttons of private chats, told over real sockets and kept by the stand-in."""

from __future__ import annotations

from pathlib import Path

from bot.chats.telegram.app_buttons import AppLinks, MenuButtons
from bot.talk.catalog import words_in
from tests.chats.stand_ins import MemoryKeyValues
from tests.chats.telegram.house import open_house
from tests.telegram_standin.client import TinyBot
from tests.telegram_standin.refusals import SERVER_ERROR
from tests.telegram_standin.standin import TelegramStandIn

LINKS = AppLinks("https://nardy.example.org", "board")


def asked(telegram: TelegramStandIn) -> int:
    """How often a button of one chat was set."""
    return sum(
        request.route == "setChatMenuButton" and request.whole("chat_id") is not None
        for request in telegram.requests
    )


async def test_a_chat_is_told_once_for_each_language() -> None:
    """English needs no button of its own; another language does, once, also after a restart."""
    key_values = MemoryKeyValues()
    async with TelegramStandIn() as telegram, TinyBot(telegram) as bot:
        anna = telegram.user("Anna").id
        for language in ("en", "ru", "ru-RU", "ru"):
            await MenuButtons(bot, key_values, words_in, LINKS).speak(anna, language)
        assert asked(telegram) == 1
        own = telegram.profile.buttons[anna]
        assert own["text"] == words_in("ru").words("telegram-open-lobby")
        assert own["web_app"] == {"url": "https://nardy.example.org/app"}
        await MenuButtons(bot, key_values, words_in, LINKS).speak(anna, "en")
        assert (asked(telegram), telegram.profile.buttons[anna]) == (2, {"type": "default"})
        assert await key_values.items("telegram-menu-buttons") == []


async def test_an_app_that_is_gone_takes_its_buttons_with_it() -> None:
    """Where there is none any more, a chat gets the button of all chats back, and a new chat none at all."""
    key_values = MemoryKeyValues()
    async with TelegramStandIn() as telegram, TinyBot(telegram) as bot:
        anna, boris = telegram.user("Anna").id, telegram.user("Boris").id
        await MenuButtons(bot, key_values, words_in, LINKS).speak(anna, "ru")
        for chat in (anna, boris):
            await MenuButtons(bot, key_values, words_in, None).speak(chat, "ru")
        assert telegram.profile.buttons == {anna: {"type": "default"}}


async def test_what_telegram_does_not_take_is_not_asked_again_at_once() -> None:
    """A chat whose button could not be set is left alone until the next start."""
    key_values = MemoryKeyValues()
    async with TelegramStandIn() as telegram, TinyBot(telegram) as bot:
        anna = telegram.user("Anna").id
        buttons = MenuButtons(bot, key_values, words_in, LINKS)
        telegram.refuse("setChatMenuButton", SERVER_ERROR)
        for _ in range(3):
            await buttons.speak(anna, "ru")
        assert anna not in telegram.profile.buttons
        assert asked(telegram) == 1
        await MenuButtons(bot, key_values, words_in, LINKS).speak(anna, "ru")
        assert anna in telegram.profile.buttons


async def test_a_private_chat_is_labelled_as_its_person_speaks(tmp_path: Path) -> None:
    """Whoever is answered in another language has the button in it with that very answer."""
    async with open_house(tmp_path / "nardy.db", app=LINKS) as house:
        anna = house.people["Anna"]
        await anna.say(anna.private, "/settings language ru")
        await house.telegram.until(lambda: anna.id in house.telegram.profile.buttons, "the button is set")
