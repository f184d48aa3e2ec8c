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

HINTED = Options(hints=True)


@pytest.fixture
def hints(world: World) -> Iterator[Hints]:
    """Where hints are asked for."""
    with ThreadPoolExecutor(1) as pool:
        yield Hints(world.manager, Plain(), pool)


async def hint_of(hints: Hints, player: int, game: LoadedGame) -> Hint | CubeDecision:
    """What a player is told."""
    _, thought = await hints.ask(player, game.id)
    return await thought


async def with_dice(world: World, game: LoadedGame) -> LoadedGame:
    """The game when somebody has dice to play that he may choose about."""
    while game.live.draft is None:
        game = await world.turn(game)
    return game


async def test_the_mover_is_told_the_best_turns(world: World, hints: Hints) -> None:
    """Where hints were agreed on the mover gets legal turns, the best first, and nothing has changed."""
    game = await with_dice(world, await world.game(options=HINTED))
    before = await world.everything()
    asked, thought = await hints.ask(world.mover(game).id, game.id)
    hint = await thought
    assert isinstance(hint, Hint)
    state = asked.live.state
    assert state.roll is not None
    turns = legal_turns(state.position, state.roll)
    assert {candidate.turn for candidate in hint.candidates} <= set(turns)
    assert hint.best.cost == 0
    assert await world.everything() == before


async def test_a_half_made_turn_is_hinted_from_its_beginning(world: World, hints: Hints) -> None:
    """What is thought about is the position before the moves that are made already."""
    game = await with_dice(world, await world.game(options=HINTED))
    _, before = await hints.ask(world.mover(game).id, game.id)
    await before
    assert game.live.draft is not None
    step = str(game.live.draft.next_moves()[0])
    moved = await world.manager.move(world.actor(world.mover(game)), game.id, step)
    if moved.turns == game.turns:
        asked, after = await hints.ask(world.mover(game).id, game.id)
        assert await after == await before
        assert asked.live.draft == moved.live.draft


async def test_a_game_without_hints_has_none(world: World, hints: Hints) -> None:
    """Between people who did not agree on hints nobody gets one, whoever asks."""
    game = await with_dice(world, await world.game())
    for who in (world.anna, world.boris):
        with refuses("no-hints"):
            await hints.ask(who.id, game.id)
        assert not may_ask(game, who.id)


async def test_a_hint_is_for_the_one_who_is_to_move(world: World, hints: Hints) -> None:
    """Who waits, who looks on, and who asks about no game or one that is over, is refused."""
    game = await with_dice(world, await world.game(options=HINTED))
    asked = {who: may_ask(game, who.id) for who in (world.mover(game), world.waiting(game), world.carl)}
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


async def test_there_is_no_hint_before_the_dice(world: World, hints: Hints) -> None:
    """While a roll, or a choice waits, the refusal says which."""
    for who in (world.anna, world.boris):
        await world.option(who, auto_roll=False)
    rolling = await world.game(options=HINTED)
    with refuses("not-rolled"):
        await hints.ask(world.mover(rolling).id, rolling.id)
    choosing = await world.game("palm", options=HINTED)
    with refuses("choice-waits"):
        await hints.ask(world.mover(choosing).id, choosing.id)


async def test_with_the_cube_there_is_a_hint_before_the_dice(world: World, hints: Hints) -> None:
    """Who may double is told what that is worth, and who is doubled; the other one is told nothing."""
    for who in (world.anna, world.boris):
        await world.option(who, auto_roll=False)
    cubed = await world.game("long", options=Options(MatchLength(points=3), cube=True, hints=True))
    one, other = world.mover(cubed), world.waiting(cubed)
    doubled = await hint_of(hints, one.id, cubed)
    assert isinstance(doubled, CubeDecision)
    assert doubled.chances is not None
    with pytest.raises(NotYourTurn):
        await hints.ask(other.id, cubed.id)
    offered = await world.manager.double(world.actor(one), cubed.id)
    assert [may_ask(offered, who.id) for who in (one, other)] == [False, True]
    with pytest.raises(NotYourTurn):
        await hints.ask(one.id, cubed.id)
    assert isinstance(await hint_of(hints, other.id, cubed), CubeDecision)


async def test_who_does_not_own_the_cube_rolls_first(world: World, hints: Hints) -> None:
    """Before a roll, with the cube the other's, there is nothing to hint at."""
    for who in (world.anna, world.boris):
        await world.option(who, auto_roll=False)
    cubed = await world.game("long", options=Options(cube=True, hints=True))
    one = world.mover(cubed)
    await world.manager.double(world.actor(one), cubed.id)
    taken = await world.manager.answer_double(world.actor(world.waiting(cubed)), cubed.id, take=True)
    if taken.live.state.roll is None:
        with refuses("not-rolled"):
            await hints.ask(one.id, cubed.id)


async def test_others_act_while_a_hint_is_thought_out(world: World) -> None:
    """The thought holds up neither the loop nor the database: an action waits for it in vain."""
    game = await with_dice(world, await world.game(options=HINTED))
    loop = asyncio.get_running_loop()

    class Slow(Plain):
        def hint(self, state: Game) -> Hint:
            action = world.manager.offer_draw(world.actor(world.waiting(game)), game.id)
            asyncio.run_coroutine_threadsafe(action, loop).result(10)
            return super().hint(state)

    with ThreadPoolExecutor(1) as pool:
        _, thought = await Hints(world.manager, Slow(), pool).ask(world.mover(game).id, game.id)
        assert isinstance(await thought, Hint)
    assert (await world.row(game)).offer == "draw"


async def test_a_player_waits_for_one_hint_at_a_time(world: World) -> None:
    """Who asks again before the first is thought out is refused, and may ask when it is."""
    game = await with_dice(world, await world.game(options=HINTED))
    go_on = threading.Event()

    class Slow(Plain):
        def hint(self, state: Game) -> Hint:
            go_on.wait(10)
            return super().hint(state)

    with ThreadPoolExecutor(2) as pool:
        hints = Hints(world.manager, Slow(), pool)
        _, first = await hints.ask(world.mover(game).id, game.id)
        with refuses("hint-waits"):
            await hints.ask(world.mover(game).id, game.id)
        go_on.set()
        found = await first
        _, again = await hints.ask(world.mover(game).id, game.id)
        assert await again == found
