"""Memory: positions of earlier games, to be learnt from again."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Lesson = tuple[NDArray[np.int64], NDArray[np.float32]]

"""Boards, as `bot.engine.train.selfplay.play` writes them, and their targets."""


class Memory:
    """Boards that were learnt from, and their targets.

    Args:
        room: for how many boards; the oldest are forgotten first.
        outputs: how wide targets are.
    """

    def __init__(self, room: int, outputs: int = 3) -> None:
        self._boards = np.zeros((room, 4), np.int64)
        self._targets = np.zeros((room, outputs), np.float32)
        self._added = 0

    @property
    def all(self) -> Lesson:
        """All that are remembered."""
        size = min(self._added, len(self._boards))
        return self._boards[:size], self._targets[:size]

    def add(self, lesson: Lesson) -> None:
        """Remember more."""
        room = len(self._boards)
        boards, targets = (each[-room:] if room else each[:0] for each in lesson)
        places = (self._added + np.arange(len(boards))) % max(room, 1)
        self._boards[places], self._targets[places] = boards, targets
        self._added += len(boards)

    def some(self, number: int, rng: np.random.Generator) -> Lesson:
        """Up to so many of them, drawn at random."""
        boards, targets = self.all
        drawn = rng.choice(len(boards), min(number, len(boards)), replace=False)
        return boards[drawn], targets[drawn]
