"""The clocks beside a board that can be touched: what is left, whether it runs, and why not."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.rules import Side
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.views.time_left import StripClock, strip_clock
from tests.talk.test_board import WIDE, stored
from tests.talk.test_time_left import DAY, NOW, clocked

ENGLISH = words_in("en")
HOUR = timedelta(hours=1)


def test_the_time_of_who_is_to_act_runs_and_the_others_stands() -> None:
    """Anna is to act and her three days run; what Boris has in hand stands there."""
    game = clocked()
    assert strip_clock(ENGLISH, game, Side.WHITE, NOW + HOUR, ()) == StripClock(3 * DAY - HOUR, runs=True)
    assert strip_clock(ENGLISH, game, Side.BLACK, NOW + HOUR, ()) == StripClock(
        timedelta(days=6, hours=4), runs=False
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_clock_that_stands_still_says_why(language: str) -> None:
    """In a pause, in a holiday, and before anybody was called, the time stands, for a reason."""
    words = words_in(language)
    paused = replace(clocked(due=None), paused=NOW)
    holiday = ((NOW - HOUR, NOW + DAY),)
    told = [
        strip_clock(words, paused, Side.WHITE, NOW, ()),
        strip_clock(words, clocked(), Side.WHITE, NOW, holiday),
        strip_clock(words, clocked(due=None), Side.WHITE, NOW, ()),
    ]
    reasons = [words.words(f"clock-{reason}") for reason in ("paused", "holiday", "not-begun")]
    assert [clock and (clock.runs, clock.reason) for clock in told] == [(False, each) for each in reasons]


def test_a_holiday_that_comes_is_told_before() -> None:
    """A page that is open when a holiday begins knows when the time stands still."""
    clock = strip_clock(ENGLISH, clocked(), Side.WHITE, NOW, ((NOW + HOUR, NOW + DAY),))
    assert clock == StripClock(3 * DAY - (DAY - HOUR), runs=True, still_in=HOUR)


def test_time_that_has_run_out_does_not_run() -> None:
    """Who has run out of time has none, and nothing counts on."""
    clock = strip_clock(ENGLISH, clocked(is_claimable=True), Side.WHITE, NOW + 4 * DAY, ())
    assert clock == StripClock(timedelta(), runs=False)


def test_a_game_without_a_clock_has_none_beside_the_board() -> None:
    """Friends who agreed on no clock see none."""
    assert strip_clock(ENGLISH, stored(WIDE, "6-5"), Side.WHITE, NOW, ()) is None
