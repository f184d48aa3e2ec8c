"""The areas of the board's picture that the page makes clickable, in every layout."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bot.chats.web.views import areas
from renderers.layout import LAYOUTS


@pytest.mark.parametrize("side", ["w", "b"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_points_fill_the_board_and_do_not_overlap(layout: str, side: str) -> None:
    """All areas are within the picture, with twelve points side by side in each half."""
    boxes = areas()[f"{layout}-{side}"]
    assert set(boxes) == {*map(str, range(1, 26)), "off-w", "off-b"}
    for left, top, width, height in boxes.values():
        assert min(left, top, width, height) >= 0
        assert max(left + width, top + height) <= 100.001
    for row in (0.0, 50.0):
        found = sorted(boxes[str(point)] for point in range(1, 25) if boxes[str(point)][1] == row)
        assert len(found) == 12
        for one, other in pairwise(found):
            assert one[0] + one[2] <= other[0] + 0.001


@pytest.mark.parametrize("side", ["w", "b"])
def test_a_page_of_0_2_0_finds_the_points(side: str) -> None:
    """A page of version 0.2.0, which names only the side, gets the full layout."""
    assert areas()[side] == areas()[f"full-{side}"]
