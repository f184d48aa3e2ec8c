"""Absences: calls those who looked on when they were to be called, and have left without acting."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.core import SessionCore
from bot.sessions.loaded_game import LoadedGame
from bot.sessions.outbox import enqueue
from storage import clocks, games, outbox


class Absences:
    """Calls players after all.

    Args:
        core: what actions stand on.
    """

    def __init__(self, core: SessionCore) -> None:
        self._core = core

    async def call(self, connection: AsyncConnection, subject: str, _due: datetime) -> None:
        """Call a player after all, unless he still looks on, or nothing waits for him any more.

        Args:
            connection: the transaction that handles the alarm.
            subject: the player, and the cause for which he was to be called.
        """
        player, cause = int(subject.partition(":")[0]), subject.partition(":")[2]
        game_id = cause.split(":")[1]
        wait = self._core.onlookers.still(player, game_id)
        if wait:
            await clocks.set_alarm(connection, enqueue.PLAYER_LEFT, subject, self._core.clock() + wait)
            return
        game = await self._core.load(connection, game_id)
        if not is_still_to_act(game, player, cause):
            return
        # A message is sent anew for a version that no chat has been shown yet.
        if await games.raise_version(connection, game_id, game.version):
            posts = await outbox.posts_of(connection, "game", game_id)
            await enqueue.call_after_all(connection, game, game.version + 1, (player, cause), posts)


def is_still_to_act(game: LoadedGame, player: int, cause: str) -> bool:
    """Return True if a player still has to do what a notification with this cause calls for."""
    if game.is_over or game.paused is not None:
        return False
    kind, _, number, *_ = cause.split(":")
    offer = game.live.offer
    if kind == "offer":
        return offer is not None and game.player(offer.side.other).id == player
    if kind == "time":
        return game.clock is not None and game.clock.is_told and game.to_act != player
    return game.to_act == player and (kind == "resume" or str(game.turns) == number)
