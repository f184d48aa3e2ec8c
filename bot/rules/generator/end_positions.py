"""End positions: every board in which a legal turn can end, each once (R3.3–R3.7).

Boards are written as in ``constraints``. In the parallel family, where nothing can be borne off and no
forbidden prime can arise, they are counted out directly, so that each appears once without being compared
with the others; the rest is searched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.rules.board import Family
from bot.rules.generator.bits import (
    ALL_OF_SIDE,
    FINISHED,
    FIRST_HALF,
    OUTSIDE,
    POINT_MASK,
    SECOND_HALF,
    WITHIN,
    occupied,
    outside_count,
    six_in_a_row,
)
from bot.rules.generator.constraints import Constraints, forbidden_primes, head_limit
from bot.rules.generator.tables import CHANGES, STEPS
from bot.rules.rulesets import HeadRule, PrimeJudged, RuleSet

if TYPE_CHECKING:
    from bot.rules.rolls import Roll


_OPPOSED: Final = Family.OPPOSED


def end_positions(ruleset: RuleSet, mine: int, theirs: int, roll: Roll) -> tuple[list[int], int]:
    """The board after each legal turn, and the largest number of dice that can be played.

    Args:
        ruleset: The game.
        mine: The mover's packed checkers.
        theirs: The opponent's packed checkers.
        roll: The dice.

    Returns:
        Each end once; no ends and 0 for a pass.
    """
    if ruleset.family is _OPPOSED:
        constraints = Constraints(ruleset, mine, theirs, roll)
        if roll.high == roll.low:
            return _search_equal(constraints, mine, roll.high, ruleset.doubles)
        return _search_different(ruleset, constraints, mine, roll)
    if roll.high == roll.low:
        return _equal(ruleset, mine, theirs, roll)
    return _different(ruleset, mine, theirs, roll)


def _different(ruleset: RuleSet, mine: int, theirs: int, roll: Roll) -> tuple[list[int], int]:
    """Two different dice, in the parallel family."""
    outside = mine & OUTSIDE
    if outside % 15 < 2 and not (outside and outside % 15 == 0):  # noqa: PLR2004 - two dice
        # All may come home within the turn: somebody may bear off.
        return _search_different(ruleset, Constraints(ruleset, mine, theirs, roll), mine, roll)
    high, low = roll.high, roll.low
    high4, low4 = 4 * high, 4 * low
    # This function runs for every roll of every position that the engine looks at, so what ``occupied`` and
    # ``other_view`` do is written out here: the calls would cost more than the work.
    enemy = (theirs | theirs >> 1 | theirs >> 2 | theirs >> 3) & POINT_MASK
    blocked = enemy >> 48 | (enemy & FIRST_HALF) << 48
    held = (mine | mine >> 1 | mine >> 2 | mine >> 3) & POINT_MASK
    by_high = held & ~(blocked >> high4) & WITHIN[high]
    by_low = held & ~(blocked >> low4) & WITHIN[low]
    by_both = (by_high | by_low) & ~(blocked >> high4 + low4) & WITHIN[high + low]
    primes = forbidden_primes(ruleset.prime, theirs, enemy)
    if primes:
        reach = held | by_high << high4 | by_low << low4 | by_both << high4 + low4
        primes &= six_in_a_row(reach)
        if (
            primes
            and ruleset.prime_judged is PrimeJudged.EVERY_MOVE
            and _prime_on_the_way(mine, (high, by_high), (low, by_low), primes)
        ):
            return _search_different(ruleset, Constraints(ruleset, mine, theirs, roll), mine, roll)
    one_head = ruleset.head is not HeadRule.FREE  # what head_limit says of two different dice

    # One checker with both dice, whichever die comes first. It may leave the head even where only one may:
    # it is one checker.
    ends = [
        mine + change
        for half in (by_both & FIRST_HALF, by_both & SECOND_HALF)
        for change in CHANGES[high + low][half]
    ]
    # Two checkers, except where one lands where the other leaves: that end is already among the above.
    lows = STEPS[low][by_low & FIRST_HALF] + STEPS[low][by_low & SECOND_HALF]
    changes = CHANGES[low][by_low & FIRST_HALF] + CHANGES[low][by_low & SECOND_HALF]
    for bit, change, landing, full in STEPS[high][by_high & FIRST_HALF] + STEPS[high][by_high & SECOND_HALF]:
        after = mine + change
        # The low die is not played from where this checker lands, nor to where it stood: either leads to the
        # end of one checker with both dice, which is counted above.
        barred = landing | bit >> low4
        if not after & full or (one_head and bit == 1):
            barred |= bit
        if barred & by_low:
            ends += [after + step[1] for step in lows if not step[0] & barred]
        else:
            ends += [after + change for change in changes]
    if primes and ends:
        ends = [end for end in ends if not six_in_a_row(occupied(end)) & primes]
    if ends:
        return ends, 2
    return _single(ruleset, mine, (by_high, by_low), roll, primes)


def _prime_on_the_way(mine: int, high: tuple[int, int], low: tuple[int, int], primes: int) -> bool:
    """Whether any first move, of a die from a mask of sources, leads to a forbidden prime."""
    return any(
        six_in_a_row(occupied(mine + change)) & primes
        for die, sources in (high, low)
        for half in (sources & FIRST_HALF, sources & SECOND_HALF)
        for change in CHANGES[die][half]
    )


def _single(
    ruleset: RuleSet, mine: int, sources: tuple[int, int], roll: Roll, primes: int
) -> tuple[list[int], int]:
    """One die alone, where two cannot be played and nothing can be borne off (R3.4)."""
    ends: list[int] = []
    for die, mask in zip((roll.high, roll.low), sources, strict=True):
        changes = CHANGES[die][mask & FIRST_HALF] + CHANGES[die][mask & SECOND_HALF]
        ends += [end for change in changes if not six_in_a_row(occupied(end := mine + change)) & primes]
        if ends and ruleset.higher_die:
            break
    return ends, 1 if ends else 0


def _search_different(
    ruleset: RuleSet, constraints: Constraints, mine: int, roll: Roll
) -> tuple[list[int], int]:
    """Two different dice, move by move."""
    both: dict[int, None] = {}
    finished: dict[int, None] = {}
    single: dict[int, dict[int, None]] = {roll.high: {}, roll.low: {}}
    for first, second in ((roll.high, roll.low), (roll.low, roll.high)):
        for _, middle in constraints.steps(mine, first):
            if middle & ALL_OF_SIDE == FINISHED:
                finished[middle] = None
            if not constraints.prime(middle):
                single[first][middle] = None
            for _, end in constraints.steps(middle, second):
                if not constraints.prime(end):
                    both[end] = None
    if both:
        return list(both | finished), 2
    if single[roll.high] and ruleset.higher_die:
        return list(single[roll.high] | finished), 1
    ends = list(single[roll.high] | single[roll.low])
    return ends, 1 if ends else 0


def _equal(ruleset: RuleSet, mine: int, theirs: int, roll: Roll) -> tuple[list[int], int]:
    """Two equal dice, in the parallel family.

    An end is determined by how many moves leave each point, and moves are possible in the order of the
    points that they leave if they are possible at all. So each end is found once by letting sources only
    advance.
    """
    count = ruleset.doubles
    if outside_count(mine) < count:
        return _search_equal(Constraints(ruleset, mine, theirs, roll), mine, roll.high, count)
    die = roll.high
    shift = 4 * die
    enemy = occupied(theirs)
    blocked = enemy >> 48 | (enemy & FIRST_HALF) << 48
    held = occupied(mine)
    can_leave = ~(blocked >> shift) & WITHIN[die]
    sources = held & can_leave
    primes = forbidden_primes(ruleset.prime, theirs, enemy)
    if primes:
        reach, wave = held, sources
        for _ in range(count):
            reach |= wave << shift
            wave = wave << shift & can_leave
        primes &= six_in_a_row(reach)
    levels = _levels(mine, sources, can_leave, (die, count, head_limit(ruleset, mine, blocked, roll)))
    if (
        primes
        and ruleset.prime_judged is PrimeJudged.EVERY_MOVE
        and any(six_in_a_row(occupied(checkers)) & primes for level in levels[1:] for checkers, _ in level)
    ):
        return _search_equal(Constraints(ruleset, mine, theirs, roll), mine, die, count)
    changes = CHANGES[die]
    ends = [
        checkers + change
        for checkers, left in levels[-1]
        for half in (left & FIRST_HALF, left & SECOND_HALF)
        if half
        for change in changes[half]
    ]
    while True:
        if primes and ends:
            ends = [end for end in ends if not six_in_a_row(occupied(end)) & primes]
        if ends:
            return ends, len(levels)
        ends = [checkers for checkers, _ in levels.pop()]
        if not levels:
            return [], 0


def _levels(
    mine: int, sources: int, can_leave: int, limits: tuple[int, int, int]
) -> list[list[tuple[int, int]]]:
    """By moves played, from none to one less than all: (checkers, sources from the last one on).

    Args:
        mine: The mover's packed checkers.
        sources: The mask of the points that a checker can leave.
        can_leave: The mask of the points that one could leave if one stood there.
        limits: The die, how many moves it gives, and how many checkers may leave the head.
    """
    die, count, heads = limits
    steps = STEPS[die]
    levels = [[(mine, sources)]]
    for played in range(1, count):
        closed = 1 if played >= heads else 0
        level = []
        for checkers, left in levels[-1]:
            for bit, change, landing, full in steps[left & FIRST_HALF] + steps[left & SECOND_HALF]:
                after = checkers + change
                # ``-bit`` masks this source and all farther on: no later move leaves a point behind it.
                rest = left & -bit | landing & can_leave
                if not after & full or bit == closed:
                    rest ^= bit
                level.append((after, rest))
        levels.append(level)
    return levels


def _search_equal(constraints: Constraints, mine: int, die: int, count: int) -> tuple[list[int], int]:
    """Two equal dice, move by move."""
    levels = [{mine: None}]
    for _ in range(count):
        level = {after: None for checkers in levels[-1] for _, after in constraints.steps(checkers, die)}
        if not level:
            break
        levels.append(level)
    while len(levels) > 1:
        ends = [end for end in levels.pop() if not constraints.prime(end)]
        if ends:
            return ends, len(levels)
    return [], 0
