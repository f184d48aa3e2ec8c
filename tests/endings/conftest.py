"""Fixtures: a house in which a game can begin, made once."""

from __future__ import annotations

import pytest

from tests.dialogues.script import CAST
from tests.dialogues.scripted import House
from tests.talk.houses import Begun, begun

SET = ("roll off", "forced off", "confirm on")
"""What both players have set: nothing but a pass happens by itself, and a turn that is typed is ended."""


async def _set(house: House) -> None:
    for who in CAST:
        for option in SET:
            await house.line(who, f"/settings {option}", who)


@pytest.fixture(scope="session")
def met(tmp_path_factory: pytest.TempPathFactory) -> Begun:
    """A closed house in which everybody has been seen at the table and the players have set all that."""
    return begun(tmp_path_factory.mktemp("endings"), _set)
