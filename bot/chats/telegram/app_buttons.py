"""App buttons: open the Mini App from a message, a group or the menu of a private chat."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlencode

from cachetools import LRUCache
from telegram import Bot, InlineKeyboardButton, MenuButtonDefault, MenuButtonWebApp, WebAppInfo
from telegram.error import TelegramError

from bot.chats.base import KeyValues
from bot.talk.catalog import DEFAULT_LANGUAGE, Words, nearest_language


@dataclass(frozen=True, slots=True)
class AppLinks:
    """Where the Mini App is.

    Args:
        public_url: the address by which everybody reaches it: `https://nardy.example.org`.
        name: its name at @BotFather, by which groups open it; empty, if it has none.
    """

    public_url: str
    name: str = ""

    @property
    def lobby(self) -> str:
        """The address that shows a person's games."""
        return f"{self.public_url}/app"

    def menu_button(self, label: str) -> MenuButtonWebApp:
        """Return the button of the menu, which opens the lobby."""
        return MenuButtonWebApp(label, WebAppInfo(self.lobby))

    def start_link(self, username: str) -> str:
        """Return how the link begins that opens the app anywhere; a game's id, or its token, follows.

        Empty, if the app has no name.
        """
        return f"https://t.me/{username}/{self.name}?startapp=" if self.name else ""

    def board_button(self, label: str, game: str, chat: int, username: str) -> InlineKeyboardButton | None:
        """Return the button that opens a game, or None where no button can.

        A group takes no button of an app, but a link to it, which needs a name.

        Args:
            label: what stands on it.
            game: the id of the game.
            chat: the id of the chat where it stands; those of groups are negative.
            username: the bot's username.
        """
        if chat > 0:
            return InlineKeyboardButton(
                label, web_app=WebAppInfo(f"{self.lobby}?{urlencode({'game': game})}")
            )
        begins = self.start_link(username)
        return InlineKeyboardButton(label, url=f"{begins}{game}") if begins else None


logger = logging.getLogger(__name__)

NAMESPACE = "telegram-menu-buttons"
_MOST = 1000


class MenuButtons:
    """Gives a private chat a separate button if the default one speaks another language.

    Telegram keeps one button for all, in English, and one for each chat. A chat's is set once for each
    language that its person comes to speak, and taken away when it says the same as that of all.

    Args:
        bot: the bot's account.
        key_values: which chats have a separate button.
        words: the catalog of a language.
        app: where the Mini App is, if there is one.
    """

    def __init__(
        self, bot: Bot, key_values: KeyValues, words: Callable[[str], Words], app: AppLinks | None
    ) -> None:
        self._bot = bot
        self._key_values = key_values
        self._words = words
        self._app = app
        self._done: LRUCache[int, str] = LRUCache(_MOST)

    async def speak(self, chat: int, language: str) -> None:
        """Label the button of a private chat in a language, unless it is already."""
        spoken = nearest_language(language)
        if self._done.get(chat) == spoken:
            return
        self._done[chat] = spoken
        await self._set(chat, spoken)

    async def _set(self, chat: int, spoken: str) -> None:
        own = None
        if self._app is not None and spoken != DEFAULT_LANGUAGE:
            own = self._app.menu_button(self._words(spoken).words("telegram-open-lobby"))
        seal = "" if own is None else hashlib.sha256(own.to_json().encode()).hexdigest()[:16]
        if (await self._key_values.read(NAMESPACE, str(chat)) or "") == seal:
            return
        try:
            await self._bot.set_chat_menu_button(chat, own or MenuButtonDefault())
        except TelegramError as error:
            logger.info("a menu button could not be set: %s", type(error).__name__)
            return
        if seal:
            await self._key_values.write(NAMESPACE, str(chat), seal)
        else:
            await self._key_values.forget(NAMESPACE, str(chat))
