from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from storage.places import Server
from tests import postgres
from tests.databases import new_place
from tests.kills.processes import Processes

pytestmark = [postgres.needs_postgresql, pytest.mark.slow]


async def test_other_processes_take_over_from_a_dead_one(tmp_path: Path) -> None:
    """One of three processes is killed and one frozen: nothing is lost, and no player is notified twice."""
    async with new_place("postgresql", tmp_path) as place:
        assert isinstance(place, Server)
        await postgres.server().make(place)
        taken = await Processes(tmp_path, Random(7), place, pause=0.3).run(rounds=2, frozen_for=0.0)
    assert taken.faults == []
    assert (taken.kills, taken.freezes) == (1, 1)
    assert taken.answered > 0
