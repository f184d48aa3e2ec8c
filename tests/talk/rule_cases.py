"""Rule cases: what a sentence about a rule means on a board, as positions with what is allowed there.

Each case is a stored position (R10.1) with what must hold there. A test checks it in every rule set in which
players read the sentence.
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


def begin_turn(position: str, ruleset: RuleSet) -> PartialTurn:
    """Return the turn that is to be played in a stored position with dice."""
    return PartialTurn.begin(*rolled(position, ruleset))


@dataclass(frozen=True, slots=True)
class May:
    """Each of these moves is legal in the position."""

    position: str
    moves: tuple[str, ...]

    def check(self, ruleset: RuleSet) -> None:
        """Check that each is legal."""
        for moves in self.moves:
            assert why(begin_turn(self.position, ruleset), moves) is None, (
                ruleset.name,
                self.position,
                moves,
            )


@dataclass(frozen=True, slots=True)
class MayNot:
    """These moves are illegal for this reason; if `whole`, the turn may not end with them."""

    position: str
    moves: str
    reason: Reason
    whole: bool = False

    def check(self, ruleset: RuleSet) -> None:
        """Check the reason of the refusal."""
        refused = why(begin_turn(self.position, ruleset), self.moves, whole=self.whole)
        assert refused is not None, (ruleset.name, self.position, self.moves)
        assert refused.reason is self.reason, (ruleset.name, self.position, self.moves, refused.reason)


@dataclass(frozen=True, slots=True)
class Dice:
    """This number of dice must be played."""

    position: str
    count: int

    def check(self, ruleset: RuleSet) -> None:
        """Check the number of dice."""
        assert legal_turns(*rolled(self.position, ruleset)).dice_used == self.count, (ruleset.name, self)


@dataclass(frozen=True, slots=True)
class Ends:
    """The turns, each with its roll, end the game, and each side gets these points."""

    position: str
    turns: tuple[tuple[str, str], ...]
    white: Fraction | int
    black: Fraction | int

    def check(self, ruleset: RuleSet) -> None:
        """Check the points."""
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
    """After the opening rolls the first roll is this one, or is still to be rolled.

    Args:
        opening_rolls: White's and Black's die of each roll.
        roll: the first roll; None if it is still to be rolled.
        keep: White's choice about the opening roll; None if there is none.
    """

    opening_rolls: tuple[tuple[int, int], ...]
    roll: Roll | None
    keep: bool | None = None

    def check(self, ruleset: RuleSet) -> None:
        """Check the first roll."""
        state = Game.begin(ruleset, self.opening_rolls)
        if self.keep is not None:
            assert (state.choice, state.roll) == (Roll(*self.opening_rolls[-1]), None), (ruleset.name, self)
            state = state.after(Chosen(self.keep))
        assert (state.choice, state.roll) == (None, self.roll), (ruleset.name, self)


@dataclass(frozen=True, slots=True)
class Follows:
    """The winner begins the next game, whichever side it is."""

    def check(self, ruleset: RuleSet) -> None:
        """Check the next game's first player after each side's win."""
        assert [next_starter(ruleset, "White", "Black", player) for player in ("White", "Black")] == [
            "White",
            "Black",
        ]


@dataclass(frozen=True, slots=True)
class Back:
    """Taking back one or two of the moves leaves these, and taking back all leaves none."""

    position: str
    moves: str
    one: str
    two: str

    def check(self, ruleset: RuleSet) -> None:
        """Check what is left."""
        turn = play_text(begin_turn(self.position, ruleset), self.moves)
        left = [write_moves(turn.take_back(count).moves) for count in (1, 2)]
        assert (left, turn.take_back_all().moves) == ([self.one, self.two], ()), (ruleset.name, self)


Case = May | MayNot | Dice | Ends | Starts | Follows | Back
