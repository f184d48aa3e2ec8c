"""The promises of a simulation, compared with a copy of its games on PostgreSQL.

The simulation itself cannot run there, because no seed determines a server's timing over a socket. So its
database is copied after its end, with all effects of the faults.
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
    """Turn off the bot's log of the faults."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


async def compare(promises: Promises, place: Server) -> None:
    """Compare the promises with the server's content."""
    connection = await asyncpg.connect(place.url)
    try:
        # Read everything first: `compare` is synchronous.
        read = {sql: [tuple(row) for row in await connection.fetch(sql)] for sql in promises.reads}
    finally:
        await connection.close()
    promises.compare(read.__getitem__)


async def copied(simulation: Simulation, place: Server) -> None:
    """Copy a simulation's database to the server."""
    await postgres.server().make(place)
    await copy(simulation.promises.path, place)


@pytest.mark.slow
def test_promises_hold_on_postgresql(tmp_path: Path) -> None:
    """The server's copy stores each answered action once, every game replays, and a deletion is found."""
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
