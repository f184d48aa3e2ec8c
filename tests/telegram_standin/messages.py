"""Messages: the methods that send, edit and delete them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from telegram.constants import ReactionEmoji

from tests.telegram_standin import wire
from tests.telegram_standin.access import may_send, requested_topic, writable
from tests.telegram_standin.formatting import Formatting
from tests.telegram_standin.posting import Post
from tests.telegram_standin.refusals import (
    CANNOT_DELETE,
    CANNOT_EDIT,
    EMPTY,
    NO_CAPTION,
    NO_TEXT,
    NOT_MODIFIED,
    NOTHING_TO_DELETE,
    NOTHING_TO_EDIT,
    NOTHING_TO_REACT_TO,
    NOTHING_TO_REPLY_TO,
    REACTION_INVALID,
    TOO_OLD_TO_DELETE,
    Refusal,
    Refused,
    bad_request,
)
from tests.telegram_standin.request import Request
from tests.telegram_standin.world import DELETABLE, Chat, Look, Message, Place, Rows, World

Json = dict[str, Any]


def _plain(emoji: str) -> str:
    """Return an emoji without its variation selector, which Telegram's list omits."""
    return emoji.replace("\ufe0f", "")


EMOJI = frozenset(_plain(each.value) for each in ReactionEmoji)
"""The emoji with which a bot can react; a test compares them with Telegram's description."""


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
    """Handles the methods that send messages."""

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
        """Send a text."""
        chat = writable(request, self._world)
        fields = request.fields | {"entities": request.parsed("entities")}
        text, entities = self._formatting.words(fields, "text", chat, request.route)
        if not text:
            self._world.violate(request.route, "a message without words")
            raise Refused(EMPTY)
        return self._sent(request, chat, "text messages", Look(text, entities, self._rows(request)))

    def send_photo(self, request: Request) -> Json:
        """Send a photo."""
        return self._with_file(request, "photo", "photos")

    def send_document(self, request: Request) -> Json:
        """Send a document."""
        return self._with_file(request, "document", "documents")

    def send_animation(self, request: Request) -> Json:
        """Send an animation."""
        return self._with_file(request, "animation", "animations")

    def send_chat_action(self, request: Request) -> bool:
        """Show a chat action."""
        chat = writable(request, self._world)
        requested_topic(request, chat)
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
        place: Place = requested_topic(request, chat) or (reply_to.topic if reply_to else None) or chat
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
        """Return the message replied to, or None.

        Raises:
            Refused: it does not exist, and the request requires it.
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


class Editing:
    """Handles the methods that edit, delete or react to messages."""

    def __init__(self, world: World, post: Post, formatting: Formatting) -> None:
        self._world = world
        self._post = post
        self._formatting = formatting
        self.routes: dict[str, Callable[[Request], object]] = {
            "editMessageText": self.edit_text,
            "editMessageCaption": self.edit_caption,
            "editMessageMedia": self.edit_media,
            "editMessageReplyMarkup": self.edit_reply_markup,
            "deleteMessage": self.delete,
            "setMessageReaction": self.react,
        }

    def edit_text(self, request: Request) -> Json:
        """Edit the text of a message without a file."""
        message = self._edited(request)
        if message.file is not None:
            raise Refused(NO_TEXT)
        fields = request.fields | {"entities": request.parsed("entities")}
        text, entities = self._formatting.words(fields, "text", message.chat, request.route)
        if not text:
            self._world.violate(request.route, "a message without words")
            raise Refused(EMPTY)
        return self._change(message, Look(text, entities, self._rows(request)))

    def edit_caption(self, request: Request) -> Json:
        """Edit the caption of a photo or file."""
        message = self._edited(request)
        if message.file is None:
            raise Refused(NO_CAPTION)
        fields = request.fields | {"caption_entities": request.parsed("caption_entities")}
        text, entities = self._formatting.words(fields, "caption", message.chat, request.route)
        return self._change(message, Look(text, entities, self._rows(request), message.file))

    def edit_media(self, request: Request) -> Json:
        """Replace the photo or file, with its caption."""
        message = self._edited(request)
        media = request.parsed("media") or {}
        if media.get("type") not in ("photo", "document", "animation"):
            self._world.violate(request.route, f"the stand-in plays no media of type {media.get('type')!r}")
            raise Refused(CANNOT_EDIT)
        # Telegram does not document the effect of a lost right on edits, so the strict reading is used.
        may_send(message.chat, f"{media['type']}s")
        text, entities = self._formatting.words(media, "caption", message.chat, request.route)
        file = self._formatting.file(request, media.get("media"), "media", media["type"])
        return self._change(message, Look(text, entities, self._rows(request), file))

    def edit_reply_markup(self, request: Request) -> Json:
        """Edit only the buttons."""
        message = self._edited(request)
        now = message.look
        return self._change(message, Look(now.text, now.entities, self._rows(request), now.file))

    def delete(self, request: Request) -> bool:
        """Delete a message."""
        chat = writable(request, self._world)
        message = chat.messages.get(request.whole("message_id") or 0)
        if message is None or message.deleted:
            raise Refused(NOTHING_TO_DELETE)
        if (reason := self._undeletable(message)) is not None:
            raise Refused(reason)
        self._post.remove(message)
        return True

    def react(self, request: Request) -> bool:
        """Set the bot's reaction to a message: a listed emoji, where reactions are allowed."""
        chat = writable(request, self._world)
        message = self._found(request, chat, NOTHING_TO_REACT_TO)
        reactions = request.parsed("reaction") or []
        if len(reactions) > 1:
            raise Refused(bad_request("REACTIONS_TOO_MANY"))
        is_known = all(
            each.get("type") == "emoji" and _plain(each.get("emoji", "")) in EMOJI for each in reactions
        )
        if "can_react_to_messages" in chat.denied or message.service is not None or not is_known:
            raise Refused(REACTION_INVALID)
        message.reactions = tuple(each.get("emoji", "") for each in reactions)
        self._world.changed(f"reacted to {message!r}")
        return True

    def _edited(self, request: Request) -> Message:
        """Return the message to edit.

        Raises:
            Refused: it does not exist, or is not the bot's.
        """
        if request.text("inline_message_id"):
            self._world.violate(request.route, "the stand-in plays no inline messages")
            raise Refused(NOTHING_TO_EDIT)
        message = self._found(request, writable(request, self._world), NOTHING_TO_EDIT)
        if message.sender is not self._world.bot or message.service is not None:
            raise Refused(CANNOT_EDIT)
        return message

    def _found(self, request: Request, chat: Chat, otherwise: Refusal) -> Message:
        message = chat.messages.get(request.whole("message_id") or 0)
        if message is None or message.deleted:
            raise Refused(otherwise)
        return message

    def _rows(self, request: Request) -> Rows:
        return self._formatting.rows(request.parsed("reply_markup"), request.route)

    def _change(self, message: Message, look: Look) -> Json:
        if look == message.look:
            raise Refused(NOT_MODIFIED)
        self._post.change(message, look)
        return wire.message(message)

    def _undeletable(self, message: Message) -> Refusal | None:
        if self._world.now() - message.made > DELETABLE:
            return TOO_OLD_TO_DELETE
        mine = message.sender is self._world.bot and message.service is None
        return None if mine or message.chat.is_private else CANNOT_DELETE
