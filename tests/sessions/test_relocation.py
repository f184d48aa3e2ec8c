from __future__ import annotations

import pytest

from bot.rules import Side
from bot.sessions import Chat, LoadedGame, Outbox
from bot.sessions.mapping import chat_of
from bot.sessions.outbox.relocation import Relocation
from storage import analyses, deliveries, notifications, outbox, people
from storage.rows import NotificationRow, PostRow
from tests.pending_work import undelivered
from tests.refused import refuses
from tests.sessions.world import World
from tests.visits import visit_chat

pytestmark = pytest.mark.on_both


@pytest.fixture
def relocation(world: World) -> Relocation:
    """What is done for chats that are lost or have moved."""
    return Outbox(world.manager).relocation


async def unreached(world: World, game: LoadedGame) -> list[Side]:
    """The sides that are told of a game where nobody can be written to."""
    return [*(await world.manager.views.game(game.id, world.table.id)).unreached]


async def add_hall(world: World, key: str = "hall") -> Chat:
    """One more shared chat, in which nobody was heard yet."""
    async with world.database.write() as connection:
        return chat_of(await people.add_chat(connection, "web", key, "shared", None, "ru"))


async def post(world: World, game: LoadedGame, chat: Chat) -> PostRow | None:
    """What a chat shows of a game."""
    async with world.database.read() as connection:
        return await outbox.post_in(connection, "game", game.id, chat.id)


async def notifications_of(world: World, game: LoadedGame, chat: Chat) -> list[NotificationRow]:
    """The rings that a chat still owes for a game."""
    shown = await post(world, game, chat)
    assert shown is not None
    async with world.database.read() as connection:
        return await notifications.undelivered_of_post(connection, shown.id, shown.wanted_revision)


async def arrive(world: World, game: LoadedGame, chat: Chat, message: str) -> None:
    """Note that a game's message has arrived in a chat."""
    shown = await post(world, game, chat)
    assert shown is not None
    async with world.database.write() as connection:
        number = await deliveries.begin_attempt(connection, shown, world.clock())
        await deliveries.note_sent(connection, shown, message, shown.wanted_revision, number)


async def lose(relocation: Relocation, chat: Chat) -> None:
    """Note that a chat cannot be written to, as the sender does where nobody has another."""
    await relocation.mark_unreachable(chat.id)


async def test_who_blocks_the_bot_is_told_where_others_see_the_game(
    world: World, relocation: Relocation
) -> None:
    """When a private chat is lost, its owner is told in the shared chat that shows the game already."""
    hall = await add_hall(world)
    game = await world.game(chats=(hall, hall))
    await world.notify_in(game, world.boris, world.his)
    await lose(relocation, world.his)
    row = await world.manager.game(game.id)
    assert (row.white_chat, row.black_chat) == (hall.id, hall.id)


async def test_a_ring_goes_along_to_the_shared_chat(
    world: World, game: LoadedGame, relocation: Relocation
) -> None:
    """A ring that a lost private chat still owed is owed by the chat that stands in for it, once."""
    await world.notify_in(game, world.boris, world.his)
    while world.mover(game).id != world.boris.id:
        game = await world.turn(game, world.table)
    owing = await notifications_of(world, game, world.his)
    await lose(relocation, world.his)
    assert [ring.cause for ring in owing if ring.player == world.boris.id]
    moved = [
        ring.cause
        for ring in await notifications_of(world, game, world.table)
        if ring.player == world.boris.id
    ]
    assert moved == [ring.cause for ring in owing]
    assert await notifications_of(world, game, world.his) == []


async def test_a_private_game_waits_for_who_blocks_the_bot(world: World, relocation: Relocation) -> None:
    """A private game is shown in no shared chat when its player is lost, though he was heard in one."""
    game = await world.game(chats=(world.hers, world.his))
    await lose(relocation, world.his)
    row = await world.manager.game(game.id)
    assert {row.white_chat, row.black_chat} == {world.hers.id, world.his.id}
    assert await post(world, game, world.table) is None


async def test_a_game_against_the_program_waits_for_who_blocks_the_bot(
    world: World, relocation: Relocation
) -> None:
    """A game against the program that was begun in private stays there."""
    game = await world.manager.challenges.challenge_computer(world.actor(world.boris, world.his), "long")
    await lose(relocation, world.his)
    row = await world.manager.game(game.id)
    assert {row.white_chat, row.black_chat} == {None, world.his.id}
    assert await post(world, game, world.table) is None


@pytest.mark.slow
async def test_the_opponent_sees_that_a_player_is_lost_and_that_he_is_back(
    world: World, relocation: Relocation
) -> None:
    """The opponent's board is owed once more when a player is lost, and again when he is heard."""
    game = await world.game(chats=(world.hers, world.his))
    side = game.side_of(world.boris.id)

    async def is_undelivered() -> bool:
        shown = await post(world, game, world.hers)
        assert shown is not None
        return shown.shown_revision < shown.wanted_revision

    await arrive(world, game, world.hers, "a board")
    assert (await is_undelivered(), await unreached(world, game)) == (False, [])
    await lose(relocation, world.his)
    assert (await is_undelivered(), await unreached(world, game)) == (True, [side])
    await arrive(world, game, world.hers, "a board that says so")
    await visit_chat(world.manager, "boris", "Boris", "me:boris", "private")
    assert (await is_undelivered(), await unreached(world, game)) == (True, [])


async def test_the_opponent_elsewhere_sees_that_a_group_is_lost(world: World, relocation: Relocation) -> None:
    """When a group is lost, the opponent's own board says who has no private chat and is not reached."""
    hall = await add_hall(world)
    await lose(relocation, world.hers)
    game = await world.game(chats=(hall, world.his))
    await arrive(world, game, world.his, "a board")
    await lose(relocation, hall)
    shown = await post(world, game, world.his)
    assert shown is not None
    assert shown.shown_revision < shown.wanted_revision
    assert await unreached(world, game) == [game.side_of(world.anna.id)]


async def test_a_challenge_that_cannot_reach_a_private_chat_waits(
    world: World, relocation: Relocation
) -> None:
    """A challenge in a private chat that is lost is shown nowhere else, and its challenger is told."""
    challenge = await world.manager.challenges.make(
        world.actor(world.boris, world.his), "long", world.anna.id
    )
    assert not (await world.manager.views.challenge(challenge.id, world.his.id)).unreached
    await lose(relocation, world.hers)
    async with world.database.read() as connection:
        assert await outbox.post_in(connection, "challenge", challenge.id, world.table.id) is None
    assert (await world.manager.views.challenge(challenge.id, world.his.id)).unreached


async def test_a_private_challenge_to_one_without_a_private_chat_is_refused(world: World) -> None:
    """Who is known from a shared chat alone cannot be challenged in private, and nothing is stored."""
    dora, _ = await visit_chat(world.manager, "dora", "Dora", "hall", "shared")
    before = await world.everything()
    with refuses("cannot-reach", name="Dora"):
        await world.manager.challenges.make(world.actor(world.anna, world.hers), "long", dora.id)
    assert await world.everything() == before


@pytest.mark.parametrize("known", [False, True], ids=["to a new chat", "to one that was heard already"])
async def test_a_chat_that_moved_takes_everything_along(
    world: World, relocation: Relocation, known: bool
) -> None:
    """After a group became another, its games go on there with a new message, in the group's old dress."""
    hall = await add_hall(world)
    game = await world.game(chats=(hall, hall))
    await arrive(world, game, hall, "old message")
    if known:
        await visit_chat(world.manager, "anna", "Anna", "new hall", "shared", "ru")
    await relocation.chat_moved("web", "hall", "new hall")
    async with world.database.read() as connection:
        there = await people.chat_at(connection, "web", "new hall")
        assert await people.chat_at(connection, "web", "hall") is None
    assert there is not None
    row = await world.manager.game(game.id)
    shown = await post(world, game, chat_of(there))
    assert shown is not None
    assert (row.white_chat, row.black_chat, there.language) == (there.id, there.id, "ru")
    assert (shown.message, shown.sent_revision < shown.fresh_revision) == (None, True)


@pytest.mark.parametrize("known", [False, True], ids=["to a new chat", "to one that was heard already"])
async def test_a_chat_that_moved_keeps_its_settings(
    world: World, relocation: Relocation, known: bool
) -> None:
    """What was set for a group holds for the one in its place, whichever of the two was heard of first."""
    hall = await add_hall(world)
    chosen = {"theme": "contrast", "side": "b", "boards": "shrink"}
    async with world.database.write() as connection:
        await people.set_display(connection, hall.id, language_chosen=True, **chosen)
    if known:
        await world.manager.people.set_reported_language("web", "new hall", "en")
    await relocation.chat_moved("web", "hall", "new hall")
    async with world.database.read() as connection:
        there = await people.chat_at(connection, "web", "new hall")
    assert there is not None
    assert {option: getattr(there, option) for option in chosen} == chosen
    assert (there.language, there.language_chosen) == ("ru", True)


async def test_a_chat_that_moved_keeps_what_was_set_since(world: World, relocation: Relocation) -> None:
    """What somebody has set in the new chat already is not undone by the word that the old one became it."""
    hall = await add_hall(world)
    await world.manager.people.set_reported_language("web", "new hall", "en")
    async with world.database.write() as connection:
        await people.set_display(connection, hall.id, theme="contrast", side="b", language_chosen=True)
        new = await people.chat_at(connection, "web", "new hall")
        assert new is not None
        await people.set_display(connection, new.id, theme="slate", language_chosen=True)
    await relocation.chat_moved("web", "hall", "new hall")
    async with world.database.read() as connection:
        there = await people.chat(connection, new.id)
    assert (there.theme, there.side, there.language) == ("slate", "b", "en")


async def test_what_was_brought_along_is_seen_where_a_chat_moved(
    world: World, relocation: Relocation
) -> None:
    """An import of a group is seen in the one that it became, by everybody there, and nowhere else."""
    hall = await add_hall(world)
    other = await add_hall(world, "other")
    records = [f'[Note "{{"chat": {hall.id}, "]']
    key = await world.manager.imports.keep(world.actor(world.anna, hall), records)
    kept = await world.manager.imports.keep(world.actor(world.anna, other), records)
    await relocation.chat_moved("web", "hall", "new hall")
    async with world.database.read() as connection:
        there = await people.chat_at(connection, "web", "new hall")
        assert there is not None
        assert await analyses.may_see_import(connection, key, world.carl.id, there.id)
        assert not await analyses.may_see_import(connection, kept, world.carl.id, there.id)
        assert await analyses.may_see_import(connection, kept, world.carl.id, other.id)
    assert await world.manager.imports.games(key) == tuple(records)


async def test_a_chat_that_moved_sends_no_finished_game_again(world: World, relocation: Relocation) -> None:
    """What has ended is taken along without a new message."""
    hall = await add_hall(world)
    game = await world.game(chats=(hall, hall))
    await world.manager.resign(world.actor(world.anna, hall), game.id)
    await arrive(world, game, hall, "the result")
    await relocation.chat_moved("web", "hall", "new hall")
    owing = (await undelivered(world.manager, {"web"})).entries
    assert [each for each in owing if getattr(each, "subject", "game") == "game"] == []


async def test_a_move_that_is_told_twice_changes_nothing_more(world: World, relocation: Relocation) -> None:
    """The second word of the same move finds nothing left to take along."""
    hall = await add_hall(world)
    await world.game(chats=(hall, hall))
    await relocation.chat_moved("web", "hall", "new hall")
    before = await world.everything()
    await relocation.chat_moved("web", "hall", "new hall")
    assert await world.everything() == before
