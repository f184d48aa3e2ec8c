from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from bot.sessions import Challenge, ChallengeState, Chat
from bot.sessions.errors import Refusal
from bot.sessions.rate_limits import (
    NEW_IN_A_CHAT,
    NEW_TO_A_PERSON,
    SPAN,
    Closeness,
    KeyedTokenBuckets,
    NewMessages,
    SharedWindows,
    SlidingWindow,
    TokenBucket,
)
from tests.refused import refuses
from tests.sessions.world import Clock, World
from tests.visits import visit_chat

A_QUARTER_OF_A_CHAT = NEW_IN_A_CHAT // 4


class Seconds:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        """Return what time it is."""
        return self.now


@pytest.fixture
def clock() -> Seconds:
    """A clock that stands still."""
    return Seconds()


def taken(limit: TokenBucket) -> int:
    """Return how many can be taken at once."""
    count = 0
    while limit.take():
        count += 1
    return count


def test_at_first_all_is_there(clock: Seconds) -> None:
    """A new allowance gives as many at once as it may hold, and no more."""
    assert taken(TokenBucket(5, 1.0, clock)) == 5


def test_nothing_is_gathered_beyond_the_most(clock: Seconds) -> None:
    """However long nothing was taken, no more than the most is there."""
    limit = TokenBucket(3, 1.0, clock)
    clock.now += 1_000_000.0
    assert taken(limit) == 3


def test_half_of_one_cannot_be_taken(clock: Seconds) -> None:
    """One can be taken when it is wholly there."""
    limit = TokenBucket(1, 0.5, clock)
    limit.take()
    clock.now += 1.5
    assert not limit.take()
    clock.now += 0.5
    assert limit.take()


def test_to_wait_is_told_and_takes_nothing(clock: Seconds) -> None:
    """How long it takes until one is there can be asked as often as one likes."""
    limit = TokenBucket(2, 0.25, clock)
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
    clock = Seconds()
    limit = TokenBucket(at_once, per_second, clock)
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
    clock = Seconds()
    limit = TokenBucket(at_once, per_second, clock)
    start, count = clock.now, taken(limit)
    for pause in pauses:
        clock.now += pause
        count += taken(limit)
    assert count <= at_once + (clock.now - start) * per_second + 1e-3


def test_some_can_be_left_over(clock: Seconds) -> None:
    """Who leaves some for others waits until there are that many besides his own."""
    limit = TokenBucket(5, 1.0, clock)
    assert limit.wait(spare=4) == 0.0
    limit.take()
    assert limit.wait(spare=4) == pytest.approx(1.0)
    assert limit.wait() == 0.0


def test_a_stop_lasts_as_long_as_told(clock: Seconds) -> None:
    """While it is stopped nothing can be taken, however much was left."""
    limit = TokenBucket(20, 10.0, clock)
    limit.stop(30.0)
    assert limit.wait() == pytest.approx(30.0)
    clock.now += 29.9
    assert not limit.take()


@pytest.mark.parametrize("before", [0, 3, 5])
def test_after_a_stop_there_is_one(clock: Seconds, before: int) -> None:
    """When the stop is over one can be taken, and only one, however much was taken before."""
    limit = TokenBucket(5, 0.25, clock)
    for _ in range(before):
        limit.take()
    limit.stop(30.0)
    clock.now += 30.0
    assert taken(limit) == 1


def test_a_shorter_stop_does_not_end_a_longer_one(clock: Seconds) -> None:
    """Of two stops the one that ends later counts."""
    limit = TokenBucket(5, 1.0, clock)
    limit.stop(60.0)
    limit.stop(5.0)
    clock.now += 30.0
    assert not limit.take()


def test_a_clock_that_goes_back_takes_nothing_away(clock: Seconds) -> None:
    """What is there stays there when the clock is set back, and can be taken at once."""
    limit = TokenBucket(3, 1.0, clock)
    clock.now -= 10.0
    assert taken(limit) == 3
    assert limit.wait() == pytest.approx(1.0)


def window(clock: Seconds) -> SlidingWindow:
    """Return a window of twenty a minute, of which ten go at once."""
    return SlidingWindow(20, 60.0, 10, clock)


def taken_at_pace(limit: SlidingWindow, clock: Seconds, number: int, spare: int = 0) -> list[float]:
    """Take some, each as soon as its pace allows; return when, in seconds from now."""
    start, times = clock.now, []
    for _ in range(number):
        while (wait := limit.wait_at_pace(spare)) > 0:
            clock.now += wait
        assert limit.take()
        times.append(clock.now - start)
    return times


def test_the_first_of_a_window_go_at_once_and_the_rest_fill_it_evenly(clock: Seconds) -> None:
    """Ten go at once, the next ten fill the time until those come back, then one comes free after another."""
    times = taken_at_pace(window(clock), clock, 60)
    assert times[:10] == [0.0] * 10
    gaps = [later - sooner for sooner, later in pairwise(times[9:])]
    assert gaps[:10] == pytest.approx([60.0 / 11] * 10)
    assert gaps[11:] == pytest.approx([3.0] * len(gaps[11:]), abs=0.2)


def test_what_is_spared_is_there_at_once(clock: Seconds) -> None:
    """However many were taken at the pace that spares some, so many can be taken at any moment."""
    limit = window(clock)
    for _ in range(30):
        taken_at_pace(limit, clock, 1, spare=2)
        assert limit.wait(spare=1) == 0.0


def test_a_window_tells_when_so_many_are_left(clock: Seconds) -> None:
    """Who asks for room is told the moment at which the oldest of those that stand in its way come back."""
    limit = window(clock)
    for _ in range(15):
        limit.take()
        clock.now += 1.0
    assert limit.wait(spare=4) == 0.0
    assert limit.wait(spare=7) == pytest.approx(60.0 - 15.0 + 2.0)


def test_after_a_stop_a_window_gives_one_after_another(clock: Seconds) -> None:
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
    clock = Seconds()
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
    clock = Seconds()
    limit = window(clock)
    for pause in pauses:
        clock.now += pause
        assert limit.wait_at_pace(spare) <= 60.0 / (20 - spare - 10 + 1) + 1e-6
        taken_at_pace(limit, clock, 1, spare)


def test_what_was_taken_comes_back() -> None:
    """So much can be taken at once; afterwards it is told exactly how long the next takes to be there."""
    clock = Clock()
    buckets = KeyedTokenBuckets[str](10, 2, clock)
    assert buckets.take("Anna", 7) is None
    assert buckets.take("Anna", 7) == timedelta(seconds=2)
    assert buckets.take("Anna", 3) is None
    clock.forward(seconds=2)
    assert (buckets.take("Anna", 4), buckets.take("Anna", 1)) == (None, timedelta(seconds=0.5))
    assert buckets.take("Boris", 10) is None


def test_what_costs_more_than_there_ever_is_can_be_had_by_who_was_quiet() -> None:
    """The largest import is not refused for ever; it takes all there is."""
    clock = Clock()
    buckets = KeyedTokenBuckets[str](10, 1, clock)
    assert (buckets.take("Anna", 100), buckets.take("Anna", 1)) == (None, timedelta(seconds=1))
    clock.forward(seconds=5)
    assert buckets.wait("Anna", 100) == timedelta(seconds=5)


def test_a_clock_that_is_set_back_cuts_nobody_off() -> None:
    """After the clock was set back by a day, what is missing takes no longer than it would have."""
    clock = Clock()
    buckets, windows = KeyedTokenBuckets[str](10, 1, clock), SharedWindows[str](4, SPAN, clock)
    buckets.take("Anna", 10)
    windows.take("hall", 1)
    clock.forward(days=-1)
    assert buckets.take("Anna", 10) == timedelta(seconds=10)
    assert windows.take("hall", 1) is None


def test_one_person_takes_a_quarter_of_a_chat_and_leaves_the_rest() -> None:
    """However much one asks for, three others get as much; all of it is there again after the span."""
    clock = Clock()
    windows = SharedWindows[str](8, SPAN, clock)
    given = {who: [windows.take("hall", who) for _ in range(5)].count(None) for who in (1, 2, 3, 4, 5)}
    assert given == {1: 2, 2: 2, 3: 2, 4: 2, 5: 0}
    assert windows.take("hall", 1) == SPAN
    assert windows.take("another", 5) is None
    clock.now += SPAN
    assert windows.take("hall", 5) is None


@pytest.mark.slow
async def test_a_flood_of_games_against_the_program_stops_at_a_quarter(world: World) -> None:
    """Thirty games asked for at once at the table become ten; in private all of them begin."""

    async def begun(chat: Chat) -> int:
        count = 0
        for _ in range(30):
            try:
                await world.manager.challenges.challenge_computer(world.actor(world.carl, chat), "long")
            except Refusal as refusal:
                if refusal.code != "chat-full":
                    raise
                continue
            count += 1
        return count

    _, his = await visit_chat(world.manager, "carl", "Carl", "me:carl", "private")
    assert (await begun(world.table), await begun(his)) == (A_QUARTER_OF_A_CHAT, 30)


async def test_a_flood_of_challenges_to_one_person_stops_at_a_quarter(world: World) -> None:
    """Of twenty challenges to Boris from one who wants to annoy him four arrive, and Anna's still does."""
    refused = []
    for number in range(20):
        chat = world.table if number % 2 else world.hers
        try:
            await world.manager.challenges.make(world.actor(world.carl, chat), "long", world.boris.id)
        except Refusal as refusal:
            refused.append((refusal.code, refusal.fields["name"]))
    assert refused == [("challenged-often", "Boris")] * (20 - NEW_TO_A_PERSON // 4)
    await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id)


async def challenged(world: World, account: int, chat: Chat) -> bool:
    """Whether a challenge to Boris by somebody new, who speaks in a chat, is let through."""
    people = world.manager.people
    visitor = await people.visit("web", f"many {account}", f"Many {account}", chat.key, "shared", "en")
    try:
        await world.manager.challenges.make(world.actor(visitor.player, chat), "long", world.boris.id)
    except Refusal as refusal:
        if refusal.code != "challenged-often":
            raise
        return False
    return True


async def test_twenty_accounts_keep_no_friend_from_challenging(world: World) -> None:
    """When as many in the same chat have challenged Boris as may, one who has played with Boris still can."""
    await world.game()
    chat = (await world.manager.people.visit("web", "x", "X", "hall", "shared", "en")).chat
    await world.manager.people.visit("web", "boris", "Boris", "hall", "shared", "en")
    flood = [await challenged(world, number, chat) for number in range(20)]
    assert not flood[-1]
    assert isinstance(
        await world.manager.challenges.make(world.actor(world.anna, world.hers), "long", world.boris.id),
        Challenge,
    )


async def test_those_whom_a_player_has_blocked_take_nothing_from_others(world: World) -> None:
    """Blocked accounts are refused at the same number as before, and keep nobody else from challenging."""
    windows = NewMessages(world.clock)
    calls = [
        windows.to_person(1, who, Closeness.STRANGER, is_heard=False) is None
        for who in range(2, 12)
        for _ in range(5)
    ]
    assert calls == [True, True, True, True, False] * 10
    heard = [windows.to_person(1, who, Closeness.STRANGER) is None for who in range(20, 40)]
    assert heard == [True] * NEW_TO_A_PERSON + [False] * 4
    assert windows.to_person(1, 50, Closeness.STRANGER, is_heard=False) is not None


async def test_boards_shown_again_are_counted_too(world: World) -> None:
    """A player who wants his board anew and anew gets it ten times in ten minutes."""
    game = await world.game()
    for _ in range(A_QUARTER_OF_A_CHAT - 1):  # the challenge was one
        await world.manager.boards.show(world.actor(world.anna), game.id)
    with refuses("chat-full"):
        await world.manager.boards.show(world.actor(world.anna), game.id)
    await world.manager.boards.show(world.actor(world.boris), game.id)


async def test_running_games_are_never_refused_by_a_full_chat(world: World) -> None:
    """In a chat that takes nothing new any more turns, answers, resignations and the next game go on."""
    waiting = await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id)
    game = await world.game()
    for number in range(100):
        world.manager.new_messages.in_chat(world.table.id, number)
    for _ in range(4):
        game = await world.turn(game)
    offered = await world.manager.offer_draw(world.actor(world.anna), game.id)
    await world.manager.answer(world.actor(world.boris), offered.id, accept=False)
    await world.manager.resign(world.actor(world.anna), game.id)
    await world.begun(world.boris, waiting.id)
    with refuses("chat-full"):
        await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id)


async def test_what_is_refused_is_stored_nowhere(world: World) -> None:
    """A refusal leaves everything as it was, and the same happening can be tried again later."""
    for _ in range(NEW_TO_A_PERSON // 4):
        await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id)
    before, by = await world.everything(), world.actor(world.anna)
    with refuses("challenged-often", name="Boris"):
        await world.manager.challenges.make(by, "long", world.boris.id)
    assert await world.everything() == before
    world.clock.now += SPAN
    assert (await world.manager.challenges.make(by, "long", world.boris.id)).state is ChallengeState.OPEN
