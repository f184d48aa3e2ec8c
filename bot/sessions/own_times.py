"""Own times: what depends on when a player wishes to be told of things, and changes with that at once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.digests import set_digest
from bot.sessions.errors import Refusal
from bot.sessions.game_clock import Stop
from bot.sessions.homes import home_of
from bot.sessions.mapping import clock_of, player_of
from bot.sessions.reminders import changed_reminder, start_of
from bot.sessions.values import Player
from storage import clocks, people
from storage.rows import GameRow

ZONE = "zone"


async def change_times(connection: AsyncConnection, player_id: int, option: str, now: datetime) -> None:
    """Set anew when a player is told of things, after he has set such an option.

    Args:
        connection: the transaction in which he has set it.
        player_id: the player.
        option: the option.
        now: what time it is.

    Raises:
        Refusal: he has asked for digests, and no private chat with him can be written to.
    """
    player = player_of(await people.player(connection, player_id))
    if option == "digest" and player.digest is not None and await home_of(connection, player_id) is None:
        raise Refusal("no-private-chat")
    if option != "reminders":
        await set_digest(connection, player, now)
    if option == "digest":
        return
    stops = (await clocks.stops_of(connection, [player_id], now)).get(player_id, [])
    reminded = await clocks.reminded_turns(connection, player_id)
    for row in await clocks.games_that_wait_for(connection, player_id):
        at = _reminder(row, player, now, stops, is_reminded=(row.id, row.turns) in reminded)
        if at != row.remind_at:
            await clocks.set_reminder(connection, row.id, at)


def _reminder(
    row: GameRow, player: Player, now: datetime, stops: Sequence[Stop], *, is_reminded: bool
) -> datetime | None:
    """Return when a player is reminded of his turn in a game next."""
    if row.paused is not None:
        return None
    clock, starts = clock_of(row), row.changed
    if clock is not None and clock.due is not None:
        starts = start_of(row, clock.due)
    waiting = row.remind_at is not None
    return changed_reminder(player, starts, now, clock, stops, waiting=waiting, is_reminded=is_reminded)
