"""Loop: one process's event loop in simulated time, which runs one callback at a time."""

# ruff: noqa: SLF001 (a loop uses private state of its base and of handles)
from __future__ import annotations

import asyncio
import heapq
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections import deque
    from collections.abc import Callable, Coroutine, Generator, Iterator
    from concurrent.futures import Executor


class _NumberedFuture(asyncio.Future[Any]):
    """A future hashed by its number, because memory addresses do not follow from the seed."""

    def __init__(self, number: int, loop: asyncio.AbstractEventLoop) -> None:
        self._number = number
        super().__init__(loop=loop)

    def __hash__(self) -> int:
        return self._number


class _NumberedTask(asyncio.Task[Any]):
    """A task hashed by its number, as above."""

    def __init__(
        self,
        number: int,
        work: Generator[Any, None, Any] | Coroutine[Any, Any, Any],
        **options: Any,  # noqa: ANN401 (asyncio's own)
    ) -> None:
        self._number = number
        super().__init__(work, **options)

    def __hash__(self) -> int:
        return self._number


class SimulatedLoop(asyncio.BaseEventLoop):
    """An event loop that does nothing on its own: the simulation runs its callbacks and lets time pass.

    What would run in a thread runs at once. Nothing is read from outside.

    Args:
        now: returns the seconds that have passed.
    """

    # Private attributes of the base, which declares no types.
    _ready: deque[asyncio.Handle]
    _scheduled: list[asyncio.TimerHandle]
    _timer_cancelled_count: int

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__()
        self._now = now
        self._numbers = count()
        self.set_task_factory(self._task)

    def create_future(self) -> asyncio.Future[Any]:
        """Return a future."""
        return _NumberedFuture(next(self._numbers), self)

    def _task(
        self,
        loop: asyncio.AbstractEventLoop,
        work: Generator[Any, None, Any] | Coroutine[Any, Any, Any],
        **options: Any,  # noqa: ANN401 (asyncio's own)
    ) -> asyncio.Task[Any]:
        return _NumberedTask(next(self._numbers), work, loop=loop, **options)

    def time(self) -> float:
        """Return the seconds that have passed."""
        return self._now()

    def run_in_executor(  # type: ignore[override]  # its types depend on the version of Python
        self,
        executor: Executor | None,  # noqa: ARG002 (the loop's own thread does it)
        func: Callable[..., Any],
        *args: Any,  # noqa: ANN401 (asyncio's own)
    ) -> asyncio.Future[Any]:
        """Run a function at once."""
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:  # noqa: BLE001 (passed on unchanged)
            done.set_exception(error)
        return done

    def next_moment(self) -> float | None:
        """Return when the next callback is due, or None."""
        if self._ready:
            return self._now()
        while self._scheduled and self._scheduled[0].cancelled():
            self._forget_first()
        return self._scheduled[0].when() if self._scheduled else None

    def begin(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Start a task."""
        with self._running():
            return self.create_task(work)

    def step(self) -> None:
        """Run one due callback, if any."""
        while self._scheduled and (
            self._scheduled[0].cancelled() or self._scheduled[0].when() <= self._now()
        ):
            timer = self._forget_first()
            if not timer.cancelled():
                self._ready.append(timer)
        if self._ready:
            handle = self._ready.popleft()
            if not handle.cancelled():
                with self._running():
                    handle._run()

    @contextmanager
    def _running(self) -> Iterator[None]:
        asyncio._set_running_loop(self)
        try:
            yield
        finally:
            asyncio._set_running_loop(None)

    def _forget_first(self) -> asyncio.TimerHandle:
        handle = heapq.heappop(self._scheduled)
        handle._scheduled = False  # type: ignore[attr-defined]  # as the base does
        if handle.cancelled():
            self._timer_cancelled_count -= 1
        return handle

    def _write_to_self(self) -> None:
        """Do nothing: the loop never sleeps."""

    def _process_events(self, event_list: object) -> None:
        """Do nothing: no event comes from outside."""
