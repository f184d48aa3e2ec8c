"""A world for each test, once on each dialect."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from storage.places import Place
from tests.databases import PLACES, new_place
from tests.sessions.world import World, all_used, inhabited

HERE = Path(__file__).parent
ON_BOTH = {
    "test_actions",
    "test_before_roll",
    "test_claims",
    "test_enqueue",
    "test_moving",
    "test_profiles",
    "test_statements",
}
"""What is tried on PostgreSQL with every change; the rest is, when there is time."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as long what is tried on PostgreSQL too and is not among the few that are with every change."""
    for item in items:
        if item.path.parent == HERE and item.path.stem not in ON_BOTH and "postgresql" in item.name:
            item.add_marker(pytest.mark.long)


@pytest.fixture(autouse=True)
def dice_are_used() -> Iterator[None]:
    """Fail a test that hands in a die, or another number, that nothing takes."""
    with all_used():
        yield


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
