"""Live game: a game between two actions, as a value, and what can happen in it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from bot.rules import Grade, resignations

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.rules import Game, PartialTurn, Side


class Kind(Enum):
    """What can happen in a game."""

    OPENING = "opening"
    CHOICE = "choice"
    ROLL = "roll"
    TURN = "turn"
    RESIGNATION = "resign"
    DRAW = "draw"
    OFFER = "offer"
    REFUSAL = "refusal"
    RACE = "race"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"


class Cause(Enum):
    """Why something happened that nobody chose."""

    CHOICE = ""
    FORCED = "forced"
    BLOCKED = "blocked"
    PRIME = "prime"
    BAR = "bar"
    RACE = "race"


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happened.

    Args:
        kind: what.
        side: who did it, or to whom it happened.
        text: the throws, the choice, the roll, the turn, the grade, the value of the cube.
        cause: why, where nobody chose it.
    """

    kind: Kind
    side: Side | None
    text: str
    cause: Cause = Cause.CHOICE


@dataclass(frozen=True, slots=True)
class PlayPreferences:
    """How a player wants to be played with.

    Args:
        auto_roll: the dice are thrown by themselves.
        auto_forced: a turn without a choice is played by itself.
        auto_confirm: a complete turn is confirmed by itself.
        program: the player is the program, which thinks outside any action.
        auto_race: a race is played to its end by itself, if the other side wants that too.
    """

    auto_roll: bool = True
    auto_forced: bool = True
    auto_confirm: bool = False
    is_computer: bool = False
    auto_race: bool = False


DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer that waits for its answer.

    Args:
        what: `draw`, or the text of the grade to resign at.
        actor: who offers.
    """

    what: str
    side: Side

    def is_void(self, state: Game) -> bool:
        """Whether it cannot be accepted any more, whoever wants to."""
        if self.what == DRAW:
            return state.outcome is not None
        return Grade(self.what) not in resignations(state, self.side)


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A game between two actions, and what has happened in this one.

    Args:
        game: the game's id, for refusals.
        state: where the game stands.
        names: who plays each side.
        preferences: how each side wants it.
        draft: the turn in progress, where the dice are thrown.
        offer: what waits for an answer.
        happened: what has happened in this action.
    """

    game: str
    state: Game
    names: Mapping[Side, str]
    preferences: Mapping[Side, PlayPreferences]
    draft: PartialTurn | None = None
    offer: Offer | None = None
    happened: tuple[Happening, ...] = ()

    @property
    def mover(self) -> Side:
        """The side whose turn it is."""
        return self.state.position.mover

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.outcome is not None

    @property
    def cube(self) -> int:
        """What the points of the game are multiplied by now."""
        return self.state.cube.value if self.state.cube else 1

    def and_then(self, *happened: Happening) -> LiveGame:
        """Return the same play with more that happened."""
        return replace(self, happened=self.happened + happened)
