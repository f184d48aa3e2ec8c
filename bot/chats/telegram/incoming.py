"""Incoming: a person's command, text or press with its chat, read from an update."""

from __future__ import annotations

from telegram import CallbackQuery, ChatMemberUpdated, Document, MaybeInaccessibleMessage, Message, User
from telegram.constants import ChatMemberStatus, ChatType, MessageEntityType

from bot.chats.telegram.chat_keys import ChatKey
from bot.chats.telegram_accounts import can_play
from bot.talk.command_table import is_for_players
from bot.talk.incoming import Attached, ChatKind, Incoming, Line, Person, Place, Press
from bot.talk.sanitize import is_visible

NAME = "telegram"
_GROUPS = (ChatType.GROUP, ChatType.SUPERGROUP)
_OUT = (ChatMemberStatus.LEFT, ChatMemberStatus.BANNED)


def player_in(user: User | None, message: Message | None = None) -> Person | None:
    """Return the person behind an account, or None if the account cannot be a player.

    Args:
        message: the message that the account wrote; None if it wrote none.
    """
    for_chat = message is not None and message.sender_chat is not None
    is_forward = message is not None and bool(message.is_automatic_forward)
    if user is None or not can_play(user.id, is_bot=user.is_bot, for_chat=for_chat, is_forward=is_forward):
        return None
    return person_of(user)


def person_of(user: User) -> Person:
    """Return a person with their full name on Telegram, or their handle if that name is invisible."""
    handle = user.username or ""
    name = user.full_name if is_visible(user.full_name) else handle
    return Person(NAME, str(user.id), name, user.language_code or "", handle)


def chat_key_of(message: MaybeInaccessibleMessage) -> ChatKey:
    """Return the chat or the forum topic of a message."""
    # Telegram gives a thread id to replies in chats without topics, too. Such a thread is not a topic.
    topic = message.message_thread_id if isinstance(message, Message) and message.is_topic_message else None
    return ChatKey(message.chat.id, topic)


def place_of(message: MaybeInaccessibleMessage) -> Place:
    """Return the place of a message, with what its chat allows."""
    if message.chat.type == ChatType.PRIVATE:
        return Place(NAME, str(chat_key_of(message)), ChatKind.PRIVATE, has_handles=True)
    return Place(NAME, str(chat_key_of(message)), ChatKind.SHARED, answers_privately=False, has_handles=True)


def incoming_in(message: Message, bot: User) -> Incoming | None:
    """Return what a message says to the bot, or None if it is not addressed to the bot.

    In a group, commands and replies to the bot's messages are addressed to it. A command can name its bot. An
    unknown command without a bot's name counts only in a reply to the bot.
    """
    person = player_in(message.from_user, message)
    if person is None or not typed_in(message):
        return None
    if message.chat.type not in (*_GROUPS, ChatType.PRIVATE):
        return None
    line, mentioned = _line_of(message)
    replied = _replied_to(message)
    to_bot = replied is not None and replied.from_user is not None and replied.from_user.id == bot.id
    mistyped = to_bot and "@" not in line.split(maxsplit=1)[0]
    if line.startswith("/") and not (mistyped or is_command_for(message, bot)):
        return None
    if not line.startswith("/") and not to_bot and message.chat.type != ChatType.PRIVATE:
        return None
    author = player_in(replied.from_user, replied) if replied is not None else None
    return Incoming(
        f"{NAME}:m{message.chat.id}.{message.message_id}",
        person,
        place_of(message),
        Line(line),
        str(replied.message_id) if replied is not None and to_bot else None,
        mentioned,
        author if author is not None and author.key != person.key else None,
        _below(message),
    )


def typed_in(message: Message) -> str:
    """Return a message's text, or the caption of its file. Empty if it has neither."""
    return message.text or (message.caption if message.document is not None else None) or ""


def file_in(message: Message) -> Document | None:
    """Return the file for a command: the message's own, or that of the message it replies to, or None."""
    replied = message.reply_to_message
    return message.document or (replied.document if replied is not None else None)


def pressed_in(query: CallbackQuery) -> Incoming | None:
    """Return the press of one of the bot's buttons, or None for other buttons."""
    person = player_in(query.from_user)
    if query.data is None or query.message is None or person is None:
        return None
    return Incoming(
        f"{NAME}:q{query.id}",
        person,
        place_of(query.message),
        Press(query.data),
        str(query.message.message_id),
        has_toast=True,
    )


def is_command_for(message: Message, bot: User) -> bool:
    """Return True if a message is a command for this bot.

    A command in a group that names no bot counts if this bot knows it. Otherwise it is for another bot.
    """
    words = typed_in(message).split(maxsplit=1)
    if not words or not words[0].startswith("/"):
        return False
    command, at, name = words[0][1:].partition("@")
    if at:
        return name.lower() == (bot.username or "").lower()
    return message.chat.type == ChatType.PRIVATE or is_for_players(command)


def is_anonymous(message: Message) -> bool:
    """Return True if a person wrote a message in the name of the group or of a channel."""
    is_forward = bool(message.is_automatic_forward)
    return message.sender_chat is not None and message.chat.type in _GROUPS and not is_forward


def was_added(changed: ChatMemberUpdated) -> bool:
    """Return True if the bot was added to a group."""
    was, is_now = changed.old_chat_member.status, changed.new_chat_member.status
    return changed.chat.type in _GROUPS and was in _OUT and is_now not in _OUT


def _line_of(message: Message) -> tuple[str, tuple[Person, ...]]:
    """Return a message's text as one line, and the people without a handle whom it mentions.

    In the line such people appear as `<@KEY>`, with their account's key.
    """
    units = typed_in(message).encode("utf-16-le")
    mentioned = []
    for entity in sorted(message.entities or message.caption_entities, key=lambda entity: -entity.offset):
        person = player_in(entity.user)
        if entity.type == MessageEntityType.TEXT_MENTION and person is not None:
            start, stop = 2 * entity.offset, 2 * (entity.offset + entity.length)
            units = units[:start] + f"<@{person.key}>".encode("utf-16-le") + units[stop:]
            mentioned.append(person)
    return " ".join(units.decode("utf-16-le", "replace").split()), tuple(mentioned)


def _below(message: Message) -> Attached | None:
    """Return the text after a command with its line breaks, or None if it has none."""
    said = typed_in(message)
    below = said.split(maxsplit=1)[1:]
    if not (said.startswith("/") and below and "\n" in said):
        return None
    return Attached.of(below[0].encode())


def _replied_to(message: Message) -> Message | None:
    """Return the message that a person replies to, or None."""
    # In a topic, each message that is not a reply refers to the service message that opened the topic.
    replied = message.reply_to_message
    if replied is None or replied.forum_topic_created is not None:
        return None
    return None if message.is_topic_message and replied.message_id == message.message_thread_id else replied
