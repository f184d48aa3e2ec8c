"""Reading typed moves, in any of the forms people use (R10.2)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.rules.errors import AmbiguousMove, IllegalMove, NotUnderstood, Reason
from bot.rules.moves import PASS, write_journeys, write_moves
from bot.rules.reasons import explain
from bot.rules.sides import BAR, OFF, POINTS

if TYPE_CHECKING:
    from bot.rules.moves import Move
    from bot.rules.partial import PartialTurn

MAX_TEXT: Final = 200
_MOST_MOVES: Final = 4

_PLACE: Final = r"(?:[0-9]{1,2}|off|bar)\*?"
_DASHES: Final = re.compile(r"\s*(?:->|[-‐‑‒–—−>→➔:/])\s*")
_REPEAT: Final = re.compile(r"\s*(?:\(\s*([1-4])\s*\)|[x×]\s*([1-4])(?![0-9]))")
_JOURNEY: Final = re.compile(rf"({_PLACE}(?:/{_PLACE})*)(?:\(([1-4])\))?", re.ASCII)
_SEPARATORS: Final = re.compile(r"[\s,;]+")
_NAMES: Final = {"off": OFF, "bar": BAR, "0": OFF}


@dataclass(frozen=True, slots=True)
class Journey:
    """One checker's way as typed.

    Attributes:
        places: Where it starts, the stops that were typed, where it ends; the start alone for a lone point.
        hits: The places after the start that were marked with a star.
    """

    places: tuple[int, ...]
    hits: tuple[int, ...] = ()


def parse_moves(text: str) -> tuple[Journey, ...]:
    """Read typed moves without looking at a board.

    >>> parse_moves("24/18(2)")
    (Journey(places=(24, 18), hits=()), Journey(places=(24, 18), hits=()))
    >>> parse_moves("pass")
    ()

    Returns:
        The journeys in the order typed; none for ``pass``.

    Raises:
        NotUnderstood: The text is no list of moves, or longer than any.
    """
    if len(text) > MAX_TEXT:
        raise NotUnderstood(text[:MAX_TEXT], text[:40])
    plain = _REPEAT.sub(lambda found: f"({found[1] or found[2]})", text.strip().lower())
    plain = _DASHES.sub("/", plain)
    if plain == PASS:
        return ()
    journeys: list[Journey] = []
    lone: list[Journey] = []
    for piece in _SEPARATORS.split(plain.strip(",; ")):
        found = _JOURNEY.fullmatch(piece)
        if found is None:
            raise NotUnderstood(text, piece)
        journey = _journey(text, found[1])
        if len(journey.places) == 1 and not found[2]:
            lone.append(journey)
            continue
        journeys += _paired(text, lone)
        lone = []
        journeys += [journey] * int(found[2] or 1)
    journeys += _paired(text, lone)
    return tuple(journeys)


def _journey(text: str, piece: str) -> Journey:
    """Read places joined by strokes."""
    names = piece.split("/")
    places = tuple(
        _NAMES[name] if name in _NAMES else int(name) for name in piece.replace("*", "").split("/")
    )
    for number, (name, point) in enumerate(zip(names, places, strict=True)):
        last = number == len(names) - 1
        on_board = point in range(1, POINTS + 1) and not name.startswith(("off", "bar"))
        if not (on_board or (point == OFF and last) or (name == "bar" and number == 0)):
            raise NotUnderstood(text, piece)
    return Journey(
        places, tuple(point for name, point in zip(names, places, strict=True) if name.endswith("*"))
    )


def _paired(text: str, lone: list[Journey]) -> list[Journey]:
    """Places that stood alone: ``24 18`` is a move, ``24`` a checker to move."""
    if len(lone) <= 1:
        if lone and lone[0].places == (OFF,):
            raise NotUnderstood(text)
        return lone
    starts, stops = lone[::2], lone[1::2]
    if len(lone) % 2 or any(start.places == (OFF,) for start in starts):
        raise NotUnderstood(text)
    return [
        Journey(start.places + stop.places, start.hits + stop.hits)
        for start, stop in zip(starts, stops, strict=True)
    ]


def play_text(partial: PartialTurn, text: str, *, whole: bool = False) -> PartialTurn:
    """Play typed moves on top of a turn in progress.

    The order typed is free and dice are inferred: as few as will do, unless the whole turn is meant.

    Args:
        partial: The turn in progress.
        text: The moves, in full or in part.
        whole: Whether the moves must complete the turn, as in a record.

    Raises:
        NotUnderstood: The text is no move.
        IllegalMove: It is one that cannot be made now.
        AmbiguousMove: A lone point can be left in several ways.
    """
    journeys = parse_moves(text)
    if not journeys:
        if partial.must_pass:
            return partial
        raise IllegalMove(Reason.NOT_A_PASS, possible=partial.next_moves())
    ways = _ways(partial, journeys, whole=whole)
    if not ways:
        raise _refusal(partial, journeys, whole=whole)
    return _choice(partial, journeys, ways, whole=whole)


def _choice(
    partial: PartialTurn, journeys: tuple[Journey, ...], ways: list[PartialTurn], *, whole: bool
) -> PartialTurn:
    """Of the ways to play the journeys the one that hits where stars were typed.

    Stars may be left out, unless they tell one way from another; a whole turn has them where it hits.
    """
    made = len(partial.moves)
    starred = {point for journey in journeys for point in journey.hits}
    hits = {way: frozenset(move.stop for move in way.moves[made:] if move.hit) for way in ways}
    able = [way for way in ways if starred <= hits[way]]
    if not able:
        raise _false_hit(partial, journeys, ways[0])
    exact = [way for way in able if starred == hits[way]]
    if exact and (starred or whole):
        able = exact
    elif len({hits[way] for way in able}) > 1:
        in_all = set.intersection(*(set(way.moves[made:]) for way in able))
        apart = (
            next((move for move in way.moves[made:] if move not in in_all), way.moves[made]) for way in able
        )
        raise AmbiguousMove(tuple(dict.fromkeys(apart)))
    return next((way for way in able if _as_typed(way, made, journeys)), able[0])


def _as_typed(way: PartialTurn, made: int, journeys: tuple[Journey, ...]) -> bool:
    """Whether moves are written in the order in which their journeys were typed."""
    typed = (
        ((places[0], *(stop for stop in places[1:-1] if stop in journey.hits), places[-1]), journey.hits)
        for journey in journeys
        if (places := journey.places)
    )
    return write_moves(way.moves[made:]) == write_journeys(typed)


def _false_hit(partial: PartialTurn, journeys: tuple[Journey, ...], way: PartialTurn) -> IllegalMove:
    """A star stands where nothing is hit."""
    hit = {move.stop for move in way.moves[len(partial.moves) :] if move.hit}
    journey, point = next((each, star) for each in journeys for star in each.hits if star not in hit)
    possible = partial.next_moves()
    return IllegalMove(Reason.NO_HIT, journey.places[0], journey.places[-1], point=point, possible=possible)


def _refusal(
    partial: PartialTurn, journeys: tuple[Journey, ...], *, whole: bool
) -> IllegalMove | AmbiguousMove:
    """What is wrong with journeys that cannot be played together: the first that does not fit."""
    for number, journey in enumerate(journeys):
        if not _ways(partial, journeys[: number + 1], whole=False):
            before = _ways(partial, journeys[:number], whole=False)
            error = _objection(before[0] if before else partial, journey)
            if before and isinstance(error, IllegalMove):
                error.after = before[0].moves[len(partial.moves) :]
            return error
    after = _ways(partial, journeys, whole=False)
    possible = after[0].next_moves() if after and whole else partial.next_moves()
    return IllegalMove(Reason.INCOMPLETE, possible=possible)


def _objection(partial: PartialTurn, journey: Journey) -> IllegalMove | AmbiguousMove:
    """Why one journey cannot be made now."""
    start = journey.places[0]
    if len(journey.places) == 1:
        choices = tuple(move for move in partial.next_moves() if move.start == start)
        if choices:
            return AmbiguousMove(choices)
    for stop in journey.places[1:]:
        error = explain(partial, start, stop)
        if error is not None:
            return error
    error = explain(partial, start, None)
    return error or IllegalMove(Reason.FULL_ROLL, start, journey.places[-1], possible=partial.next_moves())


def _ways(partial: PartialTurn, journeys: tuple[Journey, ...], *, whole: bool) -> list[PartialTurn]:
    """The legal ways to play all journeys with the fewest dice: larger die first, then from the head on."""
    if len(journeys) > _MOST_MOVES:
        return []
    ways = [(partial, journeys)]
    while ways:
        done = [way for way, rest in ways if not rest and (way.is_complete or not whole)]
        if done:
            return done
        ways = [longer for way, rest in ways if rest for longer in _one_more(way, rest)]
    return []


def _one_more(
    partial: PartialTurn, journeys: tuple[Journey, ...]
) -> list[tuple[PartialTurn, tuple[Journey, ...]]]:
    """Each next move that belongs to one of the journeys, with what is left of them."""
    found = []
    for move, after in partial.followers():
        for number, journey in enumerate(journeys):
            if journey.places[0] != move.start or journey in journeys[:number]:
                continue
            rest = _rest(partial, journey, move)
            if rest is not None:
                others = journeys[:number] + journeys[number + 1 :]
                found.append((after, (rest, *others) if rest.places else others))
    return found


def _rest(partial: PartialTurn, journey: Journey, move: Move) -> Journey | None:
    """What is left of a journey after a move from its start; ``None`` if the move is not on its way."""
    if len(journey.places) == 1:
        only = {each.stop for each in partial.next_moves() if each.start == move.start}
        return Journey(()) if len(only) == 1 else None
    family, side = partial.ruleset.family, partial.position.mover
    next_stop = family.progress(side, journey.places[1])
    stop = family.progress(side, move.stop)
    if stop > next_stop:
        return None
    if stop < next_stop:
        return Journey((move.stop, *journey.places[1:]))
    return Journey(journey.places[1:] if len(journey.places) > 2 else ())  # noqa: PLR2004 - two places are one leg
