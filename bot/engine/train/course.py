"""Course: the settings of a training run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.engine.inputs import PLAIN, WIDE, WIDER

WIDTHS: Final = {"plain": PLAIN, "wide": WIDE, "wider": WIDER}


@dataclass(frozen=True, slots=True)
class Course:
    """The settings of a training run by self-play.

    Attributes:
        rules: the name of the rule set, with `-extended` for the extended scoring.
        inputs: the width of the net's inputs: plain, wide or wider (see `bot.engine.inputs`).
        hidden: the number of hidden units.
        inner: the number of units in the second hidden layer.
        games: the total number of games.
        rate, last_rate: the first and the last learning rate; it decays exponentially with the games.
        trace: λ of TD(λ); not used with `replies`.
        random_share: the share of games whose first turns are random.
        stray_share: the share of games that begin with a side left far behind.
        new_outputs: True to train only the outputs that the first net lacks.
        without_luck: True to subtract the luck of the rolls from the targets.
        replies: True to use two-ply evaluations as targets.
        thinned: with `replies`, the share of the boards learnt from.
        rivals: with `replies`, the number of best turns of a roll learnt from together, so that the net
            learns to tell them apart; 0 to learn from the boards of the games.
        taught: True if the first net plays and evaluates all games, so that all targets are of one kind;
            else the net being trained does.
        again: the number of boards of earlier rounds learnt from again for each new one, to make more use of
            targets that are slow to compute.
        given: the number of prepared boards (`bot.engine.train.lessons`) learnt from for each new one.
        seed: the seed of the first weights and of all dice.
    """

    rules: str = "long"
    inputs: str = "plain"
    hidden: int = 128
    inner: int = 0
    games: int = 800_000
    rate: float = 1e-3
    last_rate: float = 5e-5
    trace: float = 0.7
    random_share: float = 0.15
    stray_share: float = 0.0
    new_outputs: bool = False
    without_luck: bool = False
    replies: bool = False
    thinned: float = 0.1
    rivals: int = 0
    taught: bool = False
    again: int = 0
    given: float = 0.0
    seed: int = 1

    def rate_after(self, games: int) -> float:
        """Return the learning rate after a number of games."""
        return float(self.rate * (self.last_rate / self.rate) ** min(games / self.games, 1))
