"""A small world and a sender at work in it, for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.sessions import LoadedGame
from tests.chats.delivering import Post, choosing, sending
from tests.sessions.world import World, inhabited


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """Anna, Boris and Carl, on a new database."""
    async with inhabited(tmp_path / "nardy.db") as world:
        yield world


@pytest.fixture
async def post(world: World) -> AsyncIterator[Post]:
    """A sender at work."""
    async with sending(world) as post:
        yield post


@pytest.fixture
async def game(post: Post) -> LoadedGame:
    """A game in which Anna has moves to choose from, shown at the table."""
    game = await choosing(post.world)
    await post.until_idle()
    return game
