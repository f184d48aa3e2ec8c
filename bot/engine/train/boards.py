"""Boards: the rules of R3–R6 compiled with numba, since training plays thousands of games a second.

This is a plain search move by move, without the shortcuts of `bot.rules`; a test compares both for all rule
sets. Only training uses it.

A side is two integers with four bits a place: *low* has t 0–14, *high* has t 15–23, borne off and the bar. A
board during a turn also has a mask, with one bit for each point of the mover's path, of the points where the
mover has hit.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.engine.train.compiled import compiled
from bot.rules import Family, RuleSet
from bot.rules.rulesets import HeadRule, PrimeJudged, PrimeRule

Boards = NDArray[np.int64]

LIMIT: Final = 6000
"""An upper limit on the boards that a roll can lead to, after all or some of its moves."""

_TABLE: Final = 1 << 14
_POINTS: Final = 24
_HOME: Final = 18
_OFF: Final = 24
_BAR: Final = 25
_LOW: Final = 15
_FULL: Final = 15
_PRIME: Final = 6

_PAST: Final = 1
_AT_HOME: Final = 2
_FIRST_STOPPED: Final = 2
_ANY_DOUBLES: Final = 3
_HEADS: Final = {
    HeadRule.FREE: 0,
    HeadRule.FIRST_DOUBLES: 1,
    HeadRule.FIRST_STOPPED_BY_HEAD: _FIRST_STOPPED,
    HeadRule.ANY_DOUBLES: _ANY_DOUBLES,
}
_PRIMES: Final = {PrimeRule.NONE: 0, PrimeRule.PAST: _PAST, PrimeRule.HOME: _AT_HOME}


Side = tuple[int, int]
"""The two integers of a side: low and high."""

Board = tuple[int, int, int]
"""A board during a turn: the mover's low and high, and the mask of points where they have hit."""


class Rules(NamedTuple):
    """A rule set as numbers, for compiled code."""

    opposed: bool
    head: int
    doubles: int
    higher_die: bool
    prime: int
    every_move: bool


class BoardSets(NamedTuple):
    """Five sets of boards (low, high, hits), with a hash table that keeps each board once."""

    low: NDArray[np.int64]
    high: NDArray[np.int64]
    hits: NDArray[np.int64]
    size: NDArray[np.int64]
    table: NDArray[np.int64]
    stamp: NDArray[np.int64]


def rules_of(ruleset: RuleSet) -> Rules:
    """Convert a rule set to numbers for compiled code."""
    return Rules(
        ruleset.family is Family.OPPOSED,
        _HEADS[ruleset.head],
        ruleset.doubles,
        ruleset.higher_die,
        _PRIMES[ruleset.prime],
        ruleset.prime_judged is PrimeJudged.EVERY_MOVE,
    )


def new_board_sets() -> BoardSets:
    """Return five empty sets of boards."""
    return BoardSets(
        np.zeros((5, LIMIT), np.int64),
        np.zeros((5, LIMIT), np.int64),
        np.zeros((5, LIMIT), np.int64),
        np.zeros(5, np.int64),
        np.zeros(_TABLE, np.int64),
        np.zeros(1, np.int64),
    )


def split(packed: int) -> tuple[int, int]:
    """Split a packed side (see `bot.rules.generator.bits`) into low and high."""
    return packed & (1 << 4 * _LOW) - 1, packed >> 4 * _LOW


def joined(low: int, high: int) -> int:
    """Join low and high into a packed side of `bot.rules`."""
    return low | high << 4 * _LOW


@compiled(within=True)
def count(low: int, high: int, t: int) -> int:
    """Return how many checkers a side has at place `t`."""
    if t < _LOW:
        return (low >> (4 * t)) & 15
    return (high >> (4 * (t - _LOW))) & 15


@compiled(within=True)
def _opposite(opposed: bool, t: int) -> int:
    """Return the other side's progress index of a point."""
    return _POINTS - 1 - t if opposed else (t + _POINTS // 2) % _POINTS


@compiled()
def _clear(sets: BoardSets, number: int) -> None:
    sets.size[number] = 0
    sets.stamp[0] += 1


@compiled()
def _add(sets: BoardSets, number: int, low: int, high: int, hits: int) -> None:
    """Add a board to the set that was cleared last, unless the set has it already."""
    # Multiplicative hashing with linear probing. Entries carry the stamp of their set, so a set is cleared by
    # a new stamp, without touching the table.
    slot = (low * 0x9E3779B1 + high * 0x85EBCA77 + hits * 0x27D4EB2F) >> 7 & (_TABLE - 1)
    mark = sets.stamp[0] << 16
    while True:
        entry = sets.table[slot]
        if entry >> 16 != sets.stamp[0]:
            size = sets.size[number]
            sets.low[number, size] = low
            sets.high[number, size] = high
            sets.hits[number, size] = hits
            sets.size[number] = size + 1
            sets.table[slot] = mark | size
            return
        found = entry & 0xFFFF
        if (
            sets.low[number, found] == low
            and sets.high[number, found] == high
            and sets.hits[number, found] == hits
        ):
            return
        slot = (slot + 1) & (_TABLE - 1)


@compiled()
def _forbidden(rules: Rules, low: int, high: int) -> int:
    """Return the mask, on the other side's path, of places where a prime must not begin (R5.2, R5.3)."""
    if rules.prime == 0 or count(low, high, _OFF) > 0:
        return 0
    if rules.prime == _PAST:
        first = 0
        for t in range(_POINTS - 1, -1, -1):
            if count(low, high, t) > 0:
                first = max(0, t - _PRIME + 1)
                break
    else:
        for t in range(_HOME, _POINTS):
            if count(low, high, t) > 0:
                return 0
        first = 0
        for t in range(_POINTS):
            if count(low, high, t) > 0:
                first = t + 1
                break
    mask = 0
    for t in range(first, _HOME + 1):
        mask |= 1 << t
    return mask


@compiled()
def _prime(primes: int, low: int, high: int) -> bool:
    """True if a side has a forbidden prime (six points in a row).

    Args:
        primes: the mask of the places where a prime must not begin.
        low: with `high`, the side's packed checkers.
    """
    if primes == 0:
        return False
    row = 0
    for j in range(_POINTS):
        if count(low, high, (j + _POINTS // 2) % _POINTS) > 0:
            row += 1
            if row >= _PRIME and primes >> (j - _PRIME + 1) & 1:
                return True
        else:
            row = 0
    return False


@compiled()
def _floor(rules: Rules, mine: Side, theirs: Side, die: int, other: int) -> int:
    """Return how many checkers must stay on the head in this turn; −1 for no limit (R4)."""
    head = mine[0] & 15
    if rules.head == 0:
        return -1
    limit = 1
    if die == other:
        if rules.head == _ANY_DOUBLES:
            limit = 2
        elif head == _FULL and die in (3, 4, 6):
            limit = 2
            if rules.head == _FIRST_STOPPED:
                if count(theirs[0], theirs[1], 0) == 0:
                    limit = 1
                for t in range(die, _POINTS // 2, die):
                    if count(theirs[0], theirs[1], _POINTS // 2 + t) > 0:
                        limit = 1
    return max(0, head - limit)


@compiled()
def _steps(rules: Rules, limits: tuple[int, int], board: Board, theirs: Side, die: int, out: Boards) -> int:
    """Write the board (low, high, hits) after every move by one die into `out`; return their number."""
    low, high, hits = board
    floor, primes = limits
    found = 0
    bar = count(low, high, _BAR)
    outside = bar > 0
    rearmost = -1
    first, last = (-1, 0) if bar > 0 else (0, _POINTS)
    for t in range(first, last):
        if t < 0:
            after_low, after_high = low, high - (1 << 4 * (_BAR - _LOW))
        else:
            here = count(low, high, t)
            if here == 0:
                continue
            if t < _HOME:
                outside = True
            elif rearmost < 0:
                rearmost = t
            if t == 0 and here <= floor:
                continue
            if t < _LOW:
                after_low, after_high = low - (1 << 4 * t), high
            else:
                after_low, after_high = low, high - (1 << 4 * (t - _LOW))
        to = t + die
        after_hits = hits
        if to >= _POINTS:
            if outside or (to > _POINTS and t != rearmost):
                continue
            after_high += 1 << 4 * (_OFF - _LOW)
        else:
            at = _opposite(rules.opposed, to)
            there = count(theirs[0], theirs[1], at)
            if there > 0 and not hits >> to & 1:
                if there > 1 or not rules.opposed:
                    continue
                after_hits |= 1 << to
            if to < _LOW:
                after_low += 1 << 4 * to
            else:
                after_high += 1 << 4 * (to - _LOW)
        if rules.every_move and _prime(primes, after_low, after_high):
            continue
        out[found, 0], out[found, 1], out[found, 2] = after_low, after_high, after_hits
        found += 1
    return found


@compiled()
def end_positions(rules: Rules, sets: BoardSets, mine: Side, theirs: Side, die: int, other: int) -> int:
    """Collect the board after each legal turn, each once (R3.3–R3.7).

    Returns:
        The number of the set in `sets` that has them; the set is empty for a pass.
    """
    limits = (_floor(rules, mine, theirs, die, other), _forbidden(rules, theirs[0], theirs[1]))
    if die == other:
        return _equal(rules, sets, limits, mine, theirs, die)
    return _different(rules, sets, limits, mine, theirs, max(die, other), min(die, other))


@compiled()
def _different(
    rules: Rules, sets: BoardSets, limits: tuple[int, int], mine: Side, theirs: Side, die: int, other: int
) -> int:
    """Collect the ends of two different dice, the higher given first (R3.3, R3.4, R6.6)."""
    primes = limits[1]
    firsts, seconds = np.empty((26, 3), np.int64), np.empty((26, 3), np.int64)
    finished, last_low, last_high = False, 0, 0
    sets.size[1:3] = 0
    _clear(sets, 0)
    for order in range(2):
        one, two = (die, other) if order == 0 else (other, die)
        for step in range(_steps(rules, limits, (mine[0], mine[1], 0), theirs, one, firsts)):
            middle = (firsts[step, 0], firsts[step, 1], firsts[step, 2])
            if count(middle[0], middle[1], _OFF) == _FULL:
                finished, last_low, last_high = True, middle[0], middle[1]
            if not _prime(primes, middle[0], middle[1]):
                _append(sets, 1 + order, middle)
            for end in range(_steps(rules, limits, middle, theirs, two, seconds)):
                if not _prime(primes, seconds[end, 0], seconds[end, 1]):
                    _add(sets, 0, seconds[end, 0], seconds[end, 1], seconds[end, 2])
    if sets.size[0] == 0:
        # Only one die can be played: the higher if possible, or either if the rule set allows it.
        _join(sets, 1)
        if sets.size[0] == 0 or not rules.higher_die:
            _join(sets, 2)
    if finished and sets.size[0] > 0:
        _add(sets, 0, last_low, last_high, 0)
    return 0


@compiled()
def _append(sets: BoardSets, number: int, board: Board) -> None:
    """Add a board to a set that is known not to have it."""
    size = sets.size[number]
    sets.low[number, size], sets.high[number, size], sets.hits[number, size] = board
    sets.size[number] = size + 1


@compiled()
def _join(sets: BoardSets, number: int) -> None:
    """Add all boards of a set to set 0."""
    for step in range(sets.size[number]):
        _add(sets, 0, sets.low[number, step], sets.high[number, step], sets.hits[number, step])


@compiled()
def _equal(rules: Rules, sets: BoardSets, limits: tuple[int, int], mine: Side, theirs: Side, die: int) -> int:
    """Collect the ends of a double, move by move as far as possible (R3.2, R3.3, R3.6)."""
    found = np.empty((26, 3), np.int64)
    _clear(sets, 0)
    _add(sets, 0, mine[0], mine[1], 0)
    level = 0
    for _ in range(rules.doubles):
        _clear(sets, level + 1)
        for number in range(sets.size[level]):
            board = (sets.low[level, number], sets.high[level, number], sets.hits[level, number])
            for step in range(_steps(rules, limits, board, theirs, die, found)):
                _add(sets, level + 1, found[step, 0], found[step, 1], found[step, 2])
        if sets.size[level + 1] == 0:
            break
        level += 1
    while level > 0:
        kept = 0
        for number in range(sets.size[level]):
            if not _prime(limits[1], sets.low[level, number], sets.high[level, number]):
                sets.low[level, kept] = sets.low[level, number]
                sets.high[level, kept] = sets.high[level, number]
                sets.hits[level, kept] = sets.hits[level, number]
                kept += 1
        sets.size[level] = kept
        if kept > 0:
            return level
        level -= 1
    sets.size[0] = 0
    return 0


@compiled()
def hit(theirs: Side, hits: int) -> Side:
    """Return the other side after checkers are hit; `hits` is a mask of points on the mover's path."""
    their_low, their_high = theirs
    for t in range(_POINTS):
        if hits >> t & 1:
            at = _POINTS - 1 - t
            if at < _LOW:
                their_low -= 1 << 4 * at
            else:
                their_high -= 1 << 4 * (at - _LOW)
            their_high += 1 << 4 * (_BAR - _LOW)
    return their_low, their_high
