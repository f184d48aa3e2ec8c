"""How a game is analysed: turn by turn, from the record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from bot.engine.analysis import Analysis, JudgedTurn
from bot.engine.chances import Chances
from bot.engine.evaluation import equity
from bot.engine.hinting import best_of
from bot.engine.search import ROLL_WEIGHTS, ROLLS
from bot.rules import Game, Position, Turn, legal_turns, start_position
from bot.rules.events import Played, Rolled

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from bot.engine.search import Search
    from bot.rules import Roll
    from bot.rules.formats import Record

_LOOKED_AT: Final = 10
_KEPT_WEIGHTS: Final = np.array([not roll.is_double for roll in ROLLS]) / 15
"""How likely each roll is of those that decide who starts, where it is kept: it is never a double (R7.1)."""


def analysed(
    search: Search, record: Record, *, replies: bool, progress: Callable[[int, int], None] | None
) -> Analysis:
    """Judge every turn of a game. Raises what ``progress`` raises."""
    turns = sum(isinstance(event, Played) for event in record.events)
    state = Game.begin(record.ruleset, record.opening_rolls, cube=record.cube)
    judged: list[JudgedTurn] = []
    weights = _KEPT_WEIGHTS
    for event in record.events:
        after = state.after(event)
        if isinstance(event, Rolled):
            weights = ROLL_WEIGHTS
        if isinstance(event, Played) and state.roll is not None:
            luck = _luck(search, state.position, state.roll, weights)
            number = len(judged) + 1
            judged.append(_judged(search, state, state.roll, after.position, number, luck, replies=replies))
            if progress is not None:
                progress(len(judged), turns)
        state = after
    start = Chances(*map(float, search.before_roll([start_position(record.ruleset)])[0]))
    return Analysis(record.ruleset.name, replies, tuple(judged), start.win + start.draw / 2)


def _luck(search: Search, before: Position, roll: Roll, weights: NDArray[np.float64]) -> float:
    """How many points a roll is worth beyond the average one."""
    by_roll = equity(search.by_roll([before])[0])
    return float(by_roll[ROLLS.index(roll)] - weights @ by_roll)


def _judged(
    search: Search, state: Game, roll: Roll, after: Position, number: int, luck: float, *, replies: bool
) -> JudgedTurn:
    """Judge one turn.

    Args:
        search: what looks ahead.
        state: the game before the turn, the dice rolled.
        roll: the dice.
        after: the position after what was played.
        number: which turn of the game it is.
        luck: what the roll is worth beyond the average one.
        replies: whether the opponent's replies are looked at.
    """
    before = state.position
    turns = legal_turns(before, roll)
    if not turns:
        passed = Turn((), before.passed())
        chances = search.before_roll([passed.end])[0]
        seen = Chances(*map(float, chances)).of_other
        return JudgedTurn(number, roll, before, passed, passed, seen, 0.0, luck, 0)
    played = next(i for i in range(len(turns)) if _same(turns.position(i), after))
    if replies:
        numbers, rows = best_of(search, turns, state, _LOOKED_AT, [played])
    else:
        rows = search.evaluate(turns, before)
        order = np.argsort(-equity(rows), kind="stable")
        numbers, rows = [int(each) for each in order], rows[order]
    place = numbers.index(played)
    worth = equity(rows)
    cost = float(worth[0] - worth[place])
    best = turns[played if cost <= 0 else numbers[0]]
    chances = Chances(*map(float, rows[place]))
    return JudgedTurn(number, roll, before, turns[played], best, chances, cost, luck, len(turns))


def _same(one: Position, other: Position) -> bool:
    return one.white == other.white and one.black == other.black
