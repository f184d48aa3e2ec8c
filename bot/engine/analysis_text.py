"""Analysis text: writes an analysis as JSON and reads it back, including those of earlier versions."""

from __future__ import annotations

import json
from dataclasses import astuple
from typing import Any

from bot.engine.analysis import Analysis, CubeMove, Depth, JudgedCube, JudgedTurn, Reviewer
from bot.engine.chances import Chances
from bot.engine.cube import CubeDecision
from bot.rules import RULESETS, Move, Position, Roll, RuleSet, Side, Turn


def write_analysis(analysis: Analysis) -> str:
    """Write an analysis as JSON."""
    turns = [
        [
            turn.number,
            str(turn.roll),
            _board(turn.before),
            _turn(turn.played),
            None if turn.best is turn.played else _turn(turn.best),
            [round(each, 5) for each in astuple(turn.chances)],
            round(turn.cost, 5),
            round(turn.luck, 5),
            turn.choices,
            turn.judged_by.value,
            round(turn.uncertainty, 5),
            turn.trials,
            turn.is_advised,
        ]
        for turn in analysis.turns
    ]
    form = {
        "rules": analysis.rules,
        "replies": analysis.replies,
        "turns": turns,
        "start": round(analysis.start, 5),
        "reviewer": analysis.reviewer.value,
        "result": analysis.result,
        "opening": round(analysis.opening, 5),
        "last": round(analysis.last, 5),
        "cube": [_cube(each) for each in analysis.cube],
    }
    return json.dumps(form, separators=(",", ":"))


def read_analysis(text: str) -> Analysis:
    """Read what `write_analysis` wrote.

    Raises:
        ValueError: the text is not an analysis.
    """
    try:
        form = json.loads(text)
        ruleset = RULESETS[form["rules"]]
        # Earlier versions did not store the method for each turn; it was the same for all.
        depth = Depth.TWO_PLY if form["replies"] else Depth.ONE_PLY
        turns = tuple(_read_judged(each, ruleset, depth) for each in form["turns"])
        # Earlier versions stored no chances before the first turn, no reviewer, no result and no cube.
        return Analysis(
            form["rules"],
            form["replies"],
            turns,
            form.get("start", 0.5),
            Reviewer(form.get("reviewer", Reviewer.PLAYER)),
            form.get("result"),
            form.get("opening", 0.0),
            form.get("last", 0.0),
            tuple(_read_cube(each) for each in form.get("cube", ())),
        )
    except (KeyError, TypeError, IndexError) as error:
        raise ValueError("not an analysis") from error


def _read_judged(form: list[Any], ruleset: RuleSet, depth: Depth) -> JudgedTurn:
    number, roll, before, played, best, chances, cost, luck, choices, *how = form
    judged_by, uncertainty, trials, *advised = how or (depth.value, 0.0, 0)
    turn = _read_turn(played, ruleset)
    return JudgedTurn(
        number,
        Roll.parse(roll),
        _read_board(before, ruleset),
        turn,
        turn if best is None else _read_turn(best, ruleset),
        Chances(*chances),
        cost,
        luck,
        choices,
        Depth(judged_by),
        uncertainty,
        trials,
        # Earlier versions did not compare mistakes with the hint.
        advised == [True],
    )


def _cube(judged: JudgedCube) -> list[Any]:
    decision = judged.decision
    chances = decision.chances and [round(each, 5) for each in decision.chances]
    worth = round(decision.no_double, 5), round(decision.take, 5)
    return [judged.turn, judged.side.value, judged.did.value, *worth, chances]


def _read_cube(form: list[Any]) -> JudgedCube:
    turn, side, did, no_double, take, chances = form
    decision = CubeDecision(no_double, take, chances=None if chances is None else tuple(chances))
    return JudgedCube(turn, Side(side), CubeMove(did), decision)


def _board(position: Position) -> list[str]:
    return [f"{position.white:x}", f"{position.black:x}", position.mover.value]


def _read_board(form: list[str], ruleset: RuleSet) -> Position:
    white, black, mover = form
    return Position(ruleset, int(white, 16), int(black, 16), Side(mover))


def _turn(turn: Turn) -> list[Any]:
    return [[list(astuple(move)) for move in turn.moves], _board(turn.end)]


def _read_turn(form: list[Any], ruleset: RuleSet) -> Turn:
    moves, end = form
    # Earlier versions stored moves without `write_stop`.
    return Turn(tuple(Move(*move) for move in moves), _read_board(end, ruleset))
