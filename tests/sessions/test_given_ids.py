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


def as_in_the_beginning(world: World, database: Database | None = None) -> SessionManager:
    """A manager whose chance finds the same ids, in the same order, as the world's did."""
    return SessionManager(database or world.database, chance=RepeatableDice(), clock=world.clock)


async def test_the_id_of_a_forgotten_challenge_is_never_given_again(world: World) -> None:
    """Where a challenge was, nothing is found any more, and no later challenge or game has its id."""
    gone = await declined(world)
    await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id)
    await deliver_to_page(world)
    world.clock.now += 2 * CHALLENGES_KEPT
    await world.manager.forget_old()
    with refuses("no-such-challenge"):
        await world.manager.challenges.challenge(gone.id)
    later = await as_in_the_beginning(world).challenges.make(world.actor(world.carl), "long", world.boris.id)
    game = await as_in_the_beginning(world).challenges.challenge_computer(world.actor(world.carl), "long")
    assert gone.id not in (later.id, game.id)


async def test_the_id_of_an_import_that_is_gone_is_never_given_again(world: World) -> None:
    """A link to games that somebody brought along once never shows what another has brought."""
    gone, *_ = [
        await world.manager.imports.keep(world.actor(world.anna), ["x"]) for _ in range(MOST_KEPT + 1)
    ]
    with pytest.raises(NoSuchGame):
        await world.manager.imports.games(gone)
    assert await as_in_the_beginning(world).imports.keep(world.actor(world.boris), ["y"]) != gone


@pytest.mark.on_both
async def test_two_processes_give_no_id_twice(world: World) -> None:
    """Two managers that find the same ids, on the same file, give each once, though all is made at once."""
    async with Database.open(world.database.place) as second:
        managers = as_in_the_beginning(world), as_in_the_beginning(world, second)
        made = await race(
            *(each.challenges.challenge_computer(world.actor(world.anna), "long") for each in managers * 5)
        )
    assert len({game.id for game in made}) == 10  # type: ignore[attr-defined]
