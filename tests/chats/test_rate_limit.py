from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chats.rate_limit import RateLimit, SlidingWindow


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


def window(clock: Clock) -> SlidingWindow:
    """Return a window of twenty a minute, of which ten go at once."""
    return SlidingWindow(20, 60.0, 10, clock)


def taken_at_pace(limit: SlidingWindow, clock: Clock, number: int, spare: int = 0) -> list[float]:
    """Take some, each as soon as its pace allows; return when, in seconds from now."""
    start, times = clock.now, []
    for _ in range(number):
        while (wait := limit.wait_at_pace(spare)) > 0:
            clock.now += wait
        assert limit.take()
        times.append(clock.now - start)
    return times


def test_the_first_of_a_window_go_at_once_and_the_rest_fill_it_evenly(clock: Clock) -> None:
    """Ten go at once, the next ten fill the time until those come back, then one comes free after another."""
    times = taken_at_pace(window(clock), clock, 60)
    assert times[:10] == [0.0] * 10
    gaps = [later - sooner for sooner, later in pairwise(times[9:])]
    assert gaps[:10] == pytest.approx([60.0 / 11] * 10)
    assert gaps[11:] == pytest.approx([3.0] * len(gaps[11:]), abs=0.2)


def test_what_is_spared_is_there_at_once(clock: Clock) -> None:
    """However many were taken at the pace that spares some, so many can be taken at any moment."""
    limit = window(clock)
    for _ in range(30):
        taken_at_pace(limit, clock, 1, spare=2)
        assert limit.wait(spare=1) == 0.0


def test_a_window_tells_when_so_many_are_left(clock: Clock) -> None:
    """Who asks for room is told the moment at which the oldest of those that stand in its way come back."""
    limit = window(clock)
    for _ in range(15):
        limit.take()
        clock.now += 1.0
    assert limit.wait(spare=4) == 0.0
    assert limit.wait(spare=7) == pytest.approx(60.0 - 15.0 + 2.0)


def test_after_a_stop_a_window_gives_one_after_another(clock: Clock) -> None:
    """After a stop one can be taken, and the next three seconds later; a shorter stop changes nothing."""
    limit = window(clock)
    limit.stop(30.0)
    limit.stop(5.0)
    assert limit.wait() == pytest.approx(30.0)
    clock.now += 30.0
    assert limit.take()
    assert limit.wait() == pytest.approx(3.0)


@given(
    asked=st.lists(
        st.tuples(st.floats(0.0, 90.0), st.integers(1, 25), st.booleans(), st.integers(0, 3)), max_size=30
    )
)
def test_no_stretch_holds_more_than_its_most(asked: list[tuple[float, int, bool, int]]) -> None:
    """Whatever is asked for, at the pace or as fast as can be, no minute holds more than twenty."""
    clock = Clock()
    limit, times = window(clock), list[float]()
    for pause, number, at_pace, spare in asked:
        clock.now += pause
        for _ in range(number):
            wait = limit.wait_at_pace(spare) if at_pace else limit.wait(spare)
            assert 0.0 <= wait <= 60.0 + 1e-6
            clock.now += wait if at_pace else 0.0
            if limit.take():
                times.append(clock.now)
    assert all(later - sooner >= 60.0 - 1e-3 for sooner, later in zip(times, times[20:], strict=False))


@given(pauses=st.lists(st.floats(0.0, 30.0), max_size=40), spare=st.integers(0, 3))
def test_the_pace_leaves_no_long_gap(pauses: list[float], spare: int) -> None:
    """However it was used at its pace, nobody waits longer than a burst takes to be made up for."""
    clock = Clock()
    limit = window(clock)
    for pause in pauses:
        clock.now += pause
        assert limit.wait_at_pace(spare) <= 60.0 / (20 - spare - 10 + 1) + 1e-6
        taken_at_pace(limit, clock, 1, spare)
