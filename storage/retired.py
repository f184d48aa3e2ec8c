"""Retired: messages that others have replaced, until what is to become of them is done."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import bindparam, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import portable
from storage.rows import PostRow, RetiredRow
from storage.tables import chats, retired


async def retire(connection: AsyncConnection, post: PostRow) -> None:
    """Let the message of a post, if it has one, become what its chat makes of old ones.

    A card only loses its buttons, and so does a board in a private chat.
    """
    if post.message is None:
        return
    values: dict[str, object] = {"chat": post.chat, "message": post.message}
    if post.subject == "game":
        boards = (await connection.execute(_boards, {"in_chat": post.chat})).scalar_one()
        values |= {"policy": boards, "game": post.subject_id, "revision": post.shown_revision}
    await connection.execute(_retire, values)


async def done(connection: AsyncConnection, row: RetiredRow) -> None:
    """Note that what was to become of an old message is done."""
    await connection.execute(_done, {"in_chat": row.chat, "told": row.message})


async def put_off(connection: AsyncConnection, row: RetiredRow, until: datetime) -> None:
    """Try it again later."""
    await connection.execute(_put_off, {"in_chat": row.chat, "told": row.message, "until": until})


async def forget_in(connection: AsyncConnection, chat: int) -> None:
    """Leave all old messages of a chat, which nobody can change any more, as they are."""
    await connection.execute(delete(retired).where(retired.c.chat == chat))


_this = retired.c.chat == bindparam("in_chat"), retired.c.message == bindparam("told")
# Built once, as in `storage.outbox`.
_boards = select(chats.c.boards).where(chats.c.id == bindparam("in_chat"))
_retire = portable.insert_or_ignore(retired)
_done = delete(retired).where(*_this)
_put_off = update(retired).where(*_this).values(not_before=bindparam("until"))
