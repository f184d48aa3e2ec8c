"""Rolled-out benchmark: the error of the engine's evaluation on positions rolled out to the exact table.

`python -m bot.engine.train.rollouts` makes such files: positions, equities and standard errors. Prints the
root mean square error, after subtracting the error of the roll-outs themselves.

    python -m benchmarks.rolled_out [a file] [a net]
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bot.engine.engine import network_of
from bot.engine.evaluation import Evaluator, equity, of_other
from bot.engine.network import Network
from bot.engine.search import Search
from bot.engine.train.rollouts import RolledOut
from bot.rules import Side

SHIPPED = tuple(Path(__file__).parent.glob("rolled_out_*.txt"))
SAMPLES = 500


def without_noise(differences: NDArray[np.float64], errors: NDArray[np.float64]) -> float:
    """Return the root mean square of the differences, without the noise of the roll-outs."""
    return float(np.sqrt(max(0.0, (differences**2).mean() - (errors**2).mean())))


def report(
    name: str, found: NDArray[np.float64], truth: NDArray[np.float64], errors: NDArray[np.float64]
) -> None:
    """Print the engine's error and its uncertainty, estimated by bootstrap over the positions."""
    differences = found - truth
    random = np.random.default_rng(1)
    drawn = (random.integers(0, len(truth), len(truth)) for _ in range(SAMPLES))
    spread = np.std([without_noise(differences[each], errors[each]) for each in drawn])
    print(f"    {name:10} off by {without_noise(differences, errors):.3f} ± {spread:.3f}")


def main(path: Path, network: Network | None) -> None:
    """Evaluate the positions of a file and print the errors."""
    rolled = [RolledOut.parse(line) for line in path.read_text("utf-8").splitlines()]
    ruleset = rolled[0].position.ruleset
    evaluator = Evaluator(network or network_of(ruleset), ruleset)
    search = Search(evaluator)
    truth, errors = (np.array(column) for column in zip(*(each[1:] for each in rolled), strict=True))
    positions = [each.position for each in rolled]
    mine, theirs = [each.theirs for each in positions], [each.mine for each in positions]
    white = positions[0].mover is Side.BLACK
    print(f"{path.name}: {len(rolled)} positions, standard error {errors.mean():.3f} on average")
    report("static", equity(of_other(evaluator.evaluate(mine, theirs, white=white))), truth, errors)
    report("two ply", equity(search.before_roll(positions)), truth, errors)


if __name__ == "__main__":
    for file in (Path(sys.argv[1]),) if len(sys.argv) > 1 else SHIPPED:
        main(file, Network.load(Path(sys.argv[2])) if len(sys.argv) > 2 else None)
