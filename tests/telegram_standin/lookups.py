"""Lookups: the methods that return information, and the answers to presses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.telegram_standin import wire
from tests.telegram_standin.access import readable
from tests.telegram_standin.refusals import QUERY_TOO_OLD, UNKNOWN_MEMBER, Refused, bad_request
from tests.telegram_standin.request import Request
from tests.telegram_standin.world import QUERY_LIVES, QueryAnswer, World

Json = dict[str, Any]


class Lookups:
    """Handles the methods that change no chat."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.routes: dict[str, Callable[[Request], object]] = {
            "getMe": self.get_me,
            "getChat": self.get_chat,
            "getChatMember": self.get_chat_member,
            "getFile": self.get_file,
            "answerCallbackQuery": self.answer_callback_query,
        }

    def get_me(self, _: Request) -> Json:
        """Return the bot's account."""
        return wire.myself(self._world.bot)

    def get_chat(self, request: Request) -> Json:
        """Return a chat."""
        return wire.full_chat(readable(request, self._world))

    def get_chat_member(self, request: Request) -> Json:
        """Return a member of a chat."""
        chat = readable(request, self._world)
        user = self._world.users.get(request.whole("user_id") or 0)
        if user is None:
            raise Refused(UNKNOWN_MEMBER)
        return wire.member(chat, user, self._world)

    def get_file(self, request: Request) -> Json:
        """Return the path at which a file can be downloaded."""
        file = self._world.files.find(request.text("file_id"))
        return file.ids | {"file_path": file.path}

    def answer_callback_query(self, request: Request) -> bool:
        """Answer a press. A later answer is accepted, but not shown."""
        query = self._world.queries.get(request.text("callback_query_id"))
        if query is None or query.waited() > QUERY_LIVES:
            raise Refused(QUERY_TOO_OLD)
        url = request.text("url") or None
        if url is not None and not url.startswith(f"https://t.me/{self._world.bot.username}?start="):
            raise Refused(bad_request("URL_INVALID"))
        query.answer(QueryAnswer(request.text("text"), request.flag("show_alert"), url))
        self._world.changed(f"answered {query.what}: {request.text('text')!r}")
        return True
