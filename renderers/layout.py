"""Layout: where everything lies on the picture, in pixels.

The board is a grid of twelve columns, each with a point above and a point below, a bar after the
sixth and the tray at the right. Turning the board by half a turn moves the points and the sides'
trays; the tray itself stays at the right, under the thumb.
"""

from dataclasses import dataclass

__all__ = [
    "BAND",
    "BAR",
    "CHART",
    "CHECKER",
    "COLUMN",
    "COMPARISON",
    "CUBE",
    "DIE",
    "FREE",
    "HALF_COLUMNS",
    "HEIGHT",
    "LEFT_HALF",
    "LYING",
    "MARGIN",
    "MIDDLE",
    "OFF",
    "POINT_LENGTH",
    "RAIL",
    "RIGHT_HALF",
    "TRAY",
    "WIDTH",
    "Box",
    "Place",
    "bar_area",
    "place_of",
    "point_area",
    "stack_step",
    "tray_area",
]

Box = tuple[int, int, int, int]
"""Left, top, right, bottom; right and bottom lie just outside."""

WIDTH, HEIGHT = 1200, 800
CHART = (WIDTH, 600)
"""Width and height of a chart."""
BAND = 60
"""Height of what stands above each of two boards that are compared."""
COMPARISON = (WIDTH, 2 * (BAND + HEIGHT))
MIDDLE = HEIGHT // 2
RAIL = 40
"""Height of the frame above and below the points."""
COLUMN = 76
HALF_COLUMNS = 6
COLUMNS = 2 * HALF_COLUMNS
POINT_LENGTH = 297

LEFT_HALF: Box = (38, RAIL, 38 + HALF_COLUMNS * COLUMN, HEIGHT - RAIL)
RIGHT_HALF: Box = (568, RAIL, 568 + HALF_COLUMNS * COLUMN, HEIGHT - RAIL)
TRAY: Box = (1050, RAIL, 1158, HEIGHT - RAIL)

CHECKER = 64
"""Diameter of a checker."""
DIE = 60
CUBE = 52
LYING = (84, 17)
"""Width and height of a checker that lies in the tray."""
MARGIN = 6
"""Room around the picture of a piece for its shadow and its ring."""
STEP = CHECKER
FREE = 5
"""So many checkers stand free on a point; more overlap within the same length."""

OFF, BAR = 0, 25
"""The numbers that stand for borne off and for the bar beside the points 1 to 24."""


@dataclass(frozen=True, slots=True)
class Place:
    """A point's place on the picture."""

    column: int
    """0 at the left to 11 at the right."""
    above: bool
    """Whether it hangs from the upper frame."""

    @property
    def left(self) -> int:
        """The left edge of its column."""
        half = LEFT_HALF if self.column < HALF_COLUMNS else RIGHT_HALF
        return half[0] + self.column % HALF_COLUMNS * COLUMN


def place_of(point: int, side: str) -> Place:
    """Return where a point lies when a side sits below (R1.1).

    Args:
        point: 1 to 24.
        side: Who sits below, "w" or "b".
    """
    above = point > COLUMNS
    column = point - COLUMNS - 1 if above else COLUMNS - point
    return Place(column, above) if side == "w" else Place(COLUMNS - 1 - column, not above)


def point_area(point: int, side: str) -> Box:
    """Return the part of the picture that belongs to a point, its number included.

    Args:
        point: 1 to 24; 0 is the tray, both parts together (see `tray_area`); 25 is the bar.
        side: Who sits below, "w" or "b".

    Raises:
        ValueError: There is no such point.
    """
    if point == OFF:
        return (TRAY[0], 0, WIDTH, HEIGHT)
    if point == BAR:
        return bar_area()
    if not OFF < point < BAR:
        raise ValueError(f"There is no point {point}.")
    place = place_of(point, side)
    top, bottom = (0, MIDDLE) if place.above else (MIDDLE, HEIGHT)
    return (place.left, top, place.left + COLUMN, bottom)


def tray_area(colour: str, side: str) -> Box:
    """Return the part of the tray for one side's borne-off checkers.

    Args:
        colour: Whose checkers, "w" or "b".
        side: Who sits below, "w" or "b".
    """
    return (TRAY[0], MIDDLE, WIDTH, HEIGHT) if colour == side else (TRAY[0], 0, WIDTH, MIDDLE)


def bar_area() -> Box:
    """Return the bar between the halves."""
    return (LEFT_HALF[2], 0, RIGHT_HALF[0], HEIGHT)


def stack_step(count: int, free: int = FREE) -> float:
    """Return the distance between the centres of neighbours in a stack of so many checkers.

    So many as are free stand side by side; more overlap so that they take no more room.
    """
    return STEP if count <= free else (free - 1) * STEP / (count - 1)
