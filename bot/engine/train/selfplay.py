"""Self-play: games of a net against itself, and what it should have expected; compiled by numba.

A game ends when both sides are at home, and cannot meet, since the exact table answers from there.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.engine.train.boards import LIMIT, Rules, Side, Space, count, end_positions, hit
from bot.engine.train.compiled import compiled
from bot.engine.train.grades import final_grade
from bot.engine.train.inputs import unpack
from bot.engine.train.referee import (
    Boards,
    Referee,
    Room,
    Rows,
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
"""More turns than games take."""
_WILD = (2, 14)
"""Games that begin at random do so for so many turns."""


Pair = tuple[Referee, Referee]
Rooms = tuple[Room, Room]


class Terms(NamedTuple):
    """How games are played and remembered.

    Attributes:
        games: how many.
        seed: of the dice.
        trace: λ of TD(λ).
        random_share: in how many of the games the first turns are played at random.
        stray_share: how many of the games begin where a side has been left far behind.
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
    space: Space,
    room: Room,
    start: Side,
    terms: Terms,
    boards: Boards,
    targets: Rows,
) -> int:
    """Play whole games; fill in the boards after each turn and what they turned out to be worth.

    Args:
        judge: what chooses the turns.
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
    thoughts = np.zeros((LONGEST_GAME, targets.shape[1]), np.float32)
    written = 0
    for _ in range(terms.games):
        if written + LONGEST_GAME > boards.shape[0]:
            break
        mine, theirs, wild = begin(rules, start, terms)
        turns = 0
        over = False
        while not over and turns < LONGEST_GAME:
            die, other = np.random.randint(1, 7), np.random.randint(1, 7)
            ends = end_positions(rules, space, mine, theirs, die, other)
            look_around(judge, room, mine, theirs)
            if space.size[ends] > 0:
                if turns < wild:
                    number = np.random.randint(space.size[ends])
                else:
                    number = best_end(rules, judge, space, room, ends, theirs)
                mine = (space.low[ends, number], space.high[ends, number])
                theirs = hit(theirs, space.hits[ends, number])
                unpack(mine, room.mine)
                unpack(theirs, room.theirs)
            over = evaluate_board(judge, room)
            row = boards[written + turns]
            row[0], row[1] = mine
            row[2], row[3] = theirs
            thoughts[turns] = room.values
            turns += 1
            mine, theirs = theirs, mine
        _finish(terms.trace, turns, thoughts, targets[written : written + turns])
        written += turns
    return written


@compiled()
def begin(rules: Rules, start: Side, terms: Terms) -> tuple[Side, Side, int]:
    """Begin a game: both sides, the first of which rolls next, and how many turns are played at random."""
    mine, theirs = start, start
    if np.random.random() < terms.stray_share:
        mine, theirs = stray_sides(rules)
    wild = np.random.randint(*_WILD) if np.random.random() < terms.random_share else 0
    return mine, theirs, wild


@compiled()
def _finish(trace: float, turns: int, thoughts: Rows, targets: Rows) -> None:
    """TD(λ), from the end: what each board turned out to be worth."""
    targets[turns - 1] = thoughts[turns - 1]
    for turn in range(turns - 2, -1, -1):
        for output in range(targets.shape[1]):
            seen = (1 - trace) * thoughts[turn + 1, output] + trace * targets[turn + 1, output]
            if output == 0:
                targets[turn, 0] = 1 - seen
            else:
                targets[turn, of_other(output)] = seen


@compiled(within=True)
def of_other(output: int) -> int:
    """The output that says of the other side what this one says: what is won by one is lost by the other."""
    return output + 1 if output % 2 else output - 1


@compiled()
def rivals(
    rules: Rules, judge: Referee, space: Space, room: Room, seed: int, boards: Boards, found: Boards
) -> int:
    """Roll once after each board, and write the boards after the turns that look best.

    Args:
        judge: what judges the turns.
        space: where ends are gathered.
        room: where the judge works.
        seed: of the dice.
        boards: rows as `play` writes them.
        found: rows of the same kind; a whole number of them for each of `boards`. Filled in.

    Returns:
        How many rows were written: fewer where there are not so many turns, or none to choose from.
    """
    np.random.seed(seed)
    worths = np.zeros(LIMIT)
    most = found.shape[0] // boards.shape[0]
    written = 0
    for index in range(boards.shape[0]):
        theirs = (boards[index, 0], boards[index, 1])
        mine = (boards[index, 2], boards[index, 3])
        die, other = np.random.randint(1, 7), np.random.randint(1, 7)
        look_around(judge, room, mine, theirs)
        if room.theirs[_OFF] == _ALL or (is_home(room.mine) and is_home(room.theirs)):
            continue
        ends = end_positions(rules, space, mine, theirs, die, other)
        size = space.size[ends]
        for number in range(size):
            worths[number] = evaluate_end(rules, judge, space, room, (ends, number), theirs)
        for _ in range(min(most, size) if size > 1 else 0):
            best = np.argmax(worths[:size])
            worths[best] = -9.0
            row = found[written]
            row[0], row[1] = space.low[ends, best], space.high[ends, best]
            row[2], row[3] = hit(theirs, space.hits[ends, best])
            written += 1
    return written


@compiled()
def look_ahead(rules: Rules, judge: Referee, space: Space, room: Room, boards: Boards, targets: Rows) -> None:
    """Judge boards by every roll of the other side and its best reply: two-ply targets.

    Args:
        judge: what judges the replies.
        space: where ends are gathered.
        room: where the judge works.
        boards: rows as `play` writes them.
        targets: rows as wide as what the judge says of a board; filled in.
    """
    for index in range(boards.shape[0]):
        mine = (boards[index, 0], boards[index, 1])
        theirs = (boards[index, 2], boards[index, 3])
        target = targets[index]
        unpack(mine, room.mine)
        unpack(theirs, room.theirs)
        if room.mine[_OFF] == _ALL or (is_home(room.mine) and is_home(room.theirs)):
            evaluate_board(judge, room)
            target[:] = room.values
            continue
        target[:] = 0
        look_around(judge, room, theirs, mine)
        for die in range(1, 7):
            for other in range(1, die + 1):
                weight = np.float32((1.0 if die == other else 2.0) / 36)
                ends = end_positions(rules, space, theirs, mine, die, other)
                unpack(mine, room.theirs)
                if space.size[ends] > 0:
                    best_end(rules, judge, space, room, ends, mine)
                else:
                    unpack(theirs, room.mine)
                    evaluate_board(judge, room)
                    room.best[:] = room.values
                target[0] += weight * (1 - room.best[0])
                for output in range(1, target.shape[0]):
                    target[of_other(output)] += weight * room.best[output]


@compiled()
def play_out(
    rules: Rules, judge: Referee, space: Space, room: Room, board: Boards, seed: int, points: Points
) -> None:
    """Play on from a board many times, to where the exact table knows the rest.

    Args:
        judge: what chooses the turns of both sides.
        space: where ends are gathered.
        room: where the judge works.
        board: a row as `play` writes them.
        seed: of the first time's dice; the others count on from it.
        points: by time, what the side that has just moved could expect where it ended; filled in.
    """
    for time in range(points.shape[0]):
        np.random.seed(seed + time)
        mine, theirs, sign = (board[0], board[1]), (board[2], board[3]), 1.0
        unpack(mine, room.mine)
        unpack(theirs, room.theirs)
        while not evaluate_board(judge, room):
            mine, theirs, sign = theirs, mine, -sign
            ends = end_positions(rules, space, mine, theirs, np.random.randint(1, 7), np.random.randint(1, 7))
            look_around(judge, room, mine, theirs)
            if space.size[ends] > 0:
                number = best_end(rules, judge, space, room, ends, theirs)
                mine = (space.low[ends, number], space.high[ends, number])
                theirs = hit(theirs, space.hits[ends, number])
            unpack(mine, room.mine)
            unpack(theirs, room.theirs)
        points[time] = sign * worth(judge, room.values)


@compiled()
def compare(
    rules: Rules, judges: Pair, spaces: Space, rooms: Rooms, start: Side, seed: int, points: Points
) -> None:
    """Play pairs of games with the same dice between two judges, each beginning once.

    Args:
        judges: both.
        spaces: where ends are gathered.
        rooms: where each judge works.
        start: a side before the first turn.
        seed: of the first pair's dice; the others count on from it.
        points: by pair, what the first won less what it lost; filled in.
    """
    for pair in range(points.shape[0]):
        points[pair] = 0
        for beginner in range(2):
            np.random.seed(seed + pair)
            mine, theirs = start, start
            mover = beginner
            while True:
                die, other = np.random.randint(1, 7), np.random.randint(1, 7)
                ends = end_positions(rules, spaces, mine, theirs, die, other)
                if spaces.size[ends] > 0:
                    judge, room = judges[mover], rooms[mover]
                    look_around(judge, room, mine, theirs)
                    number = best_end(rules, judge, spaces, room, ends, theirs)
                    mine = (spaces.low[ends, number], spaces.high[ends, number])
                    theirs = hit(theirs, spaces.hits[ends, number])
                    if count(mine[0], mine[1], _OFF) == _ALL:
                        unpack(theirs, room.theirs)
                        won = 1 + min(final_grade(judge.scale, room.theirs), judge.scale.grades)
                        points[pair] += won if mover == 0 else -won
                        break
                mine, theirs = theirs, mine
                mover = 1 - mover
