"""Separate boards: a player may act on a board outside the chats, which then need not show the game."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from dataclasses import replace

import pytest

from bot.rules import Side
from bot.rules.rulesets import MatchLength
from bot.sessions import Actor, Challenge, LoadedGame, Options, Player
from bot.sessions.workers import GameWatch
from storage import outbox, people
from tests.sessions.world import World
from tests.statements import watched


def on_board(world: World, player: Player) -> Actor:
    """Return a player acting on a separate board, in their private chat."""
    chats = {world.anna.id: world.anna_chat, world.boris.id: world.boris_chat}
    return replace(world.actor(player, chats[player.id]), on_board=True)


async def shown_in(world: World, game: LoadedGame) -> set[int]:
    """Return the chats that show a game."""
    async with world.database.read() as connection:
        return set(await outbox.posts_of(connection, "game", game.id))


async def to_move(world: World, game: LoadedGame) -> LoadedGame:
    """Roll until the mover has dice and a choice."""
    while game.live.draft is None:
        game = await world.manager.roll(world.actor(world.mover(game)), game.id)
    return game


async def test_a_move_on_a_separate_board_shows_the_game_nowhere_else(world: World) -> None:
    """A move on a separate board leaves the game, and its player's notifications, at the table."""
    game = await to_move(world, await world.game())
    before = await shown_in(world, game)
    player, step = world.mover(game), str(game.live.draft.next_moves()[0]) if game.live.draft else ""
    done = await world.manager.move(on_board(world, player), game.id, step)
    assert await shown_in(world, done) == before == {world.table.id}
    side = done.side_of(player.id)
    assert side is not None
    assert done.chat_of(side) == world.table.id


async def test_a_move_in_the_private_chat_shows_the_game_there(world: World) -> None:
    """The same move typed in the private chat shows the game there from then on."""
    game = await to_move(world, await world.game())
    player = world.mover(game)
    private = world.anna_chat if player == world.anna else world.boris_chat
    step = str(game.live.draft.next_moves()[0]) if game.live.draft else ""
    done = await world.manager.move(world.actor(player, private), game.id, step)
    assert private.id in await shown_in(world, done)


async def test_a_draft_on_a_separate_board_is_not_shown_in_the_chat(world: World) -> None:
    """A draft made on a separate board is not shown at the table."""
    game = await to_move(world, await world.game())
    player = world.mover(game)
    step = str(game.live.draft.next_moves()[0]) if game.live.draft else ""
    await world.manager.move(on_board(world, player), game.id, step)
    assert (await world.row(game)).draft_chat != world.table.id


async def test_a_next_game_begun_on_a_separate_board_stays_in_the_last_chat(world: World) -> None:
    """The next game begun on a separate board is shown where the last one was."""
    game = await world.game(options=Options(length=MatchLength(points=3)))
    resigned = world.mover(game)
    game = await world.manager.resign(world.actor(resigned), game.id)
    if not game.is_over:
        game = await world.manager.answer(world.actor(world.waiting(game)), game.id, accept=True)
    next_game = await world.manager.matches.next_game(on_board(world, resigned), game.id)
    assert await shown_in(world, next_game) == {world.table.id}


async def test_a_rematch_asked_for_on_a_separate_board_stays_in_the_last_chat(
    world: World, game: LoadedGame
) -> None:
    """A rematch asked for on a separate board, and its game, are shown where the last game was."""
    loser, winner = world.mover(game), world.waiting(game)
    await world.manager.resign(world.actor(loser), game.id)
    requested = await world.manager.challenges.rematch(on_board(world, loser), game.id)
    assert isinstance(requested, Challenge)
    async with world.database.read() as connection:
        assert set(await outbox.posts_of(connection, "challenge", requested.id)) == {world.table.id}
    again = await world.manager.challenges.accept(on_board(world, winner), requested.id)
    assert isinstance(again, LoadedGame)
    assert await shown_in(world, again) == {world.table.id}
    assert {again.chat_of(side) for side in Side} == {world.table.id}


async def test_a_rematch_goes_to_the_private_chat_if_the_other_is_lost(
    world: World, game: LoadedGame
) -> None:
    """If the last game's chat is unreachable, the rematch's card is shown in the private chat."""
    loser = world.mover(game)
    await world.manager.resign(world.actor(loser), game.id)
    async with world.database.write() as connection:
        await people.set_display(connection, world.table.id, gone=True)
    requested = await world.manager.challenges.rematch(on_board(world, loser), game.id)
    private = world.anna_chat if loser == world.anna else world.boris_chat
    async with world.database.read() as connection:
        assert private.id in await outbox.posts_of(connection, "challenge", requested.id)


async def test_a_watcher_is_woken_by_each_change_of_their_game(world: World) -> None:
    """A watcher is woken by every change of the watched game, and by no other game."""
    game, other = await to_move(world, await world.game()), await world.game()
    watch, changed = GameWatch(world.manager), asyncio.Event()
    world.manager.listeners.append(watch.wake)
    with watch.watching(game.id, changed):
        await watch.look()
        assert changed.is_set()
        changed.clear()
        await watch.look()
        assert not changed.is_set()
        await world.turn(other)
        await watch.look()
        assert not changed.is_set()
        await world.turn(game)
        await watch.look()
        assert changed.is_set()
    changed.clear()
    await watch.look()
    assert not changed.is_set()


async def test_a_watcher_who_leaves_is_not_woken(world: World) -> None:
    """A watcher who leaves is no longer woken, while another of the same game is."""
    game = await to_move(world, await world.game())
    watch, stays, goes = GameWatch(world.manager), asyncio.Event(), asyncio.Event()
    with watch.watching(game.id, stays):
        with watch.watching(game.id, goes):
            await watch.look()
        goes.clear()
        stays.clear()
        await world.turn(game)
        await watch.look()
    assert stays.is_set()
    assert not goes.is_set()


async def test_an_unknown_game_wakes_nobody(world: World) -> None:
    """Watching an unknown game wakes nobody and raises nothing."""
    watch, changed = GameWatch(world.manager), asyncio.Event()
    with watch.watching("none", changed):
        await watch.look()
    assert not changed.is_set()


@pytest.mark.parametrize("looks", [0, 1, 30])
@pytest.mark.on_both
async def test_a_look_takes_one_statement(world: World, looks: int) -> None:
    """One look takes one statement for any number of watched games, and none without them."""
    watch = GameWatch(world.manager)
    with ExitStack() as stack:
        for number in range(looks):
            stack.enter_context(watch.watching(f"g{number}", asyncio.Event()))
        with watched() as statements:
            await watch.look()
    assert len(statements.texts) == min(1, looks)
