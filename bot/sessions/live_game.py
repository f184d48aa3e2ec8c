"""Live game: a game between two actions, as a value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.rules import Game, Grade, PartialTurn, Side, resignations
from bot.rules.events import Event
from bot.sessions.settings import PlayPreferences

DRAW = "draw"
PAUSE = "pause"
OFFERS = frozenset({DRAW, PAUSE, *(grade.value for grade in Grade)})
"""What `Offer.what` can be."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer that waits for its answer.

    Args:
        what: `draw`, `pause`, or the text of the grade to resign at.
        side: who offers.
    """

    what: str
    side: Side

    @property
    def grade(self) -> Grade | None:
        """The grade to resign at; none for a draw or a pause."""
        return None if self.what in (DRAW, PAUSE) else Grade(self.what)

    def is_void(self, state: Game) -> bool:
        """True if it cannot be accepted any more, whoever wants to."""
        if self.grade is None:
            return state.outcome is not None
        return self.grade not in resignations(state, self.side)


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
        happened: what has happened in this action, each with the side that did it, or to whom it happened.
        is_paused: True if it pauses by agreement.
    """

    game: str
    state: Game
    names: Mapping[Side, str]
    preferences: Mapping[Side, PlayPreferences]
    draft: PartialTurn | None = None
    offer: Offer | None = None
    happened: tuple[tuple[Side | None, Event], ...] = ()
    is_paused: bool = False

    @property
    def mover(self) -> Side:
        """The side whose turn it is."""
        return self.state.position.mover

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return self.state.outcome is not None

    @property
    def cube(self) -> int:
        """What the points of the game are multiplied by now."""
        return self.state.cube.value if self.state.cube else 1

    def person(self, side: Side) -> str | None:
        """Return the name of who plays a side; nobody's, if that is the computer player."""
        return None if self.preferences[side].is_computer else self.names[side]

    def after(self, event: Event, side: Side | None) -> LiveGame:
        """Return the game after an event of a side, which is noted. The draft and the offer stay.

        Raises:
            bot.rules.errors.GameFault: it cannot happen now.
            bot.rules.errors.IllegalMove: it is a turn that the rules forbid.
        """
        return replace(self.with_event(event, side), state=self.state.after(event))

    def with_event(self, event: Event, side: Side | None) -> LiveGame:
        """Return the game with an event noted that is in its state already."""
        return replace(self, happened=(*self.happened, (side, event)))
