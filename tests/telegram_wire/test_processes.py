"""Three bot processes on one database and one Telegram: play goes on when one is killed or frozen."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from storage.places import Server as Database
from tests import postgres
from tests.board_counter import BoardCounter
from tests.databases import new_place, opened
from tests.pace import HANG
from tests.process import Server
from tests.telegram_standin.people import Person
from tests.telegram_standin.standin import TelegramStandIn
from tests.telegram_standin.world import Place
from tests.telegram_wire.playing import HURRIED, begin_game, is_over, mover_of, press_next

pytestmark = [postgres.needs_postgresql, pytest.mark.long]

PROCESSES = 3
FROZEN = 12.0
LONGEST = 75.0
"""Seconds until everything that a process began to send is shown: the deadline with a margin."""


class TwoPlayers(BoardCounter):
    """Two people who play one game after another."""

    def __init__(self, anna: Person, boris: Person, games: Place) -> None:
        super().__init__()
        self.people, self._games = (anna, boris), games

    async def run(self) -> None:
        """Play until the test ends it."""
        while True:
            board = await begin_game(*self.people, self._games, HANG)
            while not is_over(board):
                if self.is_over:
                    return
                board = await press_next(mover_of(board, *self.people), self._games, board, HANG)
                self.count_board()


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Database]:
    """An empty database."""
    async with new_place("postgresql", tmp_path) as place:
        assert isinstance(place, Database)
        async with opened(place):
            pass
        yield place


async def test_three_processes_serve_a_group(tmp_path: Path, place: Database) -> None:
    """While a process is killed or frozen, the others fetch, answer and send, and no turn notifies twice."""
    async with TelegramStandIn() as telegram, AsyncExitStack() as stack:
        settings = {
            "NARDY_DATABASE": place.url,
            "TELEGRAM_TOKEN": telegram.token,
            "TELEGRAM_API_URL": telegram.api_url,
            "TELEGRAM_PACE": HURRIED,
        }
        servers = []
        for number in range(PROCESSES):
            (tmp_path / str(number)).mkdir()
            servers.append(Server(tmp_path / str(number), settings))
            await servers[-1].start()
            stack.push_async_callback(servers[-1].stop)
        await telegram.online()
        anna, boris, games = telegram.user("Anna"), telegram.user("Boris"), telegram.supergroup()
        for person in (anna, boris):
            await person.say(games, "/settings confirm on")
        play = TwoPlayers(anna, boris, games)
        playing = asyncio.create_task(play.run())
        took = [await play.until_three_more(HANG)]
        # The first process fetched and sent so far; the others wait for its locks.
        await servers[0].stop(signal.SIGKILL)
        took.append(await play.until_three_more(LONGEST))
        await servers[0].start()
        servers[1].signal(signal.SIGSTOP)
        try:
            took.append(await play.until_three_more(LONGEST))
            await asyncio.sleep(max(0.0, FROZEN - took[-1]))
        finally:
            servers[1].signal(signal.SIGCONT)
        took.append(await play.until_three_more(LONGEST))
        play.is_over = True
        async with asyncio.timeout(HANG):
            await playing
        for person in play.people:
            texts = [message.text for message in person.notifications]
            assert len(texts) == len(set(texts))
        checked = await servers[0].run("check")
        assert checked.status == 0, checked
