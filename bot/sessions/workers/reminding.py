"""Reminding: gives the reminders whose time has come, each as a short message that its chat is to get."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.sessions.quiet_hours import after_quiet_hours
from bot.sessions.reminders import OFF, next_reminder, reminder_key
from bot.sessions.workers.alarm_runner import Chore
from storage import clocks, holidays, notifications, outbox, reminders

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Row
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.sessions.loaded_game import LoadedGame
    from bot.sessions.unit_of_work import UnitOfWork
    from bot.sessions.values import Player


class Reminding:
    """Reminds players of their turns.

    Args:
        unit: where games are found.
    """

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit
        self.chore = Chore(clocks.REMINDERS, self._remind)
        """What the alarm runner does with the games in which somebody is to be reminded."""

    async def _remind(self, connection: AsyncConnection, row: Row[Any], until: datetime) -> None:
        """Let a chat get one reminder, and say when the next one comes, in the transaction that takes it."""
        if not await reminders.take(connection, row.id, until, row.remind_at):
            return
        game = await self._unit.load(connection, row.id)
        player = _reminded(game)
        is_asleep = game.clock is None and game.changed < self._unit.awake_since
        if player is None or is_asleep:
            return
        now = self._unit.clock()
        stops = (await holidays.stops_of(connection, [player.id], now)).get(player.id, ())
        back = next((ends for starts, ends in stops if starts <= now < ends), now)
        awake = after_quiet_hours(player, back)
        if awake > now:  # it is his holiday; or it comes late, because nobody looked for a while
            following: datetime | None = awake
            if game.clock is not None and game.clock.due is not None and awake >= game.clock.due:
                following = None
        else:
            await _enqueue(connection, game, player, row.remind_at, now)
            following = next_reminder(player, row.remind_at, now, game.clock)
        if following is not None:
            await clocks.set_reminder(connection, game.id, following)


def _reminded(game: LoadedGame) -> Player | None:
    """Return who is to be reminded of a game, if anybody still is."""
    side = None if game.to_act is None or game.paused is not None else game.side_of(game.to_act)
    if side is None or game.level is not None or (game.clock is not None and game.clock.due is None):
        return None
    player = game.player(side)
    return None if player.reminders == OFF else player


async def _enqueue(
    connection: AsyncConnection, game: LoadedGame, player: Player, at: datetime, now: datetime
) -> None:
    """Let the chat where a player is told of a game get a reminder of his turn, if there is such a chat."""
    side = game.side_of(player.id)
    chat = game.chat_of(side) if side is not None else None
    runs_out = game.clock.due if game.clock is not None else None
    if chat is None or (runs_out is not None and runs_out <= now):
        return
    key = reminder_key(game.id, game.turns, at)
    post = await outbox.add_post(connection, "reminder", key, chat, 1)
    await notifications.notify(connection, player.id, f"{reminders.CAUSE}:{key}", post, 1, now)
