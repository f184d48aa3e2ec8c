"""Self-play: plays games of a net against itself and computes training targets; compiled by numba.

A game ends when both sides are home, since the exact table has the rest.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.engine.train.boards import LIMIT, BoardSets, Rules, Side, count, end_positions, hit
from bot.engine.train.compiled import compiled
from bot.engine.train.grades import final_grade
from bot.engine.train.inputs import unpack
from bot.engine.train.referee import (
    Boards,
    Referee,
    Rows,
    Workspace,
    best_end,
    evaluate_board,
    evaluate_end,
    is_home,
    look_around,
    worth,
)
from bot.engine.train.strays import stray_sides

Points = NDArray[np.float64]

_OFF = 24
_ALL = 15
LONGEST_GAME = 600
"""A limit on turns that no game reaches."""
_RANDOM_TURNS = (2, 14)
"""The range of the number of random turns in games that begin at random; the end is exclusive."""


Pair = tuple[Referee, Referee]
Workspaces = tuple[Workspace, Workspace]


class Terms(NamedTuple):
    """The settings of self-play.

    Attributes:
        games: the number of games.
        seed: the seed of the dice.
        trace: λ of TD(λ).
        random_share: the share of games whose first turns are random.
        stray_share: the share of games that begin with a side left far behind.
    """

    games: int
    seed: int
    trace: float
    random_share: float
    stray_share: float


@compiled()
def play(
    rules: Rules,
    judge: Referee,
    sets: BoardSets,
    workspace: Workspace,
    start: Side,
    terms: Terms,
    boards: Boards,
    targets: Rows,
) -> int:
    """Play whole games, and write the board after each turn with its target by TD(λ).

    Args:
        judge: chooses the turns.
        sets: memory for the ends of turns.
        workspace: memory for evaluations.
        start: a side before the first turn.
        terms: the settings of the games.
        boards: filled in: rows of low, high, the other side's low and high.
        targets: filled in: rows as wide as an evaluation.

    Returns:
        The number of rows written.
    """
    np.random.seed(terms.seed)
    evaluations = np.zeros((LONGEST_GAME, targets.shape[1]), np.float32)
    written = 0
    for _ in range(terms.games):
        if written + LONGEST_GAME > boards.shape[0]:
            break
        mine, theirs, random_turns = begin(rules, start, terms)
        turns = 0
        over = False
        while not over and turns < LONGEST_GAME:
            die, other = np.random.randint(1, 7), np.random.randint(1, 7)
            ends = end_positions(rules, sets, mine, theirs, die, other)
            look_around(judge, workspace, mine, theirs)
            if sets.size[ends] > 0:
                if turns < random_turns:
                    number = np.random.randint(sets.size[ends])
                else:
                    number = best_end(rules, judge, sets, workspace, ends, theirs)
                mine = (sets.low[ends, number], sets.high[ends, number])
                theirs = hit(theirs, sets.hits[ends, number])
                unpack(mine, workspace.mine)
                unpack(theirs, workspace.theirs)
            over = evaluate_board(judge, workspace)
            row = boards[written + turns]
            row[0], row[1] = mine
            row[2], row[3] = theirs
            evaluations[turns] = workspace.values
            turns += 1
            mine, theirs = theirs, mine
        _finish(terms.trace, turns, evaluations, targets[written : written + turns])
        written += turns
    return written


@compiled()
def begin(rules: Rules, start: Side, terms: Terms) -> tuple[Side, Side, int]:
    """Return the sides at the start of a game (the first rolls next) and the number of random turns."""
    mine, theirs = start, start
    if np.random.random() < terms.stray_share:
        mine, theirs = stray_sides(rules)
    random_turns = np.random.randint(*_RANDOM_TURNS) if np.random.random() < terms.random_share else 0
    return mine, theirs, random_turns


@compiled()
def _finish(trace: float, turns: int, evaluations: Rows, targets: Rows) -> None:
    """Compute the targets of a game's boards by TD(λ), from the end."""
    targets[turns - 1] = evaluations[turns - 1]
    for turn in range(turns - 2, -1, -1):
        for output in range(targets.shape[1]):
            seen = (1 - trace) * evaluations[turn + 1, output] + trace * targets[turn + 1, output]
            if output == 0:
                targets[turn, 0] = 1 - seen
            else:
                targets[turn, of_other(output)] = seen


@compiled(within=True)
def of_other(output: int) -> int:
    """Return the output with the same meaning for the other side: a win at a grade is the other's loss."""
    return output + 1 if output % 2 else output - 1


@compiled()
def rivals(
    rules: Rules,
    judge: Referee,
    sets: BoardSets,
    workspace: Workspace,
    seed: int,
    boards: Boards,
    found: Boards,
) -> int:
    """Roll once after each board, and write the boards after the best turns.

    Args:
        judge: evaluates the turns.
        sets: memory for the ends of turns.
        workspace: memory for evaluations.
        seed: the seed of the dice.
        boards: rows as `play` writes them.
        found: filled in: rows of the same kind; their number must be a multiple of that of `boards`.

    Returns:
        The number of rows written; a roll with few turns gives fewer, one with a single turn none.
    """
    np.random.seed(seed)
    worths = np.zeros(LIMIT)
    most = found.shape[0] // boards.shape[0]
    written = 0
    for index in range(boards.shape[0]):
        theirs = (boards[index, 0], boards[index, 1])
        mine = (boards[index, 2], boards[index, 3])
        die, other = np.random.randint(1, 7), np.random.randint(1, 7)
        look_around(judge, workspace, mine, theirs)
        if workspace.theirs[_OFF] == _ALL or (is_home(workspace.mine) and is_home(workspace.theirs)):
            continue
        ends = end_positions(rules, sets, mine, theirs, die, other)
        size = sets.size[ends]
        for number in range(size):
            worths[number] = evaluate_end(rules, judge, sets, workspace, (ends, number), theirs)
        for _ in range(min(most, size) if size > 1 else 0):
            best = np.argmax(worths[:size])
            worths[best] = -9.0  # below any equity, so that the next best is found next
            row = found[written]
            row[0], row[1] = sets.low[ends, best], sets.high[ends, best]
            row[2], row[3] = hit(theirs, sets.hits[ends, best])
            written += 1
    return written


@compiled()
def look_ahead(
    rules: Rules, judge: Referee, sets: BoardSets, workspace: Workspace, boards: Boards, targets: Rows
) -> None:
    """Write the two-ply evaluation of each board: over every roll of the other side and its best reply.

    Args:
        judge: evaluates the replies.
        sets: memory for the ends of turns.
        workspace: memory for evaluations.
        boards: rows as `play` writes them.
        targets: filled in: rows as wide as an evaluation.
    """
    for index in range(boards.shape[0]):
        mine = (boards[index, 0], boards[index, 1])
        theirs = (boards[index, 2], boards[index, 3])
        target = targets[index]
        unpack(mine, workspace.mine)
        unpack(theirs, workspace.theirs)
        if workspace.mine[_OFF] == _ALL or (is_home(workspace.mine) and is_home(workspace.theirs)):
            evaluate_board(judge, workspace)
            target[:] = workspace.values
            continue
        target[:] = 0
        look_around(judge, workspace, theirs, mine)
        for die in range(1, 7):
            for other in range(1, die + 1):
                weight = np.float32((1.0 if die == other else 2.0) / 36)
                ends = end_positions(rules, sets, theirs, mine, die, other)
                unpack(mine, workspace.theirs)
                if sets.size[ends] > 0:
                    best_end(rules, judge, sets, workspace, ends, mine)
                else:
                    unpack(theirs, workspace.mine)
                    evaluate_board(judge, workspace)
                    workspace.best[:] = workspace.values
                target[0] += weight * (1 - workspace.best[0])
                for output in range(1, target.shape[0]):
                    target[of_other(output)] += weight * workspace.best[output]


@compiled()
def play_out(
    rules: Rules,
    judge: Referee,
    sets: BoardSets,
    workspace: Workspace,
    board: Boards,
    seed: int,
    points: Points,
) -> None:
    """Play a board out many times to the exact table, without subtracting luck.

    Args:
        judge: chooses the turns of both sides.
        sets: memory for the ends of turns.
        workspace: memory for evaluations.
        board: a row as `play` writes them.
        seed: the seed of the first game's dice; each further game adds 1.
        points: filled in: for each game, the final equity for the side that has just moved.
    """
    for time in range(points.shape[0]):
        np.random.seed(seed + time)
        mine, theirs, sign = (board[0], board[1]), (board[2], board[3]), 1.0
        unpack(mine, workspace.mine)
        unpack(theirs, workspace.theirs)
        while not evaluate_board(judge, workspace):
            mine, theirs, sign = theirs, mine, -sign
            ends = end_positions(rules, sets, mine, theirs, np.random.randint(1, 7), np.random.randint(1, 7))
            look_around(judge, workspace, mine, theirs)
            if sets.size[ends] > 0:
                number = best_end(rules, judge, sets, workspace, ends, theirs)
                mine = (sets.low[ends, number], sets.high[ends, number])
                theirs = hit(theirs, sets.hits[ends, number])
            unpack(mine, workspace.mine)
            unpack(theirs, workspace.theirs)
        points[time] = sign * worth(judge, workspace.values)


@compiled()
def compare(
    rules: Rules,
    judges: Pair,
    sets: BoardSets,
    workspaces: Workspaces,
    start: Side,
    seed: int,
    points: Points,
) -> None:
    """Play pairs of games with the same dice between two nets; each net begins once.

    Args:
        sets: memory for the ends of turns.
        workspaces: memory for the evaluations of each net.
        start: a side before the first turn.
        seed: the seed of the first pair's dice; each further pair adds 1.
        points: filled in: for each pair, the points won minus the points lost by the first net.
    """
    for pair in range(points.shape[0]):
        points[pair] = 0
        for beginner in range(2):
            np.random.seed(seed + pair)
            mine, theirs = start, start
            mover = beginner
            while True:
                die, other = np.random.randint(1, 7), np.random.randint(1, 7)
                ends = end_positions(rules, sets, mine, theirs, die, other)
                if sets.size[ends] > 0:
                    judge, workspace = judges[mover], workspaces[mover]
                    look_around(judge, workspace, mine, theirs)
                    number = best_end(rules, judge, sets, workspace, ends, theirs)
                    mine = (sets.low[ends, number], sets.high[ends, number])
                    theirs = hit(theirs, sets.hits[ends, number])
                    if count(mine[0], mine[1], _OFF) == _ALL:
                        unpack(theirs, workspace.theirs)
                        won = 1 + min(final_grade(judge.scale, workspace.theirs), judge.scale.grades)
                        points[pair] += won if mover == 0 else -won
                        break
                mine, theirs = theirs, mine
                mover = 1 - mover
