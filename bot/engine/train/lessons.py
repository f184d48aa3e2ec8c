"""Lessons: prepares hard boards, each rolled out a few times, as training data for a net.

A net learns more from many boards with rough targets than from a few with exact ones. The boards come from
hard positions of self-play. Boards on which two nets disagree are drawn more often, since one of the nets
must be wrong there.

    python -m bot.engine.train.lessons --rules long --count 50000 --other judge-long.npz --out lessons.npz
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bot.engine.engine import network_of
from bot.engine.evaluation import Evaluator, equity
from bot.engine.network import Network
from bot.engine.train.boards import new_board_sets, rules_of, split
from bot.engine.train.learner import Lesson
from bot.engine.train.luck import roll_out
from bot.engine.train.referee import new_workspace, referee_of, width_of
from bot.engine.train.rollouts import RolledOut, hard_positions
from bot.rules import Position, RuleSet

Boards = NDArray[np.int64]

_AT_ONCE = 500
"""The number of boards evaluated at once, or rolled out between two writes of the file."""
_ONE_OF = 5
"""One of this many boards of a game is considered, since boards of the same game are similar."""
_DOUBT = 0.03
"""Points added to the disagreement of two nets, so that boards on which they agree can be drawn too."""


def hard_boards(
    ruleset: RuleSet,
    network: Network,
    other: Network | None,
    count: int,
    *,
    looked_at: int,
    seed: int,
    mutual: bool = False,
    without: Collection[Position] = (),
) -> Boards:
    """Return boards of self-play that a net is likely to evaluate wrongly, as rows like those of `play`.

    Args:
        network: the net that plays.
        other: a second net; boards on which both disagree are drawn more often. None for equal weights.
        count: the number of boards to return.
        looked_at: the number of hard boards to draw from.
        seed: the seed of the games.
        mutual: True for boards in which each side has a long prime ahead of the other.
        without: positions to leave out, because nets are tested on them.
    """
    found = hard_positions(ruleset, network, looked_at, seed, one_of=_ONE_OF, mutual=mutual)
    found = [each for each in found if each not in without]
    weights = np.full(len(found), _DOUBT)
    if other is not None:
        weights += np.abs(_equities(network, found) - _equities(other, found))
    boards = np.array([[*split(each.theirs), *split(each.mine)] for each in found])
    drawn = np.random.default_rng(seed).choice(len(boards), count, replace=False, p=weights / weights.sum())
    return np.asarray(boards[drawn])


def _equities(network: Network, positions: list[Position]) -> NDArray[np.float64]:
    """Return a net's equity of each position, for the side that has just moved."""
    evaluator = Evaluator(network, positions[0].ruleset)
    parts = [positions[at : at + _AT_ONCE] for at in range(0, len(positions), _AT_ONCE)]
    return np.concatenate(
        [
            equity(
                evaluator.evaluate([each.theirs for each in part], [each.mine for each in part], white=False)
            )
            for part in parts
        ]
    )


def lesson(ruleset: RuleSet, network: Network, games: int, boards: Boards, seed: int) -> Lesson:
    """Roll boards out and return them with the averages as targets.

    Args:
        network: the net that plays both sides and measures luck.
        games: the number of games for each board.
        boards: rows as `play` writes them.
        seed: the seed of the dice, which differ between boards.
    """
    judge = referee_of(network, ruleset)
    table = (rules_of(ruleset), judge, new_board_sets(), new_workspace(judge))
    targets = np.zeros((len(boards), width_of(judge)), np.float32)
    outcomes = np.zeros((games, width_of(judge)), np.float32)
    for number, board in enumerate(boards):
        roll_out(*table, board, seed + number * games, outcomes)
        targets[number] = outcomes.mean(0)
    return boards, targets


def main() -> None:
    """Roll out boards with the options of the command line, rewriting the file after each part."""
    asked = _parser().parse_args()
    ruleset = RuleSet.parse(asked.rules)
    network = Network.load(asked.net) if asked.net else network_of(ruleset)
    other = Network.load(asked.other) if asked.other else None
    boards = hard_boards(
        ruleset,
        network,
        other,
        asked.count,
        looked_at=asked.of * asked.count,
        seed=asked.seed,
        mutual=asked.mutual,
        without={
            RolledOut.parse(line).position for path in asked.without for line in path.read_text().splitlines()
        },
    )
    parts = [boards[at : at + _AT_ONCE] for at in range(0, len(boards), _AT_ONCE)]
    seeds = np.random.SeedSequence(asked.seed).generate_state(len(parts)) // 2
    done: list[Lesson] = []
    with ThreadPoolExecutor(asked.threads) as threads:
        roll = partial(lesson, ruleset, network, asked.games)
        for each in threads.map(roll, parts, [int(seed) for seed in seeds]):
            done.append(each)
            save(asked.out, done)
            sys.stderr.write(f"\r{len(done)} of {len(parts)} ")
    sys.stderr.write("\n")


def save(path: Path, lessons: list[Lesson]) -> None:
    """Write boards and targets to a file."""
    boards, targets = (np.concatenate(column) for column in zip(*lessons, strict=True))
    partial_path = path.with_suffix(".partial.npz")
    np.savez(partial_path, boards=boards, targets=targets)
    partial_path.replace(path)


def load(*paths: Path) -> Lesson:
    """Read what `save` wrote, from one file or several.

    Raises:
        OSError: a file cannot be read.
        ValueError, KeyError: a file has other content.
    """
    lessons = []
    for path in paths:
        with np.load(path, allow_pickle=False) as file:
            lessons.append((file["boards"], file["targets"]))
    boards, targets = (np.concatenate(column) for column in zip(*lessons, strict=True))
    return boards, targets


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot.engine.train.lessons",
        description="Roll out hard boards as training data for a net.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    add = parser.add_argument
    add("--rules", default="long", help="the rule set")
    add("--count", type=int, default=50_000, help="number of boards")
    add("--of", type=int, default=4, help="hard boards found for each one drawn")
    add("--other", type=Path, help="second net; boards on which the nets disagree are drawn more often")
    add("--without", type=Path, nargs="+", default=[], help="files of test positions to leave out")
    add("--mutual", action="store_true", help="only boards where each side has a long prime before the other")
    add("--games", type=int, default=2, help="games for each board")
    add("--net", type=Path, help="net that plays (default: the shipped net)")
    add("--threads", type=int, default=2)
    add("--seed", type=int, default=101)
    add("--out", type=Path, required=True, help="file for boards and targets")
    return parser


if __name__ == "__main__":
    main()
