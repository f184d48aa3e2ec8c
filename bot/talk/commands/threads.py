"""Threads: which game is moved to a thread that is about to be opened."""

from __future__ import annotations

from bot.talk.context import CommandContext
from bot.talk.reply import Code, Reply


async def claim_thread(context: CommandContext, typed: str | None) -> str | tuple[Reply, ...]:
    """Return the game, of the player's own that the chat shows, for which a thread is opened, or why none is.

    Args:
        context: who asks, and where.
        typed: the id of the game, if one was typed.

    Raises:
        AlreadyDone: a thread was opened, or was about to be, for this very press.
    """
    mine = await context.manager.open_games(context.actor.player, context.chat.id)
    here = [game.id for game in mine if game.is_shown]
    meant = [game for game in here if typed is None or game == typed.strip().lower()]
    if len(meant) != 1:
        return (Reply(context.words.say("thread-which", command=Code("/games"))),)
    await context.manager.claim_thread(context.actor, meant[0])
    return meant[0]
