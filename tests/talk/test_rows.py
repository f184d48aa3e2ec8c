"""How buttons are laid out in rows, on every platform."""

from __future__ import annotations

import math

from hypothesis import given, strategies as st

from bot.talk.reply import Button
from bot.talk.views.buttons import IN_A_ROW, in_rows


def labelled(count: int) -> list[Button]:
    """Return so many buttons."""
    return [Button(str(number), "/board") for number in range(count)]


@given(st.integers(0, 40), st.integers(1, 8))
def test_rows_are_even(count: int, most: int) -> None:
    """Buttons stand in order in as few rows as can hold them, of which none has two more than another."""
    buttons = labelled(count)
    rows = in_rows(buttons, most)
    assert [button for row in rows for button in row] == buttons
    assert len(rows) == math.ceil(count / most)
    lengths = [len(row) for row in rows]
    assert max(lengths, default=0) <= most
    assert max(lengths, default=0) - min(lengths, default=0) <= 1


def test_no_button_stands_alone_where_two_rows_can_be_even() -> None:
    """Six buttons make two rows of three, not one of five and one of one."""
    assert [len(row) for row in in_rows(labelled(IN_A_ROW + 1))] == [3, 3]
