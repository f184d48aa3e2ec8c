"""Redraws: a board's theme changes while its message is being sent or edited."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.sessions import Outbox
from bot.sessions.outbox import PostClaim
from tests.sessions.delivering import begin_delivery, claim, deliver_to_page
from tests.sessions.world import World


async def set_theme(world: World, theme: str) -> None:
    """Set the table's theme."""
    actor = world.actor(world.anna)
    await world.manager.people.set_chat_option(actor, "theme", theme, administers=True)


async def challenge(world: World) -> None:
    """Make a challenge at the table whose card is not sent yet."""
    await world.manager.challenges.make(world.actor(world.anna), "long")


async def test_a_theme_changed_during_an_edit_is_shown(world: World) -> None:
    """A message being edited when the theme changes is edited once more, and only once."""
    outbox = Outbox(world.manager)
    await challenge(world)
    await deliver_to_page(world)
    await set_theme(world, "contrast")
    edit = await claim(world)
    await set_theme(world, "dark")
    await outbox.edited(edit, edit.row.wanted_revision)
    again = await claim(world)
    assert not again.post.is_fresh
    await outbox.edited(again, again.row.wanted_revision)
    assert (await outbox.claim({"web": 10})).claims == ()


@pytest.mark.parametrize("is_first", [True, False])
async def test_a_theme_changed_during_a_delivery_is_shown(world: World, *, is_first: bool) -> None:
    """A message being sent when the theme changes is edited afterwards, not sent again."""
    outbox = Outbox(world.manager)
    if is_first:
        await challenge(world)
    else:
        game = await world.game()
        await deliver_to_page(world)
        await world.manager.boards.show(world.actor(world.anna), game.id)
    attempt = await begin_delivery(world)
    await set_theme(world, "dark")
    await outbox.sent(attempt, "new", attempt.row.wanted_revision)
    again = await claim(world)
    assert (again.post.message, again.post.is_fresh) == ("new", False)


async def test_a_player_lost_during_a_delivery_redraws_the_opponents_board(world: World) -> None:
    """If one player is lost while the board is sent to the other, that board is redrawn."""
    outbox = Outbox(world.manager)
    game = await world.game(chats=(world.anna_chat, world.boris_chat))
    await deliver_to_page(world)
    for player, chat in ((world.anna, world.anna_chat), (world.boris, world.boris_chat)):
        await world.manager.boards.show(world.actor(player, chat), game.id)
    claims = {each.chat.id: each for each in (await outbox.claim({"web": 10})).claims}
    hers, his = claims[world.anna_chat.id], claims[world.boris_chat.id]
    assert isinstance(hers, PostClaim)
    assert isinstance(his, PostClaim)
    lost = await outbox.begin_delivery(hers, timedelta())
    arrived = await outbox.begin_delivery(his, timedelta())
    await outbox.not_sent(lost)
    await outbox.relocation.mark_unreachable(world.anna_chat.id)
    await outbox.sent(arrived, "m1", arrived.row.wanted_revision)
    assert (await claim(world)).post.message == "m1"
