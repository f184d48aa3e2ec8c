"""Fixtures: a house for each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.dialogues.dialogues import TO_A_CHOICE
from tests.dialogues.house import House
from tests.sessions.world import all_used
from tests.talk.houses import begin_game, house_after


@pytest.fixture(autouse=True)
def dice_are_used() -> Iterator[None]:
    """Fail a test that sets a die, or another random number, that nothing takes."""
    with all_used():
        yield


async def _nothing(_house: House) -> None:
    """Begin nothing."""


house = house_after(_nothing)
"""Anna, Boris and Carl have written at the table; no game is being played."""
playing = house_after(begin_game, *TO_A_CHOICE)
"""Anna has White against Boris at the table, and 4-1 to play, with checkers on 24 and 16."""
