"""A browser and a bot that all tests share, and a separate bot for a test that stops it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Generator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.browser.games import SharedGame
from tests.browser.house import CHROMIUM, House, browsing, housed
from tests.browser.player import SOON
from tests.databases import create_database
from tests.process import Server, serving

expect.set_options(timeout=SOON)

FAILED = pytest.StashKey[bool]()


@pytest_asyncio.fixture(loop_scope="session")
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """The program for one test, which may stop and start it."""
    create_database(tmp_path / "nardy.db")
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
async def shared_house(opened: Browser, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """The program for all tests that neither stop nor configure it."""
    async with housed(opened, tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest_asyncio.fixture(loop_scope="session")
async def house(shared_house: House) -> AsyncIterator[House]:
    """The shared program; pages that a test opens are closed after it."""
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
    """The shared game, open at both players. After a test that failed the next one gets another game."""
    await shared_game.open()
    yield shared_game
    if request.node.stash.get(FAILED, False):
        await shared_game.give_up()
    else:
        await shared_game.leave()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note on a test that it has failed, for the fixtures that end after it."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report
