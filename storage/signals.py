"""Signals: short messages between the processes that serve one database, saying that something changed.

A signal says where to look and carries no data of its own. It may be late or lost. After a gap, listeners
look at everything. A process does not receive its own signals.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable

logger = logging.getLogger(__name__)


class Signals(ABC):
    """Base class that sends signals and receives those of other processes.

    The kind of a signal selects its listeners; its words say what it is about.
    """

    def __init__(self) -> None:
        self._listeners: defaultdict[str, list[Callable[..., None]]] = defaultdict(list)
        self._after_gaps: list[Callable[[], None]] = []

    def listen(self, kind: str, callback: Callable[..., None]) -> None:
        """Register a function to call with the words of each signal of a kind; it must not block."""
        self._listeners[kind].append(callback)

    def after_gap(self, callback: Callable[[], None]) -> None:
        """Register a function to call when signals of other processes may have been missed."""
        self._after_gaps.append(callback)

    @abstractmethod
    def send(self, kind: str, *words: str) -> None:
        """Queue a signal to all other processes, without waiting; equal queued ones are sent once."""

    @abstractmethod
    async def flush(self) -> None:
        """Wait until `run` has sent all queued signals."""

    @abstractmethod
    async def run(self) -> None:
        """Send and receive signals until cancelled."""

    def _dispatch(self, kind: str, words: list[str]) -> None:
        for callback in self._listeners[kind]:
            try:
                callback(*words)
            except Exception:
                logger.exception("signal handler failed", extra={"kind": kind})

    def _report_gap(self) -> None:
        for callback in self._after_gaps:
            callback()


class NoSignals(Signals):
    """Signals of a database that only one process serves: none are sent."""

    def send(self, kind: str, *words: str) -> None:
        """Do nothing, because there are no other processes."""

    async def flush(self) -> None:
        """Do nothing, because there are no other processes."""

    async def run(self) -> None:
        """Do nothing, because there are no other processes."""
