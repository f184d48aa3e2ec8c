from __future__ import annotations

from bot.sessions import LoadedGame
from storage import notifications, outbox
from tests.sessions.world import World


async def test_notifications_of_one_message_are_marked_together(world: World, game: LoadedGame) -> None:
    """Marking two of a post's notifications leaves the others pending."""
    async with world.database.write() as connection:
        post = await outbox.post_in(connection, "game", game.id, world.table.id)
        assert post is not None
        for player in (world.anna, world.boris, world.carl):
            await notifications.notify(connection, player.id, "over", post.id, 1, world.clock())
        carried = await notifications.undelivered_of_post(connection, post.id, 1)
        of_two = [each for each in carried if each.cause == "over" and each.player != world.carl.id]
        await notifications.mark(connection, of_two, "sent")
        left = await notifications.undelivered_of_post(connection, post.id, 1)
    assert len(of_two) == 2
    assert [each for each in carried if each not in left] == of_two
