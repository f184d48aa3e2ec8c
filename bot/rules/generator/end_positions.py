"""End positions: finds every board in which a legal turn can end, each once (R3.3–R3.7).

Boards are integers as in `constraints`. While no checker can be borne off, the ends are enumerated in a way
that never produces one twice, so none are compared. Otherwise `move_by_move` searches for them. This module
handles the parallel family and calls `opposed` for the other.
"""

from __future__ import annotations

from typing import Final

from bot.rules.board import Family
from bot.rules.generator import opposed
from bot.rules.generator.bits import (
    FIRST_HALF,
    OUTSIDE,
    POINT_MASK,
    SECOND_HALF,
    occupied,
    outside_count,
    six_in_a_row,
)
from bot.rules.generator.constraints import Constraints, forbidden_primes, head_limit
from bot.rules.generator.move_by_move import search_different, search_equal
from bot.rules.generator.tables import CHANGES, STEPS
from bot.rules.rolls import Roll
from bot.rules.rulesets import HeadRule, PrimeJudged, RuleSet

_OPPOSED: Final = Family.OPPOSED
_FREE: Final = HeadRule.FREE
_EVERY_MOVE: Final = PrimeJudged.EVERY_MOVE


def end_positions(ruleset: RuleSet, mine: int, theirs: int, roll: Roll) -> tuple[list[int], int]:
    """Return the board after each legal turn, and the largest number of dice that can be played.

    Args:
        mine: The mover's packed checkers.
        theirs: The opponent's packed checkers.

    Returns:
        Each end once; an empty list and 0 for a pass.
    """
    if ruleset.family is _OPPOSED:
        if roll.high == roll.low:
            return opposed.equal(ruleset, mine, theirs, roll)
        return opposed.different(ruleset, mine, theirs, roll)
    if roll.high == roll.low:
        return _equal(ruleset, mine, theirs, roll)
    return _different(ruleset, mine, theirs, roll)


def _different(ruleset: RuleSet, mine: int, theirs: int, roll: Roll) -> tuple[list[int], int]:
    """Find the end boards, and the dice that can be played, for two different dice in the parallel family."""
    high, low = roll.high, roll.low
    high4, low4 = 4 * high, 4 * low
    # This function runs for every roll of every position that the engine examines. So `occupied`,
    # `held_twice` and `other_view` are inlined: the calls would cost more than the work.
    enemy = (theirs | theirs >> 1 | theirs >> 2 | theirs >> 3) & POINT_MASK
    landings = POINT_MASK ^ (enemy >> 48 | (enemy & FIRST_HALF) << 48)
    more = mine >> 1 | mine >> 2 | mine >> 3
    held = (mine | more) & POINT_MASK
    by_high = held & landings >> high4
    by_low = held & landings >> low4
    by_both = (by_high | by_low) & landings >> high4 + low4
    primes = six_in_a_row(held | by_high << high4 | by_low << low4 | by_both << high4 + low4)
    if primes:
        primes &= forbidden_primes(ruleset.prime, theirs, enemy)
    outside = mine & OUTSIDE
    # All checkers may come home during the turn, so that one may be borne off; or a forbidden prime may
    # arise after the first move.
    if (outside % 15 < 2 and not (outside and outside % 15 == 0)) or (  # noqa: PLR2004 - two dice
        primes
        and ruleset.prime_judged is _EVERY_MOVE
        and _prime_on_the_way(mine, (high, by_high), (low, by_low), primes)
    ):
        constraints = _constraints(ruleset, mine, POINT_MASK ^ landings, roll, primes)
        return search_different(ruleset, constraints, mine, roll)

    # One checker plays both dice, in either order. It may leave the head, since it is only one checker.
    ends = [
        mine + change
        for change in CHANGES[high + low][by_both & FIRST_HALF] + CHANGES[high + low][by_both & SECOND_HALF]
    ]
    # Two checkers play a die each. If one lands on the point that the other leaves, that end is already
    # listed above. So the low die is not played from the point where the high die landed, nor onto the point
    # it left, nor from that point if only one checker can leave it.
    if by_high and by_low:
        once = held & ~more
        if ruleset.head is not _FREE:  # as `head_limit` returns for two different dice
            once |= 1
        highs = STEPS[high][by_high & FIRST_HALF] + STEPS[high][by_high & SECOND_HALF]
        lows = STEPS[low][by_low & FIRST_HALF] + STEPS[low][by_low & SECOND_HALF]
        ends += [
            after + step[1]
            for bit, change, landing, _ in highs
            for after, barred in ((mine + change, landing | bit >> low4 | bit & once),)
            for step in lows
            if not step[0] & barred
        ]
    if primes and ends:
        ends = [end for end in ends if not six_in_a_row(occupied(end)) & primes]
    if ends:
        return ends, 2
    return _single(ruleset, mine, (by_high, by_low), roll, primes)


def _prime_on_the_way(mine: int, high: tuple[int, int], low: tuple[int, int], primes: int) -> bool:
    """True if some first move builds a forbidden prime; each die comes with its mask of sources."""
    return any(
        six_in_a_row(occupied(mine + change)) & primes
        for die, sources in (high, low)
        for change in CHANGES[die][sources & FIRST_HALF] + CHANGES[die][sources & SECOND_HALF]
    )


def _single(
    ruleset: RuleSet, mine: int, sources: tuple[int, int], roll: Roll, primes: int
) -> tuple[list[int], int]:
    """Return the ends with one die, when two cannot be played and no checker can be borne off (R3.4)."""
    ends: list[int] = []
    for die, mask in zip((roll.high, roll.low), sources, strict=True):
        changes = CHANGES[die][mask & FIRST_HALF] + CHANGES[die][mask & SECOND_HALF]
        ends += [end for change in changes if not six_in_a_row(occupied(end := mine + change)) & primes]
        if ends and ruleset.higher_die:
            break
    return ends, 1 if ends else 0


def _equal(ruleset: RuleSet, mine: int, theirs: int, roll: Roll) -> tuple[list[int], int]:
    """Find the end boards, and the dice that can be played, for a double in the parallel family.

    An end is determined by how many moves leave each point. If a set of moves is legal in some order, it is
    legal in the order of the points it leaves. So each end is found once by never moving from a point
    behind the last one.
    """
    count = ruleset.doubles
    die = roll.high
    shift = 4 * die
    enemy = occupied(theirs)
    blocked = enemy >> 48 | (enemy & FIRST_HALF) << 48
    held = occupied(mine)
    can_leave = (POINT_MASK ^ blocked) >> shift
    sources = held & can_leave
    reach, wave = held, sources
    for _ in range(count):
        wave <<= shift
        reach |= wave
        wave &= can_leave
    primes = six_in_a_row(reach)
    if primes:
        primes &= forbidden_primes(ruleset.prime, theirs, enemy)
    if outside_count(mine) < count:
        return search_equal(_constraints(ruleset, mine, blocked, roll, primes), mine, die, count)
    levels = _levels(mine, sources, can_leave, (die, count, head_limit(ruleset, mine, blocked, roll)))
    if (
        primes
        and ruleset.prime_judged is _EVERY_MOVE
        and any(six_in_a_row(occupied(checkers)) & primes for level in levels[1:] for checkers, _ in level)
    ):
        return search_equal(_constraints(ruleset, mine, blocked, roll, primes), mine, die, count)
    changes = CHANGES[die]
    ends = [
        checkers + change
        for checkers, left in levels[-1]
        for change in changes[left & FIRST_HALF] + changes[left & SECOND_HALF]
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
    """Return, for each number of moves played from 0 to all but one, the boards with their next sources.

    Sources are limited to the last point left and those farther on.

    Args:
        mine: The mover's packed checkers.
        sources: The mask of the points that a checker can leave now.
        can_leave: The mask of the points that are one die short of an open point, held or not.
        limits: The die, how many moves it gives, and how many checkers may leave the head.
    """
    die, count, heads = limits
    steps = STEPS[die]
    levels = [[(mine, sources)]]
    for played in range(1, count):
        closed = 1 if played >= heads else 0
        # `-bit` keeps this source and all farther on, so that no later move leaves a point behind it.
        level = [
            (after, left & (-bit if after & full and bit != closed else -bit << 4) | landing & can_leave)
            for checkers, left in levels[-1]
            for bit, change, landing, full in steps[left & FIRST_HALF] + steps[left & SECOND_HALF]
            for after in (checkers + change,)
        ]
        levels.append(level)
    return levels


def _constraints(ruleset: RuleSet, mine: int, blocked: int, roll: Roll, primes: int) -> Constraints:
    """Return the constraints of a turn, limited to the forbidden primes that can arise in it."""
    heads = head_limit(ruleset, mine, blocked, roll)
    return Constraints(mine, blocked, 0, heads, primes, every_move=ruleset.prime_judged is _EVERY_MOVE)
