"""Why a move is not possible now, and what is instead (R10.2)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

from bot.rules.board import BAR, ENTRY, OFF, OFF_INDEX, POINTS
from bot.rules.errors import IllegalMove, Reason
from bot.rules.generator.bits import OUTSIDE, index, occupied
from bot.rules.generator.constraints import on_bar
from bot.rules.generator.search import without
from bot.rules.rulesets import PrimeRule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.rules.board import Side
    from bot.rules.turn_in_progress import PartialTurn

_PRIME = 6


@dataclass(frozen=True, slots=True)
class _Cause:
    """A reason with what it is about; the fields are those of ``IllegalMove``."""

    reason: Reason
    point: int | None = None
    holder: Side | None = None
    die: int | None = None
    prime: tuple[int, ...] = ()


def why_not(partial: PartialTurn, start: int, stop: int | None = None) -> Reason | None:
    """Why a checker cannot go from one place to another now.

    Args:
        partial: The turn in progress.
        start: Absolute point 1–24, or ``BAR``.
        stop: Absolute point 1–24 or ``OFF``, reached with one die or several; ``None`` asks why the
            checker cannot move at all.

    Returns:
        The reason, or ``None`` if it can.
    """
    error = explain(partial, start, stop)
    return None if error is None else error.reason


def explain(partial: PartialTurn, start: int, stop: int | None = None) -> IllegalMove | None:
    """As ``why_not``, with the points and dice that the reason is about and what is possible instead."""
    offered = partial.next_moves()
    here = tuple(move for move in offered if move.start == start)
    if (here and stop is None) or any(move.stop == stop for move in here):
        return None
    if any((way[0].start, way[-1].stop) == (start, stop) for way in partial.next_routes()):
        return None
    cause = _cause(partial, start, stop)
    return IllegalMove(
        cause.reason,
        start,
        stop,
        point=cause.point,
        holder=cause.holder,
        die=cause.die,
        prime=cause.prime,
        possible=here or offered,
    )


def _cause(partial: PartialTurn, start: int, stop: int | None) -> _Cause:
    """The first thing in the way of a move that is not possible."""
    position, family = partial.position, partial.ruleset.family
    side = position.mover
    if start == OFF or not position.count(side, t := family.progress(side, start)):
        if start != OFF and position.count(side.other, family.progress(side.other, start)):
            return _Cause(Reason.OTHERS_CHECKER, start, side.other)
        return _Cause(Reason.NO_CHECKER, start)
    if partial.is_complete and not partial.must_pass:
        return _Cause(Reason.TURN_COMPLETE)
    if start != BAR and on_bar(partial.board):
        return _Cause(Reason.BAR_FIRST, BAR, side)
    if stop is None and partial.must_pass:
        return _Cause(Reason.NOTHING_POSSIBLE)
    t = ENTRY if start == BAR else t
    # Why a checker cannot move at all is told for the larger die.
    return _between(
        partial, t, min(t + partial.dice_left[0], OFF_INDEX) if stop is None else family.progress(side, stop)
    )


def _between(partial: PartialTurn, t: int, stop: int) -> _Cause:
    """What is in the way of the checker at ``t`` going to ``stop``, both progress indices."""
    if stop <= t or stop > OFF_INDEX:
        return _Cause(Reason.BACKWARDS)
    if stop == OFF_INDEX and (t == ENTRY or (partial.board - (1 << 4 * t)) & OUTSIDE):
        return _Cause(Reason.NOT_HOME)
    ways = list(_ways(partial.dice_left, stop - t, exact=stop < OFF_INDEX))
    if not ways:
        used = any(_ways(partial.search.dice, stop - t, exact=stop < OFF_INDEX))
        return _Cause(Reason.DIE_USED if used else Reason.NO_SUCH_DIE)
    causes = [_walk(partial, t, way) for way in ways]
    # A way that is open as such fails by what the rest of the turn demands: that is the reason to tell.
    whole_turn = {Reason.HIGHER_DIE, Reason.FULL_ROLL, Reason.PRIME, Reason.HOME_PRIME}
    return next((cause for cause in causes if cause.reason in whole_turn), causes[0])


def _ways(dice: tuple[int, ...], pips: int, *, exact: bool) -> Iterator[tuple[int, ...]]:
    """The orders of dice that take one checker so many pips, fewest dice first."""
    for count in range(1, len(dice) + 1):
        for way in dict.fromkeys(permutations(dice, count)):
            total = sum(way)
            if total == pips or (not exact and total > pips > total - way[-1]):
                yield way


def _walk(partial: PartialTurn, t: int, way: tuple[int, ...]) -> _Cause:
    """Walk one checker by some dice until something is in its way."""
    constraints = partial.search.constraints
    board, left = partial.board, partial.dice_left
    for number, die in enumerate(way):
        after = dict(constraints.bare_steps(board, die)).get(t)
        if after is None:
            return _obstacle(partial, board, t, die, last=number == len(way) - 1)
        board, t, left = after, t + die, without(left, die)
        if constraints.every_move and constraints.prime(board):
            return _prime(partial, board)
    if partial.search.only not in (None, way[0]):
        return _Cause(Reason.HIGHER_DIE, die=partial.search.only)
    if _can_go_on(partial, board, left):
        return _prime(partial, board)
    return _Cause(Reason.FULL_ROLL)


def _obstacle(partial: PartialTurn, board: int, t: int, die: int, *, last: bool) -> _Cause:
    """What stands in the way of one checker that cannot move by one die, whatever the rest of the turn."""
    constraints, family, side = partial.search.constraints, partial.ruleset.family, partial.position.mover
    stop = t + die
    if on_bar(board) and t != ENTRY:
        return _Cause(Reason.BAR_FIRST, BAR, side, die)
    if t == 0 and constraints.head_closed(board):
        return _Cause(Reason.HEAD, family.point(side, 0), die=die)
    if stop < OFF_INDEX and constraints.blocked >> 4 * stop & 1:
        reason = Reason.BLOCKED if last else Reason.STOP_BLOCKED
        return _Cause(reason, family.point(side, stop), side.other, die)
    farther = occupied(board) & ((1 << 4 * t) - 1)
    return _Cause(Reason.CHECKER_BEHIND, family.point(side, index(farther & -farther)), side, die)


def _can_go_on(partial: PartialTurn, board: int, left: tuple[int, ...]) -> bool:
    """Whether, but for primes, as many dice could still be played as the turn demands."""
    search = partial.search
    missing = search.most - (len(search.dice) - len(left))
    reached = {board}
    for die in left[: max(0, missing)]:
        reached = {after for each in reached for _, after in search.constraints.bare_steps(each, die)}
    return bool(reached) and missing >= 0


def _prime(partial: PartialTurn, board: int) -> _Cause:
    """The rule of the wall, with the absolute points of the forbidden one if it stands in a position."""
    reason = Reason.HOME_PRIME if partial.ruleset.prime is PrimeRule.HOME else Reason.PRIME
    wall = partial.search.constraints.prime(board)
    if not wall:
        return _Cause(reason)
    first = index(wall & -wall)
    side, family = partial.position.mover, partial.ruleset.family
    return _Cause(reason, prime=tuple(family.point(side, (first + step) % POINTS) for step in range(_PRIME)))
