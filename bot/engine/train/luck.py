"""Luck: self-play and roll-outs with the luck of the rolls subtracted from the results; compiled by numba."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.engine.train.boards import BoardSets, Rules, Side, end_positions, hit
from bot.engine.train.compiled import compiled
from bot.engine.train.inputs import unpack
from bot.engine.train.referee import Referee, Rows, Values, Workspace, best_end, evaluate_board, look_around
from bot.engine.train.selfplay import LONGEST_GAME, Terms, begin, of_other

Boards = NDArray[np.int64]


@compiled()
def roll_out(
    rules: Rules,
    judge: Referee,
    sets: BoardSets,
    workspace: Workspace,
    board: Boards,
    seed: int,
    outcomes: Rows,
) -> None:
    """Play a board out many times to the exact table, subtracting the luck of the rolls.

    In each 36 games, every first roll has its exact frequency; games left over start with random rolls.

    Args:
        judge: chooses the turns of both sides and evaluates rolls.
        sets: memory for the ends of turns.
        workspace: memory for evaluations.
        board: a row as `play` writes them.
        seed: the seed of the first game's dice; each further game adds 1.
        outcomes: filled in: for each game, the final evaluation for the side that has just moved, minus its
            luck, in the order of the net's outputs.
    """
    above = np.zeros(workspace.values.shape[0], np.float32)
    for time in range(outcomes.shape[0]):
        np.random.seed(seed + time)
        mine, theirs, is_asked = (board[0], board[1]), (board[2], board[3]), True
        unpack(mine, workspace.mine)
        unpack(theirs, workspace.theirs)
        outcomes[time] = 0
        first = time < outcomes.shape[0] // 36 * 36
        while not evaluate_board(judge, workspace):
            mine, theirs, is_asked = theirs, mine, not is_asked
            die, other = np.random.randint(1, 7), np.random.randint(1, 7)
            if first:
                die, other = 1 + time % 36 // 6, 1 + time % 6
                first = False
            mine, theirs = _best_of_all_rolls(
                rules, judge, sets, workspace, (mine, theirs), (die, other), above
            )
            _add(outcomes[time], above, -1, is_asked)
            unpack(mine, workspace.mine)
            unpack(theirs, workspace.theirs)
        _add(outcomes[time], workspace.values, 1, is_asked)
        if not is_asked:
            outcomes[time, 0] += 1


@compiled()
def _add(outcome: Values, values: Values, share: int, is_asked: bool) -> None:
    """Add a side's evaluation times `share` to the outcome of the rolled-out side.

    Args:
        is_asked: True if the evaluation is for the rolled-out side, False if for its opponent.
    """
    if is_asked:
        for output in range(values.shape[0]):
            outcome[output] += share * values[output]
    else:
        outcome[0] -= share * values[0]
        for output in range(1, values.shape[0]):
            outcome[of_other(output)] += share * values[output]


@compiled()
def play_without_luck(
    rules: Rules,
    judge: Referee,
    sets: BoardSets,
    workspace: Workspace,
    start: Side,
    terms: Terms,
    boards: Boards,
    targets: Rows,
) -> int:
    """Play whole games, and write the board after each turn with its target, without the luck of the rolls.

    With λ = 1 the target is the result of the game minus the luck of the later rolls. On average that is the
    value of the board when both sides play the judge's best turns, however wrong the judge is. With λ = 0 it
    is the two-ply evaluation. In between, sooner turns count more. A target can be slightly above 1 or below
    0. Boards before the last random turn of a game are left out.

    Args:
        judge: chooses the turns of both sides and evaluates rolls.
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
    above = np.zeros((LONGEST_GAME + 1, targets.shape[1]), np.float32)
    evaluations = np.zeros_like(above)
    written = 0
    for _ in range(terms.games):
        if written + LONGEST_GAME > boards.shape[0]:
            break
        mine, theirs, random_turns = begin(rules, start, terms)
        turns, kept = 0, 0
        over = False
        while not over and turns < LONGEST_GAME:
            die, other = np.random.randint(1, 7), np.random.randint(1, 7)
            if turns < random_turns:
                ends = end_positions(rules, sets, mine, theirs, die, other)
                if sets.size[ends] > 0:
                    number = np.random.randint(sets.size[ends])
                    mine = (sets.low[ends, number], sets.high[ends, number])
                    theirs = hit(theirs, sets.hits[ends, number])
            else:
                sides, dice = (mine, theirs), (die, other)
                mine, theirs = _best_of_all_rolls(rules, judge, sets, workspace, sides, dice, above[kept])
            unpack(mine, workspace.mine)
            unpack(theirs, workspace.theirs)
            over = evaluate_board(judge, workspace)
            turns += 1
            if turns >= random_turns:
                row = boards[written + kept]
                row[0], row[1] = mine
                row[2], row[3] = theirs
                evaluations[kept] = workspace.values
                kept += 1
            mine, theirs = theirs, mine
        if kept > 0:
            _take_luck_off(terms.trace, evaluations, above, targets[written : written + kept])
        written += kept
    return written


@compiled()
def _take_luck_off(trace: float, evaluations: Rows, above: Rows, targets: Rows) -> None:
    """Compute targets by TD(λ) from the end of a game, subtracting the luck of each roll (`above`)."""
    turns = targets.shape[0]
    targets[turns - 1] = evaluations[turns - 1]
    for turn in range(turns - 2, -1, -1):
        for output in range(targets.shape[1]):
            seen = (1 - trace) * evaluations[turn + 1, output] + trace * targets[turn + 1, output]
            seen -= above[turn + 1, output]
            if output == 0:
                targets[turn, 0] = 1 - seen
            else:
                targets[turn, of_other(output)] = seen


@compiled()
def _best_of_all_rolls(
    rules: Rules,
    judge: Referee,
    sets: BoardSets,
    workspace: Workspace,
    sides: tuple[Side, Side],
    dice: tuple[int, int],
    above: Values,
) -> tuple[Side, Side]:
    """Play the best turn of a roll, and measure its luck by searching all 21 rolls.

    Args:
        judge: evaluates the turns.
        sets: memory for the ends of turns.
        workspace: memory for evaluations.
        sides: the side that rolls, and the other.
        above: filled in: the evaluation after this roll minus that after the average roll.

    Returns:
        The side that rolled, after its best turn, and the other side.
    """
    mine, theirs = sides
    after, their_after = mine, theirs
    above[:] = 0
    look_around(judge, workspace, mine, theirs)
    for high in range(1, 7):
        for low in range(1, high + 1):
            ends = end_positions(rules, sets, mine, theirs, high, low)
            number = -1
            if sets.size[ends] > 0:
                number = best_end(rules, judge, sets, workspace, ends, theirs)
            else:
                unpack(mine, workspace.mine)
                unpack(theirs, workspace.theirs)
                evaluate_board(judge, workspace)
                workspace.best[:] = workspace.values
            share = np.float32((1.0 if high == low else 2.0) / 36)
            is_rolled = high == max(dice) and low == min(dice)
            if is_rolled and number >= 0:
                after = (sets.low[ends, number], sets.high[ends, number])
                their_after = hit(theirs, sets.hits[ends, number])
            for output in range(above.shape[0]):
                above[output] += workspace.best[output] * ((1 if is_rolled else 0) - share)
            # The turn just evaluated may have hit checkers; restore the other side for the next roll.
            unpack(theirs, workspace.theirs)
    return after, their_after
