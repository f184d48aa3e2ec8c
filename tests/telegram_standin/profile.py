"""Profile: the bot's menus of commands, menu buttons and descriptions."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.telegram_standin.refusals import CHAT_NOT_FOUND, Refused
from tests.telegram_standin.request import Request
from tests.telegram_standin.world import World

Json = dict[str, Any]


class Profile:
    """Handles the methods that set the bot's profile.

    Attributes:
        menus: the commands, by the scope's type and the language.
        texts: the descriptions, by field and language.
        button: the menu button of private chats.
        buttons: the menu buttons set for single chats, by the chat's id.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self.menus: dict[tuple[str, str], list[Json]] = {}
        self.texts: dict[tuple[str, str], str] = {}
        self.button: Json = {"type": "default"}
        self.buttons: dict[int, Json] = {}
        self.routes: dict[str, Callable[[Request], object]] = {
            "setMyCommands": self.set_commands,
            "setChatMenuButton": self.set_button,
            "setMyDescription": lambda request: self._set_text(request, "description"),
            "setMyShortDescription": lambda request: self._set_text(request, "short_description"),
        }

    def set_commands(self, request: Request) -> bool:
        """Store a menu."""
        commands = request.parsed("commands") or []
        names = [each["command"] for each in commands]
        for twice in sorted({each for each in names if names.count(each) > 1}):
            self._world.violate(request.route, f"two commands are called {twice!r}")
        scope = request.parsed("scope") or {"type": "default"}
        if set(scope) != {"type"}:
            self._world.violate(request.route, f"the stand-in plays no scope {json.dumps(scope)}")
        self.menus[scope["type"], request.text("language_code")] = commands
        return True

    def set_button(self, request: Request) -> bool:
        """Store the menu button of all private chats or of one."""
        button = request.parsed("menu_button") or {"type": "default"}
        chat = request.whole("chat_id")
        if chat is None:
            self.button = button
        elif chat not in self._world.chats or chat < 0:
            raise Refused(CHAT_NOT_FOUND)
        else:
            self.buttons[chat] = button
        return True

    def _set_text(self, request: Request, field: str) -> bool:
        self.texts[field, request.text("language_code")] = request.text(field)
        return True
