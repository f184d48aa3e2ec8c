"""Days as people type them."""

from __future__ import annotations

from datetime import date

import pytest

from bot.talk.input.dates import read_days

TODAY = date(2026, 11, 23)


@pytest.mark.parametrize(
    ("typed", "first", "last"),
    [
        ("24.12. 2.1.", date(2026, 12, 24), date(2027, 1, 2)),
        ("24.12 – 2.1", date(2026, 12, 24), date(2027, 1, 2)),
        ("24.12.2026 до 02.01.2027", date(2026, 12, 24), date(2027, 1, 2)),
        ("2026-12-24 to 2027-01-02", date(2026, 12, 24), date(2027, 1, 2)),
        ("٢٤.12. − ۲.1", date(2026, 12, 24), date(2027, 1, 2)),
        ("23.11.", TODAY, TODAY),
        ("22.11.", date(2027, 11, 22), date(2027, 11, 22)),
        ("29.2.", date(2028, 2, 29), date(2028, 2, 29)),
        ("2026-11-01", date(2026, 11, 1), date(2026, 11, 1)),
    ],
)
def test_days_are_read(typed: str, first: date, last: date) -> None:
    """A day with or without a year is read, alone or as a range; without a year the next one is meant."""
    assert read_days(typed.split(), TODAY) == (first, last)


@pytest.mark.parametrize("typed", ["", "soon", "31.2.2027", "24.12. 2.1. 3.1.", "12/24 1/2", "24.12. then"])
def test_other_words_are_not_read_as_days(typed: str) -> None:
    """Other words, impossible days and more than two days are not read."""
    assert read_days(typed.split(), TODAY) is None
