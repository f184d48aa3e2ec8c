from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.sessions import Debts
from storage import owed, people

if TYPE_CHECKING:
    from bot.sessions import Chat, StoredGame
    from bot.sessions.removals import Removals
    from storage.rows import NoticeRow, PostRow
    from tests.sessions.world import World


@pytest.fixture
def removals(world: World) -> Removals:
    """What is done for chats that are lost or have moved."""
    return Debts(world.manager).removals


async def add_hall(world: World, key: str = "hall") -> Chat:
    """One more shared chat, in which nobody was heard yet."""
    async with world.database.write() as connection:
        return await people.add_chat(connection, "web", key, "shared", None, "ru")


async def post(world: World, game: StoredGame, chat: Chat) -> PostRow | None:
    """What a chat shows of a game."""
    async with world.database.read() as connection:
        return await owed.post_in(connection, "game", game.id, chat.id)


async def rings(world: World, game: StoredGame, chat: Chat) -> list[NoticeRow]:
    """The rings that a chat still owes for a game."""
    shown = await post(world, game, chat)
    assert shown is not None
    async with world.database.read() as connection:
        return await owed.notices_for(connection, shown.id, shown.wanted)


async def arrive(world: World, game: StoredGame, chat: Chat, message: str) -> None:
    """Note that a game's message has arrived in a chat."""
    shown = await post(world, game, chat)
    assert shown is not None
    async with world.database.write() as connection:
        await owed.sent(connection, shown, message, shown.wanted)


async def test_who_blocks_the_bot_is_told_where_the_opponent_is(world: World, removals: Removals) -> None:
    """When a private chat is lost, its owner is told in the shared chat where the opponent is told."""
    hall = await add_hall(world)
    game = await world.game(chats=(hall, world.his))
    await removals.chat_gone(world.his.id)
    await removals.take_among_people(world.his.id)
    row = (await world.manager.game(game.id)).row
    assert (row.white_chat, row.black_chat) == (hall.id, hall.id)


async def test_a_ring_goes_along_to_the_shared_chat(world: World, removals: Removals) -> None:
    """A ring that a lost private chat still owed is owed by the chat that stands in for it, once."""
    game = await world.game(chats=(world.table, world.his))
    while world.mover(game).id != world.boris.id:
        chat = world.table if world.mover(game).id == world.anna.id else world.his
        game = await world.turn(game, chat)
    owing = await rings(world, game, world.his)
    await removals.chat_gone(world.his.id)
    await removals.take_among_people(world.his.id)
    assert [ring.cause for ring in owing if ring.player == world.boris.id]
    moved = [ring.cause for ring in await rings(world, game, world.table) if ring.player == world.boris.id]
    assert moved == [ring.cause for ring in owing]
    assert await rings(world, game, world.his) == []


async def test_without_an_opponent_in_company_it_is_the_chat_of_the_last_word(
    world: World, removals: Removals
) -> None:
    """If the opponent plays in private too, the owner is told where he was heard last among others."""
    game = await world.game(chats=(world.hers, world.his))
    await removals.chat_gone(world.hers.id)
    await removals.take_among_people(world.hers.id)
    row = (await world.manager.game(game.id)).row
    assert {row.white_chat, row.black_chat} == {world.table.id, world.his.id}


async def test_who_was_never_heard_among_others_stays_where_he_is(world: World, removals: Removals) -> None:
    """Where no shared chat is known, nothing is moved."""
    game = await world.game(chats=(world.hers, world.his))
    await removals.chat_gone(world.his.id)
    await removals.take_among_people(world.his.id)
    row = (await world.manager.game(game.id)).row
    assert {row.white_chat, row.black_chat} == {world.hers.id, world.his.id}


async def test_a_challenge_that_cannot_reach_a_private_chat_goes_to_company(
    world: World, removals: Removals
) -> None:
    """A challenge in a private chat that is lost is shown, and rings, where its owner was heard last."""
    challenge = await world.manager.challenges.make(world.by(world.boris, world.his), "long", world.anna.id)
    await removals.chat_gone(world.hers.id)
    await removals.take_among_people(world.hers.id)
    async with world.database.read() as connection:
        shown = await owed.post_in(connection, "challenge", challenge.id, world.table.id)
        assert shown is not None
        assert await owed.post_in(connection, "challenge", challenge.id, world.hers.id) is None
        notices = await owed.notices_for(connection, shown.id, shown.wanted)
    assert [notice.player for notice in notices] == [world.anna.id]


async def test_a_private_challenge_to_one_without_a_private_chat_is_made_in_company(world: World) -> None:
    """Who is known from a shared chat alone is challenged there."""
    dora, hall = await world.manager.people.meet("web", "dora", "Dora", "hall", "shared", "en")
    challenge = await world.manager.challenges.make(world.by(world.anna, world.hers), "long", dora.id)
    async with world.database.read() as connection:
        assert await owed.post_in(connection, "challenge", challenge.id, hall.id) is not None


@pytest.mark.parametrize("known", [False, True], ids=["to a new chat", "to one that was heard already"])
async def test_a_chat_that_moved_takes_everything_along(
    world: World, removals: Removals, known: bool
) -> None:
    """After a group became another, its games go on there with a new message, in the group's old dress."""
    hall = await add_hall(world)
    game = await world.game(chats=(hall, hall))
    await arrive(world, game, hall, "old message")
    if known:
        await world.manager.people.meet("web", "anna", "Anna", "new hall", "shared", "ru")
    await removals.chat_moved("web", "hall", "new hall")
    async with world.database.read() as connection:
        there = await people.chat_at(connection, "web", "new hall")
        assert await people.chat_at(connection, "web", "hall") is None
    assert there is not None
    row = (await world.manager.game(game.id)).row
    shown = await post(world, game, there)
    assert shown is not None
    assert (row.white_chat, row.black_chat, there.language) == (there.id, there.id, "ru")
    assert (shown.message, shown.sent < shown.fresh) == (None, True)


async def test_a_chat_that_moved_sends_no_finished_game_again(world: World, removals: Removals) -> None:
    """What has ended is taken along without a new message."""
    hall = await add_hall(world)
    game = await world.game(chats=(hall, hall))
    await world.manager.resign(world.by(world.anna, hall), game.id)
    await arrive(world, game, hall, "the result")
    await removals.chat_moved("web", "hall", "new hall")
    owing = (await Debts(world.manager).due({"web"})).everything
    assert [each for each in owing if getattr(each, "subject", "game") == "game"] == []


async def test_a_move_that_is_told_twice_changes_nothing_more(world: World, removals: Removals) -> None:
    """The second word of the same move finds nothing left to take along."""
    hall = await add_hall(world)
    await world.game(chats=(hall, hall))
    await removals.chat_moved("web", "hall", "new hall")
    before = await world.everything()
    await removals.chat_moved("web", "hall", "new hall")
    assert await world.everything() == before
