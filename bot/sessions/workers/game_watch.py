"""Game watch: tells those who look at a game that it stands otherwise, or that a link to it was ended."""

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
    """Looks after every action whether one of the games that are looked at stands otherwise.

    It asks once for all of them. Without an action it looks again after a while, for another process may
    serve the same database.

    Args:
        core: where games are found.
    """

    def __init__(self, core: SessionCore) -> None:
        self._core = core
        self._wake_up = WakeUp()
        self._watched: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._versions: dict[str, tuple[int, int]] = {}

    def wake(self) -> None:
        """Look at once."""
        if self._watched:
            self._wake_up.set()

    @contextmanager
    def watching(self, game_id: str, changed: asyncio.Event) -> Iterator[None]:
        """Set an event whenever a game has changed, and once at the beginning, until left."""
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
        """Look until cancelled. What fails is done the next time."""
        while True:
            self._wake_up.clear()
            try:
                await self.look()
            except Exception:
                logger.exception("games that are looked at could not be read")
            await self._wake_up.wait()

    async def look(self) -> None:
        """Tell those who look at a game that stands otherwise than when it was looked at last."""
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
