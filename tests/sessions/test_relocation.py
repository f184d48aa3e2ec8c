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
    """Handles chats that are lost or have moved."""
    return Outbox(world.manager).relocation


async def unreached(world: World, game: LoadedGame) -> list[Side]:
    """Return the sides whose player cannot be reached in a game."""
    return [*(await world.manager.views.game(game.id, world.table.id)).unreached]


async def add_hall(world: World, key: str = "hall") -> Chat:
    """Add another shared chat, never visited yet."""
    async with world.database.write() as connection:
        return chat_of(await people.add_chat(connection, "web", key, "shared", None, "ru"))


async def post(world: World, game: LoadedGame, chat: Chat) -> PostRow | None:
    """Return the post that shows a game in a chat."""
    async with world.database.read() as connection:
        return await outbox.post_in(connection, "game", game.id, chat.id)


async def notifications_of(world: World, game: LoadedGame, chat: Chat) -> list[NotificationRow]:
    """Return a chat's undelivered notifications of a game."""
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
    """Mark a chat unreachable, as the sender does for a player without another chat."""
    await relocation.mark_unreachable(chat.id)


async def test_blocking_the_bot_moves_notifications_to_the_shared_chat(
    world: World, relocation: Relocation
) -> None:
    """When a private chat is lost, its owner is notified in the shared chat that already shows the game."""
    hall = await add_hall(world)
    game = await world.game(chats=(hall, hall))
    await world.notify_in(game, world.boris, world.boris_chat)
    await lose(relocation, world.boris_chat)
    row = await world.manager.game(game.id)
    assert (row.white_chat, row.black_chat) == (hall.id, hall.id)


async def test_an_undelivered_notification_moves_to_the_shared_chat(
    world: World, game: LoadedGame, relocation: Relocation
) -> None:
    """An undelivered notification of a lost private chat moves to the shared chat, once."""
    await world.notify_in(game, world.boris, world.boris_chat)
    while world.mover(game).id != world.boris.id:
        game = await world.turn(game, world.table)
    pending = await notifications_of(world, game, world.boris_chat)
    await lose(relocation, world.boris_chat)
    assert [each.cause for each in pending if each.player == world.boris.id]
    moved = [
        each.cause
        for each in await notifications_of(world, game, world.table)
        if each.player == world.boris.id
    ]
    assert moved == [each.cause for each in pending]
    assert await notifications_of(world, game, world.boris_chat) == []


async def test_a_private_game_stays_private_when_its_player_is_lost(
    world: World, relocation: Relocation
) -> None:
    """A private game of an unreachable player is shown in no shared chat."""
    game = await world.game(chats=(world.anna_chat, world.boris_chat))
    await lose(relocation, world.boris_chat)
    row = await world.manager.game(game.id)
    assert {row.white_chat, row.black_chat} == {world.anna_chat.id, world.boris_chat.id}
    assert await post(world, game, world.table) is None


async def test_a_private_game_against_the_computer_player_stays_private(
    world: World, relocation: Relocation
) -> None:
    """A private game against the computer player of an unreachable player is shown nowhere else."""
    game = await world.manager.challenges.challenge_computer(
        world.actor(world.boris, world.boris_chat), "long"
    )
    await lose(relocation, world.boris_chat)
    row = await world.manager.game(game.id)
    assert {row.white_chat, row.black_chat} == {None, world.boris_chat.id}
    assert await post(world, game, world.table) is None


@pytest.mark.slow
async def test_the_opponents_board_shows_a_player_lost_and_back(world: World, relocation: Relocation) -> None:
    """The opponent's board is redrawn when a player becomes unreachable, and again when they return."""
    game = await world.game(chats=(world.anna_chat, world.boris_chat))
    side = game.side_of(world.boris.id)

    async def is_undelivered() -> bool:
        shown = await post(world, game, world.anna_chat)
        assert shown is not None
        return shown.shown_revision < shown.wanted_revision

    await arrive(world, game, world.anna_chat, "a board")
    assert (await is_undelivered(), await unreached(world, game)) == (False, [])
    await lose(relocation, world.boris_chat)
    assert (await is_undelivered(), await unreached(world, game)) == (True, [side])
    await arrive(world, game, world.anna_chat, "a board that says so")
    await visit_chat(world.manager, "boris", "Boris", "me:boris", "private")
    assert (await is_undelivered(), await unreached(world, game)) == (True, [])


async def test_the_opponents_private_board_shows_that_a_group_is_lost(
    world: World, relocation: Relocation
) -> None:
    """When a group is lost, the opponent's private board names the player who cannot be reached."""
    hall = await add_hall(world)
    await lose(relocation, world.anna_chat)
    game = await world.game(chats=(hall, world.boris_chat))
    await arrive(world, game, world.boris_chat, "a board")
    await lose(relocation, hall)
    shown = await post(world, game, world.boris_chat)
    assert shown is not None
    assert shown.shown_revision < shown.wanted_revision
    assert await unreached(world, game) == [game.side_of(world.anna.id)]


async def test_a_challenge_to_a_lost_private_chat_is_marked_unreached(
    world: World, relocation: Relocation
) -> None:
    """A challenge in a lost private chat is shown nowhere else, and the challenger's card says so."""
    challenge = await world.manager.challenges.make(
        world.actor(world.boris, world.boris_chat), "long", world.anna.id
    )
    assert not (await world.manager.views.challenge(challenge.id, world.boris_chat.id)).unreached
    await lose(relocation, world.anna_chat)
    async with world.database.read() as connection:
        assert await outbox.post_in(connection, "challenge", challenge.id, world.table.id) is None
    assert (await world.manager.views.challenge(challenge.id, world.boris_chat.id)).unreached


async def test_a_private_challenge_needs_the_opponents_private_chat(world: World) -> None:
    """A player without a private chat cannot be challenged in private, and nothing is stored."""
    dora, _ = await visit_chat(world.manager, "dora", "Dora", "hall", "shared")
    before = await world.everything()
    with refuses("cannot-reach", name="Dora"):
        await world.manager.challenges.make(world.actor(world.anna, world.anna_chat), "long", dora.id)
    assert await world.everything() == before


@pytest.mark.parametrize("known", [False, True], ids=["to a new chat", "to one already known"])
async def test_a_moved_chat_keeps_its_games(world: World, relocation: Relocation, known: bool) -> None:
    """A moved group's games continue in the new chat with a new message and the old language."""
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


@pytest.mark.parametrize("known", [False, True], ids=["to a new chat", "to one already known"])
async def test_a_moved_chat_keeps_its_settings(world: World, relocation: Relocation, known: bool) -> None:
    """A moved group keeps its settings, even if the new chat was already known."""
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


async def test_settings_of_the_new_chat_win_over_the_moved_ones(world: World, relocation: Relocation) -> None:
    """Settings made in the new chat before the move is reported are kept."""
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


async def test_a_moved_chat_keeps_its_imports(world: World, relocation: Relocation) -> None:
    """A moved group's imports are visible to all members of the new chat, and other groups' are not."""
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


async def test_a_moved_chat_gets_no_finished_game_again(world: World, relocation: Relocation) -> None:
    """A finished game moves with its chat without a new message."""
    hall = await add_hall(world)
    game = await world.game(chats=(hall, hall))
    await world.manager.resign(world.actor(world.anna, hall), game.id)
    await arrive(world, game, hall, "the result")
    await relocation.chat_moved("web", "hall", "new hall")
    pending = (await undelivered(world.manager, {"web"})).entries
    assert [each for each in pending if getattr(each, "subject", "game") == "game"] == []


async def test_a_move_reported_twice_changes_nothing(world: World, relocation: Relocation) -> None:
    """A second report of the same move changes nothing."""
    hall = await add_hall(world)
    await world.game(chats=(hall, hall))
    await relocation.chat_moved("web", "hall", "new hall")
    before = await world.everything()
    await relocation.chat_moved("web", "hall", "new hall")
    assert await world.everything() == before
