"""Painter: draws pictures off the event loop and caches them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import TracebackType
from typing import Self

from cachetools import LRUCache

from bot.chats.render.animation import AnimationMaker, RenderingJob
from bot.talk.reply import Animation
from renderers import draw
from renderers.scene import Picture, Scene

CACHED = 256
THREADS = 2


class ThreadPainter:
    """Draws scenes in a few threads and caches the pictures.

    A context manager that stops the threads on exit.
    """

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="painter")
        self._cache: LRUCache[str, bytes] = LRUCache(CACHED)
        self._painting: dict[str, asyncio.Future[bytes]] = {}
        """The pictures being drawn, shared by all chats that request the same one meanwhile."""
        self._animations = AnimationMaker()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._animations.close()
        self._threads.shutdown(cancel_futures=True)

    async def warm_up(self, themes: Iterable[str]) -> None:
        """Draw an empty board in each theme, because the first picture in a theme takes longer."""
        no_checkers = (0,) * 24
        for theme in themes:
            await self.paint(Scene(no_checkers, no_checkers, theme=theme))

    async def paint(self, scene: Picture) -> bytes:
        """Return the PNG of a scene, a chart or a comparison."""
        key = str(scene)
        if key in self._cache:
            return self._cache[key]
        if key not in self._painting:
            self._painting[key] = asyncio.get_running_loop().run_in_executor(self._threads, draw, scene)
            self._painting[key].add_done_callback(partial(self._painted, key))
        # Shielded, because a cancelled caller must not cancel the drawing for the other callers.
        return await asyncio.shield(self._painting[key])

    def _painted(self, key: str, painted: asyncio.Future[bytes]) -> None:
        del self._painting[key]
        if not painted.cancelled() and painted.exception() is None:
            self._cache[key] = painted.result()

    def animate(self, animation: Animation) -> RenderingJob:
        """Return the job that renders an animation: a new one, one in progress, or a finished one.

        Raises:
            TryLater: too many animations are being rendered.
        """
        return self._animations.animate(animation)
