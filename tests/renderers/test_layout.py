"""The places of everything on a board's picture."""

from itertools import combinations
from pathlib import Path

import pytest

from renderers import HEIGHT, WIDTH, bar_area, point_area, tray_area

POINTS = range(1, 25)
ROOT = Path(__file__).parents[2]


def middle(box: tuple[int, int, int, int]) -> tuple[float, float]:
    """Return the middle of an area."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def test_white_sits_at_whites_home() -> None:
    """White's point 1 is at the lower right, and White's head, 24, at the upper right (R1.1)."""
    assert middle(point_area(1, "w"))[0] == max(middle(point_area(point, "w"))[0] for point in POINTS)
    assert middle(point_area(1, "w"))[1] > HEIGHT / 2 > middle(point_area(24, "w"))[1]
    assert middle(point_area(24, "w"))[0] == middle(point_area(1, "w"))[0]


def test_blacks_head_is_at_the_lower_left_for_white() -> None:
    """With White below, Black's head, 12, is the lower left corner and 13 the upper left (R1.1)."""
    assert middle(point_area(12, "w"))[0] == min(middle(point_area(point, "w"))[0] for point in POINTS)
    assert middle(point_area(12, "w"))[1] > HEIGHT / 2 > middle(point_area(13, "w"))[1]


def test_half_a_turn_exchanges_opposite_points() -> None:
    """With Black below, each point is where the point twelve further is with White below."""
    for point in POINTS:
        assert point_area(point, "b") == point_area((point + 11) % 24 + 1, "w"), point


@pytest.mark.parametrize("side", ["w", "b"])
def test_no_two_areas_overlap(side: str) -> None:
    """No pixel belongs to two points, or to a point and the bar or tray."""
    boxes = [point_area(point, side) for point in range(1, 26)] + [tray_area("w", side), tray_area("b", side)]
    for one, other in combinations(boxes, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@pytest.mark.parametrize("side", ["w", "b"])
def test_areas_lie_on_the_picture(side: str) -> None:
    """Every area lies within the picture."""
    for point in range(26):
        left, top, right, bottom = point_area(point, side)
        assert 0 <= left < right <= WIDTH
        assert 0 <= top < bottom <= HEIGHT


@pytest.mark.parametrize("side", ["w", "b"])
def test_the_tray_of_the_side_below_is_below(side: str) -> None:
    """The side below has the lower part of the tray, at the right."""
    other = {"w": "b", "b": "w"}[side]
    assert middle(tray_area(side, side))[1] > HEIGHT / 2 > middle(tray_area(other, side))[1]
    assert tray_area(side, side)[0] > point_area(1, side)[2]


def test_zero_and_twenty_five_are_tray_and_bar() -> None:
    """Point 0 is both parts of the tray, and point 25 the bar."""
    below, above = tray_area("w", "w"), tray_area("b", "w")
    assert point_area(0, "w") == (above[0], above[1], below[2], below[3])
    assert point_area(25, "b") == bar_area()


@pytest.mark.parametrize("point", [-1, 26])
def test_unknown_point_has_no_area(point: int) -> None:
    """An unknown point raises ValueError."""
    with pytest.raises(ValueError, match="no point"):
        point_area(point, "w")


@pytest.mark.parametrize("side", ["w", "b"])
@pytest.mark.parametrize("colour", ["w", "b"])
def test_both_trays_are_at_the_right(colour: str, side: str) -> None:
    """Black bears off at the right as White does, and docs/rules.md mentions a source that differs."""
    assert tray_area(colour, side)[0] >= max(point_area(point, side)[2] for point in POINTS)
    rules = " ".join((ROOT / "docs" / "rules.md").read_text(encoding="utf-8").split())
    assert "has Black bear off at the upper left" in rules
    assert "so that one picture serves both sides" in rules
