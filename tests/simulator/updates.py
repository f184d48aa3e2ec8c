"""Updates: a user's action as the polled platform writes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.talk.incoming import ChatKind, Incoming, Line, Person, Place, Press

if TYPE_CHECKING:
    from telegram import Update

    from bot.chats.telegram.polling import RawUpdate

PLATFORM = "telegram"


def written(number: int, incoming: Incoming) -> RawUpdate:
    """Return a user's action as an update with this number."""
    player = {"id": int(incoming.person.key), "is_bot": False, "first_name": incoming.person.name}
    kind = "private" if incoming.place.kind is ChatKind.PRIVATE else "supergroup"
    message = {
        "message_id": int(incoming.message or 1_000_000 + number),
        "date": 1_700_000_000,
        "chat": {"id": int(incoming.place.key), "type": kind, "title": incoming.idempotency_key},
        "from": player,
    }
    if isinstance(incoming.what, Line):
        return {"update_id": number, "message": message | {"text": incoming.what.text}}
    query = {
        "id": incoming.idempotency_key,
        "from": player,
        "chat_instance": "1",
        "data": incoming.what.data,
        "message": message,
    }
    return {"update_id": number, "callback_query": query}


def read(update: Update) -> Incoming:
    """Return the user's action in an update."""
    message = update.effective_message
    chat, user, query = update.effective_chat, update.effective_user, update.callback_query
    assert message is not None
    assert chat is not None
    assert user is not None
    return Incoming(
        chat.title or "",
        person_of(str(user.id), user.first_name),
        place_of(str(chat.id)),
        Line(message.text or "") if query is None else Press(query.data or ""),
        None if query is None else str(message.message_id),
        has_toast=query is not None,
    )


def person_of(key: str, name: str) -> Person:
    """Return a user of the platform."""
    return Person(PLATFORM, key, name, "en")


def place_of(key: str) -> Place:
    """Return a chat of the platform: groups have negative numbers."""
    return Place(PLATFORM, key, ChatKind.SHARED if key.startswith("-") else ChatKind.PRIVATE)
