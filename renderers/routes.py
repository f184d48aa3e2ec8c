"""Routes: the way that an arrow takes over the board, around checkers, dice and numbers.

Many curves are tried on a map of what each part of the board costs; the cheapest is taken.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
import numpy.typing as npt

__all__ = ["Circle", "CrossingCosts", "Curve", "End", "route"]

Curve = tuple[tuple[float, float], ...]
"""Points along a way, from its start to its end."""
Circle = tuple[float, float, float]
"""The middle and the radius."""
_Costs = npt.NDArray[np.float32]

_CELL = 4
"""The map has one cell for so many pixels across and down."""
_FRAME = 255
_CHECKER = 44
_NEAR = 20
_CROSSING = 34
_WIDE = 12
"""Around a way that is taken, so far others keep off."""
_SAMPLES = 40
_LEAVING = tuple(math.radians(angle) for angle in (-90, -60, -30, 0, 30, 60, 90))
_ARRIVING = tuple(math.radians(angle) for angle in (-90, -45, 0, 45, 90))
_REACHES = (0.28, 0.6)
_BEND = 0.22
"""How much a curve costs for each pixel that it is longer than straight."""


@dataclass(frozen=True, slots=True)
class End:
    """Where an arrow starts or ends.

    Args:
        place: The middle of the checker.
        facing: The direction to the open board, across and down.
        reach: How far from the middle the arrow keeps.
    """

    place: tuple[float, float]
    facing: tuple[int, int]
    reach: float


class CrossingCosts:
    """What each part of a board costs to be crossed.

    Args:
        size: Width and height of the picture.
        open_to_arrows: The boxes that are no frame, and what crossing them costs.
    """

    def __init__(
        self, size: tuple[int, int], open_to_arrows: Iterable[tuple[tuple[int, int, int, int], int]]
    ) -> None:
        self._costs: _Costs = np.full((size[1] // _CELL + 1, size[0] // _CELL + 1), _FRAME, np.float32)
        for box, cost in open_to_arrows:
            left, top, right, bottom = (part // _CELL for part in box)
            self._costs[top:bottom, left:right] = cost

    def cover(self, circles: Iterable[Circle], cost: float = _CHECKER) -> None:
        """Lay checkers and the like on it."""
        for x, y, radius in circles:
            self._raise(x, y, radius, cost)
            self._raise(x, y, radius + _NEAR, _NEAR / 4)

    def block(self, box: tuple[float, float, float, float]) -> None:
        """Lay dice on it."""
        left, top, right, bottom = (max(0, int(part) // _CELL) for part in box)
        self._costs[top : bottom + 1, left : right + 1] = _FRAME

    def take(self, curve: Curve) -> None:
        """Let the ways that follow keep off one."""
        for x, y in curve[::3]:
            self._raise(x, y, _WIDE, _CROSSING)

    def cost_of(self, ways: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """Return what each of many ways costs, given as arrays of places."""
        across = np.clip(ways[..., 0] // _CELL, 0, self._costs.shape[1] - 1).astype(np.intp)
        down = np.clip(ways[..., 1] // _CELL, 0, self._costs.shape[0] - 1).astype(np.intp)
        steps = np.hypot(*np.moveaxis(np.diff(ways, axis=1), 2, 0))
        costs: npt.NDArray[np.float32] = ((self._costs[down, across][:, 1:] / 8 + _BEND) * steps).sum(axis=1)
        return costs

    def _raise(self, x: float, y: float, radius: float, cost: float) -> None:
        shape, reach = _disc_cells(radius)
        left, top = round(x / _CELL) - reach, round(y / _CELL) - reach
        height, width = self._costs.shape
        part = self._costs[
            max(top, 0) : max(min(top + 2 * reach + 1, height), 0),
            max(left, 0) : max(min(left + 2 * reach + 1, width), 0),
        ]
        shape = shape[max(-top, 0) :, max(-left, 0) :][: part.shape[0], : part.shape[1]]
        np.maximum(part, shape * cost, out=part)


@lru_cache(maxsize=32)
def _disc_cells(radius: float) -> tuple[_Costs, int]:
    reach = math.ceil(radius / _CELL)
    span = np.arange(-reach, reach + 1)
    within = span[:, None] ** 2 + span[None, :] ** 2 <= (radius / _CELL) ** 2
    return within.astype(np.float32), reach


def route(costs: CrossingCosts, start: End, stop: End) -> Curve:
    """Return the cheapest way from one end to the other."""
    (x, y), (to_x, to_y) = start.place, stop.place
    far = max(math.hypot(to_x - x, to_y - y), 1.0)
    frames = np.array(
        [
            _controls(start, stop, leaving, arriving, first * far, second * far)
            for leaving, arriving, first, second in product(_LEAVING, _ARRIVING, _REACHES, _REACHES)
        ],
        np.float32,
    )
    ways = np.einsum("sp,cpd->csd", _bernstein(), frames)
    best = int(np.argmin(costs.cost_of(ways)))
    curve: Sequence[Sequence[float]] = ways[best].tolist()
    return tuple((place[0], place[1]) for place in curve)


def _controls(
    start: End, stop: End, leaving: float, arriving: float, first: float, second: float
) -> tuple[tuple[float, float], ...]:
    out, back = _rotated(start.facing, leaving), _rotated(stop.facing, arriving)
    return (
        _moved(start.place, out, start.reach),
        _moved(start.place, out, start.reach + first),
        _moved(stop.place, back, stop.reach + second),
        _moved(stop.place, back, stop.reach),
    )


def _rotated(direction: tuple[int, int], angle: float) -> tuple[float, float]:
    across, down = direction
    return (
        across * math.cos(angle) + down * math.sin(angle),
        down * math.cos(angle) - across * math.sin(angle),
    )


def _moved(
    place: tuple[float, float], direction: tuple[float, float], distance: float
) -> tuple[float, float]:
    return place[0] + direction[0] * distance, place[1] + direction[1] * distance


@lru_cache(maxsize=1)
def _bernstein() -> npt.NDArray[np.float32]:
    t = np.linspace(0, 1, _SAMPLES, dtype=np.float32)[:, None]
    return np.hstack([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3]).astype(np.float32)
