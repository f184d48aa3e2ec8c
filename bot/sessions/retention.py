"""Retention: what is forgotten after a while, and why then.

What people can see stays: games, their records, what was said. What goes is bookkeeping that nothing needs
any more. docs/privacy.md tells people the same.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.core import SessionCore
from storage import retention
from storage.retention import Keys

APPLIED_KEPT = timedelta(days=7)
"""What was done, by the platform's own ids. Telegram, which repeats longest, keeps an update for a day."""

ATTEMPTS_KEPT = timedelta(days=1)
"""Who named an invitation that was not his to know of: it counts for minutes."""

NONCES_KEPT = timedelta(days=8)
"""Which message of the local table was posted under which nonce: longer than what was done is known."""

UNREADABLE_KEPT = timedelta(days=30)
"""What a platform has told us and could not be read: long enough to find out why."""

UPDATES_KEPT = timedelta(days=2)
"""The numbers of Telegram's updates that were handled. It delivers none again after a day."""

NOTIFICATIONS_KEPT = timedelta(days=30)
"""Who was called for what, once that does not stand any more: long enough to look into a complaint."""

REMINDERS_KEPT = timedelta(days=7)
"""Which message a reminder was: until then an answer to it means its game."""

ANNOUNCEMENTS_KEPT = timedelta(days=30)
"""What those who run the bot have told all chats: until then the same text is not told twice."""

CHALLENGES_KEPT = timedelta(days=30)
"""Challenges that came to nothing: until then a press on an old card is answered by what became of it."""

CODES_KEPT = timedelta(days=1)
"""Which codes for linking accounts somebody was told: three a day."""

LINKS_KEPT = timedelta(days=7)
"""Which accounts were linked, and all that this has changed: until then it can be undone whole."""

PUZZLES_KEPT = timedelta(days=62)
"""Positions of the day, and who answered what: longer than the table over a month needs."""


class Retention:
    """Forgets what is old, a little at a time, so that nobody waits for it.

    Args:
        core: what actions stand on.
    """

    def __init__(self, core: SessionCore) -> None:
        self._database = core.database
        self._clock = core.clock

    async def forget_old(self) -> None:
        """Forget everything whose time has passed."""
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
        """Forget what is found to be older than a moment, until nothing is."""
        while True:
            async with self._database.read() as connection:
                keys = await find(connection, before)
            if not keys:
                return
            async with self._database.write() as connection:
                await forget(connection, keys)
