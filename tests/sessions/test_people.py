from __future__ import annotations

import asyncio

import pytest

from bot.sessions.errors import NobodyNamed
from storage import deliveries, outbox
from storage.rows import PostRow
from tests.pace import HANG
from tests.pending_work import undelivered
from tests.sessions.world import World
from tests.visits import visit_chat

pytestmark = pytest.mark.on_both


async def test_a_handle_finds_its_owner_whatever_its_capitals(world: World) -> None:
    """A handle with an @ finds its player, regardless of capitals."""
    people = world.manager.people
    dora, _ = await visit_chat(world.manager, "dora", "Dora", "table", "shared", handle="Dora_K")
    assert (await people.named(world.actor(world.anna), "web", "@dora_k")).id == dora.id


async def test_a_handle_takes_precedence_over_a_name(world: World) -> None:
    """With an @ a name means the player with that handle, and without it the player with that name."""
    people = world.manager.people
    dora, _ = await visit_chat(world.manager, "dora", "Dora", "table", "shared", handle="boris")
    assert (await people.named(world.actor(world.anna), "web", "@Boris")).id == dora.id
    assert (await people.named(world.actor(world.anna), "web", "Boris")).id == world.boris.id


async def test_a_handle_needs_an_at_sign(world: World) -> None:
    """Without an @ a handle finds no player."""
    await visit_chat(world.manager, "dora", "Dora", "table", "shared", handle="dk")
    with pytest.raises(NobodyNamed):
        await world.manager.people.named(world.actor(world.anna), "web", "dk")


async def test_a_handle_belongs_to_its_last_user(world: World) -> None:
    """A handle finds the player who used it last."""
    people = world.manager.people
    await visit_chat(world.manager, "dora", "Dora", "table", "shared", handle="dk")
    emil, _ = await visit_chat(world.manager, "emil", "Emil", "table", "shared", handle="DK")
    assert (await people.named(world.actor(world.anna), "web", "@dk")).id == emil.id


async def test_a_new_name_replaces_the_old_one(world: World) -> None:
    """A player is found by the name seen last, and no longer by the one before."""
    people = world.manager.people
    await visit_chat(world.manager, "carl", "Karl", "table", "shared")
    assert (await people.named(world.actor(world.anna), "web", "karl")).id == world.carl.id
    with pytest.raises(NobodyNamed):
        await people.named(world.actor(world.anna), "web", "Carl")


async def test_the_last_opponents_are_the_first_friends(world: World) -> None:
    """The player of the last match comes first, then other known players; blocked ones are left out."""
    people, anna = world.manager.people, world.actor(world.anna)
    for opponent in (world.boris, world.carl):
        made = await world.manager.challenges.make(world.actor(world.anna), "long", opponent.id)
        await world.begun(opponent, made.id)
        world.clock.forward(hours=1)
    await visit_chat(world.manager, "dora", "Dora", "table", "shared")
    await world.manager.challenges.challenge_computer(world.actor(world.anna), "long")
    assert [each.name for each in await people.friends(anna, "web")] == ["Carl", "Boris", "Dora"]
    assert [each.name for each in await people.friends(anna, "web", "BO")] == ["Boris"]
    await people.block(world.actor(world.anna), world.carl.id)
    assert [each.name for each in await people.friends(anna, "web")] == ["Boris", "Dora"]


async def test_redrawing_unknown_chats_takes_no_write(world: World) -> None:
    """Redrawing chats that show nothing does not wait for a running write."""
    async with world.database.write(), asyncio.timeout(HANG):
        await world.manager.people.redraw_chats("web", ["nowhere", "table"])


async def test_a_chat_and_its_parts_are_redrawn(world: World) -> None:
    """Redrawing a chat redraws its parts too, but no chat with a similar key."""
    shown = {}
    for key in ("hall", "hall/5", "hall-5", "hall0"):
        _, chat = await visit_chat(world.manager, "anna", "Anna", key, "shared")
        challenge = await world.manager.challenges.make(world.actor(world.anna, chat), "long")
        async with world.database.write() as connection:
            post = await outbox.post_in(connection, "challenge", challenge.id, chat.id)
            assert post is not None
            number = await deliveries.begin_attempt(connection, post, world.clock())
            await deliveries.note_sent(connection, post, "a card", post.wanted_revision, number)
            shown[key] = post.id
    await world.manager.people.redraw_chats("web", ["hall"])
    due = {
        post.id for post in (await undelivered(world.manager, {"web"})).entries if isinstance(post, PostRow)
    }
    assert [key for key, post in shown.items() if post in due] == ["hall", "hall/5"]


async def test_the_parts_of_a_chat_share_its_time_zone(world: World) -> None:
    """A chat's time zone applies to its existing and new parts, except those with their own zone."""
    people = world.manager.people

    async def set_zone(key: str, zone: str | None) -> None:
        _, chat = await visit_chat(world.manager, "anna", "Anna", key, "shared")
        await people.set_chat_option(world.actor(world.anna, chat), "zone", zone, administers=True)

    for key in ("hall", "hall/5", "hall/6", "hall-5"):
        await visit_chat(world.manager, "anna", "Anna", key, "shared")
    await set_zone("hall/6", "Asia/Tokyo")
    await set_zone("hall", "Europe/Berlin")
    keys = ("hall", "hall/5", "hall/6", "hall/7", "hall-5")
    zones = {key: (await visit_chat(world.manager, "anna", "Anna", key, "shared"))[1].zone for key in keys}
    assert zones == {
        "hall": "Europe/Berlin",
        "hall/5": "Europe/Berlin",
        "hall/6": "Asia/Tokyo",
        "hall/7": "Europe/Berlin",
        "hall-5": None,
    }
