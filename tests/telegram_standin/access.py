"""Access: whether the bot may do in a chat what it asks for."""

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
from tests.telegram_standin.world import Chat, Kind, Standing, Topic, World

_RIGHTS = {
    "text messages": "can_send_messages",
    "photos": "can_send_photos",
    "documents": "can_send_documents",
    "animations": "can_send_other_messages",
}
_OUT = {Kind.GROUP: KICKED_FROM_GROUP, Kind.SUPERGROUP: KICKED_FROM_SUPERGROUP}


def chat_meant(request: Request, world: World) -> Chat:
    """Return the chat that a request names.

    Raises:
        Refused: There is none.
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
    """Return the chat that a request names, which the bot can look at.

    Raises:
        Refused: It cannot.
    """
    chat = chat_meant(request, world)
    if chat.is_supergroup and chat.bot is not Standing.MEMBER:
        raise Refused(_OUT[chat.kind])
    return chat


def writable(request: Request, world: World) -> Chat:
    """Return the chat that a request names, into which the bot can write.

    Raises:
        Refused: It cannot.
    """
    chat = chat_meant(request, world)
    reason = _shut(chat)
    if reason is not None:
        raise Refused(reason)
    return chat


def may_send(chat: Chat, what: str) -> None:
    """Let pass what the bot may send into a chat: text messages, photos, documents.

    Raises:
        Refused: It may not.
    """
    if {_RIGHTS[what], "can_send_messages"} & chat.denied:
        raise Refused(no_right(what))


def topic_meant(request: Request, chat: Chat) -> Topic | None:
    """Return the topic that a request names, open for messages.

    Raises:
        Refused: There is none, or it is closed.
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


def _shut(chat: Chat) -> Refusal | None:
    if chat.upgraded_to is not None:
        return upgraded(chat.upgraded_to.id)
    if chat.person is None:
        return None if chat.bot is Standing.MEMBER else _OUT[chat.kind]
    if chat.person.blocked:
        return BLOCKED
    return None if chat.person.started else NEVER_STARTED


def _met(user_id: int, world: World) -> bool:
    return user_id in world.met or any(
        user_id in chat.members for chat in world.chats.values() if chat.bot is Standing.MEMBER
    )
