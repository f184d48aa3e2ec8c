"""Games that a net plays against itself, and what it should have thought of their boards; compiled by numba.

A board is judged after a turn, by the side that has just moved: the probabilities that it wins, wins mars,
loses mars. Once both sides are at home, and cannot meet, the exact table answers and the game ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.engine.bearoff import RANKS as _RANKS
from bot.engine.bearoff import bear_off
from bot.engine.train.boards import LIMIT, Rules, Side, Space, count, hit, legal_ends, rules_of
from bot.engine.train.compiled import compiled
from bot.engine.train.inputs import fill, unpack
from bot.rules import Scoring

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.engine.network import Network
    from bot.rules import RuleSet

    Counts = NDArray[np.int64]
    Boards = NDArray[np.int64]
    Values = NDArray[np.float32]
    Rows = NDArray[np.float32]
    Points = NDArray[np.float64]

_HOME = 18
_OFF = 24
_ALL = 15
_LONGEST_GAME = 600
_WILD = (2, 14)
"""Games that begin at random do so for so many turns."""


class Judge(NamedTuple):
    """What boards are judged by."""

    opposed: bool
    width: int
    mars: float
    """What a mars counts beyond a win."""

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


class Terms(NamedTuple):
    """How games are played and remembered.

    Attributes:
        games: how many.
        seed: of the dice.
        trace: λ of TD(λ).
        random_share: in how many of the games the first turns are played at random.
    """

    games: int
    seed: int
    trace: float
    random_share: float


def judge_of(network: Network, ruleset: RuleSet) -> Judge:
    """Make a judge of a net, for a rule set."""
    table = bear_off(ruleset.doubles)
    rules = rules_of(ruleset)
    return Judge(
        rules.opposed,
        len(network.entry) // 2,
        0.0 if ruleset.scoring is Scoring.ONE else 1.0,
        network.entry,
        network.entry_bias,
        np.ascontiguousarray(network.exit.T),
        network.exit_bias,
        network.inner,
        network.inner_bias,
        network.inner_exit,
        table.last,
        _from(table.last),
        table.first,
        _from(table.first),
    )


def _from(chances: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.ascontiguousarray(np.cumsum(chances[:, ::-1], 1)[:, ::-1], np.float32)


class Room(NamedTuple):
    """Where one thinker works."""

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


def new_room(judge: Judge) -> Room:
    """Make room for a thinker."""
    width, units = judge.entry.shape
    most = max(width, units) + 3
    return Room(
        np.zeros(26, np.int64),
        np.zeros(26, np.int64),
        np.zeros(width, np.float32),
        np.zeros(width, np.float32),
        np.zeros(units, np.float32),
        np.zeros(units, np.float32),
        np.zeros(len(judge.inner_bias), np.float32),
        np.zeros(most, np.int64),
        np.zeros(most, np.float32),
        np.zeros(3, np.float32),
        np.zeros(3, np.float32),
    )


Pair = tuple[Judge, Judge]
Rooms = tuple[Room, Room]


@compiled(within=True)
def _is_home(counts: Counts) -> bool:
    """Whether all checkers of a side are on its home or off."""
    inside = counts[_OFF]
    for t in range(_HOME, _OFF):
        inside += counts[t]
    return bool(inside == _ALL)


@compiled()
def _rank(counts: Counts) -> int:
    """The number of a home in the exact table."""
    free, number = _ALL, 0
    for point in range(6):
        n = counts[23 - point]
        number += _RANKS[point, free, n]
        free -= n
    return number


@compiled()
def _exact(judge: Judge, mine: Counts, theirs: Counts, values: Values) -> None:
    """Judge a board where both sides are at home; the other one rolls next."""
    me, other = _rank(mine), _rank(theirs)
    win, mars, lost = 0.0, 0.0, 0.0
    for k in range(judge.last.shape[1]):
        done = judge.last[other, k]
        win += done * judge.last_from[me, k]
        lost += done * judge.first_from[me, k]
        if k > 0:
            mars += judge.last[me, k - 1] * judge.first_from[other, k]
    values[0], values[1], values[2] = 1 - win, mars, lost


@compiled(fast=True)
def _add_rows(rows: Rows, numbers: Counts, factors: Values, found: int, sums: Values) -> None:
    """Add rows to sums, each times its factor; there is room for three more numbers than there are.

    Four at a time, so that the sums are read and written a quarter as often.
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
def _net(judge: Judge, room: Room) -> None:
    """Judge by the net: ``hidden`` is what ``seen`` adds up to; only what differs is added."""
    sums, inner, numbers, factors = room.sums, room.inner, room.numbers, room.factors
    to_win, to_mars, to_lost = judge.exit[0], judge.exit[1], judge.exit[2]
    for unit in range(sums.shape[0]):
        sums[unit] = room.hidden[unit]
    # Whatever does not count is written over by the next: a branch would be guessed wrong too often.
    found = 0
    for number in range(room.inputs.shape[0]):
        change = room.inputs[number] - room.seen[number]
        numbers[found], factors[found] = number, change
        found += 1 if change != 0 else 0
    _add_rows(judge.entry, numbers, factors, found, sums)
    nothing, one_whole = np.float32(0), np.float32(1)
    win, mars, lost = judge.exit_bias[0], judge.exit_bias[1], judge.exit_bias[2]
    for unit in range(sums.shape[0]):
        lit = max(nothing, sums[unit])
        win += lit * to_win[unit]
        mars += lit * to_mars[unit]
        lost += lit * to_lost[unit]
    found = 0
    for unit in range(sums.shape[0]):
        numbers[found], factors[found] = unit, sums[unit]
        found += 1 if sums[unit] > 0 else 0
    for unit in range(inner.shape[0]):
        inner[unit] = judge.inner_bias[unit]
    _add_rows(judge.inner, numbers, factors, found, inner)
    for unit in range(inner.shape[0]):
        lit = max(nothing, inner[unit])
        win += lit * judge.inner_exit[unit, 0]
        mars += lit * judge.inner_exit[unit, 1]
        lost += lit * judge.inner_exit[unit, 2]
    room.values[0] = one_whole / (one_whole + np.exp(-win))
    room.values[1] = one_whole / (one_whole + np.exp(-mars))
    room.values[2] = one_whole / (one_whole + np.exp(-lost))


@compiled()
def judge_board(judge: Judge, room: Room) -> bool:
    """Judge the board that stands in ``room``, into its ``values``; whether the answer is exact."""
    mine, theirs, values = room.mine, room.theirs, room.values
    if mine[_OFF] == _ALL:
        values[0], values[1], values[2] = 1, 1 if theirs[_OFF] == 0 else 0, 0
        return True
    if _is_home(mine) and _is_home(theirs):
        _exact(judge, mine, theirs, values)
        return True
    fill(judge.opposed, judge.width, mine, theirs, room.inputs)
    _net(judge, room)
    values[1] = min(values[1], values[0]) if theirs[_OFF] == 0 else 0
    values[2] = min(values[2], 1 - values[0]) if mine[_OFF] == 0 else 0
    return False


@compiled(fast=True)
def _look_around(judge: Judge, room: Room, mine: Side, theirs: Side) -> None:
    """Take the board before a turn as what those after it differ from."""
    unpack(mine, room.mine)
    unpack(theirs, room.theirs)
    fill(judge.opposed, judge.width, room.mine, room.theirs, room.seen)
    hidden = room.hidden
    hidden[:] = judge.entry_bias
    for number in range(room.seen.shape[0]):
        value = room.seen[number]
        if value != 0:
            for unit in range(hidden.shape[0]):
                hidden[unit] += value * judge.entry[number, unit]


@compiled(within=True)
def _judge_end(
    rules: Rules, judge: Judge, space: Space, room: Room, at: tuple[int, int], theirs: Side
) -> float:
    """Judge an end of a set, given as the set and its number there; its equity."""
    ends, number = at
    unpack((space.low[ends, number], space.high[ends, number]), room.mine)
    if rules.opposed:
        unpack(hit(theirs, space.hits[ends, number]), room.theirs)
    judge_board(judge, room)
    values = room.values
    return float(2 * values[0] - 1 + judge.mars * (values[1] - values[2]))


@compiled()
def best_end(rules: Rules, judge: Judge, space: Space, room: Room, ends: int, theirs: Side) -> int:
    """The number of the best looking end of a set; what is expected after it stands in ``room.best``."""
    best, most = -1, -9.0
    for number in range(space.size[ends]):
        worth = _judge_end(rules, judge, space, room, (ends, number), theirs)
        if worth > most:
            best, most = number, worth
            room.best[:] = room.values
    return best


@compiled()
def play(
    rules: Rules,
    judge: Judge,
    space: Space,
    room: Room,
    start: Side,
    terms: Terms,
    boards: Boards,
    targets: Rows,
) -> int:
    """Play whole games; fill in the boards after each turn and what they turned out to be worth.

    Args:
        rules: the game.
        judge: what chooses the turns.
        space: where ends are gathered.
        room: where the judge works.
        start: a side before the first turn.
        terms: how the games are played.
        boards: rows of low, high, their low, their high.
        targets: rows of three.

    Returns:
        How many rows were written.
    """
    np.random.seed(terms.seed)
    thoughts = np.zeros((_LONGEST_GAME, 3), np.float32)
    written = 0
    for _ in range(terms.games):
        if written + _LONGEST_GAME > boards.shape[0]:
            break
        mine, theirs = start, start
        wild = np.random.randint(*_WILD) if np.random.random() < terms.random_share else 0
        turns = 0
        over = False
        while not over and turns < _LONGEST_GAME:
            die, other = np.random.randint(1, 7), np.random.randint(1, 7)
            ends = legal_ends(rules, space, mine, theirs, die, other)
            _look_around(judge, room, mine, theirs)
            if space.size[ends] > 0:
                if turns < wild:
                    number = np.random.randint(space.size[ends])
                else:
                    number = best_end(rules, judge, space, room, ends, theirs)
                mine = (space.low[ends, number], space.high[ends, number])
                theirs = hit(theirs, space.hits[ends, number])
                unpack(mine, room.mine)
                unpack(theirs, room.theirs)
            over = judge_board(judge, room)
            row = boards[written + turns]
            row[0], row[1] = mine
            row[2], row[3] = theirs
            thoughts[turns] = room.values
            turns += 1
            mine, theirs = theirs, mine
        _settle(terms.trace, turns, thoughts, targets[written : written + turns])
        written += turns
    return written


@compiled()
def _settle(trace: float, turns: int, thoughts: Rows, targets: Rows) -> None:
    """TD(λ), from the end: what each board turned out to be worth."""
    targets[turns - 1] = thoughts[turns - 1]
    for turn in range(turns - 2, -1, -1):
        for output in range(3):
            seen = (1 - trace) * thoughts[turn + 1, output] + trace * targets[turn + 1, output]
            if output == 0:
                targets[turn, 0] = 1 - seen
            else:
                targets[turn, 3 - output] = seen


@compiled()
def rivals(
    rules: Rules, judge: Judge, space: Space, room: Room, seed: int, boards: Boards, found: Boards
) -> int:
    """Roll once after each board, and write the boards after the turns that look best.

    Args:
        rules: the game.
        judge: what judges the turns.
        space: where ends are gathered.
        room: where the judge works.
        seed: of the dice.
        boards: rows as ``play`` writes them.
        found: rows of the same kind; a whole number of them for each of ``boards``. Filled in.

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
        _look_around(judge, room, mine, theirs)
        if room.theirs[_OFF] == _ALL or (_is_home(room.mine) and _is_home(room.theirs)):
            continue
        ends = legal_ends(rules, space, mine, theirs, die, other)
        size = space.size[ends]
        for number in range(size):
            worths[number] = _judge_end(rules, judge, space, room, (ends, number), theirs)
        for _ in range(min(most, size) if size > 1 else 0):
            best = np.argmax(worths[:size])
            worths[best] = -9.0
            row = found[written]
            row[0], row[1] = space.low[ends, best], space.high[ends, best]
            row[2], row[3] = hit(theirs, space.hits[ends, best])
            written += 1
    return written


@compiled()
def look_ahead(rules: Rules, judge: Judge, space: Space, room: Room, boards: Boards, targets: Rows) -> None:
    """Judge boards by every roll of the other side and its best reply: two-ply targets.

    Args:
        rules: the game.
        judge: what judges the replies.
        space: where ends are gathered.
        room: where the judge works.
        boards: rows as ``play`` writes them.
        targets: rows of three; filled in.
    """
    for index in range(boards.shape[0]):
        mine = (boards[index, 0], boards[index, 1])
        theirs = (boards[index, 2], boards[index, 3])
        target = targets[index]
        unpack(mine, room.mine)
        unpack(theirs, room.theirs)
        if room.mine[_OFF] == _ALL or (_is_home(room.mine) and _is_home(room.theirs)):
            judge_board(judge, room)
            target[:] = room.values
            continue
        target[:] = 0
        _look_around(judge, room, theirs, mine)
        for die in range(1, 7):
            for other in range(1, die + 1):
                weight = np.float32((1.0 if die == other else 2.0) / 36)
                ends = legal_ends(rules, space, theirs, mine, die, other)
                unpack(mine, room.theirs)
                if space.size[ends] > 0:
                    best_end(rules, judge, space, room, ends, mine)
                else:
                    unpack(theirs, room.mine)
                    judge_board(judge, room)
                    room.best[:] = room.values
                target[0] += weight * (1 - room.best[0])
                target[1] += weight * room.best[2]
                target[2] += weight * room.best[1]


@compiled()
def fill_all(judge: Judge, boards: Boards, inputs: Rows) -> None:
    """Write the inputs of boards, a row each."""
    mine, theirs = np.zeros(26, np.int64), np.zeros(26, np.int64)
    for index in range(boards.shape[0]):
        unpack((boards[index, 0], boards[index, 1]), mine)
        unpack((boards[index, 2], boards[index, 3]), theirs)
        fill(judge.opposed, judge.width, mine, theirs, inputs[index])


@compiled()
def compare(
    rules: Rules, judges: Pair, spaces: Space, rooms: Rooms, start: Side, seed: int, points: Points
) -> None:
    """Play pairs of games with the same dice between two judges, each beginning once.

    Args:
        rules: the game.
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
                ends = legal_ends(rules, spaces, mine, theirs, die, other)
                if spaces.size[ends] > 0:
                    judge, room = judges[mover], rooms[mover]
                    _look_around(judge, room, mine, theirs)
                    number = best_end(rules, judge, spaces, room, ends, theirs)
                    mine = (spaces.low[ends, number], spaces.high[ends, number])
                    theirs = hit(theirs, spaces.hits[ends, number])
                    if count(mine[0], mine[1], _OFF) == _ALL:
                        mars = judge.mars if count(theirs[0], theirs[1], _OFF) == 0 else 0.0
                        points[pair] += 1 + mars if mover == 0 else -1 - mars
                        break
                mine, theirs = theirs, mine
                mover = 1 - mover
