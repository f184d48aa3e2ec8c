"""R1: board, points, directions."""

import pytest

from bot.rules import BAR, OFF, RULESETS, Family, Side, start_position
from tests.rules.playing import LONG, position_with_roll


def test_whites_path_runs_from_24_to_1() -> None:
    """R1.2: White's path is 24, 23 … 1, off, in both families."""
    for family in Family:
        assert [family.point(Side.WHITE, t) for t in range(25)] == [*range(24, 0, -1), OFF]


def test_blacks_path_in_the_parallel_family_starts_at_12() -> None:
    """R1.2: Black's path is 12 … 1, 24 … 13, off if both sides move in the same direction."""
    path = [Family.PARALLEL.point(Side.BLACK, t) for t in range(25)]
    assert path == [*range(12, 0, -1), *range(24, 12, -1), OFF]


def test_blacks_path_in_the_opposed_family_runs_against_white_s() -> None:
    """R1.2: Black's path is 1 … 24, off if the sides move against each other."""
    assert [Family.OPPOSED.point(Side.BLACK, t) for t in range(25)] == [*range(1, 25), OFF]


@pytest.mark.parametrize("family", list(Family))
@pytest.mark.parametrize("side", list(Side))
def test_point_and_progress_reverse_each_other(family: Family, side: Side) -> None:
    """R1.3: every place of a path has one index and one number."""
    assert [family.progress(side, family.point(side, t)) for t in range(26)] == list(range(26))
    assert family.point(side, 25) == BAR


def test_the_opponents_progress_is_half_a_board_away() -> None:
    """R1.3: in the parallel family the opponent's index is mine plus 12, round the board."""
    for t in range(24):
        point = Family.PARALLEL.point(Side.WHITE, t)
        assert Family.PARALLEL.progress(Side.BLACK, point) == (t + 12) % 24


def test_heads_and_homes() -> None:
    """R1.1, R1.2: White's head is 24 and home 1–6, Black's head 12 and home 13–18."""
    family = Family.PARALLEL
    assert {family.point(Side.WHITE, t) for t in range(18, 24)} == {1, 2, 3, 4, 5, 6}
    assert {family.point(Side.BLACK, t) for t in range(18, 24)} == {13, 14, 15, 16, 17, 18}
    start = start_position(LONG)
    assert start.points(Side.WHITE) == {24: 15}
    assert start.points(Side.BLACK) == {12: 15}


def test_white_moves_first() -> None:
    """R7.5: the starter is White, in every rule set."""
    assert all(start_position(each).mover is Side.WHITE for each in RULESETS.values())


def test_the_pip_count_is_the_way_that_is_left() -> None:
    """R1.3: a checker at index t has 24 − t pips to go, one borne off has none."""
    position, _ = position_with_roll("6:1,2:2,1:2,off:10 / 12:14,13:1 w 1-1")
    assert position.pips(Side.WHITE) == 6 + 4 + 2
    assert position.pips(Side.BLACK) == 14 * 24 + 1
    assert position.off(Side.WHITE) == 10
