"""GNU Backgammon chances: compares the engine's probabilities in `short` with GNU Backgammon's 2-ply search.

There are two sets of positions with contact before a roll: from the engine's games, and from games that begin
with a side far behind, where gammons and backgammons are frequent.

    apt-get install gnubg
    pip install -e ".[train]"
    python -m benchmarks.gnubg_chances [how many of each] [a net]
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.gnubg import SHORT, chances, executable, pips_of
from bot.engine.engine import network_of
from bot.engine.evaluation import LOST_MARS, LOST_THREE, MARS, THREE, WIN, Evaluator, equity, of_other
from bot.engine.network import Network
from bot.engine.race import is_race
from bot.engine.search import Search
from bot.engine.train.boards import joined, new_board_sets, rules_of
from bot.engine.train.referee import new_workspace, referee_of, width_of
from bot.engine.train.school import start_of
from bot.engine.train.selfplay import Terms, play
from bot.rules import Position, Side

COUNT = 400
SEED = 20261124
PLIES = 2
GAMES = 400
COLUMNS = {
    "win": WIN,
    "gammon": MARS,
    "backgammon": THREE,
    "lost gammon": LOST_MARS,
    "lost backgammon": LOST_THREE,
}


def positions(count: int, strays: float) -> list[Position]:
    """Return positions with contact from games of the shipped net, with White to roll.

    Args:
        count: the number of positions.
        strays: the share of games that begin with a side far behind.
    """
    judge = referee_of(network_of(SHORT), SHORT)
    boards = np.zeros((GAMES * 300, 4), np.int64)
    targets = np.zeros((len(boards), width_of(judge)), np.float32)
    table = (rules_of(SHORT), judge, new_board_sets(), new_workspace(judge))
    written = play(*table, start_of(SHORT), Terms(GAMES, SEED, 1.0, 0.0, strays), boards, targets)
    found: list[Position] = []
    for at in np.random.default_rng(SEED).permutation(written):
        theirs, mine = (joined(*map(int, boards[at, first : first + 2])) for first in (0, 2))
        position = Position(SHORT, mine, theirs, Side.WHITE)
        if not is_race(position, SHORT.family) and position.off(Side.BLACK) != 15:
            found.append(position)
    return found[:count]


def report(name: str, found: NDArray[np.float64], judged: NDArray[np.float64]) -> None:
    """Print the differences between the engine and GNU Backgammon."""
    difference = equity(found) - judged[:, 5]
    size = np.abs(difference)
    error = size.std() / len(size) ** 0.5
    print(
        f"{name}: off by {size.mean():.3f} ± {error:.3f} points, {difference.mean():+.3f} on average; "
        f"by more than 0.2 in {(size > 0.2).sum()} of {len(size)}, than 0.4 in {(size > 0.4).sum()}"
    )
    for number, (column, at) in enumerate(COLUMNS.items()):
        here, there = found[:, at], judged[:, number]
        apart = np.abs(here - there).mean()
        print(f"    {column:16} {here.mean():.3f}, there {there.mean():.3f}; off by {apart:.4f}")


def main(count: int, network: Network) -> None:
    """Evaluate both sets of positions and print the differences."""
    if executable() is None:
        print("gnubg is not installed")
        return
    evaluator = Evaluator(network, SHORT)
    for name, strays in (("games", 0.0), ("strays", 1.0)):
        asked = positions(count, strays)
        boards = [(pips_of(each, Side.WHITE), pips_of(each, Side.BLACK)) for each in asked]
        judged = np.array(chances(boards, PLIES))
        mine, theirs = [each.theirs for each in asked], [each.mine for each in asked]
        report(f"{name}, as the net sees it", of_other(evaluator.evaluate(mine, theirs, white=False)), judged)
        report(f"{name}, all rolls played", Search(evaluator).before_roll(asked), judged)


if __name__ == "__main__":
    main(
        int(sys.argv[1]) if len(sys.argv) > 1 else COUNT,
        Network.load(Path(sys.argv[2])) if len(sys.argv) > 2 else network_of(SHORT),
    )
