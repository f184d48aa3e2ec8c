"""Promises: what users were answered, compared with what is stored after each process and at the end."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from bot.talk.incoming import Incoming
    from tests.simulator.messenger import Messenger
    from tests.simulator.world import World

ALLOWED = timedelta(hours=1)
"""The time for each turn."""
UNNOTICED = timedelta(minutes=10)
"""Smaller clock changes and shorter outages are not given back."""
_APPLIED = "SELECT key FROM applied"
_EVENTS = "SELECT game, number, event FROM events"
_LOST_ON_TIME = """
    SELECT games.id, games.outcome, games.changed, accounts.key FROM games
    JOIN accounts ON accounts.player = CASE substr(games.outcome, 1, 1) WHEN 'w' THEN black ELSE white END
    WHERE games.outcome LIKE '%timeout%'
"""


class Broken(Exception):
    """A promise is broken."""


class Promises:
    """What was answered and stored so far.

    Args:
        path: the database file.
        world: the time.
        messengers: the platforms.
    """

    reads = (_APPLIED, _EVENTS, _LOST_ON_TIME)
    """The queries by which databases are compared."""

    def __init__(self, path: Path, world: World, messengers: Sequence[Messenger]) -> None:
        self.path = path
        self._world = world
        self._messengers = messengers
        self._applied: set[str] = set()
        self._never_stored: list[str] = []
        self._events: dict[tuple[str, int], str] = {}
        self._ended: set[str] = set()

    def note_handled(self, incoming: Incoming, acted: bool) -> None:
        """Record an action that the bot is about to answer.

        Args:
            incoming: the user's action.
            acted: True if the bot reported that something was done.
        """
        key = incoming.idempotency_key
        if self._query("SELECT 1 FROM applied WHERE key = ?", key):
            self._applied.add(key)
        elif acted:
            self._never_stored.append(key)

    def games_over(self) -> int:
        """Return the number of finished games."""
        return len(self._query("SELECT id FROM games WHERE outcome IS NOT NULL"))

    def compare(self, query: Callable[[str], list[Any]] | None = None) -> None:
        """Compare what is stored with what was stored before and with what was answered.

        Args:
            query: runs a query on a copy of the database; by default on the file itself.

        Raises:
            Broken: something is missing, has changed, or was done twice.
        """
        query = query or self._query
        if self._never_stored:
            raise Broken(f"done, and not stored: {self._never_stored}")
        if missing := self._applied - {key for (key,) in query(_APPLIED)}:
            raise Broken(f"answered, and not stored any more: {sorted(missing)[:3]}")
        events = {(game, n): event for game, n, event in query(_EVENTS)}
        for key, event in self._events.items():
            if events.get(key) != event:
                raise Broken(f"event {key} was {event}, and is {events.get(key)}")
        self._events = events
        for messenger in self._messengers:
            for call, times in messenger.calls.items():
                if times > 1:
                    raise Broken(f"called {times} times: {call}")
        for ended in query(_LOST_ON_TIME):
            self._compare_time(*ended)

    def _compare_time(self, game: str, outcome: str, changed: str, loser: str) -> None:
        """Check that a player who lost a game on time had that time."""
        if game in self._ended:
            return
        self._ended.add(game)
        called = [
            at
            for messenger in self._messengers
            for call, at in messenger.called_at.items()
            if call.game == game and call.account == loser
        ]
        ended_at = self._world.seconds_at(datetime.fromisoformat(changed).replace(tzinfo=UTC))
        if called and ended_at < max(called) + (ALLOWED - UNNOTICED).total_seconds():
            raise Broken(f"game {game} ({outcome}) was lost on time after {ended_at - max(called):.0f} s")

    def _query(self, sql: str, *values: str) -> list[Any]:
        """Return a query's rows, read over a separate connection."""
        with closing(sqlite3.connect(self.path)) as connection:
            return connection.execute(sql, values).fetchall()
