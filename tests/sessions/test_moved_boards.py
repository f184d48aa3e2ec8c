"""Moved boards: a board goes on in a thread while the chat that showed it is being written to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta

import pytest

from bot.sessions import Chat, LoadedGame, Outbox
from bot.sessions.mapping import chat_of
from bot.sessions.outbox import PostClaim
from bot.sessions.outbox.claims import ClaimLost
from storage import people
from tests.sessions.delivering import begin_delivery, claim, deliver_to_page
from tests.sessions.world import World


@dataclass(frozen=True)
class Moving:
    """A game that a hall shows, and a thread below it."""

    world: World
    outbox: Outbox
    game: LoadedGame
    hall: Chat
    thread: Chat

    async def show(self) -> None:
        """Let the hall get a new message of the board."""
        await self.world.manager.boards.show(self.world.actor(self.world.anna, self.hall), self.game.id)

    async def repaint(self) -> None:
        """Let the message of the board be edited."""
        actor = self.world.actor(self.world.anna, self.hall)
        await self.world.manager.people.set_chat_option(actor, "theme", "dark", administers=True)

    async def move(self) -> None:
        """Let the board go on in the thread."""
        actor = self.world.actor(self.world.anna, self.hall)
        await self.world.manager.boards.move_to_thread(actor, self.game.id, self.thread.id)

    async def claimed(self) -> dict[int, PostClaim]:
        """Claim the posts that are due, by their chats."""
        claims = (await self.outbox.claim({"web": 10})).claims
        return {each.chat.id: each for each in claims if isinstance(each, PostClaim)}


@pytest.fixture
async def moving(world: World) -> Moving:
    """A game whose board stands in a hall."""
    async with world.database.write() as connection:
        hall = chat_of(await people.add_chat(connection, "web", "hall", "shared", None, "en"))
        thread = chat_of(await people.add_chat(connection, "web", "thread", "shared", None, "en"))
    game = await world.game(chats=(hall, hall))
    await deliver_to_page(world)
    return Moving(world, Outbox(world.manager), game, hall, thread)


async def test_a_board_that_has_moved_is_not_sent_where_it_was(moving: Moving) -> None:
    """What was claimed before a board moved is not begun after it, and the thread gets the board."""
    await moving.show()
    old = await claim(moving.world)
    await moving.move()
    with pytest.raises(ClaimLost):
        await moving.outbox.begin_delivery(old, timedelta())
    assert (await moving.claimed())[moving.thread.id].post.is_fresh


async def test_an_edit_of_a_board_that_has_moved_shows_nothing_in_the_thread(moving: Moving) -> None:
    """A message that was being edited when its board moved away does not count as the thread's."""
    await moving.repaint()
    edit = await claim(moving.world)
    await moving.move()
    await moving.outbox.edited(edit, edit.row.wanted_revision)
    there = (await moving.claimed())[moving.thread.id].post
    assert there.since < there.wanted


@pytest.mark.on_both
async def test_a_message_lost_where_a_board_was_is_not_the_threads(moving: Moving) -> None:
    """That a message is gone from where a board was before does not have it sent to the thread again."""
    await moving.repaint()
    edit = await claim(moving.world)
    await moving.move()
    there = (await moving.claimed())[moving.thread.id]
    await moving.outbox.sent(
        await moving.outbox.begin_delivery(there, timedelta()), "new", there.row.wanted_revision
    )
    await moving.outbox.message_lost(edit)
    shown_there = await moving.outbox.post_in(moving.thread.id, "game", moving.game.id)
    assert shown_there is not None
    assert shown_there.message == "new"


async def test_what_a_chat_puts_off_is_not_put_off_in_the_thread(moving: Moving) -> None:
    """A board that was to be tried again later where it was goes to the thread at once."""
    await moving.repaint()
    edit = await claim(moving.world)
    await moving.move()
    await moving.outbox.retry_later(edit, timedelta(minutes=1))
    assert moving.thread.id in await moving.claimed()


async def test_a_board_that_arrives_where_it_was_loses_its_buttons_there(moving: Moving) -> None:
    """A message that was on its way when its board moved is retired in the chat that it was sent to."""
    await moving.show()
    attempt = await begin_delivery(moving.world)
    await moving.move()
    await moving.outbox.sent(attempt, "late", attempt.row.wanted_revision)
    retired = {(row[0], row[1]) for row in (await moving.world.everything())["retired"]}
    assert (moving.hall.id, "late") in retired
    assert {chat for chat, _ in retired} == {moving.hall.id}


async def begun_with_threads(world: World) -> tuple[LoadedGame, Chat, Chat]:
    """Let Boris begin a game in a hall whose games get threads; return it, the hall and a thread."""
    async with world.database.write() as connection:
        hall = chat_of(await people.add_chat(connection, "web", "hall", "shared", None, "en"))
        thread = chat_of(await people.add_chat(connection, "web", "thread", "shared", None, "en"))
    challenge = await world.manager.challenges.make(world.actor(world.anna, hall), "long", world.boris.id)
    await deliver_to_page(world)
    boris = replace(world.actor(world.boris, hall), opens_threads=True)
    game = await world.manager.challenges.accept(boris, challenge.id)
    assert isinstance(game, LoadedGame)
    return game, hall, thread


async def boards_due(world: World) -> dict[int, PostClaim]:
    """Claim what is due, give it back, and return the boards among it by their chats."""
    outbox = Outbox(world.manager)
    claims = (await outbox.claim({"web": 10})).claims
    await outbox.release(*claims)
    boards = [each for each in claims if isinstance(each, PostClaim) and each.row.subject == "game"]
    return {each.chat.id: each for each in boards}


async def test_a_first_post_waits_for_its_thread(world: World) -> None:
    """Where each game gets a thread, the channel gets no board before, even if a turn is played meanwhile."""
    game, hall, _ = await begun_with_threads(world)
    await deliver_to_page(world)
    assert await boards_due(world) == {}
    await world.turn(game, hall)
    assert await boards_due(world) == {}


async def test_a_first_post_goes_to_its_thread_alone_and_calls_both(world: World) -> None:
    """As soon as there is a thread it alone gets the board, which notifies both players."""
    game, hall, thread = await begun_with_threads(world)
    await deliver_to_page(world)
    await world.manager.boards.move_to_thread(world.actor(world.boris, hall), game.id, thread.id)
    there = await claim(world)
    attempt = await Outbox(world.manager).begin_delivery(there, timedelta())
    assert there.chat.id == thread.id
    assert attempt.notified == {world.anna.id, world.boris.id}


async def test_a_first_post_without_a_thread_goes_to_the_channel(world: World) -> None:
    """When no thread could be opened the channel gets the board at once, with the call to the one to act."""
    game, hall, _ = await begun_with_threads(world)
    await world.manager.boards.release_board(game.id, hall.id)
    await deliver_to_page(world)
    board = await Outbox(world.manager).post_in(hall.id, "game", game.id)
    assert board is not None
    assert board.message is not None


@pytest.mark.on_both
async def test_a_first_post_whose_thread_nobody_opens_goes_to_the_channel(world: World) -> None:
    """After a crash between the game and its thread the channel gets the board within half a minute."""
    _, hall, _ = await begun_with_threads(world)
    world.clock.forward(seconds=30)
    assert hall.id in await boards_due(world)
