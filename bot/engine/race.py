"""The race: turns that waste nothing, where no side can hinder the other any more.

Sides are packed, four bits for each place of a side's own path (see `bot.rules.packed`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules import Side, legal_turns

if TYPE_CHECKING:
    from bot.rules import Family, GameState, Position, Turn

_POINTS = 24
_BAR = 25
_ALL = 15

# What it costs beyond its pips, in pips.
_STILL_THERE = 2.0
"""A checker that is still to be borne off: the last ones seldom use a whole die."""
_STACKED = {23: (1, 2.0), 22: (1, 1.0), 21: (3, 1.0)}
"""On the last three points: so many are no loss, and what each more costs."""
_GAP = 1.0
"""An empty point among the first three of the home, from where a die then bears off nothing."""


def is_race(position: Position, family: Family) -> bool:
    """Whether no checker of a side can ever stand, or land, where one of the other does.

    That is so once the points that each side holds or has still before it have none in common.
    """
    white, black = (_ahead(position, side, family) for side in Side)
    return not white & black


def racing_turn(state: GameState) -> Turn:
    """Return the turn of a race that wastes least.

    Raises:
        ValueError: there is no roll, or it allows no turn.
    """
    if state.roll is None:
        raise ValueError("the dice are not thrown")
    turns = legal_turns(state.ruleset, state.position, state.roll)
    costs = [cost(end) for end in turns.ends]
    return turns[costs.index(min(costs))]


def cost(mine: int) -> float:
    """Return how far a side is from having borne off all, in pips, with what it is likely to waste."""
    counts = [mine >> 4 * t & _ALL for t in range(_POINTS)]
    value = sum((_POINTS - t + _STILL_THERE) * count for t, count in enumerate(counts) if count)
    value += sum(each * max(counts[t] - free, 0) for t, (free, each) in _STACKED.items())
    return value + _GAP * sum(not counts[t] for t in range(18, 21))


def _ahead(position: Position, side: Side, family: Family) -> set[int]:
    """The points that a side holds, or that lie before its rearmost checker."""
    if position.count(side, _BAR):
        return set(range(1, _POINTS + 1))
    rear = next((t for t in range(_POINTS) if position.count(side, t)), _POINTS)
    return {family.point(side, t) for t in range(rear, _POINTS)}
