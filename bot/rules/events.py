"""Events: what can happen in a game, as values and as text.

An event is the same from the rules to the record, to what is stored and to the sentence that players read.
Those that change the game stand in a record as they are written here (R10.3). The others (an opening that
the headers tell, offers and their refusals, pauses, a race that begins) tell how it came about, as a cause
does; a record leaves them out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from bot.rules.board import Side
from bot.rules.moves import Move
from bot.rules.notation import WrittenMove, parse_moves, routes_of, write_routes
from bot.rules.rolls import Roll
from bot.rules.rulesets import Grade

OpeningRolls = tuple[tuple[int, int], ...]
"""The opening rolls, each White's die and Black's; the last one decides."""


class Cause(Enum):
    """Why something happened that nobody chose."""

    CHOICE = ""
    """Somebody chose it."""
    FORCED = "forced"
    """It was the only legal turn."""
    BLOCKED = "blocked"
    """A pass: the opponent holds every point that could be reached."""
    PRIME = "prime"
    """A pass: whatever could be moved would build a prime that is not allowed (R5)."""
    BAR = "bar"
    """A pass: no checker can enter from the bar (R3.4)."""
    RACE = "race"
    """The rest of the game was played out by itself."""
    KEPT = "kept"
    """A roll that is the opening roll, which was kept (R7.2, R7.3)."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The game began (R7).

    Attributes:
        rolls: The opening rolls; none if the starter was named or follows from the last game.
    """

    rolls: OpeningRolls = ()

    def __str__(self) -> str:
        return " ".join(["open", *(f"{white}-{black}" for white, black in self.rolls)])


@dataclass(frozen=True, slots=True)
class Chosen:
    """White chose what becomes of the two dice that decided who starts (R7.3)."""

    keep: bool

    def __str__(self) -> str:
        return "keep" if self.keep else "reroll"


@dataclass(frozen=True, slots=True)
class Doubled:
    """The mover offered to double the value of the game (R8.3)."""

    def __str__(self) -> str:
        return "double"


@dataclass(frozen=True, slots=True)
class Took:
    """The opponent took the double and owns the cube now (R8.3)."""

    def __str__(self) -> str:
        return "take"


@dataclass(frozen=True, slots=True)
class Dropped:
    """The opponent dropped the double and lost the value before it (R8.3)."""

    def __str__(self) -> str:
        return "drop"


@dataclass(frozen=True, slots=True)
class Rolled:
    """The mover rolled the dice, or has the opening roll as the first roll, which was kept (R7.2, R7.3)."""

    roll: Roll
    cause: Cause = Cause.CHOICE

    def __str__(self) -> str:
        return _with_cause(f"{self.roll.high}{self.roll.low}", self.cause)


@dataclass(frozen=True, slots=True)
class Played:
    """The mover played a turn.

    The routes are those that were written; what they mean on the board, `Game.turn_of` tells.

    Attributes:
        routes: The way of each checker, all of them together a whole turn; none for a pass.
        cause: Why, where there was no choice.
    """

    routes: tuple[WrittenMove, ...] = ()
    cause: Cause = Cause.CHOICE

    @classmethod
    def of(cls, moves: Iterable[Move], cause: Cause = Cause.CHOICE) -> Played:
        """The event of a turn's moves.

        >>> from bot.rules import RULESETS, Roll, legal_turns, start_position
        >>> print(Played.of(legal_turns(start_position(RULESETS["long"]), Roll(6, 5))[0].moves))
        24/13
        """
        return cls(routes_of(moves), cause)

    def __str__(self) -> str:
        return _with_cause(write_routes(self.routes), self.cause)


@dataclass(frozen=True, slots=True)
class RaceBegun:
    """The rest is a race, which is played to its end without waiting for anybody."""

    def __str__(self) -> str:
        return "race"


@dataclass(frozen=True, slots=True)
class Offered:
    """A side offered to resign at a value, or a draw (R9.6), or a pause.

    What is accepted is told by what it comes to: `Resigned`, `DrawAgreed` or `Paused`.

    Attributes:
        side: Who offered it.
        grade: The value; `None` for a draw, or a pause.
        is_pause: Whether it is a pause.
    """

    side: Side
    grade: Grade | None
    is_pause: bool = False

    def __str__(self) -> str:
        return f"offer {_offer(self)}"


@dataclass(frozen=True, slots=True)
class Refused:
    """A side refused what the other had offered.

    Attributes:
        side: Who refused it.
        grade: The value to resign at that was offered; `None` for a draw, or a pause.
        is_pause: Whether it was a pause.
    """

    side: Side
    grade: Grade | None
    is_pause: bool = False

    def __str__(self) -> str:
        return f"refuse {_offer(self)}"


@dataclass(frozen=True, slots=True)
class Paused:
    """The players agreed on a pause, in which nobody's time runs."""

    def __str__(self) -> str:
        return "pause"


@dataclass(frozen=True, slots=True)
class Resumed:
    """A side ended the pause."""

    def __str__(self) -> str:
        return "resume"


@dataclass(frozen=True, slots=True)
class Resigned:
    """A side resigned at a value, and that was accepted or taken at once (R9.6)."""

    side: Side
    grade: Grade

    def __str__(self) -> str:
        return f"resign {self.grade}"


@dataclass(frozen=True, slots=True)
class DrawAgreed:
    """The players agreed on a draw (R9.6)."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class TimedOut:
    """A side lost on time (R9.6)."""

    side: Side

    def __str__(self) -> str:
        return "timeout"


RecordedEvent = Chosen | Doubled | Took | Dropped | Rolled | Played | Resigned | DrawAgreed | TimedOut
"""What stands in a record (R10.3): what changes the game."""

Event = RecordedEvent | Opened | RaceBegun | Offered | Refused | Paused | Resumed
"""Whatever can happen in a game."""

_DRAW: Final = "draw"
_PAUSE: Final = "pause"
_ROLL: Final = re.compile(r"[1-6][1-6]", re.ASCII)
_OPENING_ROLL: Final = re.compile(r"([1-6])-([1-6])", re.ASCII)
_CAUSES: Final = {cause.value: cause for cause in Cause if cause is not Cause.CHOICE}
_OF_ONE_WORD: Final[dict[str, Event]] = {
    str(event): event
    for event in (
        Chosen(keep=True),
        Chosen(keep=False),
        Doubled(),
        Took(),
        Dropped(),
        DrawAgreed(),
        RaceBegun(),
        Paused(),
        Resumed(),
    )
}


def parse_event(text: str, side: Side) -> Event:
    """Read an event that was written by `str`.

    >>> from bot.rules import Side
    >>> parse_event("65 kept", Side.WHITE)
    Rolled(roll=Roll(high=6, low=5), cause=<Cause.KEPT: 'kept'>)
    >>> str(parse_event("24/18* 13/8(2) forced", Side.BLACK))
    '24/18* 13/8(2) forced'

    Args:
        text: The event.
        side: Whose it is: a part of offers and of what ends the game, and not of the text.

    Raises:
        ValueError: The text is no event.
        NotUnderstood: As above, where it looks like a turn.
    """
    word, _, rest = text.partition(" ")
    match word:
        case _ if text in _OF_ONE_WORD:
            return _OF_ONE_WORD[text]
        case "open":
            return Opened(tuple(_opening_roll(each) for each in rest.split()))
        case "offer" | "refuse":
            offered = Offered if word == "offer" else Refused
            return offered(side, None if rest in (_DRAW, _PAUSE) else Grade(rest), rest == _PAUSE)
        case "resign":
            return Resigned(side, Grade(rest))
        case "timeout" if not rest:
            return TimedOut(side)
    return _roll_or_turn(text)


def as_recorded(event: Event) -> RecordedEvent | None:
    """The event as it stands in a record, without a cause; `None` if it does not stand there (R10.3)."""
    match event:
        case Opened() | RaceBegun() | Offered() | Refused() | Paused() | Resumed() | Rolled(cause=Cause.KEPT):
            return None
        case Rolled() | Played():
            return replace(event, cause=Cause.CHOICE)
        case _:
            return event


def _roll_or_turn(text: str) -> Rolled | Played:
    written, _, last = text.rpartition(" ")
    cause = _CAUSES.get(last, Cause.CHOICE) if written else Cause.CHOICE
    if cause is Cause.CHOICE:
        written = text
    return (
        Rolled(Roll.parse(written), cause)
        if _ROLL.fullmatch(written)
        else Played(parse_moves(written), cause)
    )


def _offer(event: Offered | Refused) -> str:
    return _PAUSE if event.is_pause else str(event.grade or _DRAW)


def _with_cause(written: str, cause: Cause) -> str:
    return f"{written} {cause.value}".rstrip()


def _opening_roll(word: str) -> tuple[int, int]:
    found = _OPENING_ROLL.fullmatch(word)
    if found is None:
        raise ValueError(f"no opening roll: {word!r}")
    return int(found[1]), int(found[2])
