"""Reasons: finds the rule that forbids a move, and what is possible instead (R10.2)."""

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
    """A reason with its details; the fields are those of `IllegalMove`."""

    reason: Reason
    point: int | None = None
    holder: Side | None = None
    die: int | None = None
    prime: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _TurnState:
    """A moment in a turn: the search for legal moves, the current board, and the dice left."""

    search: NextMoves
    board: int
    left: tuple[int, ...]

    @property
    def ruleset(self) -> RuleSet:
        """The rule set being played."""
        return self.search.start.ruleset

    @property
    def side(self) -> Side:
        """The side to move."""
        return self.search.start.mover

    def point(self, t: int) -> int:
        """Return the absolute number of progress index `t` on the mover's path."""
        return self.ruleset.family.point(self.side, t)


def explain(
    search: NextMoves, board: int, left: tuple[int, ...], start: int, stop: int | None = None
) -> IllegalMove | None:
    """Return why a checker cannot go from one place to another, or None if it can.

    The error lists what is possible instead.

    Args:
        search: The search for legal moves of this turn.
        board: The current board (see `generator.constraints`).
        left: The dice not yet played.
        start: Absolute point 1–24, or `BAR`.
        stop: Absolute point 1–24 or `OFF`, reached with one die or several. None asks why the checker has
            no legal move.
    """
    offered = search.next_moves(board, left)
    here = tuple(move for move in offered if move.start == start)
    if (here and stop is None) or any(move.stop == stop for move in here):
        return None
    if any((route[0].start, route[-1].stop) == (start, stop) for route in search.next_routes(board, left)):
        return None
    cause = _cause(_TurnState(search, board, left), start, stop)
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


def _cause(state: _TurnState, start: int, stop: int | None) -> _Cause:
    """Return the reason to report for an impossible move, checking the simplest reasons first."""
    search, side, family = state.search, state.side, state.ruleset.family
    position = position_after(search.start, state.board, side)
    if start == OFF or not position.count(side, t := family.progress(side, start)):
        if start != OFF and position.count(side.other, family.progress(side.other, start)):
            return _Cause(Reason.OTHERS_CHECKER, start, side.other)
        return _Cause(Reason.NO_CHECKER, start)
    if search.is_complete(state.board, state.left) and not search.must_pass:
        return _Cause(Reason.TURN_COMPLETE)
    if start != BAR and on_bar(state.board):
        return _Cause(Reason.BAR_FIRST, BAR, side)
    if stop is None and search.must_pass:
        return _Cause(Reason.NOTHING_POSSIBLE)
    t = ENTRY if start == BAR else t
    # If no end was given, the reason is the one for the larger die.
    return _between(
        state, t, min(t + state.left[0], OFF_INDEX) if stop is None else family.progress(side, stop)
    )


def _between(state: _TurnState, t: int, stop: int) -> _Cause:
    """Return the reason why the checker at progress index `t` cannot go to index `stop`."""
    if stop <= t or stop > OFF_INDEX:
        return _Cause(Reason.BACKWARDS)
    if stop == OFF_INDEX and (t == ENTRY or (state.board - (1 << 4 * t)) & OUTSIDE):
        return _Cause(Reason.NOT_HOME)
    orders = list(_orders(state.left, stop - t, exact=stop < OFF_INDEX))
    if not orders:
        used = any(_orders(state.search.dice, stop - t, exact=stop < OFF_INDEX))
        return _Cause(Reason.DIE_USED if used else Reason.NO_SUCH_DIE)
    causes = [_walk(state, t, dice) for dice in orders]
    # If some order of dice is open on the board, then only a rule about the whole turn forbids the move.
    # That reason helps the player more than an obstacle met in another order.
    whole_turn = {Reason.HIGHER_DIE, Reason.FULL_ROLL, Reason.PRIME, Reason.HOME_PRIME}
    return next((cause for cause in causes if cause.reason in whole_turn), causes[0])


def _orders(dice: tuple[int, ...], pips: int, *, exact: bool) -> Iterator[tuple[int, ...]]:
    """Yield the orders of dice that move one checker `pips` pips, fewest dice first.

    Args:
        exact: False when bearing off, where a larger total is allowed.
    """
    for count in range(1, len(dice) + 1):
        for order in dict.fromkeys(permutations(dice, count)):
            total = sum(order)
            if total == pips or (not exact and total > pips > total - order[-1]):
                yield order


def _walk(state: _TurnState, t: int, dice: tuple[int, ...]) -> _Cause:
    """Move one checker by the dice in order, and return the first reason that stops it."""
    constraints, only = state.search.constraints, state.search.only
    board, left = state.board, state.left
    for number, die in enumerate(dice):
        after = dict(constraints.bare_steps(board, die)).get(t)
        if after is None:
            return _obstacle(state, board, t, die, last=number == len(dice) - 1)
        board, t, left = after, t + die, without(left, die)
        if constraints.every_move and constraints.prime(board):
            return _prime(state, board)
    if only not in (None, dice[0]):
        return _Cause(Reason.HIGHER_DIE, die=only)
    if _can_go_on(state.search, board, left):
        return _prime(state, board)
    return _Cause(Reason.FULL_ROLL)


def _obstacle(state: _TurnState, board: int, t: int, die: int, *, last: bool) -> _Cause:
    """Return the reason why one checker cannot move by one die, ignoring the rest of the turn."""
    constraints, side = state.search.constraints, state.side
    stop = t + die
    if on_bar(board) and t != ENTRY:
        return _Cause(Reason.BAR_FIRST, BAR, side, die)
    if t == 0 and constraints.head_closed(board):
        return _Cause(Reason.HEAD, state.point(0), die=die)
    if stop < OFF_INDEX and constraints.blocked >> 4 * stop & 1:
        reason = Reason.BLOCKED if last else Reason.STOP_BLOCKED
        return _Cause(reason, state.point(stop), side.other, die)
    farther = occupied(board) & ((1 << 4 * t) - 1)
    return _Cause(Reason.CHECKER_BEHIND, state.point(index(farther & -farther)), side, die)


def _can_go_on(search: NextMoves, board: int, left: tuple[int, ...]) -> bool:
    """True if the required number of dice could still be played, ignoring the rule against primes."""
    missing = search.most - (len(search.dice) - len(left))
    reached = {board}
    for die in left[: max(0, missing)]:
        reached = {after for each in reached for _, after in search.constraints.bare_steps(each, die)}
    return bool(reached) and missing >= 0


def _prime(state: _TurnState, board: int) -> _Cause:
    """Return the prime reason, with the six points if the board has a forbidden prime."""
    reason = Reason.HOME_PRIME if state.ruleset.prime is PrimeRule.HOME else Reason.PRIME
    primes = state.search.constraints.prime(board)
    if not primes:
        return _Cause(reason)
    first = index(primes & -primes)
    return _Cause(reason, prime=tuple(state.point((first + step) % POINTS) for step in range(_PRIME)))
