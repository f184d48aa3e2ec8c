"""Written turns: plays typed or recorded moves on a turn in progress (R10.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.rules.errors import AmbiguousMove, IllegalMove, Reason
from bot.rules.moves import Move
from bot.rules.notation import WrittenMove, grouped, parse_moves, routes_of
from bot.rules.turn_in_progress import PartialTurn

_MOST_MOVES: Final = 4
"""A turn has at most four moves, with a double (R3.6)."""


def play_text(partial: PartialTurn, text: str, *, whole: bool = False) -> PartialTurn:
    """Return a turn in progress after typed moves.

    The moves may be typed in any order. The dice are inferred: as few as possible, unless `whole` is set.

    >>> from bot.rules import RULESETS, PartialTurn, Roll, start_position
    >>> begun = PartialTurn.begin(start_position(RULESETS["long"]), Roll(6, 5))
    >>> [str(move) for move in play_text(begun, "24-13").moves]
    ['24/18', '18/13']

    Args:
        text: The moves of a whole turn or of part of it.
        whole: True if the moves must complete the turn, as in a record.

    Raises:
        NotUnderstood: The text is not a move.
        IllegalMove: A move is not legal now.
        AmbiguousMove: The text can mean several moves, such as a point typed alone.
    """
    return play_written(partial, parse_moves(text), whole=whole)


def play_written(partial: PartialTurn, routes: Sequence[WrittenMove], *, whole: bool = False) -> PartialTurn:
    """Return a turn in progress after parsed moves; `play_text` does the same for text.

    Args:
        routes: The moves; empty for a pass.
        whole: True if the moves must complete the turn, as in a record.

    Raises:
        IllegalMove: A move is not legal now.
        AmbiguousMove: The routes can mean several moves, such as a point typed alone.
    """
    routes = tuple(routes)
    if not routes:
        if partial.must_pass:
            return partial
        raise IllegalMove(Reason.NOT_A_PASS, possible=partial.next_moves())
    ways = _readings(partial, routes, whole=whole)
    if not ways:
        raise _refusal(partial, routes, whole=whole)
    return _choice(partial, routes, ways, whole=whole)


def _choice(
    partial: PartialTurn, routes: tuple[WrittenMove, ...], ways: list[PartialTurn], *, whole: bool
) -> PartialTurn:
    """Choose the way to play the routes that hits where stars were typed.

    Stars may be left out unless two ways differ only by them. A whole turn must have every star.

    Raises:
        IllegalMove: A star was typed where no way hits.
        AmbiguousMove: The ways hit different checkers and the stars do not tell which is meant.
    """
    made = len(partial.moves)
    starred = {point for route in routes for point in route.hits}
    hits = {way: frozenset(move.stop for move in way.moves[made:] if move.hit) for way in ways}
    able = [way for way in ways if starred <= hits[way]]
    if not able:
        raise _false_hit(partial, routes, ways[0])
    exact = [way for way in able if starred == hits[way]]
    if exact and (starred or whole):
        able = exact
    elif len({hits[way] for way in able}) > 1:
        in_all = set.intersection(*(set(way.moves[made:]) for way in able))
        apart = (
            next((move for move in way.moves[made:] if move not in in_all), way.moves[made]) for way in able
        )
        raise AmbiguousMove(tuple(dict.fromkeys(apart)))
    return next((way for way in able if _as_typed(way, made, routes)), able[0])


def _as_typed(way: PartialTurn, made: int, routes: tuple[WrittenMove, ...]) -> bool:
    """True if the new moves, written as routes, are in the order in which they were typed."""
    typed = (
        WrittenMove(
            (places[0], *(stop for stop in places[1:-1] if stop in route.hits), places[-1]), route.hits
        )
        for route in routes
        if (places := route.places)
    )
    return routes_of(way.moves[made:]) == grouped(typed)


def _false_hit(partial: PartialTurn, routes: tuple[WrittenMove, ...], way: PartialTurn) -> IllegalMove:
    """Return the error for a star typed where no checker is hit."""
    hit = {move.stop for move in way.moves[len(partial.moves) :] if move.hit}
    route, point = next((each, star) for each in routes for star in each.hits if star not in hit)
    possible = partial.next_moves()
    return IllegalMove(Reason.NO_HIT, route.places[0], route.places[-1], point=point, possible=possible)


def _refusal(
    partial: PartialTurn, routes: tuple[WrittenMove, ...], *, whole: bool
) -> IllegalMove | AmbiguousMove:
    """Return the error for routes that cannot be played together, about the first one that does not fit."""
    for number, route in enumerate(routes):
        if not _readings(partial, routes[: number + 1], whole=False):
            before = _readings(partial, routes[:number], whole=False)
            error = _objection(before[0] if before else partial, route)
            if before and isinstance(error, IllegalMove):
                error.after = before[0].moves[len(partial.moves) :]
            return error
    after = _readings(partial, routes, whole=False)
    possible = after[0].next_moves() if after and whole else partial.next_moves()
    return IllegalMove(Reason.INCOMPLETE, possible=possible)


def _objection(partial: PartialTurn, route: WrittenMove) -> IllegalMove | AmbiguousMove:
    """Return the error for one route that cannot be played now."""
    start = route.places[0]
    if len(route.places) == 1:
        choices = tuple(move for move in partial.next_moves() if move.start == start)
        if choices:
            return AmbiguousMove(choices)
    for stop in route.places[1:]:
        error = partial.objection(start, stop)
        if error is not None:
            return error
    error = partial.objection(start)
    return error or IllegalMove(Reason.FULL_ROLL, start, route.places[-1], possible=partial.next_moves())


def _readings(partial: PartialTurn, routes: tuple[WrittenMove, ...], *, whole: bool) -> list[PartialTurn]:
    """Return the legal ways to play all routes with the fewest dice; empty if there are none.

    The order is by larger die first, then from the head on.
    """
    if len(routes) > _MOST_MOVES:
        return []
    ways = [(partial, routes)]
    while ways:
        done = [way for way, rest in ways if not rest and (way.is_complete or not whole)]
        if done:
            return done
        ways = [longer for way, rest in ways if rest for longer in _one_more(way, rest)]
    return []


def _one_more(
    partial: PartialTurn, routes: tuple[WrittenMove, ...]
) -> list[tuple[PartialTurn, tuple[WrittenMove, ...]]]:
    """Return the turn after each next move that fits one of the routes, with the routes still to play."""
    found = []
    for move, after in partial.followers({route.places[0] for route in routes}):
        for number, route in enumerate(routes):
            if route.places[0] != move.start or route in routes[:number]:
                continue  # it starts elsewhere, or an equal route was tried already
            rest = _rest(partial, route, move)
            if rest is not None:
                others = routes[:number] + routes[number + 1 :]
                found.append((after, (rest, *others) if rest.places else others))
    return found


def _rest(partial: PartialTurn, route: WrittenMove, move: Move) -> WrittenMove | None:
    """Return the rest of a route after a move from its start.

    Empty if the move completes the route; None if it does not fit. A point typed alone fits only if one place
    can be reached from it.
    """
    if len(route.places) == 1:
        only = {each.stop for each in partial.next_moves() if each.start == move.start}
        return WrittenMove(()) if len(only) == 1 else None
    family, side = partial.ruleset.family, partial.start.mover
    next_stop = family.progress(side, route.places[1])
    stop = family.progress(side, move.stop)
    if stop > next_stop:
        return None
    if stop < next_stop:
        return WrittenMove((move.stop, *route.places[1:]))
    return WrittenMove(route.places[1:] if len(route.places) > 2 else ())  # noqa: PLR2004 - two places are one leg
