"""Luck: games with the luck of each roll taken off what they turned out to be worth; compiled by numba."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.engine.train.boards import Rules, Side, Space, end_positions, hit
from bot.engine.train.compiled import compiled
from bot.engine.train.inputs import unpack
from bot.engine.train.referee import Referee, Room, Rows, Values, best_end, evaluate_board, look_around
from bot.engine.train.selfplay import LONGEST_GAME, Terms, begin, of_other

Boards = NDArray[np.int64]


@compiled()
def roll_out(
    rules: Rules, judge: Referee, space: Space, room: Room, board: Boards, seed: int, outcomes: Rows
) -> None:
    """Play on from a board many times, to where the exact table knows the rest, and take the luck off.

    The first rolls take turns, so that in each 36 times each comes as often as it should; what is left over
    rolls at random.

    Args:
        judge: what chooses the turns of both sides, and judges what rolls are worth.
        space: where ends are gathered.
        room: where the judge works.
        board: a row as `play` writes them.
        seed: of the first time's dice; the others count on from it.
        outcomes: by time, what the side that has just moved could expect at its end, less its luck, in the
            order of the judge's outputs; filled in.
    """
    above = np.zeros(room.values.shape[0], np.float32)
    for time in range(outcomes.shape[0]):
        np.random.seed(seed + time)
        mine, theirs, is_asked = (board[0], board[1]), (board[2], board[3]), True
        unpack(mine, room.mine)
        unpack(theirs, room.theirs)
        outcomes[time] = 0
        first = time < outcomes.shape[0] // 36 * 36
        while not evaluate_board(judge, room):
            mine, theirs, is_asked = theirs, mine, not is_asked
            die, other = np.random.randint(1, 7), np.random.randint(1, 7)
            if first:
                die, other = 1 + time % 36 // 6, 1 + time % 6
                first = False
            mine, theirs = _best_of_all_rolls(rules, judge, space, room, (mine, theirs), (die, other), above)
            _add(outcomes[time], above, -1, is_asked)
            unpack(mine, room.mine)
            unpack(theirs, room.theirs)
        _add(outcomes[time], room.values, 1, is_asked)
        if not is_asked:
            outcomes[time, 0] += 1


@compiled()
def _add(outcome: Values, values: Values, share: int, is_asked: bool) -> None:
    """Add what a side expects to what the side does that is asked about: the same one, or the other."""
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
    space: Space,
    room: Room,
    start: Side,
    terms: Terms,
    boards: Boards,
    targets: Rows,
) -> int:
    """Play whole games; fill in the boards after each turn and what they turned out to be worth without luck.

    With λ = 1 that is what the game came to, less what the rolls after the board were worth beyond the
    average ones: on average what the board is worth where both sides play what looks best to the judge,
    however wrong the judge is. With λ = 0 it is what all rolls and the best turns after them leave (two ply),
    and between the two what comes of the next turns counts the more the sooner. It may be a little more than
    1, or less than 0. Boards before the last turn that was played at random are left out.

    Args:
        judge: what chooses the turns of both sides, and judges what rolls are worth.
        space: where ends are gathered.
        room: where the judge works.
        start: a side before the first turn.
        terms: how the games are played.
        boards: rows of low, high, their low, their high.
        targets: rows as wide as what the judge says of a board.

    Returns:
        How many rows were written.
    """
    np.random.seed(terms.seed)
    above = np.zeros((LONGEST_GAME + 1, targets.shape[1]), np.float32)
    thoughts = np.zeros_like(above)
    written = 0
    for _ in range(terms.games):
        if written + LONGEST_GAME > boards.shape[0]:
            break
        mine, theirs, wild = begin(rules, start, terms)
        turns, kept = 0, 0
        over = False
        while not over and turns < LONGEST_GAME:
            die, other = np.random.randint(1, 7), np.random.randint(1, 7)
            if turns < wild:
                ends = end_positions(rules, space, mine, theirs, die, other)
                if space.size[ends] > 0:
                    number = np.random.randint(space.size[ends])
                    mine = (space.low[ends, number], space.high[ends, number])
                    theirs = hit(theirs, space.hits[ends, number])
            else:
                sides, dice = (mine, theirs), (die, other)
                mine, theirs = _best_of_all_rolls(rules, judge, space, room, sides, dice, above[kept])
            unpack(mine, room.mine)
            unpack(theirs, room.theirs)
            over = evaluate_board(judge, room)
            turns += 1
            if turns >= wild:
                row = boards[written + kept]
                row[0], row[1] = mine
                row[2], row[3] = theirs
                thoughts[kept] = room.values
                kept += 1
            mine, theirs = theirs, mine
        if kept > 0:
            _take_luck_off(terms.trace, thoughts, above, targets[written : written + kept])
        written += kept
    return written


@compiled()
def _take_luck_off(trace: float, thoughts: Rows, above: Rows, targets: Rows) -> None:
    """TD(λ), from the end, less by how much the roll before each board was above the average one."""
    turns = targets.shape[0]
    targets[turns - 1] = thoughts[turns - 1]
    for turn in range(turns - 2, -1, -1):
        for output in range(targets.shape[1]):
            seen = (1 - trace) * thoughts[turn + 1, output] + trace * targets[turn + 1, output]
            seen -= above[turn + 1, output]
            if output == 0:
                targets[turn, 0] = 1 - seen
            else:
                targets[turn, of_other(output)] = seen


@compiled()
def _best_of_all_rolls(
    rules: Rules,
    judge: Referee,
    space: Space,
    room: Room,
    sides: tuple[Side, Side],
    dice: tuple[int, int],
    above: Values,
) -> tuple[Side, Side]:
    """Play a roll, having looked at all 21.

    Args:
        judge: what judges.
        space: where ends are gathered.
        room: where the judge works.
        sides: who rolls, and the other.
        above: by how much more the judge expects with that roll than with the average one; filled in.

    Returns:
        The side that rolled after its best turn; the other.
    """
    mine, theirs = sides
    after, their_after = mine, theirs
    above[:] = 0
    look_around(judge, room, mine, theirs)
    for high in range(1, 7):
        for low in range(1, high + 1):
            ends = end_positions(rules, space, mine, theirs, high, low)
            number = -1
            if space.size[ends] > 0:
                number = best_end(rules, judge, space, room, ends, theirs)
            else:
                unpack(mine, room.mine)
                unpack(theirs, room.theirs)
                evaluate_board(judge, room)
                room.best[:] = room.values
            share = np.float32((1.0 if high == low else 2.0) / 36)
            is_rolled = high == max(dice) and low == min(dice)
            if is_rolled and number >= 0:
                after = (space.low[ends, number], space.high[ends, number])
                their_after = hit(theirs, space.hits[ends, number])
            for output in range(above.shape[0]):
                above[output] += room.best[output] * ((1 if is_rolled else 0) - share)
            # A turn of an earlier roll may have hit, which the board that the next one begins with has not.
            unpack(theirs, room.theirs)
    return after, their_after
