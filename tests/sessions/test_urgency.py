from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import permutations

from hypothesis import given, strategies as st

from bot.sessions.game_lists import Urgency, by_urgency, one_after, urgency_of_waiting
from storage.rows import WaitingGame

NOW = datetime(2026, 11, 20, 18, tzinfo=UTC)
HOUR = timedelta(hours=1)

NEEDS = (
    Urgency("b2b", NOW + HOUR, NOW),
    Urgency("c2c", NOW + 2 * HOUR, NOW - 9 * HOUR),
    Urgency("a2a", None, NOW - 8 * HOUR),
    Urgency("d2d", None, NOW - 7 * HOUR),
    Urgency("e2e", None, NOW - 7 * HOUR),
)
"""Games in the order in which they need their player."""


def test_the_least_time_left_comes_first_and_then_the_longest_wait() -> None:
    """Games with a clock come first, by the time left, then the longest wait; ties go by id."""
    for found in permutations(NEEDS):
        assert by_urgency(found) == [urgency.game for urgency in NEEDS]


def test_a_clock_that_does_not_run_yet_counts_with_its_bank() -> None:
    """A clock that does not run yet counts as if its bank ran from now on."""
    running = WaitingGame("a2a", NOW + 3 * HOUR, 7200, NOW, is_shown=True)
    waiting = WaitingGame("b2b", None, 7200, NOW, is_shown=True)
    unhurried = WaitingGame("c2c", None, None, NOW - 99 * HOUR, is_shown=True)
    urgencies = [urgency_of_waiting(row, NOW) for row in (unhurried, running, waiting)]
    assert [urgency.due for urgency in urgencies] == [None, NOW + 3 * HOUR, NOW + 2 * HOUR]
    assert by_urgency(urgencies) == ["b2b", "a2a", "c2c"]


@given(st.lists(st.text("abc", min_size=1, max_size=3), unique=True, min_size=1, max_size=8), st.data())
def test_stepping_through_the_list_visits_each_game_once(games: list[str], data: st.DataObject) -> None:
    """From any game, n steps visit all n games once and end at the first one."""
    first = data.draw(st.sampled_from(games))
    visited: list[str | None] = [first]
    for _ in games:
        visited.append(one_after(games, visited[-1]))
    assert visited[-1] == first
    assert sorted(map(str, visited[1:])) == sorted(games)


def test_an_unlisted_game_is_followed_by_the_first() -> None:
    """A game outside the list, or None, is followed by the first; an empty list gives None."""
    assert one_after(["a", "b"], "c") == "a"
    assert one_after(["a", "b"], None) == "a"
    assert one_after([], "a") is None
