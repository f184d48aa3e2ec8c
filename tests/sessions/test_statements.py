"""Statements: how many each action takes in its transaction."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import replace

import pytest

from bot.rules import Grade
from bot.rules.rulesets import MatchLength
from bot.sessions import LoadedGame, Options
from storage import games
from tests.sessions.world import World
from tests.statements import watched

pytestmark = pytest.mark.on_both

MOST = 7
LATER = MOST + 1
"""The limit in a later game of a match, whose earlier games are read too."""
ENDING = 10
STARTING = 16
ACCEPTING = STARTING + 2
"""The limit for accepting a challenge, whose expiry is cancelled too."""


async def statements(world: World, action: Callable[[], Coroutine[None, None, object]]) -> int:
    """Return the number of statements of an action, all in one transaction."""
    with watched() as seen:
        await action()
    assert seen.transactions == 1, seen.texts
    return len(seen.texts)


async def unconfirmed(world: World, game: LoadedGame) -> LoadedGame:
    """Play a complete turn that waits for its confirmation."""
    assert game.live.draft is not None
    draft = game.live.draft
    while not draft.is_complete:
        draft = draft.play(draft.next_moves()[0])
    player = world.mover(game)
    for step in draft.moves:
        game = await world.manager.move(world.actor(player), game.id, str(step))
    return game


async def later_game(world: World) -> LoadedGame:
    """Return the second game of a match."""
    first = await world.game(options=Options(MatchLength(points=5)))
    await world.manager.resign(world.actor(world.mover(first)), first.id, Grade.OYN)
    over = await world.manager.game(first.id)
    if not over.is_over:
        await world.manager.answer(world.actor(world.waiting(first)), first.id, accept=True)
    return await world.manager.matches.next_game(world.actor(world.anna), first.id)


async def test_a_move_takes_at_most_seven(world: World, game: LoadedGame) -> None:
    """A move takes at most seven statements in its transaction."""
    assert game.live.draft is not None
    step = str(game.live.draft.next_moves()[0])
    by = world.actor(world.mover(game))
    assert await statements(world, lambda: world.manager.move(by, game.id, step)) <= MOST


async def test_the_end_of_a_turn_takes_at_most_seven(world: World) -> None:
    """Ending a turn, which notifies the opponent, takes at most seven statements."""
    game = await unconfirmed(world, await world.game())
    by = world.actor(world.mover(game))
    assert await statements(world, lambda: world.manager.confirm(by, game.id)) <= MOST


async def test_the_end_of_a_turn_is_the_same_among_many_games(world: World) -> None:
    """Ending a turn takes as many statements with fifty open games as with one."""
    game = await unconfirmed(world, await world.game())
    alone = await statements(world, lambda: world.manager.confirm(world.actor(world.mover(game)), game.id))
    for number in range(50):
        world.clock.forward(hours=1)
        by = world.actor(world.anna, world.anna_chat, f"many {number}")
        await world.manager.challenges.challenge_computer(by, "long")
    other = await unconfirmed(world, await world.game())
    by = world.actor(world.mover(other))
    assert await statements(world, lambda: world.manager.confirm(by, other.id)) == alone


async def test_a_later_game_of_a_match_takes_one_more(world: World) -> None:
    """In a later game of a match one more statement reads the earlier games."""
    game = await unconfirmed(world, await later_game(world))
    by = world.actor(world.mover(game))
    assert await statements(world, lambda: world.manager.confirm(by, game.id)) <= LATER


async def test_an_offer_takes_at_most_eight(world: World, game: LoadedGame) -> None:
    """An offer takes one statement more than a move: it reads whether the side has just withdrawn one."""
    by = world.actor(world.mover(game))
    assert await statements(world, lambda: world.manager.offer_draw(by, game.id)) <= MOST + 1


@pytest.mark.parametrize("seat", ["mover", "waiting"])
async def test_the_end_of_a_game_takes_at_most_ten(world: World, game: LoadedGame, seat: str) -> None:
    """Resigning takes at most ten statements."""
    by = world.actor(getattr(world, seat)(game))
    assert await statements(world, lambda: world.manager.resign(by, game.id)) <= ENDING


async def test_accepting_a_challenge_takes_at_most_eighteen(world: World) -> None:
    """Accepting a challenge, which starts a game and notifies the challenger, takes at most 18 statements."""
    by = world.actor(world.anna)
    challenge = await world.manager.challenges.make(by, "long", world.boris.id)
    accepted = world.actor(world.boris, world.boris_chat)
    assert (
        await statements(world, lambda: world.manager.challenges.accept(accepted, challenge.id)) <= ACCEPTING
    )


async def test_starting_a_game_against_the_computer_player_takes_at_most_sixteen(world: World) -> None:
    """Starting a game against a computer player that has played before takes at most 16 statements."""
    await world.manager.challenges.challenge_computer(world.actor(world.anna), "long")
    by = world.actor(world.boris)
    challenge = world.manager.challenges.challenge_computer
    assert await statements(world, lambda: challenge(by, "long")) <= STARTING


async def test_the_next_game_of_a_match_takes_at_most_sixteen(world: World) -> None:
    """Starting the next game of a match takes at most 16 statements."""
    first = await world.game(options=Options(MatchLength(points=5)))
    await world.manager.resign(world.actor(world.mover(first)), first.id)
    by = world.actor(world.anna)
    assert await statements(world, lambda: world.manager.matches.next_game(by, first.id)) <= STARTING


async def test_an_action_returns_the_stored_game(world: World) -> None:
    """The game that an action returns, without reading it again, equals the stored one."""
    game = await later_game(world)
    for _ in range(6):
        made = await unconfirmed(world, game) if game.live.draft is not None else game
        assert made.live == (await world.manager.game(game.id)).live
        act = world.manager.confirm if made.live.draft is not None else world.manager.roll
        game = await act(world.actor(world.mover(made)), made.id)
        loaded, events = await world.manager.with_events(game.id)
        assert replace(game, events=()) == loaded
        assert game.events == tuple(events[-len(game.events) :])


async def test_an_action_does_not_overwrite_the_notification_chats(world: World, game: LoadedGame) -> None:
    """An action does not overwrite a notification chat changed after the game was read."""
    row = await world.row(game)
    async with world.database.write() as connection:
        await games.set_notification_chat(connection, game.id, white=True, chat=world.anna_chat.id)
        newer = replace(row, version=game.version + 1, turns=game.turns + 1)
        assert await games.save_game(connection, newer, row)
    assert (await world.manager.game(game.id)).white_chat == world.anna_chat.id
