"""Levels: how well the computer player plays, and the turn that each level chooses."""

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
    """A strength; the value is the word used in commands and stored with a challenge."""

    NOVICE = "novice"
    CASUAL = "casual"
    SKILLED = "skilled"
    STRONG = "strong"
    BEST = "best"

    @property
    def strength(self) -> Strength:
        """How hard it thinks, and how it errs."""
        return _STRENGTHS[self]


@dataclass(frozen=True, slots=True)
class Strength:
    """How hard a level thinks, and how it errs.

    Attributes:
        error: by how many points it misjudges a board, as a standard deviation; in a race it does not.
        candidates: how many of the best looking turns it looks at again, with the opponent's replies.
    """

    error: float
    candidates: int = 0


_STRENGTHS = {
    Level.NOVICE: Strength(0.6),
    Level.CASUAL: Strength(0.3),
    Level.SKILLED: Strength(0.13),
    Level.STRONG: Strength(0.0),
    Level.BEST: Strength(0.0, candidates=6),
}


def turns_of(state: Game) -> LegalTurns:
    """Return the turns that a game allows now.

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
    """Return the number of the turn that a level plays.

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
    """By turn, how a board is misjudged, in standard deviations: each always in the same way.

    So a level plays the same turn whenever it is asked, and nothing has to be kept or handed in.
    """
    seeds = (end << SIDE_BITS ^ position.theirs for end in turns.boards)
    return np.array([Random(seed).gauss(0, 1) for seed in seeds])  # noqa: S311 (nothing is kept secret)
