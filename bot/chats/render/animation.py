"""Animations: rendered off the event loop, one after another, and cached."""

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

CACHED = 8
MOST_JOBS = 16
"""The most animations being rendered or waiting for it. Further requests raise `TryLater`."""
_RETRY_SECONDS = 60.0


def hash_of(animation: Animation) -> str:
    """Return a hash of an animation's scenes, which identifies the rendered file."""
    digest = hashlib.sha256()
    for scene in animation.scenes:
        digest.update(f"{scene}\n".encode())
    return digest.hexdigest()


class RenderingJob:
    """The progress and result of rendering one animation.

    Args:
        total: the number of scenes.
    """

    def __init__(self, total: int) -> None:
        self.total = total
        self.made = 0
        """The number of scenes drawn."""
        self.work: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    @classmethod
    def finished(cls, total: int, gif: bytes) -> RenderingJob:
        """Return a finished job with the GIF of an animation from the cache."""
        job = cls(total)
        job.made = total
        job.work.set_result(gif)
        return job

    @property
    def is_finished(self) -> bool:
        """True if rendering has ended, successfully or not."""
        return self.work.done()

    async def follow(self, on_step: Callable[[], Awaitable[None]], every: float) -> bytes:
        """Wait for the animation and return its GIF.

        Args:
            on_step: called every `every` seconds until then.

        Raises:
            Exception: rendering failed.
        """
        return await follow(self.work, on_step, every)


class AnimationMaker:
    """Renders animations in a separate thread, so that pictures need not wait for them."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="animations")
        self._cache: LRUCache[str, bytes] = LRUCache(CACHED)
        self._jobs: dict[str, RenderingJob] = {}
        self._closed = False

    def close(self) -> None:
        """Stop the rendering in progress and drop the waiting animations."""
        self._closed = True
        self._thread.shutdown(cancel_futures=True)

    def animate(self, animation: Animation) -> RenderingJob:
        """Return the job that renders an animation: a new one, one in progress, or a finished one.

        Raises:
            TryLater: too many animations are being rendered.
        """
        key = hash_of(animation)
        if key in self._cache:
            return RenderingJob.finished(len(animation.scenes), self._cache[key])
        if key in self._jobs:
            return self._jobs[key]
        if len(self._jobs) >= MOST_JOBS:
            raise TryLater(_RETRY_SECONDS)
        job = self._jobs[key] = RenderingJob(len(animation.scenes))
        task = asyncio.get_running_loop().run_in_executor(
            self._thread, animate, animation.scenes, self._counting(job)
        )
        task.add_done_callback(lambda made: self._done(key, job, made))
        return job

    def _counting(self, job: RenderingJob) -> Callable[[int], None]:
        def count(made: int) -> None:
            if self._closed:
                raise InterruptedError  # A running thread cannot be cancelled otherwise.
            job.made = made

        return count

    def _done(self, key: str, job: RenderingJob, made: asyncio.Future[bytes]) -> None:
        del self._jobs[key]
        if job.work.cancelled() or made.cancelled():
            job.work.cancel()
        elif (error := made.exception()) is not None:
            job.work.set_exception(error)
            job.work.exception()  # Marks it as retrieved: asyncio would log it if no caller follows the job.
        else:
            job.work.set_result(made.result())
            self._cache[key] = made.result()
