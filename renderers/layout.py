"""Layout: the positions and sizes of everything on a board's picture, in pixels.

The board is a grid of twelve columns, each with a point above and a point below, a bar after the sixth and,
in the full layout, a tray at the right. If Black sits below, points and trays are turned by 180 degrees, but
the tray remains at the right, under the thumb.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

Box = tuple[int, int, int, int]
"""Left, top, right, bottom; right and bottom are exclusive."""

WIDTH, HEIGHT = 1200, 800
"""Width and height of a board in full layout."""
CHART = (WIDTH, 600)
"""Width and height of a chart."""
RESULTS = (WIDTH, 900)
"""Width and height of a chart of a player's results."""
HALF_COLUMNS = 6
COLUMNS = 2 * HALF_COLUMNS
MARGIN = 6
"""Pixels around a piece's image for its shadow and ring."""
INSET = 4
"""Pixels between the frame and the first checker of a point."""

OFF, BAR = 0, 25
"""The point numbers of borne-off checkers and of the bar, beside the points 1 to 24."""


@dataclass(frozen=True, eq=False)
class Layout:
    """The measures of a board's picture, compared by identity: all instances are in `LAYOUTS`."""

    name: str
    width: int
    height: int
    rail: int
    """Height of the frame above and below the points."""
    column: int
    left: int
    """The left edge of the left half."""
    right: int
    """The left edge of the right half."""
    tray: tuple[int, int] | None
    """The left and right edges of the tray; None if there is no tray."""
    plate: int
    """Half the height of the plate between the two parts of the tray."""
    point_length: int
    point_base: int
    checker: int
    """Diameter of a checker."""
    free: int
    """The most checkers on a point without overlap; more overlap within the same length."""
    die: int
    cube: int
    number: int
    """Size of the font of the points' numbers."""
    hinge: int
    """Distance of the hinges from the middle."""
    unit: float
    """The scale of lines, gaps and plaques, relative to the full layout."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture."""
        return self.width, self.height

    @property
    def middle(self) -> int:
        """Half the height."""
        return self.height // 2

    @property
    def left_half(self) -> Box:
        """The field left of the bar."""
        return (self.left, self.rail, self.left + HALF_COLUMNS * self.column, self.height - self.rail)

    @property
    def right_half(self) -> Box:
        """The field right of the bar."""
        return (self.right, self.rail, self.right + HALF_COLUMNS * self.column, self.height - self.rail)

    @property
    def seam(self) -> int:
        """The middle of the bar."""
        return (self.left_half[2] + self.right_half[0]) // 2

    def dice_half(self, mover: str, side: str) -> Box:
        """Return the half for the mover's dice, at the mover's right hand; `side` sits below."""
        return self.right_half if mover == side else self.left_half

    def column_left(self, place: "Place") -> int:
        """Return the left edge of a point's column."""
        half = self.left if place.column < HALF_COLUMNS else self.right
        return half + place.column % HALF_COLUMNS * self.column

    def step(self, count: int, free: int = 0) -> float:
        """Return the distance between the centres of neighbours in a stack of `count` checkers.

        Up to `free` checkers (the layout's number if 0) do not overlap; more overlap within the same length.
        """
        free = free or self.free
        return self.checker if count <= free else (free - 1) * self.checker / (count - 1)

    def slot(self, point: int, side: str, number: int, places: int) -> tuple[float, float]:
        """Return the centre of a checker on a point.

        Args:
            point: 1 to 24.
            side: The side that sits below, "w" or "b".
            number: The checker's index, from 0 at the frame.
            places: The slots of the stack.
        """
        place = place_of(point, side)
        depth = self.rail + INSET + self.checker / 2 + number * self.step(places)
        return self.column_left(place) + self.column / 2, depth if place.above else self.height - depth

    def on_bar(self, colour: str, side: str) -> tuple[int, int]:
        """Return the centre of a side's first checker on the bar, in the half where it enters."""
        reach = self.cube // 2 + MARGIN + self.checker // 2
        return self.seam, self.middle + (-reach if colour == side else reach)


FULL = Layout(
    name="full",
    width=WIDTH,
    height=HEIGHT,
    rail=40,
    column=76,
    left=38,
    right=568,
    tray=(1050, 1158),
    plate=134,
    point_length=297,
    point_base=66,
    checker=64,
    free=5,
    die=60,
    cube=52,
    number=32,
    hinge=230,
    unit=1,
)
COMPACT = Layout(
    name="compact",
    width=WIDTH,
    height=960,
    rail=74,
    column=87,
    left=20,
    right=658,
    tray=None,
    plate=0,
    point_length=304,
    point_base=77,
    checker=80,
    free=4,
    die=96,
    cube=76,
    number=60,
    hinge=280,
    unit=1.9,
)
"""The layout for pictures shown less than 400 pixels wide: larger digits, no tray."""

LAYOUTS: Mapping[str, Layout] = MappingProxyType({layout.name: layout for layout in (FULL, COMPACT)})
"""All layouts by name."""


@dataclass(frozen=True, slots=True)
class Place:
    """A point's column and half of the board."""

    column: int
    """From 0 at the left to 11 at the right."""
    above: bool
    """True if the point is in the upper half."""


def place_of(point: int, side: str) -> Place:
    """Return a point's place if a side sits below (R1.1).

    Args:
        point: 1 to 24.
        side: The side that sits below, "w" or "b".
    """
    above = point > COLUMNS
    column = point - COLUMNS - 1 if above else COLUMNS - point
    return Place(column, above) if side == "w" else Place(COLUMNS - 1 - column, not above)


def point_area(point: int, side: str, layout: Layout = FULL) -> Box:
    """Return the box of a point on the picture, its number included.

    Args:
        point: 1 to 24; 0 for the whole tray (see `tray_area`); 25 for the bar.
        side: The side that sits below, "w" or "b".
        layout: The picture's layout.

    Raises:
        ValueError: there is no such point.
    """
    if point == OFF:
        return (_tray_left(layout), 0, layout.width, layout.height)
    if point == BAR:
        return bar_area(layout)
    if not OFF < point < BAR:
        raise ValueError(f"There is no point {point}.")
    place = place_of(point, side)
    left = layout.column_left(place)
    top, bottom = (0, layout.middle) if place.above else (layout.middle, layout.height)
    return (left, top, left + layout.column, bottom)


def tray_area(colour: str, side: str, layout: Layout = FULL) -> Box:
    """Return the box of one side's part of the tray; without a tray, that of the frame at the right edge.

    Args:
        colour: The side whose checkers are borne off there, "w" or "b".
        side: The side that sits below, "w" or "b".
        layout: The picture's layout.
    """
    left = _tray_left(layout)
    if colour == side:
        return (left, layout.middle, layout.width, layout.height)
    return (left, 0, layout.width, layout.middle)


def bar_area(layout: Layout = FULL) -> Box:
    """Return the box of the bar."""
    return (layout.left_half[2], 0, layout.right_half[0], layout.height)


def _tray_left(layout: Layout) -> int:
    return layout.tray[0] if layout.tray else layout.right_half[2]
