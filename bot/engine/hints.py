"""Hints: the best turns, what the others cost, and what the best ones do that the weaker ones do not."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from bot.engine.chances import Chances
from bot.rules import Turn


class Advantage(Enum):
    """What can be better about a board after a turn, each a figure; the value is the word used in catalogs.

    Rolls are counted as dice fall: of 36. The opponent's are those that follow the turn; one's own are those
    that one would have if the opponent stood still.
    """

    BLOCKS = "blocks"
    """The opponent's rolls of which not every die can be played."""
    SHUTS_OUT = "shuts-out"
    """The opponent's rolls of which no die can be played."""
    SLOWS = "slows"
    """In how many ways the opponent can play one die."""
    STANDS_IN_WAY = "stands-in-way"
    """The points held within six points before a checker of the opponent."""
    HOLDS_POINT = "holds-point"
    """How many of the opponent's checkers stand within six points behind a point."""
    PRIME = "prime"
    """The longest row of points before the opponent's rearmost checker."""
    BROKEN_PRIME = "broken-prime"
    """The most points held of six in a row before the opponent's rearmost checker."""
    BUILDS = "builds"
    """One's next rolls that can make a prime of five."""
    STOPS_PRIME = "stops-prime"
    """The opponent's rolls that can make a prime of five."""
    TRAPS = "traps"
    """The opponent's checkers behind a prime of four or more."""
    ESCAPES = "escapes"
    """One's checkers behind a prime of four or more."""
    FREER = "freer"
    """One's next rolls of which not every die can be played."""
    NIMBLER = "nimbler"
    """In how many ways one can play one die next."""
    OPENS_HEAD = "opens-head"
    """The checkers on the head."""
    SPREADS = "spreads"
    """The points held outside one's home."""
    LOWER_STACK = "lower-stack"
    """The checkers on the highest stack outside one's head and home."""
    HITS = "hits"
    """The opponent's checkers on the bar."""
    SAFER = "safer"
    """The opponent's rolls that can hit."""
    FEWER_BLOTS = "fewer-blots"
    """One's single checkers."""
    HOME_POINTS = "home-points"
    """The points held of one's home."""
    ANCHORS = "anchors"
    """The points held of the opponent's home."""
    COMES_HOME = "comes-home"
    """The checkers at home or off."""
    NEARER_HOME = "nearer-home"
    """The pips until all checkers are home."""
    BEARS_OFF = "bears-off"
    """The checkers borne off."""
    FEWER_ROLLS = "fewer-rolls"
    """The rolls until all checkers are off, on average, in hundredths."""
    SAVES_MARS = "saves-mars"
    """Games of a hundred that are lost by two points or more."""
    KEEPS_MARS = "keeps-mars"
    """Games of a hundred that are won by two points or more."""
    WINS = "wins"
    """Games of a hundred that are won: said where nothing else can be."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A turn and what it is worth.

    Attributes:
        turn: the turn.
        chances: as its player sees them after it.
        cost: how many points it gives away against the best, 0 or more.
    """

    turn: Turn
    chances: Chances
    cost: float


@dataclass(frozen=True, slots=True)
class Reason:
    """What the best turns do that a weaker one does not.

    Attributes:
        advantage: what.
        least: its figure after the best turns, the lowest of them.
        most: the highest of them.
        other: its figure after the weaker turn.
        against: the place of the weaker turn among the candidates.
        points: the points that it is about, as they are numbered on the board.
    """

    advantage: Advantage
    least: int
    most: int
    other: int
    against: int
    points: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Hint:
    """The best turns of a roll.

    Attributes:
        candidates: the three best at most, or as many as were asked for, the best first, and after them any
            that a reason is about.
        as_good: how many of them, from the first, are as good as each other.
        reasons: at most two things that set the best turns apart; none where there is nothing to tell.
        about: of how many turns, from the first, the reasons tell.
        stake: how many points the worst of the turns looked at gives away.
    """

    candidates: tuple[Candidate, ...]
    as_good: int = 1
    reasons: tuple[Reason, ...] = ()
    about: int = 1
    stake: float = 0.0

    @property
    def best(self) -> Candidate:
        """The best turn."""
        return self.candidates[0]
