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


class ManualClock:
    """A monotonic clock that moves only when the test moves it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        """Return the time in seconds."""
        return self.now


@pytest.fixture
def clock() -> ManualClock:
    """A monotonic clock that does not move."""
    return ManualClock()


def take_all(limit: TokenBucket) -> int:
    """Take until nothing is left; return the number taken."""
    count = 0
    while limit.take():
        count += 1
    return count


def test_a_new_bucket_is_full(clock: ManualClock) -> None:
    """A new bucket gives its capacity at once, and no more."""
    assert take_all(TokenBucket(5, 1.0, clock)) == 5


def test_a_bucket_holds_no_more_than_its_capacity(clock: ManualClock) -> None:
    """A bucket that was not used for long holds no more than its capacity."""
    limit = TokenBucket(3, 1.0, clock)
    clock.now += 1_000_000.0
    assert take_all(limit) == 3


def test_a_fraction_of_a_token_cannot_be_taken(clock: ManualClock) -> None:
    """A token can be taken only when it is complete."""
    limit = TokenBucket(1, 0.5, clock)
    limit.take()
    clock.now += 1.5
    assert not limit.take()
    clock.now += 0.5
    assert limit.take()


def test_asking_for_the_wait_takes_nothing(clock: ManualClock) -> None:
    """Asking how long the next token takes does not take one."""
    limit = TokenBucket(2, 0.25, clock)
    assert [limit.wait() for _ in range(5)] == [0.0] * 5
    assert take_all(limit) == 2
    assert limit.wait() == pytest.approx(4.0)


@given(
    at_once=st.integers(1, 30),
    per_second=st.floats(0.05, 100.0),
    pauses=st.lists(st.floats(0.0, 100.0), max_size=20),
)
def test_the_returned_wait_is_enough(at_once: int, per_second: float, pauses: list[float]) -> None:
    """After exactly the returned wait a token can be taken, whatever was taken before."""
    clock = ManualClock()
    limit = TokenBucket(at_once, per_second, clock)
    for pause in pauses:
        take_all(limit)
        clock.now += pause
    clock.now += limit.wait()
    assert limit.take()


@given(
    at_once=st.integers(1, 30),
    per_second=st.floats(0.05, 100.0),
    pauses=st.lists(st.floats(0.0, 100.0), min_size=1, max_size=50),
)
def test_a_bucket_never_exceeds_its_rate(at_once: int, per_second: float, pauses: list[float]) -> None:
    """Over any time a bucket gives at most its capacity plus its rate times the seconds."""
    clock = ManualClock()
    limit = TokenBucket(at_once, per_second, clock)
    start, count = clock.now, take_all(limit)
    for pause in pauses:
        clock.now += pause
        count += take_all(limit)
    assert count <= at_once + (clock.now - start) * per_second + 1e-3


def test_some_tokens_can_be_spared(clock: ManualClock) -> None:
    """A caller that spares some tokens waits until that many are left besides its own."""
    limit = TokenBucket(5, 1.0, clock)
    assert limit.wait(spare=4) == 0.0
    limit.take()
    assert limit.wait(spare=4) == pytest.approx(1.0)
    assert limit.wait() == 0.0


def test_a_stopped_bucket_gives_nothing(clock: ManualClock) -> None:
    """During a stop nothing can be taken, however much was left."""
    limit = TokenBucket(20, 10.0, clock)
    limit.stop(30.0)
    assert limit.wait() == pytest.approx(30.0)
    clock.now += 29.9
    assert not limit.take()


@pytest.mark.parametrize("before", [0, 3, 5])
def test_a_bucket_has_one_token_after_a_stop(clock: ManualClock, before: int) -> None:
    """After a stop exactly one token can be taken, however many were taken before."""
    limit = TokenBucket(5, 0.25, clock)
    for _ in range(before):
        limit.take()
    limit.stop(30.0)
    clock.now += 30.0
    assert take_all(limit) == 1


def test_a_shorter_stop_does_not_end_a_longer_one(clock: ManualClock) -> None:
    """The later end of two stops counts."""
    limit = TokenBucket(5, 1.0, clock)
    limit.stop(60.0)
    limit.stop(5.0)
    clock.now += 30.0
    assert not limit.take()


def test_a_clock_set_back_removes_no_tokens(clock: ManualClock) -> None:
    """Tokens remain available when the clock is set back."""
    limit = TokenBucket(3, 1.0, clock)
    clock.now -= 10.0
    assert take_all(limit) == 3
    assert limit.wait() == pytest.approx(1.0)


def window(clock: ManualClock) -> SlidingWindow:
    """Return a window of twenty a minute, of which ten may go at once."""
    return SlidingWindow(20, 60.0, 10, clock)


def take_at_pace(limit: SlidingWindow, clock: ManualClock, number: int, spare: int = 0) -> list[float]:
    """Take some, each as soon as the pace allows; return when, in seconds from now."""
    start, times = clock.now, []
    for _ in range(number):
        while (wait := limit.wait_at_pace(spare)) > 0:
            clock.now += wait
        assert limit.take()
        times.append(clock.now - start)
    return times


def test_a_window_gives_a_burst_and_then_an_even_pace(clock: ManualClock) -> None:
    """Ten go at once, the next ten are spread until those return, and then one follows after another."""
    times = take_at_pace(window(clock), clock, 60)
    assert times[:10] == [0.0] * 10
    gaps = [later - sooner for sooner, later in pairwise(times[9:])]
    assert gaps[:10] == pytest.approx([60.0 / 11] * 10)
    assert gaps[11:] == pytest.approx([3.0] * len(gaps[11:]), abs=0.2)


def test_the_spared_capacity_is_available_at_once(clock: ManualClock) -> None:
    """Taking at a pace that spares two always leaves two available at once."""
    limit = window(clock)
    for _ in range(30):
        take_at_pace(limit, clock, 1, spare=2)
        assert limit.wait(spare=1) == 0.0


def test_a_window_returns_the_wait_for_spare_capacity(clock: ManualClock) -> None:
    """The wait for spare capacity ends when the oldest entries in its way expire."""
    limit = window(clock)
    for _ in range(15):
        limit.take()
        clock.now += 1.0
    assert limit.wait(spare=4) == 0.0
    assert limit.wait(spare=7) == pytest.approx(60.0 - 15.0 + 2.0)


def test_a_window_resumes_slowly_after_a_stop(clock: ManualClock) -> None:
    """After a stop a window gives one, and the next three seconds later; a shorter stop changes nothing."""
    limit = window(clock)
    limit.stop(30.0)
    limit.stop(5.0)
    assert limit.wait() == pytest.approx(30.0)
    clock.now += 30.0
    assert limit.take()
    assert limit.wait() == pytest.approx(3.0)


@given(
    requests=st.lists(
        st.tuples(st.floats(0.0, 90.0), st.integers(1, 25), st.booleans(), st.integers(0, 3)), max_size=30
    )
)
def test_a_window_never_exceeds_its_limit(requests: list[tuple[float, int, bool, int]]) -> None:
    """No minute holds more than twenty, taken at the pace or as fast as possible."""
    clock = ManualClock()
    limit, times = window(clock), list[float]()
    for pause, number, at_pace, spare in requests:
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
    """At the pace, no wait is longer than a burst takes to be made up for."""
    clock = ManualClock()
    limit = window(clock)
    for pause in pauses:
        clock.now += pause
        assert limit.wait_at_pace(spare) <= 60.0 / (20 - spare - 10 + 1) + 1e-6
        take_at_pace(limit, clock, 1, spare)


def test_keyed_buckets_refill() -> None:
    """Each key's bucket refills on its own, and the exact wait is returned."""
    clock = Clock()
    buckets = KeyedTokenBuckets[str](10, 2, clock)
    assert buckets.take("Anna", 7) is None
    assert buckets.take("Anna", 7) == timedelta(seconds=2)
    assert buckets.take("Anna", 3) is None
    clock.forward(seconds=2)
    assert (buckets.take("Anna", 4), buckets.take("Anna", 1)) == (None, timedelta(seconds=0.5))
    assert buckets.take("Boris", 10) is None


def test_a_cost_above_the_capacity_takes_a_full_bucket() -> None:
    """A cost above the capacity is granted by a full bucket and empties it."""
    clock = Clock()
    buckets = KeyedTokenBuckets[str](10, 1, clock)
    assert (buckets.take("Anna", 100), buckets.take("Anna", 1)) == (None, timedelta(seconds=1))
    clock.forward(seconds=5)
    assert buckets.wait("Anna", 100) == timedelta(seconds=5)


def test_a_clock_set_back_locks_nobody_out() -> None:
    """After the clock is set back by a day, waits are no longer than before."""
    clock = Clock()
    buckets, windows = KeyedTokenBuckets[str](10, 1, clock), SharedWindows[str](4, SPAN, clock)
    buckets.take("Anna", 10)
    windows.take("hall", 1)
    clock.forward(days=-1)
    assert buckets.take("Anna", 10) == timedelta(seconds=10)
    assert windows.take("hall", 1) is None


def test_one_player_gets_at_most_a_quarter_of_a_chat() -> None:
    """One player takes at most a quarter of a chat's window, and all of it is free again after the span."""
    clock = Clock()
    windows = SharedWindows[str](8, SPAN, clock)
    given = {
        player: [windows.take("hall", player) for _ in range(5)].count(None) for player in (1, 2, 3, 4, 5)
    }
    assert given == {1: 2, 2: 2, 3: 2, 4: 2, 5: 0}
    assert windows.take("hall", 1) == SPAN
    assert windows.take("another", 5) is None
    clock.now += SPAN
    assert windows.take("hall", 5) is None


@pytest.mark.slow
async def test_a_flood_of_games_against_the_computer_stops_at_a_quarter(world: World) -> None:
    """Thirty games against the computer player requested at the table become ten; in private all begin."""

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

    _, carl_chat = await visit_chat(world.manager, "carl", "Carl", "me:carl", "private")
    assert (await begun(world.table), await begun(carl_chat)) == (A_QUARTER_OF_A_CHAT, 30)


async def test_a_flood_of_challenges_to_one_player_stops_at_a_quarter(world: World) -> None:
    """Of twenty challenges from one player to another four arrive, and a third player's still does."""
    refused = []
    for number in range(20):
        chat = world.table if number % 2 else world.anna_chat
        try:
            await world.manager.challenges.make(world.actor(world.carl, chat), "long", world.boris.id)
        except Refusal as refusal:
            refused.append((refusal.code, refusal.fields["name"]))
    assert refused == [("challenged-often", "Boris")] * (20 - NEW_TO_A_PERSON // 4)
    await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id)


async def may_challenge(world: World, account: int, chat: Chat) -> bool:
    """Return True if a challenge to Boris by a new account in a chat is accepted."""
    people = world.manager.people
    visitor = await people.visit("web", f"many {account}", f"Many {account}", chat.key, "shared", "en")
    try:
        await world.manager.challenges.make(world.actor(visitor.player, chat), "long", world.boris.id)
    except Refusal as refusal:
        if refusal.code != "challenged-often":
            raise
        return False
    return True


async def test_a_flood_by_strangers_does_not_block_a_past_opponent(world: World) -> None:
    """When strangers have used up Boris's limit, a past opponent can still challenge."""
    await world.game()
    chat = (await world.manager.people.visit("web", "x", "X", "hall", "shared", "en")).chat
    await world.manager.people.visit("web", "boris", "Boris", "hall", "shared", "en")
    flood = [await may_challenge(world, number, chat) for number in range(20)]
    assert not flood[-1]
    assert isinstance(
        await world.manager.challenges.make(world.actor(world.anna, world.anna_chat), "long", world.boris.id),
        Challenge,
    )


async def test_blocked_accounts_do_not_use_up_the_common_limit(world: World) -> None:
    """A blocked account is refused at its usual limit and does not use up the common one."""
    windows = NewMessages(world.clock)
    calls = [
        windows.to_person(1, player, Closeness.STRANGER, is_heard=False) is None
        for player in range(2, 12)
        for _ in range(5)
    ]
    assert calls == [True, True, True, True, False] * 10
    accepted = [windows.to_person(1, player, Closeness.STRANGER) is None for player in range(20, 40)]
    assert accepted == [True] * NEW_TO_A_PERSON + [False] * 4
    assert windows.to_person(1, 50, Closeness.STRANGER, is_heard=False) is not None


async def test_shown_boards_count_toward_the_limit(world: World) -> None:
    """Showing a board counts toward the player's quarter of the chat, and not toward the opponent's."""
    game = await world.game()
    for _ in range(A_QUARTER_OF_A_CHAT - 1):  # the challenge counted as one
        await world.manager.boards.show(world.actor(world.anna), game.id)
    with refuses("chat-full"):
        await world.manager.boards.show(world.actor(world.anna), game.id)
    await world.manager.boards.show(world.actor(world.boris), game.id)


async def test_a_full_chat_never_blocks_running_games(world: World) -> None:
    """In a full chat turns, answers, resignations and accepted challenges continue."""
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


async def test_a_rate_limited_action_is_not_stored(world: World) -> None:
    """A rate-limited action stores nothing, and the same event can be retried later."""
    for _ in range(NEW_TO_A_PERSON // 4):
        await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id)
    before, by = await world.everything(), world.actor(world.anna)
    with refuses("challenged-often", name="Boris"):
        await world.manager.challenges.make(by, "long", world.boris.id)
    assert await world.everything() == before
    world.clock.now += SPAN
    assert (await world.manager.challenges.make(by, "long", world.boris.id)).state is ChallengeState.OPEN
