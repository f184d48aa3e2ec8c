"""Signals: words by which the processes that serve one database tell each other that something has changed.

A signal carries nothing that is not stored: it says where to look. It may come late or be lost, with its
sender or with a connection; after a gap whoever listens looks at everything. What this process sends it does
not hear itself.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable

logger = logging.getLogger(__name__)


class Signals(ABC):
    """Sends signals and hears those of other processes.

    A signal is of a kind, which says who listens, and has words, which say what it is about.
    """

    def __init__(self) -> None:
        self._listeners: defaultdict[str, list[Callable[..., None]]] = defaultdict(list)
        self._after_gaps: list[Callable[[], None]] = []

    def listen(self, kind: str, callback: Callable[..., None]) -> None:
        """Register what is called with the words of each signal of a kind; it must not wait."""
        self._listeners[kind].append(callback)

    def after_gap(self, callback: Callable[[], None]) -> None:
        """Register what is called when signals may have been missed."""
        self._after_gaps.append(callback)

    @abstractmethod
    def send(self, kind: str, *words: str) -> None:
        """Send a signal to all other processes, soon; never waits. The same one twice may go once."""

    @abstractmethod
    async def run(self) -> None:
        """Send and hear until cancelled."""

    def _follow(self, kind: str, words: list[str]) -> None:
        for callback in self._listeners[kind]:
            try:
                callback(*words)
            except Exception:
                logger.exception("a signal could not be followed: %s", kind)

    def _missed(self) -> None:
        for callback in self._after_gaps:
            callback()


class NoSignals(Signals):
    """Those of a database that one process at a time serves: there is nobody to tell."""

    def send(self, kind: str, *words: str) -> None:
        """Tell nobody."""

    async def run(self) -> None:
        """Hear nothing."""
