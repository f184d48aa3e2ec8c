"""Typed points: the bar and off as players type them in any language, and what reads as a move."""

from __future__ import annotations

import re
from functools import cache

from bot.rules import BAR, OFF, Family, Side
from bot.rules.errors import NotUnderstood
from bot.rules.notation import parse_joined, parse_moves
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.wording import typed_place

# How far one checker can go with one roll: by one die, by two different ones, or by up to four equal ones.
_REACHES = (
    frozenset(range(1, 7))
    | {high + low for high in range(2, 7) for low in range(1, high)}
    | {die * count for die in range(1, 7) for count in range(1, 5)}
)


def with_typed_places(text: str) -> str:
    """Return typed moves with the names of places as the rules write them.

    >>> with_typed_places("бар/22 Бар→3→выброс")
    'bar/22 bar→3→off'
    """
    names = _names()
    return _pattern().sub(lambda found: names[found[0].lower()], text)


def reads_as_move(line: str, *, ascending: bool = False) -> bool:
    """Return True if a line that is no command is a move, and no talk.

    Every place is joined by a slash or an arrow: `24/18 13/8`, `24→18`, `24/18(2)`, `3/off`. In talk people
    write scores (`2-1`, `3:0`) and sums (`5 > 3`), so other strokes are read only behind `/move`, or by
    `read_loosely`. A single pair of numbers must be a way that some checker could go with some roll, which
    `24/7`, `1/2` and `9/11` are not. With `ascending` the last two are: Black moves so in games where the
    sides travel against each other, and only who waits to move there means that.
    """
    line = with_typed_places(line.strip())
    try:
        moves = parse_joined(line)
    except NotUnderstood:
        return False
    if len(moves) > 1 or moves[0].hits or len(moves[0].places) > 2:  # noqa: PLR2004 - a pair of numbers
        return True
    start, stop = moves[0].places
    return start == BAR or stop == OFF or _can_be_gone(start, stop, ascending=ascending)


def start_of(moves: str) -> int | None:
    """Return the point from which the first of typed moves starts; nothing, if they are none."""
    try:
        written = parse_moves(moves)
    except NotUnderstood:
        return None
    return written[0].places[0] if written else None


@cache
def _names() -> dict[str, str]:
    named = {"button-bar": BAR, "place-off": OFF}
    return {
        words_in(language).words(message).lower(): typed_place(point)
        for language in LANGUAGES
        for message, point in named.items()
    }


@cache
def _pattern() -> re.Pattern[str]:
    """Return the names, where they are no part of a longer word."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, _names()))})(?!\w)", re.IGNORECASE)


def _can_be_gone(start: int, stop: int, *, ascending: bool) -> bool:
    """True if White or Black could bring a checker from one point to another with one roll."""
    paths = [(Family.PARALLEL, Side.WHITE), (Family.PARALLEL, Side.BLACK)]
    if ascending:
        paths.append((Family.OPPOSED, Side.BLACK))
    return any(
        family.progress(side, stop) - family.progress(side, start) in _REACHES for family, side in paths
    )
