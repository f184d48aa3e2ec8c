"""Cube judging: finds the points lost in a game by doubling, not doubling, taking or dropping."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from bot.engine.analysis import LEAST_COST, CubeMove, JudgedCube
from bot.engine.cube import decide
from bot.engine.score import MONEY, Score
from bot.engine.search import Search
from bot.rules import Game, Side
from bot.rules.events import Doubled, Dropped, Event, Played, Rolled, Took
from bot.rules.formats import LENGTH, ROUND, SCORE, Record
from bot.rules.rulesets import MatchLength

_MOVES: dict[type[Event], CubeMove] = {
    Rolled: CubeMove.ROLL,
    Doubled: CubeMove.DOUBLE,
    Took: CubeMove.TAKE,
    Dropped: CubeMove.DROP,
}


def judged_cube(search: Search, record: Record, on_decision: Callable[[], None]) -> tuple[JudgedCube, ...]:
    """Review every double and answer in a game, and every missed double.

    Args:
        record: the game. In a match, its headers give the length of the match and the score.
        on_decision: called after each decision; an exception from it stops the review.
    """
    if not record.cube:
        return ()
    found = []
    for each in _decisions(search, record):
        on_decision()
        if each.did is not CubeMove.ROLL or each.cost >= LEAST_COST:
            found.append(each)
    return tuple(found)


def score_of(record: Record) -> Score:
    """Return the score of the match before a recorded game; `MONEY` if the record has none."""
    try:
        length = MatchLength.parse(record.header(LENGTH) or "")
        white, black = (Fraction(each) for each in (record.header(SCORE) or "").split("-"))
        if length.games == 1:
            return MONEY
        if length.games:
            return Score(white, black, length.games + 1 - int(record.header(ROUND) or ""), cube=True)
        if white == black >= length.points:
            white = black = Fraction(length.points - 1)  # the winner of the next game wins the match (R8.4)
        return Score(length.points - white, length.points - black, cube=True)
    except ValueError:
        return MONEY


def _decisions(search: Search, record: Record) -> Iterator[JudgedCube]:
    score, turn = score_of(record), 1
    state = Game.begin(record.ruleset, record.opening_rolls, cube=record.cube)
    decision = None
    for event in record.events:
        did = _MOVES.get(type(event))
        if did is not None and (state.may_double or state.is_doubled):
            if state.may_double or decision is None:
                decision = decide(search, state, score)
            side: Side = state.mover if state.may_double else state.mover.other
            yield JudgedCube(turn, side, did, decision)
        turn += isinstance(event, Played)
        state = state.after(event)
