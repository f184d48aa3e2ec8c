"""Analysis queue: analyses games outside the event loop, two at once. Equal requests share one."""

from __future__ import annotations

import asyncio
import logging
import mmap
import os
import tempfile
from collections.abc import Coroutine
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from struct import Struct
from types import TracebackType
from typing import Protocol, Self, TypeVar

from bot.engine import Analysis, Progress
from bot.rules.formats import Record
from bot.sessions.analyses import Analyses
from bot.sessions.errors import TooManyAnalyses

Done = TypeVar("Done")

logger = logging.getLogger(__name__)

_COUNTS = Struct("<II")
"""The layout of a progress file's first bytes: the numbers of turns done and of all turns."""
_STOPPED = _COUNTS.size
"""The offset in a progress file of the byte that marks the job as cancelled.

The bot writes only this byte and the analysing process only the rest, so that no lock is needed.
"""
_CHANCE = Struct("<f")
_CHANCES = _STOPPED + 1
"""The offset in a progress file of White's probabilities to win, one for each turn done."""
_MOST_CHANCES = 1000
_SIZE = _CHANCES + _MOST_CHANCES * _CHANCE.size

AT_ONCE = 2
"""The most analyses in progress at once."""
MOST_WAITING = 20
"""The most analyses in progress or waiting; requests for further ones are refused."""
MOST_PER_PLAYER = 5
"""A player who waits for this many analyses may request no new one, only join those already requested."""


class Analyst(Protocol):
    """Analyses games, such as `bot.engine.Engine`.

    It runs outside the event loop, perhaps in another process.
    """

    def analyse(self, record: Record, *, replies: bool, progress: Progress | None) -> Analysis:
        """Analyse every turn of a game.

        Args:
            replies: True if the opponent's replies are analysed too (two plies).
            progress: called after each step with the numbers of turns done and of all turns, and with White's
                probability to win before the last turn done, if the step found it. An exception that it
                raises ends the analysis. None if the progress is not wanted.
        """


@dataclass(frozen=True, slots=True)
class Subject:
    """A game to be analysed.

    Args:
        key: the id of a game or of an import (a file of games that a player has sent).
        number: the game's number in the import, from 1; 1 for a game of the bot.
        record: the game's moves.
        replies: True if the opponent's replies are analysed too (two plies).
    """

    key: str
    number: int
    record: Record
    replies: bool = False

    @property
    def name(self) -> tuple[str, int, bool]:
        """The parts that identify this analysis: two requests with the same share one job."""
        return self.key, self.number, self.replies


@dataclass(slots=True)
class AnalysisRequest:
    """A request for an analysis, by a player or automatic.

    Args:
        job: the job that makes the analysis, which several players may share.
        outcome: the analysis, or the error with which it failed; cancelled if the request was withdrawn
            or the queue is closed.
    """

    job: AnalysisJob
    outcome: asyncio.Future[Analysis]


@dataclass(eq=False, slots=True)
class AnalysisJob:
    """An analysis in progress or waiting for its turn.

    Args:
        progress: the progress of the job, shared with the process that analyses.
        task: the task that runs the job.
        begun: True if the analysis has started.
        requests: the requests for the job, by player's id; the key is None for an automatic request.
    """

    subject: Subject
    progress: ProgressFile
    task: asyncio.Task[None] | None = None
    begun: bool = False
    requests: dict[int | None, AnalysisRequest] = field(default_factory=dict)

    @property
    def done(self) -> int:
        """The number of turns analysed so far."""
        return self.progress.progress[0]

    @property
    def total(self) -> int:
        """The number of turns in the game; 0 before the first step of the analysis."""
        return self.progress.progress[1]

    @property
    def chances(self) -> tuple[float, ...]:
        """White's probability to win before each turn done, of the first thousand."""
        return self.progress.chances


class Stopped(Exception):
    """The analysis was cancelled: all its requests were withdrawn, or the queue is closed."""


class AnalysisQueue:
    """Makes analyses and stores them.

    Use it as an asynchronous context manager: leaving it cancels all its jobs and tasks.

    Args:
        analyst: the engine.
        analyses: the store of finished analyses.
        pool: the threads or processes that analyse; the caller closes it afterwards.
    """

    def __init__(self, analyst: Analyst, analyses: Analyses, pool: Executor) -> None:
        self._analyst = analyst
        self._analyses = analyses
        self._pool = pool
        self._room = asyncio.Semaphore(AT_ONCE)
        self._jobs: dict[tuple[str, int, bool], AnalysisJob] = {}
        self._tasks = asyncio.TaskGroup()

    async def __aenter__(self) -> Self:
        await self._tasks.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # Leaving with an error makes the group cancel its tasks instead of waiting for them.
        try:
            await self._tasks.__aexit__(Stopped, Stopped(), None)
        except* Stopped:
            pass

    def ask(self, subject: Subject, player: int | None) -> AnalysisRequest:
        """Request an analysis for a player, or join one that is in progress or waiting.

        Args:
            player: the player's id; None if the analysis is made automatically.

        Raises:
            TooManyAnalyses: the analysis is new, and too many are in progress or waiting, or the player waits
                for too many.
        """
        job = self._jobs.get(subject.name)
        if job is None:
            if len(self._jobs) >= MOST_WAITING or self._requested_by(player) >= MOST_PER_PLAYER:
                raise TooManyAnalyses
            job = self._jobs[subject.name] = AnalysisJob(subject, ProgressFile.make())
            job.task = self.start_task(self._do(job))
        if player not in job.requests:
            job.requests[player] = AnalysisRequest(job, asyncio.get_running_loop().create_future())
        return job.requests[player]

    def start_task(self, task: Coroutine[None, None, Done]) -> asyncio.Task[Done]:
        """Start a coroutine as a task that is cancelled when the queue is closed; return the task.

        The coroutine must not raise, because that would cancel all other tasks of the queue.
        """
        return self._tasks.create_task(task)

    def queue_position(self, job: AnalysisJob) -> int:
        """Return how many jobs (in progress or waiting) are ahead of a waiting job; else 0."""
        if job.begun:
            return 0
        return next((place for place, each in enumerate(self._jobs.values()) if each is job), 0)

    def is_requested(self, key: str, number: int) -> bool:
        """Return True if an analysis of a game, at either depth, is in progress or waiting.

        Args:
            key: the id of the game or of an import.
            number: the game's number in the import, from 1.
        """
        return bool(self._of(key, number))

    def stop(self, key: str, number: int, player: int) -> bool:
        """Withdraw a player's requests to analyse a game; return True if there were any.

        An analysis is cancelled if no other request for it is left.

        Args:
            key: the id of the game or of an import.
            number: the game's number in the import, from 1.
        """
        found = [job for job in self._of(key, number) if player in job.requests]
        for job in found:
            job.requests.pop(player).outcome.cancel()
            if not job.requests:
                self._end(job)
        return bool(found)

    def _end(self, job: AnalysisJob) -> None:
        """Cancel a job that no player requests any more: at once, or at its analysis's next step."""
        del self._jobs[job.subject.name]
        job.progress.stop()
        if not job.begun and job.task is not None:
            job.task.cancel()
            job.progress.remove()

    def _requested_by(self, player: int | None) -> int:
        return sum(player in job.requests for job in self._jobs.values())

    def _of(self, key: str, number: int) -> list[AnalysisJob]:
        return [each for each in self._jobs.values() if each.subject.name[:2] == (key, number)]

    async def _do(self, job: AnalysisJob) -> None:
        """Analyse a game, store the analysis, and resolve the requests with it, an error or as cancelled."""
        analysis: Analysis | None = None
        fault: Exception | None = None
        try:
            async with self._room:
                job.begun = True
                analysis = await self._analysed(job)
                await self._analyses.keep(job.subject.key, job.subject.number, analysis)
        except Stopped:
            logger.info("analysis cancelled, its requests were withdrawn", extra={"game": job.subject.key})
        except Exception as error:
            logger.exception("analysis failed", extra={"game": job.subject.key})
            fault = error
        finally:
            job.progress.remove()
            if self._jobs.get(job.subject.name) is job:
                del self._jobs[job.subject.name]
            for request in job.requests.values():
                _resolve(request.outcome, analysis, fault)

    async def _analysed(self, job: AnalysisJob) -> Analysis:
        """Analyse a job's game in the pool and return the analysis.

        Raises:
            Stopped: the job was cancelled; the pool notices that at the next step of the analysis.
        """
        subject, loop = job.subject, asyncio.get_running_loop()
        judging = (self._analyst, subject.record, subject.replies, job.progress.path)
        return await loop.run_in_executor(self._pool, analyse_record, *judging)


def analyse_record(analyst: Analyst, record: Record, replies: bool, progress_path: str) -> Analysis:
    """Analyse a game in a worker thread or process.

    Args:
        analyst: the engine.
        replies: True if the opponent's replies are analysed too.
        progress_path: the path of the job's progress file.

    Raises:
        Stopped: the job was cancelled.
    """
    try:
        progress = ProgressFile(progress_path)
    except FileNotFoundError:
        raise Stopped from None
    with progress:

        def on_step(done: int, of: int, chance: float | None) -> None:
            if progress.is_stopped:
                raise Stopped
            progress.on_step(done, of, chance)

        if progress.is_stopped:
            raise Stopped
        return analyst.analyse(record, replies=replies, progress=on_step)


def _resolve(outcome: asyncio.Future[Analysis], analysis: Analysis | None, fault: Exception | None) -> None:
    if outcome.done():
        return
    if fault is not None:
        outcome.set_exception(fault)
        outcome.exception()  # marked as retrieved, so that asyncio does not log it if no player waits
    elif analysis is not None:
        outcome.set_result(analysis)
    else:
        outcome.cancel()


class ProgressFile:
    """A job's progress, in a small file that the bot and the analysing process map into memory.

    The bot creates and removes the file.

    Raises:
        FileNotFoundError: the file was removed because the job has ended.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        with Path(path).open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), _SIZE)
        self._last = (0, 0)
        self._last_chances: tuple[float, ...] = ()

    @classmethod
    def make(cls) -> Self:
        """Create the file of a new job, with no progress yet."""
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
        """The numbers of turns done and of all turns, also after the file was removed; both 0 at first."""
        if not self._memory.closed:
            done, of = _COUNTS.unpack_from(self._memory)
            self._last = (done, of)
        return self._last

    @property
    def chances(self) -> tuple[float, ...]:
        """White's probability to win before each turn done, also after the file was removed."""
        if not self._memory.closed:
            done = min(self.progress[0], _MOST_CHANCES)
            places = range(_CHANCES, _CHANCES + done * _CHANCE.size, _CHANCE.size)
            self._last_chances = tuple(_CHANCE.unpack_from(self._memory, place)[0] for place in places)
        return self._last_chances

    @property
    def is_stopped(self) -> bool:
        """True if the job was cancelled."""
        return self._memory[_STOPPED] != 0

    def on_step(self, done: int, of: int, chance: float | None) -> None:
        """Record the progress of the job: the numbers of turns done and of all turns, and White's chance."""
        if chance is not None and 0 < done <= _MOST_CHANCES:
            _CHANCE.pack_into(self._memory, _CHANCES + (done - 1) * _CHANCE.size, chance)
        _COUNTS.pack_into(self._memory, 0, done, of)

    def stop(self) -> None:
        """Record that the job is cancelled. Does nothing if the file is closed."""
        if not self._memory.closed:
            self._memory[_STOPPED] = 1

    def remove(self) -> None:
        """Cancel the job and remove the file; the last progress stays readable."""
        self.stop()
        self._last, self._last_chances = self.progress, self.chances
        self._memory.close()
        with suppress(OSError):
            Path(self.path).unlink()
