"""Errors: everything the rules can refuse, with the details that a user interface needs to explain it.

`str()` of an error is English, for developers and for `python -m bot.rules` (R11). Texts for players are
made from the attributes, in the player's language.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Self

from bot.rules.board import Side, place
from bot.rules.moves import Move


class NardyRulesError(Exception):
    """Base class of every error that the rules raise.

    Input can be *invalid* (`InvalidInput`: it cannot be read), *illegal* (`IllegalAction`: it can be read,
    and the rules forbid it) or *ambiguous* (`AmbiguousMove`). Errors in written records are in
    `bot.rules.formats`.
    """


class InvalidInput(NardyRulesError):
    """Input that cannot be read, whatever the state of the game."""


class IllegalAction(NardyRulesError):
    """An action that can be read but that the rules forbid now."""


class UnsupportedRulesError(InvalidInput):
    """A rule set with a rule that belongs to the other family, such as hits in a parallel game (R2)."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(
            f"{name}: hits belong to the opposed family; heads, primes and no landing to the parallel one"
        )


class NotUnderstood(InvalidInput):
    """A typed text that is not a move.

    Attributes:
        part: The piece that could not be read, or the whole text if it is too long or empty.
    """

    def __init__(self, text: str, part: str | None = None) -> None:
        self.text = text
        self.part = text if part is None else part
        super().__init__(f"not understood: {self.part[:80]!r}")


class Reason(Enum):
    """Why a move is illegal now; the value is English, for developers.

    Attributes:
        section: The section of `docs/rules.md` that forbids the move.
    """

    section: str

    NO_CHECKER = "there is no checker on the point", "R3.1"
    OTHERS_CHECKER = "the checker there is the opponent's", "R3.1"
    NO_SUCH_DIE = "no die and no sum of dice moves that far", "R3.1"
    DIE_USED = "the die for it has been played", "R3.1"
    BLOCKED = "the opponent holds the point", "R3.1"
    STOP_BLOCKED = "the opponent holds the point between", "R3.1"
    BACKWARDS = "checkers do not move that way", "R1.2"
    FULL_ROLL = "fewer dice could be played after it than the roll allows", "R3.3"
    INCOMPLETE = "more dice can be played", "R3.3"
    HIGHER_DIE = "only one die can be played, and it must be the higher", "R3.4"
    NOTHING_POSSIBLE = "no move is possible with this roll", "R3.5"
    NOT_A_PASS = "a move is possible, so the turn cannot be passed", "R3.5"
    TURN_COMPLETE = "the turn is complete", "R3.8"
    HEAD = "no further checker may leave the head in this turn", "R4.1"
    PRIME = "it would build a wall of six with nobody past it", "R5.1"
    HOME_PRIME = "it would build a wall of six before somebody while nobody is home", "R5.3"
    NOT_HOME = "not all checkers are home", "R6.1"
    CHECKER_BEHIND = "a checker farther back must be moved with this die", "R6.3"
    BAR_FIRST = "checkers on the bar must enter first", "R6.5"
    NO_HIT = "nothing is hit there", "R10.2"

    def __new__(cls, words: str, section: str) -> Self:
        """Create a member whose value is `words` and whose section is `section`."""
        reason = object.__new__(cls)
        reason._value_ = words
        reason.section = section
        return reason

    def __str__(self) -> str:
        return str(self.value)


class IllegalMove(IllegalAction):
    """A move that can be read but that the rules forbid now.

    Attributes:
        reason: The rule that forbids it.
        start: The place of the checker, or None if the whole turn is meant.
        stop: The place it should go to, or None if only the checker was given.
        point: The point that the reason is about, or None: a point held by the opponent, or the point of
            a checker farther back.
        holder: The side that holds `point`, or None.
        die: The die that the reason is about, or None: the die that cannot be played, or the higher die,
            which must be played.
        prime: The six points of the forbidden prime for `PRIME` and `HOME_PRIME`; empty if not known.
        possible: Legal moves instead: those from the same point, or from any point if it has none.
        after: The moves typed before this one on the same line. They are legal; this one is not after them.
    """

    def __init__(
        self,
        reason: Reason,
        start: int | None = None,
        stop: int | None = None,
        *,
        point: int | None = None,
        holder: Side | None = None,
        die: int | None = None,
        prime: tuple[int, ...] = (),
        possible: tuple[Move, ...] = (),
    ) -> None:
        self.reason = reason
        self.start = start
        self.stop = stop
        self.point = point
        self.holder = holder
        self.die = die
        self.prime = prime
        self.possible = possible
        self.after: tuple[Move, ...] = ()
        super().__init__(self._words())

    def _words(self) -> str:
        words = str(self.reason)
        if self.start is not None:
            stop = "" if self.stop is None else f"/{place(self.stop)}"
            words = f"{place(self.start)}{stop}: {words}"
        if self.point is not None:
            words += f" ({place(self.point)})"
        if self.possible:
            words += "; possible: " + " ".join(str(move) for move in self.possible)
        return words


class AmbiguousMove(NardyRulesError):
    """A typed text that can mean several moves.

    Attributes:
        choices: The legal moves it can mean.
    """

    def __init__(self, choices: tuple[Move, ...]) -> None:
        self.choices = choices
        super().__init__("ambiguous: " + " ".join(str(move) for move in choices))


class FaultKind(Enum):
    """A kind of fault in a written position (R10.1); the value is English, for developers."""

    RULES = "no such rule set"
    SYNTAX = "cannot be read"
    ZERO_COUNT = "a place without checkers is not written"
    TWICE = "the place is written twice"
    NOT_FIFTEEN = "a side has not fifteen checkers"
    TWO_COLOURS = "both colours stand on the point"
    BAR = "there is no bar in this game"
    OFF_TOO_EARLY = "checkers are borne off while others are not home"
    BOTH_FINISHED = "both sides have borne off all checkers"


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault in a written position.

    Attributes:
        side: The side whose checkers are at fault, or None.
        point: The place at fault, or None.
        text: The piece of text at fault, or None.
    """

    kind: FaultKind
    side: Side | None = None
    point: int | None = None
    text: str | None = None

    def __str__(self) -> str:
        about = [
            *([] if self.side is None else [str(self.side)]),
            *([] if self.point is None else [place(self.point)]),
            *([] if self.text is None else [repr(self.text)]),
        ]
        return f"{self.kind.value} ({', '.join(about)})" if about else self.kind.value


class PositionError(InvalidInput):
    """A written position that is not valid.

    Attributes:
        faults: Every fault found.
    """

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        self.faults = faults
        super().__init__("; ".join(str(fault) for fault in faults))


class GameFaultKind(Enum):
    """A kind of event that a game or match refuses; the value is English, for developers."""

    OUT_OF_TURN = "out of turn"
    OPENING = "not the opening rolls of this game"
    DICE = "no dice of this turn"
    CUBE = "the cube cannot do that here"
    GRADE = "nobody can lose by that from here"
    PLAYERS = "not the players of this match"


class GameFault(IllegalAction):
    """An event that cannot happen in a game or match now, such as a roll in a finished game.

    Attributes:
        words: A more precise description than `kind`, in English, for developers; may be empty.
    """

    def __init__(self, kind: GameFaultKind, words: str = "") -> None:
        self.kind = kind
        self.words = words
        super().__init__(words or kind.value)
