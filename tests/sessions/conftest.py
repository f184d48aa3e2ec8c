"""A world for each test, and the choice of tests that also run on PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.sessions import LoadedGame
from storage.places import Place
from tests.databases import PLACES, new_place
from tests.sessions.world import World, all_used, inhabited

WITH_EVERY_CHANGE = {
    "test_actions",
    "test_before_roll",
    "test_claims",
    "test_enqueue",
    "test_moving",
    "test_profiles",
    "test_statements",
}
"""Modules whose tests also run on PostgreSQL in every test run; elsewhere those are marked `long`."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests marked `on_both` on both databases and all others on SQLite."""
    if "place" in metafunc.fixturenames:
        is_on_both = metafunc.definition.get_closest_marker("on_both") is not None
        metafunc.parametrize("place", PLACES if is_on_both else PLACES[:1], indirect=True)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark PostgreSQL runs as `long`, except those of the modules in `WITH_EVERY_CHANGE`."""
    for item in items:
        if (
            item.path.parent == Path(__file__).parent
            and item.path.stem not in WITH_EVERY_CHANGE
            and "postgresql" in item.name
        ):
            item.add_marker(pytest.mark.long)


@pytest.fixture(autouse=True)
def dice_are_used() -> Iterator[None]:
    """Fail a test that hands in a die or another number that is never used."""
    with all_used():
        yield


@pytest.fixture
async def place(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Place]:
    """The place of a database that does not exist yet."""
    async with new_place(request.param, tmp_path) as place:
        yield place


@pytest.fixture
async def world(request: pytest.FixtureRequest, place: Place) -> AsyncIterator[World]:
    """Anna, Boris and Carl on a new database, in the position that the mark `built` or `game` asks for."""
    marked = request.node.get_closest_marker("built")
    builder = marked.kwargs["by"] if marked else World.game if "game" in request.fixturenames else None
    async with inhabited(place, builder=builder) as world:
        yield world


@pytest.fixture
def game(world: World) -> LoadedGame:
    """The game that the builder in the mark `built` returned; without the mark, a new game."""
    assert isinstance(world.built, LoadedGame)
    return world.built
