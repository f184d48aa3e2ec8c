"""An empty database for each test, once for each dialect."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import Database
from storage.places import Place
from tests.databases import PLACES, new_place, opened


@pytest.fixture(params=PLACES)
async def place(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Place]:
    """A place without a database yet."""
    async with new_place(request.param, tmp_path) as place:
        yield place


@pytest.fixture
async def database(place: Place) -> AsyncIterator[Database]:
    """An empty, up-to-date database."""
    async with opened(place, threaded=True) as database:
        yield database
