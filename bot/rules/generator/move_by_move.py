"""Move by move: searches the ends of a turn in which a checker may be borne off or a prime may arise.

`end_positions` handles all other turns with a faster method.
"""

from __future__ import annotations

from bot.rules.generator.bits import FINISHED
from bot.rules.generator.constraints import Constraints
from bot.rules.rolls import Roll
from bot.rules.rulesets import RuleSet


def search_different(
    ruleset: RuleSet, constraints: Constraints, mine: int, roll: Roll
) -> tuple[list[int], int]:
    """Search the end boards, and the dice that can be played, for two different dice; the bar is empty."""
    high, low = roll.high, roll.low
    boards = constraints.boards
    after_high, after_low = boards(mine, high), boards(mine, low)
    both = {end: None for middle in after_high for end in boards(middle, low)}
    for middle in after_low:
        for end in boards(middle, high):
            both[end] = None
    # A turn that bears off the last checker with one die is complete, even if two could be played (R6.6).
    finished = [FINISHED] if FINISHED in after_high or FINISHED in after_low else []
    if ends := constraints.allowed(list(both)):
        return (list(dict.fromkeys(ends + finished)) if finished else ends), 2
    ends = constraints.allowed(after_high)
    if not ends or not ruleset.higher_die:
        ends += constraints.allowed(after_low)
    return list(dict.fromkeys(ends + finished)), 1 if ends else 0


def search_equal(constraints: Constraints, mine: int, die: int, count: int) -> tuple[list[int], int]:
    """Search the end boards, and the dice that can be played, for a double; the bar is empty."""
    levels = [[mine]]
    for _ in range(count):
        level = dict.fromkeys(after for board in levels[-1] for after in constraints.boards(board, die))
        if not level:
            break
        levels.append(list(level))
    while len(levels) > 1:
        if ends := constraints.allowed(levels.pop()):
            return ends, len(levels)
    return [], 0
