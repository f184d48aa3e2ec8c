"""Repaints: how a board looks changes while it is on its way."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.sessions import Outbox
from bot.sessions.outbox import PostClaim
from tests.sessions.delivering import begin_delivery, claim, deliver_to_page
from tests.sessions.world import World


async def themed(world: World, theme: str) -> None:
    """Let the table look otherwise."""
    actor = world.actor(world.anna)
    await world.manager.people.set_chat_option(actor, "theme", theme, administers=True)


async def challenged(world: World) -> None:
    """A card at the table, not yet sent."""
    await world.manager.challenges.make(world.actor(world.anna), "long")


async def test_a_look_that_changes_during_an_edit_is_shown(world: World) -> None:
    """A message that was being edited when its chat was repainted is edited once more, and no oftener."""
    outbox = Outbox(world.manager)
    await challenged(world)
    await deliver_to_page(world)
    await themed(world, "contrast")
    edit = await claim(world)
    await themed(world, "dark")
    await outbox.edited(edit, edit.row.wanted_revision)
    again = await claim(world)
    assert not again.post.is_fresh
    await outbox.edited(again, again.row.wanted_revision)
    assert (await outbox.claim({"web": 10})).claims == ()


@pytest.mark.parametrize("is_first", [True, False])
async def test_a_look_that_changes_while_a_message_is_sent_is_shown(world: World, *, is_first: bool) -> None:
    """A message that was being sent when its chat was repainted is edited afterwards, and not sent again."""
    outbox = Outbox(world.manager)
    if is_first:
        await challenged(world)
    else:
        game = await world.game()
        await deliver_to_page(world)
        await world.manager.boards.show(world.actor(world.anna), game.id)
    attempt = await begin_delivery(world)
    await themed(world, "dark")
    await outbox.sent(attempt, "new", attempt.row.wanted_revision)
    again = await claim(world)
    assert (again.post.message, again.post.is_fresh) == ("new", False)


async def test_who_is_lost_meanwhile_is_told_of_to_the_opponent(world: World) -> None:
    """While the board is sent to one player the other is found to be gone: the board tells it then."""
    outbox = Outbox(world.manager)
    game = await world.game(chats=(world.hers, world.his))
    await deliver_to_page(world)
    for who, chat in ((world.anna, world.hers), (world.boris, world.his)):
        await world.manager.boards.show(world.actor(who, chat), game.id)
    claims = {each.chat.id: each for each in (await outbox.claim({"web": 10})).claims}
    hers, his = claims[world.hers.id], claims[world.his.id]
    assert isinstance(hers, PostClaim)
    assert isinstance(his, PostClaim)
    lost = await outbox.begin_delivery(hers, timedelta())
    arrived = await outbox.begin_delivery(his, timedelta())
    await outbox.not_sent(lost)
    await outbox.relocation.mark_unreachable(world.hers.id)
    await outbox.sent(arrived, "m1", arrived.row.wanted_revision)
    assert (await claim(world)).post.message == "m1"
