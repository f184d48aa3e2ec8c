"""Constraints: the limits on moves that stay the same during a turn (R4–R6).

They are the points held by the opponent, the head limit, and the rule against primes: six points in a row,
also called a wall, a blockade or a block (R5).

A *board* during a turn is one integer: the mover's packed checkers in the low bits, and above them the mask
of the points, on the mover's path, where they have hit. Before the first move, and always in the parallel
family, no bit is set above the checkers.
"""

from __future__ import annotations

from typing import Final

from bot.rules.board import BAR_INDEX, CHECKERS, ENTRY, HOME, POINTS, Family, Side
from bot.rules.generator.bits import (
    ALL_OF_SIDE,
    BAR_BIT,
    FINISHED,
    HOME_MASK,
    OFF_BIT,
    OUTSIDE,
    PATH,
    POINT_MASK,
    SIDE_BITS,
    bearing,
    held_twice,
    index,
    mirrored,
    occupied,
    other_view,
    six_in_a_row,
)
from bot.rules.generator.tables import BEARING, moved
from bot.rules.position import Position
from bot.rules.rolls import Roll
from bot.rules.rulesets import HeadRule, PrimeJudged, PrimeRule, RuleSet

_OPPOSED: Final = Family.OPPOSED
_FREE: Final = HeadRule.FREE
_ANY_DOUBLES: Final = HeadRule.ANY_DOUBLES
_NO_PRIME: Final = PrimeRule.NONE
_PAST_RULE: Final = PrimeRule.PAST
_EVERY_MOVE: Final = PrimeJudged.EVERY_MOVE
_PRIME: Final = 6
_LAST_PRIME: Final = POINTS - _PRIME
"""The last progress index of the opponent's path at which a prime can begin (R5)."""

_HALF: Final = POINTS // 2

_PAST: Final = tuple(
    other_view(sum(1 << 4 * i for i in range(max(0, t - _PRIME + 1), _LAST_PRIME + 1))) for t in range(POINTS)
)
"""For each index of the opponent's most advanced checker: the mask, on the mover's path, of places where a
prime must not begin, because that checker has not passed it (R5.2)."""

_BEHIND: Final = tuple(
    other_view(sum(1 << 4 * i for i in range(t + 1, _LAST_PRIME + 1))) for t in range(POINTS)
)
"""For each index of the opponent's rearmost checker: the mask, on the mover's path, of places where a prime
that begins there has that checker behind it (R5.3)."""

_STOPPED_BY_HEAD: Final = frozenset({3, 4, 6})
"""The dice that lead from the head onto the opponent's head in at most four equal moves (R4.2, R4.3)."""


def forbidden_primes(rule: PrimeRule, theirs: int, held: int) -> int:
    """Return the mask, on the mover's path, of places where a prime (wall) must not begin (R5.2–R5.4).

    The mover's moves do not change it, so it holds for the whole turn.

    Args:
        rule: Which primes are forbidden.
        theirs: The opponent's packed checkers.
        held: The mask of the opponent's points, on the opponent's path.
    """
    if rule is _NO_PRIME:
        return 0
    if rule is _PAST_RULE:
        # The most advanced opposing checker decides: if it has not passed a prime, no checker has.
        return 0 if theirs & FINISHED or not held else _PAST[held.bit_length() >> 2]
    if theirs >> 4 * HOME or not held:
        return 0
    return _BEHIND[index(held & -held)]


def head_limit(ruleset: RuleSet, mine: int, blocked: int, roll: Roll) -> int:
    """Return how many checkers may leave the head in this turn (R4).

    For speed, `end_positions` does not call this for two different dice. It relies on the limit being one
    under every rule but `FREE`.

    Args:
        mine: The mover's packed checkers at the start of the turn.
        blocked: The mask of the opponent's points on the mover's path.
    """
    rule = ruleset.head
    if rule is _FREE:
        return CHECKERS
    if roll.high != roll.low:
        return 1
    if rule is _ANY_DOUBLES:
        return 2
    die = roll.high
    if mine != CHECKERS or die not in _STOPPED_BY_HEAD:
        return 1
    if rule is HeadRule.FIRST_STOPPED_BY_HEAD:
        way = sum(1 << 4 * t for t in range(die, _HALF, die))
        if blocked & way or not blocked >> 4 * _HALF & 1:
            return 1
    return 2


def opposing(theirs: int) -> tuple[int, int]:
    """Return two masks on the mover's path in the opposed family: blocked points, and blots to hit.

    Args:
        theirs: The opponent's packed checkers.
    """
    enemy = mirrored(theirs & PATH)
    blocked = held_twice(enemy)
    return blocked, enemy & POINT_MASK & ~blocked


class Constraints:
    """The constraints of one turn, for a search that goes move by move.

    All masks are on the mover's path.

    Attributes:
        blocked: The mask of points where the mover cannot land.
        blots: The mask of points where the mover can hit a single checker.
        heads: How many checkers may leave the head.
        primes: The mask of places where a prime must not begin.
        every_move: True if primes are checked after every move, not only at the end of the turn.
    """

    __slots__ = ("_floor", "_home_blocked", "blocked", "blots", "every_move", "heads", "primes")

    def __init__(
        self,
        mine: int,
        blocked: int,
        blots: int = 0,
        heads: int = CHECKERS,
        primes: int = 0,
        *,
        every_move: bool = False,
    ) -> None:
        self.blocked = blocked
        self.blots = blots
        self.heads = heads
        self.primes = primes
        self.every_move = every_move
        # No checker returns to the head, so the number on it shows how many have left.
        self._floor = max(0, (mine & 15) - heads)
        self._home_blocked = (blocked >> 4 * HOME & HOME_MASK) << 1

    @classmethod
    def of(cls, position: Position, roll: Roll) -> Constraints:
        """Return the constraints on the mover of a position."""
        ruleset, mine, theirs = position.ruleset, position.mine, position.theirs
        if ruleset.family is _OPPOSED:
            return cls(mine, *opposing(theirs))
        enemy = occupied(theirs)
        blocked = other_view(enemy)
        heads = head_limit(ruleset, mine, blocked, roll)
        primes = forbidden_primes(ruleset.prime, theirs, enemy)
        return cls(mine, blocked, 0, heads, primes, every_move=ruleset.prime_judged is _EVERY_MOVE)

    def prime(self, board: int) -> int:
        """Return the mask of the places where forbidden primes begin; 0 if the board is allowed."""
        return self.primes and six_in_a_row(occupied(board)) & self.primes

    def head_closed(self, board: int) -> bool:
        """True if no more checkers may leave the head in this turn."""
        return board & 15 <= self._floor

    def steps(self, board: int, die: int) -> list[tuple[int, int]]:
        """Return every move by one die as (progress index of the checker, board after it), rear first.

        The moves obey the head limit, blocked points, bearing off and, if checked after every move, the
        rule against primes. They may still make it impossible to complete the turn legally.
        """
        found = self.bare_steps(board, die)
        if self.every_move and self.primes:
            return [(t, after) for t, after in found if not self.prime(after)]
        return found

    def bare_steps(self, board: int, die: int) -> list[tuple[int, int]]:
        """Return every move by one die like `steps`, ignoring the rule against primes."""
        if on_bar(board):
            return self._entry(board, die)
        held = occupied(board)
        if board & 15 <= self._floor:
            held &= ~1
        shift = 4 * die
        sources = held & (POINT_MASK ^ self.blocked) >> shift
        blots = self.blots
        found = []
        while sources:
            bit = sources & -sources
            landing = bit << shift
            found.append((index(bit), board - bit + landing | (landing & blots) << SIDE_BITS))
            sources ^= bit
        if not board & OUTSIDE and (bit := bearing(held, die)):
            found.append((index(bit), board - bit + OFF_BIT))
        return found

    def boards(self, board: int, die: int) -> list[int]:
        """Return the board after each of the `steps`; no checker may be on the bar."""
        if not (board & OUTSIDE or self.blots):
            home = board >> 4 * HOME
            held = (home | home >> 1 | home >> 2 | home >> 3) & HOME_MASK
            found = [board + change for change in BEARING[die][held | self._home_blocked]]
        else:
            held = (board | board >> 1 | board >> 2 | board >> 3) & POINT_MASK
            sources = held & (POINT_MASK ^ self.blocked) >> 4 * die
            if board & 15 <= self._floor:
                sources &= ~1
            found = moved(board, sources, self.blots & ~(board >> SIDE_BITS), die)
            if not board & OUTSIDE and (bit := bearing(held, die)):
                found.append(board - bit + OFF_BIT)
        return self.allowed(found) if self.every_move else found

    def allowed(self, boards: list[int]) -> list[int]:
        """Return the boards that have no forbidden prime."""
        return [board for board in boards if not self.prime(board)] if self.primes else boards

    def _entry(self, board: int, die: int) -> list[tuple[int, int]]:
        """Return the move of a checker from the bar with a die; empty if it cannot enter (R6.5)."""
        landing = 1 << 4 * (ENTRY + die)
        if landing & self.blocked:
            return []
        return [(ENTRY, board - BAR_BIT + landing | (landing & self.blots) << SIDE_BITS)]


def on_bar(board: int) -> int:
    """Return how many of the mover's checkers are on the bar."""
    return board >> 4 * BAR_INDEX & 15


def position_after(start: Position, board: int, mover: Side) -> Position:
    """Convert a board to a position, moving checkers that were hit to the bar.

    Args:
        start: The position before the turn.
        board: The board during or after the turn.
        mover: The side to move in the returned position.
    """
    after = start.replaced(start.mover, board & ALL_OF_SIDE, mover)
    hits = board >> SIDE_BITS
    if not hits:
        return after
    hit = start.theirs - mirrored(hits) + hits.bit_count() * BAR_BIT
    return after.replaced(start.mover.other, hit, mover)
