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
    """Return the notified players and the kinds of causes, oldest version first."""
    rows = (await world.everything())["notifications"]
    return [(player, str(cause).split(":")[0]) for player, cause, *_ in rows]  # type: ignore[misc]


async def post(world: World, game: LoadedGame, chat: Chat) -> PostRow:
    """Return a game's post in a chat."""
    async with world.database.read() as connection:
        found = await outbox.post_in(connection, "game", game.id, chat.id)
    assert found is not None
    return found


async def to_choose(world: World, game: LoadedGame) -> LoadedGame:
    """Play turns until the mover has several moves to choose from."""
    for _ in range(4):
        game = await world.turn(game)
    while game.live.draft is None or len(game.live.draft.next_moves()) < 3:
        game = await world.turn(game)
    return game


def one_move(game: LoadedGame) -> str:
    """Return a move that is legal now."""
    assert game.live.draft is not None
    return str(game.live.draft.next_moves()[0])


async def test_a_challenge_notifies_the_named_opponent(world: World) -> None:
    """A challenge notifies the named opponent once, and not the challenger."""
    await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id)
    assert await notified(world) == [(world.boris.id, "challenge")]


async def test_an_open_challenge_notifies_nobody(world: World) -> None:
    """A challenge that names no opponent notifies nobody."""
    await world.manager.challenges.make(world.actor(world.anna), "long")
    assert await notified(world) == []


async def test_a_private_challenge_notifies_the_opponent_in_private(world: World) -> None:
    """A challenge made in private is shown to both in private and notifies the opponent there."""
    await world.manager.challenges.make(world.actor(world.anna, world.anna_chat), "long", world.boris.id)
    stored = await world.everything()
    posts = {row[0]: row[3] for row in stored["posts"]}
    assert set(posts.values()) == {world.anna_chat.id, world.boris_chat.id}
    assert [posts[row[2]] for row in stored["notifications"]] == [world.boris_chat.id]


async def test_a_rematch_notifies_the_opponent_where_they_played(world: World) -> None:
    """A rematch asked for in another group notifies the opponent in the chat of the finished game."""
    game = await world.game(chats=(world.anna_chat, world.boris_chat))
    await world.manager.boards.show(world.actor(world.boris, world.table), game.id)
    await world.manager.resign(world.actor(world.anna, world.anna_chat), game.id)
    _, hall = await visit_chat(world.manager, "anna", "Anna", "hall", "shared")
    asked = await world.manager.challenges.rematch(world.actor(world.anna, hall), game.id)
    stored = await world.everything()
    posts = {row[0]: row[3] for row in stored["posts"]}
    assert [posts[row[2]] for row in stored["notifications"] if row[1] == f"challenge:{asked.id}"] == [
        world.table.id
    ]


async def test_the_start_notifies_a_challenger_who_starts(place: Place) -> None:
    """A challenger who is to start is notified when the challenge is accepted."""
    async with inhabited(place, 6, 1, 6, 2) as world:
        await world.option(world.anna, auto_forced=False)
        await world.game("narde")
        assert (world.anna.id, "turn") in await notified(world)


async def test_the_start_does_not_notify_the_accepting_player(place: Place) -> None:
    """A player who accepts a challenge and starts is not notified, because they caused it."""
    async with inhabited(place, 1, 6, 6, 2) as world:
        await world.option(world.boris, auto_forced=False)
        game = await world.game("narde")
        assert world.mover(game).name == "Boris"
        assert {kind for _, kind in await notified(world)} == {"challenge"}


async def test_the_end_of_a_turn_notifies_the_opponent_once(world: World) -> None:
    """Ending a turn notifies only the opponent, once."""
    game = await to_choose(world, await world.game())
    before = await notified(world)
    player = world.mover(game)
    after = await world.turn(game)
    new = list(await notified(world))
    for each in before:
        new.remove(each)
    assert new == ([(world.waiting(game).id, "turn")] if world.mover(after).id != player.id else [])


@pytest.mark.slow
async def test_a_draft_notifies_nobody(world: World) -> None:
    """Moving and taking back notify nobody and want no new message."""
    game = await to_choose(world, await world.game())
    before, fresh = await notified(world), (await post(world, game, world.table)).fresh_revision
    await world.manager.move(world.actor(world.mover(game)), game.id, one_move(game))
    await world.manager.take_back(world.actor(world.mover(game)), game.id)
    assert (await notified(world), (await post(world, game, world.table)).fresh_revision) == (before, fresh)


async def test_a_roll_notifies_nobody(world: World) -> None:
    """Rolling notifies neither player."""
    for player in (world.anna, world.boris):
        await world.option(player, auto_roll=False, auto_forced=False)
    game = await world.game()
    before = await notified(world)
    await world.manager.roll(world.actor(world.mover(game)), game.id)
    assert await notified(world) == before


async def test_an_offer_notifies_the_opponent(world: World) -> None:
    """Each offer notifies the opponent, and a refusal notifies nobody."""
    game = await to_choose(world, await world.game())
    for times in (1, 2):
        await world.manager.offer_draw(world.actor(world.anna), game.id)
        await world.manager.answer(world.actor(world.boris), game.id, accept=False)
        offers = [each for each in await notified(world) if each[1] == "offer"]
        assert offers == [(world.boris.id, "offer")] * times


async def test_the_end_notifies_the_opponent_of_the_player_who_ended_the_game(world: World) -> None:
    """A resignation notifies only the opponent and wants a new message in both chats."""
    game = await to_choose(world, await world.game(chats=(world.anna_chat, world.boris_chat)))
    ended = await world.manager.resign(world.actor(world.anna, world.anna_chat), game.id)
    assert [each for each in await notified(world) if each[1] == "over"] == [(world.boris.id, "over")]
    for chat in (world.anna_chat, world.boris_chat):
        assert (await post(world, game, chat)).fresh_revision == ended.version


async def test_the_computer_player_is_never_notified(world: World) -> None:
    """Neither turns nor offers nor results notify the computer player."""
    game = await world.manager.challenges.challenge_computer(world.actor(world.anna), "long")
    computer = game.white if game.white.is_computer else game.black
    if world.mover(game).id == world.anna.id:
        game = await world.turn(game)
    await world.manager.offer_draw(world.actor(world.anna), game.id)
    await world.manager.answer(world.actor(computer), game.id, accept=False)
    await world.manager.resign(world.actor(world.anna), game.id)
    assert computer.id not in {player for player, _ in await notified(world)}


async def test_a_new_message_is_wanted_only_where_a_player_is_notified(world: World) -> None:
    """With two private chats, the notified opponent gets a new message and the mover an edit."""
    game = await to_choose(world, await world.game(chats=(world.anna_chat, world.boris_chat)))
    player = world.mover(game)
    own, others = (
        (world.anna_chat, world.boris_chat)
        if player.id == world.anna.id
        else (world.boris_chat, world.anna_chat)
    )
    fresh = (await post(world, game, own)).fresh_revision
    after = await world.turn(game, own)
    if world.mover(after).id != player.id:
        assert (await post(world, game, others)).fresh_revision == after.version
        assert (await post(world, game, own)).fresh_revision == fresh
        assert (await post(world, game, own)).wanted_revision == after.version


async def test_a_draft_redraws_only_its_own_chat(world: World) -> None:
    """A draft raises the wanted revision of the chat that shows it only."""
    game = await to_choose(world, await world.game(chats=(world.anna_chat, world.boris_chat)))
    own, others = (
        (world.anna_chat, world.boris_chat)
        if world.mover(game).id == world.anna.id
        else (world.boris_chat, world.anna_chat)
    )
    drafted = await world.manager.move(world.actor(world.mover(game), own), game.id, one_move(game))
    assert (await post(world, game, own)).wanted_revision == drafted.version
    assert (await post(world, game, others)).wanted_revision == game.version


async def test_a_draft_continued_elsewhere_redraws_both_chats(world: World) -> None:
    """A draft continued in another chat redraws both, because the first no longer shows it."""
    game = await to_choose(world, await world.game(chats=(world.anna_chat, world.boris_chat)))
    player = world.mover(game)
    own = world.anna_chat if player.id == world.anna.id else world.boris_chat
    await world.manager.boards.show(world.actor(player, world.table), game.id)
    game = await world.manager.move(world.actor(player, own), game.id, one_move(game))
    game = await world.manager.take_back(world.actor(player, own), game.id)
    game = await world.manager.move(world.actor(player, own), game.id, one_move(game))
    back = await world.manager.take_back(world.actor(player, world.table), game.id)
    assert (await post(world, game, own)).wanted_revision == back.version
    assert (await post(world, game, world.table)).wanted_revision == back.version


async def test_a_private_look_leaves_notifications_in_the_group(world: World, game: LoadedGame) -> None:
    """Showing the board of a group's game in private does not move its notifications."""
    await world.manager.boards.show(world.actor(world.boris, world.boris_chat), game.id)
    kept = await world.manager.game(game.id)
    assert (kept.white_chat, kept.black_chat) == (world.table.id, world.table.id)
    assert (await post(world, game, world.boris_chat)).message is None


async def test_a_private_look_moves_notifications_from_a_lost_chat(world: World, game: LoadedGame) -> None:
    """Showing the board in private moves notifications there if the shared chat is unreachable."""
    async with world.database.write() as connection:
        await people.set_display(connection, world.table.id, gone=True)
    await world.manager.boards.show(world.actor(world.boris, world.boris_chat), game.id)
    kept = await world.manager.game(game.id)
    assert world.boris_chat.id in (kept.white_chat, kept.black_chat)


async def test_moving_in_private_moves_notifications_there(world: World) -> None:
    """A player who moves in private gets a board there and is notified there from then on."""
    game = await to_choose(world, await world.game())
    player = world.mover(game)
    own = world.anna_chat if player.id == world.anna.id else world.boris_chat
    await world.manager.move(world.actor(player, own), game.id, one_move(game))
    kept = await world.manager.game(game.id)
    assert (kept.white_chat if kept.white.id == player.id else kept.black_chat) == own.id
    assert (await post(world, game, own)).message is None


async def test_a_move_in_a_shared_chat_does_not_show_a_private_game_there(world: World) -> None:
    """A move typed in a shared chat in a private game is played, but the board stays private."""
    game = await to_choose(world, await world.game(chats=(world.anna_chat, world.boris_chat)))
    player = world.mover(game)
    own = world.anna_chat if player.id == world.anna.id else world.boris_chat
    game = await world.manager.move(world.actor(player, world.table), game.id, one_move(game))
    async with world.database.read() as connection:
        assert await outbox.post_in(connection, "game", game.id, world.table.id) is None
    assert (game.draft_chat, (await post(world, game, own)).wanted_revision) == (own.id, game.version)


async def test_a_lower_resignation_notifies_the_opponent(world: World) -> None:
    """An offer to resign at a lower value notifies the opponent."""
    game = await to_choose(world, await world.game())
    await world.manager.resign(world.actor(world.boris), game.id, Grade.OYN)
    assert [each for each in await notified(world) if each[1] == "offer"] == [(world.anna.id, "offer")]


async def test_a_new_theme_redraws_only_running_games(world: World) -> None:
    """A new theme redraws the boards of running games but not of finished ones."""
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


async def test_a_lost_chat_moves_both_players_to_new_private_chats(world: World) -> None:
    """If a shared chat is lost, players without a private chat are notified in a new one."""
    async with world.database.write() as connection:
        table = chat_of(await people.add_chat(connection, "web", "hall", "shared", None, "en"))
    game = await world.game(chats=(table, table))
    relocation = Outbox(world.manager).relocation
    for lost in (world.anna_chat, world.boris_chat):
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


async def test_a_lost_private_chat_needs_no_new_one(world: World) -> None:
    """Losing a private chat leaves no player to be given a new one."""
    await world.game(chats=(world.anna_chat, world.boris_chat))
    assert await Outbox(world.manager).relocation.without_private_chat(world.anna_chat.id) == []


async def test_a_board_moved_to_a_thread_notifies_both_there(world: World) -> None:
    """A board moved to a thread is shown only there, and both players are notified there."""
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


async def test_a_thread_is_claimed_once_for_one_event(world: World, game: LoadedGame) -> None:
    """The same event claims only one thread; another event claims another."""
    by = world.actor(world.anna)
    await world.manager.boards.claim_thread(by, game.id)
    with pytest.raises(AlreadyDone):
        await world.manager.boards.claim_thread(by, game.id)
    await world.manager.boards.claim_thread(world.actor(world.anna), game.id)


@pytest.mark.slow
async def test_no_thread_is_claimed_where_the_game_is_not_shown(world: World) -> None:
    """A stranger, or a player in a chat without the game, cannot claim a thread for it."""
    game = await world.game(chats=(world.anna_chat, world.boris_chat))
    for player, chat in ((world.carl, world.table), (world.anna, world.table)):
        with pytest.raises(NotSeated):
            await world.manager.boards.claim_thread(world.actor(player, chat), game.id)


async def test_a_moved_board_leaves_notifications_in_other_chats(world: World) -> None:
    """A player who is notified in private is not moved to the opponent's new thread."""
    async with world.database.write() as connection:
        hall = chat_of(await people.add_chat(connection, "web", "hall", "shared", None, "en"))
        thread = chat_of(await people.add_chat(connection, "web", "thread", "shared", None, "en"))
    game = await world.game(chats=(hall, hall))
    await world.notify_in(game, world.boris, world.boris_chat)
    await world.manager.boards.move_to_thread(world.actor(world.anna, hall), game.id, thread.id)
    row = await world.manager.game(game.id)
    assert {row.white.id: row.white_chat, row.black.id: row.black_chat} == {
        world.anna.id: thread.id,
        world.boris.id: world.boris_chat.id,
    }
