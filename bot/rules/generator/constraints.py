"""Constraints: what does not change during a turn, as points held, head limit, forbidden primes (R4–R6).

A *board* in mid-turn is one integer: the mover's packed checkers, and above them the mask of the points,
on the mover's path, where he has hit. In the parallel family nobody is hit, and it is the packed checkers
alone; at the beginning of a turn it always is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.rules.board import BAR_INDEX, CHECKERS, ENTRY, HOME, OFF_INDEX, POINTS, Family
from bot.rules.generator.bits import (
    ALL_OF_SIDE,
    BAR_BIT,
    FINISHED,
    OFF_BIT,
    OUTSIDE,
    POINT_MASK,
    SIDE_BITS,
    WITHIN,
    held_twice,
    index,
    mirrored,
    occupied,
    other_view,
    six_in_a_row,
)
from bot.rules.rulesets import HeadRule, PrimeJudged, PrimeRule, RuleSet

if TYPE_CHECKING:
    from bot.rules.board import Side
    from bot.rules.position import Position
    from bot.rules.rolls import Roll

_OPPOSED: Final = Family.OPPOSED
_PRIME: Final = 6
_LAST_PRIME: Final = POINTS - _PRIME
"""The last index of the opponent's path at which a prime can begin (R5)."""

_HALF: Final = POINTS // 2

_PAST: Final = tuple(
    other_view(sum(1 << 4 * i for i in range(max(0, t - _PRIME + 1), _LAST_PRIME + 1))) for t in range(POINTS)
)
"""By the opponent's most advanced checker: where, on the mover's path, a prime must not begin (R5.2)."""

_BEHIND: Final = tuple(
    other_view(sum(1 << 4 * i for i in range(t + 1, _LAST_PRIME + 1))) for t in range(POINTS)
)
"""By the opponent's rearmost checker: where a prime has it behind (R5.3)."""

_STOPPED_BY_HEAD: Final = frozenset({3, 4, 6})
"""The dice whose multiples lead from the head to the opponent's head in at most four moves (R4.2, R4.3)."""


def forbidden_primes(rule: PrimeRule, theirs: int, held: int) -> int:
    """Where on the mover's path six in a row must not begin; the same throughout a turn (R5.2–R5.4).

    Args:
        rule: Which primes are forbidden.
        theirs: The opponent's packed checkers.
        held: The mask of the points that they hold, on their own path.
    """
    if rule is PrimeRule.NONE:
        return 0
    if rule is PrimeRule.PAST:
        # Only the most advanced opposing checker counts: a prime that it has not passed nobody has.
        return 0 if theirs & FINISHED or not held else _PAST[index(held)]
    if theirs >> 4 * HOME or not held:
        return 0
    return _BEHIND[index(held & -held)]


def head_limit(ruleset: RuleSet, mine: int, blocked: int, roll: Roll) -> int:
    """How many checkers may leave the head in this turn (R4).

    Every search asks here; that with two different dice it is one wherever there is a rule at all,
    ``end_positions`` knows by itself.

    Args:
        ruleset: The game.
        mine: The mover's packed checkers at the start of the turn.
        blocked: The mask of the opponent's points on the mover's path.
        roll: The dice.
    """
    rule = ruleset.head
    if rule is HeadRule.FREE:
        return CHECKERS
    if roll.high != roll.low:
        return 1
    if rule is HeadRule.ANY_DOUBLES:
        return 2
    die = roll.high
    if mine != CHECKERS or die not in _STOPPED_BY_HEAD:
        return 1
    if rule is HeadRule.FIRST_STOPPED_BY_HEAD:
        way = sum(1 << 4 * t for t in range(die, _HALF, die))
        if blocked & way or not blocked >> 4 * _HALF & 1:
            return 1
    return 2


class Constraints:
    """The constraints of one turn, for searches that go move by move.

    Attributes:
        blocked: The mask of the points, on the mover's path, where the opponent does not let him land.
        blots: The mask of those where a single checker can be hit.
        primes: Where on the mover's path six in a row must not begin.
        every_move: Whether that is judged after every move.
        heads: How many checkers may leave the head.
    """

    __slots__ = ("_floor", "blocked", "blots", "every_move", "heads", "primes")

    def __init__(self, ruleset: RuleSet, mine: int, theirs: int, roll: Roll) -> None:
        enemy = occupied(theirs)
        if ruleset.family is _OPPOSED:
            points = held_twice(theirs)
            self.blocked = mirrored(points)
            self.blots = mirrored(enemy & ~points)
        else:
            self.blocked = other_view(enemy)
            self.blots = 0
        self.primes = forbidden_primes(ruleset.prime, theirs, enemy)
        self.every_move = ruleset.prime_judged is PrimeJudged.EVERY_MOVE
        self.heads = head_limit(ruleset, mine, self.blocked, roll)
        # How many have left the head follows from how many stand there: nothing returns to it.
        self._floor = max(0, (mine & 15) - self.heads)

    @classmethod
    def of(cls, position: Position, roll: Roll) -> Constraints:
        """The constraints on the mover of a position."""
        return cls(position.ruleset, position.mine, position.theirs, roll)

    def prime(self, board: int) -> int:
        """The mask of where forbidden primes begin on the mover's path; 0 if the position is allowed."""
        return self.primes and six_in_a_row(occupied(board)) & self.primes

    def head_closed(self, board: int) -> bool:
        """Whether no further checker may leave the head."""
        return board & 15 <= self._floor

    def steps(self, board: int, die: int) -> list[tuple[int, int]]:
        """Every move by one die: (progress index of the checker, board after it), rear first.

        Head, blocks, bearing off and, where primes are judged after every move, primes are respected;
        what the rest of the turn demands is not.
        """
        found = self.bare_steps(board, die)
        if self.every_move and self.primes:
            return [(t, after) for t, after in found if not self.prime(after)]
        return found

    def bare_steps(self, board: int, die: int) -> list[tuple[int, int]]:
        """As ``steps``, with no regard to primes."""
        if on_bar(board):
            return self._entry(board, die)
        held = occupied(board)
        if board & 15 <= self._floor:
            held &= ~1
        shift = 4 * die
        sources = held & ~(self.blocked >> shift) & WITHIN[die]
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

    def _entry(self, board: int, die: int) -> list[tuple[int, int]]:
        """The move of a checker from the bar, if it can enter with a die (R6.5)."""
        landing = 1 << 4 * (ENTRY + die)
        if landing & self.blocked:
            return []
        return [(ENTRY, board - BAR_BIT + landing | (landing & self.blots) << SIDE_BITS)]


def on_bar(board: int) -> int:
    """How many of the mover's checkers are on the bar."""
    return board >> 4 * BAR_INDEX & 15


def position_after(start: Position, board: int, mover: Side) -> Position:
    """The position that a board is.

    Args:
        start: The position before the turn.
        board: The board in mid-turn or at its end.
        mover: Who is to move in the position to be returned.
    """
    after = start.replaced(start.mover, board & ALL_OF_SIDE, mover)
    hits = board >> SIDE_BITS
    if not hits:
        return after
    hit = start.theirs - mirrored(hits) + hits.bit_count() * BAR_BIT
    return after.replaced(start.mover.other, hit, mover)


def bearing(held: int, die: int) -> int:
    """The bit of the checker that a die bears off when all are home, or 0 (R6.2, R6.3).

    Args:
        held: The mask of the mover's points, all in the home.
        die: The die.
    """
    exact = 1 << 4 * (OFF_INDEX - die)
    farther = held & (exact - 1)
    if held & exact:
        return exact
    return 0 if farther else held & -held & POINT_MASK
