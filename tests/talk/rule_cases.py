"""What a rule that players are told means on a board: positions in which something may be done, or may not.

Each case is a stored position (R10.1) with what must hold there; a test plays them in every game in which the
sentence is told.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from bot.rules import (
    Game,
    PartialTurn,
    Position,
    Roll,
    RuleSet,
    Side,
    legal_turns,
    next_starter,
    play_text,
    read_position,
    why,
)
from bot.rules.errors import Reason
from bot.rules.events import Chosen, Rolled
from bot.rules.notation import write_moves


def rolled(position: str, ruleset: RuleSet) -> tuple[Position, Roll]:
    """Return a stored position and its dice."""
    read, roll = read_position(position, ruleset)
    assert roll is not None, position
    return read, roll


def begun(position: str, ruleset: RuleSet) -> PartialTurn:
    """The turn that waits to be played in a stored position with dice."""
    return PartialTurn.begin(*rolled(position, ruleset))


@dataclass(frozen=True, slots=True)
class May:
    """These moves can be made, each list from the same position."""

    position: str
    moves: tuple[str, ...]

    def check(self, ruleset: RuleSet) -> None:
        """Make each of them."""
        for moves in self.moves:
            assert why(begun(self.position, ruleset), moves) is None, (ruleset.name, self.position, moves)


@dataclass(frozen=True, slots=True)
class MayNot:
    """These moves cannot be made, for this reason; or the turn cannot end with them."""

    position: str
    moves: str
    reason: Reason
    whole: bool = False

    def check(self, ruleset: RuleSet) -> None:
        """Try to make them."""
        refused = why(begun(self.position, ruleset), self.moves, whole=self.whole)
        assert refused is not None, (ruleset.name, self.position, self.moves)
        assert refused.reason is self.reason, (ruleset.name, self.position, self.moves, refused.reason)


@dataclass(frozen=True, slots=True)
class Dice:
    """So many dice must be played."""

    position: str
    count: int

    def check(self, ruleset: RuleSet) -> None:
        """Count them."""
        assert legal_turns(*rolled(self.position, ruleset)).dice_used == self.count, (ruleset.name, self)


@dataclass(frozen=True, slots=True)
class Ends:
    """Turns, each with its roll, end the game from a position without dice; each side gets so many points."""

    position: str
    turns: tuple[tuple[str, str], ...]
    white: Fraction | int
    black: Fraction | int

    def check(self, ruleset: RuleSet) -> None:
        """Play them."""
        position, _ = read_position(self.position, ruleset)
        state = Game(position)
        for roll, moves in self.turns:
            assert state.outcome is None, (ruleset.name, self)
            high, low = map(int, roll.split("-"))
            state = state.after(Rolled(Roll(high, low)))
            turn = play_text(PartialTurn.begin(state.position, Roll(high, low)), moves)
            state = state.after_turn(turn)
        assert state.outcome is not None, (ruleset.name, self)
        points = tuple(state.outcome.points_of(side) for side in (Side.WHITE, Side.BLACK))
        assert points == (self.white, self.black), (ruleset.name, self)


@dataclass(frozen=True, slots=True)
class Starts:
    """After the rolls for the start this is the first roll, or it is still to be rolled.

    Args:
        opening_rolls: White's die and Black's of each roll.
        roll: the first roll, where it is there without another roll.
        keep: what White chooses, where that is asked.
    """

    opening_rolls: tuple[tuple[int, int], ...]
    roll: Roll | None
    keep: bool | None = None

    def check(self, ruleset: RuleSet) -> None:
        """Begin a game with them."""
        state = Game.begin(ruleset, self.opening_rolls)
        if self.keep is not None:
            assert (state.choice, state.roll) == (Roll(*self.opening_rolls[-1]), None), (ruleset.name, self)
            state = state.after(Chosen(self.keep))
        assert (state.choice, state.roll) == (None, self.roll), (ruleset.name, self)


@dataclass(frozen=True, slots=True)
class Follows:
    """The winner, whoever that is, begins the next game."""

    def check(self, ruleset: RuleSet) -> None:
        """Let each side win."""
        assert [next_starter(ruleset, "White", "Black", player) for player in ("White", "Black")] == [
            "White",
            "Black",
        ]


@dataclass(frozen=True, slots=True)
class Back:
    """Of a turn so far, these moves are left when the last are taken back: one, two, or every one."""

    position: str
    moves: str
    one: str
    two: str

    def check(self, ruleset: RuleSet) -> None:
        """Take them back."""
        turn = play_text(begun(self.position, ruleset), self.moves)
        left = [write_moves(turn.take_back(count).moves) for count in (1, 2)]
        assert (left, turn.take_back_all().moves) == ([self.one, self.two], ()), (ruleset.name, self)


Case = May | MayNot | Dice | Ends | Starts | Follows | Back
