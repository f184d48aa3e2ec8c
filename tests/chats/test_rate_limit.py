from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chats.rate_limit import RateLimit


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        """Return what time it is."""
        return self.now


@pytest.fixture
def clock() -> Clock:
    """A clock that stands still."""
    return Clock()


def taken(limit: RateLimit) -> int:
    """Return how many can be taken at once."""
    count = 0
    while limit.take():
        count += 1
    return count


def test_at_first_all_is_there(clock: Clock) -> None:
    """A new allowance gives as many at once as it may hold, and no more."""
    assert taken(RateLimit(5, 1.0, clock)) == 5


def test_nothing_is_gathered_beyond_the_most(clock: Clock) -> None:
    """However long nothing was taken, no more than the most is there."""
    limit = RateLimit(3, 1.0, clock)
    clock.now += 1_000_000.0
    assert taken(limit) == 3


def test_half_of_one_cannot_be_taken(clock: Clock) -> None:
    """One can be taken when it is wholly there."""
    limit = RateLimit(1, 0.5, clock)
    limit.take()
    clock.now += 1.5
    assert not limit.take()
    clock.now += 0.5
    assert limit.take()


def test_to_wait_is_told_and_takes_nothing(clock: Clock) -> None:
    """How long it takes until one is there can be asked as often as one likes."""
    limit = RateLimit(2, 0.25, clock)
    assert [limit.wait() for _ in range(5)] == [0.0] * 5
    assert taken(limit) == 2
    assert limit.wait() == pytest.approx(4.0)


@given(
    at_once=st.integers(1, 30),
    per_second=st.floats(0.05, 100.0),
    pauses=st.lists(st.floats(0.0, 100.0), max_size=20),
)
def test_waiting_as_long_as_told_is_enough(at_once: int, per_second: float, pauses: list[float]) -> None:
    """Who waits exactly as long as he was told can take one, whatever was taken when."""
    clock = Clock()
    limit = RateLimit(at_once, per_second, clock)
    for pause in pauses:
        taken(limit)
        clock.now += pause
    clock.now += limit.wait()
    assert limit.take()


@given(
    at_once=st.integers(1, 30),
    per_second=st.floats(0.05, 100.0),
    pauses=st.lists(st.floats(0.0, 100.0), min_size=1, max_size=50),
)
def test_in_the_long_run_no_more_than_the_pace_is_given(
    at_once: int, per_second: float, pauses: list[float]
) -> None:
    """In any time as many can be taken as at once, and so many for each of its seconds."""
    clock = Clock()
    limit = RateLimit(at_once, per_second, clock)
    start, count = clock.now, taken(limit)
    for pause in pauses:
        clock.now += pause
        count += taken(limit)
    assert count <= at_once + (clock.now - start) * per_second + 1e-3


def test_some_can_be_left_over(clock: Clock) -> None:
    """Who leaves some for others waits until there are that many besides his own."""
    limit = RateLimit(5, 1.0, clock)
    assert limit.wait(spare=4) == 0.0
    limit.take()
    assert limit.wait(spare=4) == pytest.approx(1.0)
    assert limit.wait() == 0.0


def test_a_stop_lasts_as_long_as_told(clock: Clock) -> None:
    """While it is stopped nothing can be taken, however much was left."""
    limit = RateLimit(20, 10.0, clock)
    limit.stop(30.0)
    assert limit.wait() == pytest.approx(30.0)
    clock.now += 29.9
    assert not limit.take()


@pytest.mark.parametrize("before", [0, 3, 5])
def test_after_a_stop_there_is_one(clock: Clock, before: int) -> None:
    """When the stop is over one can be taken, and only one, however much was taken before."""
    limit = RateLimit(5, 0.25, clock)
    for _ in range(before):
        limit.take()
    limit.stop(30.0)
    clock.now += 30.0
    assert taken(limit) == 1


def test_a_shorter_stop_does_not_end_a_longer_one(clock: Clock) -> None:
    """Of two stops the one that ends later counts."""
    limit = RateLimit(5, 1.0, clock)
    limit.stop(60.0)
    limit.stop(5.0)
    clock.now += 30.0
    assert not limit.take()


def test_a_clock_that_goes_back_takes_nothing_away(clock: Clock) -> None:
    """What is there stays there when the clock is set back, though it is to be waited for."""
    limit = RateLimit(3, 1.0, clock)
    clock.now -= 10.0
    assert limit.wait() == pytest.approx(10.0)
    clock.now += 10.0
    assert taken(limit) == 3
