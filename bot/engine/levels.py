"""Levels: the strengths of the computer player, and the turn that each one chooses."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from random import Random

import numpy as np
from numpy.typing import NDArray

from bot.engine.evaluation import equity
from bot.engine.race import is_race
from bot.engine.search import Search
from bot.rules import Game, LegalTurns, Position, legal_turns
from bot.rules.generator import SIDE_BITS


class Level(Enum):
    """A level of the computer player; the value is the word used in commands and stored with a challenge."""

    NOVICE = "novice"
    CASUAL = "casual"
    SKILLED = "skilled"
    STRONG = "strong"
    BEST = "best"

    @property
    def strength(self) -> Strength:
        """The search depth and the errors of this level."""
        return _STRENGTHS[self]


@dataclass(frozen=True, slots=True)
class Strength:
    """The search depth and the deliberate errors of a level.

    Attributes:
        error: the standard deviation of the error added to each evaluation, in points; none in a race.
        candidates: the number of best turns searched two plies deep; 0 for one ply only.
    """

    error: float
    candidates: int = 0


# docs/engine.md has the measured strength of each level.
_STRENGTHS = {
    Level.NOVICE: Strength(0.6),
    Level.CASUAL: Strength(0.3),
    Level.SKILLED: Strength(0.13),
    Level.STRONG: Strength(0.0),
    Level.BEST: Strength(0.0, candidates=6),
}


def turns_of(state: Game) -> LegalTurns:
    """Return the legal turns of a game with rolled dice.

    Raises:
        ValueError: there is no roll, or it allows no turn.
    """
    if state.roll is None:
        raise ValueError("the dice are not rolled")
    turns = legal_turns(state.position, state.roll)
    if not turns:
        raise ValueError("no turn is possible")
    return turns


def choose_turn(search: Search, state: Game, strength: Strength) -> int:
    """Return the index of the turn that a level plays.

    Raises:
        ValueError: there is no roll, or it allows no turn.
    """
    turns = turns_of(state)
    if len(turns) == 1:
        return 0
    worth = equity(search.evaluate(turns, state.position))
    if strength.error and not is_race(state.position, state.ruleset.family):
        worth += strength.error * _misjudged(turns, state.position)
    if strength.candidates and len(worth) > 1:
        near = np.argsort(-worth)[: strength.candidates]
        ahead = equity(search.look_ahead([turns.position(int(number)) for number in near]))
        return int(near[ahead.argmax()])
    return int(worth.argmax())


def _misjudged(turns: LegalTurns, position: Position) -> NDArray[np.float64]:
    """Return the error of each turn's evaluation, in standard deviations, seeded by the board after it.

    So a level always plays the same turn in the same position, without any stored state.
    """
    seeds = (end << SIDE_BITS ^ position.theirs for end in turns.boards)
    return np.array([Random(seed).gauss(0, 1) for seed in seeds])  # noqa: S311 (nothing is kept secret)
