"""What an action owes to chats and to people.

Ring only a person who is newly required to act and did not cause it; everything else is an edit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage import contacts, owed, people

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.sessions.by import By
    from bot.sessions.play import Play
    from bot.sessions.stored import StoredGame
    from storage.rows import GameRow


async def owe(connection: AsyncConnection, before: StoredGame, row: GameRow, after: Play, by: By) -> None:
    """Raise what chats should show after an action, and whom it rings.

    Args:
        connection: the action's transaction.
        before: the game that it was applied to.
        row: the game's row after it.
        after: the play after it.
        by: who did it, and where.
    """
    drafted = [chat for chat in (by.chat, row.draft_chat, before.row.draft_chat) if chat is not None]
    chats = None if after.happened else drafted
    await owed.want(connection, "game", row.id, row.version, fresh=False, chats=chats)
    if row.outcome is not None:
        for player in (row.white, row.black):
            await _ring(connection, row, player, f"over:{row.id}", by)
        await owed.want(connection, "game", row.id, row.version, fresh=True)
    elif row.turns != before.row.turns:
        await ring_actor(connection, row, by)
    elif row.actor is not None and row.actor != before.row.actor:
        await _ring(connection, row, row.actor, f"double:{row.id}:{row.version}", by)
    if row.offer is not None and row.offer != before.row.offer:
        asked = row.black if row.offer_by == row.white else row.white
        if row.offer_by is not None and await contacts.has_blocked(connection, asked, row.offer_by):
            return
        await _ring(connection, row, asked, f"offer:{row.id}:{row.version}", by)


async def ring_actor(connection: AsyncConnection, row: GameRow, by: By) -> None:
    """Ring the player who must act now, unless the player caused it."""
    if row.actor is not None:
        await _ring(connection, row, row.actor, f"turn:{row.id}:{row.turns}", by)


async def _ring(connection: AsyncConnection, row: GameRow, player: int, cause: str, by: By) -> None:
    if player == by.player or (await people.player(connection, player)).program is not None:
        return
    chat = row.white_chat if player == row.white else row.black_chat
    if chat is None:
        return
    post = await owed.post_in(connection, "game", row.id, chat)
    if post is None:
        post_id = await owed.show_in(connection, "game", row.id, chat, row.version)
    else:
        post_id = post.id
        await owed.want(connection, "game", row.id, row.version, fresh=True, chats=(chat,))
    await owed.notify(connection, player, cause, post_id, row.version, row.changed)
