"""Fixtures: a world of three players with a running sender."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.sessions import LoadedGame
from tests.chats.delivering import Post, choosing, sending
from tests.sessions.world import World, inhabited


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """Anna, Boris and Carl on a new database."""
    async with inhabited(tmp_path / "nardy.db") as world:
        yield world


@pytest.fixture
async def post(world: World) -> AsyncIterator[Post]:
    """A running sender."""
    async with sending(world) as post:
        yield post


@pytest.fixture
async def game(post: Post) -> LoadedGame:
    """A game, shown at the table, in which Anna has a choice of moves."""
    game = await choosing(post.world)
    await post.until_idle()
    return game
