"""Learner: what a net learns from boards and their targets, and the memory of earlier ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from bot.engine.network import Network

_BETAS = (0.9, 0.999)
_EPSILON = 1e-8


class Learner:
    """A net that learns.

    Args:
        network: where it begins.
        fixed: so many of its outputs, and all that leads to them, stay as they are; none, if not given.
    """

    def __init__(self, network: Network, fixed: int = 0) -> None:
        self._fixed = fixed
        self._weights = [each.copy() for each in network.weights.values()]
        self._means = [np.zeros_like(each) for each in self._weights]
        self._squares = [np.zeros_like(each) for each in self._weights]
        self._steps = 0

    @property
    def network(self) -> Network:
        """The net as it is now, which further lessons leave alone."""
        return Network(*(each.copy() for each in self._weights))

    def arrays(self) -> dict[str, NDArray[np.float32]]:
        """Everything that it knows and needs to go on, by name."""
        groups = (("weight", self._weights), ("mean", self._means), ("square", self._squares))
        named = {f"{name}{at}": each for name, group in groups for at, each in enumerate(group)}
        return named | {"steps": np.array([self._steps], np.float32)}

    def take_up(self, arrays: Mapping[str, NDArray[np.float32]]) -> None:
        """Go on from what another one was at, given as `arrays` gives it."""
        for name, group in (("weight", self._weights), ("mean", self._means), ("square", self._squares)):
            for at, each in enumerate(group):
                each[:] = arrays[f"{name}{at}"]
        self._steps = int(arrays["steps"][0])

    def learn(self, inputs: NDArray[np.float32], targets: NDArray[np.float32], rate: float) -> float:
        """Take one step on a batch; return the mean square error of the probability to win."""
        entry, entry_bias, leave, leave_bias, inner, inner_bias, inner_leave = self._weights
        sums = inputs @ entry + entry_bias
        hidden = np.maximum(sums, 0)
        inner_sums = hidden @ inner + inner_bias
        within = np.maximum(inner_sums, 0)
        answers = 1 / (1 + np.exp(-(hidden @ leave + within @ inner_leave + leave_bias)))
        error = float(np.mean((answers[:, 0] - targets[:, 0]) ** 2))
        wrong = (answers - targets) / np.float32(len(inputs))
        if self._fixed:
            wrong[:, : self._fixed] = 0
            self._step((None, None, hidden.T @ wrong, wrong.sum(0), None, None, within.T @ wrong), rate)
            return error
        inner_back = wrong @ inner_leave.T
        inner_back *= inner_sums > 0
        back = wrong @ leave.T + inner_back @ inner.T
        back *= sums > 0
        to_leave = (hidden.T @ wrong, wrong.sum(0))
        to_inner = (hidden.T @ inner_back, inner_back.sum(0), within.T @ wrong)
        self._step((inputs.T @ back, back.sum(0), *to_leave, *to_inner), rate)
        return error

    def _step(self, slopes: Sequence[NDArray[np.float32] | None], rate: float) -> None:
        """Adam (Kingma and Ba, 2014, algorithm 1); weights without a slope stay."""
        self._steps += 1
        one, two = _BETAS
        scale = np.float32(rate * np.sqrt(1 - two**self._steps) / (1 - one**self._steps))
        for at, slope in enumerate(slopes):
            if slope is None:
                continue
            self._means[at] += np.float32(1 - one) * (slope - self._means[at])
            self._squares[at] += np.float32(1 - two) * (slope * slope - self._squares[at])
            self._weights[at] -= scale * self._means[at] / (np.sqrt(self._squares[at]) + np.float32(_EPSILON))


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
