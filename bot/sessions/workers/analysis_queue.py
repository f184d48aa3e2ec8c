"""Games analysed beside the event loop: a few at once, each once, others wait their turn."""

from __future__ import annotations

import asyncio
import logging
import mmap
import os
import tempfile
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from struct import Struct
from types import TracebackType
from typing import Protocol, Self, TypeVar

from bot.engine import Analysis
from bot.rules.formats import Record
from bot.sessions.analyses import Analyses
from bot.sessions.errors import TooManyAnalyses

Done = TypeVar("Done")

logger = logging.getLogger(__name__)

_FAR = Struct("<II")
_STOPPED = _FAR.size
"""The place of the mark that it was stopped: each side writes only its own bytes, so none need a lock."""
_SIZE = _FAR.size + 1

AT_ONCE = 2
MOST_WAITING = 20
"""So many are made or wait to be made; who comes then is asked to come later."""
MOST_OF_ONE = 5
"""So many of them one player waits for."""


class Analyst(Protocol):
    """What analyses games: `bot.engine.Engine`, asked beside the event loop, perhaps in another process."""

    def analyse(
        self, record: Record, *, replies: bool, progress: Callable[[int, int], None] | None
    ) -> Analysis:
        """Judge every turn of a game; what `progress` raises ends the work."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is to be analysed.

    Args:
        key: the id of a game, or of an import.
        number: which game of the import, from 1.
        replies: True if all replies are looked at.
    """

    key: str
    number: int
    record: Record
    replies: bool = False

    @property
    def name(self) -> tuple[str, int, bool]:
        """What tells it from others."""
        return self.key, self.number, self.replies


@dataclass(slots=True)
class AnalysisRequest:
    """One player's wish for an analysis.

    Args:
        work: the work that fulfils it, which others may wait for too.
        outcome: the analysis; cancelled, if the player has stopped it.
    """

    work: AnalysisJob
    outcome: asyncio.Future[Analysis]


@dataclass(eq=False, slots=True)
class AnalysisJob:
    """An analysis that is made or waits to be made.

    Args:
        subject: of what.
        job: how far it is, and whether anybody still wants it.
        task: what makes it.
        begun: True if it waits no more.
        askings: who waits for it, by player; nobody's own wish is under nothing.
    """

    subject: Subject
    progress: Job
    task: asyncio.Task[None] | None = None
    begun: bool = False
    requests: dict[int | None, AnalysisRequest] = field(default_factory=dict)

    @property
    def done(self) -> int:
        """How many turns are judged."""
        return self.progress.progress[0]

    @property
    def total(self) -> int:
        """How many turns there are; 0 before it has begun."""
        return self.progress.progress[1]


class Stopped(Exception):
    """Nobody wants the analysis any more."""


class AnalysisQueue:
    """Makes analyses and keeps them.

    Use it as an asynchronous context manager: what is being made ends with it.

    Args:
        analyst: who judges.
        analyses: where they are kept.
        pool: where is judged: threads or processes, which others end after this.
    """

    def __init__(self, analyst: Analyst, analyses: Analyses, pool: Executor) -> None:
        self._analyst = analyst
        self._analyses = analyses
        self._pool = pool
        self._room = asyncio.Semaphore(AT_ONCE)
        self._works: dict[tuple[str, int, bool], AnalysisJob] = {}
        self._tasks = asyncio.TaskGroup()

    async def __aenter__(self) -> Self:
        await self._tasks.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # Told of an error, the group ends what is still being done instead of waiting for it.
        try:
            await self._tasks.__aexit__(Stopped, Stopped(), None)
        except* Stopped:
            pass

    def ask(self, subject: Subject, player: int | None) -> AnalysisRequest:
        """Begin an analysis for a player, or join those who wait for it already.

        Args:
            subject: what is analysed.
            player: who asks; nobody, if it is made by itself.

        Raises:
            TooManyAnalyses: too many are being made, or the player waits for too many.
        """
        work = self._works.get(subject.name)
        if work is None:
            if len(self._works) >= MOST_WAITING or self._requested_by(player) >= MOST_OF_ONE:
                raise TooManyAnalyses
            work = self._works[subject.name] = AnalysisJob(subject, Job.make())
            work.task = self.begin(self._do(work))
        if player not in work.requests:
            work.requests[player] = AnalysisRequest(work, asyncio.get_running_loop().create_future())
        return work.requests[player]

    def begin(self, work: Coroutine[None, None, Done]) -> asyncio.Task[Done]:
        """Do something that ends with the analysts at the latest. It must not fail."""
        return self._tasks.create_task(work)

    def before(self, work: AnalysisJob) -> int:
        """How many others are to be made before one is begun."""
        if work.begun:
            return 0
        return next((place for place, each in enumerate(self._works.values()) if each is work), 0)

    def is_made(self, key: str, number: int) -> bool:
        """True if anybody waits for an analysis of a game."""
        return bool(self._of(key, number))

    def stop(self, key: str, number: int, player: int) -> bool:
        """Take a player's wish back; say whether there was one. What nobody waits for any more ends."""
        found = [work for work in self._of(key, number) if player in work.requests]
        for work in found:
            work.requests.pop(player).outcome.cancel()
            if not work.requests:
                self._end(work)
        return bool(found)

    def _end(self, work: AnalysisJob) -> None:
        """Leave a work that nobody wants. What has begun notices that by itself."""
        del self._works[work.subject.name]
        work.progress.stop()
        if not work.begun and work.task is not None:
            work.task.cancel()
            work.progress.remove()

    def _requested_by(self, player: int | None) -> int:
        return sum(player in work.requests for work in self._works.values())

    def _of(self, key: str, number: int) -> list[AnalysisJob]:
        return [each for each in self._works.values() if each.subject.name[:2] == (key, number)]

    async def _do(self, work: AnalysisJob) -> None:
        """Make an analysis, keep it, and give it to those who wait."""
        analysis: Analysis | None = None
        fault: Exception | None = None
        try:
            async with self._room:
                work.begun = True
                analysis = await self._analysed(work)
                await self._analyses.keep(work.subject.key, work.subject.number, analysis)
        except Stopped:
            logger.info("an analysis was stopped")
        except Exception as error:
            logger.exception("game %s could not be analysed", work.subject.key)
            fault = error
        finally:
            work.progress.remove()
            if self._works.get(work.subject.name) is work:
                del self._works[work.subject.name]
            for request in work.requests.values():
                _resolve(request.outcome, analysis, fault)

    async def _analysed(self, work: AnalysisJob) -> Analysis:
        """Have a game judged. Who waits no more leaves the work to notice that by itself."""
        subject, loop = work.subject, asyncio.get_running_loop()
        judging = (self._analyst, subject.record, subject.replies, work.progress.path)
        return await loop.run_in_executor(self._pool, analyse_record, *judging)


def analyse_record(analyst: Analyst, record: Record, replies: bool, job: str) -> Analysis:
    """Analyse a game where others think.

    Args:
        analyst: who judges.
        replies: True if all replies are looked at.
        job: where is written down how far it is.

    Raises:
        Stopped: nobody wants it any more.
    """
    try:
        progress = Job(job)
    except FileNotFoundError:
        raise Stopped from None
    with progress:

        def on_step(done: int, of: int) -> None:
            if progress.is_stopped:
                raise Stopped
            progress.on_step(done, of)

        if progress.is_stopped:
            raise Stopped
        return analyst.analyse(record, replies=replies, progress=on_step)


def _resolve(outcome: asyncio.Future[Analysis], analysis: Analysis | None, fault: Exception | None) -> None:
    if outcome.done():
        return
    if fault is not None:
        outcome.set_exception(fault)
        outcome.exception()  # seen: whoever waits is told, and there may be nobody any more
    elif analysis is not None:
        outcome.set_result(analysis)
    else:
        outcome.cancel()


class Job:
    """A small file that both processes map into memory. Whoever made it removes it.

    Raises:
        FileNotFoundError: it was taken away: nobody wants the work any more.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        with Path(path).open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), _SIZE)
        self._last = (0, 0)

    @classmethod
    def make(cls) -> Self:
        """Make the file of a job of which nothing is done yet."""
        file, path = tempfile.mkstemp(prefix="nardy-")
        with os.fdopen(file, "wb") as made:
            made.write(bytes(_SIZE))
        return cls(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._memory.close()

    @property
    def progress(self) -> tuple[int, int]:
        """How much is done, of how much; of nothing, before it has begun."""
        if not self._memory.closed:
            done, of = _FAR.unpack_from(self._memory)
            self._last = (done, of)
        return self._last

    @property
    def is_stopped(self) -> bool:
        """True if nobody wants the work any more."""
        return self._memory[_STOPPED] != 0

    def on_step(self, done: int, of: int) -> None:
        """Note how far the work is."""
        _FAR.pack_into(self._memory, 0, done, of)

    def stop(self) -> None:
        """Note that nobody wants the work any more."""
        if not self._memory.closed:
            self._memory[_STOPPED] = 1

    def remove(self) -> None:
        """Remove the file; how far the work was is remembered."""
        self.stop()
        self._last = self.progress
        self._memory.close()
        with suppress(OSError):
            Path(self.path).unlink()
