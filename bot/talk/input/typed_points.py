"""Typed points: names of the bar and of `off` (borne off) in any language, and which texts are moves."""

from __future__ import annotations

import re
from functools import cache

from bot.rules import BAR, OFF, Family, Side
from bot.rules.errors import NotUnderstood
from bot.rules.notation import parse_joined, parse_moves
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.wording import typed_place

# Distances that one checker can travel with one roll: one die, two different dice, or up to four equal ones.
_DISTANCES = (
    frozenset(range(1, 7))
    | {high + low for high in range(2, 7) for low in range(1, high)}
    | {die * count for die in range(1, 7) for count in range(1, 5)}
)


def with_typed_places(text: str) -> str:
    """Return typed moves with the names of the bar and off, in any language, replaced by `bar` and `off`.

    >>> with_typed_places("бар/22 Бар→3→выброс")
    'bar/22 bar→3→off'
    """
    names = _names()
    return _pattern().sub(lambda found: names[found[0].lower()], text)


def reads_as_move(line: str, *, ascending: bool = False) -> bool:
    """Return True if a line without a command is certainly a move: `24/18 13/8`, `24→18`, `3/off`.

    Only slashes and arrows count, because people also write scores (`2-1`, `3:0`) and sums (`5 > 3`).
    `/move` and `read_loosely` accept other separators. A single pair of numbers is a move only if a checker
    can travel from the first to the second with one roll: `24/7`, `1/2` and `9/11` are no moves.

    Args:
        ascending: True if Black's moves in opposed games count, too: `1/2` and `9/11`. Pass True only if
            the player is to move as Black in such a game.
    """
    line = with_typed_places(line.strip())
    try:
        moves = parse_joined(line)
    except NotUnderstood:
        return False
    if len(moves) > 1 or moves[0].hits or len(moves[0].places) > 2:  # noqa: PLR2004 - a pair of numbers
        return True
    start, stop = moves[0].places
    return start == BAR or stop == OFF or _is_possible_distance(start, stop, ascending=ascending)


def start_of(moves: str) -> int | None:
    """Return the point where the first typed move starts; None if the text is empty or not moves."""
    try:
        written = parse_moves(moves)
    except NotUnderstood:
        return None
    return written[0].places[0] if written else None


@cache
def _names() -> dict[str, str]:
    """Return `bar` or `off` for each name of the bar and off in any language, in lower case; cached."""
    named = {"button-bar": BAR, "place-off": OFF}
    return {
        words_in(language).words(message).lower(): typed_place(point)
        for language in LANGUAGES
        for message, point in named.items()
    }


@cache
def _pattern() -> re.Pattern[str]:
    """Return a pattern of the names of the bar and off in all languages, as whole words; cached."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, _names()))})(?!\w)", re.IGNORECASE)


def _is_possible_distance(start: int, stop: int, *, ascending: bool) -> bool:
    """True if White or Black can move a checker from one point to another with one roll."""
    paths = [(Family.PARALLEL, Side.WHITE), (Family.PARALLEL, Side.BLACK)]
    if ascending:
        paths.append((Family.OPPOSED, Side.BLACK))
    return any(
        family.progress(side, stop) - family.progress(side, start) in _DISTANCES for family, side in paths
    )
