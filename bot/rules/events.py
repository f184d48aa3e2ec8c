"""Events: everything that can happen in a game, as values and as text.

The same events are used by the rules, in records, in the database and for the sentences that players read.
Events that change the game are written to records in the text form defined here (R10.3). The others explain
the course of the game and are left out of records: the opening, offers, how they were refused or withdrawn,
pauses, the start of a race.
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
"""The opening rolls as pairs of White's die and Black's; the last pair decides who starts."""


class Cause(Enum):
    """Why a roll or turn happened: the player's choice, or the reason it was automatic."""

    CHOICE = ""
    """The player chose it."""
    FORCED = "forced"
    """The turn was the only legal one."""
    BLOCKED = "blocked"
    """A pass: the opponent holds every point that could be reached."""
    PRIME = "prime"
    """A pass: every possible move would build a forbidden prime (R5)."""
    BAR = "bar"
    """A pass: no checker can enter from the bar (R3.4)."""
    RACE = "race"
    """The bot played the rest of the game automatically, because it was a race."""
    KEPT = "kept"
    """The first roll: no dice were rolled, because the opening dice are played (R7.2, R7.3)."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The game began (R7).

    Attributes:
        rolls: The opening rolls; empty if the starter was agreed on or follows from the last game.
    """

    rolls: OpeningRolls = ()

    def __str__(self) -> str:
        return " ".join(["open", *(f"{white}-{black}" for white, black in self.rolls)])


@dataclass(frozen=True, slots=True)
class Chosen:
    """White chose to keep the two opening dice as the first roll, or to roll again (R7.3)."""

    keep: bool

    def __str__(self) -> str:
        return "keep" if self.keep else "reroll"


@dataclass(frozen=True, slots=True)
class Doubled:
    """The mover offered a double (R8.3)."""

    def __str__(self) -> str:
        return "double"


@dataclass(frozen=True, slots=True)
class Took:
    """The opponent took the double and now owns the cube (R8.3)."""

    def __str__(self) -> str:
        return "take"


@dataclass(frozen=True, slots=True)
class Dropped:
    """The opponent dropped the double and lost the game at the undoubled value (R8.3)."""

    def __str__(self) -> str:
        return "drop"


@dataclass(frozen=True, slots=True)
class Rolled:
    """The mover rolled the dice, or plays the kept opening dice as the first roll (R7.2, R7.3)."""

    roll: Roll
    cause: Cause = Cause.CHOICE

    def __str__(self) -> str:
        return _with_cause(f"{self.roll.high}{self.roll.low}", self.cause)


@dataclass(frozen=True, slots=True)
class Played:
    """The mover played a turn, or passed.

    Attributes:
        routes: The written routes of the checkers, together a whole turn; empty for a pass.
            `Game.turn_of` finds the moves they mean on the board.
        cause: The reason if the turn was automatic, else `Cause.CHOICE`.
    """

    routes: tuple[WrittenMove, ...] = ()
    cause: Cause = Cause.CHOICE

    @classmethod
    def of(cls, moves: Iterable[Move], cause: Cause = Cause.CHOICE) -> Played:
        """Return the event for the moves of a turn, as a `Turn` or a `PartialTurn` has them.

        >>> from bot.rules import RULESETS, Roll, legal_turns, start_position
        >>> print(Played.of(legal_turns(start_position(RULESETS["long"]), Roll(6, 5))[0].moves))
        24/13
        """
        return cls(routes_of(moves), cause)

    def __str__(self) -> str:
        return _with_cause(write_routes(self.routes), self.cause)


@dataclass(frozen=True, slots=True)
class RaceBegun:
    """The rest of the game became a race, which the bot plays to the end automatically."""

    def __str__(self) -> str:
        return "race"


@dataclass(frozen=True, slots=True)
class Offered:
    """A side offered to resign at a grade, or offered a draw or a pause (R9.6).

    An accepted offer is followed by `Resigned`, `DrawAgreed` or `Paused`.

    Attributes:
        side: The side that made the offer.
        grade: The grade to resign at, or None for a draw or a pause.
        is_pause: True for a pause, False for a draw or a resignation.
    """

    side: Side
    grade: Grade | None
    is_pause: bool = False

    def __str__(self) -> str:
        return f"offer {_offer(self)}"


@dataclass(frozen=True, slots=True)
class Refused:
    """A side refused the opponent's offer to resign, draw or pause.

    Attributes:
        side: The side that refused.
        grade: The grade of the offered resignation, or None for a draw or a pause.
    """

    side: Side
    grade: Grade | None
    is_pause: bool = False

    def __str__(self) -> str:
        return f"refuse {_offer(self)}"


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A side withdrew its own offer to resign, draw or pause before it was answered.

    Attributes:
        side: The side that had made the offer.
        grade: The grade of the offered resignation, or None for a draw or a pause.
    """

    side: Side
    grade: Grade | None
    is_pause: bool = False

    def __str__(self) -> str:
        return f"withdraw {_offer(self)}"


@dataclass(frozen=True, slots=True)
class Paused:
    """The players agreed on a pause; neither clock runs until it ends."""

    def __str__(self) -> str:
        return "pause"


@dataclass(frozen=True, slots=True)
class Resumed:
    """A side ended the pause."""

    def __str__(self) -> str:
        return "resume"


@dataclass(frozen=True, slots=True)
class Resigned:
    """A side resigned at a grade; the opponent accepted, or no consent was needed (R9.6).

    Attributes:
        made: The moves of one die each that the side had made and not confirmed, in order.
    """

    side: Side
    grade: Grade
    made: tuple[WrittenMove, ...] = ()

    def __str__(self) -> str:
        return f"resign {self.grade}" + _with_made(self.made)


@dataclass(frozen=True, slots=True)
class DrawAgreed:
    """The players agreed on a draw (R9.6)."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class TimedOut:
    """A side lost on time (R9.6).

    Attributes:
        made: The moves of one die each that the side had made and not confirmed, in order.
    """

    side: Side
    made: tuple[WrittenMove, ...] = ()

    def __str__(self) -> str:
        return "timeout" + _with_made(self.made)


RecordedEvent = Chosen | Doubled | Took | Dropped | Rolled | Played | Resigned | DrawAgreed | TimedOut
"""An event that changes the game, and so is written to records (R10.3)."""

Event = RecordedEvent | Opened | RaceBegun | Offered | Refused | Withdrawn | Paused | Resumed
"""Any event of a game."""

_DRAW: Final = "draw"
_AFTER: Final = "after"
"""The word before the moves of an unconfirmed turn, as in `resign oyn after 6/off`."""
_PAUSE: Final = "pause"
_ROLL: Final = re.compile(r"[1-6][1-6]", re.ASCII)
_OPENING_ROLL: Final = re.compile(r"([1-6])-([1-6])", re.ASCII)
_CAUSES: Final = {cause.value: cause for cause in Cause if cause is not Cause.CHOICE}
_ABOUT_OFFERS: Final[dict[str, type[Offered | Refused | Withdrawn]]] = {
    "offer": Offered,
    "refuse": Refused,
    "withdraw": Withdrawn,
}
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
    """Read an event from the text that `str` wrote.

    >>> from bot.rules import Side
    >>> parse_event("65 kept", Side.WHITE)
    Rolled(roll=Roll(high=6, low=5), cause=<Cause.KEPT: 'kept'>)
    >>> str(parse_event("24/18* 13/8(2) forced", Side.BLACK))
    '24/18* 13/8(2) forced'

    Args:
        side: The side that caused the event. The text does not contain it; offers, their refusal or
            withdrawal, resignations and losses on time need it.

    Raises:
        ValueError: The text is not an event.
        NotUnderstood: The text looks like a turn and cannot be read.
    """
    word, _, rest = text.partition(" ")
    match word:
        case _ if text in _OF_ONE_WORD:
            return _OF_ONE_WORD[text]
        case "open":
            return Opened(tuple(_opening_roll(each) for each in rest.split()))
        case "offer" | "refuse" | "withdraw":
            grade = None if rest in (_DRAW, _PAUSE) else Grade(rest)
            return _ABOUT_OFFERS[word](side, grade, rest == _PAUSE)
        case "resign":
            word, made = split_made(rest)
            return Resigned(side, Grade(word), made)
        case "timeout" if not rest or rest.startswith(_AFTER):
            return TimedOut(side, split_made(rest)[1])
    return _roll_or_turn(text)


def split_made(text: str) -> tuple[str, tuple[WrittenMove, ...]]:
    """Split the moves of an unconfirmed turn from the text before them, which may be empty.

    >>> split_made("oyn after 6/off")
    ('oyn', (WrittenMove(places=(6, 0), hits=()),))

    Raises:
        ValueError: There are no moves after the word that announces them.
        NotUnderstood: They cannot be read.
    """
    before, after, moves = f" {text}".partition(f" {_AFTER} ")
    made = parse_moves(moves) if after else ()
    if after and not made:
        raise ValueError(f"no moves: {text!r}")
    return before.strip(), made


def as_recorded(event: Event) -> RecordedEvent | None:
    """Return the event as records have it, without its cause; None if records leave it out (R10.3)."""
    match event:
        case Opened() | RaceBegun() | Offered() | Refused() | Withdrawn() | Paused() | Resumed():
            return None
        case Rolled(cause=Cause.KEPT):
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


def _with_made(made: tuple[WrittenMove, ...]) -> str:
    return f" {_AFTER} {' '.join(map(str, made))}" if made else ""


def _offer(event: Offered | Refused | Withdrawn) -> str:
    return _PAUSE if event.is_pause else str(event.grade or _DRAW)


def _with_cause(written: str, cause: Cause) -> str:
    return f"{written} {cause.value}".rstrip()


def _opening_roll(word: str) -> tuple[int, int]:
    found = _OPENING_ROLL.fullmatch(word)
    if found is None:
        raise ValueError(f"no opening roll: {word!r}")
    return int(found[1]), int(found[2])
