"""Hints: the best turns of a roll, the cost of the others, and the reasons for the difference."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from bot.engine.chances import Chances
from bot.rules import Turn


class Advantage(Enum):
    """A feature that can make one turn better than another; the value is the word used in catalogs.

    Each has a figure, described below, for the board after the turn. Rolls are counted out of 36. The
    opponent's rolls are those right after the turn; the player's own are counted as if the opponent passed.
    """

    BLOCKS = "blocks"
    """How many of the opponent's rolls cannot be played in full."""
    SHUTS_OUT = "shuts-out"
    """How many of the opponent's rolls cannot be played with any die."""
    SLOWS = "slows"
    """In how many ways the opponent can play one die."""
    STANDS_IN_WAY = "stands-in-way"
    """How many of the player's points are up to six points ahead of an opposing checker."""
    HOLDS_POINT = "holds-point"
    """How many opposing checkers are up to six points behind one of the player's points."""
    PRIME = "prime"
    """The length of the longest prime ahead of the opponent's rearmost checker."""
    BROKEN_PRIME = "broken-prime"
    """The most points held of six in a row ahead of the opponent's rearmost checker."""
    BUILDS = "builds"
    """How many of the player's next rolls can make a prime of five."""
    STOPS_PRIME = "stops-prime"
    """How many of the opponent's rolls can make a prime of five."""
    TRAPS = "traps"
    """How many opposing checkers are behind a prime of four or more."""
    ESCAPES = "escapes"
    """How many of the player's checkers are behind a prime of four or more."""
    FREER = "freer"
    """How many of the player's next rolls cannot be played in full."""
    NIMBLER = "nimbler"
    """In how many ways the player can play one die next."""
    OPENS_HEAD = "opens-head"
    """How many checkers are on the player's head."""
    SPREADS = "spreads"
    """How many points the player holds outside home."""
    LOWER_STACK = "lower-stack"
    """The height of the player's highest stack outside head and home."""
    HITS = "hits"
    """How many opposing checkers are on the bar."""
    SAFER = "safer"
    """How many of the opponent's rolls can hit."""
    FEWER_BLOTS = "fewer-blots"
    """How many of the player's checkers are alone on a point."""
    HOME_POINTS = "home-points"
    """How many points the player holds in their own home."""
    ANCHORS = "anchors"
    """How many points the player holds in the opponent's home."""
    COMES_HOME = "comes-home"
    """How many of the player's checkers are home or borne off."""
    NEARER_HOME = "nearer-home"
    """The pips the player needs to bring all checkers home."""
    BEARS_OFF = "bears-off"
    """How many checkers the player has borne off."""
    FEWER_ROLLS = "fewer-rolls"
    """The average number of rolls to bear off all checkers, in hundredths."""
    SAVES_MARS = "saves-mars"
    """The percentage of games lost by two points or more."""
    KEEPS_MARS = "keeps-mars"
    """The percentage of games won by two points or more."""
    WINS = "wins"
    """The percentage of games won; used only if no other advantage explains the difference."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A turn with its evaluation.

    Attributes:
        chances: the player's chances after the turn.
        cost: the points lost compared with the best turn, 0 or more.
    """

    turn: Turn
    chances: Chances
    cost: float


@dataclass(frozen=True, slots=True)
class Reason:
    """An advantage of the best turns over a weaker one.

    Attributes:
        least: the lowest figure of the advantage among the best turns.
        most: the highest figure among the best turns.
        other: the figure of the weaker turn.
        against: the index of the weaker turn among the candidates.
        points: the absolute points that the advantage is about; may be empty.
    """

    advantage: Advantage
    least: int
    most: int
    other: int
    against: int
    points: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Hint:
    """The best turns of a roll, with reasons.

    Attributes:
        candidates: the best turns, best first, up to the requested number; then any other turn that a reason
            compares with.
        as_good: how many of the first candidates are equally good.
        reasons: at most two advantages of the best turns; empty if none was found.
        about: how many of the first candidates the reasons apply to.
        stake: the cost of the worst turn searched, in points.
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
