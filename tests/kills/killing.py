"""Killing: the real process, killed at random moments of whatever it does, and what is held afterwards."""

from __future__ import annotations

import asyncio
import re
import resource
import shutil
import signal
import sqlite3
from collections import Counter
from contextlib import AsyncExitStack, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import aiohttp

from bot.maintenance import check
from storage import Database
from storage.sqlite import is_newest, upgrade
from tests.kills.visitor import Visitor
from tests.pace import HANG
from tests.process import Server, killed_if_left
from tests.sessions.world import contents

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

OLD = "0001"
"""The revision from which databases are brought up to date."""
_OLD_PEOPLE = 2_000
_MOST_ANSWERED = 30
"""Actions that are answered at most between a start and a kill."""
_RECORD = '[White "{mark}"]\n[Black "B"]\n[Rules "long"]\n[Result "*"]\n'
_MARK = re.compile(r"(?:Anna|Boris) says [0-9]+!|import [0-9]+\.")
"""What stands once in the database when it was said or imported."""
_GONE = (ConnectionError, aiohttp.ClientError)


@dataclass
class Killed:
    """What was killed, and how often.

    Args:
        kills: how often, by what the process did just then.
        answered: how many actions were answered and done, all of which are stored.
        sent_again: how many actions were not answered when the process was killed, and were sent again.
        calls: how many calls arrived, none of them twice.
        migrations_cut_off: how many migrations were killed before they had come to their end.
        faults: what was found to be wrong.
    """

    kills: Counter[str] = field(default_factory=Counter)
    answered: int = 0
    sent_again: int = 0
    calls: int = 0
    migrations_cut_off: int = 0
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        during = ", ".join(f"{count} in {what}" for what, count in sorted(self.kills.items()))
        return (
            f"{self.kills.total()} kills ({during}): "
            f"{self.answered} actions answered and stored once, "
            f"{self.sent_again} sent again, {self.calls} calls, "
            f"{self.migrations_cut_off} migrations cut off, {len(self.faults)} faults"
        )


class Rounds:
    """Rounds of play, each of which ends with a kill.

    Args:
        folder: where the database lies, and everything else that is made.
        seed: the chance by which moments are chosen. The process itself has its own.
        database: the value of `NARDY_DATABASE`; a file in the folder, unless given.
    """

    def __init__(self, folder: Path, seed: int, database: str = "") -> None:
        self.killed = Killed()
        self._folder = folder
        self._rng = Random(seed)
        self._database = database or str(folder / "nardy.db")
        self._server = Server(folder, {"NARDY_DATABASE": self._database, "NARDY_SLEEP_DAYS": "30"})
        self._visitors = [Visitor(name, self._rng) for name in ("Anna", "Boris")]
        self._kinds: dict[str, Callable[[], Awaitable[None]]] = {
            "play": self._play,
            "start": self._start,
            "migration": self._migration,
            "backup": self._backup,
            "GIF": self._gif,
            "analysis": self._analysis,
            "import": self._import,
            "full disk": self._full_disk,
        }

    async def run(self, kills: int, on_kill: Callable[[Killed], None] | None = None) -> Killed:
        """Kill so many times, in turn during everything that can be going on; stop at the first fault."""
        kinds = list(self._kinds)
        while self.killed.kills.total() < kills and not self.killed.faults:
            kind = kinds[self.killed.kills.total() % len(kinds)]
            await self._kinds[kind]()
            self.killed.kills[kind] += 1
            await self._hold(kind)
            if on_kill is not None:
                on_kill(self.killed)
        await self._end()
        return self.killed

    async def _play(self) -> None:
        await self._killed_during(lambda _: self._moves())

    async def _start(self) -> None:
        """Kill it before it is ready, or just then."""
        process = await self._server.begin(port=self._server.port)
        async with killed_if_left(process):
            await asyncio.sleep(self._rng.uniform(0, 2))
            process.kill()
            await process.communicate()

    async def _migration(self) -> None:
        """Kill it while it brings an old database up to date; it does so the next time with all its rows."""
        folder = self._folder / f"old-{self.killed.kills.total()}"
        path = folder / "nardy.db"
        await asyncio.to_thread(_lay_out_old, path)
        server = Server(folder)
        process = await server.begin()
        async with killed_if_left(process), asyncio.timeout(HANG):
            # The first thing that a migration leaves is the copy that is laid beside the database.
            while not any(await asyncio.to_thread(list, folder.glob("*.before-*"))):  # noqa: ASYNC110 (nothing tells)
                await asyncio.sleep(0.005)
            await asyncio.sleep(self._rng.uniform(0, 0.5))
            process.kill()
            await process.communicate()
        self.killed.migrations_cut_off += not await asyncio.to_thread(is_newest, path)
        await server.start()
        await server.stop(signal.SIGKILL)
        report = await check(path)
        self.killed.faults += [f"migration: {fault}" for fault in report.faults]
        async with Database.open(path) as database:
            names = {row[1] for row in (await contents(database))["players"]}
        if not {f"old {number}" for number in range(_OLD_PEOPLE)} <= names:
            self.killed.faults.append("migration: people are gone")
        await asyncio.to_thread(shutil.rmtree, folder)

    async def _backup(self) -> None:
        """Kill a backup beside the server, and the server with it; a copy is whole or not there."""
        target = self._folder / f"copy-{self.killed.kills.total()}" / "nardy.db"

        async def backing_up(_: aiohttp.ClientSession) -> None:
            process = await self._server.begin("backup", str(target))
            async with killed_if_left(process):
                moves = asyncio.create_task(self._moves())
                with suppress(TimeoutError):
                    await asyncio.wait_for(asyncio.shield(process.wait()), self._rng.uniform(0, 2))
                moves.cancel()
                await asyncio.wait([moves])
                if process.returncode is None:
                    process.kill()
                await process.communicate()

        await self._killed_during(backing_up)
        if target.exists():
            self.killed.faults += [f"a copy: {fault}" for fault in (await check(target)).faults]
        await asyncio.to_thread(shutil.rmtree, target.parent, ignore_errors=True)

    async def _gif(self) -> None:
        """Kill it while it draws the moving pictures of two games."""

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
        await self._killed_during(lambda _: self._asked(f"/resign {game}", f"/analyse {game}"))

    async def _import(self) -> None:
        anna = self._visitors[0]

        async def importing(_: aiohttp.ClientSession) -> None:
            while True:
                mark = f"import {len(anna.actions)}."
                await anna.say("/import", "me", _RECORD.format(mark=mark), mark)

        await self._killed_during(importing)

    async def _full_disk(self) -> None:
        """Let no file grow for a while: what is answered meanwhile is stored, and play goes on afterwards."""

        async def fills(_: aiohttp.ClientSession) -> None:
            pid = self._server.pid
            assert pid is not None
            before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, before[1]))
            with suppress(TimeoutError):
                async with asyncio.timeout(self._rng.uniform(0.2, 1)):
                    await self._moves()
            resource.prlimit(pid, resource.RLIMIT_FSIZE, before)
            await self._moves()

        await self._killed_during(fills)

    def _game(self) -> str:
        board = self._visitors[0].board or {}
        return str(board.get("game") or "b2b")

    async def _asked(self, *lines: str) -> None:
        """Ask for what takes its time, and play on beside it."""
        anna = self._visitors[0]
        for line in lines:
            await anna.say(line)
            await anna.agree()
        await self._moves()

    async def _moves(self) -> None:
        """Play on, talk now and then, and begin a game where none is."""
        anna, boris = self._visitors
        for step in range(10**6):
            before = len(anna.actions) + len(boris.actions)
            for visitor in (anna, boris):
                await visitor.play()
            if len(anna.actions) + len(boris.actions) == before:
                await anna.talk()  # after which what has changed has been shown
                if step % 20 == 0:
                    await anna.say("/challenge Boris")
            elif step % 10 == 0:
                await boris.talk()

    async def _killed_during(self, doing: Callable[[aiohttp.ClientSession], Awaitable[None]]) -> None:
        """Start the server, let everybody come, and kill it while something is done."""
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
        """Wait until so many more actions were answered, on however slow a machine, or the work has ended."""
        before = self._answered()
        async with asyncio.timeout(HANG):
            while not work.done() and self._answered() < before + some:  # noqa: ASYNC110 (nothing tells)
                await asyncio.sleep(0.001)

    def _answered(self) -> int:
        return sum(action.replies is not None for each in self._visitors for action in each.actions)

    async def _hold(self, kind: str) -> None:
        """Look into the database: it is sound, and what was answered is there once."""
        path = Path(self._database)
        if not await asyncio.to_thread(path.exists):
            return
        found = [*(await check(path)).faults]
        async with Database.open(path) as database:
            stored = await contents(database)
        applied = {str(row[0]) for row in stored["applied"]}
        marks = Counter(_MARK.findall("\n".join(str(row) for rows in stored.values() for row in rows)))
        self.killed.answered = self.killed.calls = 0
        for visitor in self._visitors:
            # Of imports the oldest go, so of those that were answered only the last is sure to be there.
            kept = [action for action in visitor.actions if action.is_done and not action.is_import]
            kept += [action for action in visitor.actions if action.is_done and action.is_import][-1:]
            for action in visitor.actions:
                count = marks[action.mark]
                if count > 1 or (action.mark and count < 1 and any(action is each for each in kept)):
                    found.append(f"{action.mark!r} is stored {count} times")
            keys = {f"web:{visitor.account}:{action.frame['id']}" for action in kept if not action.mark}
            found += [f"what was answered is not there: {key}" for key in sorted(keys - applied)]
            self.killed.answered += sum(action.is_done for action in visitor.actions)
            twice = {called: messages for called, messages in visitor.calls.items() if len(messages) > 1}
            found += [f"{visitor.name} was called twice: {called}" for called in twice]
            self.killed.calls += len(visitor.calls)
        self.killed.faults += [f"after {kind}: {fault}" for fault in found]

    async def _end(self) -> None:
        """Let the last unanswered actions be sent again, and hold everything against `nardy check`."""
        if self.killed.faults:
            return
        await self._server.start()
        async with aiohttp.ClientSession() as web:
            for visitor in self._visitors:
                await visitor.come(web, self._server.port)
        await self._server.stop()
        await self._hold("the end")
        ended = await self._server.run("check")
        if ended.status != 0:
            self.killed.faults.append(f"nardy check: {ended.out}{ended.err}")


def _lay_out_old(path: Path) -> None:
    """Lay out a database of the first revision in which people stand, so that migrating takes a moment."""
    upgrade(path, OLD)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany(
            "INSERT INTO players (id, name, auto_roll, auto_forced, auto_confirm, since)"
            " VALUES (?, ?, 1, 1, 0, '2026-11-20T18:00:00+00:00')",
            [(number + 1, f"old {number}") for number in range(_OLD_PEOPLE)],
        )
