from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from bot.engine import CubeDecision, Hint
from bot.rules import Game, legal_turns
from bot.rules.rulesets import MatchLength
from bot.sessions import Hints, LoadedGame, Options, may_ask
from bot.sessions.errors import GameIsOver, NoSuchGame, NotSeated, NotYourTurn
from tests.refused import refuses
from tests.sessions.world import World
from tests.strategies import Plain

WITH_HINTS = Options(hints=True)


@pytest.fixture
def hints(world: World) -> Iterator[Hints]:
    """The hints of a world, with the plain strategy."""
    with ThreadPoolExecutor(1) as pool:
        yield Hints(world.manager, Plain(), pool)


async def hint_of(hints: Hints, player: int, game: LoadedGame) -> Hint | CubeDecision:
    """Ask for a hint as a player and wait for it."""
    _, pending = await hints.ask(player, game.id)
    return await pending


async def with_dice(world: World, game: LoadedGame) -> LoadedGame:
    """Play until the mover has dice to play and a choice."""
    while game.live.draft is None:
        game = await world.turn(game)
    return game


async def test_the_mover_gets_the_best_turns(world: World, hints: Hints) -> None:
    """If hints were agreed on, the mover gets legal turns, the best first, and nothing is stored."""
    game = await with_dice(world, await world.game(options=WITH_HINTS))
    before = await world.everything()
    asked, pending = await hints.ask(world.mover(game).id, game.id)
    hint = await pending
    assert isinstance(hint, Hint)
    state = asked.live.state
    assert state.roll is not None
    turns = legal_turns(state.position, state.roll)
    assert {candidate.turn for candidate in hint.candidates} <= set(turns)
    assert hint.best.cost == 0
    assert await world.everything() == before


async def test_a_hint_ignores_the_draft(world: World, hints: Hints) -> None:
    """A hint during a draft is about the position before its moves."""
    game = await with_dice(world, await world.game(options=WITH_HINTS))
    _, before = await hints.ask(world.mover(game).id, game.id)
    await before
    assert game.live.draft is not None
    step = str(game.live.draft.next_moves()[0])
    moved = await world.manager.move(world.actor(world.mover(game)), game.id, step)
    if moved.turns == game.turns:
        asked, after = await hints.ask(world.mover(game).id, game.id)
        assert await after == await before
        assert asked.live.draft == moved.live.draft


async def test_a_game_without_hints_refuses_them(world: World, hints: Hints) -> None:
    """In a game without agreed hints every player is refused one."""
    game = await with_dice(world, await world.game())
    for player in (world.anna, world.boris):
        with refuses("no-hints"):
            await hints.ask(player.id, game.id)
        assert not may_ask(game, player.id)


async def test_only_the_mover_gets_a_hint(world: World, hints: Hints) -> None:
    """The waiting player, a spectator, an unknown game and a finished game are refused a hint."""
    game = await with_dice(world, await world.game(options=WITH_HINTS))
    asked = {
        player: may_ask(game, player.id) for player in (world.mover(game), world.waiting(game), world.carl)
    }
    assert list(asked.values()) == [True, False, False]
    with pytest.raises(NotYourTurn):
        await hints.ask(world.waiting(game).id, game.id)
    with pytest.raises(NotSeated):
        await hints.ask(world.carl.id, game.id)
    with pytest.raises(NoSuchGame):
        await hints.ask(world.anna.id, "x9x")
    over = await world.manager.resign(world.actor(world.anna), game.id)
    assert not may_ask(over, world.mover(game).id)
    with pytest.raises(GameIsOver):
        await hints.ask(world.mover(game).id, game.id)


async def test_a_hint_needs_dice(world: World, hints: Hints) -> None:
    """Before a roll or an opening choice a hint is refused with the reason."""
    for player in (world.anna, world.boris):
        await world.option(player, auto_roll=False)
    rolling = await world.game(options=WITH_HINTS)
    with refuses("not-rolled"):
        await hints.ask(world.mover(rolling).id, rolling.id)
    choosing = await world.game("palm", options=WITH_HINTS)
    with refuses("choice-waits"):
        await hints.ask(world.mover(choosing).id, choosing.id)


async def test_a_hint_about_the_cube_needs_no_dice(world: World, hints: Hints) -> None:
    """A player who may double, and then the doubled one, gets a hint about the cube; the other is refused."""
    for player in (world.anna, world.boris):
        await world.option(player, auto_roll=False)
    cubed = await world.game("long", options=Options(MatchLength(points=3), cube=True, hints=True))
    one, other = world.mover(cubed), world.waiting(cubed)
    doubled = await hint_of(hints, one.id, cubed)
    assert isinstance(doubled, CubeDecision)
    assert doubled.chances is not None
    with pytest.raises(NotYourTurn):
        await hints.ask(other.id, cubed.id)
    offered = await world.manager.double(world.actor(one), cubed.id)
    assert [may_ask(offered, player.id) for player in (one, other)] == [False, True]
    with pytest.raises(NotYourTurn):
        await hints.ask(one.id, cubed.id)
    assert isinstance(await hint_of(hints, other.id, cubed), CubeDecision)


async def test_a_player_without_the_cube_rolls_before_a_hint(world: World, hints: Hints) -> None:
    """Before a roll, a player who does not own the cube is refused a hint."""
    for player in (world.anna, world.boris):
        await world.option(player, auto_roll=False)
    cubed = await world.game("long", options=Options(cube=True, hints=True))
    one = world.mover(cubed)
    await world.manager.double(world.actor(one), cubed.id)
    taken = await world.manager.answer_double(world.actor(world.waiting(cubed)), cubed.id, take=True)
    if taken.live.state.roll is None:
        with refuses("not-rolled"):
            await hints.ask(one.id, cubed.id)


async def test_a_pending_hint_blocks_no_action(world: World) -> None:
    """A pending hint blocks neither the event loop nor the database."""
    game = await with_dice(world, await world.game(options=WITH_HINTS))
    loop = asyncio.get_running_loop()

    class Slow(Plain):
        def hint(self, state: Game) -> Hint:
            action = world.manager.offer_draw(world.actor(world.waiting(game)), game.id)
            asyncio.run_coroutine_threadsafe(action, loop).result(10)
            return super().hint(state)

    with ThreadPoolExecutor(1) as pool:
        _, pending = await Hints(world.manager, Slow(), pool).ask(world.mover(game).id, game.id)
        assert isinstance(await pending, Hint)
    assert (await world.row(game)).offer == "draw"


async def test_a_player_has_one_pending_hint(world: World) -> None:
    """A player with a pending hint is refused another, and may ask again afterwards."""
    game = await with_dice(world, await world.game(options=WITH_HINTS))
    released = threading.Event()

    class Slow(Plain):
        def hint(self, state: Game) -> Hint:
            released.wait(10)
            return super().hint(state)

    with ThreadPoolExecutor(2) as pool:
        hints = Hints(world.manager, Slow(), pool)
        _, first = await hints.ask(world.mover(game).id, game.id)
        with refuses("hint-waits"):
            await hints.ask(world.mover(game).id, game.id)
        released.set()
        found = await first
        _, again = await hints.ask(world.mover(game).id, game.id)
        assert await again == found
