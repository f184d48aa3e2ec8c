"""A net of one hidden layer that tells from a board how likely each result is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray


@dataclass(frozen=True)
class Network:
    """Weights. The hidden layer is rectified, the three outputs are squashed to probabilities.

    Attributes:
        entry: inputs × hidden units.
        entry_bias: by hidden unit.
        exit: hidden units × three outputs: wins, wins mars, loses mars.
        exit_bias: by output.
    """

    entry: NDArray[np.float32]
    entry_bias: NDArray[np.float32]
    exit: NDArray[np.float32]
    exit_bias: NDArray[np.float32]

    @classmethod
    def random(cls, inputs: int, hidden: int, seed: int) -> Self:
        """A net that knows nothing yet."""
        rng = np.random.default_rng(seed)
        return cls(
            (rng.standard_normal((inputs, hidden)) * np.sqrt(1 / 40)).astype(np.float32),
            np.zeros(hidden, np.float32),
            (rng.standard_normal((hidden, 3)) * np.sqrt(1 / hidden)).astype(np.float32),
            np.array([0, -1, -1], np.float32),
        )

    def widened(self, side: int, hidden: int, seed: int) -> Self:
        """The same net with more inputs a side and more hidden units; what is new counts for nothing yet.

        Args:
            side: how many inputs a side has then, at least as many as now.
            hidden: how many hidden units, at least as many as now.
            seed: of the new units' weights.
        """
        inputs, units = self.entry.shape
        new = self.random(2 * side, hidden, seed)
        entry = new.entry
        entry[:, :units] = 0
        entry[: inputs // 2, :units] = self.entry[: inputs // 2]
        entry[side : side + inputs // 2, :units] = self.entry[inputs // 2 :]
        entry_bias, leave = new.entry_bias, np.zeros_like(new.exit)
        entry_bias[:units] = self.entry_bias
        leave[:units] = self.exit
        return type(self)(entry, entry_bias, leave, self.exit_bias.copy())

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read weights.

        Raises:
            OSError: the file cannot be read.
            ValueError, KeyError: it holds no net.
        """
        with np.load(path, allow_pickle=False) as file:
            return cls(
                *(np.asarray(file[name], np.float32) for name in ("entry", "entry_bias", "exit", "exit_bias"))
            )

    def save(self, path: Path) -> None:
        """Write the weights in half precision."""
        np.savez_compressed(
            path,
            entry=self.entry.astype(np.float16),
            entry_bias=self.entry_bias.astype(np.float16),
            exit=self.exit.astype(np.float16),
            exit_bias=self.exit_bias.astype(np.float16),
        )

    def __call__(self, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the three probabilities of each row of inputs."""
        hidden = inputs @ self.entry
        hidden += self.entry_bias
        np.maximum(hidden, 0, out=hidden)
        return np.asarray(1 / (1 + np.exp(-(hidden @ self.exit + self.exit_bias))))
