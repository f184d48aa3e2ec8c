"""Edits of a private board while its only reader looks at the game on another board."""

from __future__ import annotations

from bot.sessions import LoadedGame
from tests.chats.delivering import RunningSender, game_with_choice, move_once


def edits(running: RunningSender, key: str) -> int:
    """Return how often the board of a chat was edited."""
    return len(running.platform.calls_of("edit", key))


async def step(running: RunningSender, game: LoadedGame) -> LoadedGame:
    """Return the game after a move of its mover, or after undoing one."""
    draft = game.live.draft
    assert draft is not None
    if not draft.moves:
        return await move_once(running.world, game)
    return await running.world.manager.take_back(
        running.world.actor(running.world.anna, running.world.anna_chat), game.id
    )


async def test_a_private_board_is_edited_every_fifteen_seconds_at_most(running: RunningSender) -> None:
    """The first step is shown at once, later ones every 15 seconds; after the player leaves, each one is."""
    world = running.world
    game = await game_with_choice(world, private=True)
    await running.until_idle()
    key = world.anna_chat.key
    before = edits(running, key)
    with world.manager.onlookers.looking(world.anna.id, game.id):
        game = await step(running, game)
        await running.until_idle(lambda: edits(running, key) == before + 1)
        for _ in range(3):
            game = await step(running, game)
            await running.until_idle()
            world.clock.forward(seconds=4)
        assert edits(running, key) == before + 1
        world.clock.forward(seconds=4)
        await running.until_idle(lambda: edits(running, key) == before + 2)
    for count in (3, 4):
        game = await step(running, game)
        await running.until_idle(lambda count=count: edits(running, key) == before + count)  # type: ignore[misc]


async def test_a_shared_board_is_edited_at_once(running: RunningSender) -> None:
    """A shared chat has other readers, so each step is shown at once."""
    world = running.world
    game = await game_with_choice(world)
    await running.until_idle()
    before = edits(running, world.table.key)
    with world.manager.onlookers.looking(world.anna.id, game.id):
        for count in (1, 2):
            game = await step(running, game)
            await running.until_idle(lambda count=count: edits(running, world.table.key) == before + count)  # type: ignore[misc]
