"""Boards: shows games in the chats and threads where players ask for them."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.rules import Side
from bot.sessions.clocks import Clocks
from bot.sessions.core import SessionCore
from bot.sessions.drafts import bring_draft, is_draft_unseen
from bot.sessions.errors import NotSeated
from bot.sessions.loaded_game import LoadedGame
from bot.sessions.notification_chats import keeps_notification_chat
from bot.sessions.outbox import enqueue
from bot.sessions.sharing import Sharing
from bot.sessions.values import Actor
from storage import games, notifications, outbox


class Boards:
    """Service that shows boards of games in chats and threads.

    Args:
        clocks: starts the clock of a player who must act and has seen the board.
        sharing: informs the opponent if others can see a private game now.
    """

    def __init__(self, core: SessionCore, clocks: Clocks, sharing: Sharing) -> None:
        self._core = core
        self._clocks = clocks
        self._sharing = sharing

    async def show(self, actor: Actor, game_id: str) -> LoadedGame:
        """Show a game's board in a new message in the chat where the actor asks; return the game.

        The actor is notified of the game in that chat from now on, but not if the chat is private and they
        are notified in a shared chat that can be written to. The actor's undelivered notification and
        half-made turn (moves not confirmed yet) move to the board. If they must act in a game with a clock,
        their time starts now or, at the latest, when a notification that the board carries is delivered. The
        opponent is informed if a private game is now in a shared chat.

        Raises:
            NoSuchGame: no game has this id.
            NotSeated: the actor does not play in the game. (Spectators get a board in private in another
                way.)
            Refusal: the chat has had too many new messages recently.
        """
        async with self._core.action(actor) as connection:
            game, side, chat = await self._side_and_chat(connection, actor, game_id)
            await self._core.count_new(connection, actor)
            posts = await outbox.posts_of(connection, "game", game_id)
            if await is_draft_unseen(connection, actor, game, chat, posts):
                game = await bring_draft(connection, game, chat, {*posts, chat})
            post = await outbox.show_in(
                connection, "game", game_id, chat, game.version, told_revision=game.version - 1
            )
            # The actor's time starts now, unless the board carries a notification: its delivery starts the
            # time.
            if not await _call_with(connection, game, side, post):
                await self._clocks.looked_at(connection, game_id, actor.player, self._core.clock())
            if not await keeps_notification_chat(connection, chat, game.chat_of(side)):
                await seat_in(connection, game_id, side, chat)
            if chat not in posts:
                await self._sharing.inform_opponent(connection, actor, game, chat)
        return game

    async def claim_thread(self, actor: Actor, game_id: str) -> None:
        """Record that a thread is about to be opened for a game: one button press opens one thread only.

        Raises:
            NoSuchGame: no game has this id.
            NotSeated: the actor does not play in the game, or the chat does not show it.
            AlreadyDone: a thread was opened, or was about to be, for the same press.
        """
        # Not the press's own idempotency key, because `move_to_thread` uses that once the thread is open.
        async with self._core.action(
            replace(actor, idempotency_key=f"{actor.idempotency_key}:thread")
        ) as connection:
            _, _, chat = await self._side_and_chat(connection, actor, game_id)
            if await outbox.post_in(connection, "game", game_id, chat) is None:
                raise NotSeated(game_id)

    async def move_to_thread(self, actor: Actor, game_id: str, thread: int) -> None:
        """Move a game from a shared chat to the thread opened for it, where a new board is posted.

        The actor, and the opponent if they were notified in that chat, are notified in the thread from now
        on. Both are mentioned there once. A half-made turn (moves not confirmed yet) moves too.

        Args:
            actor: the player who asked, in the shared chat.
            thread: the id of the thread's chat.

        Raises:
            NoSuchGame: no game has this id.
            NotSeated: the actor does not play in the game.
        """
        async with self._core.action(actor) as connection:
            game, side, chat = await self._side_and_chat(connection, actor, game_id)
            post = await outbox.post_in(connection, "game", game_id, chat)
            if post is not None and await outbox.post_in(connection, "game", game_id, thread) is None:
                await outbox.move(connection, post, thread)
            if game.to_act is not None:
                await games.carry_draft(connection, game_id, game.to_act, chat, thread)
            await outbox.show_in(
                connection, "game", game_id, thread, game.version, told_revision=game.version - 1
            )
            for each in Side:
                if game.chat_of(each) == chat or each is side:
                    await seat_in(connection, game_id, each, thread)
            await enqueue.call_to_thread(connection, game, thread)

    async def release_board(self, game_id: str, chat: int) -> None:
        """Post the board that a chat held back to show it in a thread: the thread could not be opened."""
        async with self._core.database.write() as connection:
            await outbox.hold(connection, "game", game_id, chat, None)
        self._core.changed()

    async def _side_and_chat(
        self, connection: AsyncConnection, actor: Actor, game_id: str
    ) -> tuple[LoadedGame, Side, int]:
        """Return a game, the actor's side, and the id of the chat where the actor acts.

        Raises:
            NoSuchGame: no game has this id.
            NotSeated: the actor does not play in the game, or acts in no chat.
        """
        game = await self._core.load(connection, game_id)
        side = game.side_of(actor.player)
        if side is None or actor.chat is None:
            raise NotSeated(game_id)
        return game, side, actor.chat


async def _call_with(connection: AsyncConnection, game: LoadedGame, side: Side, post: int) -> bool:
    """Move the undelivered notifications of one side's player about a game to another post of the game.

    Return True if the post then carries a notification for that player whose delivery is not confirmed.
    """
    player, notified_in = game.player(side).id, game.chat_of(side)
    before = None if notified_in is None else await outbox.post_in(connection, "game", game.id, notified_in)
    if before is not None and before.id != post:
        await notifications.move_undelivered(connection, player, before.id, post)
    carried = await notifications.undelivered_of_post(connection, post, game.version)
    return any(each.player == player for each in carried)


async def seat_in(connection: AsyncConnection, game_id: str, side: Side, chat: int) -> None:
    """Notify a side's player of a game in this chat from now on."""
    await games.set_notification_chat(connection, game_id, white=side is Side.WHITE, chat=chat)
