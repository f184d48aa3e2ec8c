"""Bear-off: the exact chances once both sides have all checkers home and cannot meet any more.

Only the number of rolls matters then. For each of the 54,264 ways to have up to fifteen checkers on six
points (a *home*), the table has the probability that the last checker is borne off with the k-th roll, and
the same for the first of fifteen. Every turn is the one that leaves the fewest rolls on average. The chances
of two sides follow from their two rows.

Computing the table takes about a second. `keep_tables_in` sets a folder in which processes share it.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from pathlib import Path
from threading import Lock
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.engine.table_file import keep, mapped

POINTS: Final = 6
CHECKERS: Final = 15
HOMES: Final = 54_264
"""The number of ways to have up to fifteen checkers on six points."""

MOST_ROLLS: Final = 32
"""The number of columns of a table; the probability that a home takes this many rolls is below 1e-12."""

_ROLLS: Final = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))


def _ranks() -> NDArray[np.int32]:
    """Return what a point adds to the rank, for each point, number of unplaced checkers, and count on it."""
    below = np.zeros((POINTS + 1, CHECKERS + 1), np.int64)
    below[0] = 1
    for points in range(1, POINTS + 1):
        below[points] = np.cumsum(below[points - 1])
    ranks = np.zeros((POINTS, CHECKERS + 1, CHECKERS + 1), np.int32)
    for point, free, count in product(range(POINTS), range(CHECKERS + 1), range(CHECKERS + 1)):
        if count <= free:
            ranks[point, free, count] = sum(below[POINTS - 1 - point, free - less] for less in range(count))
    return ranks


RANKS: Final = _ranks()


def rank(counts: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return the index of each home in the table; 0 is the empty home.

    Args:
        counts: rows of six: the checkers that are one, two … six pips from being borne off.
    """
    free = np.full(len(counts), CHECKERS)
    number = np.zeros(len(counts), np.int64)
    for point in range(POINTS):
        count = counts[:, point].astype(np.int64)
        number += RANKS[point, free, count]
        free = free - count
    return number


@dataclass(frozen=True)
class BearOff:
    """The table of how many rolls each home takes.

    Attributes:
        last: for each rank and k, the probability that the last checker is borne off with roll k.
        first: the same for the first of fifteen checkers; 0 for homes with fewer than fifteen.
    """

    last: NDArray[np.float32]
    first: NDArray[np.float32]

    @cached_property
    def rolls(self) -> NDArray[np.float64]:
        """The average number of rolls to bear off all checkers, for each rank."""
        return self.last.astype(float) @ np.arange(MOST_ROLLS)

    def chances(self, roller: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the probabilities of the results, a row for each pair of homes.

        Args:
            roller: ranks of the homes of the side that rolls next.
            other: ranks of the homes of the other side.

        Returns:
            Columns: the roller wins; wins mars; loses mars.
        """
        done, theirs = self.last[roller].astype(float), self.last[other].astype(float)
        win = (done * _from(theirs)).sum(1)
        mars = (done * _from(self.first[other].astype(float))).sum(1)
        lost_mars = (theirs[:, :-1] * _from(self.first[roller].astype(float))[:, 1:]).sum(1)
        return np.stack([win, mars, lost_mars], 1)

    def stay_behind(
        self, winner: NDArray[np.int64], strays: NDArray[np.int64], *, winner_rolls: bool
    ) -> NDArray[np.float64]:
        """Return the probability that a side bears off everything while the other has strays in its home.

        Strays leave the six points as if they were borne off; the winner cannot block them.

        Args:
            winner: ranks of the homes of the side that bears off.
            strays: ranks of the loser's strays, by the pips they need to leave.
            winner_rolls: True if the side that bears off rolls next.
        """
        still = _from(self.last[strays].astype(float))
        return np.asarray((self.last[winner] * _later(still, 0 if winner_rolls else 1)).sum(1))

    def done_within(self, homes: NDArray[np.int64], rolls: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the probability that each home is empty after a number of rolls."""
        done = np.cumsum(self.last[homes].astype(float), 1)
        return np.asarray(done[np.arange(len(homes)), np.clip(rolls, 0, MOST_ROLLS - 1)])

    def last_turn_chances(
        self, white: NDArray[np.int64], black: NDArray[np.int64], *, white_rolls: bool
    ) -> NDArray[np.float64]:
        """Return the probabilities if Black has a last turn after White has finished (R9.3, R9.5).

        Args:
            white: ranks of White's homes.
            black: ranks of Black's homes.
            white_rolls: True if White rolls next.

        Returns:
            Columns: White wins; White wins mars; Black wins mars; a draw.
        """
        # Black answers White's k-th roll with Black's k-th, or with the one after it if Black rolls first.
        ahead = 0 if white_rolls else 1
        done = self.last[white].astype(float)
        theirs = _later(self.last[black].astype(float), ahead)
        draw = (done * theirs).sum(1)
        win = (done * _from(_later(theirs, 1))).sum(1)
        mars = (done * _from(_later(_later(self.first[black].astype(float), ahead), 1))).sum(1)
        # When Black finishes with the k-th roll, White has rolled k times (k − 1 if Black rolls first).
        finished = self.last[black].astype(float)
        lost_mars = (finished * _from(_later(self.first[white].astype(float), 1 - ahead))).sum(1)
        return np.stack([win, mars, lost_mars, draw], 1)


def _later(chances: NDArray[np.float64], rolls: int) -> NDArray[np.float64]:
    """Shift rows by a number of rolls, so that column k has what column k + rolls had."""
    return np.concatenate([chances[:, rolls:], np.zeros((len(chances), rolls))], 1)


def _from(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return, for each k, the probability of k or more."""
    return np.cumsum(chances[:, ::-1], 1)[:, ::-1]


class _Tables:
    """The tables of this process; each is mapped from a file or computed when first needed."""

    def __init__(self) -> None:
        self.folder: Path | None = None
        self._lock = Lock()
        self._known: dict[int, BearOff] = {}

    def get(self, doubles: int) -> BearOff:
        """Return the table for a number of moves with a double."""
        with self._lock:
            if doubles not in self._known:
                self._known[doubles] = self._mapped(doubles) or self._computed(doubles)
            return self._known[doubles]

    def _path(self, doubles: int) -> Path | None:
        return None if self.folder is None else self.folder / f"exact-{doubles}.table"

    def _mapped(self, doubles: int) -> BearOff | None:
        path = self._path(doubles)
        table = None if path is None else mapped(path, (2, HOMES, MOST_ROLLS))
        return None if table is None else BearOff(*table)

    def _computed(self, doubles: int) -> BearOff:
        """Compute a table, save it and map the file; keep it in memory if it cannot be saved."""
        table = _compute(doubles)
        path = self._path(doubles)
        if path is not None:
            with suppress(OSError):
                keep(path, np.stack([table.last, table.first]))
        return self._mapped(doubles) or table


_TABLES: Final = _Tables()


def bear_off(doubles: int) -> BearOff:
    """Return the bear-off table; it is cached.

    Args:
        doubles: the number of moves with a double, 2 or 4 (R3.2, R3.6).
    """
    return _TABLES.get(doubles)


def keep_tables_in(folder: Path | None) -> None:
    """Set the folder in which this process looks for tables and saves those it computes.

    None, or a folder that is not writable, keeps them in memory.
    """
    _TABLES.folder = folder


def _compute(doubles: int) -> BearOff:
    homes = _all_homes()
    steps = _steps(homes)
    replies = _best_replies(homes, steps, doubles)
    weights = np.array([1.0 if high == low else 2.0 for high, low in _ROLLS]) / 36
    last = np.zeros((len(homes), MOST_ROLLS), np.float64)
    first = np.zeros((len(homes), MOST_ROLLS), np.float64)
    last[0, 0] = 1
    whole = homes.sum(1) == CHECKERS
    pips = homes @ np.arange(1, POINTS + 1)
    for level in range(1, pips.max() + 1):
        here = np.flatnonzero(pips == level)
        after = replies[:, here]
        last[here, 1:] = np.einsum("r,rnk->nk", weights, last[after, :-1])
        begun = here[whole[here]]
        if len(begun):
            after = replies[:, begun]
            still = whole[after]
            first[begun, 1] = weights @ ~still
            first[begun, 2:] = np.einsum("r,rnk->nk", weights, first[after, 1:-1])
    return BearOff(last.astype(np.float32), first.astype(np.float32))


def _all_homes() -> NDArray[np.int64]:
    """Return the counts of every home, ordered by rank."""
    homes = np.zeros((1, 0), np.int64)
    for _ in range(POINTS):
        longer = [np.insert(homes, homes.shape[1], n, axis=1) for n in range(CHECKERS + 1)]
        homes = np.concatenate([each[each.sum(1) <= CHECKERS] for each in longer])
    return homes[np.argsort(rank(homes))]


def _steps(homes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the home after moving a checker, by die − 1, point and rank; −1 if the move is illegal (R6)."""
    steps = np.full((6, POINTS, len(homes)), -1)
    rearmost = POINTS - 1 - np.argmax(homes[:, ::-1] > 0, 1)
    for die, point in product(range(1, 7), range(POINTS)):
        may = homes[:, point] > 0
        if point + 1 < die:
            may &= rearmost == point
        here = np.flatnonzero(may)
        after = homes[here]
        after[:, point] -= 1
        if point >= die:
            after[:, point - die] += 1
        steps[die - 1, point, here] = rank(after)
    return steps


def _best_replies(homes: NDArray[np.int64], steps: NDArray[np.int64], doubles: int) -> NDArray[np.int64]:
    """Return the home after the best turn, by roll and rank: the one with the fewest rolls on average."""
    total = len(homes)
    pips = homes @ np.arange(1, POINTS + 1)
    rolls = np.zeros(total)
    # `reached[m, die - 1]` is the best home after m + 1 moves by the die; the empty home (rank 0) stays.
    reached = np.zeros((doubles, 6, total), np.int64)
    replies = np.zeros((len(_ROLLS), total), np.int64)
    for level in range(1, pips.max() + 1):
        here = np.flatnonzero(pips == level)
        for die in range(6):
            reached[0, die, here] = _best(rolls, steps[die][:, here], np.arange(total))
            for moves in range(1, doubles):
                reached[moves, die, here] = _best(rolls, steps[die][:, here], reached[moves - 1, die])
        for number, (high, low) in enumerate(_ROLLS):
            if high == low:
                replies[number, here] = reached[doubles - 1, high - 1, here]
            else:
                one = _best(rolls, steps[high - 1][:, here], reached[0, low - 1])
                other = _best(rolls, steps[low - 1][:, here], reached[0, high - 1])
                replies[number, here] = np.where(rolls[one] <= rolls[other], one, other)
        weights = np.array([1.0 if high == low else 2.0 for high, low in _ROLLS]) / 36
        rolls[here] = 1 + weights @ rolls[replies[:, here]]
    return replies


def _best(
    rolls: NDArray[np.float64], steps: NDArray[np.int64], leads_to: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return, for each home, the best result of `leads_to` after any legal step."""
    ends = np.where(steps >= 0, leads_to[steps], -1)
    cost = np.where(steps >= 0, rolls[ends], np.inf)
    return np.asarray(np.take_along_axis(ends, cost.argmin(0)[None], 0)[0])
