"""Opposed: every board in which a legal turn of the opposed family can end, each once (R3.3–R3.7, R6.5).

While nothing can be borne off, ends are counted out as in the parallel family, so that none is compared with
the others. What is new there is that checkers enter from the bar first, and that they hit. A hit is part of
a board (see `constraints`): one checker that goes by two ways over different blots comes to two ends.
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
    """Two different dice."""
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
    """The ends of one checker with both dice, where it can land with both.

    Args:
        mine: The mover's packed checkers.
        highs: The higher die, and the mask of the points that a checker can leave with it first.
        lows: The same of the lower die.
        blots: The mask of the points where somebody can be hit.
    """
    (high, by_high), (low, by_low) = highs, lows
    hit_high = by_high & blots >> 4 * high
    hit_low = by_low & blots >> 4 * low
    # Both orders lead to the same end, unless somebody is hit where the checker rests.
    ends = moved(mine, by_high ^ hit_high | by_low ^ hit_low, blots, high + low)
    for first, second, hits in ((high, low, hit_high), (low, high, hit_low)):
        if hits:
            for _, change, rest, _ in STEPS[first][hits & FIRST_HALF] + STEPS[first][hits & SECOND_HALF]:
                ends += moved(mine + change | rest << SIDE_BITS, rest, blots, second)
    return ends


def _two_checkers(mine: int, highs: tuple[int, int], lows: tuple[int, int], blots: int) -> list[int]:
    """The ends of two checkers with a die each, but for those to which one comes alone with both.

    Args:
        mine: The mover's packed checkers.
        highs: The higher die, and the mask of the points that a checker can leave with it.
        lows: The same of the lower die.
        blots: The mask of the points where somebody can be hit.
    """
    (high, by_high), (low, by_low) = highs, lows
    high4, low4 = 4 * high, 4 * low
    once = by_high & by_low & ~held_twice(mine)
    hit_high = by_high & blots >> high4
    hit_low = by_low & blots >> low4
    # From most points with the high die every low one can follow. Not so where only one checker can go, where
    # one lands where the other leaves (the end is one of one checker), and where both would hit the same.
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
    """Two different dice, with checkers on the bar, which enter first (R6.5).

    Args:
        ruleset: The game.
        mine: The mover's packed checkers.
        opponent: The mask of the points where he cannot land, and of those where he can hit.
        roll: The dice.
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
                sources &= ~onto_low  # the same checker, which entered with the high die, has come there
            ends += moved(by_low, sources, blots & ~onto_low, high)
        if ends:
            return ends, 2
    if onto_high:
        ends.append(by_high)
    if onto_low and not (ends and ruleset.higher_die):
        ends.append(by_low)
    return ends, 1 if ends else 0


def equal(ruleset: RuleSet, mine: int, theirs: int, roll: Roll) -> tuple[list[int], int]:
    """Equal dice: as in the parallel family sources only advance, so that each end is found once."""
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
    """By moves played, from none to one less than all: (board, sources from the last one on).

    Args:
        mine: The mover's board, with nobody on the bar.
        landings: The mask of the points where the opponent lets him land.
        blots: The mask of those where somebody can be hit.
        limits: The die, and how many moves it gives.
    """
    die, count = limits
    steps, can_leave = STEPS[die], landings >> 4 * die
    levels = [[(mine, occupied(mine) & can_leave)]]
    for _ in range(1, count):
        # `-bit` masks a source and all farther on: no later move leaves a point behind it.
        level = [
            (after, left & (-bit if after & full else -bit << 4) | landing & can_leave)
            for board, left in levels[-1]
            for bit, change, landing, full in steps[left & FIRST_HALF] + steps[left & SECOND_HALF]
            for after in (board + change | (landing & blots) << SIDE_BITS,)
        ]
        levels.append(level)
    return levels
