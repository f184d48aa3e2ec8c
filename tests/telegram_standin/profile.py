"""Profile: what a bot says of itself: its menus of commands and their button, its name, its descriptions."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.telegram_standin.refusals import Refused, bad_request

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.telegram_standin.request import Request
    from tests.telegram_standin.world import World

Json = dict[str, Any]

_TEXTS = {
    "Name": "name",
    "Description": "description",
    "ShortDescription": "short_description",
}
_NARROWER = ("chat_member", "chat_administrators", "chat")


class Profile:
    """Answers the methods by which a bot introduces itself.

    Args:
        world: Rings when something changes.

    Attributes:
        menus: The commands of each scope (its JSON) and language.
        texts: The name and the descriptions by their field and language.
        button: What the button beside the text field of private chats opens.
        buttons: The same of those that have one of their own, by the chat's id.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self.menus: dict[tuple[str, str], list[Json]] = {}
        self.texts: dict[tuple[str, str], str] = {}
        self.button: Json = {"type": "default"}
        self.buttons: dict[int, Json] = {}
        self.routes: dict[str, Callable[[Request], object]] = {
            "setMyCommands": self.set_commands,
            "getMyCommands": self.get_commands,
            "deleteMyCommands": self.delete_commands,
            "setChatMenuButton": self.set_button,
            "getChatMenuButton": self.get_button,
        }
        for name, field in _TEXTS.items():
            self.routes[f"setMy{name}"] = self._setter(field)
            self.routes[f"getMy{name}"] = self._getter(field)

    def menu(self, scope: str = "default", language: str = "") -> dict[str, str]:
        """Return the commands that people of a language see in a scope, with what is said of them.

        Args:
            scope: Its type, e.g. `all_group_chats`.
            language: The two letters; where a language has no menu of its own, the general one is seen.
        """
        for narrower in dict.fromkeys((scope, "default")):
            for spoken in dict.fromkeys((language, "")):
                listed = self.menus.get((json.dumps({"type": narrower}), spoken))
                if listed:
                    return {each["command"]: each["description"] for each in listed}
        return {}

    def set_commands(self, request: Request) -> bool:
        """Keep a menu."""
        commands = request.parsed("commands") or []
        names = [each["command"].removeprefix("/") for each in commands]
        for twice in sorted({each for each in names if names.count(each) > 1}):
            self._world.violate(request.route, f"two commands are called {twice!r}")
        self.menus[self._place(request)] = [
            each | {"command": name} for each, name in zip(commands, names, strict=True)
        ]
        return True

    def get_commands(self, request: Request) -> list[Json]:
        """Tell a menu."""
        return self.menus.get(self._place(request), [])

    def delete_commands(self, request: Request) -> bool:
        """Forget a menu."""
        self.menus.pop(self._place(request), None)
        return True

    def set_button(self, request: Request) -> bool:
        """Keep what the button of all private chats opens, or that of one."""
        button = request.parsed("menu_button") or {"type": "default"}
        chat = request.whole("chat_id")
        if chat is None:
            self.button = button
        elif chat not in self._world.chats or chat < 0:
            raise Refused(bad_request("chat not found"))
        else:
            self.buttons[chat] = button
        return True

    def get_button(self, _: Request) -> Json:
        """Tell what the button opens."""
        return self.button

    def _place(self, request: Request) -> tuple[str, str]:
        scope = request.parsed("scope") or {"type": "default"}
        if scope.get("type") in _NARROWER and scope.get("chat_id") not in self._world.chats:
            raise Refused(bad_request("chat not found"))
        return json.dumps(scope, sort_keys=True), request.text("language_code")

    def _setter(self, field: str) -> Callable[[Request], bool]:
        def keep(request: Request) -> bool:
            self.texts[field, request.text("language_code")] = request.text(field)
            return True

        return keep

    def _getter(self, field: str) -> Callable[[Request], Json]:
        def emit_event(request: Request) -> Json:
            own = self.texts.get((field, request.text("language_code")))
            general = self._world.bot.name if field == "name" else ""
            return {field: own or self.texts.get((field, "")) or general}

        return emit_event
