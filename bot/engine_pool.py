"""Processes of their own in which the engine thinks, so that nobody waits for a thought of another game.

Threads would not do: a thought is Python for the most part, and whoever else wants to run would wait for it.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

Arguments = ParamSpec("Arguments")
Thought = TypeVar("Thought")

AT_ONCE: Final = max(1, min(2, (os.cpu_count() or 1) - 1))
"""One processor is left to those that people wait for."""

_MODESTY: Final = 5
"""How much a process gives way to those that people wait for: what is added to its niceness."""


class EnginePool(Executor):
    """A few processes, begun when something is to be thought out, and anew should one of them be killed.

    What is handed over is pickled: functions of modules, methods of small values.

    Args:
        at_once: how many thoughts are thought at once.
        prepare: done once in each process, beside its first thoughts: what later ones would have to wait for.
    """

    def __init__(self, at_once: int = AT_ONCE, prepare: Callable[[], object] | None = None) -> None:
        self._at_once = at_once
        self._prepare = prepare
        self._pool: ProcessPoolExecutor | None = None

    def submit(
        self, fn: Callable[Arguments, Thought], /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Future[Thought]:
        """Let something be thought out."""
        if self._pool is not None:
            try:
                return self._pool.submit(fn, *args, **kwargs)
            except BrokenProcessPool:
                self._pool.shutdown(wait=False)
        # Read when numpy is, which the new processes do: more than one thread each would be in others' way.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        self._pool = ProcessPoolExecutor(
            self._at_once,
            multiprocessing.get_context("spawn"),
            initializer=_prepare_process,
            initargs=(self._prepare,),
        )
        return self._pool.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes; with the thoughts that have begun, unless nobody waits for them."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait, cancel_futures=cancel_futures)

    def __exit__(self, *_: object) -> None:
        """End the processes; what has not begun is never thought."""
        self.shutdown(cancel_futures=True)


def _prepare_process(prepare: Callable[[], object] | None) -> None:
    """Settle in as a process that only thinks: it leaves Ctrl+C to the program, and ends when that does."""
    os.nice(_MODESTY)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if prepare is not None:
        threading.Thread(target=prepare, daemon=True).start()


def _end_with_parent() -> None:
    program = multiprocessing.parent_process()
    if program is not None:
        program.join()
        os._exit(0)
