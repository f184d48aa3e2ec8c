"""A world for each test, once on each dialect."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.databases import PLACES, new_place
from tests.sessions.world import inhabited

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from storage.places import Place
    from tests.sessions.world import World


@pytest.fixture(params=PLACES)
async def place(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Place]:
    """Where there is no database yet."""
    async with new_place(request.param, tmp_path) as place:
        yield place


@pytest.fixture
async def world(place: Place) -> AsyncIterator[World]:
    """Anna, Boris and Carl, on a database of their own."""
    async with inhabited(place) as world:
        yield world
