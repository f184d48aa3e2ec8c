"""Opposed: finds every board in which a legal turn of the opposed family can end (R3.3–R3.7, R6.5).

While no checker can be borne off, the ends are enumerated without duplicates, as in `end_positions`. In
addition, checkers on the bar must enter first, and checkers can hit. Hits are part of a board (see
`constraints`), so one checker that reaches a point by two ways over different blots gives two ends.
"""

from __future__ import annotations

from typing import Final

from bot.rules.board import BAR_INDEX, ENTRY
from bot.rules.generator.bits import (
    BAR_BIT,
    FIRST_HALF,
    POINT_MASK,
    SECOND_HALF,
    SIDE_BITS,
    held_twice,
    occupied,
    outside_count,
)
from bot.rules.generator.constraints import Constraints, opposing
from bot.rules.generator.move_by_move import search_different, search_equal
from bot.rules.generator.tables import CHANGES, STEPS, changes_of, moved
from bot.rules.rolls import Roll
from bot.rules.rulesets import RuleSet

_TWO_DICE: Final = 2


def different(ruleset: RuleSet, mine: int, theirs: int, roll: Roll) -> tuple[list[int], int]:
    """Find the end boards, and the dice that can be played, for two different dice in the opposed family."""
    blocked, blots = opposing(theirs)
    if mine >> 4 * BAR_INDEX:
        return _from_bar(ruleset, mine, (blocked, blots), roll)
    if outside_count(mine) < _TWO_DICE:
        return search_different(ruleset, Constraints(mine, blocked, blots), mine, roll)
    high, low = roll.high, roll.low
    high4, low4 = 4 * high, 4 * low
    landings = POINT_MASK ^ blocked
    held = occupied(mine)
    by_high = held & landings >> high4
    by_low = held & landings >> low4
    far = landings >> high4 + low4
    ends = _one_checker(mine, (high, by_high & far), (low, by_low & far), blots)
    if by_high and by_low:
        ends += _two_checkers(mine, (high, by_high), (low, by_low), blots)
    if ends:
        return ends, 2
    ends = moved(mine, by_high, blots, high)
    if not ends or not ruleset.higher_die:
        ends += moved(mine, by_low, blots, low)
    return ends, 1 if ends else 0


def _one_checker(mine: int, highs: tuple[int, int], lows: tuple[int, int], blots: int) -> list[int]:
    """Return the ends in which one checker plays both dice.

    Args:
        mine: The mover's packed checkers.
        highs: The higher die, and the mask of the points from which a checker can play it first.
        lows: The same for the lower die.
        blots: The mask of the points where a checker can be hit.
    """
    (high, by_high), (low, by_low) = highs, lows
    hit_high = by_high & blots >> 4 * high
    hit_low = by_low & blots >> 4 * low
    # Both orders lead to the same end, unless the checker hits on the point between.
    ends = moved(mine, by_high ^ hit_high | by_low ^ hit_low, blots, high + low)
    for first, second, hits in ((high, low, hit_high), (low, high, hit_low)):
        if hits:
            for _, change, rest, _ in STEPS[first][hits & FIRST_HALF] + STEPS[first][hits & SECOND_HALF]:
                ends += moved(mine + change | rest << SIDE_BITS, rest, blots, second)
    return ends


def _two_checkers(mine: int, highs: tuple[int, int], lows: tuple[int, int], blots: int) -> list[int]:
    """Return the ends in which two checkers play a die each, without those that one checker also reaches.

    Args:
        mine: The mover's packed checkers.
        highs: The higher die, and the mask of the points that a checker can leave with it.
        lows: The same for the lower die.
        blots: The mask of the points where a checker can be hit.
    """
    (high, by_high), (low, by_low) = highs, lows
    high4, low4 = 4 * high, 4 * low
    once = by_high & by_low & ~held_twice(mine)
    hit_high = by_high & blots >> high4
    hit_low = by_low & blots >> low4
    # After most moves of the high die, every move of the low die can follow. The exceptions: only one checker
    # can leave the point; one lands where the other leaves (one checker gives that end); both would hit the
    # same blot.
    crossed = once | by_high & (by_low >> high4 | by_low << low4) | hit_high & hit_low << low4 >> high4
    ends = []
    if free := by_high ^ crossed:
        changes = changes_of(by_low, hit_low, low)
        ends = [after + change for after in moved(mine, free, blots, high) for change in changes]
    for bit, change, landing, _ in STEPS[high][crossed & FIRST_HALF] + STEPS[high][crossed & SECOND_HALF]:
        after = mine + change | (landing & blots) << SIDE_BITS
        ends += moved(after, by_low & ~(landing | bit >> low4 | bit & once), blots & ~landing, low)
    return ends


def _from_bar(ruleset: RuleSet, mine: int, opponent: tuple[int, int], roll: Roll) -> tuple[list[int], int]:
    """Find the end boards, and the dice that can be played, for two different dice from the bar (R6.5).

    Args:
        mine: The mover's packed checkers.
        opponent: The mask of the points where the mover cannot land, and of those where they can hit.
    """
    blocked, blots = opponent
    high, low = roll.high, roll.low
    landings = POINT_MASK ^ blocked
    onto_high, onto_low = landings & 1 << 4 * (ENTRY + high), landings & 1 << 4 * (ENTRY + low)
    by_high = mine - BAR_BIT + onto_high | (onto_high & blots) << SIDE_BITS
    by_low = mine - BAR_BIT + onto_low | (onto_low & blots) << SIDE_BITS
    ends: list[int] = []
    if by_high >> 4 * BAR_INDEX & 15:
        if onto_high and onto_low:
            return [by_high - BAR_BIT + onto_low | (onto_low & blots) << SIDE_BITS], 2
    else:
        if onto_high:
            ends = moved(by_high, occupied(by_high) & landings >> 4 * low, blots & ~onto_high, low)
        if onto_low:
            sources = occupied(by_low) & landings >> 4 * high
            if onto_high and not (onto_high | onto_low) & blots:
                sources &= ~onto_low  # the same checker entering with the high die first gives that end
            ends += moved(by_low, sources, blots & ~onto_low, high)
        if ends:
            return ends, 2
    if onto_high:
        ends.append(by_high)
    if onto_low and not (ends and ruleset.higher_die):
        ends.append(by_low)
    return ends, 1 if ends else 0


def equal(ruleset: RuleSet, mine: int, theirs: int, roll: Roll) -> tuple[list[int], int]:
    """Find the end boards, and the dice that can be played, for a double in the opposed family.

    As in the parallel family, no move leaves a point behind the last one, so each end is found once.
    """
    blocked, blots = opposing(theirs)
    die, count = roll.high, ruleset.doubles
    entering = min(mine >> 4 * BAR_INDEX, count)
    if entering:
        entry = 1 << 4 * (ENTRY + die)
        if entry & blocked:
            return [], 0
        mine = mine + entering * (entry - BAR_BIT) | (entry & blots) << SIDE_BITS
        if entering == count or mine >> 4 * BAR_INDEX & 15:
            return [mine], entering
        blots &= ~entry
    elif outside_count(mine) < count:
        return search_equal(Constraints(mine, blocked, blots), mine, die, count)
    levels = _levels(mine, POINT_MASK ^ blocked, blots, (die, count - entering))
    shift = 4 * die
    changes, hitting = CHANGES[die], blots >> shift
    ends = [
        board + change
        for board, left in levels[-1]
        for change in (
            changes_of(left, left & hitting & ~(board >> SIDE_BITS + shift), die)
            if left & hitting
            else changes[left & FIRST_HALF] + changes[left & SECOND_HALF]
        )
    ]
    while not ends:
        ends = [board for board, _ in levels.pop()]
        if not levels:
            return (ends if entering else []), entering
    return ends, entering + len(levels)


def _levels(mine: int, landings: int, blots: int, limits: tuple[int, int]) -> list[list[tuple[int, int]]]:
    """Return, for each number of moves played from 0 to all but one, the boards with their next sources.

    Sources are limited to the last point left and those farther on.

    Args:
        mine: The mover's board, with no checker on the bar.
        landings: The mask of the points that the opponent does not block.
        blots: The mask of the points where a checker can be hit.
        limits: The die, and how many moves it gives.
    """
    die, count = limits
    steps, can_leave = STEPS[die], landings >> 4 * die
    levels = [[(mine, occupied(mine) & can_leave)]]
    for _ in range(1, count):
        # `-bit` keeps this source and all farther on, so that no later move leaves a point behind it.
        level = [
            (after, left & (-bit if after & full else -bit << 4) | landing & can_leave)
            for board, left in levels[-1]
            for bit, change, landing, full in steps[left & FIRST_HALF] + steps[left & SECOND_HALF]
            for after in (board + change | (landing & blots) << SIDE_BITS,)
        ]
        levels.append(level)
    return levels
