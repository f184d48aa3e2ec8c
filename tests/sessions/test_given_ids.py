from __future__ import annotations

import pytest

from bot.sessions import SessionManager
from bot.sessions.errors import NoSuchGame
from bot.sessions.imports import MOST_KEPT
from bot.sessions.retention import CHALLENGES_KEPT
from storage import Database
from tests.refused import refuses
from tests.sessions.delivering import deliver_to_page
from tests.sessions.test_retention import declined
from tests.sessions.world import RepeatableDice, World, race


def with_the_same_ids(world: World, database: Database | None = None) -> SessionManager:
    """Return a manager that draws the same ids in the same order as the world did."""
    return SessionManager(database or world.database, chance=RepeatableDice(), clock=world.clock)


async def test_the_id_of_a_deleted_challenge_is_never_reused(world: World) -> None:
    """A deleted challenge is not found, and its id goes to no later challenge or game."""
    gone = await declined(world)
    await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id)
    await deliver_to_page(world)
    world.clock.now += 2 * CHALLENGES_KEPT
    await world.manager.forget_old()
    with refuses("no-such-challenge"):
        await world.manager.challenges.challenge(gone.id)
    later = await with_the_same_ids(world).challenges.make(world.actor(world.carl), "long", world.boris.id)
    game = await with_the_same_ids(world).challenges.challenge_computer(world.actor(world.carl), "long")
    assert gone.id not in (later.id, game.id)


async def test_the_id_of_a_deleted_import_is_never_reused(world: World) -> None:
    """A deleted import's id is not reused, so that its link never shows another player's games."""
    gone, *_ = [
        await world.manager.imports.keep(world.actor(world.anna), ["x"]) for _ in range(MOST_KEPT + 1)
    ]
    with pytest.raises(NoSuchGame):
        await world.manager.imports.games(gone)
    assert await with_the_same_ids(world).imports.keep(world.actor(world.boris), ["y"]) != gone


@pytest.mark.on_both
async def test_two_processes_give_no_id_twice(world: World) -> None:
    """Two managers that draw the same ids at the same time use each only once."""
    async with Database.open(world.database.place) as second:
        managers = with_the_same_ids(world), with_the_same_ids(world, second)
        made = await race(
            *(each.challenges.challenge_computer(world.actor(world.anna), "long") for each in managers * 5)
        )
    assert len({game.id for game in made}) == 10  # type: ignore[attr-defined]
