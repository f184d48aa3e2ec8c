"""Sending: the methods by which a bot sends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.telegram_standin import wire
from tests.telegram_standin.access import may_send, topic_meant, writable
from tests.telegram_standin.formatting import Formatting
from tests.telegram_standin.posting import Post
from tests.telegram_standin.refusals import EMPTY, NOTHING_TO_REPLY_TO, Refused, bad_request
from tests.telegram_standin.request import Request
from tests.telegram_standin.world import Chat, Look, Message, Place, Rows, World

Json = dict[str, Any]

ACTIONS = (
    "typing",
    "upload_photo",
    "record_video",
    "upload_video",
    "record_voice",
    "upload_voice",
    "upload_document",
    "choose_sticker",
    "find_location",
    "record_video_note",
    "upload_video_note",
)


class Sending:
    """Answers the methods that put something new into a chat.

    Args:
        world: Where.
        post: Puts it there.
        formatting: Reads what it is to show.
    """

    def __init__(self, world: World, post: Post, formatting: Formatting) -> None:
        self._world = world
        self._post = post
        self._formatting = formatting
        self.routes: dict[str, Callable[[Request], object]] = {
            "sendMessage": self.send_message,
            "sendPhoto": self.send_photo,
            "sendDocument": self.send_document,
            "sendAnimation": self.send_animation,
            "sendChatAction": self.send_chat_action,
        }

    def send_message(self, request: Request) -> Json:
        """Send words."""
        chat = writable(request, self._world)
        fields = request.fields | {"entities": request.parsed("entities")}
        text, entities = self._formatting.words(fields, "text", chat, request.route)
        if not text:
            self._world.violate(request.route, "a message without words")
            raise Refused(EMPTY)
        return self._sent(request, chat, "text messages", Look(text, entities, self._rows(request)))

    def send_photo(self, request: Request) -> Json:
        """Send a picture."""
        return self._with_file(request, "photo", "photos")

    def send_document(self, request: Request) -> Json:
        """Send a file."""
        return self._with_file(request, "document", "documents")

    def send_animation(self, request: Request) -> Json:
        """Send a picture that moves."""
        return self._with_file(request, "animation", "animations")

    def send_chat_action(self, request: Request) -> bool:
        """Show that the bot is busy."""
        chat = writable(request, self._world)
        topic_meant(request, chat)
        if request.text("action") not in ACTIONS:
            self._world.violate(request.route, f"no action {request.text('action')!r}")
            raise Refused(bad_request("wrong parameter action in request"))
        return True

    def _with_file(self, request: Request, name: str, what: str) -> Json:
        chat = writable(request, self._world)
        fields = request.fields | {"caption_entities": request.parsed("caption_entities")}
        text, entities = self._formatting.words(fields, "caption", chat, request.route)
        file = self._formatting.file(request, request.fields.get(name), name, name)
        return self._sent(request, chat, what, Look(text, entities, self._rows(request), file))

    def _rows(self, request: Request) -> Rows:
        return self._formatting.rows(request.parsed("reply_markup"), request.route)

    def _sent(self, request: Request, chat: Chat, what: str, look: Look) -> Json:
        reply_to = self._replied(request, chat)
        place: Place = topic_meant(request, chat) or (reply_to.topic if reply_to else None) or chat
        may_send(chat, what)
        message = self._post.put(
            place,
            self._world.bot,
            look,
            silent=request.flag("disable_notification"),
            reply_to=reply_to,
        )
        self._post.notify(message)
        self._world.changed(f"sent {message!r}")
        return wire.message(message)

    def _replied(self, request: Request, chat: Chat) -> Message | None:
        """Return the message that is replied to.

        Raises:
            Refused: It is not there, and the request insists on it.
        """
        asked = request.parsed("reply_parameters")
        if not asked:
            return None
        message = chat.messages.get(asked.get("message_id"))
        if message is not None and not message.deleted:
            return message
        if asked.get("allow_sending_without_reply"):
            return None
        raise Refused(NOTHING_TO_REPLY_TO)
