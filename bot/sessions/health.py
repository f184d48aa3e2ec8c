"""Health: what is owed and overdue, and whether the database takes writes."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.sessions.core import SessionCore
from storage import clocks, health, installation

logger = logging.getLogger(__name__)

OLDEST_BACKUP = timedelta(days=2)
"""The last good copy should not be older: one is made each day."""


@dataclass(frozen=True, slots=True)
class Backlog:
    """What the chats of one platform are still to see.

    Args:
        posts: how many posts are undelivered.
        age: how long the oldest has been, as far as that is known.
        due_age: the same of those that nothing puts off.
    """

    posts: int
    age: timedelta | None
    due_age: timedelta | None


@dataclass(frozen=True, slots=True)
class Workload:
    """What is to be done, at one moment.

    Args:
        backlogs: what is owed, by platforms; those on which nothing is are left out.
        overdue: for how long the oldest alarm that nobody handles should have been handled; none is, if not
            given.
        open_games: how many games are played.
        backup_age: how old the last good copy of the database is; None if none was noted.
    """

    backlogs: dict[str, Backlog]
    overdue: timedelta | None
    open_games: int
    backup_age: timedelta | None = None

    @property
    def oldest(self) -> timedelta | None:
        """How long the oldest of what is owed has been, on any platform."""
        ages = (each.age for each in self.backlogs.values())
        return max((age for age in ages if age is not None), default=None)


class BackupWatch:
    """Warns of a last good copy that is too old.

    Args:
        core: where time and the database come from.
    """

    def __init__(self, core: SessionCore) -> None:
        self._core = core

    async def warn(self) -> None:
        """Write a warning to the log if copies fail, or the last good one is older than `OLDEST_BACKUP`.

        Where no copy was ever tried, the host may make copies in another way.
        """
        async with self._core.database.read() as connection:
            noted = await installation.backups_noted(connection)
        age = _age(noted.made, self._core.clock())
        if age is not None and age > OLDEST_BACKUP:
            logger.warning("the last good copy of the database is %d days old", age.days)
        elif age is None and noted.failed is not None:
            logger.warning("no copy of the database was made yet, and one failed")


class Health:
    """Tells how the bot fares.

    Args:
        core: where time and the database come from.
    """

    def __init__(self, core: SessionCore) -> None:
        self._core = core

    async def workload(self) -> Workload:
        """Return what is to be done. No statement goes over more than what waits, or is being played."""
        now = self._core.clock()
        async with self._core.database.read() as connection:
            owed = await health.undelivered(connection, now)
            due = [await clocks.next_alarm(connection), await clocks.next_due(connection)]
            games = await health.count_open_games(connection)
            copies = await installation.backups_noted(connection)
        late = [now - each for each in due if each is not None and each < now]
        return Workload(
            {
                each.platform: Backlog(each.posts, _age(each.since, now), _age(each.due_since, now))
                for each in owed
            },
            max(late, default=None),
            games,
            _age(copies.made, now),
        )

    async def write(self) -> None:
        """Write something and take it away again.

        Raises:
            sqlalchemy.exc.SQLAlchemyError: the database does not take it.
        """
        async with self._core.database.write() as connection:
            await health.write_and_remove(connection)


def _age(since: datetime | None, now: datetime) -> timedelta | None:
    # A clock that was set back makes nothing younger than new.
    return None if since is None else max(timedelta(), now - since)
