"""Roll-outs benchmark: the cost of the best level's turns, by rolling out its turn and the reference net's.

In `make strength`, the reference net judges by its own two-ply search, so every turn that differs from its
own counts as an error, also where the reference is wrong. Here both turns are played out many times with the
same dice to the exact table; the reference net plays both sides at one ply.

    python -m benchmarks.rollouts [GAMES] [TIMES]
"""

from __future__ import annotations

import random
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import chain
from statistics import mean, stdev

import numpy as np
from numpy.typing import NDArray

from benchmarks.strength import PROCESSES, REFERENCE, SEED, Choice, Player, game, looked_at
from bot.engine import Level
from bot.engine.network import Network
from bot.engine.train.boards import BoardSets, Rules, new_board_sets, rules_of, split
from bot.engine.train.referee import Referee, Workspace, new_workspace, referee_of
from bot.engine.train.selfplay import play_out
from bot.rules import RULESETS, Position, Side

GAMES, TIMES = 14, 200
LONG = RULESETS["long"]


@cache
def _table() -> tuple[Rules, Referee, BoardSets, Workspace]:
    judge = referee_of(Network.load(REFERENCE), LONG)
    return rules_of(LONG), judge, new_board_sets(), new_workspace(judge)


def played_out(position: Position, side: Side, seed: int, times: int) -> NDArray[np.float64]:
    """Return the result of each of `times` games played out, for the side that has just moved."""
    points = np.zeros(times)
    board = np.array([*split(position.bits(side)), *split(position.bits(side.other))])
    play_out(*_table(), board, seed, points)
    return points


def losses(seed: int, times: int) -> list[float]:
    """Return the cost of each choice of the best level against the reference's, in a game against itself.

    It is 0 if both choose the same turn.
    """
    player, found = Player(Level.BEST.value, random.Random(~seed)), []
    for number, choice in enumerate(game(LONG.name, dict.fromkeys(Side, player), seed)):
        if not isinstance(choice, Choice):
            continue
        looked, worth = looked_at(choice)
        best = int(worth.argmax())
        if best == 0:
            found.append(0.0)
            continue
        side, dice = choice.state.mover, (seed % 1000 * 1000 + number) * times
        played, better = (
            played_out(choice.turns.position(looked[each]), side, dice, times) for each in (0, best)
        )
        found.append(float((better - played).mean()))
    return found


def main() -> None:
    """Print the average cost of the best level's turns."""
    asked = [int(each) for each in sys.argv[1:]]
    games, times = (*asked, *(GAMES, TIMES)[len(asked) :])
    with ProcessPoolExecutor(PROCESSES) as processes:
        seeds = range(SEED, SEED + games)
        found = list(chain.from_iterable(processes.map(losses, seeds, [times] * games)))
    differing = sum(loss != 0 for loss in found) / len(found)
    error = 1000 * stdev(found) / len(found) ** 0.5
    print(
        f"best gives away {1000 * mean(found):.1f} ± {error:.1f} thousandths a turn beside the reference, "
        f"played out {times} times; {len(found)} turns, {differing:.0%} other than the reference's"
    )


if __name__ == "__main__":
    main()
