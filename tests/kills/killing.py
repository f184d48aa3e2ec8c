"""Killing: kills the real process at random moments of each kind of work, and checks the database."""

from __future__ import annotations

import asyncio
import shutil
import signal
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from random import Random

import aiohttp

from bot.maintenance import check
from storage import Database
from storage.dialects import dialect_of
from tests.kills.aftermath import faults_in
from tests.kills.backend import OLD_PEOPLE, Backend, setting
from tests.kills.killed import Killed
from tests.kills.visitor import Visitor
from tests.pace import HANG
from tests.process import Server, killed_if_left
from tests.sessions.world import contents

_MOST_ANSWERED = 30
"""The most actions answered between a start and a kill."""
_RECORD = '[White "{mark}"]\n[Black "B"]\n[Rules "long"]\n[Result "*"]\n'
_GONE = (ConnectionError, aiohttp.ClientError)


class Rounds:
    """Rounds of play, each of which ends with a kill.

    Args:
        folder: holds all files.
        rng: chooses the moments; the process has its own random generator.
        backend: the database.
    """

    def __init__(self, folder: Path, rng: Random, backend: Backend) -> None:
        self.killed = Killed()
        self._folder = folder
        self._rng = rng
        self._backend = backend
        self._server = self._server_of(folder, setting(backend.place))
        self._visitors = [Visitor(name, self._rng) for name in ("Anna", "Boris")]
        every: dict[str, Callable[[], Awaitable[None]]] = {
            "play": self._play,
            "start": self._start,
            "migration": self._migration,
            "backup": self._backup,
            "GIF": self._gif,
            "analysis": self._analysis,
            "import": self._import,
            "full disk": self._full_disk,
            "crash": self._crash,
        }
        self._kinds = {kind: round_ for kind, round_ in every.items() if kind not in backend.left_out}

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of work during which the process is killed."""
        return frozenset(self._kinds)

    async def run(self, kills: int, on_kill: Callable[[Killed], None] | None = None) -> Killed:
        """Kill a number of times, during each kind of work in turn; stop at the first fault."""
        kinds = list(self._kinds)
        while self.killed.kills.total() < kills and not self.killed.faults:
            kind = kinds[self.killed.kills.total() % len(kinds)]
            await self._kinds[kind]()
            self.killed.kills[kind] += 1
            await self._check(kind)
            if on_kill is not None:
                on_kill(self.killed)
        await self._end()
        return self.killed

    async def _play(self) -> None:
        await self._killed_during(lambda _: self._moves())

    async def _start(self) -> None:
        """Kill the process before or just when it is ready."""
        process = await self._server.begin(port=self._server.port)
        async with killed_if_left(process):
            await asyncio.sleep(self._rng.uniform(0, 1))
            process.kill()
            await process.communicate()

    async def _migration(self) -> None:
        """Kill the process during a migration; the next start completes it with all rows."""
        folder = self._folder / f"old-{self.killed.kills.total()}"
        folder.mkdir()
        async with self._backend.old(folder) as place:
            server = self._server_of(folder, setting(place))
            process = await server.begin()
            async with killed_if_left(process), asyncio.timeout(HANG), AsyncExitStack() as stack:
                await stack.enter_async_context(self._backend.migrating(place))
                if self._rng.random() < 0.5:
                    await stack.aclose()
                await asyncio.sleep(self._rng.uniform(0, self._backend.migrating_seconds))
                process.kill()
                await process.communicate()
            self.killed.migrations_cut_off += not await dialect_of(place).is_newest()
            await server.start()
            await server.stop(signal.SIGKILL)
            report = await check(place)
            self.killed.faults += [f"migration: {fault}" for fault in report.faults]
            async with Database.open(place) as database:
                names = {row[1] for row in (await contents(database))["players"]}
            if not {f"old {number}" for number in range(OLD_PEOPLE)} <= names:
                self.killed.faults.append("migration: people are gone")
        await asyncio.to_thread(shutil.rmtree, folder)

    async def _backup(self) -> None:
        """Kill a backup and the server; the backup is complete or absent."""
        folder = self._folder / f"copy-{self.killed.kills.total()}"
        target, statuses = folder / "copy", list[int | None]()

        async def backing_up(_: aiohttp.ClientSession) -> None:
            process = await self._backend.begin_copy(self._server, target)
            async with killed_if_left(process):
                moves = asyncio.create_task(self._moves())
                with suppress(TimeoutError):
                    # Every second backup gets the time to finish, even on a slow machine.
                    seconds = self._rng.choice((self._rng.uniform(0, self._backend.copying_seconds), HANG))
                    await asyncio.wait_for(asyncio.shield(process.wait()), seconds)
                moves.cancel()
                await asyncio.wait([moves])
                if process.returncode is None:
                    process.kill()
                await process.communicate()
                statuses.append(process.returncode)

        folder.mkdir()
        await self._killed_during(backing_up)
        if self._backend.is_whole(target, *statuses):
            await self._start_on(target)
        else:
            self.killed.copies_cut_off += 1
        await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)

    async def _start_on(self, copy: Path) -> None:
        """Restore a backup, check it, and start a bot on it."""
        async with self._backend.restored(copy) as place:
            self.killed.faults += [f"a copy: {fault}" for fault in (await check(place)).faults]
            server = self._server_of(copy.parent, setting(place))
            await server.start()
            await server.stop(signal.SIGKILL)
            self.killed.copies += 1

    async def _gif(self) -> None:
        """Kill the process while it draws the animations of two games."""

        async def drawn(web: aiohttp.ClientSession) -> None:
            for visitor in self._visitors:
                await visitor.say(f"/replay {self._game()}")
            found = [
                reply["animation"] for each in self._visitors for reply in each.actions[-1].replies or []
            ]
            pages = [f"{self._server.address.rstrip('/')}{each['address']}.gif" for each in found if each]
            await asyncio.gather(self._moves(), *(web.get(page) for page in pages))

        await self._killed_during(drawn)

    async def _analysis(self) -> None:
        game = self._game()
        await self._killed_during(lambda _: self._request_slow_work(f"/resign {game}", f"/analyse {game}"))

    async def _import(self) -> None:
        anna = self._visitors[0]

        async def importing(_: aiohttp.ClientSession) -> None:
            while True:
                mark = f"import {len(anna.actions)}."
                await anna.say("/import", "me", _RECORD.format(mark=mark), mark)

        await self._killed_during(importing)

    async def _full_disk(self) -> None:
        """Fill the disk for a while: what is answered then is stored, and play continues afterwards."""

        async def fills(_: aiohttp.ClientSession) -> None:
            pid = self._server.pid
            assert pid is not None
            async with self._backend.full(pid):
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._rng.uniform(0.2, 1)):
                        await self._moves()
            await self._moves()

        await self._killed_during(fills)

    async def _crash(self) -> None:
        """Crash the database server during play and recover it, before or after the kill."""

        async def crashes(_: aiohttp.ClientSession) -> None:
            crash = asyncio.create_task(self._crash_after(self._rng.uniform(0, 0.3)))
            try:
                await self._moves()
            finally:
                await crash

        await self._killed_during(crashes)

    async def _crash_after(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        await self._backend.crash()

    def _server_of(self, folder: Path, database: str) -> Server:
        return Server(folder, {"NARDY_DATABASE": database, "NARDY_SLEEP_DAYS": "30"})

    def _game(self) -> str:
        board = self._visitors[0].board or {}
        return str(board.get("game") or "b2b")

    async def _request_slow_work(self, *lines: str) -> None:
        """Request slow work, and play beside it."""
        anna = self._visitors[0]
        for line in lines:
            await anna.say(line)
            await anna.agree()
        await self._moves()

    async def _moves(self) -> None:
        """Play, talk now and then, and start a game if there is none."""
        anna, boris = self._visitors
        for step in range(10**6):
            before = len(anna.actions) + len(boris.actions)
            for visitor in (anna, boris):
                await visitor.play()
            if len(anna.actions) + len(boris.actions) == before:
                await anna.talk()  # its answer comes after all pending changes
                if step % 20 == 0:
                    await anna.say("/challenge Boris")
            elif step % 10 == 0:
                await boris.talk()

    async def _killed_during(self, doing: Callable[[aiohttp.ClientSession], Awaitable[None]]) -> None:
        """Start the server, connect all visitors, and kill the server while something is done."""
        await self._server.start()
        async with AsyncExitStack() as stack:
            web = await stack.enter_async_context(aiohttp.ClientSession())
            self.killed.sent_again += sum(
                action.replies is None for visitor in self._visitors for action in visitor.actions
            )
            for visitor in self._visitors:
                await visitor.come(web, self._server.port)
            work = asyncio.ensure_future(doing(web))
            await self._until_some_are_answered(work, self._rng.randrange(_MOST_ANSWERED))
            await asyncio.wait({work}, timeout=self._rng.uniform(0, 0.1))
            await self._server.stop(signal.SIGKILL)
            async with asyncio.timeout(HANG):
                done = (
                    await asyncio.gather(work, return_exceptions=True)
                    if not work.done()
                    else [work.exception()]
                )
            self.killed.faults += [repr(each) for each in done if each and not isinstance(each, _GONE)]

    async def _until_some_are_answered(self, work: asyncio.Future[None], some: int) -> None:
        """Wait until this many more actions were answered, or the work has ended."""
        before = self._answered()
        async with asyncio.timeout(HANG):
            while not work.done() and self._answered() < before + some:  # noqa: ASYNC110 (no event for it)
                await asyncio.sleep(0.001)

    def _answered(self) -> int:
        return sum(action.replies is not None for each in self._visitors for action in each.actions)

    async def _check(self, kind: str) -> None:
        """Check the database: it is sound, and every answered action is stored once."""
        await self._backend.until_idle()
        if not await dialect_of(self._backend.place).examine():
            return
        found = await faults_in(self._backend.place, self._visitors)
        self.killed.faults += [f"after {kind}: {fault}" for fault in found]
        self.killed.answered = sum(action.is_done for each in self._visitors for action in each.actions)
        self.killed.calls = sum(len(visitor.calls) for visitor in self._visitors)

    async def _end(self) -> None:
        """Send the last unanswered actions again, and run `nardy check`."""
        if self.killed.faults:
            return
        await self._server.start()
        async with aiohttp.ClientSession() as web:
            for visitor in self._visitors:
                await visitor.come(web, self._server.port)
        await self._server.stop()
        await self._check("the end")
        ended = await self._server.run("check")
        if ended.status != 0:
            self.killed.faults.append(f"nardy check: {ended.out}{ended.err}")
