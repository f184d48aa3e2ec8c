"""The layout of buttons in rows."""

from __future__ import annotations

import math

from hypothesis import given, strategies as st

from bot.talk.reply import Button
from bot.talk.views.buttons import IN_A_ROW, in_rows


def buttons_numbered(count: int) -> list[Button]:
    """Return this number of buttons."""
    return [Button(str(number), "/board") for number in range(count)]


@given(st.integers(0, 40), st.integers(1, 8))
def test_rows_are_even(count: int, most: int) -> None:
    """Buttons keep their order in as few rows as possible, whose lengths differ by at most one."""
    buttons = buttons_numbered(count)
    rows = in_rows(buttons, most)
    assert [button for row in rows for button in row] == buttons
    assert len(rows) == math.ceil(count / most)
    lengths = [len(row) for row in rows]
    assert max(lengths, default=0) <= most
    assert max(lengths, default=0) - min(lengths, default=0) <= 1


def test_a_last_button_is_not_alone() -> None:
    """One button more than fits in a row makes two rows of three."""
    assert [len(row) for row in in_rows(buttons_numbered(IN_A_ROW + 1))] == [3, 3]
