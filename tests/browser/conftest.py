"""The program for each test, and a browser for all."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.browser.games import SharedGame
from tests.browser.house import CHROMIUM, browsing
from tests.browser.player import SOON
from tests.databases import lay_out
from tests.process import Server, serving

expect.set_options(timeout=SOON)


@pytest_asyncio.fixture(loop_scope="session")
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """The program, served by a process of its own."""
    lay_out(tmp_path / "nardy.db")
    async with serving(tmp_path) as server:
        yield server


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def opened() -> AsyncIterator[Browser]:
    """A browser without a window, for all tests."""
    if not CHROMIUM.exists():
        pytest.skip(f"There is no browser at {CHROMIUM}.")
    async with browsing() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="session")
async def browser(opened: Browser) -> AsyncIterator[Browser]:
    """A browser in which whatever a test opens is closed after it."""
    before = opened.contexts
    yield opened
    for context in opened.contexts:
        if context not in before:
            await context.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def shared(opened: Browser, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[SharedGame]:
    """A game that many tests play on."""
    game = SharedGame(opened, lambda: tmp_path_factory.mktemp("house"))
    yield game
    await game.close()


@pytest_asyncio.fixture(loop_scope="session")
async def game(shared: SharedGame) -> AsyncIterator[SharedGame]:
    """The shared game, open at both players."""
    await shared.open()
    yield shared
    await shared.leave()
