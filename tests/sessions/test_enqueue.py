from __future__ import annotations

import pytest

from bot.rules import Grade, Side
from bot.sessions import Chat, LoadedGame, Outbox
from bot.sessions.errors import AlreadyDone, NotSeated
from bot.sessions.mapping import chat_of
from storage import deliveries, outbox, people
from storage.places import Place
from storage.rows import PostRow
from tests.sessions.world import World, inhabited
from tests.visits import visit_chat

pytestmark = pytest.mark.on_both


async def notified(world: World) -> list[tuple[int, str]]:
    """Who is rung, and for what kind of cause, oldest first as far as versions tell."""
    rows = (await world.everything())["notifications"]
    return [(player, str(cause).split(":")[0]) for player, cause, *_ in rows]  # type: ignore[misc]


async def post(world: World, game: LoadedGame, chat: Chat) -> PostRow:
    """What a chat is owed of a game."""
    async with world.database.read() as connection:
        found = await outbox.post_in(connection, "game", game.id, chat.id)
    assert found is not None
    return found


async def to_choose(world: World, game: LoadedGame) -> LoadedGame:
    """The game once its mover has moves to choose from."""
    for _ in range(4):
        game = await world.turn(game)
    while game.live.draft is None or len(game.live.draft.next_moves()) < 3:
        game = await world.turn(game)
    return game


def one_move(game: LoadedGame) -> str:
    """A move that can be made now."""
    assert game.live.draft is not None
    return str(game.live.draft.next_moves()[0])


async def test_a_challenge_rings_the_one_it_names(world: World) -> None:
    """Being challenged rings once; the challenger is not rung."""
    await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id)
    assert await notified(world) == [(world.boris.id, "challenge")]


async def test_a_challenge_to_all_rings_nobody(world: World) -> None:
    """A challenge that names nobody calls nobody."""
    await world.manager.challenges.make(world.actor(world.anna), "long")
    assert await notified(world) == []


async def test_a_private_challenge_reaches_the_private_chat_of_the_one_it_names(world: World) -> None:
    """A challenge made in private is shown, and rings, in the private chat of the opponent."""
    await world.manager.challenges.make(world.actor(world.anna, world.hers), "long", world.boris.id)
    stored = await world.everything()
    posts = {row[0]: row[3] for row in stored["posts"]}
    assert set(posts.values()) == {world.hers.id, world.his.id}
    assert [posts[row[2]] for row in stored["notifications"]] == [world.his.id]


async def test_a_rematch_is_asked_for_where_the_opponent_played(world: World) -> None:
    """A rematch asked for in another group rings in the chat where the opponent was told of the game."""
    game = await world.game(chats=(world.hers, world.his))
    await world.manager.boards.show(world.actor(world.boris, world.table), game.id)
    await world.manager.resign(world.actor(world.anna, world.hers), game.id)
    _, hall = await visit_chat(world.manager, "anna", "Anna", "hall", "shared")
    asked = await world.manager.challenges.rematch(world.actor(world.anna, hall), game.id)
    stored = await world.everything()
    posts = {row[0]: row[3] for row in stored["posts"]}
    assert [posts[row[2]] for row in stored["notifications"] if row[1] == f"challenge:{asked.id}"] == [
        world.table.id
    ]


async def test_the_start_rings_the_challenger_who_starts(place: Place) -> None:
    """One who challenged and is to start is rung when the challenge is accepted."""
    async with inhabited(place, 6, 1, 6, 2) as world:
        await world.option(world.anna, auto_forced=False)
        await world.game("narde")
        assert (world.anna.id, "turn") in await notified(world)


async def test_the_start_does_not_ring_the_one_who_accepted(place: Place) -> None:
    """One who accepted and is to start caused it, and is not rung."""
    async with inhabited(place, 1, 6, 6, 2) as world:
        await world.option(world.boris, auto_forced=False)
        game = await world.game("narde")
        assert world.mover(game).name == "Boris"
        assert {kind for _, kind in await notified(world)} == {"challenge"}


async def test_the_end_of_a_turn_rings_the_opponent_once(world: World) -> None:
    """One who ends a turn rings the other, and not himself."""
    game = await to_choose(world, await world.game())
    before = await notified(world)
    who = world.mover(game)
    after = await world.turn(game)
    new = list(await notified(world))
    for each in before:
        new.remove(each)
    assert new == ([(world.waiting(game).id, "turn")] if world.mover(after).id != who.id else [])


@pytest.mark.slow
async def test_a_half_made_turn_rings_nobody(world: World) -> None:
    """Moves, and taking them back, call nobody and want no new message."""
    game = await to_choose(world, await world.game())
    before, fresh = await notified(world), (await post(world, game, world.table)).fresh_revision
    await world.manager.move(world.actor(world.mover(game)), game.id, one_move(game))
    await world.manager.take_back(world.actor(world.mover(game)), game.id)
    assert (await notified(world), (await post(world, game, world.table)).fresh_revision) == (before, fresh)


async def test_a_roll_by_hand_is_an_edit(world: World) -> None:
    """One who throws the dice of his own turn is not rung for it, nor is the opponent."""
    for who in (world.anna, world.boris):
        await world.option(who, auto_roll=False, auto_forced=False)
    game = await world.game()
    before = await notified(world)
    await world.manager.roll(world.actor(world.mover(game)), game.id)
    assert await notified(world) == before


async def test_an_offer_rings_the_one_who_is_asked(world: World) -> None:
    """An offer calls the opponent, refusing it calls nobody, and another offer calls again."""
    game = await to_choose(world, await world.game())
    for times in (1, 2):
        await world.manager.offer_draw(world.actor(world.anna), game.id)
        await world.manager.answer(world.actor(world.boris), game.id, accept=False)
        offers = [each for each in await notified(world) if each[1] == "offer"]
        assert offers == [(world.boris.id, "offer")] * times


async def test_the_end_rings_the_one_who_did_not_bring_it_about(world: World) -> None:
    """The result is told to the opponent of the one who ended the game, in a new message everywhere."""
    game = await to_choose(world, await world.game(chats=(world.hers, world.his)))
    ended = await world.manager.resign(world.actor(world.anna, world.hers), game.id)
    assert [each for each in await notified(world) if each[1] == "over"] == [(world.boris.id, "over")]
    for chat in (world.hers, world.his):
        assert (await post(world, game, chat)).fresh_revision == ended.version


async def test_the_program_is_never_rung(world: World) -> None:
    """Neither turns nor offers nor results call the program."""
    game = await world.manager.challenges.challenge_computer(world.actor(world.anna), "long")
    program = game.white if game.white.is_computer else game.black
    if world.mover(game).id == world.anna.id:
        game = await world.turn(game)
    await world.manager.offer_draw(world.actor(world.anna), game.id)
    await world.manager.answer(world.actor(program), game.id, accept=False)
    await world.manager.resign(world.actor(world.anna), game.id)
    assert program.id not in {player for player, _ in await notified(world)}


async def test_a_new_message_is_wanted_only_where_the_one_who_is_rung_reads(world: World) -> None:
    """With two private chats the opponent gets a new message, and the one who moved an edit."""
    game = await to_choose(world, await world.game(chats=(world.hers, world.his)))
    who = world.mover(game)
    own, others = (world.hers, world.his) if who.id == world.anna.id else (world.his, world.hers)
    fresh = (await post(world, game, own)).fresh_revision
    after = await world.turn(game, own)
    if world.mover(after).id != who.id:
        assert (await post(world, game, others)).fresh_revision == after.version
        assert (await post(world, game, own)).fresh_revision == fresh
        assert (await post(world, game, own)).wanted_revision == after.version


async def test_a_draft_is_owed_only_where_it_is_made(world: World) -> None:
    """A half-made turn raises what its own chat should show, and no other."""
    game = await to_choose(world, await world.game(chats=(world.hers, world.his)))
    own, others = (
        (world.hers, world.his) if world.mover(game).id == world.anna.id else (world.his, world.hers)
    )
    drafted = await world.manager.move(world.actor(world.mover(game), own), game.id, one_move(game))
    assert (await post(world, game, own)).wanted_revision == drafted.version
    assert (await post(world, game, others)).wanted_revision == game.version


async def test_a_draft_that_goes_on_elsewhere_leaves_the_first_chat(world: World) -> None:
    """A turn begun in one chat and gone on with in another is owed to both: the first shows it no more."""
    game = await to_choose(world, await world.game(chats=(world.hers, world.his)))
    who = world.mover(game)
    own = world.hers if who.id == world.anna.id else world.his
    await world.manager.boards.show(world.actor(who, world.table), game.id)
    game = await world.manager.move(world.actor(who, own), game.id, one_move(game))
    game = await world.manager.take_back(world.actor(who, own), game.id)
    game = await world.manager.move(world.actor(who, own), game.id, one_move(game))
    back = await world.manager.take_back(world.actor(who, world.table), game.id)
    assert (await post(world, game, own)).wanted_revision == back.version
    assert (await post(world, game, world.table)).wanted_revision == back.version


async def test_a_look_in_private_leaves_calls_where_the_game_is_played(
    world: World, game: LoadedGame
) -> None:
    """A player who asks in private for the board of a game at the table is still told of it at the table."""
    await world.manager.boards.show(world.actor(world.boris, world.his), game.id)
    kept = await world.manager.game(game.id)
    assert (kept.white_chat, kept.black_chat) == (world.table.id, world.table.id)
    assert (await post(world, game, world.his)).message is None


async def test_a_look_moves_calls_from_a_table_that_is_lost(world: World, game: LoadedGame) -> None:
    """A player is called in private after a look there, if the shared chat cannot be written to."""
    async with world.database.write() as connection:
        await people.set_display(connection, world.table.id, gone=True)
    await world.manager.boards.show(world.actor(world.boris, world.his), game.id)
    kept = await world.manager.game(game.id)
    assert world.his.id in (kept.white_chat, kept.black_chat)


async def test_one_who_moves_in_private_is_told_there(world: World) -> None:
    """A private chat where a player acts without a board of the game gets one, and he is rung there."""
    game = await to_choose(world, await world.game())
    who = world.mover(game)
    own = world.hers if who.id == world.anna.id else world.his
    await world.manager.move(world.actor(who, own), game.id, one_move(game))
    kept = await world.manager.game(game.id)
    assert (kept.white_chat if kept.white.id == who.id else kept.black_chat) == own.id
    assert (await post(world, game, own)).message is None


async def test_a_private_game_is_not_shown_among_others_because_a_player_moves_there(world: World) -> None:
    """A move given in a shared chat by the game's id is made, and seen where the player is told of it."""
    game = await to_choose(world, await world.game(chats=(world.hers, world.his)))
    who = world.mover(game)
    own = world.hers if who.id == world.anna.id else world.his
    game = await world.manager.move(world.actor(who, world.table), game.id, one_move(game))
    async with world.database.read() as connection:
        assert await outbox.post_in(connection, "game", game.id, world.table.id) is None
    assert (game.draft_chat, (await post(world, game, own)).wanted_revision) == (own.id, game.version)


async def test_a_lower_resignation_rings_the_opponent(world: World) -> None:
    """An offer to resign calls the one who is to answer it."""
    game = await to_choose(world, await world.game())
    await world.manager.resign(world.actor(world.boris), game.id, Grade.OYN)
    assert [each for each in await notified(world) if each[1] == "offer"] == [(world.anna.id, "offer")]


async def test_a_new_dress_repaints_what_still_matters(world: World) -> None:
    """A new theme is owed to boards of games that are played; finished ones keep theirs."""
    playing, over = await world.game(), await world.game()
    await world.manager.resign(world.actor(world.anna), over.id)
    async with world.database.write() as connection:
        for game in (playing, over):
            row = await outbox.post_in(connection, "game", game.id, world.table.id)
            assert row is not None
            number = await deliveries.begin_attempt(connection, row, world.clock())
            await deliveries.note_sent(connection, row, f"message {game.id}", row.wanted_revision, number)
    await world.manager.people.set_chat_option(world.actor(world.anna), "theme", "contrast", administers=True)
    rows = [await post(world, game, world.table) for game in (playing, over)]
    assert [row.shown_revision < row.wanted_revision for row in rows] == [True, False]


async def test_a_lost_chat_sends_both_players_home(world: World) -> None:
    """When a shared chat cannot be written to, who has no private chat is told of the game in a new one."""
    async with world.database.write() as connection:
        table = chat_of(await people.add_chat(connection, "web", "hall", "shared", None, "en"))
    game = await world.game(chats=(table, table))
    relocation = Outbox(world.manager).relocation
    for lost in (world.hers, world.his):
        await relocation.mark_unreachable(lost.id)
    stranded = dict(await relocation.without_private_chat(table.id))
    assert set(stranded) == {world.anna.id, world.boris.id}
    await relocation.mark_unreachable(
        table.id, [(player, f"home:{account}") for player, account in stranded.items()]
    )
    row = await world.manager.game(game.id)
    async with world.database.read() as connection:
        homes = [await people.chat(connection, row.chat_of(side) or 0) for side in Side]
        posts = await outbox.posts_of(connection, "game", game.id)
    assert [home.owner for home in homes] == [row.white.id, row.black.id]
    assert {home.id for home in homes} <= posts.keys()
    assert await relocation.without_private_chat(table.id) == []


async def test_nobody_is_stranded_when_a_private_chat_is_lost(world: World) -> None:
    """Who has closed his private chat is not written to elsewhere."""
    await world.game(chats=(world.hers, world.his))
    assert await Outbox(world.manager).relocation.without_private_chat(world.hers.id) == []


async def test_a_board_moves_to_another_chat_for_both(world: World) -> None:
    """Moved to a thread, a game is shown there alone, and both players are told of it there."""
    async with world.database.write() as connection:
        hall = chat_of(await people.add_chat(connection, "web", "hall", "shared", None, "en"))
        thread = chat_of(await people.add_chat(connection, "web", "thread", "shared", None, "en"))
    game = await world.game(chats=(hall, hall))
    await world.manager.boards.move_to_thread(world.actor(world.anna, hall), game.id, thread.id)
    row = await world.manager.game(game.id)
    assert (row.white_chat, row.black_chat) == (thread.id, thread.id)
    assert (await post(world, game, thread)).message is None
    async with world.database.read() as connection:
        assert await outbox.post_in(connection, "game", game.id, hall.id) is None


async def test_a_thread_is_claimed_once_for_one_happening(world: World, game: LoadedGame) -> None:
    """The same happening, brought again, claims no second thread; another one does."""
    by = world.actor(world.anna)
    await world.manager.boards.claim_thread(by, game.id)
    with pytest.raises(AlreadyDone):
        await world.manager.boards.claim_thread(by, game.id)
    await world.manager.boards.claim_thread(world.actor(world.anna), game.id)


@pytest.mark.slow
async def test_no_thread_is_claimed_where_the_game_is_not_shown(world: World) -> None:
    """Neither a stranger nor a player in a chat that does not show the game has a thread opened for it."""
    game = await world.game(chats=(world.hers, world.his))
    for who, chat in ((world.carl, world.table), (world.anna, world.table)):
        with pytest.raises(NotSeated):
            await world.manager.boards.claim_thread(world.actor(who, chat), game.id)


async def test_who_is_told_elsewhere_stays_there_when_a_board_moves(world: World) -> None:
    """A player who is told of the game in private is not moved to a thread that the other has opened."""
    async with world.database.write() as connection:
        hall = chat_of(await people.add_chat(connection, "web", "hall", "shared", None, "en"))
        thread = chat_of(await people.add_chat(connection, "web", "thread", "shared", None, "en"))
    game = await world.game(chats=(hall, hall))
    await world.notify_in(game, world.boris, world.his)
    await world.manager.boards.move_to_thread(world.actor(world.anna, hall), game.id, thread.id)
    row = await world.manager.game(game.id)
    assert {row.white.id: row.white_chat, row.black.id: row.black_chat} == {
        world.anna.id: thread.id,
        world.boris.id: world.his.id,
    }
