"""Edits of a private board while its only reader looks at the game on another board."""

from __future__ import annotations

from bot.sessions import LoadedGame
from tests.chats.delivering import Post, choosing, move_once


def edits(post: Post, key: str) -> int:
    """Return how often the board of a chat was edited."""
    return len(post.platform.said("edit", key))


async def step(post: Post, game: LoadedGame) -> LoadedGame:
    """Return the game after a move of its mover, or after undoing one."""
    draft = game.live.draft
    assert draft is not None
    if not draft.moves:
        return await move_once(post.world, game)
    return await post.world.manager.take_back(
        post.world.actor(post.world.anna, post.world.anna_chat), game.id
    )


async def test_a_private_board_is_edited_every_fifteen_seconds_at_most(post: Post) -> None:
    """The first step is shown at once, later ones every 15 seconds; after the player leaves, each one is."""
    world = post.world
    game = await choosing(world, private=True)
    await post.until_idle()
    key = world.anna_chat.key
    before = edits(post, key)
    with world.manager.onlookers.looking(world.anna.id, game.id):
        game = await step(post, game)
        await post.until_idle(lambda: edits(post, key) == before + 1)
        for _ in range(3):
            game = await step(post, game)
            await post.until_idle()
            world.clock.forward(seconds=4)
        assert edits(post, key) == before + 1
        world.clock.forward(seconds=4)
        await post.until_idle(lambda: edits(post, key) == before + 2)
    for count in (3, 4):
        game = await step(post, game)
        await post.until_idle(lambda count=count: edits(post, key) == before + count)  # type: ignore[misc]


async def test_a_shared_board_is_edited_at_once(post: Post) -> None:
    """A shared chat has other readers, so each step is shown at once."""
    world = post.world
    game = await choosing(world)
    await post.until_idle()
    before = edits(post, world.table.key)
    with world.manager.onlookers.looking(world.anna.id, game.id):
        for count in (1, 2):
            game = await step(post, game)
            await post.until_idle(lambda count=count: edits(post, world.table.key) == before + count)  # type: ignore[misc]
