"""Threads: which game is moved to one that is about to be opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.talk.reply import Code, Reply

if TYPE_CHECKING:
    from bot.talk.talk import Talk


async def claim_thread(talk: Talk, typed: str | None) -> str | tuple[Reply, ...]:
    """Return the game, of the player's own that the chat shows, for which a thread is opened, or why none is.

    Args:
        talk: who asks, and where.
        typed: the id of the game, if one was typed.

    Raises:
        AlreadyDone: a thread was opened, or was about to be, for this very happening.
    """
    shown = await talk.debts.games_shown_in(talk.chat.id)
    here = [game.id for game in await talk.manager.games_of(talk.by.player) if game.id in shown]
    meant = [game for game in here if typed is None or game == typed.strip().lower()]
    if len(meant) != 1:
        return (Reply(talk.words.say("thread-which", command=Code("/games"))),)
    await talk.manager.claim_thread(talk.by, meant[0])
    return meant[0]
