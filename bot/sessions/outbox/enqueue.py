"""What an action owes to chats and to people.

Ring only a person who is newly required to act and did not cause it; everything else is an edit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage import contacts, outbox, people

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.sessions.actor import Actor
    from bot.sessions.live_game import LiveGame
    from bot.sessions.mapping import LoadedGame
    from storage.rows import GameRow


async def enqueue(
    connection: AsyncConnection, before: LoadedGame, row: GameRow, after: LiveGame, actor: Actor
) -> None:
    """Raise what chats should show after an action, and whom it rings.

    Args:
        connection: the action's transaction.
        before: the game that it was applied to.
        row: the game's row after it.
        after: the play after it.
        actor: who did it, and where.
    """
    drafted = [chat for chat in (actor.chat, row.draft_chat, before.row.draft_chat) if chat is not None]
    chats = None if after.happened else drafted
    await outbox.enqueue(connection, "game", row.id, row.version, fresh=False, chats=chats)
    if row.outcome is not None:
        for player in (row.white, row.black):
            await _notify(connection, row, player, f"over:{row.id}", actor)
        await outbox.enqueue(connection, "game", row.id, row.version, fresh=True)
    elif row.turns != before.row.turns:
        await notify_next(connection, row, actor)
    elif row.to_act is not None and row.to_act != before.row.to_act:
        await _notify(connection, row, row.to_act, f"double:{row.id}:{row.version}", actor)
    if row.offer is not None and row.offer != before.row.offer:
        asked = row.black if row.offer_by == row.white else row.white
        if row.offer_by is not None and await contacts.has_blocked(connection, asked, row.offer_by):
            return
        await _notify(connection, row, asked, f"offer:{row.id}:{row.version}", actor)


async def notify_next(connection: AsyncConnection, row: GameRow, actor: Actor) -> None:
    """Ring the player who must act now, unless the player caused it."""
    if row.to_act is not None:
        await _notify(connection, row, row.to_act, f"turn:{row.id}:{row.turns}", actor)


async def _notify(connection: AsyncConnection, row: GameRow, player: int, cause: str, actor: Actor) -> None:
    if player == actor.player or (await people.player(connection, player)).computer_player is not None:
        return
    chat = row.white_chat if player == row.white else row.black_chat
    if chat is None:
        return
    post = await outbox.post_in(connection, "game", row.id, chat)
    if post is None:
        post_id = await outbox.show_in(connection, "game", row.id, chat, row.version)
    else:
        post_id = post.id
        await outbox.enqueue(connection, "game", row.id, row.version, fresh=True, chats=(chat,))
    await outbox.notify(connection, player, cause, post_id, row.version, row.changed)
