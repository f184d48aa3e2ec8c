"""Life: all tasks of one run of the bot in this process, so that a kill can end them anywhere."""

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
"""The life of the running task; a task inherits it from the task that starts it."""


class Life:
    """One life of the bot: the tasks it was started with and all tasks started by them."""

    def __init__(self) -> None:
        self._tasks: WeakSet[asyncio.Task[Any]] = WeakSet()

    def begin(self, *works: Coroutine[Any, Any, None]) -> None:
        """Start work in this life."""
        asyncio.get_running_loop().set_task_factory(_recorded_task)
        context = copy_context()
        context.run(_LIFE.set, self)
        for work in works:
            asyncio.get_running_loop().create_task(work, context=context)

    def note(self, task: asyncio.Task[Any]) -> None:
        """Record a task that was started in this life."""
        self._tasks.add(task)

    async def end(self) -> None:
        """Cancel all tasks, including those started meanwhile, until none is left."""
        async with asyncio.timeout(HANG):
            while left := self._left():
                for task in left:
                    if not is_closing(task):
                        task.cancel()
                await asyncio.wait(left)

    def _left(self) -> list[asyncio.Task[Any]]:
        return [each for each in self._tasks if not each.done()]


def is_closing(task: asyncio.Task[Any]) -> bool:
    """Return True if a task closes a connection, which SQLAlchemy shields from cancellation."""
    work = task.get_coro()
    return inspect.iscoroutine(work) and work.cr_code is AsyncConnection.close.__code__


def _recorded_task(
    loop: asyncio.AbstractEventLoop,
    work: Generator[Any, None, Any] | Coroutine[Any, Any, Any],
    **options: Any,  # noqa: ANN401 (asyncio's own)
) -> asyncio.Task[Any]:
    """Make a task as the loop does, and record it in its life."""
    task = asyncio.Task(work, loop=loop, **options)
    context = options.get("context") or copy_context()
    if (life := context.get(_LIFE)) is not None:
        life.note(task)
    return task
