"""A plain player that looks at the board after each possible turn and takes the best-looking one.

Sides are packed, four bits for each place of a side's own path, and masks have one bit for each point (see
`bot.rules.generator.bits`), so that evaluating a board takes few operations.
"""

from __future__ import annotations

from bot.engine import MONEY, Score
from bot.rules import Family, Game, Grade, Side, Turn, legal_turns
from bot.rules.generator.bits import occupied, other_view
from tests import opposed_evaluation

_POINTS = 24
_HOME = 18
_OFF = 24
_PIECE = 3
"""Evaluation looks up three places at a time."""

_TAKES = 8
_KEEPS = 8

# Weights, in pips.
_ON_HEAD = 1.2
_TOO_MANY_ON_A_POINT = 0.4
_BORNE_OFF = 3.0
_POINT_OUTSIDE = 1.1
_IN_A_ROW = (0.5, 1.0, 1.5, 1.0, 1.0)
"""For two, three, four, five and six points in a row in front of the opponent's rearmost checker."""


class PlainStrategy:
    """Weighs pips, held points, primes in front of the opponent, and checkers on the head.

    If the sides travel against each other, it also weighs hits (see `tests.opposed_evaluation`).
    """

    def choose(self, state: Game) -> Turn:
        """Return the turn that looks best.

        Raises:
            ValueError: there is no roll, or it allows no turn.
        """
        if state.roll is None:
            raise ValueError("the dice are not rolled")
        turns = legal_turns(state.position, state.roll)
        side, theirs = state.position.mover, state.position.theirs
        if state.ruleset.family is Family.OPPOSED:
            worth = [
                opposed_evaluation.evaluate(end.bits(side), end.bits(side.other)) for end in turns.positions()
            ]
        else:
            worth = [evaluate(end, theirs) for end in turns.boards]
        return turns[worth.index(max(worth))]

    def agrees_to_draw(self, state: Game, side: Side, score: Score = MONEY) -> bool:  # noqa: ARG002 (a better strategy weighs the score)
        """Agree when clearly behind in the race."""
        return state.position.pips(side) > state.position.pips(side.other) + 20

    def accepts_resignation(
        self,
        state: Game,
        side: Side,
        grade: Grade,  # noqa: ARG002 (a better strategy weighs it)
        score: Score = MONEY,  # noqa: ARG002 (as above)
    ) -> bool:
        """Accept when the opponent is likely to bear off a checker in time."""
        loser = side.other
        home = sum(state.position.count(loser, t) for t in range(_HOME, _POINTS))
        return home >= 10 or state.position.pips(side) > 60

    def doubles(self, state: Game, score: Score = MONEY) -> bool:  # noqa: ARG002 (a better strategy looks at the board)
        """Leave the cube alone."""
        return False

    def takes_double(self, state: Game, side: Side, score: Score = MONEY) -> bool:  # noqa: ARG002 (a better strategy weighs the score)
        """Take with at most an eighth more pips to go than the doubler.

        In a race, dropping becomes cheaper at about that point; primes and heads are not weighed.
        """
        mine, theirs = state.position.pips(side), state.position.pips(side.other)
        return _TAKES * (mine - theirs) <= theirs

    def keeps_roll(self, state: Game) -> bool:
        """Keep a roll that is worth more pips than half of all rolls."""
        return state.choice is not None and state.choice.high + state.choice.low >= _KEEPS


def evaluate(mine: int, theirs: int) -> float:
    """Return the value of a board of the parallel family for the side that has just moved, in pips.

    Args:
        mine: the side's packed checkers.
        theirs: the opponent's packed checkers.
    """
    held = occupied(mine)
    value = _POINT_OUTSIDE * (held & _OUTSIDE_BUT_HEAD).bit_count()
    rest = mine
    for piece in _WORTH:
        value += piece[rest & _PIECE_BITS]
        rest >>= 4 * _PIECE
    their_points = occupied(theirs)
    rearmost = their_points & -their_points
    # The points in front of the opponent's rearmost checker; none if all their checkers are off.
    return value + opposed_evaluation.in_a_row(other_view(held) & -(rearmost << 4), _IN_A_ROW)


def _worth_of(t: int, count: int) -> float:
    """Return the value of `count` checkers on one place of the path by themselves."""
    if t == _OFF:
        return _BORNE_OFF * count
    value = -float((_POINTS - t) * count)
    if t == 0:
        return value - _ON_HEAD * count
    return value - (_TOO_MANY_ON_A_POINT * max(count - 3, 0) if t < _HOME else 0)


_PIECE_BITS = (1 << 4 * _PIECE) - 1
_OUTSIDE_BUT_HEAD = sum(1 << 4 * t for t in range(1, _HOME))
_WORTH = tuple(
    tuple(
        sum(
            _worth_of(first + place, piece >> 4 * place & 15)
            for place in range(_PIECE)
            if first + place <= _OFF
        )
        for piece in range(_PIECE_BITS + 1)
    )
    for first in range(0, _OFF + 1, _PIECE)
)
