"""Three processes of the bot on one database and one Discord: one is killed, others freeze, play goes on."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import pytest
from sqlalchemy import func, select

from storage.places import Server as Database
from storage.tables import notifications, players
from tests import postgres
from tests.databases import new_place, opened
from tests.discord_standin.standin import DiscordStandIn
from tests.discord_standin.world import Message
from tests.discord_wire.playing import Meeting, is_over, pressed
from tests.going_on import GoingOn
from tests.pace import HANG, slowness
from tests.process import Server

pytestmark = [postgres.needs_postgresql, pytest.mark.long]

PROCESSES = 3
FROZEN = 12.0
LONGEST = 90.0
"""Seconds until everything is seen that a process had begun to send: the deadline, and some more."""
_AGAIN = 4.0
"""Seconds after which somebody presses again whose press nobody has answered: Discord tells it once."""


class TwoPlayers(GoingOn):
    """Two people who play one game after another."""

    def __init__(self, met: Meeting) -> None:
        super().__init__()
        self._met = met

    async def run(self, board: Message) -> None:
        """Play on from a board, until it is to end."""
        while True:
            while not is_over(board):
                if self.is_over:
                    return
                with suppress(TimeoutError):
                    async with asyncio.timeout(_AGAIN * slowness()):
                        board = await pressed(self._met.mover(board), self._met.games, board)
                        self.saw_a_board()
            board = await self._met.begun()


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Database]:
    """An empty database."""
    async with new_place("postgresql", tmp_path) as place:
        assert isinstance(place, Database)
        async with opened(place):
            pass
        yield place


async def causes(place: Database, name: str) -> int:
    """For how many turns, cards and results somebody was to be called: each of them rings once at most."""
    async with opened(place) as database, database.read() as connection:
        called = select(func.count()).select_from(notifications).join(players)
        return int((await connection.execute(called.where(players.c.name == name))).scalar_one())


async def test_three_processes_serve_a_channel(tmp_path: Path, place: Database) -> None:
    """Whichever of them is killed or frozen, the others hear, answer and send; nobody is called twice."""
    async with DiscordStandIn() as discord, AsyncExitStack() as stack:
        settings = {
            "NARDY_DATABASE": place.url,
            "DISCORD_TOKEN": discord.token,
            "DISCORD_API_URL": discord.api_url,
            "DISCORD_GATEWAY_URL": discord.gateway_url,
        }
        servers = []
        for number in range(PROCESSES):
            (tmp_path / str(number)).mkdir()
            servers.append(Server(tmp_path / str(number), settings))
            await servers[-1].start()
            stack.push_async_callback(servers[-1].stop)
        await discord.online()
        met = Meeting.on(discord)
        play = TwoPlayers(met)
        playing = asyncio.create_task(play.run(await met.begun()))
        took = [await play.goes_on(HANG)]
        await servers[0].stop(signal.SIGKILL)
        took.append(await play.goes_on(LONGEST))
        await servers[0].start()
        servers[1].signal(signal.SIGSTOP)
        try:
            took.append(await play.goes_on(LONGEST))
            await asyncio.sleep(max(0.0, FROZEN - took[-1]))
        finally:
            servers[1].signal(signal.SIGCONT)
        took.append(await play.goes_on(LONGEST))
        play.is_over = True
        async with asyncio.timeout(HANG):
            await playing
        for person in (met.anna, met.boris):
            assert 0 < len(person.notifications) <= await causes(place, person.name)
        checked = await servers[0].run("check")
        assert checked.status == 0, checked
