"""Course: what a net is to be taught, and by which rate it learns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.engine.inputs import PLAIN, WIDE, WIDER

WIDTHS: Final = {"plain": PLAIN, "wide": WIDE, "wider": WIDER}


@dataclass(frozen=True, slots=True)
class Course:
    """A course of self-play.

    Attributes:
        rules: the rule set, as `str` writes it: with `-extended` for that scoring.
        inputs: how much the net is shown of a board (see `bot.engine.inputs`).
        hidden: how many hidden units it has.
        inner: how many units its second hidden layer has.
        games: after how many games the course ends.
        rate, last_rate: the rate of learning, which falls by the same factor with each game.
        trace: λ of TD(λ); with `replies` it is not used.
        random_share: in how many games the first turns are played at random.
        stray_share: how many games begin where a side has been left far behind.
        new_outputs: True if only those outputs learn that the net which the course begins with has not.
        without_luck: True if the luck of the rolls after a board is taken off what it turned out to be worth.
        replies: True if a board's target is what all rolls and their best replies leave (two ply).
        thinned: with `replies`, which share of the boards is learnt from.
        rivals: with `replies`, how many of the best-looking turns of a roll are learnt from beside each
            other, so that the net learns to tell them apart; 0 for the boards of play themselves.
        taught: True if the net that the course begins with goes on playing and judging to its end, so that
            all targets are of one kind; else the one that learns does.
        again: how many boards of all earlier rounds are learnt from again for each new one; targets that cost
            much to find can be learnt from more than once.
        given: how many boards of a set that was made before (`bot.engine.train.lessons`) are learnt from for
            each new one.
        seed: of the first weights and of all dice.
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
        """The rate of learning after so many games."""
        return float(self.rate * (self.last_rate / self.rate) ** min(games / self.games, 1))
