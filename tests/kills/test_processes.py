from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from storage.places import Server
from tests import postgres
from tests.databases import new_place
from tests.kills.processes import Processes

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [postgres.needs_postgresql, pytest.mark.slow]


@pytest.mark.parametrize(
    ("rounds", "frozen_for"),
    [(2, 12.0), pytest.param(4, 30.0, marks=pytest.mark.long)],
    ids=["short", "long"],
)
async def test_what_a_process_does_that_is_gone_others_do(
    tmp_path: Path, rounds: int, frozen_for: float
) -> None:
    """Three processes serve four people: one is killed, one frozen; nothing is lost, nobody called twice."""
    async with new_place("postgresql", tmp_path) as place:
        assert isinstance(place, Server)
        await postgres.server().make(place)
        taken = await Processes(tmp_path, Random(7), place).run(rounds, frozen_for)
    assert taken.faults == []
    assert (taken.kills, taken.freezes) == (rounds // 2, rounds // 2)
    assert taken.answered > 0
