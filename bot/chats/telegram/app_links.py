"""App links: the buttons that open the Mini App, each where Telegram has such buttons."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from telegram import InlineKeyboardButton, MenuButtonWebApp, WebAppInfo


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
        """Return the button that opens a game; nothing, where no button can.

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
