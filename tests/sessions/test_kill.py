from __future__ import annotations

from asyncio.subprocess import PIPE
from pathlib import Path
from random import Random

import pytest

from bot.maintenance import check
from bot.sessions import SessionManager
from storage import Database
from storage.places import Place, Server
from tests import postgres
from tests.process import killed_if_left, spawn

pytestmark = pytest.mark.on_both

ROOT = Path(__file__).parents[2]


async def answered_before_a_kill(database: Place, seed: int, most: int) -> list[str]:
    """Play in another process, kill it after some answers, and return every answer that it printed."""
    playing = await spawn(
        "-m",
        "tests.sessions.kill_me",
        database.url if isinstance(database, Server) else str(database),
        str(seed),
        cwd=ROOT,
        stdout=PIPE,
    )
    assert playing.stdout is not None
    incoming = b""
    async with killed_if_left(playing):
        for _ in range(Random(seed).randrange(1, most)):
            line = await playing.stdout.readline()
            assert line, "the process ended before the kill"
            incoming += line
    playing.kill()
    incoming += await playing.stdout.read()
    await playing.wait()
    # A line that the kill cut off was not answered.
    return [line.decode() for line in incoming.split(b"\n")[:-1]]


@pytest.mark.slow
async def test_a_kill_loses_no_answered_action(place: Place) -> None:
    """After each kill everything answered is stored, all games replay, and play continues."""
    if isinstance(place, Server):
        await postgres.server().make(place)
    versions = []
    for seed in range(3):
        answered = await answered_before_a_kill(place, seed, 60)
        game_id, version, position, draft = answered[-1].split("|")
        assert (await check(place)).faults == ()
        async with Database.open(place) as database:
            manager = SessionManager(database)
            async with database.read() as connection:
                row = (await manager.seated(connection, game_id)).game
        assert row.version in (int(version), int(version) + 1)
        if row.version == int(version):
            assert (row.position, row.draft) == (position, draft)
        versions.append((game_id, row.version))
    assert len(set(versions)) == len(versions)
