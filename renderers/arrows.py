"""Arrows: draw the paths of the last turn's checkers on a finished board, in the theme's palette.

Arrows do not cover checkers or dice. For pixels that an arrow covers in part, a table maps each palette tone
to the palette tone that is nearest to its mixture with the arrow's tone.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

from renderers.layout import BAR, OFF, Box, Layout, place_of
from renderers.overlays import accent_tones
from renderers.palette import tones_of
from renderers.routes import Circle, CrossingCosts, Curve, End, route

Leg = tuple[int, int]
_Places = npt.NDArray[np.float64]

_LINE, _HALO = 4.5, 2.2
_THIN = 3.0
_HEAD = 19
_SPREAD = 6.5
"""Pixels between the lines of an arrow for several checkers that moved the same way."""
_BAR = 2
"""The routing cost of crossing the bar."""
_FINE = 2
"""Supersampling factor: arrows are drawn this many times larger than shown, then reduced."""
_PARTS = _FINE**2
"""Subpixels of a pixel."""
_STEPS = (0.0, 0.0, 0.5, 1.0, 1.0)
"""Opacity of a pixel by its covered subpixels. More steps would enlarge the PNG without visible gain."""
_OF_HALO, _OF_CORE = 2, 2 * (_PARTS + 2)
"""The weights of a subpixel under the halo and under the core; their sum in a pixel encodes both counts."""


@dataclass(frozen=True, slots=True)
class Pile:
    """The checkers on a point.

    Args:
        colour: The side, "w" or "b".
        count: The number of checkers.
        places: The slots of the stack: the checkers, and the empty rings of those that left.
        marked: True if the last checker has a ring around it.
    """

    colour: str
    count: int
    places: int
    marked: bool


@dataclass(frozen=True, slots=True)
class Arrows:
    """The arrows to draw on a board.

    Args:
        layout: The board's layout.
        side: The side at the lower edge.
        legs: Each leg (start, stop) once, with its number of checkers and its style: "trace", "mark" or
            "quiet".
        piles: The checkers on the points 1 to 24.
        mover: The side whose turn it was.
        kept_clear: The boxes that arrows go around, such as that of the dice.
    """

    layout: Layout
    side: str
    legs: tuple[tuple[Leg, int, str], ...]
    piles: tuple[Pile, ...]
    mover: str
    kept_clear: tuple[Box, ...]


class _Covers(NamedTuple):
    """The pixels of a picture that an arrow covers.

    Args:
        places: The indices of the pixels, counted row by row.
        parts: For each pixel, the subpixels that halo and core cover, as a sum of `_OF_HALO` and `_OF_CORE`.
        style: "trace", "mark" or "quiet".
    """

    places: npt.NDArray[np.intp]
    parts: npt.NDArray[np.uint8]
    style: str


def legs_of(last: Iterable[Leg]) -> Counter[Leg]:
    """Count the legs of a turn, joining consecutive legs (24-18, 18-13) that one checker may have made."""
    legs = [leg for leg in last if leg[0] != leg[1]]
    for leg in list(legs):
        if leg not in legs:
            continue
        onward = next((each for each in legs if each[0] == leg[1] and OFF < each[0] < BAR), None)
        while onward is not None:
            legs.remove(leg)
            legs.remove(onward)
            leg = (leg[0], onward[1])  # noqa: PLW2901 (the joined leg goes on)
            if leg[0] == leg[1]:
                break
            legs.append(leg)
            onward = next((each for each in legs if each[0] == leg[1] and OFF < each[0] < BAR), None)
    return Counter(legs)


def draw_arrows(picture: Image.Image, theme: str, arrows: Arrows) -> None:
    """Draw arrows on a palette picture of a board, in place."""
    numbers = np.array(picture).reshape(-1)
    for places, parts, style in _drawn(arrows):
        numbers[places] = _mixtures(theme, style)[parts, numbers[places]]
    picture.frombytes(numbers.tobytes())


@lru_cache(maxsize=16)
def _mixtures(theme: str, style: str) -> npt.NDArray[np.uint8]:
    """Return the new palette index of a pixel, by its `_Covers.parts` and its old palette index."""
    below = np.array(tones_of(theme), np.float32)
    core, halo = (np.array(tone, np.float32) for tone in accent_tones(theme, style))
    tables = np.zeros((_PARTS * _OF_CORE + 1, 256), np.uint8)
    for of_core in range(_PARTS + 1):
        for of_halo in range(_PARTS + 1 - of_core):
            covered = of_core + of_halo
            strength = _STEPS[covered]
            over = (halo * of_halo + core * of_core) / max(covered, 1)
            mixture = below * (1 - strength) + over * strength
            nearest = ((mixture[:, None] - below[None]) ** 2).sum(axis=2).argmin(axis=1)
            tables[of_core * _OF_CORE + of_halo * _OF_HALO, : len(nearest)] = nearest
    return tables


@lru_cache(maxsize=128)
def _drawn(arrows: Arrows) -> tuple[_Covers, ...]:
    """Return the pixels that each arrow covers."""
    circles = list(_checkers(arrows))
    return tuple(
        _covers(curve, arrows.layout, strands, style, circles) for curve, strands, style in _ways(arrows)
    )


def _ways(arrows: Arrows) -> Sequence[tuple[Curve, int, str]]:
    """Return each leg's curve, number of lines and style; short legs come first, and long ones avoid them."""
    costs = _crossing_costs(arrows)
    left_at: Counter[int] = Counter()
    came_to: Counter[int] = Counter()
    ends: list[tuple[End, End, int, str]] = []
    # Legs that change halves come first, so that their ends get the outer places on a point.
    for (start, stop), strands, style in sorted(
        arrows.legs, key=lambda each: _stays_on_its_half(arrows, each[0])
    ):
        ends.append(
            (_start(arrows, start, left_at[start]), _stop(arrows, stop, came_to[stop]), strands, style)
        )
        left_at[start] += strands
        came_to[stop] += strands
    costs.cover((*here.place, arrows.layout.checker / 2) for here, _, _, _ in ends)
    ends.sort(key=lambda each: math.dist(each[0].place, each[1].place))
    ways = []
    for here, there, strands, style in ends:
        curve = route(costs, here, there)
        costs.take(curve)
        ways.append((curve, strands, style))
    return ways


def _stays_on_its_half(arrows: Arrows, leg: Leg) -> bool:
    """Return True if a leg stays in the upper or the lower half of the board."""
    if not all(OFF < point < BAR for point in leg):
        return False
    above = [place_of(point, arrows.side).above for point in leg]
    return above[0] is above[1]


def _crossing_costs(arrows: Arrows) -> CrossingCosts:
    layout = arrows.layout
    left, right = layout.left_half, layout.right_half
    fields: list[tuple[Box, int]] = [(left, 0), (right, 0), ((left[2], left[1], right[0], left[3]), _BAR)]
    costs = CrossingCosts(layout.size, fields, layout.unit)
    costs.cover(_checkers(arrows))
    for box in arrows.kept_clear:
        costs.block(box)
    return costs


def _checkers(arrows: Arrows) -> Iterator[Circle]:
    """Yield the circle of each checker, enlarged by its ring if it has one."""
    layout = arrows.layout
    for point, pile in enumerate(arrows.piles, 1):
        for number in range(pile.count):
            ring = 5 * layout.unit if pile.marked and number == pile.count - 1 else 0
            place = layout.slot(point, arrows.side, number, pile.places)
            yield (*place, layout.checker / 2 + ring)


def _start(arrows: Arrows, point: int, before: int) -> End:
    """Return where an arrow starts, given the number of checkers whose arrows already start at the point."""
    layout = arrows.layout
    if not OFF < point < BAR:
        return _beside(arrows, point, before)
    pile = arrows.piles[point - 1]
    number = min(pile.count + before, pile.places - 1)
    place = layout.slot(point, arrows.side, number, pile.places)
    return End(place, _towards(layout, place), layout.checker / 2 - layout.unit)


def _stop(arrows: Arrows, point: int, before: int) -> End:
    """Return where an arrow ends, given the number of checkers whose arrows already end at the point."""
    layout = arrows.layout
    if not OFF < point < BAR:
        return _beside(arrows, point, before)
    pile = arrows.piles[point - 1]
    free = pile.count <= layout.free
    # Overlapping checkers hide each other, so in a full stack all arrows end at the top one.
    number = max(pile.count - 1 - (before if free else 0), 0)
    place = layout.slot(point, arrows.side, number, pile.places)
    return End(place, _towards(layout, place), layout.checker / 2 + layout.unit * (7 if pile.marked else 3))


def _beside(arrows: Arrows, point: int, before: int) -> End:
    """Return an arrow's end at the bar, or at the right edge, where checkers are borne off."""
    layout, below = arrows.layout, arrows.mover == arrows.side
    if point == BAR:
        place = layout.on_bar(arrows.mover, arrows.side)
        return End(place, _towards(layout, place), layout.checker / 2 + 2 * layout.unit)
    right = layout.tray[0] if layout.tray else layout.width - 3
    away = layout.middle - layout.rail - layout.checker * 2 - 24 * layout.unit * before
    return End((right, layout.middle + (away if below else -away)), (-1, 0), 0)


def _towards(layout: Layout, place: tuple[float, float]) -> tuple[int, int]:
    return (0, 1) if place[1] < layout.middle else (0, -1)


def _covers(curve: Curve, layout: Layout, strands: int, style: str, circles: Sequence[Circle]) -> _Covers:
    """Return the pixels that an arrow covers, except those under checkers."""
    unit = layout.unit
    room = (_HEAD + _SPREAD * strands) * unit
    places = np.array(curve)
    left, top = np.maximum(places.min(axis=0) - room, 0).astype(int).tolist()
    right, bottom = np.minimum(places.max(axis=0) + room, layout.size).astype(int).tolist()
    width, height = right - left, bottom - top
    large = Image.new("L", (width * _FINE, height * _FINE))
    draw = ImageDraw.Draw(large)
    line = _THIN if style == "quiet" else _LINE
    for wider, part in ((_HALO, _OF_HALO), (0.0, _OF_CORE)):
        _draw(draw, (places - (left, top)) / unit, strands, line, wider, part * _PARTS, unit)
    for x, y, radius in circles:
        reach = radius + 0.5
        if left - reach < x < right + reach and top - reach < y < bottom + reach:
            bounds = (x - left - reach, y - top - reach, x - left + reach, y - top + reach)
            draw.ellipse([each * _FINE for each in bounds], fill=0)
    parts = np.asarray(large.reduce(_FINE)).ravel()
    covered = np.flatnonzero(parts > 0)
    down, across = np.divmod(covered, width)
    return _Covers((down + top) * layout.width + across + left, parts[covered], style)


def _draw(
    draw: ImageDraw.ImageDraw,
    curve: _Places,
    strands: int,
    width: float,
    wider: float,
    fill: int,
    unit: float,
) -> None:
    """Draw the lines of an arrow and its head, `wider` wider on each side. All lengths are in units."""
    shaft = _without_head(curve)
    for number in range(strands):
        aside = np.full(len(shaft), (number - (strands - 1) / 2) * _SPREAD)
        aside[-1] = 0  # All lines meet at the head.
        half = width / 2 + wider
        outline = (_aside(shaft, aside - half), _aside(shaft, aside + half)[::-1])
        draw.polygon((np.concatenate(outline) * _FINE * unit).ravel().tolist(), fill=fill)
    tip, foot = curve[-1], shaft[-1]
    along = (tip - foot) / max(math.dist(tip, foot), 1e-6)
    across = np.array((-along[1], along[0])) * (_HEAD * 0.5 + wider * 1.6)
    tip, foot = tip + along * wider * 1.2, foot - along * wider
    draw.polygon((np.array((tip, foot + across, foot - across)) * _FINE * unit).ravel().tolist(), fill=fill)


def _without_head(curve: _Places) -> _Places:
    """Return a curve cut off where the arrow's head begins."""
    far = np.hypot(*(curve - curve[-1]).T)
    before = max(int(np.flatnonzero(far >= _HEAD).max(initial=0)), 0)
    if far[before] < _HEAD:
        return curve[[0, 0]]
    part = (_HEAD - far[before + 1]) / max(far[before] - far[before + 1], 1e-6)
    foot = curve[before + 1] + (curve[before] - curve[before + 1]) * part
    return np.vstack((curve[: before + 1], foot))


def _aside(curve: _Places, distance: npt.NDArray[np.float64]) -> _Places:
    """Return a curve with each of its points moved sideways by the matching distance."""
    along = np.gradient(curve, axis=0)
    along /= np.maximum(np.hypot(*along.T), 1e-6)[:, None]
    return curve + np.stack((-along[:, 1], along[:, 0]), axis=1) * distance[:, None]
