"""Access: the chats and topics that a request names, and what the bot may do there."""

from __future__ import annotations

from tests.telegram_standin.refusals import (
    BLOCKED,
    CHAT_NOT_FOUND,
    KICKED_FROM_GROUP,
    KICKED_FROM_SUPERGROUP,
    NEVER_STARTED,
    THREAD_NOT_FOUND,
    TOPIC_CLOSED,
    Refusal,
    Refused,
    bad_request,
    no_right,
    upgraded,
)
from tests.telegram_standin.request import Request
from tests.telegram_standin.world import Chat, Kind, Membership, Topic, World

_RIGHTS = {
    "text messages": "can_send_messages",
    "photos": "can_send_photos",
    "documents": "can_send_documents",
    "animations": "can_send_other_messages",
}
_OUT = {Kind.GROUP: KICKED_FROM_GROUP, Kind.SUPERGROUP: KICKED_FROM_SUPERGROUP}


def requested_chat(request: Request, world: World) -> Chat:
    """Return the chat that a request names.

    Raises:
        Refused: there is none.
    """
    if not request.text("chat_id"):
        raise Refused(bad_request("chat_id is empty"))
    chat = world.chats.get(request.whole("chat_id") or 0)
    if chat is None:
        raise Refused(CHAT_NOT_FOUND)
    if chat.person is not None and not chat.person.started and not _met(chat.person.id, world):
        raise Refused(CHAT_NOT_FOUND)
    return chat


def readable(request: Request, world: World) -> Chat:
    """Return the chat that a request names, if the bot can read it.

    Raises:
        Refused: it cannot.
    """
    chat = requested_chat(request, world)
    if chat.is_supergroup and chat.bot is not Membership.MEMBER:
        raise Refused(_OUT[chat.kind])
    return chat


def writable(request: Request, world: World) -> Chat:
    """Return the chat that a request names, if the bot can write to it.

    Raises:
        Refused: it cannot.
    """
    chat = requested_chat(request, world)
    reason = _refusal_to_write(chat)
    if reason is not None:
        raise Refused(reason)
    return chat


def may_send(chat: Chat, what: str) -> None:
    """Check that the bot may send this kind of message to a chat.

    Raises:
        Refused: it may not.
    """
    if {_RIGHTS[what], "can_send_messages"} & chat.denied:
        raise Refused(no_right(what))


def requested_topic(request: Request, chat: Chat) -> Topic | None:
    """Return the open topic that a request names, or None.

    Raises:
        Refused: the topic does not exist or is closed.
    """
    thread = request.whole("message_thread_id")
    if thread is None:
        return None
    topic = chat.topics.get(thread)
    if topic is None or topic.deleted:
        raise Refused(THREAD_NOT_FOUND)
    if topic.closed:
        raise Refused(TOPIC_CLOSED)
    return topic


def _refusal_to_write(chat: Chat) -> Refusal | None:
    if chat.upgraded_to is not None:
        return upgraded(chat.upgraded_to.id)
    if chat.person is None:
        return None if chat.bot is Membership.MEMBER else _OUT[chat.kind]
    if chat.person.blocked:
        return BLOCKED
    return None if chat.person.started else NEVER_STARTED


def _met(user_id: int, world: World) -> bool:
    return user_id in world.met or any(
        user_id in chat.members for chat in world.chats.values() if chat.bot is Membership.MEMBER
    )
