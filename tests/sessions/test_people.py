from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.sessions.errors import NobodyNamed

if TYPE_CHECKING:
    from tests.sessions.world import World


async def test_a_handle_finds_its_owner_whatever_its_capitals(world: World) -> None:
    """Who is called by a handle with an @ is found by it."""
    people = world.manager.people
    dora, _ = await people.meet("web", "dora", "Dora", "table", "shared", "en", handle="Dora_K")
    assert (await people.named("web", "@dora_k")).id == dora.id


async def test_a_handle_goes_before_a_name(world: World) -> None:
    """With an @ it is the owner of the handle, not another one who shows it as a name."""
    people = world.manager.people
    dora, _ = await people.meet("web", "dora", "Dora", "table", "shared", "en", handle="boris")
    assert (await people.named("web", "@Boris")).id == dora.id
    assert (await people.named("web", "Boris")).id == world.boris.id


async def test_a_handle_is_no_name(world: World) -> None:
    """Without an @ nobody is found by a handle."""
    await world.manager.people.meet("web", "dora", "Dora", "table", "shared", "en", handle="dk")
    with pytest.raises(NobodyNamed):
        await world.manager.people.named("web", "dk")


async def test_a_handle_that_was_given_up_belongs_to_the_next(world: World) -> None:
    """Who is heard last under a handle has it, and nobody else."""
    people = world.manager.people
    await people.meet("web", "dora", "Dora", "table", "shared", "en", handle="dk")
    emil, _ = await people.meet("web", "emil", "Emil", "table", "shared", "en", handle="DK")
    assert (await people.named("web", "@dk")).id == emil.id


async def test_a_new_name_is_taken_over(world: World) -> None:
    """A person is found under the name shown last, and no longer under the one before."""
    people = world.manager.people
    await people.meet("web", "carl", "Karl", "table", "shared", "en")
    assert (await people.named("web", "karl")).id == world.carl.id
    with pytest.raises(NobodyNamed):
        await people.named("web", "Carl")
