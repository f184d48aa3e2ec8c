"""Animations: rendered off the event loop, one after another, and kept for a while."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

from cachetools import LRUCache

from bot.chats.errors import TryLater
from bot.chats.following import follow
from bot.talk.reply import Animation
from renderers import animate

ANIMATION = "replay.gif"
"""The file name of an animation."""

KEPT = 8
MOST_WAITING = 16
"""So many animations may be rendered or wait; a further request is refused for now."""
_LATER = 60.0


def seal_of(animation: Animation) -> str:
    """Return a hash of an animation: equal scenes make an equal animation."""
    digest = hashlib.sha256()
    for scene in animation.scenes:
        digest.update(f"{scene}\n".encode())
    return digest.hexdigest()


class RenderingJob:
    """An animation that is being rendered.

    Args:
        of: how many scenes it has.
    """

    def __init__(self, of: int) -> None:
        self.total = of
        self.made = 0
        """How many scenes are drawn."""
        self.work: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    @classmethod
    def finished(cls, of: int, gif: bytes) -> RenderingJob:
        """Return the job of an animation that is rendered already."""
        job = cls(of)
        job.made = of
        job.work.set_result(gif)
        return job

    @property
    def is_finished(self) -> bool:
        """True if there is nothing to wait for."""
        return self.work.done()

    async def follow(self, on_step: Callable[[], Awaitable[None]], every: float) -> bytes:
        """Return the animation when it is rendered.

        Args:
            on_step: is called from time to time until then.
            every: seconds between two such calls.

        Raises:
            Exception: it could not be rendered.
        """
        return await follow(self.work, on_step, every)


class AnimationMaker:
    """Renders animations in a thread of its own, so that pictures need not wait for them."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="films")
        self._kept: LRUCache[str, bytes] = LRUCache(KEPT)
        self._making: dict[str, RenderingJob] = {}
        self._closed = False

    def close(self) -> None:
        """Stop what is being rendered, and accept nothing more."""
        self._closed = True
        self._thread.shutdown(cancel_futures=True)

    def animate(self, animation: Animation) -> RenderingJob:
        """Return the job of an animation; the same one, if it is being rendered already.

        Raises:
            TryLater: too many are being rendered.
        """
        seal = seal_of(animation)
        if seal in self._kept:
            return RenderingJob.finished(len(animation.scenes), self._kept[seal])
        if seal in self._making:
            return self._making[seal]
        if len(self._making) >= MOST_WAITING:
            raise TryLater(_LATER)
        job = self._making[seal] = RenderingJob(len(animation.scenes))
        task = asyncio.get_running_loop().run_in_executor(
            self._thread, animate, animation.scenes, self._counting(job)
        )
        task.add_done_callback(lambda made: self._done(seal, job, made))
        return job

    def _counting(self, job: RenderingJob) -> Callable[[int], None]:
        def count(made: int) -> None:
            if self._closed:
                raise InterruptedError
            job.made = made

        return count

    def _done(self, seal: str, job: RenderingJob, made: asyncio.Future[bytes]) -> None:
        del self._making[seal]
        if job.work.cancelled() or made.cancelled():
            job.work.cancel()
        elif (error := made.exception()) is not None:
            job.work.set_exception(error)
            job.work.exception()  # marked as retrieved: there may be nobody who follows
        else:
            job.work.set_result(made.result())
            self._kept[seal] = made.result()
