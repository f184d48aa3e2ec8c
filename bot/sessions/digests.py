"""Digests: once a day, at the time that a player has set, a list of the games that wait for him."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.core import SessionCore
from bot.sessions.homes import home_of
from bot.sessions.mapping import player_of
from bot.sessions.quiet_hours import after_quiet_hours, is_quiet, next_at, parse_time
from bot.sessions.values import Player
from storage import clocks, notifications, outbox, people

DIGEST: Final = "digest"
"""The kind of their alarms, whose subjects are the players."""
_DAY: Final = timedelta(days=1)


def next_digest(player: Player, after: datetime) -> datetime | None:
    """Return when a player gets his next digest after a moment, if he gets any: never in his quiet hours."""
    if player.digest is None or player.zone is None:
        return None
    at, zone = parse_time(player.digest), ZoneInfo(player.zone)
    # What was due a while ago may have been moved to the end of quiet hours that last still.
    unmoved = next_at(at, after - _DAY, zone)
    while (moved := after_quiet_hours(player, unmoved)) <= after:
        unmoved = next_at(at, unmoved, zone)
    return moved


async def set_digest(connection: AsyncConnection, player: Player, now: datetime) -> None:
    """Set the alarm of a player's next digest anew, or cancel it."""
    at = next_digest(player, now)
    if at is None:
        await clocks.cancel_alarm(connection, DIGEST, str(player.id))
    else:
        await clocks.set_alarm(connection, DIGEST, str(player.id), at)


def day_of(player: Player, moment: datetime) -> str:
    """Return the day that it is where a player is."""
    zone = None if player.zone is None else ZoneInfo(player.zone)
    return moment.astimezone(zone).date().isoformat()


class Digests:
    """Lets chats get digests.

    Args:
        core: what actions stand on.
    """

    def __init__(self, core: SessionCore) -> None:
        self._core = core

    async def enqueue(self, connection: AsyncConnection, subject: str, _due: datetime) -> None:
        """Let a player's private chat get the digest of this day, once, and set the next alarm.

        Whether anything waits for him is seen when it is sent: if not, it is not sent.
        """
        now = self._core.clock()
        player = player_of(await people.player(connection, int(subject)))
        if player.digest is not None and player.zone is not None and is_quiet(player, now):
            # It comes late, because nobody looked for a while.
            await clocks.set_alarm(connection, DIGEST, subject, after_quiet_hours(player, now))
            return
        await set_digest(connection, player, now)
        key, home = f"{player.id}:{day_of(player, now)}", await home_of(connection, player.id)
        if player.digest is None or home is None or await outbox.posts_of(connection, DIGEST, key):
            return
        post = await outbox.add_post(connection, DIGEST, key, home.id, 1)
        await notifications.notify(connection, player.id, f"{DIGEST}:{key}", post, 1, now)
