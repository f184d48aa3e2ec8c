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
from PIL import Image, ImageDraw

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

    def cover(self, circles: Iterable[Circle]) -> None:
        """Lay checkers and the like on it."""
        circles = list(circles)
        layer = self._layer()
        draw = ImageDraw.Draw(layer)
        for wider, cost in ((_NEAR, _NEAR // 4), (0, _CHECKER)):
            for x, y, radius in circles:
                reach = (radius + wider) / _CELL
                left, top = x / _CELL - reach, y / _CELL - reach
                draw.ellipse((left, top, left + 2 * reach - 1, top + 2 * reach - 1), fill=cost)
        self._raise_to(layer)

    def block(self, box: tuple[float, float, float, float]) -> None:
        """Lay dice on it."""
        left, top, right, bottom = (max(0, int(part) // _CELL) for part in box)
        self._costs[top : bottom + 1, left : right + 1] = _FRAME

    def take(self, curve: Curve) -> None:
        """Let the ways that follow keep off one."""
        layer = self._layer()
        cells = [(x / _CELL, y / _CELL) for x, y in curve]
        ImageDraw.Draw(layer).line(cells, fill=_CROSSING, width=2 * _WIDE // _CELL)
        self._raise_to(layer)

    def cost_of(self, ways: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """Return what each of many ways costs, given as arrays of places."""
        height, width = self._costs.shape
        cells = (ways * (1 / _CELL)).astype(np.intp)
        across, down = cells[:, 1:, 0].clip(0, width - 1), cells[:, 1:, 1].clip(0, height - 1)
        steps = np.sqrt((np.diff(ways, axis=1) ** 2).sum(axis=2))
        crossed = self._costs.take(down * width + across)
        costs: npt.NDArray[np.float32] = ((crossed / 8 + _BEND) * steps).sum(axis=1)
        return costs

    def _layer(self) -> Image.Image:
        """Return an empty picture with one pixel for each cell."""
        height, width = self._costs.shape
        return Image.new("L", (width, height))

    def _raise_to(self, layer: Image.Image) -> None:
        """Raise what is lower than on a layer."""
        np.maximum(self._costs, np.asarray(layer), out=self._costs)


def route(costs: CrossingCosts, start: End, stop: End) -> Curve:
    """Return the cheapest way from one end to the other."""
    far = max(math.dist(start.place, stop.place), 1.0)
    ways = _bernstein() @ _controls(start, stop, far)
    best = int(np.argmin(costs.cost_of(ways)))
    curve: Sequence[Sequence[float]] = ways[best].tolist()
    return tuple((place[0], place[1]) for place in curve)


def _controls(start: End, stop: End, far: float) -> npt.NDArray[np.float32]:
    """Return the four control points of each curve that is tried."""
    tries = _tries()
    out, back = _rotated(start.facing, tries[:, 0]), _rotated(stop.facing, tries[:, 1])
    here, there = np.array(start.place), np.array(stop.place)
    controls = (
        here + out * start.reach,
        here + out * (start.reach + tries[:, 2:3] * far),
        there + back * (stop.reach + tries[:, 3:4] * far),
        there + back * stop.reach,
    )
    return np.stack(controls, axis=1).astype(np.float32)


def _rotated(direction: tuple[int, int], angles: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    across, down = direction
    cos, sin = np.cos(angles), np.sin(angles)
    return np.stack((across * cos + down * sin, down * cos - across * sin), axis=1)


@lru_cache(maxsize=1)
def _tries() -> npt.NDArray[np.float64]:
    """Return the angles of leaving and arriving, and how far they are kept, of each curve that is tried."""
    return np.array(list(product(_LEAVING, _ARRIVING, _REACHES, _REACHES)))


@lru_cache(maxsize=1)
def _bernstein() -> npt.NDArray[np.float32]:
    t = np.linspace(0, 1, _SAMPLES, dtype=np.float32)[:, None]
    return np.hstack([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3]).astype(np.float32)
