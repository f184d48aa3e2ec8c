"""Routes: find the curve of an arrow over the board, around checkers, dice and numbers.

Many curves are tried on a map of costs, and the cheapest is used.
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
"""Positions along a curve, from its start to its end."""
Circle = tuple[float, float, float]
"""The centre (x, y) and the radius."""
_Costs = npt.NDArray[np.float32]

_CELL = 4
"""The width and height, in pixels, of a cell of the cost map."""
_FRAME = 255
_CHECKER = 44
_NEAR = 20
_CROSSING = 34
_WIDE = 12
"""Pixels on each side of a routed arrow where further arrows cost more."""
_SAMPLES = 40
_LEAVING = tuple(math.radians(angle) for angle in (-90, -60, -30, 0, 30, 60, 90))
_ARRIVING = tuple(math.radians(angle) for angle in (-90, -45, 0, 45, 90))
_REACHES = (0.28, 0.6)
_BEND = 0.22
"""The cost of each pixel of a curve's length, which favours short curves."""


@dataclass(frozen=True, slots=True)
class End:
    """Where an arrow starts or ends.

    Args:
        place: The centre of the checker.
        facing: The direction (x, y) towards the open board.
        reach: The distance that the arrow keeps from the centre.
    """

    place: tuple[float, float]
    facing: tuple[int, int]
    reach: float


class CrossingCosts:
    """A map of what it costs an arrow to cross each part of the board.

    Args:
        size: Width and height of the picture.
        open_to_arrows: The boxes that arrows may cross, and their costs; all else is frame.
        unit: The scale of the margins around checkers and arrows.
    """

    def __init__(
        self,
        size: tuple[int, int],
        open_to_arrows: Iterable[tuple[tuple[int, int, int, int], int]],
        unit: float = 1,
    ) -> None:
        self._unit = unit
        self._costs: _Costs = np.full((size[1] // _CELL + 1, size[0] // _CELL + 1), _FRAME, np.float32)
        for box, cost in open_to_arrows:
            left, top, right, bottom = (part // _CELL for part in box)
            self._costs[top:bottom, left:right] = cost

    def cover(self, circles: Iterable[Circle]) -> None:
        """Raise the cost of circles, such as checkers, and of a margin around them."""
        circles = list(circles)
        layer = self._layer()
        draw = ImageDraw.Draw(layer)
        for wider, cost in ((_NEAR, _NEAR // 4), (0, _CHECKER)):
            for x, y, radius in circles:
                reach = (radius + wider * self._unit) / _CELL
                left, top = x / _CELL - reach, y / _CELL - reach
                draw.ellipse((left, top, left + 2 * reach - 1, top + 2 * reach - 1), fill=cost)
        self._raise_to(layer)

    def block(self, box: tuple[float, float, float, float]) -> None:
        """Raise the cost of a box, such as the dice, to that of the frame."""
        left, top, right, bottom = (max(0, int(part) // _CELL) for part in box)
        self._costs[top : bottom + 1, left : right + 1] = _FRAME

    def take(self, curve: Curve) -> None:
        """Raise the cost along a routed arrow, so that further arrows avoid it."""
        layer = self._layer()
        cells = [(x / _CELL, y / _CELL) for x, y in curve]
        ImageDraw.Draw(layer).line(cells, fill=_CROSSING, width=round(2 * _WIDE * self._unit) // _CELL)
        self._raise_to(layer)

    def cost_of(self, ways: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """Return the cost of each of many curves; `ways` has the shape (curves, positions, 2)."""
        height, width = self._costs.shape
        cells = (ways * (1 / _CELL)).astype(np.intp)
        across, down = cells[:, 1:, 0].clip(0, width - 1), cells[:, 1:, 1].clip(0, height - 1)
        steps = np.sqrt((np.diff(ways, axis=1) ** 2).sum(axis=2))
        crossed = self._costs.take(down * width + across)
        costs: npt.NDArray[np.float32] = ((crossed / 8 + _BEND) * steps).sum(axis=1)
        return costs

    def _layer(self) -> Image.Image:
        """Return an empty image with one pixel for each cell of the map."""
        height, width = self._costs.shape
        return Image.new("L", (width, height))

    def _raise_to(self, layer: Image.Image) -> None:
        """Raise the cost of each cell to at least its value in a layer."""
        np.maximum(self._costs, np.asarray(layer), out=self._costs)


def route(costs: CrossingCosts, start: End, stop: End) -> Curve:
    """Return the cheapest of the tried curves from one end to the other."""
    far = max(math.dist(start.place, stop.place), 1.0)
    ways = _bernstein() @ _controls(start, stop, far)
    best = int(np.argmin(costs.cost_of(ways)))
    curve: Sequence[Sequence[float]] = ways[best].tolist()
    return tuple((place[0], place[1]) for place in curve)


def _controls(start: End, stop: End, far: float) -> npt.NDArray[np.float32]:
    """Return the four Bézier control points of each curve to try."""
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
    """Return the parameters of each curve to try: angles at start and end, and how far each is kept."""
    return np.array(list(product(_LEAVING, _ARRIVING, _REACHES, _REACHES)))


@lru_cache(maxsize=1)
def _bernstein() -> npt.NDArray[np.float32]:
    t = np.linspace(0, 1, _SAMPLES, dtype=np.float32)[:, None]
    return np.hstack([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3]).astype(np.float32)
