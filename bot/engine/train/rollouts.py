"""Roll-outs of many positions: plays each out to the exact table, without the luck of the rolls.

Both sides play the best turn at one ply. The luck of a roll is its value minus that of the average roll, over
the best turns of all 21. Subtracting it reduces the variance and keeps the mean.

    python -m bot.engine.train.rollouts --rules short --count 200 --games 72 --out short.txt
    python -m bot.engine.train.rollouts --rules short --boards boards.txt --out short.txt

Each line of the file has a position, its equity for the side that rolls next, and the standard error,
separated by tabs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bot.engine.engine import network_of
from bot.engine.inputs import PLAIN, PRIME, inputs_of, rows_of
from bot.engine.network import Network
from bot.engine.race import is_race
from bot.engine.train.boards import joined, new_board_sets, rules_of, split
from bot.engine.train.luck import roll_out
from bot.engine.train.referee import new_workspace, referee_of, width_of, worth
from bot.engine.train.school import start_of
from bot.engine.train.selfplay import Terms, play
from bot.rules import Family, Position, RuleSet, Side

_LONGEST = 300
_GAMES_AT_ONCE = 64
_LONG_PRIME = 5 / 6
_MANY_AT_HOME = 9
_HOME = 18
_OFF = 24


class RolledOut(NamedTuple):
    """A position with the result of its roll-out.

    Attributes:
        position: a position before a roll.
        equity: the average result for the side that rolls next, in points.
        error: the standard error of the equity.
    """

    position: Position
    equity: float
    error: float

    def __str__(self) -> str:
        return f"{self.position}\t{self.equity:.4f}\t{self.error:.4f}"

    @classmethod
    def parse(cls, text: str) -> RolledOut:
        """Read what `str` writes.

        Raises:
            ValueError: the text has another form.
        """
        position, equity, error = text.rstrip("\n").split("\t")
        return cls(Position.parse(position), float(equity), float(error))


def rolled_out(positions: Sequence[Position], network: Network, games: int, seed: int) -> Iterator[RolledOut]:
    """Roll out positions of one rule set; yield each with its average value to the side to roll.

    Args:
        positions: positions before a roll.
        network: the net that plays both sides and measures luck.
        games: the number of games for each; a multiple of 36 is best, so that all first rolls come equally.
        seed: the seed of the dice, which differ between positions.
    """
    if not positions:
        return
    ruleset = positions[0].ruleset
    judge = referee_of(network, ruleset)
    table = (rules_of(ruleset), judge, new_board_sets(), new_workspace(judge))
    outcomes = np.zeros((games, width_of(judge)), np.float32)
    for number, position in enumerate(positions):
        board = np.array([*split(position.theirs), *split(position.mine)])
        roll_out(*table, board, seed + number * games, outcomes)
        points = np.array([worth(judge, outcome) for outcome in outcomes])
        yield RolledOut(position, float(-points.mean()), float(points.std(ddof=1) / games**0.5))


def hard_positions(
    ruleset: RuleSet,
    network: Network,
    count: int,
    seed: int,
    *,
    one_of: int = 20,
    mutual: bool = False,
) -> list[Position]:
    """Return positions of self-play that nets often evaluate wrongly: primes, backgames, late contact.

    Half of the games begin with random turns, and a third with a side left far behind.

    Args:
        network: the net that plays.
        count: the number of positions.
        seed: the seed of the games.
        one_of: one of this many boards is considered.
        mutual: True for positions in which each side has a long prime ahead of the other.
    """
    judge = referee_of(network, ruleset)
    table = (rules_of(ruleset), judge, new_board_sets(), new_workspace(judge))
    boards = np.zeros((_GAMES_AT_ONCE * _LONGEST, 4), np.int64)
    targets = np.zeros((len(boards), width_of(judge)), np.float32)
    found: dict[Position, None] = {}
    random = np.random.default_rng(seed)
    while len(found) < count:
        terms = Terms(_GAMES_AT_ONCE, int(random.integers(1 << 31)), 1.0, 0.5, 1 / 3)
        written = play(*table, start_of(ruleset), terms, boards, targets)
        for row in random.permutation(boards[:written])[: written // one_of]:
            theirs, mine = (joined(int(row[at]), int(row[at + 1])) for at in (0, 2))
            position = Position(ruleset, mine, theirs, Side.WHITE)
            if _is_hard(position) and (not mutual or min(_longest_primes(position)) >= _LONG_PRIME):
                found[position] = None
    return list(found)[:count]


def _is_hard(position: Position) -> bool:
    """True if there is still contact, and a side has a long prime or is nearly home."""
    if is_race(position, position.ruleset.family):
        return False
    sides = (position.mine, position.theirs)
    home = [sum(side >> 4 * t & 15 for t in range(_HOME, _OFF + 1)) for side in sides]
    return max(home) >= _MANY_AT_HOME or max(_longest_primes(position)) >= _LONG_PRIME


def _longest_primes(position: Position) -> tuple[float, float]:
    """Return the longest prime of each side ahead of the other's rearmost checker, / 6."""
    opposed = position.ruleset.family is Family.OPPOSED
    rows = rows_of([position.mine]), rows_of([position.theirs])
    inputs = inputs_of(*rows, PLAIN, opposed=opposed)[0]
    return float(inputs[PRIME]), float(inputs[PLAIN + PRIME])


def main() -> None:
    """Roll out with the options of the command line, writing each position when it is done."""
    asked = _parser().parse_args()
    ruleset = RuleSet.parse(asked.rules)
    network = Network.load(asked.net) if asked.net else network_of(ruleset)
    if asked.boards:
        positions = [Position.parse(line.split("\t")[0]) for line in asked.boards.read_text().splitlines()]
    else:
        positions = hard_positions(ruleset, network, asked.count, asked.seed)
    with asked.out.open("w", encoding="utf-8") as file:
        for number, found in enumerate(rolled_out(positions, network, asked.games, asked.seed), 1):
            file.write(f"{found}\n")
            file.flush()
            sys.stderr.write(f"\r{number} of {len(positions)} ")
    sys.stderr.write("\n")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot.engine.train.rollouts",
        description="Play positions out to the exact table, without the luck of the rolls.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    add = parser.add_argument
    add("--rules", default="long", help="the rule set")
    add("--boards", type=Path, help="file of positions, one a line (default: search for hard ones)")
    add("--count", type=int, default=100, help="number of hard positions to search for")
    add("--games", type=int, default=72, help="games for each position")
    add("--net", type=Path, help="net that plays (default: the shipped net)")
    add("--seed", type=int, default=1)
    add("--out", type=Path, required=True, help="file for the positions and their equities")
    return parser


if __name__ == "__main__":
    main()
