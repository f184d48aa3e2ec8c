"""Reasons: why a move is not possible now, and what is instead (R10.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from bot.rules.board import BAR, ENTRY, OFF, OFF_INDEX, POINTS, Side
from bot.rules.errors import IllegalMove, Reason
from bot.rules.generator.bits import OUTSIDE, index, occupied
from bot.rules.generator.constraints import on_bar, position_after
from bot.rules.generator.next_moves import NextMoves, without
from bot.rules.rulesets import PrimeRule, RuleSet

_PRIME = 6


@dataclass(frozen=True, slots=True)
class _Cause:
    """A reason with what it is about; the fields are those of `IllegalMove`."""

    reason: Reason
    point: int | None = None
    holder: Side | None = None
    die: int | None = None
    prime: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Stand:
    """Where a turn stands: the legal ways through it, the board now, and the dice left."""

    search: NextMoves
    board: int
    left: tuple[int, ...]

    @property
    def ruleset(self) -> RuleSet:
        """The game."""
        return self.search.start.ruleset

    @property
    def side(self) -> Side:
        """Whose turn it is."""
        return self.search.start.mover

    def point(self, t: int) -> int:
        """The absolute number of a place on the mover's path."""
        return self.ruleset.family.point(self.side, t)


def explain(
    search: NextMoves, board: int, left: tuple[int, ...], start: int, stop: int | None = None
) -> IllegalMove | None:
    """Why a checker cannot go from one place to another, with what is possible instead; `None` if it can.

    Args:
        search: The legal ways through the turn.
        board: The board now (see `constraints`).
        left: The dice not yet played.
        start: Absolute point 1–24, or `BAR`.
        stop: Absolute point 1–24 or `OFF`, reached with one die or several; `None` asks why the
            checker cannot move at all.
    """
    offered = search.next_moves(board, left)
    here = tuple(move for move in offered if move.start == start)
    if (here and stop is None) or any(move.stop == stop for move in here):
        return None
    if any((route[0].start, route[-1].stop) == (start, stop) for route in search.next_routes(board, left)):
        return None
    cause = _cause(_Stand(search, board, left), start, stop)
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


def _cause(stand: _Stand, start: int, stop: int | None) -> _Cause:
    """The first thing in the way of a move that is not possible."""
    search, side, family = stand.search, stand.side, stand.ruleset.family
    position = position_after(search.start, stand.board, side)
    if start == OFF or not position.count(side, t := family.progress(side, start)):
        if start != OFF and position.count(side.other, family.progress(side.other, start)):
            return _Cause(Reason.OTHERS_CHECKER, start, side.other)
        return _Cause(Reason.NO_CHECKER, start)
    if search.is_complete(stand.board, stand.left) and not search.must_pass:
        return _Cause(Reason.TURN_COMPLETE)
    if start != BAR and on_bar(stand.board):
        return _Cause(Reason.BAR_FIRST, BAR, side)
    if stop is None and search.must_pass:
        return _Cause(Reason.NOTHING_POSSIBLE)
    t = ENTRY if start == BAR else t
    # Why a checker cannot move at all is told for the larger die.
    return _between(
        stand, t, min(t + stand.left[0], OFF_INDEX) if stop is None else family.progress(side, stop)
    )


def _between(stand: _Stand, t: int, stop: int) -> _Cause:
    """What is in the way of the checker at `t` going to `stop`, both progress indices."""
    if stop <= t or stop > OFF_INDEX:
        return _Cause(Reason.BACKWARDS)
    if stop == OFF_INDEX and (t == ENTRY or (stand.board - (1 << 4 * t)) & OUTSIDE):
        return _Cause(Reason.NOT_HOME)
    orders = list(_orders(stand.left, stop - t, exact=stop < OFF_INDEX))
    if not orders:
        used = any(_orders(stand.search.dice, stop - t, exact=stop < OFF_INDEX))
        return _Cause(Reason.DIE_USED if used else Reason.NO_SUCH_DIE)
    causes = [_walk(stand, t, dice) for dice in orders]
    # A way that is open as such fails by what the rest of the turn demands: that is the reason to tell.
    whole_turn = {Reason.HIGHER_DIE, Reason.FULL_ROLL, Reason.PRIME, Reason.HOME_PRIME}
    return next((cause for cause in causes if cause.reason in whole_turn), causes[0])


def _orders(dice: tuple[int, ...], pips: int, *, exact: bool) -> Iterator[tuple[int, ...]]:
    """The orders of dice that take one checker so many pips, fewest dice first."""
    for count in range(1, len(dice) + 1):
        for order in dict.fromkeys(permutations(dice, count)):
            total = sum(order)
            if total == pips or (not exact and total > pips > total - order[-1]):
                yield order


def _walk(stand: _Stand, t: int, dice: tuple[int, ...]) -> _Cause:
    """Walk one checker by some dice until something is in its way."""
    constraints, only = stand.search.constraints, stand.search.only
    board, left = stand.board, stand.left
    for number, die in enumerate(dice):
        after = dict(constraints.bare_steps(board, die)).get(t)
        if after is None:
            return _obstacle(stand, board, t, die, last=number == len(dice) - 1)
        board, t, left = after, t + die, without(left, die)
        if constraints.every_move and constraints.prime(board):
            return _prime(stand, board)
    if only not in (None, dice[0]):
        return _Cause(Reason.HIGHER_DIE, die=only)
    if _can_go_on(stand.search, board, left):
        return _prime(stand, board)
    return _Cause(Reason.FULL_ROLL)


def _obstacle(stand: _Stand, board: int, t: int, die: int, *, last: bool) -> _Cause:
    """What stands in the way of one checker that cannot move by one die, whatever the rest of the turn."""
    constraints, side = stand.search.constraints, stand.side
    stop = t + die
    if on_bar(board) and t != ENTRY:
        return _Cause(Reason.BAR_FIRST, BAR, side, die)
    if t == 0 and constraints.head_closed(board):
        return _Cause(Reason.HEAD, stand.point(0), die=die)
    if stop < OFF_INDEX and constraints.blocked >> 4 * stop & 1:
        reason = Reason.BLOCKED if last else Reason.STOP_BLOCKED
        return _Cause(reason, stand.point(stop), side.other, die)
    farther = occupied(board) & ((1 << 4 * t) - 1)
    return _Cause(Reason.CHECKER_BEHIND, stand.point(index(farther & -farther)), side, die)


def _can_go_on(search: NextMoves, board: int, left: tuple[int, ...]) -> bool:
    """True if, but for primes, as many dice could still be played as the turn demands."""
    missing = search.most - (len(search.dice) - len(left))
    reached = {board}
    for die in left[: max(0, missing)]:
        reached = {after for each in reached for _, after in search.constraints.bare_steps(each, die)}
    return bool(reached) and missing >= 0


def _prime(stand: _Stand, board: int) -> _Cause:
    """The rule of the prime, with the absolute points of the forbidden one if it stands in a position."""
    reason = Reason.HOME_PRIME if stand.ruleset.prime is PrimeRule.HOME else Reason.PRIME
    primes = stand.search.constraints.prime(board)
    if not primes:
        return _Cause(reason)
    first = index(primes & -primes)
    return _Cause(reason, prime=tuple(stand.point((first + step) % POINTS) for step in range(_PRIME)))
