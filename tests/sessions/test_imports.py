"""Imports: a record of a game that is still being played is recognised by its first rolls."""

from __future__ import annotations

from random import Random

import pytest

from bot.rules import Grade, Roll, legal_turns
from bot.rules.events import Event, Played, Rolled
from bot.rules.formats import Record, read_record
from bot.sessions import LoadedGame, record_of
from storage import Database
from tests.sessions.world import World, second_manager
from tests.talk.test_replays import played


async def going_on(world: World, turns: int = 7, ruleset: str = "long") -> LoadedGame:
    """A game of Anna and Boris in which so many turns were played, and that goes on."""
    game = await world.game(ruleset)
    while game.turns < turns:
        game = await world.turn(game)
    return game


async def finished_elsewhere(world: World, game: LoadedGame) -> Record:
    """The record of a game, brought to an end that it has not had: as a cheat writes it."""
    loaded, events = await world.manager.with_events(game.id)
    record = record_of(loaded, events)
    random, state, more = Random(4), record.end(), list[Event]()
    while state.outcome is None:
        event: Event = Rolled(Roll(random.randint(1, 6), random.randint(1, 6)))
        if state.roll is not None:
            turns = legal_turns(state.position, state.roll)
            event = Played.of(turns[random.randrange(len(turns))].moves if turns else ())
        more.append(event)
        state = state.after(event)
    ended = Record((), record.ruleset, record.opening_rolls, (*record.events, *more), record.cube)
    return read_record(ended.write())


@pytest.mark.parametrize("ruleset", ["long", "short", "sport"])
async def test_a_record_of_a_game_that_goes_on_is_recognised(world: World, ruleset: str) -> None:
    """Also where the dice that decided who starts were kept; once the game is over it is like any other."""
    game = await going_on(world, ruleset=ruleset)
    record = await finished_elsewhere(world, game)
    assert await world.manager.imports.is_being_played(record)
    grade = Grade.BACKGAMMON if ruleset == "short" else Grade.MARS
    await world.manager.resign(world.actor(world.anna), game.id, grade)
    assert not await world.manager.imports.is_being_played(record)


@pytest.mark.on_both
async def test_another_record_is_none_of_ours(world: World) -> None:
    """With other rolls among the first six a record is nobody's game that goes on."""
    await going_on(world)
    assert not await world.manager.imports.is_being_played(played("long"))


async def test_fewer_than_six_rolls_are_not_recognised(world: World) -> None:
    """After five turns of a game many other games may begin so; after six hardly one."""
    early = await finished_elsewhere(world, await going_on(world, turns=5))
    begun = Record((), early.ruleset, early.opening_rolls, early.events[:8])
    assert not await world.manager.imports.is_being_played(begun)


@pytest.mark.on_both
async def test_it_is_recognised_after_a_restart(world: World) -> None:
    """Another process that serves the same database knows the first rolls too."""
    record = await finished_elsewhere(world, await going_on(world))
    async with Database.open(world.database.place) as database:
        assert await second_manager(database, world.clock).imports.is_being_played(record)
