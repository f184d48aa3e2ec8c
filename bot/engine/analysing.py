"""Analysing: reviews each turn of a recorded game, and rolls out the costliest ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.engine.analysis import Analysis, Depth, JudgedTurn, Reviewer
from bot.engine.chances import Chances
from bot.engine.cube_judging import judged_cube
from bot.engine.evaluation import equity
from bot.engine.hinting import advises
from bot.engine.rollout import roll_out
from bot.engine.search import ROLL_WEIGHTS, ROLLS, Search
from bot.rules import Game, LegalTurns, Outcome, Position, Roll, Side, Turn, legal_turns, start_position
from bot.rules.events import Played, Rolled
from bot.rules.formats import Record

_LOOKED_AT: Final = 10
_NEAR: Final = 0.2
"""A turn worse than the best by more points at one ply is not searched deeper, unless it was played."""
_COSTS_FROM: Final = 0.02
"""The least cost, in points, for which a turn is rolled out."""
_ROLLED_OUT: Final = 3
_MOST_ROLLED_OUT: Final = 5
"""The limit on turns rolled out. It exceeds `_ROLLED_OUT` because a roll-out may show that a turn was no
mistake; then the next costliest is rolled out."""
_KEPT_WEIGHTS: Final = np.array([not roll.is_double for roll in ROLLS]) / 15
"""The probability of each first roll if the opening dice are kept; they are never a double (R7.1)."""

Progress = Callable[[int, int, float | None], None]
"""Takes the number of turns done, the number of all turns, and White's probability to win, or None."""

_UNKNOWN: Final = Chances(0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Effort:
    """The amount of work for an analysis.

    Attributes:
        trials: the number of games in a roll-out; 0 for no roll-outs.
        plies: the number of turns after which a roll-out is cut off.
        deep: True if the luck of rolls is found two plies deep.
    """

    trials: int
    plies: int
    deep: bool


QUICK: Final = Effort(trials=36, plies=8, deep=False)
DEEP: Final = Effort(trials=144, plies=12, deep=True)


def analysed(
    search: Search,
    record: Record,
    *,
    adviser: Search,
    reviewer: Reviewer,
    effort: Effort,
    progress: Progress | None = None,
) -> Analysis:
    """Review every turn of a game.

    Args:
        adviser: the search that gives hints, to note which mistakes it advises.
        reviewer: the kind of net that `search` uses, to be noted in the analysis.
        progress: called with the turns reviewed so far, the total, and White's probability to win before the
            last of them. After the last turn it is called with the total twice, and with None.

    Raises:
        Exception: what `progress` raises, to stop the analysis.
    """
    moments, end = moments_of(record)
    turns = len(moments)
    judged: list[JudgedTurn] = []
    values: list[NDArray[np.float64]] = []
    for number, moment in enumerate(moments, 1):
        by_roll = search.by_roll([moment.before])[0]
        values.append(moment.weights @ by_roll)
        luck = _luck(search, moment, equity(by_roll), deep=effort.deep)
        judged.append(_judged(search, moment, number, luck))
        if progress is not None:
            chances = _chances(values[-1])
            if moment.before.mover is not Side.WHITE:
                chances = chances.of_other
            progress(number, turns, chances.win + chances.draw / 2)
    values.append(search.before_roll([end.position])[0])
    # The evaluation over all rolls of the next turn, computed anyway, is more exact for the turn just played.
    judged = [
        replace(turn, chances=_chances(value).of_other)
        for turn, value in zip(judged, values[1:], strict=True)
    ]

    def on_turn() -> None:
        if progress is not None:
            progress(turns, turns, None)

    if effort.trials:
        _roll_out_worst(search, judged, effort, on_turn)
    for number, turn in enumerate(judged):
        if turn.mistake is not None:
            on_turn()
            is_advised = advises(adviser, Game(turn.before, turn.roll), turn.played.end)
            judged[number] = replace(turn, is_advised=is_advised)
    cube = judged_cube(search, record, on_turn)
    start = _chances(search.before_roll([start_position(record.ruleset)])[0])
    return Analysis(
        record.ruleset.name,
        effort.deep,
        tuple(judged),
        start.win + start.draw / 2,
        reviewer,
        None if end.outcome is None else _points(end.outcome),
        _of_white(values[0], (moments[0].before if moments else end.position).mover),
        _of_white(values[-1], end.position.mover),
        cube,
    )


@dataclass(frozen=True, slots=True)
class Moment:
    """One turn of a recorded game, before it is reviewed.

    Attributes:
        before: the position before the turn.
        after: the position after the turn.
        weights: the probability of each roll at that point.
    """

    before: Position
    roll: Roll
    after: Position
    weights: NDArray[np.float64]


def moments_of(record: Record) -> tuple[list[Moment], Game]:
    """Return every turn of a recorded game, and the final state."""
    state = Game.begin(record.ruleset, record.opening_rolls, cube=record.cube)
    moments: list[Moment] = []
    weights = _KEPT_WEIGHTS
    for event in record.events:
        after = state.after(event)
        if isinstance(event, Rolled):
            weights = ROLL_WEIGHTS
        if isinstance(event, Played) and state.roll is not None:
            moments.append(Moment(state.position, state.roll, after.position, weights))
        state = after
    return moments, state


def _luck(search: Search, moment: Moment, by_roll: NDArray[np.float64], *, deep: bool) -> float:
    """Return the luck of a roll: its value minus that of the average roll, in points.

    Args:
        by_roll: the one-ply value of each roll.
        deep: True to search two plies deep instead.
    """
    if deep:
        by_roll = equity(search.look_ahead([_best_end(search, moment.before, roll) for roll in ROLLS]))
    return float(by_roll[ROLLS.index(moment.roll)] - moment.weights @ by_roll)


def _best_end(search: Search, before: Position, roll: Roll) -> Position:
    turns = legal_turns(before, roll)
    if not turns:
        return before.passed()
    return turns.position(int(equity(search.evaluate(turns, before)).argmax()))


def _judged(search: Search, moment: Moment, number: int, luck: float) -> JudgedTurn:
    """Review one turn; the caller fills in its chances later."""
    before, roll = moment.before, moment.roll
    turns = legal_turns(before, roll)
    if not turns:
        passed = Turn((), before.passed())
        return JudgedTurn(number, roll, before, passed, passed, _UNKNOWN, 0.0, luck, 0)
    played = next(i for i in range(len(turns)) if _same(turns.position(i), moment.after))
    if len(turns) == 1:
        return JudgedTurn(number, roll, before, turns[0], turns[0], _UNKNOWN, 0.0, luck, 1)
    near = _near(search, turns, before, played)
    worth = equity(search.look_ahead([turns.position(i) for i in near]))
    cost = float(worth.max() - worth[near.index(played)])
    best = turns[played if cost <= 0 else near[int(worth.argmax())]]
    return JudgedTurn(
        number, roll, before, turns[played], best, _UNKNOWN, cost, luck, len(turns), Depth.TWO_PLY
    )


def _near(search: Search, turns: LegalTurns, before: Position, played: int) -> list[int]:
    """Return the indices of the turns to search two plies deep: the best at one ply, and the one played."""
    worth = equity(search.evaluate(turns, before))
    best = [int(i) for i in np.argsort(-worth, kind="stable")[:_LOOKED_AT] if worth[i] >= worth.max() - _NEAR]
    return list(dict.fromkeys([*best, played]))


def _roll_out_worst(
    search: Search, judged: list[JudgedTurn], effort: Effort, on_turn: Callable[[], None]
) -> None:
    """Roll out the costliest turns until the worst three are all rolled out, or the limit is reached."""
    for _ in range(_MOST_ROLLED_OUT):
        worst = sorted(judged, key=lambda turn: -turn.cost)[:_ROLLED_OUT]
        due = [turn for turn in worst if turn.cost >= _COSTS_FROM and not turn.trials]
        if not due:
            return
        judged[due[0].number - 1] = _rolled_out(search, due[0], effort, on_turn)


def _rolled_out(search: Search, turn: JudgedTurn, effort: Effort, on_turn: Callable[[], None]) -> JudgedTurn:
    """Review a turn again by rolling out the played and the best turn with the same dice."""
    best, played = (
        roll_out(
            search,
            each.end,
            trials=effort.trials,
            plies=effort.plies,
            seed=f"{turn.before} {turn.roll}",
            on_turn=on_turn,
        )
        for each in (turn.best, turn.played)
    )
    cost, error = best.lead_over(played)
    return replace(
        turn,
        best=turn.best if cost > 0 else turn.played,
        cost=max(cost, 0.0),
        judged_by=Depth.ROLLED_OUT,
        uncertainty=error,
        trials=effort.trials,
    )


def _points(outcome: Outcome) -> float:
    """Return the points of a result for White, without the cube."""
    if outcome.winner is None or outcome.grade is None:
        return 0.0
    return float(outcome.grade.points if outcome.winner is Side.WHITE else -outcome.grade.points)


def _of_white(value: NDArray[np.float64], mover: Side) -> float:
    """Return the equity for White of an evaluation for the side to move."""
    points = float(equity(value[None])[0])
    return points if mover is Side.WHITE else -points


def _chances(value: NDArray[np.float64]) -> Chances:
    return Chances(*map(float, value))


def _same(one: Position, other: Position) -> bool:
    return one.white == other.white and one.black == other.black
