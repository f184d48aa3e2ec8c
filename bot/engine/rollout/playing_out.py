"""Roll-outs: plays one board out many times, and averages the results.

Both sides play the best turn at one ply, until the exact table covers the board or a number of turns is
reached. All games advance together, turn by turn, so that the net evaluates many boards at once. The luck of
each roll (its value minus that of the average roll) is subtracted. Luck is zero on average, so this keeps
the mean and removes most of the variance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.engine.evaluation import equity
from bot.engine.race import is_home
from bot.engine.search import ROLL_WEIGHTS, ROLLS, Search
from bot.rules import Position, legal_turns

TO_THE_TABLE: Final = 1000
"""A number of turns greater than any game has left, so that all games reach the exact table."""

_ALL: Final = 15
_OF_36: Final = tuple(i for i, roll in enumerate(ROLLS) for _ in range(1 if roll.is_double else 2))
"""The indices of the rolls, each as often as it occurs among the 36."""


@dataclass(frozen=True, slots=True, eq=False)
class RollOut:
    """The results of a roll-out.

    Attributes:
        points: the result of each game in points, for the side that moved just before the roll-out.
    """

    points: NDArray[np.float64]

    @property
    def trials(self) -> int:
        """The number of games."""
        return len(self.points)

    @property
    def equity(self) -> float:
        """The average result in points."""
        return float(self.points.mean())

    @property
    def error(self) -> float:
        """The standard error of the average; infinite for one game."""
        return _error(self.points)

    def lead_over(self, other: RollOut) -> tuple[float, float]:
        """Return the lead over another board rolled out with the same dice, and its standard error."""
        differences = self.points - other.points
        return float(differences.mean()), _error(differences)


def roll_out(
    search: Search,
    end: Position,
    *,
    trials: int,
    plies: int = TO_THE_TABLE,
    seed: str | int = 0,
    reduced: bool = True,
    on_turn: Callable[[], None] | None = None,
) -> RollOut:
    """Roll a board out.

    Args:
        end: a position after a turn; the other side rolls next.
        trials: the number of games, at least 1.
        plies: the number of turns after which a game is evaluated instead of played on, at least 1.
        seed: the seed of the dice. Two boards with the same seed get the same dice in each game and turn.
        reduced: True to subtract the luck of the rolls.
        on_turn: called after each turn of all games; an exception from it stops the roll-out.

    Raises:
        ValueError: `trials` or `plies` is below 1.
    """
    if trials < 1 or plies < 1:
        raise ValueError("a roll-out needs at least one game and one turn")
    dice = _dice(trials, seed)
    games = _Games(search, end, trials)
    for _ in range(plies - 1):
        if games.are_over:
            break
        games.play(next(dice), reduced=reduced)
        if on_turn is not None:
            on_turn()
    return RollOut(games.ended())


class _Games:
    """The games of a roll-out, which advance together: the same side is to move in all."""

    def __init__(self, search: Search, end: Position, trials: int) -> None:
        self._search = search
        self._boards = [end] * trials
        self._points = np.zeros(trials)
        """The result of each game so far, for the side that moved just before the roll-out: minus the luck,
        and plus the final value once the game is over."""
        self._going = list(range(trials))
        self._sign = -1
        """1 if the side to move is the one that moved just before the roll-out, else −1."""
        self._leave(range(trials))

    @property
    def are_over(self) -> bool:
        """True if no game is unfinished."""
        return not self._going

    def play(self, rolls: Sequence[int], *, reduced: bool) -> None:
        """Play a turn in each game.

        Args:
            rolls: for each game, the index of its roll in `ROLLS`.
            reduced: True to subtract the luck of the rolls.
        """
        if reduced:
            by_roll, places = self._judged()
            luck = by_roll - (by_roll @ ROLL_WEIGHTS)[:, None]
            for game, place in zip(self._going, places, strict=True):
                self._points[game] -= self._sign * luck[place, rolls[game]]
        # Many games still share a board and a roll in the first turns, so each pair is searched only once.
        seen: dict[tuple[Position, int], Position] = {}
        for game in self._going:
            what = self._boards[game], rolls[game]
            if what not in seen:
                seen[what] = self._after(*what)
            self._boards[game] = seen[what]
        self._sign = -self._sign
        self._leave(self._going)

    def ended(self) -> NDArray[np.float64]:
        """Evaluate the unfinished games over all rolls, and return the results of all games."""
        if self._going:
            by_roll, places = self._judged()
            self._points[self._going] += self._sign * (by_roll @ ROLL_WEIGHTS)[places]
            self._going = []
        return self._points

    def _judged(self) -> tuple[NDArray[np.float64], list[int]]:
        """Return the value of each roll on each different board, and the index of each game's board."""
        boards = list(dict.fromkeys(self._boards[game] for game in self._going))
        place = {board: number for number, board in enumerate(boards)}
        chances = self._search.by_roll(boards)
        worth = equity(chances.reshape(-1, chances.shape[-1])).reshape(chances.shape[:-1])
        return worth, [place[self._boards[game]] for game in self._going]

    def _after(self, board: Position, roll: int) -> Position:
        turns = legal_turns(board, ROLLS[roll])
        if not turns:
            return board.passed()
        if len(turns) == 1:
            return turns.position(0)
        return turns.position(int(equity(self._search.evaluate(turns, board)).argmax()))

    def _leave(self, games: Sequence[int]) -> None:
        """Finish the games that are over or covered by the exact table; keep the others going."""
        known = [game for game in games if _is_known(self._boards[game])]
        if known:
            boards = list(dict.fromkeys(self._boards[game] for game in known))
            worth = dict(zip(boards, equity(self._search.before_roll(boards)), strict=True))
            for game in known:
                self._points[game] += self._sign * worth[self._boards[game]]
            gone = set(known)
            self._going = [game for game in games if game not in gone]


def _is_known(board: Position) -> bool:
    """True if the game is over, or both sides are home, so that the exact table covers it."""
    if is_home(board.white) and is_home(board.black):
        return True
    return _ALL in (board.off(board.mover), board.off(board.mover.other))


def _dice(trials: int, seed: str | int) -> _Dice:
    return _Dice(trials, Random(seed))  # noqa: S311 (nothing is kept secret)


class _Dice:
    """The dice of all games, turn by turn; in each block of 36 games every roll has its exact frequency."""

    def __init__(self, trials: int, chance: Random) -> None:
        self._trials = trials
        self._chance = chance

    def __next__(self) -> list[int]:
        rolls: list[int] = []
        while len(rolls) < self._trials:
            rolls += self._chance.sample(_OF_36, len(_OF_36))
        return rolls[: self._trials]


def _error(values: NDArray[np.float64]) -> float:
    return float(values.std(ddof=1) / len(values) ** 0.5) if len(values) > 1 else float("inf")
