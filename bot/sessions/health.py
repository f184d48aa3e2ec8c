"""Health: how many posts are undelivered, how late alarms are, the last backup's age, and a test write."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.sessions.core import SessionCore
from storage import clocks, health, installation

logger = logging.getLogger(__name__)

OLDEST_BACKUP = timedelta(days=2)
"""If the last good backup is older than this, a warning is logged. docs/hosting.md sets up daily backups."""


@dataclass(frozen=True, slots=True)
class Backlog:
    """The undelivered posts of one platform, in chats that can be written to.

    Args:
        posts: how many posts are undelivered.
        age: how long the oldest of them has been undelivered; None if that is unknown for all.
        due_age: the same among the posts that are due now, whose delivery is not postponed; None if there
            are none, or if it is unknown for all.
    """

    posts: int
    age: timedelta | None
    due_age: timedelta | None


@dataclass(frozen=True, slots=True)
class Workload:
    """The work that the bot has to do at one moment.

    Args:
        backlogs: the undelivered posts, by platform; platforms without any are left out.
        overdue: by how much the oldest alarm, deadline or reminder that no worker has claimed is late, or
            None if none is late.
        open_games: how many games are in progress.
        backup_age: the age of the last good backup, or None if none is recorded.
    """

    backlogs: dict[str, Backlog]
    overdue: timedelta | None
    open_games: int
    backup_age: timedelta | None = None

    @property
    def oldest(self) -> timedelta | None:
        """The greatest `age` of any platform's backlog; None if there is none, or it is unknown for all."""
        ages = (each.age for each in self.backlogs.values())
        return max((age for age in ages if age is not None), default=None)


class BackupWatch:
    """Logs a warning if the last good backup is too old, or if backups have failed and no good one exists."""

    def __init__(self, core: SessionCore) -> None:
        self._core = core

    async def warn(self) -> None:
        """Log a warning if the last good backup is older than `OLDEST_BACKUP`, or if only failed ones exist.

        If the bot never tried to make a backup, log none: the host may make backups in another way.
        """
        async with self._core.database.read() as connection:
            noted = await installation.backups_noted(connection)
        age = _age(noted.made, self._core.clock())
        if age is not None and age > OLDEST_BACKUP:
            logger.warning("the last backup is too old", extra={"seconds": int(age.total_seconds())})
        elif age is None and noted.failed is not None:
            logger.warning("a backup failed and no earlier one exists")


class Health:
    """Service that measures the bot's health: the work it has to do, and if the database accepts writes."""

    def __init__(self, core: SessionCore) -> None:
        self._core = core

    async def workload(self) -> Workload:
        """Return the work to be done.

        The queries read no finished games and no delivered posts, so they are fast in large databases too.
        """
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
        """Write a row and remove it again, to test that the database accepts writes.

        Raises:
            sqlalchemy.exc.SQLAlchemyError: the database does not accept writes.
        """
        async with self._core.database.write() as connection:
            await health.write_and_remove(connection)


def _age(since: datetime | None, now: datetime) -> timedelta | None:
    # Never negative, as it would be if the machine's clock was set back.
    return None if since is None else max(timedelta(), now - since)
