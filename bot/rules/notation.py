"""Notation: reading and writing moves as text, such as `24/18 13/8*` (R3.7, R10.2).

One grammar serves typed moves, records, `.mat` files and the bot's own output. They differ only in the
*form* (which signs may join two places) and in whether points have absolute numbers or the mover's own.
This module does not look at a board; `written_turns` finds what a text means in a position.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.rules.board import BAR, OFF, POINTS, Family, Side, place
from bot.rules.errors import NotUnderstood
from bot.rules.moves import HIT, Move

# No turn is this long; longer texts are refused before they are parsed.
MAX_TEXT: Final = 200
PASS: Final = "pass"  # noqa: S105 - the word for a turn without moves

_PLACE: Final = r"(?:[0-9]{1,2}|off|bar)\*?"
_WRITTEN: Final = re.compile(rf"({_PLACE}(?:/{_PLACE})*)(?:\(([1-4])\))?", re.ASCII)
_TIMES: Final = re.compile(r"\s*(?:\(\s*([0-9]+)\s*\)|[x×]\s*([0-9]+))", re.ASCII | re.IGNORECASE)
_NUMBER: Final = re.compile(rf"{_TIMES.pattern}|([0-9]+)", re.ASCII | re.IGNORECASE)
_SEPARATORS: Final = re.compile(r"[\s,;]+")
_PLACES: Final = {"off": OFF, "bar": BAR, "0": OFF}


class Form(Enum):
    """The set of signs that may join two places in a move; the value is a regular expression.

    In a chat, `2-1` or `3:0` can be a score and `5 > 3` a comparison. So text that may be ordinary talk is
    read with a narrower form than text that must be a move.
    """

    STROKES = r"\s*(?:->|[→➔/])\s*"
    HYPHENS = r"\s*(?:->|[-‐‑‒–—−>→➔/])\s*"
    ANY = r"\s*(?:->|[-‐‑‒–—−>→➔:/])\s*"

    def with_strokes(self, text: str) -> str:
        """Replace every sign that joins two places in this form with `/`.

        >>> Form.HYPHENS.with_strokes("24 -> 18 13–8")
        '24/18 13/8'
        """
        return _JOINTS[self].sub("/", text)

    def joins(self, text: str) -> bool:
        """True if a text contains a sign of this form."""
        return _JOINTS[self].search(text) is not None


_JOINTS: Final = {form: re.compile(form.value) for form in Form}


@dataclass(frozen=True, slots=True)
class WrittenMove:
    """One checker's route as written, such as `24/18*/13`.

    Attributes:
        places: The start, the written stops and the end; only the start if a point was typed alone.
        hits: The places marked with a star.
    """

    places: tuple[int, ...]
    hits: tuple[int, ...] = ()

    def __str__(self) -> str:
        return write_routes([self])

    def renumbered(self, family: Family, side: Side) -> WrittenMove:
        """Convert the route between absolute numbers and the side's own (see `Family.own_number`).

        >>> from bot.rules import Family, Side
        >>> str(WrittenMove((24, 18, 13), (18,)).renumbered(Family.PARALLEL, Side.BLACK))
        '12/6*/1'
        """
        return WrittenMove(
            tuple(family.own_number(side, point) for point in self.places),
            tuple(family.own_number(side, point) for point in self.hits),
        )


def parse_moves(text: str) -> tuple[WrittenMove, ...]:
    """Read typed moves without looking at a board.

    >>> parse_moves("24/18(2)")
    (WrittenMove(places=(24, 18), hits=()), WrittenMove(places=(24, 18), hits=()))
    >>> [str(move) for move in parse_moves("24–18 x2, 13 > 8*")]
    ['24/18', '24/18', '13/8*']
    >>> parse_moves("24 18")
    (WrittenMove(places=(24, 18), hits=()),)
    >>> parse_moves("pass")
    ()

    Returns:
        The routes in the order written; empty for `pass`.

    Raises:
        NotUnderstood: The text is not a list of moves, or is too long.
    """
    if len(text) > MAX_TEXT:
        raise NotUnderstood(text[:MAX_TEXT], text[:40])
    plain = _plain(text, Form.ANY)
    if plain == PASS:
        return ()
    routes: list[WrittenMove] = []
    lone: list[WrittenMove] = []
    for piece in _SEPARATORS.split(plain.strip(",; ")):
        route, times = _piece(text, piece)
        if len(route.places) == 1 and times is None:
            lone.append(route)
            continue
        routes += _paired(text, lone)
        lone = []
        routes += [route] * (times or 1)
    routes += _paired(text, lone)
    return tuple(routes)


def parse_joined(text: str, form: Form = Form.STROKES) -> tuple[WrittenMove, ...]:
    """Read moves whose places are all joined by signs of the form; refuse lone points and `pass`.

    >>> parse_joined("24/18 13→off")
    (WrittenMove(places=(24, 18), hits=()), WrittenMove(places=(13, 0), hits=()))

    Raises:
        NotUnderstood: The text is not such a list, or a number has a leading zero, as in the date `05/12`.
    """
    if len(text) > MAX_TEXT:
        raise NotUnderstood(text[:MAX_TEXT], text[:40])
    routes: list[WrittenMove] = []
    for piece in _SEPARATORS.split(_plain(text, form)):
        route, times = _piece(text, piece)
        start, *stops = piece.partition("(")[0].split("/")
        if not stops or start.endswith(HIT) or any(name.startswith("0") for name in (start, *stops)):
            raise NotUnderstood(text, piece)
        routes += [route] * (times or 1)
    return tuple(routes)


def renumber(text: str, number_of: Callable[[int], int]) -> str:
    """Change the point numbers in a text with moves; repeat counts such as `(2)` are kept.

    >>> renumber("24/18(2) or 13/off?", lambda point: 25 - point)
    '1/7(2) or 12/off?'

    Args:
        text: The moves; any other words are kept.
        number_of: Returns the new number of a point 1–24.
    """

    def other(found: re.Match[str]) -> str:
        point = int(found[3]) if found[3] else 0
        return str(number_of(point)) if 1 <= point <= POINTS else found[0]

    return _NUMBER.sub(other, text)


def _plain(text: str, form: Form) -> str:
    """Normalize a typed text: lower case, `/` for each sign that joins places, `(2)` for a repeat count."""
    plain = _TIMES.sub(lambda found: f"({found[1] or found[2]})", text.strip().lower())
    return form.with_strokes(plain)


def _piece(text: str, piece: str) -> tuple[WrittenMove, int | None]:
    """Read one piece between separators as a route and its repeat count, or None if no count is given."""
    found = _WRITTEN.fullmatch(piece)
    if found is None:
        raise NotUnderstood(text, piece)
    names = found[1].split("/")
    places = tuple(
        _PLACES[name] if name in _PLACES else int(name) for name in found[1].replace(HIT, "").split("/")
    )
    for number, (name, point) in enumerate(zip(names, places, strict=True)):
        last = number == len(names) - 1
        on_board = point in range(1, POINTS + 1) and not name.startswith(("off", "bar"))
        if not (on_board or (point == OFF and last) or (name == "bar" and number == 0)):
            raise NotUnderstood(text, found[1])
    hits = tuple(point for name, point in zip(names, places, strict=True) if name.endswith(HIT))
    return WrittenMove(places, hits), int(found[2]) if found[2] else None


def _paired(text: str, lone: list[WrittenMove]) -> list[WrittenMove]:
    """Pair places typed alone, between blanks: `24 18` is a move; a single `24` is a checker to move."""
    if len(lone) <= 1:
        if lone and lone[0].places == (OFF,):
            raise NotUnderstood(text)
        return lone
    starts, stops = lone[::2], lone[1::2]
    if len(lone) % 2 or any(start.places == (OFF,) for start in starts):
        raise NotUnderstood(text)
    return [
        WrittenMove(start.places + stop.places, start.hits + stop.hits)
        for start, stop in zip(starts, stops, strict=True)
    ]


def write_moves(moves: Iterable[Move]) -> str:
    """Write moves as a turn: join the legs of one checker and count repeated routes (R3.7, R10.2).

    >>> from bot.rules import Move
    >>> write_moves([Move(24, 18, 6), Move(18, 13, 5)])
    '24/13'
    >>> write_moves([Move(24, 18, 6, hit=True), Move(18, 13, 5)])
    '24/18*/13'
    >>> write_moves([Move(24, 18, 6, write_stop=True), Move(18, 13, 5)])
    '24/18/13'
    >>> write_moves([Move(24, 18, 6), Move(24, 18, 6)])
    '24/18(2)'
    >>> write_moves([])
    'pass'
    """
    return write_routes(routes_of(moves))


def routes_of(moves: Iterable[Move]) -> tuple[WrittenMove, ...]:
    """Join a turn's moves into one route for each checker, equal routes together (R3.7, R10.2).

    A route shows a stop if a checker is hit there or if the move has `write_stop`. If several checkers
    take the same route, only the first can hit; all of them get the star, so that the text round-trips.
    """
    chains: list[list[Move]] = []
    for move in moves:
        for chain in chains:
            if chain[-1].stop == move.start:
                chain.append(move)
                break
        else:
            chains.append([move])
    return grouped(
        WrittenMove(
            (chain[0].start, *(leg.stop for leg in chain if leg.hit or leg.write_stop or leg is chain[-1])),
            tuple(leg.stop for leg in chain if leg.hit),
        )
        for chain in chains
    )


def single_routes(moves: Iterable[Move]) -> tuple[WrittenMove, ...]:
    """Return one route for each move of one die, in order, as the moves of an unconfirmed turn are written.

    >>> from bot.rules import Move
    >>> print(*single_routes([Move(24, 18, 6), Move(18, 13, 5)]))
    24/18 18/13
    """
    return tuple(route for move in moves for route in routes_of([move]))


def grouped(routes: Iterable[WrittenMove]) -> tuple[WrittenMove, ...]:
    """Put routes with the same places next to each other, each with the stars that any of them has."""
    hits: dict[tuple[int, ...], set[int]] = {}
    counts: dict[tuple[int, ...], int] = {}
    for route in routes:
        counts[route.places] = counts.get(route.places, 0) + 1
        hits.setdefault(route.places, set()).update(route.hits)
    return tuple(
        WrittenMove(places, tuple(point for point in places if point in hits[places]))
        for places, count in counts.items()
        for _ in range(count)
    )


def write_routes(routes: Iterable[WrittenMove]) -> str:
    """Write the routes of a turn as text, with a count for equal ones; `pass` if there are none."""
    counts: dict[WrittenMove, int] = {}
    for route in routes:
        counts[route] = counts.get(route, 0) + 1
    return (
        " ".join(
            "/".join(place(point) + HIT * (point in route.hits) for point in route.places)
            + (f"({count})" if count > 1 else "")
            for route, count in counts.items()
        )
        or PASS
    )
