"""App buttons: buttons that open the Mini App from a message or the menu of a private chat."""

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
    """The addresses of the Mini App.

    Args:
        public_url: its public address, such as `https://nardy.example.org`.
        name: its name at @BotFather, which links in groups need; empty if it has none.
    """

    public_url: str
    name: str = ""

    @property
    def lobby(self) -> str:
        """The address of the page with a person's games."""
        return f"{self.public_url}/app"

    def menu_button(self, label: str) -> MenuButtonWebApp:
        """Return a menu button that opens the lobby."""
        return MenuButtonWebApp(label, WebAppInfo(self.lobby))

    def start_link(self, username: str) -> str:
        """Return the link that opens the app, to be completed by a game's id or share token.

        Empty if the app has no name.

        Args:
            username: the bot's username.
        """
        return f"https://t.me/{username}/{self.name}?startapp=" if self.name else ""

    def board_button(self, label: str, game: str, chat: int, username: str) -> InlineKeyboardButton | None:
        """Return a button that opens a game in the app, or None if no button can.

        Telegram allows app buttons only in private chats. A group gets a link, which needs the app's name.

        Args:
            game: the id of the game.
            chat: the id of the button's chat; ids of groups are negative.
            username: the bot's username.
        """
        if chat > 0:
            return InlineKeyboardButton(
                label, web_app=WebAppInfo(f"{self.lobby}?{urlencode({'game': game})}")
            )
        link = self.start_link(username)
        return InlineKeyboardButton(label, url=f"{link}{game}") if link else None


logger = logging.getLogger(__name__)

NAMESPACE = "telegram-menu-buttons"
_MOST = 1000


class MenuButtons:
    """Sets the menu button of private chats whose language differs from the default button's.

    Telegram has one default button, which is in English, and one button per chat. A chat's button is set
    when the language changes, and removed when it would equal the default.

    Args:
        key_values: stores which chats have their own button.
        words: returns the catalog for a language.
        app: the addresses of the Mini App; None if there is none.
    """

    def __init__(
        self, bot: Bot, key_values: KeyValues, words: Callable[[str], Words], app: AppLinks | None
    ) -> None:
        self._bot = bot
        self._key_values = key_values
        self._words = words
        self._app = app
        self._done: LRUCache[int, str] = LRUCache(_MOST)

    async def set_language(self, chat: int, language: str) -> None:
        """Set the label of a private chat's menu button in a language, unless it is set already."""
        nearest = nearest_language(language)
        if self._done.get(chat) == nearest:
            return
        self._done[chat] = nearest
        await self._set(chat, nearest)

    async def _set(self, chat: int, language: str) -> None:
        button = None
        if self._app is not None and language != DEFAULT_LANGUAGE:
            button = self._app.menu_button(self._words(language).words("telegram-open-lobby"))
        checksum = "" if button is None else hashlib.sha256(button.to_json().encode()).hexdigest()[:16]
        if (await self._key_values.read(NAMESPACE, str(chat)) or "") == checksum:
            return
        try:
            await self._bot.set_chat_menu_button(chat, button or MenuButtonDefault())
        except TelegramError as error:
            fields = {"platform": "telegram", "chat": chat, "error": type(error).__name__}
            logger.info("menu button not set", extra=fields)
            return
        if checksum:
            await self._key_values.write(NAMESPACE, str(chat), checksum)
        else:
            await self._key_values.forget(NAMESPACE, str(chat))
