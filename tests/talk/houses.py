"""Houses: what several tests begin with, done once and copied for each."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from tests.dialogues.script import CAST, TABLE
from tests.dialogues.scripted import House, open_house

Begun = tuple[bytes, House]
"""A database file's content, and the house that was open on it."""


def begun(folder: Path, begin: Callable[[House], Awaitable[object]], *dice: int) -> Begun:
    """Return a closed house in which something was begun after everybody was seen at the table."""
    path = folder / "nardy.db"

    async def in_order() -> Begun:
        async with open_house(path, *dice) as house:
            for who in CAST:
                await house.line(who, "/start")
            await begin(house)
        return path.read_bytes(), house

    with ThreadPoolExecutor(1) as thread:  # a fixture for several tests cannot use the loop of one
        return thread.submit(asyncio.run, in_order()).result()


@asynccontextmanager
async def copied(of: Begun, path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[House]:
    """Open a copy of a house, in which no fault may be logged."""
    content, before = of
    path.write_bytes(content)  # noqa: ASYNC240 (half a megabyte)
    async with open_house(path, before=before, clock=replace(before.clock)) as house:
        yield house
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


def copies_of(begin: Callable[[House], Awaitable[object]], *dice: int) -> Callable[..., AsyncIterator[House]]:
    """Return a fixture: for each test a copy of the house in which something was begun, once in a process."""
    once: list[Begun] = []

    @pytest.fixture
    async def house(
        tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, caplog: pytest.LogCaptureFixture
    ) -> AsyncIterator[House]:
        if not once:
            once.append(begun(tmp_path_factory.mktemp("begun"), begin, *dice))
        async with copied(once[0], tmp_path / "nardy.db", caplog) as house:
            yield house

    return house


async def play(house: House) -> None:
    """Begin a game of Anna's and Boris's at the table, with the dice `TO_A_CHOICE`."""
    await house.line("Anna", "/challenge Boris")
    await house.line("Boris", "/accept")
    assert house.standing(TABLE).text.endswith("Anna, your turn: 🎲 4-1.")
