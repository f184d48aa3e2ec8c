"""Fixtures: a house in which a game can begin, made once."""

from __future__ import annotations

import pytest

from tests.dialogues.script import CAST
from tests.dialogues.scripted import open_house
from tests.talk.conftest import Begun, in_thread

SET = ("roll off", "forced off", "confirm on")
"""What both players have set: nothing but a pass happens by itself, and a turn that is typed is ended."""


@pytest.fixture(scope="session")
def met(tmp_path_factory: pytest.TempPathFactory) -> Begun:
    """A closed house in which everybody has been seen at the table and the players have set all that."""
    path = tmp_path_factory.mktemp("endings") / "nardy.db"

    async def begin() -> Begun:
        async with open_house(path) as house:
            for who in CAST:
                await house.line(who, "/start")
                for option in SET:
                    await house.line(who, f"/settings {option}", who)
        return path.read_bytes(), house

    return in_thread(begin())
