"""Retention: how long each kind of bookkeeping data is kept and why, and its deletion.

Games, records and the messages in chats are not deleted here. docs/privacy.md lists the same periods.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.core import SessionCore
from storage import retention
from storage.retention import Keys

APPLIED_KEPT = timedelta(days=7)
"""Idempotency keys of applied actions. No platform redelivers for longer than Telegram: for one day."""

ATTEMPTS_KEPT = timedelta(days=1)
"""Failed guesses of codes and tokens. They count against a player for ten minutes only."""

NONCES_KEPT = timedelta(days=8)
"""The nonces of the web chat's messages (ids against repetition): kept longer than `APPLIED_KEPT`."""

UNREADABLE_KEPT = timedelta(days=30)
"""Incoming data of platforms that could not be parsed: kept long enough to find out why."""

UPDATES_KEPT = timedelta(days=2)
"""The numbers of handled Telegram updates. Telegram redelivers none after a day."""

NOTIFICATIONS_KEPT = timedelta(days=30)
"""Notifications whose cause is over: kept long enough to look into a complaint."""

REMINDERS_KEPT = timedelta(days=7)
"""The posts of reminders, digests and holidays: until then a reply to a reminder refers to its game.

Posts about a holiday that was ended early or cancelled are deleted once they are delivered.
"""

ANNOUNCEMENTS_KEPT = timedelta(days=30)
"""Announcements to all chats: until then an administrator cannot send the same text again."""

CHALLENGES_KEPT = timedelta(days=30)
"""Closed challenges that led to no game: until then a press of an old button gets their outcome.

Each player's last challenge is kept for longer, because the next one starts with its options.
"""

CODES_KEPT = timedelta(days=1)
"""Codes for linking accounts: a day, because a player gets at most three of them in a day."""

LINKS_KEPT = timedelta(days=7)
"""Links of accounts and the log of the rows that each changed: until then a link can be undone."""

PUZZLES_KEPT = timedelta(days=62)
"""Daily positions and the answers to them; the table of a month needs all answers since its first day."""


class Retention:
    """Deletes expired data in small batches, so that players never wait for a long transaction."""

    def __init__(self, core: SessionCore) -> None:
        self._database = core.database
        self._clock = core.clock

    async def forget_old(self) -> None:
        """Delete the data whose retention period is over (except nonces), and questions that have expired."""
        now = self._clock()
        await self._forget(now - APPLIED_KEPT, retention.old_keys, retention.forget_keys)
        await self._forget(now, retention.expired_questions, retention.forget_questions)
        await self._forget(now - ATTEMPTS_KEPT, retention.old_attempts, retention.forget_attempts)
        await self._forget(now - UNREADABLE_KEPT, retention.old_unreadable, retention.forget_unreadable)
        await self._forget(now - UPDATES_KEPT, retention.old_updates, retention.forget_updates)
        await self._forget(
            now - NOTIFICATIONS_KEPT, retention.past_notifications, retention.forget_notifications
        )
        await self._forget(now - REMINDERS_KEPT, retention.past_reminders, retention.forget_reminders)
        await self._forget(
            now - ANNOUNCEMENTS_KEPT, retention.past_announcements, retention.forget_announcements
        )
        await self._forget(now - CODES_KEPT, retention.old_codes, retention.forget_codes)
        await self._forget(now - LINKS_KEPT, retention.past_links, retention.forget_links)
        await self._forget(now - PUZZLES_KEPT, retention.past_puzzles, retention.forget_puzzles)
        await self._forget(now - CHALLENGES_KEPT, retention.past_challenges, retention.forget_challenges)

    async def _forget(
        self,
        before: datetime,
        find: Callable[[AsyncConnection, datetime], Awaitable[Keys]],
        forget: Callable[[AsyncConnection, Keys], Awaitable[None]],
    ) -> None:
        """Delete rows older than a moment, one batch per transaction, until `find` returns none.

        Args:
            find: returns the keys of at most one batch of rows older than a moment.
            forget: deletes the rows with these keys.
        """
        while True:
            async with self._database.read() as connection:
                keys = await find(connection, before)
            if not keys:
                return
            async with self._database.write() as connection:
                await forget(connection, keys)
