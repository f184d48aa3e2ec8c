"""A board of its own: no chat need show the game for it, and who looks at it is told of changes."""

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


def on_board(world: World, who: Player) -> Actor:
    """Somebody who acts on a board of its own, in his private chat."""
    chats = {world.anna.id: world.hers, world.boris.id: world.his}
    return replace(world.actor(who, chats[who.id]), on_board=True)


async def shown_in(world: World, game: LoadedGame) -> set[int]:
    """The chats that show a game."""
    async with world.database.read() as connection:
        return set(await outbox.posts_of(connection, "game", game.id))


async def to_move(world: World, game: LoadedGame) -> LoadedGame:
    """The game when its mover has dice and a choice."""
    while game.live.draft is None:
        game = await world.manager.roll(world.actor(world.mover(game)), game.id)
    return game


async def test_a_move_on_a_board_of_its_own_brings_the_game_nowhere(world: World) -> None:
    """The chat that showed the game goes on to be the only one, and its player is told of it there."""
    game = await to_move(world, await world.game())
    before = await shown_in(world, game)
    who, step = world.mover(game), str(game.live.draft.next_moves()[0]) if game.live.draft else ""
    done = await world.manager.move(on_board(world, who), game.id, step)
    assert await shown_in(world, done) == before == {world.table.id}
    side = done.side_of(who.id)
    assert side is not None
    assert done.chat_of(side) == world.table.id


async def test_a_move_in_the_private_chat_itself_still_brings_it_there(world: World) -> None:
    """Typed in his private chat, the same move has that chat show the game from then on."""
    game = await to_move(world, await world.game())
    who = world.mover(game)
    private = world.hers if who == world.anna else world.his
    step = str(game.live.draft.next_moves()[0]) if game.live.draft else ""
    done = await world.manager.move(world.actor(who, private), game.id, step)
    assert private.id in await shown_in(world, done)


async def test_a_turn_that_is_half_made_on_a_board_of_its_own_is_seen_there_alone(world: World) -> None:
    """The chat that shows the game shows no half of a turn that is made elsewhere."""
    game = await to_move(world, await world.game())
    who = world.mover(game)
    step = str(game.live.draft.next_moves()[0]) if game.live.draft else ""
    await world.manager.move(on_board(world, who), game.id, step)
    assert (await world.row(game)).draft_chat != world.table.id


async def test_a_match_goes_on_where_its_players_were_told_of_it(world: World) -> None:
    """The next game that is begun on a board of its own is shown where the last one was."""
    game = await world.game(options=Options(length=MatchLength(points=3)))
    resigned = world.mover(game)
    game = await world.manager.resign(world.actor(resigned), game.id)
    if not game.is_over:
        game = await world.manager.answer(world.actor(world.waiting(game)), game.id, accept=True)
    following = await world.manager.matches.next_game(on_board(world, resigned), game.id)
    assert await shown_in(world, following) == {world.table.id}


async def test_a_rematch_is_asked_for_where_the_game_was_told_of(world: World, game: LoadedGame) -> None:
    """Its card stands where the last game was, and so does the game that begins by it."""
    loser, winner = world.mover(game), world.waiting(game)
    await world.manager.resign(world.actor(loser), game.id)
    asked = await world.manager.challenges.rematch(on_board(world, loser), game.id)
    assert isinstance(asked, Challenge)
    async with world.database.read() as connection:
        assert set(await outbox.posts_of(connection, "challenge", asked.id)) == {world.table.id}
    again = await world.manager.challenges.accept(on_board(world, winner), asked.id)
    assert isinstance(again, LoadedGame)
    assert await shown_in(world, again) == {world.table.id}
    assert {again.chat_of(side) for side in Side} == {world.table.id}


async def test_a_rematch_goes_to_the_private_chat_if_the_other_is_lost(
    world: World, game: LoadedGame
) -> None:
    """Where the chat of the last game cannot be written to, its card stands where it was asked for."""
    loser = world.mover(game)
    await world.manager.resign(world.actor(loser), game.id)
    async with world.database.write() as connection:
        await people.set_display(connection, world.table.id, gone=True)
    asked = await world.manager.challenges.rematch(on_board(world, loser), game.id)
    private = world.hers if loser == world.anna else world.his
    async with world.database.read() as connection:
        assert private.id in await outbox.posts_of(connection, "challenge", asked.id)


async def test_who_looks_at_a_game_is_told_of_each_change_and_of_no_other_game(world: World) -> None:
    """A look after every action finds out which of the games that are looked at have changed."""
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


async def test_two_who_look_at_one_game_are_told_apart(world: World) -> None:
    """Whoever goes is told no more, and the other still is."""
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


async def test_a_game_that_is_gone_tells_nothing(world: World) -> None:
    """Whoever looks at what is no game waits, and nothing breaks."""
    watch, changed = GameWatch(world.manager), asyncio.Event()
    with watch.watching("none", changed):
        await watch.look()
    assert not changed.is_set()


@pytest.mark.parametrize("looks", [0, 1, 30])
@pytest.mark.on_both
async def test_all_games_are_asked_for_at_once(world: World, looks: int) -> None:
    """However many games are looked at, a look is one statement; without any, it is none."""
    watch = GameWatch(world.manager)
    with ExitStack() as all_of_them:
        for number in range(looks):
            all_of_them.enter_context(watch.watching(f"g{number}", asyncio.Event()))
        with watched() as statements:
            await watch.look()
    assert len(statements.texts) == min(1, looks)
