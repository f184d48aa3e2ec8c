"""Posting: create and edit messages, and notify the people they mention."""

from __future__ import annotations

from typing import Any

from tests.telegram_standin import wire
from tests.telegram_standin.world import Chat, Look, Membership, Message, Place, Topic, User, World, chat_of

Json = dict[str, Any]


class Post:
    """Creates and edits the messages of one world.

    Attributes:
        notifications: each with the user and the message.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self.notifications: list[tuple[User, Message]] = []

    def put(
        self,
        place: Place,
        sender: User,
        look: Look,
        *,
        silent: bool = False,
        reply_to: Message | None = None,
        service: Json | None = None,
        sender_chat: Chat | None = None,
    ) -> Message:
        """Add a new message to a chat or topic."""
        chat = chat_of(place)
        topic = place if isinstance(place, Topic) else None
        message = Message(
            self._world.next_message_id(chat),
            chat,
            sender,
            self._world.now(),
            look.text,
            look.entities,
            look.rows,
            look.file,
            silent=silent,
            topic=topic,
            service=service,
            sender_chat=sender_chat,
        )
        message.reply_to = reply_to
        message.thread = topic.thread if topic else _thread_of_replies(chat, reply_to)
        if topic is not None and reply_to is None:
            message.reply_to = chat.messages.get(topic.thread)
        chat.messages[message.id] = message
        self._world.changed(f"new {message!r}", message.chat)
        return message

    def emit_event(self, message: Message) -> None:
        """Send the bot an update for a message that its privacy mode allows."""
        if self._is_delivered(message):
            if message.chat.is_private:
                self._world.met.add(message.sender.id)
            message.update_id = self._world.emit("message", wire.message(message))

    def notify(self, message: Message) -> None:
        """Notify the people that a new message of the bot mentions."""
        if message.silent:
            return
        if message.chat.person is not None:
            notified = [message.chat.person]
        else:
            notified = [user for user in self._world.users.values() if _mentions(message, user)]
        self.notifications += [(user, message) for user in notified]

    def change(self, message: Message, look: Look) -> None:
        """Edit a message, without notifying."""
        message.show(look, self._world.now())
        self._world.changed(f"edited {message!r}", message.chat)

    def remove(self, message: Message) -> None:
        """Delete a message."""
        message.deleted = True
        self._world.changed(f"deleted {message!r}", message.chat)

    def service(self, place: Place, by: User, **what: object) -> Message:
        """Add a service message, and send its update."""
        message = self.put(place, by, Look(), service=what)
        self.emit_event(message)
        return message

    def set_membership(self, chat: Chat, membership: Membership, by: User) -> None:
        """Change the bot's membership in a chat."""
        before, chat.bot = chat.bot, membership
        now = self._world.now()
        self._world.emit("my_chat_member", wire.membership_change(chat, by, before, now, self._world))
        self._world.changed(f"the bot is {membership} in {chat.title}")

    def _is_delivered(self, message: Message) -> bool:
        if message.chat.is_private:
            return True
        if message.chat.bot is not Membership.MEMBER:
            return False
        answered = message.reply_to is not None and message.reply_to.sender is self._world.bot
        return message.service is not None or answered or self._is_command(message)

    def _is_command(self, message: Message) -> bool:
        """Return True if the message begins with a command that is not for another bot."""
        first, *_ = message.text.split() or [""]
        _, _, bot = first.partition("@")
        return first.startswith("/") and bot.lower() in ("", (self._world.bot.username or "").lower())


def _thread_of_replies(chat: Chat, reply_to: Message | None) -> int | None:
    """Return the thread of a reply in a supergroup, which is the id of its first message, or None."""
    if not chat.is_supergroup or chat.forum or reply_to is None:
        return None
    return reply_to.thread or reply_to.id


def _mentions(message: Message, user: User) -> bool:
    replied = (
        message.reply_to is not None and message.reply_to.sender is user and not message.reply_to.service
    )
    named = user.username is not None and user.username.lower() in message.names
    return user.id in message.mentioned or named or replied
