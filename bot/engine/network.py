"""Network: the neural net that estimates the probability of each result from a board."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Outputs:
    """The weights of extra outputs that can be added to a net.

    Attributes:
        exit: hidden units × outputs.
        exit_bias: one for each output.
        inner_exit: units of the second layer × outputs.
    """

    exit: NDArray[np.float32]
    exit_bias: NDArray[np.float32]
    inner_exit: NDArray[np.float32]

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read weights.

        Raises:
            OSError: the file cannot be read.
            ValueError, KeyError: the file has no outputs.
        """
        return cls(**_read(path, [each.name for each in fields(cls)]))

    def save(self, path: Path) -> None:
        """Write the weights in half precision."""
        _write(path, {each.name: getattr(self, each.name) for each in fields(self)})


@dataclass(frozen=True)
class Network:
    """The weights of a net with one or two hidden layers (ReLU) and outputs that are probabilities (sigmoid).

    The outputs are: win, win mars, lose mars; then, if trained, win and lose three points or more, win and
    lose four.

    Attributes:
        entry: inputs × hidden units.
        entry_bias: one for each hidden unit.
        exit: hidden units × outputs.
        exit_bias: one for each output.
        inner: hidden units × units of the second hidden layer, which may have none.
        inner_bias: one for each unit of the second layer.
        inner_exit: units of the second layer × outputs; the sums are added to those of the first layer.
    """

    entry: NDArray[np.float32]
    entry_bias: NDArray[np.float32]
    exit: NDArray[np.float32]
    exit_bias: NDArray[np.float32]
    inner: NDArray[np.float32]
    inner_bias: NDArray[np.float32]
    inner_exit: NDArray[np.float32]

    @classmethod
    def random(cls, inputs: int, hidden: int, inner: int, seed: int, outputs: int = 3) -> Self:
        """Return an untrained net with random weights."""
        rng = np.random.default_rng(seed)
        return cls(
            (rng.standard_normal((inputs, hidden)) * np.sqrt(1 / 40)).astype(np.float32),
            np.zeros(hidden, np.float32),
            (rng.standard_normal((hidden, outputs)) * np.sqrt(1 / hidden)).astype(np.float32),
            np.array([0, -1, -1, -3, -3, -4, -4][:outputs], np.float32),
            (rng.standard_normal((hidden, inner)) * np.sqrt(1 / hidden)).astype(np.float32),
            np.zeros(inner, np.float32),
            (rng.standard_normal((inner, outputs)) * np.sqrt(1 / max(inner, 1))).astype(np.float32),
        )

    @property
    def weights(self) -> dict[str, NDArray[np.float32]]:
        """All weight arrays by name."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @property
    def outputs(self) -> int:
        """The number of outputs: 3, 5 or 7."""
        return len(self.exit_bias)

    def outputs_from(self, first: int) -> Outputs:
        """Return the outputs from index `first` on."""
        return Outputs(self.exit[:, first:], self.exit_bias[first:], self.inner_exit[:, first:])

    def with_outputs(self, more: Outputs) -> Self:
        """Return this net with extra outputs, which must have been trained on it."""
        return replace(
            self,
            exit=np.concatenate([self.exit, more.exit], 1),
            exit_bias=np.concatenate([self.exit_bias, more.exit_bias]),
            inner_exit=np.concatenate([self.inner_exit, more.inner_exit], 1),
        )

    def widened(self, side: int, hidden: int, inner: int, seed: int, outputs: int = 3) -> Self:
        """Return a larger net that gives the same answers until it is trained further.

        No size may be smaller than now.

        Args:
            side: the number of inputs for each side.
            hidden: the number of hidden units.
            inner: the number of units in the second layer.
            seed: the seed of the new weights.
            outputs: the number of outputs.
        """
        inputs, units = self.entry.shape
        inner_units = len(self.inner_bias)
        known = self.outputs
        new = self.random(2 * side, hidden, inner, seed, outputs)
        new.entry[:, :units] = 0
        new.entry[: inputs // 2, :units] = self.entry[: inputs // 2]
        new.entry[side : side + inputs // 2, :units] = self.entry[inputs // 2 :]
        new.entry_bias[:units] = self.entry_bias
        new.exit[:] = 0
        new.exit[:units, :known] = self.exit
        new.exit_bias[:known] = self.exit_bias
        new.inner[:, :inner_units] = 0
        new.inner[:units, :inner_units] = self.inner
        new.inner_bias[:inner_units] = self.inner_bias
        new.inner_exit[:] = 0
        new.inner_exit[:inner_units, :known] = self.inner_exit
        return new

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read weights.

        Raises:
            OSError: the file cannot be read.
            ValueError, KeyError: the file has no net.
        """
        return cls(**_read(path, [each.name for each in fields(cls)]))

    def save(self, path: Path) -> None:
        """Write the weights in half precision."""
        _write(path, self.weights)

    def __call__(self, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the output probabilities for each row of inputs."""
        hidden = inputs @ self.entry
        hidden += self.entry_bias
        np.maximum(hidden, 0, out=hidden)
        inner = np.maximum(hidden @ self.inner + self.inner_bias, 0)
        sums = hidden @ self.exit + inner @ self.inner_exit + self.exit_bias
        return np.asarray(1 / (1 + np.exp(-sums)))


def _read(path: Path, names: list[str]) -> dict[str, NDArray[np.float32]]:
    with np.load(path, allow_pickle=False) as file:
        return {name: np.asarray(file[name], np.float32) for name in names}


def _write(path: Path, weights: dict[str, NDArray[np.float32]]) -> None:
    halves = {name: array.astype(np.float16) for name, array in weights.items()}
    np.savez_compressed(path, **halves)  # type: ignore[arg-type] # (numpy's stub takes its own keyword for one of ours)
