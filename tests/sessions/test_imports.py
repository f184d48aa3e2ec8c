"""Imports: the record of a running game is recognised by its first rolls."""

from __future__ import annotations

from random import Random

import pytest

from bot.rules import Grade, Roll, legal_turns
from bot.rules.events import Event, Played, Rolled
from bot.rules.formats import Record, read_record
from bot.sessions import LoadedGame, record_of
from storage import Database
from tests.sessions.world import World, second_manager
from tests.talk.test_replays import random_record


async def running_game(world: World, turns: int = 7, ruleset: str = "long") -> LoadedGame:
    """Return a running game of Anna and Boris after some turns."""
    game = await world.game(ruleset)
    while game.turns < turns:
        game = await world.turn(game)
    return game


async def finished_by_a_cheat(world: World, game: LoadedGame) -> Record:
    """Return the record of a running game, continued to an invented end as a cheat would."""
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
async def test_the_record_of_a_running_game_is_recognised(world: World, ruleset: str) -> None:
    """A record of a running game is recognised in every rule set; after the end it is like any other."""
    game = await running_game(world, ruleset=ruleset)
    record = await finished_by_a_cheat(world, game)
    assert await world.manager.imports.is_being_played(record)
    grade = Grade.BACKGAMMON if ruleset == "short" else Grade.MARS
    await world.manager.resign(world.actor(world.anna), game.id, grade)
    assert not await world.manager.imports.is_being_played(record)


@pytest.mark.on_both
async def test_a_record_with_other_rolls_is_not_recognised(world: World) -> None:
    """A record with other first rolls is not taken for a running game."""
    await running_game(world)
    assert not await world.manager.imports.is_being_played(random_record("long"))


async def test_fewer_than_six_rolls_are_not_recognised(world: World) -> None:
    """A record with fewer than six rolls is not recognised, because many games begin so."""
    early = await finished_by_a_cheat(world, await running_game(world, turns=5))
    begun = Record((), early.ruleset, early.opening_rolls, early.events[:8])
    assert not await world.manager.imports.is_being_played(begun)


@pytest.mark.on_both
async def test_a_running_game_is_recognised_after_a_restart(world: World) -> None:
    """Another process on the same database recognises the record too."""
    record = await finished_by_a_cheat(world, await running_game(world))
    async with Database.open(world.database.place) as database:
        assert await second_manager(database, world.clock).imports.is_being_played(record)
