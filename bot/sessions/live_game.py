"""Live game: the state of a game between two actions, as an immutable value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.rules import Game, Grade, PartialTurn, Side, resignations
from bot.rules.events import Event
from bot.rules.notation import WrittenMove, single_routes
from bot.sessions.settings import PlayPreferences

DRAW = "draw"
PAUSE = "pause"
OFFERS = frozenset({DRAW, PAUSE, *(grade.value for grade in Grade)})
"""The possible values of `Offer.what`."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A pending offer of a draw, a pause or a resignation.

    Args:
        what: `draw`, `pause`, or the value of the grade to resign at.
        side: the side that offers.
    """

    what: str
    side: Side

    @property
    def grade(self) -> Grade | None:
        """The grade at which the side offers to resign; None for a draw or a pause."""
        return None if self.what in (DRAW, PAUSE) else Grade(self.what)

    def is_void(self, live: LiveGame) -> bool:
        """Return True if the offer can no longer be accepted in this state of the game.

        An offered draw or pause lapses when the game ends. An offer to resign lapses when the offering side
        cannot lose at its grade any more.
        """
        if self.grade is None:
            return live.is_over
        return self.grade not in live.resignations(self.side)


@dataclass(frozen=True, slots=True)
class LiveGame:
    """The state of a game, with the events that the current action has added so far.

    Args:
        game: the game's id.
        state: the position, dice, cube and outcome.
        names: the player's name for each side.
        preferences: each side's settings about automatic play.
        draft: the turn in progress, with its moves; None if the dice are not rolled, or the game is over.
        offer: the pending offer, or None.
        happened: the current action's events, each with its side (None for the start of automatic play of a
            race).
        is_paused: True if the players have agreed on a pause.
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
        """The side whose turn it is, even while the other side must answer its offer to double the cube."""
        return self.state.position.mover

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return self.state.outcome is not None

    @property
    def cube(self) -> int:
        """The cube's present value, by which the game's points are multiplied; 1 without a cube."""
        return self.state.cube.value if self.state.cube else 1

    def person(self, side: Side) -> str | None:
        """Return the name of the person who plays a side; None if it is the computer player."""
        return None if self.preferences[side].is_computer else self.names[side]

    def kept_if_ended(self, side: Side) -> tuple[WrittenMove, ...]:
        """Return the moves of a side's unconfirmed turn that stay on the board if it gives up (R9.6).

        Without a confirmation, moves that bear off a side's last checker do not win; they do not stay.
        """
        draft = self.draft
        if draft is None or side is not self.mover or draft.position.has_finished(side):
            return ()
        return single_routes(draft.moves)

    def resignations(self, side: Side) -> tuple[Grade, ...]:
        """Return the grades at which a side may resign from the board with its unconfirmed moves (R9.6)."""
        kept = self.kept_if_ended(side)
        standing = replace(self.state, position=self.draft.position) if kept and self.draft else self.state
        return resignations(standing, side)

    def after(self, event: Event, side: Side | None) -> LiveGame:
        """Return the game with an event applied to `state` and appended to `happened`.

        `draft` and `offer` do not change.

        Raises:
            bot.rules.errors.GameFault: the event cannot happen now.
            bot.rules.errors.IllegalMove: the event is an illegal turn.
        """
        return replace(self.with_event(event, side), state=self.state.after(event))

    def with_event(self, event: Event, side: Side | None) -> LiveGame:
        """Return the game with an event appended to `happened`, which `state` already takes into account."""
        return replace(self, happened=(*self.happened, (side, event)))
