"""Watch: what tells those who look at a game that something has happened in it."""

from __future__ import annotations

import asyncio
from contextlib import AbstractContextManager
from typing import Protocol


class Watch(Protocol):
    """Tells those who look at a game that something has happened in it."""

    def watching(self, game_id: str, changed: asyncio.Event) -> AbstractContextManager[None]:
        """Set an event whenever a game has changed, and once at the beginning, until left."""
