"""A browser and a bot for all tests, and a separate bot for tests that stop it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Generator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.browser.games import SharedGame
from tests.browser.house import CHROMIUM, House, open_browser, serving_house
from tests.browser.player import TIMEOUT_MS
from tests.databases import create_database
from tests.process import Server, serving

expect.set_options(timeout=TIMEOUT_MS)

FAILED = pytest.StashKey[bool]()


@pytest_asyncio.fixture(loop_scope="session")
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """A bot for one test, which may stop and start it."""
    create_database(tmp_path / "nardy.db")
    async with serving(tmp_path) as server:
        yield server


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def shared_browser() -> AsyncIterator[Browser]:
    """A headless browser for all tests."""
    if not CHROMIUM.exists():
        pytest.skip(f"There is no browser at {CHROMIUM}.")
    async with open_browser() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="session")
async def browser(shared_browser: Browser) -> AsyncIterator[Browser]:
    """The shared browser; what a test opens in it is closed after the test."""
    before = shared_browser.contexts
    yield shared_browser
    for context in shared_browser.contexts:
        if context not in before:
            await context.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def shared_house(
    shared_browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
    """A bot for all tests that neither stop nor configure it."""
    async with serving_house(shared_browser, tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest_asyncio.fixture(loop_scope="session")
async def house(shared_house: House) -> AsyncIterator[House]:
    """The shared bot; pages that a test opens are closed after it."""
    yield shared_house
    await shared_house.close_pages()


@pytest.fixture(scope="session")
def shared_game(shared_house: House) -> SharedGame:
    """A game that many tests play on."""
    return SharedGame(shared_house)


@pytest_asyncio.fixture(loop_scope="session")
async def game(
    shared_game: SharedGame, house: House, request: pytest.FixtureRequest
) -> AsyncIterator[SharedGame]:
    """The shared game, open on both players' pages; a failed test leaves the next one another game."""
    await shared_game.open()
    yield shared_game
    if request.node.stash.get(FAILED, False):
        await shared_game.give_up()
    else:
        await shared_game.leave()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Mark a failed test, for the fixtures that end after it."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report
