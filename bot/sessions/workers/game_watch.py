"""Game watch: signals to open pages that a game, its web links or the request for its rematch changed."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from bot.sessions.core import SessionCore
from bot.sessions.workers.wake_up import WakeUp
from storage import games

logger = logging.getLogger(__name__)


class GameWatch:
    """Checks after each action which of the watched games have changed.

    One query covers all watched games. It also runs every 30 seconds (`IDLE`), because another process may
    serve the same database.
    """

    def __init__(self, core: SessionCore) -> None:
        self._core = core
        self._wake_up = WakeUp()
        self._watched: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._versions: dict[str, tuple[int, int, int]] = {}

    def wake(self) -> None:
        """Check the watched games at once; does nothing if none is watched."""
        if self._watched:
            self._wake_up.set()

    @contextmanager
    def watching(self, game_id: str, changed: asyncio.Event) -> Iterator[None]:
        """Set the event `changed` whenever a game has changed, and once at the start, within the context.

        It is not set if there is no such game.
        """
        self._watched[game_id].add(changed)
        self._versions.pop(game_id, None)
        self._wake_up.set()
        try:
            yield
        finally:
            self._watched[game_id].discard(changed)
            if not self._watched[game_id]:
                del self._watched[game_id]
                self._versions.pop(game_id, None)

    async def run(self) -> None:
        """Check for changes until cancelled. After an error, continue with the next check."""
        while True:
            self._wake_up.clear()
            try:
                await self.look()
            except Exception:
                logger.exception(
                    "checking watched games for changes failed", extra={"count": len(self._watched)}
                )
            await self._wake_up.wait()

    async def look(self) -> None:
        """Set the events of watched games that have changed or are newly watched since the last check."""
        if not self._watched:
            return
        async with self._core.database.read() as connection:
            found = await games.versions(connection, list(self._watched))
        for game_id, version in found.items():
            if game_id not in self._watched or self._versions.get(game_id) == version:
                continue
            self._versions[game_id] = version
            for changed in self._watched[game_id]:
                changed.set()
