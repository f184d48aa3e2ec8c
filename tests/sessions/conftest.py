"""A world for each test."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.sessions.world import inhabited

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tests.sessions.world import World


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """Anna, Boris and Carl, on a database of their own."""
    async with inhabited(tmp_path / "nardy.db") as world:
        yield world
