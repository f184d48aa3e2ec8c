"""Referee: the evaluator of boards during training; compiled by numba.

Boards are evaluated after a turn, for the side that has just moved: the probabilities to win, win mars, lose
mars, and so on for each grade of the scoring. The net does it until both sides are home; from then on the
exact table does.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.engine.bearoff import RANKS as _RANKS, bear_off
from bot.engine.network import Network
from bot.engine.train.boards import BoardSets, Rules, Side, hit
from bot.engine.train.compiled import compiled
from bot.engine.train.grades import BACKGAMMON, Scale, any_on, final_grade, highest_grade, rearmost, scale_of
from bot.engine.train.inputs import fill, unpack
from bot.rules import RuleSet

Counts = NDArray[np.int64]

Boards = NDArray[np.int64]

Values = NDArray[np.float32]

Rows = NDArray[np.float32]

_POINTS = 24
_HOME = 18
_OFF = 24
_ALL = 15


class Referee(NamedTuple):
    """The net, the exact table and the scoring, as arrays for compiled code."""

    scale: Scale
    width: int

    entry: NDArray[np.float32]
    entry_bias: NDArray[np.float32]
    exit: NDArray[np.float32]
    exit_bias: NDArray[np.float32]
    inner: NDArray[np.float32]
    inner_bias: NDArray[np.float32]
    inner_exit: NDArray[np.float32]
    last: NDArray[np.float32]
    last_from: NDArray[np.float32]
    first: NDArray[np.float32]
    first_from: NDArray[np.float32]


def referee_of(network: Network, ruleset: RuleSet) -> Referee:
    """Return the evaluator with a net for a rule set."""
    table = bear_off(ruleset.doubles)
    return Referee(
        scale_of(ruleset),
        len(network.entry) // 2,
        network.entry,
        network.entry_bias,
        np.ascontiguousarray(network.exit.T),
        network.exit_bias,
        network.inner,
        network.inner_bias,
        np.ascontiguousarray(network.inner_exit.T),
        table.last,
        _from(table.last),
        table.first,
        _from(table.first),
    )


def _from(chances: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.ascontiguousarray(np.cumsum(chances[:, ::-1], 1)[:, ::-1], np.float32)


class Workspace(NamedTuple):
    """The memory in which one thread evaluates boards."""

    mine: NDArray[np.int64]
    theirs: NDArray[np.int64]
    inputs: NDArray[np.float32]
    seen: NDArray[np.float32]
    hidden: NDArray[np.float32]
    sums: NDArray[np.float32]
    inner: NDArray[np.float32]
    numbers: NDArray[np.int64]
    factors: NDArray[np.float32]
    values: NDArray[np.float32]
    best: NDArray[np.float32]


def new_workspace(judge: Referee) -> Workspace:
    """Return memory for one thread."""
    width, units = judge.entry.shape
    most = max(width, units) + 3
    return Workspace(
        np.zeros(26, np.int64),
        np.zeros(26, np.int64),
        np.zeros(width, np.float32),
        np.zeros(width, np.float32),
        np.zeros(units, np.float32),
        np.zeros(units, np.float32),
        np.zeros(len(judge.inner_bias), np.float32),
        np.zeros(most, np.int64),
        np.zeros(most, np.float32),
        np.zeros(width_of(judge), np.float32),
        np.zeros(width_of(judge), np.float32),
    )


def width_of(judge: Referee) -> int:
    """Return the number of probabilities in an evaluation: one, and two for each grade above the lowest.

    It is at least 3, because every net has the outputs for mars.
    """
    return max(3, 1 + 2 * judge.scale.grades)


@compiled(within=True)
def is_home(counts: Counts) -> bool:
    """True if all checkers of a side are home or borne off."""
    inside = counts[_OFF]
    for t in range(_HOME, _OFF):
        inside += counts[t]
    return bool(inside == _ALL)


@compiled()
def _rank(counts: Counts, last: int) -> int:
    """Return the rank, in the exact table, of the checkers on the six points that end at index `last`."""
    free, number = _ALL, 0
    for point in range(6):
        n = counts[last - point]
        number += _RANKS[point, free, n]
        free -= n
    return number


@compiled()
def _exact(judge: Referee, mine: Counts, theirs: Counts, values: Values) -> None:
    """Evaluate a board by the exact table when both sides are home; the other side rolls next."""
    me, other = _rank(mine, _POINTS - 1), _rank(theirs, _POINTS - 1)
    win, mars, lost = 0.0, 0.0, 0.0
    for k in range(judge.last.shape[1]):
        done = judge.last[other, k]
        win += done * judge.last_from[me, k]
        lost += done * judge.first_from[me, k]
        if k > 0:
            mars += judge.last[me, k - 1] * judge.first_from[other, k]
    values[:] = 0
    values[0], values[1], values[2] = 1 - win, mars, lost


@compiled(fast=True)
def _add_rows(rows: Rows, numbers: Counts, factors: Values, found: int, sums: Values) -> None:
    """Add rows to sums, each times its factor; `numbers` must have room for three more entries.

    It adds four rows at a time, so that the sums are read and written a quarter as often.
    """
    for more in range(found, found + 3):
        numbers[more], factors[more] = 0, 0
    for at in range(0, found, 4):
        one, two, three, four = (
            rows[numbers[at]],
            rows[numbers[at + 1]],
            rows[numbers[at + 2]],
            rows[numbers[at + 3]],
        )
        by_one, by_two, by_three, by_four = factors[at], factors[at + 1], factors[at + 2], factors[at + 3]
        for unit in range(sums.shape[0]):
            sums[unit] += (
                by_one * one[unit] + by_two * two[unit] + by_three * three[unit] + by_four * four[unit]
            )


@compiled(fast=True)
def _net(judge: Referee, workspace: Workspace) -> None:
    """Evaluate a board by the net, into `workspace.values`.

    `workspace.hidden` has the sums for the inputs in `workspace.seen`, so only inputs that differ are added.
    """
    sums, inner, numbers, factors = workspace.sums, workspace.inner, workspace.numbers, workspace.factors
    for unit in range(sums.shape[0]):
        sums[unit] = workspace.hidden[unit]
    # An unchanged input is overwritten by the next one: this avoids a branch that is often mispredicted.
    found = 0
    for number in range(workspace.inputs.shape[0]):
        change = workspace.inputs[number] - workspace.seen[number]
        numbers[found], factors[found] = number, change
        found += 1 if change != 0 else 0
    _add_rows(judge.entry, numbers, factors, found, sums)
    nothing, one_whole = np.float32(0), np.float32(1)
    found = 0
    for unit in range(sums.shape[0]):
        sums[unit] = max(nothing, sums[unit])
        numbers[found], factors[found] = unit, sums[unit]
        found += 1 if sums[unit] > 0 else 0
    for unit in range(inner.shape[0]):
        inner[unit] = judge.inner_bias[unit]
    _add_rows(judge.inner, numbers, factors, found, inner)
    for unit in range(inner.shape[0]):
        inner[unit] = max(nothing, inner[unit])
    workspace.values[:] = 0
    for output in range(min(judge.exit.shape[0], workspace.values.shape[0])):
        total = judge.exit_bias[output]
        for unit in range(sums.shape[0]):
            total += sums[unit] * judge.exit[output, unit]
        for unit in range(inner.shape[0]):
            total += inner[unit] * judge.inner_exit[output, unit]
        workspace.values[output] = one_whole / (one_whole + np.exp(-total))


@compiled()
def _evaluate_strays(judge: Referee, loser: Counts, winner: Counts, values: Values, at: int) -> None:
    """Set the probability of a backgammon from the exact table once the sides have passed (R9.2).

    `at` is 0 if the winner has just moved, 1 if the winner rolls next.
    """
    if loser[_OFF] > 0 or not any_on(loser, 0, 6) or not is_home(winner) or winner[_OFF] == _ALL:
        return
    if rearmost(loser) + rearmost(winner) < _POINTS - 1:
        return
    done, left = _rank(winner, _POINTS - 1), _rank(loser, 5)
    certain = 0.0
    for k in range(1, judge.last.shape[1] - 1):
        certain += judge.last[done, k] * judge.last_from[left, k + 1 - at]
    win = values[0] if at == 0 else 1 - values[0]
    values[3 + at] = min(np.float32(certain), win)
    values[1 + at] = max(values[1 + at], values[3 + at])


@compiled()
def _evaluate_heads(judge: Referee, loser: Counts, winner: Counts, values: Values, at: int) -> None:
    """Raise the probability of a home mars to its certain minimum: one checker a turn leaves the head (R9.4).

    `at` is 0 if the winner has just moved, 1 if the winner rolls next.
    """
    if loser[0] == 0 or not is_home(winner):
        return
    done, sure = _rank(winner, _POINTS - 1), 0.0
    for k in range(loser[0] + at):
        sure += judge.last[done, k]
    win = values[0] if at == 0 else 1 - values[0]
    least = min(np.float32(sure), win)
    for output in range(1 + at, values.shape[0], 2):
        values[output] = max(values[output], least)


@compiled()
def evaluate_board(judge: Referee, workspace: Workspace) -> bool:
    """Evaluate the board in the workspace into `workspace.values`; return True if the result is exact."""
    mine, theirs, values = workspace.mine, workspace.theirs, workspace.values
    if mine[_OFF] == _ALL:
        values[:] = 0
        values[0] = 1
        grade = final_grade(judge.scale, theirs)
        for output in range(1, values.shape[0], 2):
            values[output] = 1 if output < 2 * grade else 0
        return True
    if is_home(mine) and is_home(theirs):
        _exact(judge, mine, theirs, values)
        return True
    fill(judge.scale.opposed, judge.width, mine, theirs, workspace.inputs)
    _net(judge, workspace)
    if judge.scale.opposed and judge.scale.grades == BACKGAMMON:
        _evaluate_strays(judge, theirs, mine, values, 0)
        _evaluate_strays(judge, mine, theirs, values, 1)
    if judge.scale.extended:
        _evaluate_heads(judge, theirs, mine, values, 0)
        _evaluate_heads(judge, mine, theirs, values, 1)
    won, lost = 2 * highest_grade(judge.scale, theirs, mine), 2 * highest_grade(judge.scale, mine, theirs)
    most, most_lost = values[0], 1 - values[0]
    for output in range(1, values.shape[0], 2):
        most = min(values[output], most) if output < won else np.float32(0)
        most_lost = min(values[output + 1], most_lost) if output < lost else np.float32(0)
        values[output], values[output + 1] = most, most_lost
    return False


@compiled(fast=True)
def look_around(judge: Referee, workspace: Workspace, mine: Side, theirs: Side) -> None:
    """Compute the net's sums for the board before a turn, so that later boards add only their differences."""
    unpack(mine, workspace.mine)
    unpack(theirs, workspace.theirs)
    fill(judge.scale.opposed, judge.width, workspace.mine, workspace.theirs, workspace.seen)
    hidden = workspace.hidden
    hidden[:] = judge.entry_bias
    for number in range(workspace.seen.shape[0]):
        value = workspace.seen[number]
        if value != 0:
            for unit in range(hidden.shape[0]):
                hidden[unit] += value * judge.entry[number, unit]


@compiled(within=True)
def evaluate_end(
    rules: Rules, judge: Referee, sets: BoardSets, workspace: Workspace, at: tuple[int, int], theirs: Side
) -> float:
    """Return the equity of an end of a turn; `at` is the number of its set and its index there."""
    ends, number = at
    unpack((sets.low[ends, number], sets.high[ends, number]), workspace.mine)
    if rules.opposed:
        unpack(hit(theirs, sets.hits[ends, number]), workspace.theirs)
    evaluate_board(judge, workspace)
    return worth(judge, workspace.values)


@compiled(within=True)
def worth(judge: Referee, values: Values) -> float:
    """Return the equity (expected points) of an evaluation."""
    points = 2 * values[0] - 1
    for output in range(1, 2 * judge.scale.grades, 2):
        points += values[output] - values[output + 1]
    return float(points)


@compiled()
def best_end(
    rules: Rules, judge: Referee, sets: BoardSets, workspace: Workspace, ends: int, theirs: Side
) -> int:
    """Return the index of the best end of a set, and write its evaluation into `workspace.best`."""
    best, most = -1, -9.0  # below any equity: no win counts more than four points
    for number in range(sets.size[ends]):
        points = evaluate_end(rules, judge, sets, workspace, (ends, number), theirs)
        if points > most:
            best, most = number, points
            workspace.best[:] = workspace.values
    return best


@compiled()
def fill_all(judge: Referee, boards: Boards, inputs: Rows) -> None:
    """Write the inputs of boards into `inputs`, a row for each."""
    mine, theirs = np.zeros(26, np.int64), np.zeros(26, np.int64)
    for index in range(boards.shape[0]):
        unpack((boards[index, 0], boards[index, 1]), mine)
        unpack((boards[index, 2], boards[index, 3]), theirs)
        fill(judge.scale.opposed, judge.width, mine, theirs, inputs[index])
