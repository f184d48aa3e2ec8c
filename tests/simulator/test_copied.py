"""What was promised in a simulation, held to the same games on PostgreSQL.

The simulation itself cannot run there: what a server does between two answers over a socket is decided by no
seed. So its database is copied when it has ended, with everything that faults have left in it.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import asyncpg
import pytest

from bot.database_transfer import copy
from bot.maintenance import check
from storage.places import Server
from tests import postgres
from tests.databases import new_place
from tests.simulator.promises import Broken
from tests.simulator.simulation import Simulation

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.simulator.promises import Promises

pytestmark = postgres.needs_postgresql

FAULTS = 60
SEED = 21


@pytest.fixture(autouse=True)
def _unlogged() -> Iterator[None]:
    """What the bot logs of all that goes wrong is not looked at."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


async def compare(promises: Promises, place: Server) -> None:
    """Hold what was promised to what stands on the server."""
    connection = await asyncpg.connect(place.url)
    try:
        # All is read first: promises are compared at one go.
        read = {sql: [tuple(row) for row in await connection.fetch(sql)] for sql in promises.reads}
    finally:
        await connection.close()
    promises.compare(read.__getitem__)


async def copied(simulation: Simulation, place: Server) -> None:
    """Copy a simulation's database to the server."""
    await postgres.server().make(place)
    await copy(simulation.promises.path, place)


@pytest.mark.slow
def test_what_was_promised_holds_on_postgresql(tmp_path: Path) -> None:
    """What was answered stands on the server too, once; every game replays; what is missing is found."""
    simulation = Simulation(SEED, tmp_path, FAULTS)
    assert not simulation.run().broken

    async def held() -> None:
        async with new_place("postgresql", tmp_path) as place:
            assert isinstance(place, Server)
            await copied(simulation, place)
            await compare(simulation.promises, place)
            report = await check(place)
            assert (report.games, report.faults) == (sum(simulation.outcome.games), ())
            connection = await asyncpg.connect(place.url)
            await connection.execute("DELETE FROM applied")
            await connection.close()
            with pytest.raises(Broken, match="not stored any more"):
                await compare(simulation.promises, place)

    asyncio.run(held())
