"""Drafts: half-made turns (moves made and not yet confirmed), and moving one to the chat where it belongs."""

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
    """Return True if the actor's moves in the present turn are not shown in the chat where they act.

    False on a separate board (web page or Mini App), which always shows them.

    Args:
        connection: the action's transaction.
        chat: the id of the chat where the actor acts; None if in none, like the computer player.
        posts: the ids of the chats that show the game.
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
    """Show a half-made turn in another chat from now on; return the changed game.

    The chat gets a board if it has none. The chat that showed the turn, and the mover's private chats, are
    redrawn. Players are still notified in the same chats.

    Args:
        connection: the action's transaction.
        chat: the id of the chat that shows the turn from now on.
        posts: the ids of the chats that show the game already; these get no new board.

    Raises:
        StaleBoard: the game has changed since it was loaded.
    """
    if not await games.move_draft(connection, game.id, chat, game.version):
        raise StaleBoard(game.id)
    moved = replace(game, version=game.version + 1, draft_chat=chat, moved_draft=True)
    chats = {each for each in (game.draft_chat, chat) if each is not None}
    await outbox.enqueue(connection, "game", game.id, moved.version, chats=chats, reader=game.to_act)
    if chat not in posts:
        await outbox.add_post(connection, "game", game.id, chat, moved.version, told_revision=game.version)
    return moved
