"""Fixtures: a house for each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.dialogues.dialogues import TO_A_CHOICE
from tests.dialogues.scripted import House
from tests.sessions.world import all_used
from tests.talk.houses import copies_of, play


@pytest.fixture(autouse=True)
def dice_are_used() -> Iterator[None]:
    """Fail a test that hands in a die, or another number, that nothing takes."""
    with all_used():
        yield


async def _nothing(_house: House) -> None:
    """Begin nothing."""


house = copies_of(_nothing)
"""Anna, Boris and Carl have been seen at the table; nothing is being played."""
playing = copies_of(play, *TO_A_CHOICE)
"""Anna has White against Boris at the table, and 4-1 to play, with checkers on 24 and 16."""
