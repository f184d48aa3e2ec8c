"""Disambiguation: where a written turn needs a stop, since it would else mean another turn (R10.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.rules.board import BAR, ENTRY, OFF_INDEX
from bot.rules.generator.bits import SIDE_BITS
from bot.rules.generator.constraints import Constraints
from bot.rules.generator.next_moves import NextMoves
from bot.rules.moves import Move
from bot.rules.position import Position
from bot.rules.rolls import Roll

_BOTH: Final = 2


def with_stop_named(position: Position, roll: Roll, moves: Sequence[Move]) -> tuple[Move, ...]:
    """The moves of a turn, of which the first is named where the others do not tell it.

    That is only so where one checker plays two different dice. `24/13` would also mean the way through
    the other stop, if something is hit there; and `6/off` would mean the larger die alone, if that bears
    off the checker at once.

    Args:
        position: The position before the turn.
        roll: The dice.
        moves: All moves of the turn, or those made so far.
    """
    named = tuple(moves)
    if len(named) != _BOTH or roll.is_double or named[0].hit or named[1].start != named[0].stop:
        return named
    first, second = named
    mine = position.mine
    constraints = Constraints.of(position, roll)
    t = ENTRY if first.start == BAR else position.ruleset.family.progress(position.mover, first.start)
    other_way = dict(constraints.steps(mine, second.die)).get(t)
    if other_way is None:
        return named
    stop = t + second.die
    if stop >= OFF_INDEX:
        needed = NextMoves(position, roll).can_finish(other_way, (first.die,))
    else:
        hits = other_way >> SIDE_BITS != 0
        needed = hits and any(each == stop for each, _ in constraints.steps(other_way, first.die))
    return (replace(first, named=True), second) if needed else named
