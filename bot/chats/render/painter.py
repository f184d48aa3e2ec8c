"""Painter: draws pictures off the event loop, and keeps the last ones."""

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

KEPT = 256
THREADS = 2


class ThreadPainter:
    """Draws scenes in a few threads and keeps the last pictures.

    Use it as a context manager, which ends the threads.
    """

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="painter")
        self._kept: LRUCache[str, bytes] = LRUCache(KEPT)
        self._painting: dict[str, asyncio.Future[bytes]] = {}
        """What is being drawn: several chats may ask for it at once."""
        self._animations = AnimationMaker()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._animations.close()
        self._threads.shutdown(cancel_futures=True)

    async def warm_up(self, themes: Iterable[str]) -> None:
        """Draw an empty board in each theme, so that the first player need not wait longer than others."""
        nobody = (0,) * 24
        for theme in themes:
            await self.paint(Scene(nobody, nobody, theme=theme))

    async def paint(self, scene: Picture) -> bytes:
        """Return the PNG of a scene, a chart or a comparison."""
        key = str(scene)
        if key in self._kept:
            return self._kept[key]
        if key not in self._painting:
            self._painting[key] = asyncio.get_running_loop().run_in_executor(self._threads, draw, scene)
            self._painting[key].add_done_callback(partial(self._painted, key))
        # Who no longer waits for it does not end it for the others.
        return await asyncio.shield(self._painting[key])

    def _painted(self, key: str, painted: asyncio.Future[bytes]) -> None:
        del self._painting[key]
        if not painted.cancelled() and painted.exception() is None:
            self._kept[key] = painted.result()

    def animate(self, animation: Animation) -> RenderingJob:
        """Begin to render an animation, or find it rendered or being rendered already.

        Raises:
            TryLater: too many are being rendered.
        """
        return self._animations.animate(animation)
