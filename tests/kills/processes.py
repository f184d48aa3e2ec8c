"""Processes: several processes on one database, one of which is killed or frozen again and again."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import aiohttp
import asyncpg

from storage.places import Server as Place
from tests.kills.aftermath import faults_in
from tests.kills.visitor import Visitor
from tests.pace import HANG, slowness
from tests.process import Server

NAMES = ("Anna", "Boris", "Carl", "Dora")
TAKEN_OVER_WITHIN = 10.0
"""Seconds within which another process takes over the work of a dead one."""
_PATIENCE = 4.0
"""Seconds after which a player whose page does not answer goes to another process."""
_GONE = (ConnectionError, TimeoutError, aiohttp.ClientError)
_UNDELIVERED = """
SELECT count(*) FROM posts JOIN chats ON chats.id = posts.chat
WHERE (shown_revision < wanted_revision OR sent_revision < fresh_revision) AND NOT chats.gone
"""


@dataclass
class Takeovers:
    """A summary of the kills and freezes, and of the time until other processes took over.

    Args:
        kills: the number of killed processes.
        freezes: the number of frozen processes.
        seconds: the time of each takeover, until the claims were free.
        pauses: the time each time until all players had been answered again.
        answered: the number of answered actions, all of which are stored once.
        sent_again: the number of actions sent again, to another process.
        calls: the number of notifications that arrived, none twice.
        faults: the faults found.
    """

    kills: int = 0
    freezes: int = 0
    seconds: list[float] = field(default_factory=list)
    pauses: list[float] = field(default_factory=list)
    answered: int = 0
    sent_again: int = 0
    calls: int = 0
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.freezes} freezes: taken over after {_spread(self.seconds)}, "
            f"everybody answered again after {_spread(self.pauses)}; {self.answered} actions answered and "
            f"stored once, {self.sent_again} sent again, {self.calls} calls, {len(self.faults)} faults"
        )


@dataclass
class _Player:
    """A player at the page of any process that answers."""

    visitor: Visitor
    at: Server | None = None
    answered_at: float = 0.0


class Processes:
    """Several processes on one database, and players meanwhile.

    Args:
        folder: holds their logs.
        rng: chooses the moments.
        place: the database, which is empty.
        many: the number of processes.
        pause: the seconds that each player waits after each answer.
    """

    def __init__(self, folder: Path, rng: Random, place: Place, *, many: int = 3, pause: float = 0.0) -> None:
        self.taken = Takeovers()
        self._rng = rng
        self._place = place
        self._pause = pause
        self._servers = []
        for number in range(many):
            own = folder / str(number)
            own.mkdir()
            self._servers.append(Server(own, {"NARDY_DATABASE": place.url}))
        self._numbers: dict[int, int] = {}
        """Each process's number in the database, by its index."""
        self._reachable: list[Server] = []
        self._players = [_Player(Visitor(name, rng)) for name in NAMES]
        self._is_over = False

    async def run(
        self, rounds: int, frozen_for: float, on_round: Callable[[Takeovers], None] | None = None
    ) -> Takeovers:
        """Kill one process and freeze one in turn; stop at the first fault.

        Args:
            rounds: the number of kills and freezes.
            frozen_for: the seconds for which one is frozen.
            on_round: called after each.
        """
        async with aiohttp.ClientSession() as web:
            for number in range(len(self._servers)):
                await self._start(number)
            playing = [asyncio.create_task(self._play(each, web)) for each in self._players]
            try:
                await self._until_all_are_answered(time.monotonic())
                for number in range(rounds):
                    await asyncio.sleep(self._rng.uniform(0, 1))
                    await (self._freeze(frozen_for) if number % 2 else self._kill())
                    if on_round is not None:
                        on_round(self.taken)
                    if self.taken.faults:
                        break
                self._is_over = True
                async with asyncio.timeout(HANG):
                    await asyncio.gather(*playing)
                await self._until_all_is_delivered()
            finally:
                self._is_over = True
                for task in playing:
                    task.cancel()
                await asyncio.gather(*playing, return_exceptions=True)
                for server in self._servers:
                    await server.stop()
        await self._check()
        return self.taken

    async def _start(self, number: int) -> None:
        server = self._servers[number]
        before = await self._alive()
        await server.start()
        (self._numbers[number],) = await self._alive() - before
        self._reachable.append(server)

    async def _kill(self) -> None:
        """Kill one process, wait until another has taken over, and start it again."""
        number = self._rng.randrange(len(self._servers))
        server = self._servers[number]
        began = time.monotonic()
        self._reachable.remove(server)
        await server.stop(signal.SIGKILL)
        self.taken.kills += 1
        await self._until_taken_over(number, began, "a kill")
        await self._start(number)

    async def _freeze(self, seconds: float) -> None:
        """Freeze one process, wait until another has taken over, and resume it."""
        number = self._rng.randrange(len(self._servers))
        server = self._servers[number]
        assert server.pid is not None
        began = time.monotonic()
        server.signal(signal.SIGSTOP)
        try:
            self._reachable.remove(server)
            self.taken.freezes += 1
            await self._until_taken_over(number, began, "a freeze")
            await asyncio.sleep(max(0.0, seconds - (time.monotonic() - began)))
            before = await self._alive()
        finally:
            server.signal(signal.SIGCONT)
        async with asyncio.timeout(HANG):
            while not (new := await self._alive() - before):  # noqa: ASYNC110 (no event for it)
                await asyncio.sleep(0.05)
        (self._numbers[number],) = new
        self._reachable.append(server)

    async def _until_taken_over(self, number: int, began: float, what: str) -> None:
        """Wait until a process is found gone and the others have answered all players."""
        async with asyncio.timeout(HANG):
            while self._numbers[number] in await self._alive():  # noqa: ASYNC110 (as above)
                await asyncio.sleep(0.05)
        took = time.monotonic() - began
        self.taken.seconds.append(took)
        if took > TAKEN_OVER_WITHIN * slowness():
            self.taken.faults.append(f"after {what} it took {took:.1f} s until another took over")
        await self._until_all_are_answered(began)
        self.taken.pauses.append(max(each.answered_at for each in self._players) - began)

    async def _until_all_are_answered(self, since: float) -> None:
        async with asyncio.timeout(HANG):
            while any(each.answered_at <= since for each in self._players):  # noqa: ASYNC110 (no event for it)
                await asyncio.sleep(0.01)

    async def _play(self, player: _Player, web: aiohttp.ClientSession) -> None:
        """Play at any process that answers, until the end, when everything was answered."""
        visitor = player.visitor
        while True:
            unanswered = [action for action in visitor.actions if action.replies is None]
            if self._is_over and not unanswered and player.at is not None:
                return
            player.at = self._rng.choice(self._reachable)
            self.taken.sent_again += len(unanswered)
            with suppress(*_GONE):
                async with asyncio.timeout(_PATIENCE * min(2.0, slowness())):
                    await visitor.come(web, player.at.port)
                while not self._is_over:
                    async with asyncio.timeout(_PATIENCE * min(2.0, slowness())):
                        await self._act(player)
                    player.answered_at = time.monotonic()
                    await asyncio.sleep(self._pause)
            await asyncio.sleep(0.02)

    async def _act(self, player: _Player) -> None:
        """Play, or talk if there is nothing to play, and start a game if there is none."""
        visitor = player.visitor
        before = len(visitor.actions)
        await visitor.play()
        if len(visitor.actions) > before:
            return
        await visitor.talk()
        if before % 8 == 0:
            await visitor.say(
                f"/challenge {self._rng.choice([each for each in NAMES if each != visitor.name])}"
            )
        await asyncio.sleep(0.05)

    async def _until_all_is_delivered(self) -> None:
        """Wait until every board is up to date; a delivery under way waits for its deadline."""
        try:
            async with asyncio.timeout(75 * slowness()):
                while await self._ask(_UNDELIVERED) != [0]:  # noqa: ASYNC110 (as above)
                    await asyncio.sleep(0.1)
        except TimeoutError:
            self.taken.faults.append("something is still undelivered")

    async def _check(self) -> None:
        """Check the database: it is sound, and every answered action is stored once."""
        visitors = [each.visitor for each in self._players]
        self.taken.faults += await faults_in(self._place, visitors)
        self.taken.answered = sum(action.is_done for each in visitors for action in each.actions)
        self.taken.calls = sum(len(each.calls) for each in visitors)
        for number in await self._alive():
            self.taken.faults.append(f"process {number} is still there")

    async def _alive(self) -> set[int]:
        return set(await self._ask("SELECT id FROM processes"))

    async def _ask(self, statement: str) -> list[int]:
        connection = await asyncpg.connect(self._place.url)
        try:
            return [row[0] for row in await connection.fetch(statement)]
        except asyncpg.UndefinedTableError:
            return []  # the tables do not exist before the first start
        finally:
            await connection.close()


def _spread(seconds: list[float]) -> str:
    if not seconds:
        return "no time"
    middle = sorted(seconds)[len(seconds) // 2]
    return f"{middle:.1f} s, at most {max(seconds):.1f} s"
