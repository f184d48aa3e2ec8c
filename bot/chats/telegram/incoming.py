"""Incoming: who did what where, read from an update."""

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
    """Return the person that an account is, or None if it can be no player.

    Args:
        message: the message that the account wrote, if it is an author.
    """
    for_chat = message is not None and message.sender_chat is not None
    is_forward = message is not None and bool(message.is_automatic_forward)
    if user is None or not can_play(user.id, is_bot=user.is_bot, for_chat=for_chat, is_forward=is_forward):
        return None
    return person_of(user)


def person_of(user: User) -> Person:
    """Return a person under the name that Telegram shows, or the handle if nothing of that can be seen."""
    handle = user.username or ""
    name = user.full_name if is_visible(user.full_name) else handle
    return Person(NAME, str(user.id), name, user.language_code or "", handle)


def chat_key_of(message: MaybeInaccessibleMessage) -> ChatKey:
    """Return the chat or the topic that a message stands in.

    Outside of topics Telegram gives a thread too, that of the replies, which is no chat of its own.
    """
    topic = message.message_thread_id if isinstance(message, Message) and message.is_topic_message else None
    return ChatKey(message.chat.id, topic)


def place_of(message: MaybeInaccessibleMessage) -> Place:
    """Return the place from which a message came."""
    if message.chat.type == ChatType.PRIVATE:
        return Place(NAME, str(chat_key_of(message)), ChatKind.PRIVATE, has_handles=True)
    return Place(NAME, str(chat_key_of(message)), ChatKind.SHARED, answers_privately=False, has_handles=True)


def incoming_in(message: Message, bot: User) -> Incoming | None:
    """Return what a message says to the bot; nothing, if it is not for it.

    In a group that is a command, or a reply to what the bot wrote. A command may name the bot that it is for;
    a mistyped one that names none is for the bot if it replies to what the bot wrote.
    """
    person = player_in(message.from_user, message)
    if person is None or not typed_in(message):
        return None
    if message.chat.type not in (*_GROUPS, ChatType.PRIVATE):
        return None
    line, mentioned = _line_of(message)
    replied = _replied_to(message)
    to_bot = replied is not None and replied.from_user is not None and replied.from_user.id == bot.id
    mistyped = to_bot and "@" not in line.split(maxsplit=1)[0]  # whom else could it be for?
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
    """Return the words of a message: its text, or what stands below the file that was sent."""
    return message.text or (message.caption if message.document is not None else None) or ""


def file_in(message: Message) -> Document | None:
    """Return the file that a command is about: the one it stands below, or the one it replies to."""
    replied = message.reply_to_message
    return message.document or (replied.document if replied is not None else None)


def pressed_in(query: CallbackQuery) -> Incoming | None:
    """Return what a press of a button says; nothing, if the button is not one of ours."""
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

    One that names no bot is, in a group, unless this bot does not know it: then it is another one's.
    """
    words = typed_in(message).split(maxsplit=1)
    if not words or not words[0].startswith("/"):
        return False
    command, at, name = words[0][1:].partition("@")
    if at:
        return name.lower() == (bot.username or "").lower()
    return message.chat.type == ChatType.PRIVATE or is_for_players(command)


def is_anonymous(message: Message) -> bool:
    """Return True if a person wrote it in the name of the group or of a channel, and not Telegram."""
    is_forward = bool(message.is_automatic_forward)
    return message.sender_chat is not None and message.chat.type in _GROUPS and not is_forward


def was_added(changed: ChatMemberUpdated) -> bool:
    """Return True if the bot was added to a group."""
    was, is_now = changed.old_chat_member.status, changed.new_chat_member.status
    return changed.chat.type in _GROUPS and was in _OUT and is_now not in _OUT


def _line_of(message: Message) -> tuple[str, tuple[Person, ...]]:
    """Return the line of a message, in which people without a handle are named `<@KEY>`, and these people."""
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
    """Return what stands behind a command with its line breaks, if it has any."""
    said = typed_in(message)
    below = said.split(maxsplit=1)[1:]
    if not (said.startswith("/") and below and "\n" in said):
        return None
    return Attached.of(below[0].encode())


def _replied_to(message: Message) -> Message | None:
    """Return the message that a person replies to.

    In a topic every message replies to the service message that opened it, unless to another one.
    """
    replied = message.reply_to_message
    if replied is None or replied.forum_topic_created is not None:
        return None
    return None if message.is_topic_message and replied.message_id == message.message_thread_id else replied
