"""Fixtures: a world of three players with a running sender."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.sessions import LoadedGame
from tests.chats.delivering import RunningSender, game_with_choice, run_sender
from tests.sessions.world import World, inhabited


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """Anna, Boris and Carl on a new database."""
    async with inhabited(tmp_path / "nardy.db") as world:
        yield world


@pytest.fixture
async def running(world: World) -> AsyncIterator[RunningSender]:
    """A running sender."""
    async with run_sender(world) as running:
        yield running


@pytest.fixture
async def game(running: RunningSender) -> LoadedGame:
    """A game, shown at the table, in which Anna has a choice of moves."""
    game = await game_with_choice(running.world)
    await running.until_idle()
    return game
