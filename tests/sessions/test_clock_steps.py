from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.sessions import LONGEST_DELAY, Debts, Post, Retired
from storage import owed

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.sessions.world import World

    Owing = Post | Retired

WEB = {"web"}
A_MOMENT = timedelta(seconds=5)


async def card(world: World) -> Owing:
    """What the table is owed of a challenge to Boris: its card."""
    await world.manager.challenges.make(world.by(world.anna), "long", world.boris.id)
    (owing,) = (await Debts(world.manager).due(WEB)).everything
    return owing


async def replaced_card(world: World) -> Owing:
    """What the table is owed of a card in whose place a newer one stands: to take off its buttons."""
    debts, post = Debts(world.manager), await card(world)
    assert isinstance(post, Post)
    await debts.sent(await debts.try_sending(post, timedelta()), "m1", post.wanted)
    async with world.database.write() as connection:
        newer = await owed.show_in(connection, "challenge", post.subject_id, post.chat, post.wanted)
        newer_post = await owed.post(connection, newer)
    await debts.sent(await debts.try_sending(newer_post, timedelta()), "m2", post.wanted)
    (owing,) = (await debts.due(WEB)).everything
    return owing


async def put_off(world: World, owing: Owing, wait: timedelta) -> None:
    """Try one debt again later."""
    await Debts(world.manager).put_off(owing, wait)


async def leave_alone(world: World, owing: Owing, wait: timedelta) -> None:
    """Leave the chat alone for a while."""
    await Debts(world.manager).chat_later(owing.chat, wait)


each_delay = pytest.mark.parametrize(
    ("owe", "delay"), [(card, put_off), (card, leave_alone), (replaced_card, put_off)]
)


@pytest.mark.slow
@each_delay
@pytest.mark.parametrize("days", [1, 4000])
async def test_a_clock_stepping_back_silences_no_chat(
    world: World,
    owe: Callable[[World], Awaitable[Owing]],
    delay: Callable[[World, Owing, timedelta], Awaitable[None]],
    days: int,
) -> None:
    """What was put off for a moment is due at once when the clock then says that this is days away."""
    owing = await owe(world)
    await delay(world, owing, A_MOMENT)
    waiting = await Debts(world.manager).due(WEB)
    assert (waiting.everything, waiting.wait) == ((), A_MOMENT)
    world.clock.now -= timedelta(days=days)
    due = await Debts(world.manager).due(WEB)
    assert ([each.chat for each in due.everything], due.wait) == ([owing.chat], None)


@pytest.mark.slow
@each_delay
@pytest.mark.parametrize("wait", [LONGEST_DELAY + A_MOMENT, timedelta.max])
async def test_nothing_is_put_off_for_longer_than_the_longest_delay(
    world: World,
    owe: Callable[[World], Awaitable[Owing]],
    delay: Callable[[World, Owing, timedelta], Awaitable[None]],
    wait: timedelta,
) -> None:
    """A platform that demands to be left alone for longer is asked again after the longest delay."""
    owing = await owe(world)
    await delay(world, owing, wait)
    waiting = await Debts(world.manager).due(WEB)
    assert (waiting.everything, waiting.wait) == ((), LONGEST_DELAY)
    world.clock.now += LONGEST_DELAY
    assert (await Debts(world.manager).due(WEB)).everything != ()


@pytest.mark.parametrize(
    ("step", "rings"),
    [
        (timedelta(), True),
        (timedelta(minutes=-1), False),
        (timedelta(days=-1), False),
        (timedelta(days=1), False),
    ],
)
async def test_a_clock_that_is_set_rings_nobody_twice(world: World, step: timedelta, rings: bool) -> None:
    """Where the clock cannot tell how long ago an attempt began, its message goes out again silently."""
    debts, post = Debts(world.manager), await card(world)
    assert isinstance(post, Post)
    first = await debts.try_sending(post, timedelta(minutes=2))
    world.clock.now += step
    again = await debts.try_sending(post, timedelta(minutes=2))
    assert first.ring == {world.boris.id}
    assert (again.nonce, again.ring) == (first.nonce, first.ring if rings else frozenset())
