"""Health: undelivered posts, overdue alarms, the age of backups, and a test write."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.sessions.core import SessionCore
from storage import clocks, health, installation

logger = logging.getLogger(__name__)

OLDEST_BACKUP = timedelta(days=2)
"""The greatest age of the last good backup before a warning; one is made each day."""


@dataclass(frozen=True, slots=True)
class Backlog:
    """The undelivered posts of one platform.

    Args:
        posts: how many posts are undelivered.
        age: how long the oldest has been undelivered, or None if unknown.
        due_age: the same for posts whose delivery is not delayed.
    """

    posts: int
    age: timedelta | None
    due_age: timedelta | None


@dataclass(frozen=True, slots=True)
class Workload:
    """The work to be done at one moment.

    Args:
        backlogs: the undelivered posts, by platform; platforms without any are left out.
        overdue: by how much the oldest unhandled alarm is late, or None if none is.
        open_games: how many games are in progress.
        backup_age: the age of the last good backup, or None if none is recorded.
    """

    backlogs: dict[str, Backlog]
    overdue: timedelta | None
    open_games: int
    backup_age: timedelta | None = None

    @property
    def oldest(self) -> timedelta | None:
        """How long the oldest post of any platform has been undelivered, or None."""
        ages = (each.age for each in self.backlogs.values())
        return max((age for age in ages if age is not None), default=None)


class BackupWatch:
    """Warns if the last good backup is too old."""

    def __init__(self, core: SessionCore) -> None:
        self._core = core

    async def warn(self) -> None:
        """Log a warning if backups fail, or the last good one is older than `OLDEST_BACKUP`.

        Without any attempt, no warning is logged: the host may make backups in another way.
        """
        async with self._core.database.read() as connection:
            noted = await installation.backups_noted(connection)
        age = _age(noted.made, self._core.clock())
        if age is not None and age > OLDEST_BACKUP:
            logger.warning("the last backup is too old", extra={"seconds": int(age.total_seconds())})
        elif age is None and noted.failed is not None:
            logger.warning("a backup failed and no earlier one exists")


class Health:
    """Measures the bot's health."""

    def __init__(self, core: SessionCore) -> None:
        self._core = core

    async def workload(self) -> Workload:
        """Return the work to be done. Its statements read only what waits or is in progress."""
        now = self._core.clock()
        async with self._core.database.read() as connection:
            undelivered = await health.undelivered(connection, now)
            due = [await clocks.next_alarm(connection), await clocks.next_due(connection)]
            games = await health.count_open_games(connection)
            copies = await installation.backups_noted(connection)
        late = [now - each for each in due if each is not None and each < now]
        return Workload(
            {
                each.platform: Backlog(each.posts, _age(each.since, now), _age(each.due_since, now))
                for each in undelivered
            },
            max(late, default=None),
            games,
            _age(copies.made, now),
        )

    async def write(self) -> None:
        """Write a row and remove it again.

        Raises:
            sqlalchemy.exc.SQLAlchemyError: the database does not accept writes.
        """
        async with self._core.database.write() as connection:
            await health.write_and_remove(connection)


def _age(since: datetime | None, now: datetime) -> timedelta | None:
    # A clock that was set back would make the age negative.
    return None if since is None else max(timedelta(), now - since)
