"""Life: all tasks that a bot begins in this process, which a kill ends at whatever point they are."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Coroutine, Generator
from contextvars import ContextVar, copy_context
from typing import Any
from weakref import WeakSet

from sqlalchemy.ext.asyncio import AsyncConnection

from tests.pace import HANG

_LIFE: ContextVar[Life | None] = ContextVar("life", default=None)
"""Which life it is in which something runs: a task takes it over from the one that begins it."""


class Life:
    """One life of the bot: what it was begun with, and every task that was begun from there."""

    def __init__(self) -> None:
        self._tasks: WeakSet[asyncio.Task[Any]] = WeakSet()

    def begin(self, *works: Coroutine[Any, Any, None]) -> None:
        """Begin to work."""
        asyncio.get_running_loop().set_task_factory(_noted)
        context = copy_context()
        context.run(_LIFE.set, self)
        for work in works:
            asyncio.get_running_loop().create_task(work, context=context)

    def note(self, task: asyncio.Task[Any]) -> None:
        """Note a task that was begun in this life."""
        self._tasks.add(task)

    async def end(self) -> None:
        """Cancel everything, and what that begins yet, until nothing is left."""
        async with asyncio.timeout(HANG):
            while left := self._left():
                for task in left:
                    if not is_closing(task):
                        task.cancel()
                await asyncio.wait(left)

    def _left(self) -> list[asyncio.Task[Any]]:
        return [each for each in self._tasks if not each.done()]


def is_closing(task: asyncio.Task[Any]) -> bool:
    """Return whether a task gives a connection back, which SQLAlchemy shields so that it comes to its end."""
    work = task.get_coro()
    return inspect.iscoroutine(work) and work.cr_code is AsyncConnection.close.__code__


def _noted(
    loop: asyncio.AbstractEventLoop,
    work: Generator[Any, None, Any] | Coroutine[Any, Any, Any],
    **options: Any,  # noqa: ANN401 (asyncio's own)
) -> asyncio.Task[Any]:
    """Make a task as the loop does, and note in which life that was."""
    task = asyncio.Task(work, loop=loop, **options)
    context = options.get("context") or copy_context()
    if (life := context.get(_LIFE)) is not None:
        life.note(task)
    return task
