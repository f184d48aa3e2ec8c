"""The longest time that a stop of the bot takes."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from random import Random

import aiohttp
import pytest

from tests.kills.visitor import Visitor
from tests.pace import slowness
from tests.process import serving


@pytest.mark.slow
async def test_a_stop_does_not_wait_for_another_programs_lock(tmp_path: Path) -> None:
    """While another program keeps the file locked, the bot ends within five seconds without an error."""
    async with serving(tmp_path) as server, aiohttp.ClientSession() as web:
        visitor = Visitor("Vera", Random(1))
        await visitor.come(web, server.port)
        await visitor.talk()
        with closing(sqlite3.connect(tmp_path / "nardy.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            talking = asyncio.create_task(visitor.talk())
            await asyncio.wait({talking}, timeout=0.2)
            assert not talking.done()
            began = time.monotonic()
            status = await server.stop(signal.SIGTERM)
            took = time.monotonic() - began
            other.execute("ROLLBACK")
        await asyncio.wait({talking})
        talking.exception()
    assert (status, took < 5 * slowness()) == (0, True), f"{took:.1f} s"
    assert "Traceback" not in server.log()
