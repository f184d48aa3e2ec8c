"""Posting: create and change an app's messages, and notify people."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from typing import Any

from tests.discord_standin import wire
from tests.discord_standin.limits import message_faults
from tests.discord_standin.refusals import EMPTY_MESSAGE, Refused, invalid_form
from tests.discord_standin.request import Upload
from tests.discord_standin.world import (
    EPHEMERAL,
    LOADING,
    NONCE_MEMORY,
    SILENT,
    Attachment,
    Channel,
    ChannelType,
    Interaction,
    Message,
    User,
    World,
)
from tests.standin.fault import Fault

Json = dict[str, Any]

_MENTION = re.compile(r"<@!?(\d+)>")
_KEPT_FLAGS = 1 << 2 | SILENT | EPHEMERAL
GUILD_MESSAGES, DIRECT_MESSAGES = 1 << 9, 1 << 12


class Post:
    """Creates and changes the messages of one world."""

    def __init__(self, world: World, files_url: str) -> None:
        self._world = world
        self._files_url = files_url

    def check(self, body: Json, files: Mapping[int, Upload], route: str) -> None:
        """Refuse a message that Discord documents as invalid.

        Raises:
            Refused: 50035.
        """
        faults = list(message_faults(body, tuple(files)))
        for fault in faults:
            self._world.violate(route, fault)
        if faults:
            raise Refused(invalid_form(faults))

    def send(
        self,
        channel: Channel,
        body: Json,
        files: Mapping[int, Upload],
        *,
        interaction: Interaction | None = None,
        notifications: bool = True,
    ) -> Message:
        """Send a new message of the app to a channel or, if ephemeral, to one person.

        Raises:
            Refused: the message is empty, or replies to an unknown message.
        """
        if (same := self._same(channel, body)) is not None:
            self._world.changed(f"nonce repeated: {same!r}")
            return same
        world = self._world
        message = Message(
            world.new_id(),
            channel,
            world.app,
            world.now(),
            flags=(body.get("flags") or 0) & _KEPT_FLAGS,
            nonce=body.get("nonce"),
            interaction=interaction,
            reference=self._reference(body),
        )
        self._fill(message, body, files)
        notified = self._mention(message, body)
        self.place(message)
        if notifications and not message.silent and not message.ephemeral:
            world.notify(message, notified)
        self.emit_event("MESSAGE_CREATE", message)
        world.changed(f"sent {message!r}", message.channel)
        return message

    def think(self, interaction: Interaction, flags: int) -> Message:
        """Show that the app is thinking."""
        world = self._world
        message = Message(
            world.new_id(),
            interaction.channel,
            world.app,
            world.now(),
            flags=(flags & EPHEMERAL) | LOADING,
            interaction=interaction,
        )
        self.place(message)
        return message

    def place(self, message: Message) -> None:
        """Add a new message to its channel or to its person's private messages."""
        self._world.messages[message.id] = message
        if message.ephemeral and message.interaction is not None:
            message.interaction.user.private.append(message)
        else:
            message.channel.messages.append(message)

    def edit(self, message: Message, body: Json, files: Mapping[int, Upload]) -> Message:
        """Edit a message, without notifying."""
        if not message.loading:
            message.edited = self._world.now()
        message.flags &= ~LOADING
        self._fill(message, body, files)
        self._mention(message, body)
        self.emit_event("MESSAGE_UPDATE", message)
        self._world.changed(f"edited {message!r}", message.channel)
        return message

    def remove(self, message: Message) -> None:
        """Delete a message."""
        message.deleted = True
        gone = {"id": str(message.id), "channel_id": str(message.channel.id)}
        place = message.channel.guild
        if not message.ephemeral:
            about = gone | ({"guild_id": str(place.id)} if place else {})
            self._world.emit("MESSAGE_DELETE", about, place, GUILD_MESSAGES if place else DIRECT_MESSAGES)
        self._world.changed(f"removed {message!r}", message.channel)

    def emit_event(self, event: str, message: Message) -> None:
        """Send a message's event to sessions with the intent for messages."""
        if not message.ephemeral:
            place = message.channel.guild
            intents = GUILD_MESSAGES if place else DIRECT_MESSAGES
            self._world.emit(event, wire.gateway_message(message, self._world), place, intents)

    def _same(self, channel: Channel, body: Json) -> Message | None:
        """Return the recent message of this channel with the same nonce, or None."""
        nonce = body.get("nonce")
        if nonce is None or not body.get("enforce_nonce"):
            return None
        since = self._world.now() - NONCE_MEMORY
        return next((each for each in channel.messages if each.nonce == nonce and each.made > since), None)

    def _reference(self, body: Json) -> Message | None:
        reference = body.get("message_reference")
        if not reference:
            return None
        message = self._world.messages.get(int(reference["message_id"]))
        if message is None or message.deleted:
            if reference.get("fail_if_not_exists", True):
                raise Refused(invalid_form([Fault("message_reference", "Unknown message")]))
            return None
        return message

    def _fill(self, message: Message, body: Json, files: Mapping[int, Upload]) -> None:
        if "content" in body:
            message.content = body["content"] or ""
        if "attachments" in body or files:
            message.attachments = self._attachments(message, body, files)
        if "components" in body:
            numbers = itertools.count(1)
            message.components = [_component(row, numbers) for row in body["components"] or ()]
        if not (message.content or message.components or message.attachments):
            raise Refused(EMPTY_MESSAGE)

    def _attachments(self, message: Message, body: Json, files: Mapping[int, Upload]) -> list[Attachment]:
        """Return the kept files named in `attachments` and the new ones, with their descriptions."""
        named = body.get("attachments")
        kept = message.attachments
        said: dict[int, Json] = {int(each["id"]): each for each in named or ()}
        if named is not None:
            kept = [each for each in kept if each.id in said]
        return kept + [self._attachment(message, files[number], said.get(number, {})) for number in files]

    def _attachment(self, message: Message, file: Upload, said: Json) -> Attachment:
        number = self._world.new_id()
        name = said.get("filename") or file.filename
        url = f"{self._files_url}/{message.channel.id}/{number}/{name}"
        return Attachment(number, name, file.data, said.get("description"), url)

    def _mention(self, message: Message, body: Json) -> list[User]:
        """Set the mentions that the sender allows, and return the people to notify."""
        allowed = body.get("allowed_mentions")
        parse = (allowed or {}).get("parse") or ()
        listed = {int(each) for each in (allowed or {}).get("users") or ()}
        named = list(dict.fromkeys(int(each) for each in _MENTION.findall(message.text)))
        users = [self._world.users[each] for each in named if each in self._world.users]
        if allowed is not None and "users" not in parse:
            users = [each for each in users if each.id in listed]
        replied = message.reference.author if message.reference else None
        if replied is not None and replied not in users and (allowed is None or allowed.get("replied_user")):
            users.append(replied)
        message.mentions = users
        said = "@everyone" in message.text or "@here" in message.text
        if said and (allowed is None or "everyone" in parse):
            self._world.violate("allowed_mentions", f"{message!r} may notify everyone")
        notified = [each for each in users if each is not self._world.app]
        if message.channel.kind is ChannelType.DIRECT and message.channel.person:
            notified = [message.channel.person]
        return notified


def _component(sent: Json, numbers: itertools.count[int]) -> Json:
    """Return a row or button as Discord returns it: numbered, without nulls."""
    shown = {name: value for name, value in sent.items() if value is not None}
    shown["id"] = sent.get("id") or next(numbers)
    if "components" in shown:
        shown["components"] = [_component(each, numbers) for each in shown["components"]]
    return shown
