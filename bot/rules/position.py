"""Position: the places of all checkers and the side to move, with its text form (R1, R10.1)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from bot.rules.board import BAR, BAR_INDEX, CHECKERS, HOME, OFF, OFF_INDEX, POINTS, Family, Side, place
from bot.rules.errors import Fault, FaultKind, PositionError
from bot.rules.rolls import Roll
from bot.rules.rulesets import RuleSet

# No position is this long; longer texts are refused before they are parsed.
MAX_TEXT: Final = 1000
_PLACE: Final = re.compile(r"([0-9]{1,2}|bar|off)\s*:\s*([0-9]{1,2})", re.ASCII)
_DICE: Final = re.compile(r"[0-9]+-?[0-9]+", re.ASCII)
_NAMES: Final = {"off": OFF, "bar": BAR}
_WHITE: Final = Side.WHITE
_SIDES: Final = {side.value: side for side in Side}


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """The places of all checkers and the side to move, under one rule set.

    Each side is a packed integer with four bits for each place of its path: indices 0–23 are the points
    from the head on, 24 is borne off, 25 is the bar.

    >>> from bot.rules import RULESETS, start_position
    >>> start = start_position(RULESETS["long"])
    >>> start == Position.parse("long 24:15 / 12:15 w")
    True
    >>> start == start_position(RULESETS["sport"])
    False
    >>> print(start)
     13  14  15  16  17  18 |  19  20  21  22  23  24
      ·   ·   ·   ·   ·   · |   ·   ·   ·   ·   · w15
    b15   ·   ·   ·   ·   · |   ·   ·   ·   ·   ·   ·
     12  11  10   9   8   7 |   6   5   4   3   2   1
    long 24:15 / 12:15 w

    Attributes:
        white: White's checkers, packed.
        black: Black's checkers, packed.
        mover: The side to move.
    """

    ruleset: RuleSet
    white: int
    black: int
    mover: Side

    def __str__(self) -> str:
        return f"{_board(self)}\n{self.text}"

    def __repr__(self) -> str:
        return f"Position.parse({self.text!r})"

    @property
    def text(self) -> str:
        """The name of the rule set, then the position (R10.1), on one line."""
        return f"{self.ruleset} {write_position(self)}"

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read a position from its `text`, or from the last line of what `str` writes.

        >>> Position.parse("short 6:14,24:1 / bar:1,12:14 b").count(Side.BLACK, 25)
        1

        Raises:
            PositionError: The text is not a valid position of a rule set in `RULESETS`. The error lists
                every fault.
        """
        name, _, rest = text.strip().rpartition("\n")[2].partition(" ")
        try:
            ruleset = RuleSet.parse(name.lower())
        except ValueError as error:
            raise PositionError((Fault(FaultKind.RULES, text=name[:40]),)) from error
        position, roll = read_position(rest, ruleset, both_finished=True)
        if roll is not None:
            raise PositionError((Fault(FaultKind.SYNTAX, text=str(roll)),))
        return position

    def bits(self, side: Side) -> int:
        """Return a side's checkers as one packed integer."""
        return self.white if side is _WHITE else self.black

    @property
    def mine(self) -> int:
        """The mover's checkers, packed."""
        return self.bits(self.mover)

    @property
    def theirs(self) -> int:
        """The opponent's checkers, packed."""
        return self.bits(self.mover.other)

    def count(self, side: Side, t: int) -> int:
        """Return how many checkers a side has at index `t` of its path (0–23; 24 is off, 25 the bar)."""
        return self.bits(side) >> 4 * t & 15

    def off(self, side: Side) -> int:
        """Return how many checkers a side has borne off."""
        return self.bits(side) >> 4 * OFF_INDEX & 15

    def has_finished(self, side: Side) -> bool:
        """True if a side has borne off all checkers."""
        return self.count(side, OFF_INDEX) == CHECKERS

    def bar(self, side: Side) -> int:
        """Return how many checkers a side has on the bar."""
        return self.count(side, BAR_INDEX)

    def pips(self, side: Side) -> int:
        """Return a side's pip count; a checker on the bar counts 25.

        >>> Position.parse("long 24:14,20:1 / 12:15 b").pips(Side.WHITE)
        356
        """
        onboard = sum(self.count(side, t) * (POINTS - t) for t in range(POINTS))
        return onboard + self.count(side, BAR_INDEX) * (POINTS + 1)

    def points(self, side: Side) -> dict[int, int]:
        """Map each point that a side holds (absolute number, from its head on) to its number of checkers.

        >>> Position.parse("long 24:14,20:1 / 12:15 b").points(Side.WHITE)
        {24: 14, 20: 1}
        """
        family = self.ruleset.family
        return {family.point(side, t): n for t in range(POINTS) if (n := self.count(side, t))}

    def replaced(self, side: Side, checkers: int, mover: Side) -> Position:
        """Return this position with one side's packed checkers and the mover replaced."""
        if side is Side.WHITE:
            return Position(self.ruleset, checkers, self.black, mover)
        return Position(self.ruleset, self.white, checkers, mover)

    def passed(self) -> Position:
        """Return this position with the other side to move."""
        return Position(self.ruleset, self.white, self.black, self.mover.other)


def start_position(ruleset: RuleSet) -> Position:
    """Return the position before the first turn, with White to move (R2, R7.5)."""
    packed = sum(count << 4 * t for t, count in ruleset.setup)
    return Position(ruleset, packed, packed, Side.WHITE)


def write_position(position: Position, roll: Roll | None = None) -> str:
    """Write a position in the form of R10.1, without the rule set; add the dice if `roll` is given.

    >>> from bot.rules import RULESETS
    >>> write_position(start_position(RULESETS["long"]), Roll(6, 5))
    '24:15 / 12:15 w 6-5'
    """
    sides = " / ".join(",".join(_places(position, side)) for side in Side)
    return f"{sides} {position.mover.value}" + ("" if roll is None else f" {roll}")


def _board(position: Position) -> str:
    """Draw the points in four lines, with the sign of their owner and the number of its checkers.

    A fifth line has the checkers on the bar and those borne off, if there are any.
    """
    held = {point: f"{side.value}{count}" for side in Side for point, count in position.points(side).items()}

    def line(points: Iterable[int], *, numbers: bool) -> str:
        cells = [f"{point if numbers else held.get(point, '·'):>3}" for point in points]
        return " | ".join(" ".join(half) for half in (cells[:6], cells[6:]))

    top, bottom = range(13, 25), range(12, 0, -1)
    lines = [
        line(top, numbers=True),
        line(top, numbers=False),
        line(bottom, numbers=False),
        line(bottom, numbers=True),
    ]
    for name, count in (("bar", position.bar), ("off", position.off)):
        if counts := [f"{side.value}{count(side)}" for side in Side if count(side)]:
            lines.append(f"{name}: {', '.join(counts)}")
    return "\n".join(lines)


def _places(position: Position, side: Side) -> Iterator[str]:
    """Write each place where a side has checkers, such as `24:15`: the bar first, borne off last."""
    for t in (BAR_INDEX, *range(OFF_INDEX + 1)):
        if count := position.count(side, t):
            yield f"{place(position.ruleset.family.point(side, t))}:{count}"


def read_position(
    text: str, ruleset: RuleSet, *, both_finished: bool = False
) -> tuple[Position, Roll | None]:
    """Read what `write_position` writes: a position, and the dice if they are given.

    >>> from bot.rules import RULESETS
    >>> position, roll = read_position("24:15 / 12:15 w 6-5", RULESETS["sport"])
    >>> print(position.text, "and", roll)
    sport 24:15 / 12:15 w and 6-5

    Args:
        both_finished: Accept a position in which both sides have borne off all checkers, as at the end
            of a drawn `federation` game (R9.3). It is refused by default, since neither side can play.

    Raises:
        PositionError: The text is not a valid position. The error lists every fault.
    """
    if len(text) > MAX_TEXT:
        raise PositionError((Fault(FaultKind.SYNTAX, text=text[:40] + "…"),))
    faults: list[Fault] = []
    white, slash, rest = text.lower().partition("/")
    if not slash:
        raise PositionError((Fault(FaultKind.SYNTAX, text=text.strip()),))
    words = rest.split()
    roll = _read_dice(words, faults)
    mover = _read_mover(words, faults)
    counts = {
        Side.WHITE: _read_places(white, Side.WHITE, faults),
        Side.BLACK: _read_places(" ".join(words), Side.BLACK, faults),
    }
    faults += _faults(counts, ruleset, both_finished=both_finished)
    if faults:
        raise PositionError(tuple(faults))
    packed = {
        side: sum(count << 4 * ruleset.family.progress(side, point) for point, count in places.items())
        for side, places in counts.items()
    }
    return Position(ruleset, packed[Side.WHITE], packed[Side.BLACK], mover), roll


def _read_dice(words: list[str], faults: list[Fault]) -> Roll | None:
    """Remove the dice from the end of `words` and return them, or None if there are none."""
    if not words or not _DICE.fullmatch(words[-1]):
        return None
    word = words.pop()
    try:
        return Roll.parse(word)
    except ValueError:
        faults.append(Fault(FaultKind.SYNTAX, text=word))
        return None


def _read_mover(words: list[str], faults: list[Fault]) -> Side:
    """Remove the side to move from the end of `words` and return it; note a fault if it is missing."""
    if words and words[-1] in _SIDES:
        return _SIDES[words.pop()]
    word = words.pop() if words and ":" not in words[-1] else ""
    faults.append(Fault(FaultKind.SYNTAX, text=word))
    return Side.WHITE


def _read_places(text: str, side: Side, faults: list[Fault]) -> dict[int, int]:
    """Map each point in one side's text to its count; append syntax faults to `faults`."""
    places: dict[int, int] = {}
    for piece in text.split(","):
        found = _PLACE.fullmatch(piece.strip())
        name, count = (found[1], int(found[2])) if found else ("", 0)
        point = _NAMES[name] if name in _NAMES else int(name or 0)
        if found is None or (name not in _NAMES and point not in range(1, POINTS + 1)):
            faults.append(Fault(FaultKind.SYNTAX, side, text=piece.strip()))
        elif point in places:
            faults.append(Fault(FaultKind.TWICE, side, point))
        elif count == 0:
            faults.append(Fault(FaultKind.ZERO_COUNT, side, point))
        else:
            places[point] = count
    return places


def _faults(counts: dict[Side, dict[int, int]], ruleset: RuleSet, *, both_finished: bool) -> list[Fault]:
    """Return every rule that the placed checkers break: not fifteen, two colours on one point, and so on."""
    faults: list[Fault] = []
    parallel = ruleset.family is Family.PARALLEL
    for side, places in counts.items():
        if sum(places.values()) != CHECKERS:
            faults.append(Fault(FaultKind.NOT_FIFTEEN, side, text=str(sum(places.values()))))
        if parallel and BAR in places:
            faults.append(Fault(FaultKind.BAR, side))
        outside = any(ruleset.family.progress(side, point) < HOME for point in places)
        if parallel and OFF in places and (outside or BAR in places):
            faults.append(Fault(FaultKind.OFF_TOO_EARLY, side))
    white, black = counts[Side.WHITE], counts[Side.BLACK]
    faults += [
        Fault(FaultKind.TWO_COLOURS, point=point)
        for point in sorted(white.keys() & black.keys() - {OFF, BAR}, reverse=True)
    ]
    if not both_finished and white.get(OFF, 0) >= CHECKERS and black.get(OFF, 0) >= CHECKERS:
        faults.append(Fault(FaultKind.BOTH_FINISHED))
    return faults
