"""Retired: messages that others have replaced, until what is to become of them is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, select, update

from storage import sqlite
from storage.tables import chats, retired

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.ext.asyncio import AsyncConnection

    from storage.rows import PostRow, RetiredRow


async def retire(connection: AsyncConnection, post: PostRow) -> None:
    """Let the message of a post, if it has one, become what its chat makes of old ones.

    A card only loses its buttons, and so does a board in a private chat.
    """
    if post.message is None:
        return
    values: dict[str, object] = {"chat": post.chat, "message": post.message}
    if post.subject == "game":
        boards = (
            await connection.execute(select(chats.c.boards).where(chats.c.id == post.chat))
        ).scalar_one()
        values |= {"policy": boards, "game": post.subject_id, "revision": post.shown_revision}
    await connection.execute(sqlite.insert_or_ignore(retired).values(values))


async def done(connection: AsyncConnection, row: RetiredRow) -> None:
    """Note that what was to become of an old message is done."""
    await connection.execute(
        delete(retired).where(retired.c.chat == row.chat, retired.c.message == row.message)
    )


async def put_off(connection: AsyncConnection, row: RetiredRow, until: datetime) -> None:
    """Try it again later."""
    await connection.execute(
        update(retired)
        .where(retired.c.chat == row.chat, retired.c.message == row.message)
        .values(not_before=until)
    )


async def forget_in(connection: AsyncConnection, chat: int) -> None:
    """Leave all old messages of a chat, which nobody can change any more, as they are."""
    await connection.execute(delete(retired).where(retired.c.chat == chat))
