"""Network: tells from a board how likely each result is."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Self

import numpy as np

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray


@dataclass(frozen=True)
class Network:
    """Weights. The hidden layers are rectified, the three outputs are squashed to probabilities.

    Attributes:
        entry: inputs × hidden units.
        entry_bias: by hidden unit.
        exit: hidden units × three outputs: wins, wins mars, loses mars.
        exit_bias: by output.
        inner: hidden units × units of a second hidden layer; there may be none.
        inner_bias: by unit of the second layer.
        inner_exit: units of the second layer × three outputs, which are added to those of the first.
    """

    entry: NDArray[np.float32]
    entry_bias: NDArray[np.float32]
    exit: NDArray[np.float32]
    exit_bias: NDArray[np.float32]
    inner: NDArray[np.float32]
    inner_bias: NDArray[np.float32]
    inner_exit: NDArray[np.float32]

    @classmethod
    def random(cls, inputs: int, hidden: int, inner: int, seed: int) -> Self:
        """A net that knows nothing yet."""
        rng = np.random.default_rng(seed)
        return cls(
            (rng.standard_normal((inputs, hidden)) * np.sqrt(1 / 40)).astype(np.float32),
            np.zeros(hidden, np.float32),
            (rng.standard_normal((hidden, 3)) * np.sqrt(1 / hidden)).astype(np.float32),
            np.array([0, -1, -1], np.float32),
            (rng.standard_normal((hidden, inner)) * np.sqrt(1 / hidden)).astype(np.float32),
            np.zeros(inner, np.float32),
            (rng.standard_normal((inner, 3)) * np.sqrt(1 / max(inner, 1))).astype(np.float32),
        )

    @property
    def weights(self) -> dict[str, NDArray[np.float32]]:
        """All of them, by name."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def widened(self, side: int, hidden: int, inner: int, seed: int) -> Self:
        """The same net with more inputs a side and more hidden units; what is new counts for nothing yet.

        Args:
            side: how many inputs a side has then, at least as many as now.
            hidden: how many hidden units, at least as many as now.
            inner: how many units in the second layer, at least as many as now.
            seed: of the new units' weights.
        """
        inputs, units = self.entry.shape
        inner_units = len(self.inner_bias)
        new = self.random(2 * side, hidden, inner, seed)
        new.entry[:, :units] = 0
        new.entry[: inputs // 2, :units] = self.entry[: inputs // 2]
        new.entry[side : side + inputs // 2, :units] = self.entry[inputs // 2 :]
        new.entry_bias[:units] = self.entry_bias
        new.exit[:] = 0
        new.exit[:units] = self.exit
        new.exit_bias[:] = self.exit_bias
        new.inner[:, :inner_units] = 0
        new.inner[:units, :inner_units] = self.inner
        new.inner_bias[:inner_units] = self.inner_bias
        new.inner_exit[:] = 0
        new.inner_exit[:inner_units] = self.inner_exit
        return new

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read weights.

        Raises:
            OSError: the file cannot be read.
            ValueError, KeyError: it holds no net.
        """
        with np.load(path, allow_pickle=False) as file:
            return cls(*(np.asarray(file[each.name], np.float32) for each in fields(cls)))

    def save(self, path: Path) -> None:
        """Write the weights in half precision."""
        halves = {name: array.astype(np.float16) for name, array in self.weights.items()}
        np.savez_compressed(path, **halves)  # type: ignore[arg-type] # (numpy's stub takes its own keyword for one of ours)

    def __call__(self, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the three probabilities of each row of inputs."""
        hidden = inputs @ self.entry
        hidden += self.entry_bias
        np.maximum(hidden, 0, out=hidden)
        inner = np.maximum(hidden @ self.inner + self.inner_bias, 0)
        sums = hidden @ self.exit + inner @ self.inner_exit + self.exit_bias
        return np.asarray(1 / (1 + np.exp(-sums)))
