"""Wire: the JSON forms of the world's objects."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tests.telegram_standin.world import PERMISSIONS, Chat, Membership, Message, Query, User, World

Json = dict[str, Any]


def stamp(when: datetime) -> int:
    """Return a time as Telegram writes it."""
    return int(when.timestamp())


def user(account: User, *, speaking: bool = False) -> Json:
    """Return an account; only a sender has a language."""
    written: Json = {"id": account.id, "is_bot": account.is_bot, "first_name": account.name}
    if account.username is not None:
        written["username"] = account.username
    if speaking and not account.is_bot:
        written["language_code"] = account.language
    return written


def myself(account: User) -> Json:
    """Return the bot's own account."""
    return user(account) | {
        "can_join_groups": True,
        "can_read_all_group_messages": False,
    }


def chat(place: Chat) -> Json:
    """Return a chat as in messages."""
    written: Json = {"id": place.id, "type": str(place.kind)}
    written["first_name" if place.is_private else "title"] = place.title
    if place.person is not None and place.person.username is not None:
        written["username"] = place.person.username
    if place.forum:
        written["is_forum"] = True
    return written


def full_chat(place: Chat) -> Json:
    """Return a chat as by getChat."""
    gifts = (
        "unlimited_gifts",
        "limited_gifts",
        "unique_gifts",
        "premium_subscription",
        "gifts_from_channels",
    )
    written = chat(place) | {
        "accent_color_id": place.id % 7,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys(gifts, place.is_private),
    }
    if not place.is_private:
        written["permissions"] = {each: each not in place.denied for each in PERMISSIONS}
    return written


def keyboard(message: Message) -> Json:
    """Return the buttons below a message."""
    return {"inline_keyboard": [list(row) for row in message.rows]}


def message(written: Message, *, with_reply: bool = True) -> Json:
    """Return a message. The message it replies to comes without its own reply."""
    fields: Json = {
        "message_id": written.id,
        "from": user(written.sender, speaking=True),
        "date": stamp(written.made),
        "chat": chat(written.chat),
    }
    if written.sender_chat is not None:
        fields["sender_chat"] = chat(written.sender_chat)
    if written.thread is not None:
        fields["message_thread_id"] = written.thread
    if written.topic is not None:
        fields["is_topic_message"] = True
    if written.edited is not None:
        fields["edit_date"] = stamp(written.edited)
    if with_reply and written.reply_to is not None and not written.reply_to.deleted:
        fields["reply_to_message"] = message(written.reply_to, with_reply=False)
    if written.service is not None:
        return fields | written.service
    fields |= _content(written)
    if written.rows:
        fields["reply_markup"] = keyboard(written)
    return fields


def _content(written: Message) -> Json:
    words, places = ("text", "entities") if written.file is None else ("caption", "caption_entities")
    fields: Json = {words: written.text} if written.text else {}
    if written.entities:
        fields[places] = list(written.entities)
    return fields | (written.file.content if written.file is not None else {})


def inaccessible(written: Message) -> Json:
    """Return a message that is too old to have its content."""
    return {"chat": chat(written.chat), "message_id": written.id, "date": 0}


def query(press: Query, data: str, *, whole: bool) -> Json:
    """Return a press, with its message, whole or without the content."""
    return {
        "id": press.id,
        "from": user(press.user, speaking=True),
        "message": message(press.message) if whole else inaccessible(press.message),
        "chat_instance": str(press.message.chat.id * 7919),
        "data": data,
    }


def member(place: Chat, account: User, world: World) -> Json:
    """Return an account's membership in a chat."""
    fields: Json = {"user": user(account)}
    if account is world.bot:
        return fields | membership(place.bot)
    if account is place.owner:
        return fields | {"status": "creator", "is_anonymous": False}
    inside = account.id in place.members or account.id == place.id
    return fields | {"status": "member" if inside else "left"}


def membership(bot: Membership) -> Json:
    """Return the bot's membership in a chat."""
    return {"status": str(bot)} | ({"until_date": 0} if bot is Membership.KICKED else {})


def membership_change(place: Chat, by: User, before: Membership, now: datetime, world: World) -> Json:
    """Return a change of the bot's membership in a chat."""
    me = {"user": user(world.bot)}
    return {
        "chat": chat(place),
        "from": user(by, speaking=True),
        "date": stamp(now),
        "old_chat_member": me | membership(before),
        "new_chat_member": me | membership(place.bot),
    }
