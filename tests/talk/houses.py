"""Houses: a starting point of several tests, made once and copied for each."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from tests.dialogues.house import House, open_house
from tests.dialogues.script import CAST, TABLE

SavedHouse = tuple[bytes, House]
"""A database file's content, and the house that was open on it."""


def save_house(folder: Path, begin: Callable[[House], Awaitable[object]], *dice: int) -> SavedHouse:
    """Return a closed house in which everyone has written at the table and `begin` has run."""
    path = folder / "nardy.db"

    async def build() -> SavedHouse:
        async with open_house(path, *dice) as house:
            for player in CAST:
                await house.type(player, "/start")
            await begin(house)
        return path.read_bytes(), house

    with ThreadPoolExecutor(
        1
    ) as thread:  # pytest's event loop belongs to one test, and this house to several
        return thread.submit(asyncio.run, build()).result()


@asynccontextmanager
async def open_copy(saved: SavedHouse, path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[House]:
    """Open a copy of a house, and fail the test if an error was logged."""
    content, previous = saved
    path.write_bytes(content)  # noqa: ASYNC240 (half a megabyte)
    async with open_house(path, previous=previous, clock=replace(previous.clock)) as house:
        yield house
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


def house_after(
    begin: Callable[[House], Awaitable[object]], *dice: int
) -> Callable[..., AsyncIterator[House]]:
    """Return a fixture: for each test a copy of a house in which `begin` has run, once for each process."""
    saved: list[SavedHouse] = []

    @pytest.fixture
    async def house(
        tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, caplog: pytest.LogCaptureFixture
    ) -> AsyncIterator[House]:
        if not saved:
            saved.append(save_house(tmp_path_factory.mktemp("house"), begin, *dice))
        async with open_copy(saved[0], tmp_path / "nardy.db", caplog) as house:
            yield house

    return house


async def begin_game(house: House) -> None:
    """Begin a game of Anna's and Boris's at the table, with the dice `TO_A_CHOICE`."""
    await house.type("Anna", "/challenge Boris")
    await house.type("Boris", "/accept")
    assert house.shown(TABLE).text.endswith("Anna, your turn: 🎲 4-1.")
