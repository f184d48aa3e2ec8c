"""Fixtures: a house in which a game can begin, made once."""

from __future__ import annotations

import pytest

from tests.dialogues.house import House
from tests.dialogues.script import CAST
from tests.talk.houses import SavedHouse, save_house

SETTINGS = ("roll off", "forced off", "confirm on")
"""The players' settings: only passes are automatic, and a typed turn needs no confirmation."""


async def _configure(house: House) -> None:
    for player in CAST:
        for option in SETTINGS:
            await house.type(player, f"/settings {option}", player)


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> SavedHouse:
    """A closed house in which all players have these settings."""
    return save_house(tmp_path_factory.mktemp("endings"), _configure)
