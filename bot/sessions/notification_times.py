"""Notification times: when a player's settings make digests and reminders due, and enqueuing digests."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.core import SessionCore
from bot.sessions.errors import Refusal
from bot.sessions.game_clock import ClockStop
from bot.sessions.mapping import clock_of, player_of
from bot.sessions.notification_chats import notification_chat
from bot.sessions.quiet_hours import after_quiet_hours, is_quiet, next_at, parse_time
from bot.sessions.reminders import changed_reminder, start_of
from bot.sessions.values import Player
from storage import clocks, notifications, outbox, people
from storage.rows import GameRow

DIGEST: Final = "digest"
"""The kind of a digest's alarm (the alarm's subject is the player's id), and the kind of a digest's post."""
_DAY: Final = timedelta(days=1)


def next_digest(player: Player, after: datetime) -> datetime | None:
    """Return when a player's next digest after a moment is due; None for never.

    A time in the player's quiet hours is moved to their end. A digest needs a time of day and a time zone in
    the player's settings.
    """
    if player.digest is None or player.zone is None:
        return None
    at, zone = parse_time(player.digest), ZoneInfo(player.zone)
    # Start a day early: the previous digest may have been moved to the end of quiet hours that still last.
    unmoved = next_at(at, after - _DAY, zone)
    while (moved := after_quiet_hours(player, unmoved)) <= after:
        unmoved = next_at(at, unmoved, zone)
    return moved


async def schedule_digest(connection: AsyncConnection, player: Player, now: datetime) -> None:
    """Set the alarm for a player's next digest; cancel it if the player wants none or has no time zone."""
    at = next_digest(player, now)
    if at is None:
        await clocks.cancel_alarm(connection, DIGEST, str(player.id))
    else:
        await clocks.set_alarm(connection, DIGEST, str(player.id), at)


def day_of(player: Player, moment: datetime) -> str:
    """Return a moment's date in the player's time zone (or the machine's if unset), as `2026-11-20`."""
    zone = None if player.zone is None else ZoneInfo(player.zone)
    return moment.astimezone(zone).date().isoformat()


class Digests:
    """Service that enqueues daily digests: lists of the games and challenges that wait for a player."""

    def __init__(self, core: SessionCore) -> None:
        self._core = core

    async def enqueue(self, connection: AsyncConnection, subject: str, _due: datetime) -> None:
        """Enqueue today's digest for a player's private chat, at most once a day, and schedule the next one.

        In the player's quiet hours only postpone it to their end. Without a digest setting or a private chat
        that can be written to, enqueue none. The contents are read when it is sent; an empty digest is not
        sent.

        Args:
            subject: the player's id, as the alarm stores it.
        """
        now = self._core.clock()
        player = player_of(await people.player(connection, int(subject)))
        if player.digest is not None and player.zone is not None and is_quiet(player, now):
            # The alarm was handled late (after an outage, say), so the digest would come in quiet hours.
            await clocks.set_alarm(connection, DIGEST, subject, after_quiet_hours(player, now))
            return
        await schedule_digest(connection, player, now)
        key, home = f"{player.id}:{day_of(player, now)}", await notification_chat(connection, player.id)
        if player.digest is None or home is None or await outbox.posts_of(connection, DIGEST, key):
            return
        post = await outbox.add_post(connection, DIGEST, key, home.id, 1)
        await notifications.notify(connection, player.id, f"{DIGEST}:{key}", post, 1, now)


ZONE = "zone"
"""The column of a player's time zone. `reschedule` with it recomputes the digest and all reminders."""


async def reschedule(connection: AsyncConnection, player_id: int, option: str, now: datetime) -> None:
    """Reschedule a player's digest and reminders after one of the settings behind them has changed.

    A change of `digest` affects only the digest, a change of `reminders` only the reminders. A change of any
    other setting affects both.

    Args:
        connection: the transaction that changed the setting.
        option: the setting's column.

    Raises:
        Refusal: the player turned digests on but has no private chat that can be written to.
    """
    player = player_of(await people.player(connection, player_id))
    if (
        option == "digest"
        and player.digest is not None
        and await notification_chat(connection, player_id) is None
    ):
        raise Refusal("no-private-chat")
    if option != "reminders":
        await schedule_digest(connection, player, now)
    if option == "digest":
        return
    stops = (await clocks.stops_of(connection, [player_id], now)).get(player_id, [])
    reminded = await clocks.reminded_turns(connection, player_id)
    for row in await clocks.games_that_wait_for(connection, player_id):
        at = _reminder(row, player, now, stops, is_reminded=(row.id, row.turns) in reminded)
        if at != row.remind_at:
            await clocks.set_reminder(connection, row.id, at)


def _reminder(
    row: GameRow, player: Player, now: datetime, stops: Sequence[ClockStop], *, is_reminded: bool
) -> datetime | None:
    """Return when a player, whose settings have changed, is next reminded of their turn, or None.

    It is None for no reminder, and during a pause, after whose end it is computed again.

    Args:
        row: the game, in which the player is to act.
        stops: the periods in which the player's clock is stopped.
        is_reminded: True if the player was already reminded of this turn.
    """
    if row.paused is not None:
        return None
    clock, starts = clock_of(row), row.changed
    if clock is not None and clock.due is not None:
        starts = start_of(row, clock.due)
    waiting = row.remind_at is not None
    return changed_reminder(player, starts, now, clock, stops, waiting=waiting, is_reminded=is_reminded)
