"""A game from the opening throws to its outcome, as a value that events turn into the next (R7, R9)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from bot.rules.errors import GameError, IllegalMove, Reason
from bot.rules.moves import write_moves
from bot.rules.outcomes import Ending, Grade, Outcome, grade_of_loss, grade_on_time, possible_grades
from bot.rules.partial import PartialTurn
from bot.rules.positions import Position, start_position
from bot.rules.rolls import Roll
from bot.rules.rulesets import NextGame, Opening, RuleSet
from bot.rules.sides import CHECKERS, Side

if TYPE_CHECKING:
    from bot.rules.moves import Move

Throws = tuple[tuple[int, int], ...]
"""The opening throws, each White's die and Black's; the last one decides."""

_Player = TypeVar("_Player")


@dataclass(frozen=True, slots=True)
class Rolled:
    """The mover threw the dice."""

    roll: Roll

    def __str__(self) -> str:
        return f"{self.roll.high}{self.roll.low}"


@dataclass(frozen=True, slots=True)
class Played:
    """The mover played a turn; a pass has no moves."""

    moves: tuple[Move, ...]

    def __str__(self) -> str:
        return write_moves(self.moves)


@dataclass(frozen=True, slots=True)
class Resigned:
    """A side resigned at a value, and that was accepted or taken at once (R9.6)."""

    side: Side
    grade: Grade

    def __str__(self) -> str:
        return f"resign {self.grade}"


@dataclass(frozen=True, slots=True)
class DrawAgreed:
    """The players agreed on a draw."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class TimedOut:
    """A side lost on time."""

    side: Side

    def __str__(self) -> str:
        return "timeout"


Event = Rolled | Played | Resigned | DrawAgreed | TimedOut
"""Whatever can happen in a game."""


@dataclass(frozen=True, slots=True)
class GameState:
    """Where a game stands.

    Attributes:
        ruleset: The game.
        position: The board and who is to move; after the end, who would be.
        roll: The dice that wait to be played, or ``None``.
        turns: How many turns have been played, passes included.
        outcome: How it ended, or ``None`` while it goes on.
    """

    ruleset: RuleSet
    position: Position
    roll: Roll | None = None
    turns: int = 0
    outcome: Outcome | None = None

    @classmethod
    def begin(cls, ruleset: RuleSet, throws: Throws | None = None) -> GameState:
        """The game before the first turn.

        Args:
            ruleset: The game.
            throws: The opening throws (R7.1), each White's die and Black's. ``None`` if the starter
                was named or follows from the last game.

        Raises:
            GameError: The throws do not decide, or not for White (R7.5).
        """
        position = start_position(ruleset)
        if throws is None:
            return cls(ruleset, position)
        try:
            rolls = [Roll(white, black) for white, black in throws]
        except ValueError as error:
            raise GameError(str(error)) from error
        if not throws or throws[-1][0] <= throws[-1][1] or not all(each.is_double for each in rolls[:-1]):
            raise GameError("the last opening throw, and only that, must be higher for White")
        return cls(ruleset, position, rolls[-1] if ruleset.opening is Opening.KEEP else None)

    @property
    def mover(self) -> Side:
        """Who is to roll or to play."""
        return self.position.mover

    @property
    def is_last_turn(self) -> bool:
        """Whether White has finished and Black has his last turn (R9.3)."""
        return self.outcome is None and self.position.off(Side.WHITE) == CHECKERS

    def after(self, event: Event) -> GameState:
        """The game after one more event.

        Raises:
            GameError: The event cannot happen now.
            IllegalMove: The moves of a turn are not legal, or not all of it.
        """
        if self.outcome is not None:
            raise GameError("the game is over")
        match event:
            case Rolled(roll):
                if self.roll is not None:
                    raise GameError(f"the dice are thrown already: {self.roll}")
                return replace(self, roll=roll)
            case Played(moves):
                return self._after_turn(moves)
            case Resigned(side, grade):
                if grade not in resignations(self, side):
                    raise GameError(f"{side} cannot lose by {grade} from here")
                return self._ended(Outcome(side.other, grade, Ending.RESIGNED))
            case TimedOut(side):
                if self.position.off(side) == CHECKERS:
                    raise GameError(f"{side} has finished and has no time to lose")
                grade = grade_on_time(self.ruleset, self.position, side)
                return self._ended(Outcome(side.other, grade, Ending.TIMEOUT))
            case DrawAgreed():
                return self._ended(Outcome(None, None, Ending.DRAW))

    def _ended(self, outcome: Outcome) -> GameState:
        return replace(self, outcome=outcome)

    def _after_turn(self, moves: tuple[Move, ...]) -> GameState:
        if self.roll is None:
            raise GameError("the dice are not thrown yet")
        partial = PartialTurn.begin(self.ruleset, self.position, self.roll)
        for move in moves:
            partial = partial.play(move)
        if not partial.is_complete:
            reason = Reason.INCOMPLETE if moves else Reason.NOT_A_PASS
            raise IllegalMove(reason, possible=partial.next_moves())
        position = replace(partial.position, mover=self.mover.other)
        after = GameState(self.ruleset, position, None, self.turns + 1)
        return replace(after, outcome=after._result())

    def _result(self) -> Outcome | None:
        """What has just been played to its end, if anything (R9.1–R9.3, R9.5)."""
        white, black = (self.position.off(side) == CHECKERS for side in Side)
        if white and black:
            return Outcome(None, None, Ending.BOTH_OFF)
        waits = white and self.ruleset.last_turn and self.position.mover is Side.BLACK
        if not (white or black) or waits:
            return None
        winner = Side.WHITE if white else Side.BLACK
        return Outcome(winner, grade_of_loss(self.ruleset, self.position, winner.other), Ending.BORNE_OFF)


def resignations(state: GameState, side: Side) -> tuple[Grade, ...]:
    """The values at which a side may resign now, lowest first; the last one is taken at once (R9.6)."""
    if state.outcome is not None:
        return ()
    return possible_grades(state.ruleset, state.position, side)


def next_starter(
    ruleset: RuleSet, last_white: _Player, last_black: _Player, winner: _Player | None
) -> _Player | None:
    """Who is White, and so starts, in the next game between the same players (R8.2).

    Args:
        ruleset: The game.
        last_white: Who was White.
        last_black: Who was Black.
        winner: Who won, or ``None`` for a draw.

    Returns:
        One of the two, or ``None`` if opening throws decide.
    """
    match ruleset.next_game:
        case NextGame.SWAP:
            return last_black
        case NextGame.WINNER:
            return last_white if winner is None else winner
        case NextGame.ROLL_AGAIN:
            return None
