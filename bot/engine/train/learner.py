"""Learner: gradient descent on boards with targets, and a memory of earlier boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from bot.engine.network import Network

_BETAS = (0.9, 0.999)
_EPSILON = 1e-8


class Learner:
    """A net in training.

    Args:
        network: the first weights.
        fixed: the number of first outputs that must not change; then only weights of later outputs are
            trained.
    """

    def __init__(self, network: Network, fixed: int = 0) -> None:
        self._fixed = fixed
        self._weights = [each.copy() for each in network.weights.values()]
        self._means = [np.zeros_like(each) for each in self._weights]
        self._squares = [np.zeros_like(each) for each in self._weights]
        self._steps = 0

    @property
    def network(self) -> Network:
        """A copy of the current net, which further training does not change."""
        return Network(*(each.copy() for each in self._weights))

    def arrays(self) -> dict[str, NDArray[np.float32]]:
        """Return the weights and the state of the optimizer by name, to be saved in a checkpoint."""
        groups = (("weight", self._weights), ("mean", self._means), ("square", self._squares))
        named = {f"{name}{at}": each for name, group in groups for at, each in enumerate(group)}
        return named | {"steps": np.array([self._steps], np.float32)}

    def restore(self, arrays: Mapping[str, NDArray[np.float32]]) -> None:
        """Restore the state that `arrays` returned."""
        for name, group in (("weight", self._weights), ("mean", self._means), ("square", self._squares)):
            for at, each in enumerate(group):
                each[:] = arrays[f"{name}{at}"]
        self._steps = int(arrays["steps"][0])

    def learn(self, inputs: NDArray[np.float32], targets: NDArray[np.float32], rate: float) -> float:
        """Take one step of gradient descent on a batch; return the mean square error of the win output."""
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
        """Update the weights by Adam (Kingma and Ba, 2014, algorithm 1); skip weights without a gradient."""
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

"""Boards as `bot.engine.train.selfplay.play` writes them, and their targets."""


class Memory:
    """A ring buffer of boards learnt from and their targets.

    Args:
        capacity: the number of boards; the oldest are overwritten first.
        outputs: the number of values in a target.
    """

    def __init__(self, capacity: int, outputs: int = 3) -> None:
        self._boards = np.zeros((capacity, 4), np.int64)
        self._targets = np.zeros((capacity, outputs), np.float32)
        self._added = 0

    @property
    def all(self) -> Lesson:
        """All boards in memory with their targets."""
        size = min(self._added, len(self._boards))
        return self._boards[:size], self._targets[:size]

    def add(self, lesson: Lesson) -> None:
        """Add boards, overwriting the oldest if the memory is full."""
        capacity = len(self._boards)
        boards, targets = (each[-capacity:] if capacity else each[:0] for each in lesson)
        places = (self._added + np.arange(len(boards))) % max(capacity, 1)
        self._boards[places], self._targets[places] = boards, targets
        self._added += len(boards)

    def some(self, number: int, rng: np.random.Generator) -> Lesson:
        """Return at most `number` boards with their targets, drawn at random."""
        boards, targets = self.all
        drawn = rng.choice(len(boards), min(number, len(boards)), replace=False)
        return boards[drawn], targets[drawn]
