from __future__ import annotations

from datetime import timedelta

import pytest

from bot.sessions import Challenge, ChallengeState, Chat
from bot.sessions.errors import TooManyNew
from bot.sessions.rate_limits import (
    NEW_IN_A_CHAT,
    NEW_TO_A_PERSON,
    SPAN,
    Closeness,
    NewMessages,
    SharedWindows,
    TokenBuckets,
)
from tests.meeting import meet
from tests.sessions.world import Clock, World

A_QUARTER_OF_A_CHAT = NEW_IN_A_CHAT // 4


def test_what_was_taken_comes_back() -> None:
    """So much can be taken at once; afterwards it is told exactly how long the next takes to be there."""
    clock = Clock()
    buckets = TokenBuckets[str](10, 2, clock)
    assert buckets.take("Anna", 7) is None
    assert buckets.take("Anna", 7) == timedelta(seconds=2)
    assert buckets.take("Anna", 3) is None
    clock.forward(seconds=2)
    assert (buckets.take("Anna", 4), buckets.take("Anna", 1)) == (None, timedelta(seconds=0.5))
    assert buckets.take("Boris", 10) is None


def test_what_costs_more_than_there_ever_is_can_be_had_by_who_was_quiet() -> None:
    """The largest import is not refused for ever; it takes all there is."""
    clock = Clock()
    buckets = TokenBuckets[str](10, 1, clock)
    assert (buckets.take("Anna", 100), buckets.take("Anna", 1)) == (None, timedelta(seconds=1))
    clock.forward(seconds=5)
    assert buckets.wait("Anna", 100) == timedelta(seconds=5)


def test_a_clock_that_is_set_back_cuts_nobody_off() -> None:
    """After the clock was set back by a day, what is missing takes no longer than it would have."""
    clock = Clock()
    buckets, windows = TokenBuckets[str](10, 1, clock), SharedWindows[str](4, SPAN, clock)
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
            except TooManyNew:
                continue
            count += 1
        return count

    _, his = await meet(world.manager, "carl", "Carl", "me:carl", "private")
    assert (await begun(world.table), await begun(his)) == (A_QUARTER_OF_A_CHAT, 30)


async def test_a_flood_of_challenges_to_one_person_stops_at_a_quarter(world: World) -> None:
    """Of twenty challenges to Boris from one who wants to annoy him four arrive, and Anna's still does."""
    refused = []
    for number in range(20):
        chat = world.table if number % 2 else world.hers
        try:
            await world.manager.challenges.make(world.actor(world.carl, chat), "long", world.boris.id)
        except TooManyNew as refusal:
            refused.append(refusal.name)
    assert refused == ["Boris"] * (20 - NEW_TO_A_PERSON // 4)
    await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id)


async def challenged(world: World, account: int, chat: Chat) -> bool:
    """Whether a challenge to Boris by somebody new, who speaks in a chat, is let through."""
    people = world.manager.people
    visitor = await people.visit("web", f"many {account}", f"Many {account}", chat.key, "shared", "en")
    try:
        await world.manager.challenges.make(world.actor(visitor.player, chat), "long", world.boris.id)
    except TooManyNew:
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
        await world.manager.show(world.actor(world.anna), game.id)
    with pytest.raises(TooManyNew):
        await world.manager.show(world.actor(world.anna), game.id)
    await world.manager.show(world.actor(world.boris), game.id)


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
    with pytest.raises(TooManyNew):
        await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id)


async def test_what_is_refused_is_stored_nowhere(world: World) -> None:
    """A refusal leaves everything as it was, and the same happening can be tried again later."""
    for _ in range(NEW_TO_A_PERSON // 4):
        await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id)
    before, by = await world.everything(), world.actor(world.anna)
    with pytest.raises(TooManyNew):
        await world.manager.challenges.make(by, "long", world.boris.id)
    assert await world.everything() == before
    world.clock.now += SPAN
    assert (await world.manager.challenges.make(by, "long", world.boris.id)).state is ChallengeState.OPEN
