"""Announcements: what those who run the bot tell all chats, and which chats these are."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.tables import chats, key_values, posts

_NAMESPACE = "announcements"
_MADE = "announced"


async def keep(connection: AsyncConnection, key: str, text: str, now: datetime) -> bool:
    """Keep an announcement's text, and when it was made; say whether there was none under this key."""
    if await text_of(connection, key) is not None:
        return False
    made = now.isoformat(timespec="microseconds")
    kept = [{"namespace": _NAMESPACE, "text": text}, {"namespace": _MADE, "text": made}]
    await connection.execute(insert(key_values), [{**each, "key": key} for each in kept])
    return True


async def text_of(connection: AsyncConnection, key: str) -> str | None:
    """Return an announcement's text, if it is still kept."""
    found = await connection.execute(
        select(key_values.c.text).where(key_values.c.namespace == _NAMESPACE, key_values.c.key == key)
    )
    return found.scalar_one_or_none()


async def chats_to_tell(connection: AsyncConnection, parts: str) -> list[int]:
    """Return the chats that can be written to, each with its parts counted once: one of them is told.

    Args:
        connection: the transaction.
        parts: the namespace of keys `CONTAINER/KEY`, of chats that are parts of others though their own keys
            do not say so.
    """
    noted = await connection.execute(select(key_values.c.key).where(key_values.c.namespace == parts))
    known_parts = {key.rpartition("/")[2] for key in noted.scalars()}
    found = await connection.execute(
        select(chats.c.id, chats.c.platform, chats.c.key).where(~chats.c.gone).order_by(chats.c.id)
    )
    told: dict[tuple[str, str], tuple[bool, int]] = {}
    for chat, platform, key in found:
        if key in known_parts:
            continue
        whole, is_part = key.partition("/")[0], "/" in key
        there = told.get((platform, whole))
        if there is None or (there[0] and not is_part):
            told[platform, whole] = is_part, chat
    return [chat for _, chat in told.values()]


async def enqueue(connection: AsyncConnection, key: str, ids: Sequence[int]) -> None:
    """Let chats, by their ids, get an announcement."""
    if not ids:
        return
    told = {"subject": "announcement", "subject_id": key}
    fresh = {"wanted_revision": 1, "shown_revision": 0, "told_revision": 0, "fresh_revision": 1}
    begun = {"sent_revision": 0, "number": 0, "tried_revision": 0}
    await connection.execute(insert(posts), [{**told, **fresh, **begun, "chat": chat} for chat in ids])
