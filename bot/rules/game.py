"""Game: from the opening rolls to its outcome, as a value that events turn into the next (R7–R9)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

from bot.rules.board import CHECKERS, Side
from bot.rules.cube import Cube
from bot.rules.errors import GameFault, GameFaultKind, IllegalMove, Reason
from bot.rules.events import (
    Cause,
    Chosen,
    Doubled,
    DrawAgreed,
    Dropped,
    Event,
    Opened,
    OpeningRolls,
    Played,
    Resigned,
    Rolled,
    TimedOut,
    Took,
)
from bot.rules.outcomes import (
    Ending,
    Outcome,
    grade_of_loss,
    grade_on_time,
    possible_grades,
)
from bot.rules.position import Position, start_position
from bot.rules.rolls import Roll
from bot.rules.rulesets import Grade, NextGame, Opening, RuleSet
from bot.rules.turn_in_progress import PartialTurn
from bot.rules.written_turns import play_written

_Player = TypeVar("_Player")


@dataclass(frozen=True, slots=True)
class Game:
    """Where a game stands.

    Attributes:
        position: The board and who is to move; after the end, who would be.
        roll: The dice that wait to be played, or `None`.
        turns: How many turns have been played, passes included.
        outcome: How it ended, or `None` while it goes on.
        cube: The doubling cube, or `None` if there is none in this game.
        choice: The two dice that decided who starts, while White may still keep them (R7.3).
    """

    position: Position
    roll: Roll | None = None
    turns: int = 0
    outcome: Outcome | None = None
    cube: Cube | None = None
    choice: Roll | None = None

    @classmethod
    def begin(
        cls, ruleset: RuleSet, opening_rolls: OpeningRolls | None = None, *, cube: bool = False
    ) -> Game:
        """The game before the first turn.

        Args:
            ruleset: The game.
            opening_rolls: The opening rolls (R7.1), each White's die and Black's. `None` if the starter
                was named or follows from the last game.
            cube: Whether the game has a doubling cube (R8.3).

        Raises:
            GameFault: The rolls do not decide, or not for White (R7.5); the rule set knows no cube.
        """
        if cube and not ruleset.cube:
            raise GameFault(GameFaultKind.CUBE, f"{ruleset} is played without a cube")
        start = cls(start_position(ruleset), cube=Cube() if cube else None)
        if opening_rolls is None:
            return start
        try:
            rolls = [Roll(white, black) for white, black in opening_rolls]
        except ValueError as error:
            raise GameFault(GameFaultKind.OPENING, str(error)) from error
        if (
            not opening_rolls
            or opening_rolls[-1][0] <= opening_rolls[-1][1]
            or not all(each.is_double for each in rolls[:-1])
        ):
            raise GameFault(GameFaultKind.OPENING, "only the last roll must be higher, and that for White")
        match ruleset.opening:
            case Opening.KEEP:
                return replace(start, roll=rolls[-1])
            case Opening.CHOICE:
                return replace(start, choice=rolls[-1])
            case Opening.REROLL:
                return start

    @property
    def ruleset(self) -> RuleSet:
        """The game that is played."""
        return self.position.ruleset

    @property
    def mover(self) -> Side:
        """Who is to roll or to play."""
        return self.position.mover

    @property
    def to_act(self) -> Side | None:
        """Who must act now: the mover, or whoever is asked to take a double; nobody after the end."""
        if self.outcome is not None:
            return None
        return self.mover.other if self.is_doubled else self.mover

    @property
    def is_doubled(self) -> bool:
        """True if a double waits for its answer."""
        return self.cube is not None and self.cube.offered

    @property
    def may_double(self) -> bool:
        """True if the mover may double now: before a roll, with a cube that is his or in the middle."""
        before_roll = self.roll is None and self.choice is None and not self.is_last_turn
        return (
            self.outcome is None
            and before_roll
            and self.cube is not None
            and self.cube.may_double(self.mover)
        )

    @property
    def is_last_turn(self) -> bool:
        """True if White has finished and Black has his last turn (R9.3)."""
        return self.outcome is None and self.position.off(Side.WHITE) == CHECKERS

    def begin_turn(self) -> PartialTurn:
        """The turn with the dice that wait to be played, nothing moved yet.

        Raises:
            GameFault: There are no dice to play.
        """
        if self.roll is None or self.outcome is not None:
            raise GameFault(GameFaultKind.DICE, "there are no dice to play")
        return PartialTurn.begin(self.position, self.roll)

    def turn_of(self, event: Played) -> PartialTurn:
        """What the routes of a turn mean on this board: the turn with all its moves.

        Raises:
            GameFault: There are no dice to play.
            IllegalMove: The routes are not legal, or not a whole turn.
        """
        return play_written(self.begin_turn(), event.routes, whole=True)

    def after(self, event: Event) -> Game:
        """The game after one more event. What is only told (see `events`) changes nothing in it.

        Raises:
            GameFault: The event cannot happen now.
            IllegalMove: The routes of a turn are not legal, or not all of it.
        """
        if self.outcome is not None:
            raise GameFault(GameFaultKind.OUT_OF_TURN, "the game is over")
        match event:
            case Chosen() | Doubled() | Took() | Dropped():
                return self._before_roll(event)
            case Opened():
                raise GameFault(GameFaultKind.OPENING, "the game has begun")
            case Rolled():
                return self._after_roll(event)
            case Played():
                return self.after_turn(self.turn_of(event))
            case Resigned() | TimedOut():
                return self._given_up(event)
            case DrawAgreed():
                return replace(self, outcome=Outcome(None, None, Ending.DRAW))
        return self

    def _after_roll(self, event: Rolled) -> Game:
        if event.cause is Cause.KEPT and event.roll == self.roll:
            return self
        if self.roll is not None:
            raise GameFault(GameFaultKind.DICE, f"the dice are rolled already: {self.roll}")
        if self.is_doubled:
            raise GameFault(GameFaultKind.CUBE, "the double must be taken or dropped first")
        return replace(self, roll=event.roll, choice=None)

    def after_turn(self, turn: PartialTurn) -> Game:
        """The game after a turn that was begun in it, as after its event.

        Raises:
            GameFault: There are no dice to play, or it is a turn of another position or roll.
            IllegalMove: More of the turn can be played.
        """
        if self.roll is None or self.outcome is not None:
            raise GameFault(GameFaultKind.DICE, "there are no dice to play")
        if (turn.start, turn.roll) != (self.position, self.roll):
            raise GameFault(GameFaultKind.OUT_OF_TURN, "the turn was begun elsewhere")
        if not turn.is_complete:
            reason = Reason.INCOMPLETE if turn.moves else Reason.NOT_A_PASS
            raise IllegalMove(reason, possible=turn.next_moves())
        position = turn.position.passed()
        return replace(
            self, position=position, roll=None, turns=self.turns + 1, outcome=self._result(position)
        )

    def _given_up(self, event: Resigned | TimedOut) -> Game:
        """The game lost by a side that resigns or has no time left (R9.6)."""
        side = event.side
        if isinstance(event, Resigned):
            if event.grade not in resignations(self, side):
                raise GameFault(GameFaultKind.GRADE, f"{side} cannot lose by {event.grade} from here")
            return self._lost(side, event.grade, Ending.RESIGNED)
        if self.position.off(side) == CHECKERS:
            raise GameFault(GameFaultKind.GRADE, f"{side} has finished and has no time to lose")
        return self._lost(side, grade_on_time(self.position, side), Ending.TIMEOUT)

    def _before_roll(self, event: Chosen | Doubled | Took | Dropped) -> Game:
        """The game after an event that belongs before a roll (R7.3, R8.3)."""
        match event:
            case Chosen(keep):
                if self.choice is None:
                    raise GameFault(GameFaultKind.OPENING, "there is no opening roll to choose about")
                return replace(self, roll=self.choice if keep else None, choice=None)
            case Doubled():
                if self.cube is None or not self.may_double:
                    raise GameFault(GameFaultKind.CUBE, f"{self.mover} may not double now")
                return replace(self, cube=self.cube.doubled_by(self.mover))
        if self.cube is None or not self.cube.offered:
            raise GameFault(GameFaultKind.CUBE, "no double waits for an answer")
        if isinstance(event, Took):
            return replace(self, cube=self.cube.taken_by(self.mover.other))
        return self._lost(self.mover.other, self.ruleset.scoring.lowest, Ending.DROPPED)

    def _lost(self, loser: Side, grade: Grade, ending: Ending) -> Game:
        """The game won by the other side; a double that waits for its answer counts nothing yet."""
        return replace(self, outcome=Outcome(loser.other, grade, ending, self._cube_value))

    @property
    def _cube_value(self) -> int:
        return 1 if self.cube is None else self.cube.value

    def _result(self, position: Position) -> Outcome | None:
        """What has just been played to its end, if anything (R9.1–R9.3, R9.5)."""
        white, black = (position.off(side) == CHECKERS for side in Side)
        if white and black:
            return Outcome(None, None, Ending.BOTH_OFF)
        waits = white and self.ruleset.last_turn and position.mover is Side.BLACK
        if not (white or black) or waits:
            return None
        winner = Side.WHITE if white else Side.BLACK
        grade = grade_of_loss(position, winner.other)
        return Outcome(winner, grade, Ending.BORNE_OFF, self._cube_value)


def resignations(state: Game, side: Side) -> tuple[Grade, ...]:
    """The values at which a side may resign now, lowest first; the last one is taken at once (R9.6)."""
    if state.outcome is not None:
        return ()
    return possible_grades(state.position, side)


def next_starter(
    ruleset: RuleSet, last_white: _Player, last_black: _Player, winner: _Player | None
) -> _Player | None:
    """Who is White, and so starts, in the next game between the same players (R8.2).

    Args:
        ruleset: The game.
        last_white: Who was White.
        last_black: Who was Black.
        winner: Who won, or `None` for a draw.

    Returns:
        One of the two, or `None` if opening rolls decide.
    """
    match ruleset.next_game:
        case NextGame.SWAP:
            return last_black
        case NextGame.WINNER:
            return last_white if winner is None else winner
        case NextGame.ROLL_AGAIN:
            return None
