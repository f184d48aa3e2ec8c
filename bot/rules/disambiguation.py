"""Disambiguation: marks moves whose stop must be written so that the turn is read back correctly (R10.2)."""

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


def with_needed_stop(position: Position, roll: Roll, moves: Sequence[Move]) -> tuple[Move, ...]:
    """Return the moves with `write_stop` set on the first if the written turn would be ambiguous without it.

    This can happen only if one checker plays two different dice. `24/13` is ambiguous if the way through
    the other stop hits a checker. `6/off` is ambiguous if the larger die alone bears the checker off.

    Args:
        position: The position before the turn.
        moves: All moves of the turn, or the first ones.
    """
    made = tuple(moves)
    if len(made) != _BOTH or roll.is_double or made[0].hit or made[1].start != made[0].stop:
        return made
    first, second = made
    mine = position.mine
    constraints = Constraints.of(position, roll)
    t = ENTRY if first.start == BAR else position.ruleset.family.progress(position.mover, first.start)
    other_way = dict(constraints.steps(mine, second.die)).get(t)
    if other_way is None:
        return made
    stop = t + second.die
    if stop >= OFF_INDEX:
        needed = NextMoves(position, roll).can_finish(other_way, (first.die,))
    else:
        hits = other_way >> SIDE_BITS != 0
        needed = hits and any(each == stop for each, _ in constraints.steps(other_way, first.die))
    return (replace(first, write_stop=True), second) if needed else made
