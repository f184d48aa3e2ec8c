"""Advantages: chooses the features that explain why the best turns are better than weaker ones.

An advantage is a reason if all best turns have it and no weaker turn does. Two advantages are reasons
together if each weaker turn lacks one of them. The part of the chances that an advantage affects (winning,
mars, losing mars) must be better too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, NamedTuple

from bot.engine.chances import Chances
from bot.engine.figures import Figures
from bot.engine.hints import Advantage, Reason
from bot.rules import Family

_CLOSE: Final = 0.015
"""A turn that costs less, in points, is as good as the best."""
_LEAST_MARS: Final = 2
"""The least difference in mars, in percent of games, that is a reason if no other was found."""
_SHARE: Final = 0.25
"""The least share of the cost that must be in the part of the chances that an advantage affects."""
_SECOND: Final = 0.4
"""A second advantage is added if it explains at least this share of what the first one explains."""
_LEAST: Final = 0.1
"""An advantage that explains a smaller share of the cost is not a reason."""
MOST_POINTS: Final = 6
"""The most points that a reason names, so that marks on a board still say something."""


_MARS: Final = (Advantage.KEEPS_MARS, Advantage.SAVES_MARS)


class _Kind(NamedTuple):
    """The properties of an advantage.

    Attributes:
        worth: the usual value, in points, of a figure that is better by one.
        margin: the least difference between figures that counts.
        family: the group of similar advantages; at most one of a group is a reason.
        fewer: True if a lower figure is better.
    """

    worth: float
    margin: int
    family: str
    fewer: bool = False


_ANYWHERE: Final = {
    Advantage.KEEPS_MARS: _Kind(0.003, 3, "mars"),
    Advantage.SAVES_MARS: _Kind(0.003, 3, "lost mars", fewer=True),
    Advantage.FEWER_ROLLS: _Kind(0.005, 10, "race", fewer=True),
}
# `worth` was estimated from how the two-ply equity of a roll's turns changes with the figure (400 rolls of
# `long`, 250 of `short`). It only decides which of several possible advantages becomes a reason.
_KINDS: Final = {
    Family.PARALLEL: {
        **_ANYWHERE,
        Advantage.BLOCKS: _Kind(0.012, 2, "attack"),
        Advantage.SHUTS_OUT: _Kind(0.011, 2, "attack"),
        Advantage.SLOWS: _Kind(0.04, 2, "attack", fewer=True),
        Advantage.STANDS_IN_WAY: _Kind(0.09, 1, "attack"),
        Advantage.HOLDS_POINT: _Kind(0.01, 2, "attack"),
        Advantage.PRIME: _Kind(0.07, 1, "prime"),
        Advantage.BROKEN_PRIME: _Kind(0.11, 1, "prime"),
        Advantage.BUILDS: _Kind(0.008, 3, "prime"),
        Advantage.TRAPS: _Kind(0.013, 2, "prime"),
        Advantage.STOPS_PRIME: _Kind(0.01, 3, "defence", fewer=True),
        Advantage.ESCAPES: _Kind(0.12, 1, "defence", fewer=True),
        Advantage.FREER: _Kind(0.03, 2, "freedom", fewer=True),
        Advantage.NIMBLER: _Kind(0.018, 2, "freedom"),
        Advantage.OPENS_HEAD: _Kind(0.15, 1, "spread", fewer=True),
        Advantage.SPREADS: _Kind(0.07, 1, "spread"),
        Advantage.LOWER_STACK: _Kind(0.02, 1, "spread", fewer=True),
        Advantage.COMES_HOME: _Kind(0.02, 1, "race"),
        Advantage.NEARER_HOME: _Kind(0.02, 2, "race", fewer=True),
        Advantage.BEARS_OFF: _Kind(0.05, 1, "race"),
    },
    Family.OPPOSED: {
        **_ANYWHERE,
        # GNU Backgammon often found no difference where our net saw one of 3 percent of games.
        Advantage.KEEPS_MARS: _Kind(0.003, 4, "mars"),
        Advantage.SAVES_MARS: _Kind(0.003, 4, "lost mars", fewer=True),
        Advantage.BLOCKS: _Kind(0.02, 2, "attack"),
        Advantage.SHUTS_OUT: _Kind(0.03, 2, "attack"),
        Advantage.STANDS_IN_WAY: _Kind(0.1, 1, "attack"),
        Advantage.HOLDS_POINT: _Kind(0.04, 1, "attack"),
        Advantage.HITS: _Kind(0.14, 1, "hit"),
        Advantage.HOME_POINTS: _Kind(0.15, 1, "home"),
        Advantage.PRIME: _Kind(0.1, 1, "prime"),
        Advantage.BROKEN_PRIME: _Kind(0.15, 1, "prime"),
        Advantage.BUILDS: _Kind(0.006, 3, "prime"),
        Advantage.TRAPS: _Kind(0.05, 1, "prime"),
        Advantage.ESCAPES: _Kind(0.15, 1, "defence", fewer=True),
        Advantage.ANCHORS: _Kind(0.03, 1, "defence"),
        Advantage.SAFER: _Kind(0.011, 2, "safety", fewer=True),
        Advantage.FEWER_BLOTS: _Kind(0.05, 1, "safety", fewer=True),
        Advantage.FREER: _Kind(0.01, 2, "freedom", fewer=True),
        Advantage.SPREADS: _Kind(0.04, 1, "spread"),
        Advantage.COMES_HOME: _Kind(0.01, 1, "race"),
        Advantage.NEARER_HOME: _Kind(0.02, 2, "race", fewer=True),
        Advantage.BEARS_OFF: _Kind(0.03, 1, "race"),
    },
}
_WITHOUT: Final = {
    "attack": "lost mars",
    "prime": "lost mars",
    "defence": "mars",
    "freedom": "mars",
}
"""The part of the chances that the advantages of a group do not affect; groups not listed affect all."""


class _Key(NamedTuple):
    """An advantage, and its point if it is about a single point, else 0."""

    advantage: Advantage
    point: int = 0


@dataclass(frozen=True, slots=True)
class Board:
    """The board after a turn, with its counted features and its evaluation.

    Attributes:
        chances: the chances of the player who made the turn.
        cost: the points lost compared with the best turn.
    """

    figures: Figures
    chances: Chances
    cost: float

    def figure(self, key: _Key) -> int | None:
        """Return the figure of an advantage, or None if it was not counted."""
        if key.advantage is Advantage.HOLDS_POINT:
            return self.figures.in_way.get(key.point, 0)
        if key.advantage is Advantage.KEEPS_MARS:
            return round(100 * self.chances.mars)
        if key.advantage is Advantage.SAVES_MARS:
            return round(100 * self.chances.lost_mars)
        if key.advantage is Advantage.WINS:
            return round(100 * self.chances.win)
        return self.figures.by_advantage.get(key.advantage)


def reasons_for(
    boards: Sequence[Board], best: int, weaker: Sequence[int], family: Family
) -> tuple[Reason, ...]:
    """Return one or two advantages of the best turns over the weaker ones; empty if none explains it.

    Args:
        boards: the boards after the turns searched, best first.
        best: how many of the first boards are the best.
        weaker: the indices of the boards to compare with.
    """
    return _Comparison(boards, best, weaker, family).reasons()


def figures_apart(boards: Sequence[Board], against: int) -> tuple[Reason, ...]:
    """Return reasons from the chances alone: more wins or better mars chances, if the percentages differ."""
    best, other = boards[0], boards[against]
    gains = {
        each: ((best.figure(_Key(each)) or 0) - (other.figure(_Key(each)) or 0))
        * (-1 if each is Advantage.SAVES_MARS else 1)
        for each in (Advantage.WINS, *_MARS)
    }
    mars = max(_MARS, key=lambda each: gains[each])
    better = [Advantage.WINS] * (gains[Advantage.WINS] > 0) + [mars] * (gains[mars] >= _LEAST_MARS)
    return tuple(_reason(boards, 1, _Key(each), against) for each in better)


class _Comparison:
    """The comparison of the best turns with the weaker ones."""

    def __init__(self, boards: Sequence[Board], best: int, weaker: Sequence[int], family: Family) -> None:
        self._boards = boards
        self._best = best
        self._weaker = weaker
        self._kinds = _KINDS[family]
        self._keys = [key for key in self._possible() if self._helps(key)]

    def reasons(self) -> tuple[Reason, ...]:
        """Return the reasons, preferably all compared with the same weaker turn."""
        # Features that can be seen on the board come before the chances of mars.
        keys = sorted(self._one() or self._two(), key=lambda key: key.advantage in _MARS)
        common = next((at for at in self._comparable() if all(self._differs(key, at) for key in keys)), None)
        return tuple(
            _reason(self._boards, self._best, key, self._against(key) if common is None else common)
            for key in keys
        )

    def _one(self) -> tuple[_Key, ...]:
        """Return the best advantage that no weaker turn has, with a second one if it explains enough."""
        enough = [key for key in self._keys if all(self._differs(key, at) for at in self._weaker)]
        if not enough:
            return ()
        first = max(enough, key=lambda key: self._explained((key,)))
        others = [
            key
            for key in self._keys
            if self._family(key) != self._family(first)
            and 2 * sum(self._differs(key, at) for at in self._weaker) > len(self._weaker)
            and self._explained((key,)) >= _SECOND * self._explained((first,))
        ]
        second = max(others, key=lambda key: self._explained((first, key)), default=None)
        return (first,) if second is None else (first, second)

    def _two(self) -> tuple[_Key, ...]:
        """Return the best pair of advantages of which each weaker turn lacks one; empty if there is none."""
        pairs = [
            pair
            for pair in combinations(self._keys, 2)
            if self._family(pair[0]) != self._family(pair[1])
            and all(any(self._differs(key, at) for key in pair) for at in self._weaker)
        ]
        found = max(pairs, key=self._explained, default=())
        return tuple(sorted(found, key=lambda key: -self._explained((key,))))

    def _possible(self) -> Iterable[_Key]:
        for advantage in self._kinds:
            if advantage is not Advantage.HOLDS_POINT:
                yield _Key(advantage)
        yield from (_Key(Advantage.HOLDS_POINT, point) for point in self._boards[0].figures.in_way)

    def _helps(self, key: _Key) -> bool:
        """True if an advantage was counted on all boards, explains some cost, and agrees with the chances."""
        asked = [*range(self._best), *self._weaker]
        if any(self._boards[at].figure(key) is None for at in asked):
            return False
        cost = sum(self._boards[at].cost for at in self._weaker)
        if self._explained((key,)) * len(self._weaker) < _LEAST * cost:
            return False
        return sum(self._part(key, at) for at in self._weaker) >= _SHARE * cost

    def _part(self, key: _Key, at: int) -> float:
        """Return how many points the best turn gains in the part of the chances that an advantage affects."""
        one, other = self._boards[0].chances, self._boards[at].chances
        mars, lost = one.mars - other.mars, other.lost_mars - one.lost_mars
        if key.advantage is Advantage.KEEPS_MARS:
            return mars
        if key.advantage is Advantage.SAVES_MARS:
            return lost
        without = _WITHOUT.get(self._family(key))
        win = 2 * (one.win - other.win) + one.draw - other.draw
        return win + mars * (without != "mars") + lost * (without != "lost mars")

    def _explained(self, keys: tuple[_Key, ...]) -> float:
        """Return how much of the weaker turns' average cost, in points, the given advantages explain."""
        found = 0.0
        for at in self._weaker:
            worth = sum(self._kinds[key.advantage].worth * max(self._gap(key, at), 0) for key in keys)
            found += min(worth, self._boards[at].cost)
        return found / len(self._weaker)

    def _family(self, key: _Key) -> str:
        return self._kinds[key.advantage].family

    def _differs(self, key: _Key, at: int) -> bool:
        """True if the best turns have an advantage that another turn lacks."""
        return self._gap(key, at) >= self._kinds[key.advantage].margin

    def _gap(self, key: _Key, at: int) -> int:
        """Return the least difference of a figure between any of the best turns and another turn."""
        other = self._boards[at].figure(key)
        figures = [self._boards[place].figure(key) for place in range(self._best)]
        if other is None or None in figures:
            return 0
        sign = -1 if self._kinds[key.advantage].fewer else 1
        return min(sign * (figure - other) for figure in figures if figure is not None)

    def _comparable(self) -> list[int]:
        """Return the indices of the turns to compare with; those that the hint shows anyway come first."""
        shown = [at for at in range(self._best, min(3, len(self._boards))) if self._boards[at].cost >= _CLOSE]
        return list(dict.fromkeys([*shown, *self._weaker]))

    def _against(self, key: _Key) -> int:
        return next(at for at in self._comparable() if self._differs(key, at))


def _reason(boards: Sequence[Board], best: int, key: _Key, against: int) -> Reason:
    figures = [boards[at].figure(key) or 0 for at in range(best)]
    other = boards[against].figure(key) or 0
    points = (key.point,) if key.point else _telling_points(boards, key.advantage, against)
    return Reason(key.advantage, min(figures), max(figures), other, against, points)


def _telling_points(boards: Sequence[Board], advantage: Advantage, against: int) -> tuple[int, ...]:
    """Return the points that an advantage is about; of too many those that the weaker turn lacks.

    Empty if even those are too many, because marks on half of a board say nothing.
    """
    points = boards[0].figures.points.get(advantage, ())
    if len(points) > MOST_POINTS:
        lacked = set(points) - set(boards[against].figures.points.get(advantage, ()))
        points = tuple(point for point in points if point in lacked)
    return points if len(points) <= MOST_POINTS else ()
