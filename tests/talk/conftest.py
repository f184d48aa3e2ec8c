"""Fixtures: a house for each test."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.dialogues.dialogues import TO_A_CHOICE
from tests.dialogues.script import CAST, TABLE
from tests.dialogues.scripted import House, open_house
from tests.sessions.world import all_used

Begun = tuple[bytes, "House"]
"""A database file's content, and the house that was open on it."""


@pytest.fixture(autouse=True)
def dice_are_used() -> Iterator[None]:
    """Fail a test that hands in a die, or another number, that nothing takes."""
    with all_used():
        yield


@pytest.fixture(scope="session")
def met(tmp_path_factory: pytest.TempPathFactory) -> Begun:
    """A closed house in which everybody has been seen at the table, to be copied."""
    path = tmp_path_factory.mktemp("met") / "nardy.db"

    async def begin() -> Begun:
        async with open_house(path) as house:
            for who in CAST:
                await house.line(who, "/start")
        return path.read_bytes(), house

    return in_thread(begin())


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Begun:
    """A closed house in which Anna and Boris play at the table, to be copied."""
    path = tmp_path_factory.mktemp("begun") / "nardy.db"

    async def begin() -> Begun:
        async with open_house(path, *TO_A_CHOICE) as house:
            for who in CAST:
                await house.line(who, "/start")
            await house.line("Anna", "/challenge Boris")
            await house.line("Boris", "/accept")
        return path.read_bytes(), house

    return in_thread(begin())


def in_thread(beginning: Coroutine[None, None, Begun]) -> Begun:
    """Let something begin in a loop of its own."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, beginning).result()


@asynccontextmanager
async def copied(of: Begun, path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[House]:
    """A copy of a house, in which no fault may be logged."""
    path.write_bytes(of[0])  # noqa: ASYNC240 (half a megabyte)
    async with open_house(path, before=of[1]) as house:
        yield house
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


@pytest.fixture
async def house(met: Begun, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[House]:
    """Anna, Boris and Carl have been seen at the table; nothing is being played."""
    async with copied(met, tmp_path / "nardy.db", caplog) as house:
        yield house


@pytest.fixture
async def playing(begun: Begun, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[House]:
    """Anna has White against Boris at the table, and 4-1 to play, with checkers on 24 and 16."""
    async with copied(begun, tmp_path / "nardy.db", caplog) as house:
        assert house.standing(TABLE).text.endswith("Anna, your turn: 🎲 4-1.")
        yield house
