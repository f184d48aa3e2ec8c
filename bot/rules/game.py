"""Game: the state of a game from the opening rolls to its outcome (R7–R9).

A `Game` is immutable; each event gives the next one.
"""

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
    Offered,
    Opened,
    OpeningRolls,
    Paused,
    Played,
    RaceBegun,
    Refused,
    Resigned,
    Resumed,
    Rolled,
    TimedOut,
    Took,
    Withdrawn,
)
from bot.rules.notation import parse_moves
from bot.rules.outcomes import (
    Ending,
    Outcome,
    grade_of_loss,
    grade_on_time,
    possible_grades,
)
from bot.rules.position import Position, start_position, write_position
from bot.rules.rolls import Roll
from bot.rules.rulesets import Grade, NextGame, Opening, RuleSet
from bot.rules.turn_in_progress import PartialTurn
from bot.rules.turns import LegalTurns, Turn, legal_turns
from bot.rules.written_turns import play_written

_Player = TypeVar("_Player")


@dataclass(frozen=True, slots=True, repr=False)
class Game:
    """The state of a game.

    Begin one with `Game.begin`. `rolled`, `play` and `after` return the next state.

    >>> game = Game.begin("long").rolled(6, 5)
    >>> game
    <Game long 24:15 / 12:15 w 6-5, turns played: 0>
    >>> game.legal_turns()[0]
    <Turn 24/13>
    >>> game.play("24/13")
    <Game long 24:14,13:1 / 12:15 b, turns played: 1>

    Attributes:
        position: The board and the side to move; after the end, the side that would have moved next.
        roll: The rolled dice that are not played yet, or None.
        turns: How many turns have been played, including passes.
        outcome: The result, or None while the game goes on.
        cube: The doubling cube, or None if this game has none.
        choice: The two opening dice while White may still keep them, else None (R7.3).
    """

    position: Position
    roll: Roll | None = None
    turns: int = 0
    outcome: Outcome | None = None
    cube: Cube | None = None
    choice: Roll | None = None

    @classmethod
    def begin(
        cls, ruleset: RuleSet | str, opening_rolls: OpeningRolls | None = None, *, cube: bool = False
    ) -> Game:
        """Return a new game, before the first turn.

        Args:
            ruleset: A rule set, or its name.
            opening_rolls: Pairs of White's die and Black's (R7.1), or None if the starter was agreed on or
                follows from the last game.
            cube: True to play with a doubling cube (R8.3).

        Raises:
            GameFault: The opening rolls do not make White the starter (R7.5), or the rule set has no cube.
            ValueError: There is no rule set of that name.
        """
        if isinstance(ruleset, str):
            ruleset = RuleSet.parse(ruleset)
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

    def __repr__(self) -> str:
        result = "" if self.outcome is None else f", {self.outcome}"
        position = write_position(self.position, self.roll)
        return f"<Game {self.ruleset} {position}, turns played: {self.turns}{result}>"

    @property
    def ruleset(self) -> RuleSet:
        """The rule set being played."""
        return self.position.ruleset

    @property
    def mover(self) -> Side:
        """The side to roll or to play."""
        return self.position.mover

    @property
    def to_act(self) -> Side | None:
        """The side that must act: the mover, or the opponent if doubled; None after the end."""
        if self.outcome is not None:
            return None
        return self.mover.other if self.is_doubled else self.mover

    @property
    def is_doubled(self) -> bool:
        """True if a double has been offered and not answered yet."""
        return self.cube is not None and self.cube.offered

    @property
    def may_double(self) -> bool:
        """True if the mover may double: before the roll, with the cube their own or in the middle."""
        before_roll = self.roll is None and self.choice is None and not self.is_last_turn
        return (
            self.outcome is None
            and before_roll
            and self.cube is not None
            and self.cube.may_double(self.mover)
        )

    @property
    def is_last_turn(self) -> bool:
        """True if White has borne off all checkers and Black has one last turn (R9.3)."""
        return self.outcome is None and self.position.off(Side.WHITE) == CHECKERS

    def legal_turns(self) -> LegalTurns:
        """Return the legal turns with the rolled dice, one for each end position; none for a pass (R3.7).

        Raises:
            GameFault: There are no dice to play.
        """
        return legal_turns(self.position, self._roll_to_play)

    def begin_turn(self) -> PartialTurn:
        """Return the turn with the rolled dice, before its first move.

        Raises:
            GameFault: There are no dice to play.
        """
        return PartialTurn.begin(self.position, self._roll_to_play)

    def turn_of(self, event: Played) -> PartialTurn:
        """Return the turn that an event's written routes mean on this board.

        Raises:
            GameFault: There are no dice to play.
            IllegalMove: The routes are not legal, or not a whole turn.
        """
        return play_written(self.begin_turn(), event.routes, whole=True)

    def after(self, event: Event) -> Game:
        """Return the game after one more event.

        Offers, refusals, pauses and the start of a race return the game unchanged (see `events`).

        Raises:
            GameFault: The event cannot happen now.
            IllegalMove: The routes of a turn are not legal, or not a whole turn.
            TypeError: `event` is no event.
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
            case Offered() | Refused() | Withdrawn() | Paused() | Resumed() | RaceBegun():
                return self
            case _:
                raise TypeError(f"not an event: {event!r}")

    def rolled(self, die: int, other: int) -> Game:
        """Return the game after the mover rolls two dice, given in either order.

        Raises:
            ValueError: A die is not 1–6.
            GameFault: The dice cannot be rolled now.
        """
        return self.after(Rolled(Roll(die, other)))

    def play(self, turn: str | Turn) -> Game:
        """Return the game after a turn with the rolled dice.

        Args:
            turn: One of `legal_turns`, or typed moves such as `24/18 13/8`, or `pass`.

        Raises:
            NotUnderstood: The text is not a turn.
            IllegalMove: The turn is not legal, or not whole.
            AmbiguousMove: The text can mean several turns.
            GameFault: There are no dice to play.
        """
        if isinstance(turn, str):
            return self.after(Played(parse_moves(turn)))
        if self.legal_turns().leads_to(turn.end):
            return self._ended(turn.end)
        return self.after(Played.of(turn.moves))

    def _after_roll(self, event: Rolled) -> Game:
        # `begin` or the choice has set a kept opening roll already; its event only explains the roll.
        if event.cause is Cause.KEPT and event.roll == self.roll:
            return self
        if self.roll is not None:
            raise GameFault(GameFaultKind.DICE, f"the dice are rolled already: {self.roll}")
        if self.is_doubled:
            raise GameFault(GameFaultKind.CUBE, "the double must be taken or dropped first")
        return replace(self, roll=event.roll, choice=None)

    def after_turn(self, turn: PartialTurn) -> Game:
        """Return the game after a complete turn that was begun with `begin_turn`.

        Raises:
            GameFault: There are no dice to play, or the turn is from another position or roll.
            IllegalMove: More dice can be played.
        """
        if (turn.start, turn.roll) != (self.position, self._roll_to_play):
            raise GameFault(GameFaultKind.OUT_OF_TURN, "the turn is from another position or roll")
        if not turn.is_complete:
            reason = Reason.INCOMPLETE if turn.moves else Reason.NOT_A_PASS
            raise IllegalMove(reason, possible=turn.next_moves())
        return self._ended(turn.position.passed())

    @property
    def _roll_to_play(self) -> Roll:
        if self.roll is None or self.outcome is not None:
            raise GameFault(GameFaultKind.DICE, "there are no dice to play")
        return self.roll

    def _ended(self, position: Position) -> Game:
        """Return the game after a turn that ends in a position."""
        return replace(
            self, position=position, roll=None, turns=self.turns + 1, outcome=self._result(position)
        )

    def with_made(self, event: Resigned | TimedOut) -> Game:
        """Return the game with the unconfirmed moves of the side that gave up on the board (R9.6).

        Raises:
            GameFault: The other side is to move, or there are no dice to play.
            IllegalMove: The moves are not legal.
        """
        if not event.made:
            return self
        if event.side is not self.mover:
            raise GameFault(GameFaultKind.OUT_OF_TURN, f"{event.side} is not to move")
        turn = self.begin_turn()
        for route in event.made:
            turn = play_written(turn, (route,))
        return replace(self, position=turn.position)

    def _given_up(self, event: Resigned | TimedOut) -> Game:
        """Return the game lost by a side that resigned or ran out of time (R9.6)."""
        side, standing = event.side, self.with_made(event)
        if isinstance(event, Resigned):
            if event.grade not in resignations(standing, side):
                raise GameFault(GameFaultKind.GRADE, f"{side} cannot lose by {event.grade} from here")
            grade, ending = event.grade, Ending.RESIGNED
        elif standing.position.off(side) == CHECKERS:
            raise GameFault(GameFaultKind.GRADE, f"{side} has finished and has no time to lose")
        else:
            grade, ending = grade_on_time(standing.position, side), Ending.TIMEOUT
        return replace(standing, outcome=Outcome(side.other, grade, ending, self._cube_value))

    def _before_roll(self, event: Chosen | Doubled | Took | Dropped) -> Game:
        """Return the game after an event that precedes a roll: a choice of dice, or the cube (R7.3, R8.3)."""
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
        """Return the game won by the opponent of `loser`, without counting an unanswered double."""
        return replace(self, outcome=Outcome(loser.other, grade, ending, self._cube_value))

    @property
    def _cube_value(self) -> int:
        return 1 if self.cube is None else self.cube.value

    def _result(self, position: Position) -> Outcome | None:
        """Return the outcome if the last turn ended the game, else None (R9.1–R9.3, R9.5)."""
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
    """Return the grades at which a side may resign now, lowest first.

    The highest needs no consent of the opponent (R9.6). Moves that are not confirmed yet are not part of the
    state: for a side that has made some, see `Game.with_made`.
    """
    if state.outcome is not None:
        return ()
    return possible_grades(state.position, side)


def next_starter(
    ruleset: RuleSet, last_white: _Player, last_black: _Player, winner: _Player | None
) -> _Player | None:
    """Return the player who is White, and so starts, in the next game between the same players (R8.2).

    Args:
        winner: The player who won the last game, or None for a draw.

    Returns:
        One of the two players, or None if opening rolls decide.
    """
    match ruleset.next_game:
        case NextGame.SWAP:
            return last_black
        case NextGame.WINNER:
            return last_white if winner is None else winner
        case NextGame.ROLL_AGAIN:
            return None
