"""The time limits of a game."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given, strategies as st

from bot.rules.time_control import TimeControl

HOURS = st.integers(1, 60 * 24)
CONTROLS = st.builds(
    lambda most, start, per_turn: TimeControl(
        timedelta(hours=1 + start % most), timedelta(hours=1 + per_turn % most), timedelta(hours=most)
    ),
    HOURS,
    HOURS,
    HOURS,
)


@given(CONTROLS)
def test_a_time_control_is_read_as_it_is_written(control: TimeControl) -> None:
    """A time control is read as it was written."""
    assert TimeControl.parse(str(control)) == control


@pytest.mark.parametrize(
    ("text", "canonical"),
    [("24h+24h<72h", "1d+1d<3d"), ("36h+1h<36h", "36h+1h<36h"), ("3d+3d<3d", "3d+3d<3d")],
)
def test_whole_days_are_written_as_days(text: str, canonical: str) -> None:
    """One time control has one text form."""
    assert str(TimeControl.parse(text)) == canonical


@pytest.mark.parametrize(
    "text",
    [
        "",
        "3d",
        "3d+3d",
        "0+1d<3d",
        "4d+1d<3d",
        "1d+4d<3d",
        "3d+0<3d",
        "61d+1d<61d",
        "1441h+1d<1441h",
        "1d+30m<1d",
        "3D+1d<3d",
        "٣d+1d<3d",
    ],
)
def test_a_malformed_time_control_is_refused(text: str) -> None:
    """A malformed text, or one with times out of bounds, is refused."""
    with pytest.raises(ValueError, match=r"time|bank"):
        TimeControl.parse(text)


def test_minutes_are_refused() -> None:
    """Time is counted in whole hours."""
    with pytest.raises(ValueError, match="whole hours"):
        TimeControl(timedelta(minutes=90), timedelta(hours=1), timedelta(hours=2))


@given(CONTROLS, st.integers(0, 60 * 24 * 60), st.integers(0, 60 * 24 * 60))
def test_a_bank_stays_between_what_a_turn_adds_and_what_it_may_hold(
    control: TimeControl, left: int, used: int
) -> None:
    """After a turn a player has at least the turn's addition, and at most the bank's limit."""
    after = control.left_after(min(timedelta(minutes=left), control.most), timedelta(minutes=used))
    assert control.per_turn <= after <= control.most


def test_time_for_each_turn_is_not_saved_up() -> None:
    """With three days for each turn, the next turn has three days after a quick turn or a slow one."""
    control = TimeControl.for_each_turn(timedelta(days=3))
    assert control.is_for_each_turn
    assert {control.left_after(control.start, timedelta(hours=hours)) for hours in (0, 1, 71)} == {
        control.start
    }
