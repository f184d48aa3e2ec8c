"""Engine pool: processes for the engine, so that its search delays no other player.

Threads would not help, because the search is mostly Python code that holds the interpreter lock.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final, ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Thought = TypeVar("Thought")

AT_ONCE: Final = max(1, min(2, (os.cpu_count() or 1) - 1))
"""How many computations run at once. One processor is left for the requests of players."""

_MODESTY: Final = 5
"""Added to a process's niceness, so that the requests of players go first."""


class EnginePool(Executor):
    """A few processes, started at the first computation and restarted if one is killed.

    Arguments are pickled, so functions must be module-level ones or methods of small values.

    Args:
        at_once: how many computations run at once.
        set_up: called once in each process before anything else; must be quick.
        prepare: called once in each process, in a thread beside its first computations, to warm caches.
    """

    def __init__(
        self,
        at_once: int = AT_ONCE,
        *,
        set_up: Callable[[], object] | None = None,
        prepare: Callable[[], object] | None = None,
    ) -> None:
        self._at_once = at_once
        self._before = (set_up, prepare)
        self._pool: ProcessPoolExecutor | None = None

    def submit(
        self, fn: Callable[Arguments, Thought], /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Future[Thought]:
        """Run a function in one of the processes."""
        if self._pool is not None:
            try:
                return self._pool.submit(fn, *args, **kwargs)
            except BrokenProcessPool:
                self._pool.shutdown(wait=False)
        # numpy reads this when a process imports it. More threads each would compete for the processors.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        self._pool = ProcessPoolExecutor(
            self._at_once,
            multiprocessing.get_context("spawn"),
            initializer=_prepare_process,
            initargs=self._before,
        )
        return self._pool.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes, after running computations unless `wait` is False."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait, cancel_futures=cancel_futures)

    def __exit__(self, *_: object) -> None:
        """End the processes and drop computations that have not begun."""
        self.shutdown(cancel_futures=True)


def _prepare_process(set_up: Callable[[], object] | None, prepare: Callable[[], object] | None) -> None:
    """Set up a process of the pool: it ignores Ctrl+C and ends when its parent does."""
    os.nice(_MODESTY)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if set_up is not None:
        set_up()
    if prepare is not None:
        threading.Thread(target=prepare, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
