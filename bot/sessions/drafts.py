"""Drafts: which chat shows a half-made turn, and how it moves to the chat where its player acts."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.errors import StaleBoard
from bot.sessions.loaded_game import LoadedGame
from bot.sessions.values import Actor
from storage import games, outbox, people


async def is_draft_unseen(
    connection: AsyncConnection, actor: Actor, game: LoadedGame, chat: int | None, posts: Collection[int]
) -> bool:
    """Return True if the actor has a half-made turn that their chat does not show.

    Args:
        connection: the action's transaction.
        chat: the chat where the actor sees the game; None for the computer player.
        posts: the chats that show the game.
    """
    draft = game.live.draft
    if draft is None or not draft.moves or game.to_act != actor.player:
        return False
    if chat is None or actor.on_board:
        return False
    if chat not in posts:
        return True
    return chat != game.draft_chat and (await people.chat(connection, chat)).owner != actor.player


async def bring_draft(
    connection: AsyncConnection, game: LoadedGame, chat: int, posts: Collection[int]
) -> LoadedGame:
    """Move a half-made turn to a chat, which shows the game from then on; return the changed game.

    The chat that it leaves is redrawn too. Notifications stay in their chats.

    Args:
        connection: the action's transaction.
        posts: the chats that show the game.

    Raises:
        StaleBoard: the game has changed meanwhile.
    """
    if not await games.move_draft(connection, game.id, chat, game.version):
        raise StaleBoard(game.id)
    moved = replace(game, version=game.version + 1, draft_chat=chat, moved_draft=True)
    chats = {each for each in (game.draft_chat, chat) if each is not None}
    await outbox.enqueue(connection, "game", game.id, moved.version, chats=chats, reader=game.to_act)
    if chat not in posts:
        await outbox.add_post(connection, "game", game.id, chat, moved.version, told_revision=game.version)
    return moved
