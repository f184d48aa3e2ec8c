"""Arrows: the ways of the last turn's checkers, laid on a finished board in the theme's palette.

They lie under checkers and dice. Where an edge is half covered, a table tells for each tone of the palette
which tone is nearest to its mixture with the arrow's.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np
from PIL import Image, ImageDraw

from renderers.layout import BAR, OFF, Box, Layout, place_of
from renderers.overlays import accent_tones
from renderers.palette import tones_of
from renderers.routes import Circle, CrossingCosts, Curve, End, route
from renderers.shapes import FINE, mask
from renderers.themes import Tone

__all__ = ["Arrows", "Leg", "Pile", "lay_arrows", "legs_of"]

Leg = tuple[int, int]
Place = tuple[float, float]

_LINE, _HALO = 4.5, 2.2
_THIN = 3.0
_HEAD = 19
_SPREAD = 6.5
"""Between the strands of checkers that went the same way."""
_BAR = 2
"""What it costs to cross the bar."""
_LEVELS = (85, 170, 255)
_PARTS = (0.33, 0.67, 1.0)


@dataclass(frozen=True, slots=True)
class Pile:
    """What stands on a point.

    Args:
        colour: Whose checkers, "w" or "b".
        count: How many.
        places: How many it has room for, with the empty rings of those that left.
        marked: Whether the last one carries a ring.
    """

    colour: str
    count: int
    places: int
    marked: bool


@dataclass(frozen=True, slots=True)
class Arrows:
    """What is to be drawn on which board.

    Args:
        layout: Of the board.
        side: Who sits below.
        legs: From where to where checkers went, each leg once, how many went so, and how it is drawn:
            "trace", "mark" or "quiet".
        piles: What stands on the points 1 to 24.
        mover: Whose turn it was.
        dice: The half on which dice lie, if there are any.
    """

    layout: Layout
    side: str
    legs: tuple[tuple[Leg, int, str], ...]
    piles: tuple[Pile, ...]
    mover: str
    dice: Box | None


def legs_of(last: Iterable[Leg]) -> Counter[Leg]:
    """Return the legs of a turn, those together that one checker may have gone one after the other."""
    legs = [leg for leg in last if leg[0] != leg[1]]
    for leg in list(legs):
        if leg not in legs:
            continue
        onward = next((each for each in legs if each[0] == leg[1] and OFF < each[0] < BAR), None)
        while onward is not None:
            legs.remove(leg)
            legs.remove(onward)
            leg = (leg[0], onward[1])  # noqa: PLW2901 (it has become longer)
            if leg[0] == leg[1]:
                break
            legs.append(leg)
            onward = next((each for each in legs if each[0] == leg[1] and OFF < each[0] < BAR), None)
    return Counter(legs)


def lay_arrows(picture: Image.Image, theme: str, arrows: Arrows) -> None:
    """Draw arrows on a board that is in its theme's palette."""
    for box, halo, core, style in _drawn(arrows):
        tone, edge = accent_tones(theme, style)
        _blend(picture, box, halo, theme, edge)
        _blend(picture, box, core, theme, tone)


def _blend(picture: Image.Image, box: Box, shape: Image.Image, theme: str, tone: Tone) -> None:
    part = picture.crop(box)
    tables = _mixtures(theme, tone)
    for level, table in zip(_LEVELS, tables, strict=True):
        part.paste(part.point(table), (0, 0), shape.point([255 * (each == level) for each in range(256)]))
    picture.paste(part, box)


@lru_cache(maxsize=16)
def _mixtures(theme: str, tone: Tone) -> tuple[list[int], ...]:
    """Return for a third, two thirds and all of a tone which number its mixture with each number has."""
    tones = np.array(tones_of(theme), np.int32)
    tables = []
    for part in _PARTS:
        mixture = tones + (np.array(tone, np.int32) - tones) * part
        nearest = ((mixture[:, None] - tones[None]) ** 2).sum(axis=2).argmin(axis=1).tolist()
        tables.append([*nearest, *range(len(nearest), 256)])
    return tuple(tables)


@lru_cache(maxsize=128)
def _drawn(arrows: Arrows) -> tuple[tuple[Box, Image.Image, Image.Image, str], ...]:
    """Return each arrow's box, the shapes of its halo and of itself, and how it is drawn."""
    circles = list(_checkers(arrows))
    return tuple(
        _shapes(curve, arrows.layout, strands, style, circles) for curve, strands, style in _ways(arrows)
    )


def _ways(arrows: Arrows) -> Sequence[tuple[Curve, int, str]]:
    """Return the way of each leg, the shortest first, so that the others keep off it."""
    costs = _crossing_costs(arrows)
    left_at: Counter[int] = Counter()
    came_to: Counter[int] = Counter()
    ends: list[tuple[End, End, int, str]] = []
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
    """Return whether a leg stays above, or below: the others come first, and so to the outer places."""
    if not all(OFF < point < BAR for point in leg):
        return False
    above = [place_of(point, arrows.side).above for point in leg]
    return above[0] is above[1]


def _crossing_costs(arrows: Arrows) -> CrossingCosts:
    layout = arrows.layout
    left, right = layout.left_half, layout.right_half
    fields: list[tuple[Box, int]] = [(left, 0), (right, 0), ((left[2], left[1], right[0], left[3]), _BAR)]
    costs = CrossingCosts(layout.size, fields)
    costs.cover(_checkers(arrows))
    if arrows.dice:
        middle, reach = (arrows.dice[0] + arrows.dice[2]) / 2, layout.die * 0.85
        costs.block(
            (middle - 1.9 * reach, layout.middle - reach, middle + 1.9 * reach, layout.middle + reach)
        )
    return costs


def _checkers(arrows: Arrows) -> Iterator[Circle]:
    """Return where checkers lie, with their rings."""
    layout = arrows.layout
    for point, pile in enumerate(arrows.piles, 1):
        for number in range(pile.count):
            ring = 5 if pile.marked and number == pile.count - 1 else 0
            place = layout.slot(point, arrows.side, number, pile.places)
            yield (*place, layout.checker / 2 + ring)


def _start(arrows: Arrows, point: int, before: int) -> End:
    """Return where an arrow starts, if so many checkers left that point before."""
    layout = arrows.layout
    if not OFF < point < BAR:
        return _beside(arrows, point, before)
    pile = arrows.piles[point - 1]
    number = min(pile.count + before, pile.places - 1)
    place = layout.slot(point, arrows.side, number, pile.places)
    return End(place, _towards(layout, place), layout.checker / 2 - 1)


def _stop(arrows: Arrows, point: int, before: int) -> End:
    """Return where an arrow ends, if so many checkers came to that point before."""
    layout = arrows.layout
    if not OFF < point < BAR:
        return _beside(arrows, point, before)
    pile = arrows.piles[point - 1]
    free = pile.count <= layout.free
    number = max(pile.count - 1 - (before if free else 0), 0)
    place = layout.slot(point, arrows.side, number, pile.places)
    return End(place, _towards(layout, place), layout.checker / 2 + (7 if pile.marked else 3))


def _beside(arrows: Arrows, point: int, before: int) -> End:
    """Return the place of the bar, or of where checkers are borne off."""
    layout, below = arrows.layout, arrows.mover == arrows.side
    if point == BAR:
        place = layout.on_bar(arrows.mover, arrows.side)
        return End(place, _towards(layout, place), layout.checker / 2 + 2)
    right = layout.tray[0] if layout.tray else layout.width - 3
    away = layout.middle - layout.rail - layout.checker * 2 - 24 * before
    return End((right, layout.middle + (away if below else -away)), (-1, 0), 0)


def _towards(layout: Layout, place: tuple[float, float]) -> tuple[int, int]:
    return (0, 1) if place[1] < layout.middle else (0, -1)


def _shapes(
    curve: Curve, layout: Layout, strands: int, style: str, circles: Sequence[Circle]
) -> tuple[Box, Image.Image, Image.Image, str]:
    """Draw an arrow without what checkers cover."""
    line = _THIN if style == "quiet" else _LINE
    room = _HEAD + _SPREAD * strands
    box = (
        max(0, int(min(x for x, _ in curve) - room)),
        max(0, int(min(y for _, y in curve) - room)),
        min(layout.width, int(max(x for x, _ in curve) + room)),
        min(layout.height, int(max(y for _, y in curve) + room)),
    )
    near = [
        (x - box[0], y - box[1], radius + 0.5)
        for x, y, radius in circles
        if box[0] - radius < x < box[2] + radius and box[1] - radius < y < box[3] + radius
    ]
    local = [(x - box[0], y - box[1]) for x, y in curve]
    size = (box[2] - box[0], box[3] - box[1])
    halo, core = (
        mask(size, partial(_draw, curve=local, strands=strands, width=line, wider=wider, cut=near))
        for wider in (_HALO, 0.0)
    )
    return box, halo, core, style


def _draw(
    draw: ImageDraw.ImageDraw,
    curve: Sequence[Place],
    strands: int,
    width: float,
    wider: float,
    cut: Sequence[Circle],
) -> None:
    """Draw the strands of an arrow and its head, so much wider on each side."""
    tip, behind = curve[-1], _back(curve, _HEAD)
    for number in range(strands):
        aside = (number - (strands - 1) / 2) * _SPREAD
        strand = [*_aside(curve[: behind[1]], aside), behind[0]]
        fine = [(x * FINE, y * FINE) for x, y in strand]
        draw.line(fine, fill=255, width=round((width + 2 * wider) * FINE), joint="curve")
    along = math.atan2(tip[1] - behind[0][1], tip[0] - behind[0][0])
    breadth = _HEAD * 0.5 + wider * 1.6
    tip = _moved(tip, along, wider * 1.2)
    foot = _moved(behind[0], along, -wider)
    head = [tip, _moved(foot, along + math.pi / 2, breadth), _moved(foot, along - math.pi / 2, breadth)]
    draw.polygon([(x * FINE, y * FINE) for x, y in head], fill=255)
    for x, y, radius in cut:
        bounds = (x - radius, y - radius, x + radius, y + radius)
        draw.ellipse([part * FINE for part in bounds], fill=0)


def _back(curve: Sequence[Place], distance: float) -> tuple[Place, int]:
    """Return the place that lies so far before the end of a curve, and how many of its points lie before."""
    for number in range(len(curve) - 1, 0, -1):
        far = math.dist(curve[number - 1], curve[-1])
        if far >= distance:
            near = math.dist(curve[number], curve[-1])
            part = (distance - near) / max(far - near, 1e-6)
            (x, y), (to_x, to_y) = curve[number], curve[number - 1]
            return (x + (to_x - x) * part, y + (to_y - y) * part), number
    return curve[0], 1


def _aside(curve: Sequence[Place], distance: float) -> Iterator[Place]:
    """Return a curve moved aside."""
    for number, place in enumerate(curve):
        before, after = curve[max(number - 1, 0)], curve[min(number + 1, len(curve) - 1)]
        along = math.atan2(after[1] - before[1], after[0] - before[0])
        yield _moved(place, along + math.pi / 2, distance)


def _moved(place: Place, direction: float, distance: float) -> Place:
    return place[0] + math.cos(direction) * distance, place[1] + math.sin(direction) * distance
