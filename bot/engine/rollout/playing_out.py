"""Roll-outs: one board played out many times, so that what becomes of it is counted and not only judged.

Both sides play what looks best to a net at one ply, to where the exact table knows the rest, or for so many
turns. All games of a roll-out go on together, turn by turn, so that the net sees many boards at once. The
luck of each roll is taken off: what the roll was worth to the net beyond the average one. That changes no
mean, since luck is nothing on average, and takes away most of what differs from game to game.
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
"""So many turns are more than any game has left."""

_ALL: Final = 15
_OF_36: Final = tuple(i for i, roll in enumerate(ROLLS) for _ in range(1 if roll.is_double else 2))
"""The rolls by number, each as often as it comes among 36."""


@dataclass(frozen=True, slots=True, eq=False)
class RollOut:
    """What became of a board.

    Attributes:
        points: what each game was worth to the side that had moved at its beginning, in points.
    """

    points: NDArray[np.float64]

    @property
    def trials(self) -> int:
        """How many games were played."""
        return len(self.points)

    @property
    def equity(self) -> float:
        """What the games were worth on average."""
        return float(self.points.mean())

    @property
    def error(self) -> float:
        """The standard error of the average; not known of one game."""
        return _error(self.points)

    def lead_over(self, other: RollOut) -> tuple[float, float]:
        """By how much this board is better than another that was played out with the same dice.

        Returns:
            The difference of the averages, and its standard error.
        """
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
    """Play a board out.

    Args:
        search: the net that plays and judges.
        end: a position after a turn; the other side rolls next.
        trials: how many games are played, at least 1.
        plies: after how many turns a game is judged instead of played on, at least 1.
        seed: of the dice. The same seed gives another board the same dice, game by game and turn by turn.
        reduced: True if the luck of the rolls is taken off.
        on_turn: called after each turn; what it raises ends the work.

    Raises:
        ValueError: nothing is to be played.
    """
    if trials < 1 or plies < 1:
        raise ValueError("nothing to play out")
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
    """Games that are played together: the same side is to move in all."""

    def __init__(self, search: Search, end: Position, trials: int) -> None:
        self._search = search
        self._boards = [end] * trials
        self._points = np.zeros(trials)
        """What has been gained without luck, and at last all, for the side that had moved at first."""
        self._going = list(range(trials))
        self._sign = -1
        """True if the side to move is the one that had moved at first."""
        self._leave(range(trials))

    @property
    def are_over(self) -> bool:
        """True if none goes on."""
        return not self._going

    def play(self, rolls: Sequence[int], *, reduced: bool) -> None:
        """Play a turn in each game.

        Args:
            rolls: the number of each game's roll.
            reduced: True if the luck of the rolls is taken off.
        """
        if reduced:
            by_roll, places = self._judged()
            luck = by_roll - (by_roll @ ROLL_WEIGHTS)[:, None]
            for game, place in zip(self._going, places, strict=True):
                self._points[game] -= self._sign * luck[place, rolls[game]]
        seen: dict[tuple[Position, int], Position] = {}
        for game in self._going:
            what = self._boards[game], rolls[game]
            if what not in seen:
                seen[what] = self._after(*what)
            self._boards[game] = seen[what]
        self._sign = -self._sign
        self._leave(self._going)

    def ended(self) -> NDArray[np.float64]:
        """Judge the games that still go on by all rolls and their replies; return what all were worth."""
        if self._going:
            by_roll, places = self._judged()
            self._points[self._going] += self._sign * (by_roll @ ROLL_WEIGHTS)[places]
            self._going = []
        return self._points

    def _judged(self) -> tuple[NDArray[np.float64], list[int]]:
        """What each roll is worth on the boards there are, and which of them each game has."""
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
        """Judge the games that the table knows, or that have ended, and go on with the others."""
        known = [game for game in games if _is_known(self._boards[game])]
        if known:
            boards = list(dict.fromkeys(self._boards[game] for game in known))
            worth = dict(zip(boards, equity(self._search.before_roll(boards)), strict=True))
            for game in known:
                self._points[game] += self._sign * worth[self._boards[game]]
            gone = set(known)
            self._going = [game for game in games if game not in gone]


def _is_known(board: Position) -> bool:
    """True if the game is over, or both sides are at home, which the exact table knows."""
    if is_home(board.white) and is_home(board.black):
        return True
    return _ALL in (board.off(board.mover), board.off(board.mover.other))


def _dice(trials: int, seed: str | int) -> _Dice:
    return _Dice(trials, Random(seed))  # noqa: S311 (nothing is kept secret)


class _Dice:
    """Rolls for all games, turn by turn: over 36 games in a row each roll comes as often as it should."""

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
