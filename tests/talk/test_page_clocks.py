"""The clocks beside the board on the page: the time left, and why a clock stops."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.rules import Side
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.views.time_left import StripClock, strip_clock
from tests.talk.test_board import WIDE, game_at
from tests.talk.test_time_left import DAY, NOW, game_with_clock

ENGLISH = words_in("en")
HOUR = timedelta(hours=1)


def test_only_the_clock_of_the_player_to_act_runs() -> None:
    """The clock of the player to act runs, and the opponent's shows the time in hand."""
    game = game_with_clock()
    assert strip_clock(ENGLISH, game, Side.WHITE, NOW + HOUR, ()) == StripClock(3 * DAY - HOUR, runs=True)
    assert strip_clock(ENGLISH, game, Side.BLACK, NOW + HOUR, ()) == StripClock(
        timedelta(days=6, hours=4), runs=False
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_stopped_clock_shows_why(language: str) -> None:
    """A clock stops in a pause, in a holiday and before the player was notified, and shows the reason."""
    words = words_in(language)
    paused = replace(game_with_clock(due=None), paused=NOW)
    holiday = ((NOW - HOUR, NOW + DAY),)
    clocks = [
        strip_clock(words, paused, Side.WHITE, NOW, ()),
        strip_clock(words, game_with_clock(), Side.WHITE, NOW, holiday),
        strip_clock(words, game_with_clock(due=None), Side.WHITE, NOW, ()),
    ]
    reasons = [words.words(f"clock-{reason}") for reason in ("paused", "holiday", "not-begun")]
    assert [clock and (clock.runs, clock.reason) for clock in clocks] == [(False, each) for each in reasons]


def test_a_clock_knows_the_beginning_of_a_holiday() -> None:
    """A running clock knows in what time a holiday will stop it."""
    clock = strip_clock(ENGLISH, game_with_clock(), Side.WHITE, NOW, ((NOW + HOUR, NOW + DAY),))
    assert clock == StripClock(3 * DAY - (DAY - HOUR), runs=True, still_in=HOUR)


def test_an_expired_clock_does_not_run() -> None:
    """A clock that has run out shows no time and does not run."""
    clock = strip_clock(ENGLISH, game_with_clock(is_claimable=True), Side.WHITE, NOW + 4 * DAY, ())
    assert clock == StripClock(timedelta(), runs=False)


def test_a_game_without_a_clock_shows_none() -> None:
    """A game without a clock has no clock beside the board."""
    assert strip_clock(ENGLISH, game_at(WIDE, "6-5"), Side.WHITE, NOW, ()) is None
