"""Moved boards: a board moves to a thread while a message of it in the old chat is being sent or edited."""

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
    """A game shown in a hall, and a thread below it."""

    world: World
    outbox: Outbox
    game: LoadedGame
    hall: Chat
    thread: Chat

    async def show(self) -> None:
        """Request a new message of the board in the hall."""
        await self.world.manager.boards.show(self.world.actor(self.world.anna, self.hall), self.game.id)

    async def redraw(self) -> None:
        """Request an edit of the board's message."""
        actor = self.world.actor(self.world.anna, self.hall)
        await self.world.manager.people.set_chat_option(actor, "theme", "dark", administers=True)

    async def move(self) -> None:
        """Move the board to the thread."""
        actor = self.world.actor(self.world.anna, self.hall)
        await self.world.manager.boards.move_to_thread(actor, self.game.id, self.thread.id)

    async def claim_due(self) -> dict[int, PostClaim]:
        """Claim the posts that are due; return them by chat."""
        claims = (await self.outbox.claim({"web": 10})).claims
        return {each.chat.id: each for each in claims if isinstance(each, PostClaim)}


@pytest.fixture
async def moving(world: World) -> Moving:
    """A game whose board is shown in a hall."""
    async with world.database.write() as connection:
        hall = chat_of(await people.add_chat(connection, "web", "hall", "shared", None, "en"))
        thread = chat_of(await people.add_chat(connection, "web", "thread", "shared", None, "en"))
    game = await world.game(chats=(hall, hall))
    await deliver_to_page(world)
    return Moving(world, Outbox(world.manager), game, hall, thread)


async def test_a_moved_board_is_not_sent_to_the_old_chat(moving: Moving) -> None:
    """A claim from before the move is lost, and the thread gets the board as a new message."""
    await moving.show()
    old = await claim(moving.world)
    await moving.move()
    with pytest.raises(ClaimLost):
        await moving.outbox.begin_delivery(old, timedelta())
    assert (await moving.claim_due())[moving.thread.id].post.is_fresh


async def test_an_edit_in_the_old_chat_does_not_count_for_the_thread(moving: Moving) -> None:
    """An edit under way during the move does not count as shown in the thread."""
    await moving.redraw()
    edit = await claim(moving.world)
    await moving.move()
    await moving.outbox.edited(edit, edit.row.wanted_revision)
    there = (await moving.claim_due())[moving.thread.id].post
    assert there.since < there.wanted


@pytest.mark.on_both
async def test_a_message_lost_in_the_old_chat_does_not_affect_the_thread(moving: Moving) -> None:
    """A message found missing in the old chat does not make the thread's board be sent again."""
    await moving.redraw()
    edit = await claim(moving.world)
    await moving.move()
    there = (await moving.claim_due())[moving.thread.id]
    await moving.outbox.sent(
        await moving.outbox.begin_delivery(there, timedelta()), "new", there.row.wanted_revision
    )
    await moving.outbox.message_lost(edit)
    shown_there = await moving.outbox.post_in(moving.thread.id, "game", moving.game.id)
    assert shown_there is not None
    assert shown_there.message == "new"


async def test_a_delay_in_the_old_chat_does_not_delay_the_thread(moving: Moving) -> None:
    """A retry delayed in the old chat does not delay the board in the thread."""
    await moving.redraw()
    edit = await claim(moving.world)
    await moving.move()
    await moving.outbox.retry_later(edit, timedelta(minutes=1))
    assert moving.thread.id in await moving.claim_due()


async def test_a_late_message_in_the_old_chat_is_retired(moving: Moving) -> None:
    """A message that arrives in the old chat after the move is retired there."""
    await moving.show()
    attempt = await begin_delivery(moving.world)
    await moving.move()
    await moving.outbox.sent(attempt, "late", attempt.row.wanted_revision)
    retired = {(row[0], row[1]) for row in (await moving.world.everything())["retired"]}
    assert (moving.hall.id, "late") in retired
    assert {chat for chat, _ in retired} == {moving.hall.id}


async def begun_with_threads(world: World) -> tuple[LoadedGame, Chat, Chat]:
    """Start a game in a hall whose games get threads; return it, the hall and a thread."""
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
    """Return the boards that are due, by chat, without keeping a claim."""
    outbox = Outbox(world.manager)
    claims = (await outbox.claim({"web": 10})).claims
    await outbox.release(*claims)
    boards = [each for each in claims if isinstance(each, PostClaim) and each.row.subject == "game"]
    return {each.chat.id: each for each in boards}


async def test_a_first_post_waits_for_its_thread(world: World) -> None:
    """The channel gets no board while the game's thread is pending, even if a turn is played meanwhile."""
    game, hall, _ = await begun_with_threads(world)
    await deliver_to_page(world)
    assert await boards_due(world) == {}
    await world.turn(game, hall)
    assert await boards_due(world) == {}


async def test_a_first_post_in_its_thread_notifies_both_players(world: World) -> None:
    """Once the thread exists, only it gets the board, which notifies both players."""
    game, hall, thread = await begun_with_threads(world)
    await deliver_to_page(world)
    await world.manager.boards.move_to_thread(world.actor(world.boris, hall), game.id, thread.id)
    there = await claim(world)
    attempt = await Outbox(world.manager).begin_delivery(there, timedelta())
    assert there.chat.id == thread.id
    assert attempt.notified == {world.anna.id, world.boris.id}


async def test_a_first_post_without_a_thread_goes_to_the_channel(world: World) -> None:
    """If no thread could be opened, the channel gets the board at once."""
    game, hall, _ = await begun_with_threads(world)
    await world.manager.boards.release_board(game.id, hall.id)
    await deliver_to_page(world)
    board = await Outbox(world.manager).post_in(hall.id, "game", game.id)
    assert board is not None
    assert board.message is not None


@pytest.mark.on_both
async def test_a_first_post_whose_thread_never_opens_goes_to_the_channel(world: World) -> None:
    """After a crash before the thread opened, the channel gets the board within half a minute."""
    _, hall, _ = await begun_with_threads(world)
    world.clock.forward(seconds=30)
    assert hall.id in await boards_due(world)
